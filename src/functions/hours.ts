import { SESSION } from '../api/records';
import { calendarTable } from './calendar-table';
import { define } from './define';
import { zone } from './parameters/choices';
import { date } from './parameters/dates';
import { fields } from './parameters/fields';
import { headers } from './parameters/numbers';
import { mics } from './parameters/symbols';

const DEFAULT_DAYS = 6;

export const hours = define({
  id: 'HOURS',
  summary: 'Trading sessions of stock exchanges, half days included, as real dates and times. Example: =MD.HOURS("XNYS") gives the sessions of the next seven days.',
  returns: 'A table of one row per session: mic, date, day_of_week, is_early_close, open_time, close_time, holiday_name; by market in the order asked, then by date. Times on the wall clock of the exchange unless zone says otherwise.',
  parameters: {
    mics: mics('MIC codes of the exchanges: one, several separated by commas, or a range; every market when left out or "all"'),
    start: date('First day; today when left out'),
    end: date('Last day; six days after the first when left out'),
    fields: fields(SESSION.map(({ name }) => name), 'all of them'),
    headers: headers(true),
    zone: zone(),
  },
  result: 'matrix',
  sources: ['GET /stocks/markets/hours', 'GET /stocks/markets'],
  examples: [
    { formula: '=MD.HOURS("XNYS")', gives: 'the sessions in New York for today and the next six days' },
    { formula: '=MD.HOURS("XNYS,XLON","2026-11-23","2026-11-27","mic,date,open_time,close_time")', gives: 'the opening hours of two exchanges in Thanksgiving week' },
    { formula: '=MD.HOURS("XTKS","2026-11-24","2026-11-24","open_time",,"local")', gives: 'when Tokyo opens that day, on this computer\'s clock' },
  ],
  handle: (given, context, call) => calendarTable(given, context, call, {
    operation: 'GET /stocks/markets/hours',
    record: SESSION,
    defaultEnd: (start) => start + DEFAULT_DAYS,
    what: 'trading sessions',
  }),
});
