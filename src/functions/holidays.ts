import { HOLIDAY } from '../api/records';
import { sameDayNextYear } from '../core/dates';
import { calendarTable } from './calendar-table';
import { define } from './define';
import { zone } from './parameters/choices';
import { date } from './parameters/dates';
import { fields } from './parameters/fields';
import { headers } from './parameters/numbers';
import { mics } from './parameters/symbols';

export const holidays = define({
  id: 'HOLIDAYS',
  summary: 'Holidays and half days of stock exchanges, as real dates and times. Example: =MD.HOLIDAYS("XNYS") gives those of the coming year.',
  returns: 'A table of one row per holiday: exchange, flag, mic, date, day_of_week, is_weekend, is_business_day, holiday_name, is_early_close, open_time, close_time; by market in the order asked, then by date. Times on the wall clock of the exchange unless zone says otherwise, empty where it stays closed.',
  parameters: {
    mics: mics('MIC codes of the exchanges: one, several separated by commas, or a range; every market when left out or "all"'),
    start: date('First day; today when left out'),
    end: date('Last day; a year after the first when left out'),
    fields: fields(HOLIDAY.map(({ name }) => name), 'all of them'),
    headers: headers(true),
    zone: zone(),
  },
  result: 'matrix',
  sources: ['GET /stocks/markets/holidays', 'GET /stocks/markets'],
  examples: [
    { formula: '=MD.HOLIDAYS("XNYS")', gives: 'the holidays and half days in New York for a year from today' },
    { formula: '=MD.HOLIDAYS("XNYS,XLON","2026-12-01","2027-01-31","mic,date,holiday_name,is_early_close")', gives: 'the holidays of two exchanges around the turn of the year' },
    { formula: '=MD.HOLIDAYS("XNYS","2026-01-01","2026-12-31","date",FALSE)', gives: 'the dates alone' },
  ],
  handle: (given, context, call) => calendarTable(given, context, call, {
    operation: 'GET /stocks/markets/holidays',
    record: HOLIDAY,
    defaultEnd: sameDayNextYear,
    what: 'holidays',
  }),
});
