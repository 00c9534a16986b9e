import { STATUS } from '../api/records';
import { marketTable } from './calendar-table';
import { define } from './define';
import { zone } from './parameters/choices';
import { fields } from './parameters/fields';
import { headers } from './parameters/numbers';
import { mics } from './parameters/symbols';

export const status = define({
  id: 'STATUS',
  summary: 'Whether stock exchanges are open now, with their local time and the hours of the day. Example: =MD.STATUS("XNYS","status") gives Open or Closed.',
  returns: 'A table of one row per exchange, in the order asked: mic, day_of_week, is_weekend, is_business_day, status, is_early_close, local_time, open_time, close_time, holiday_name. It is up to a minute old when the sheet recalculates.',
  parameters: {
    mics: mics('MIC codes of the exchanges: one, several separated by commas, or a range; every market when left out or "all"'),
    fields: fields(STATUS.map(({ name }) => name), 'all of them'),
    headers: headers(true),
    zone: zone(),
  },
  result: 'matrix',
  sources: ['GET /stocks/markets/status'],
  examples: [
    { formula: '=MD.STATUS("XNYS","status")', gives: 'Open or Closed, in one cell' },
    { formula: '=MD.STATUS("XNYS,XLON,XTKS","mic,status,local_time")', gives: 'whether three exchanges trade, and how late it is there' },
    { formula: '=MD.STATUS("XLON",,,"local")', gives: "everything on London's day, on this computer's clock" },
  ],
  handle: (given, context, call) => marketTable(given, context, call, {
    operation: 'GET /stocks/markets/status',
    record: STATUS,
    explainEmpty: (mic) => (mic === undefined
      ? 'The service knows the status of no market: recalculate, or tell your provider'
      : `The service knows no market ${mic}: check the MIC code`),
  }),
});
