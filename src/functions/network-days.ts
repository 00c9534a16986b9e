import { define } from './define';
import { handle } from './handlers/network-days';
import { MOST_YEARS } from './handlers/trading-years';
import { date } from './parameters/dates';
import { exchanges } from './parameters/exchanges';
import { required } from './parameters/required';

const WHAT = 'a date such as "2026-11-20"';

export const networkDays = define({
  id: 'NETWORKDAYS',
  summary: 'Trading days between two dates, both included. Example: =MD.NETWORKDAYS(DATE(2026,1,1),DATE(2026,12,31),"XNYS") gives the trading days of the year 2026 in New York.',
  returns: 'A whole number, as Excel\'s own NETWORKDAYS counts: both ends are included, and it is negative when the end is before the start. Half days count. With several exchanges only days on which all of them trade count.',
  parameters: {
    start: required(date('First date; the time of day is cut off'), WHAT),
    end: required(date(`Last date, at most ${MOST_YEARS} years away; the time of day is cut off`), WHAT),
    mics: exchanges('MIC codes of the exchanges: one, several separated by commas, or a range; several count the days on which all trade'),
  },
  result: 'scalar',
  sources: ['GET /stocks/markets/hours'],
  examples: [
    { formula: '=MD.NETWORKDAYS(DATE(2026,1,1),DATE(2026,12,31),"XNYS")', gives: 'the trading days of the year 2026 in New York' },
    { formula: '=MD.NETWORKDAYS("2026-11-23","2026-11-27","XNYS,XTKS")', gives: 'the days of Thanksgiving week on which New York and Tokyo both trade, 3' },
  ],
  handle,
});
