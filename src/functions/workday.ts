import { define } from './define';
import { handle } from './handlers/workday';
import { date } from './parameters/dates';
import { dayCount } from './parameters/day-counts';
import { exchanges } from './parameters/exchanges';
import { required } from './parameters/required';

const MOST_DAYS = 10_000;

export const workday = define({
  id: 'WORKDAY',
  summary: 'The trading day that is so many trading days after a date, or before it. Example: =MD.WORKDAY(TODAY(),2,"XNYS") gives the day on which a trade of today settles in New York.',
  returns: 'A date, as Excel\'s own WORKDAY counts: the start itself does not count, 0 days give the start, negative days go back. Half days count. With several exchanges only days on which all of them trade count.',
  parameters: {
    start: required(date('Date from which to count; the time of day is cut off'), 'a date such as "2026-11-20"'),
    days: required(dayCount(`Trading days to go on, or back when negative; at most ${MOST_DAYS}. A fraction is cut off`, MOST_DAYS), 'a number of days such as 2 or -2'),
    mics: exchanges('MIC codes of the exchanges: one, several separated by commas, or a range; several count the days on which all trade'),
  },
  result: 'scalar',
  sources: ['GET /stocks/markets/hours'],
  examples: [
    { formula: '=MD.WORKDAY(TODAY(),2,"XNYS")', gives: 'the second trading day in New York after today' },
    { formula: '=MD.WORKDAY("2026-11-25",1,"XNYS,XTKS")', gives: 'the next day on which New York and Tokyo both trade, 27 November 2026' },
    { formula: '=MD.WORKDAY(DATE(2027,1,1),-1,"XLON")', gives: 'the last trading day of the year 2026 in London' },
  ],
  handle,
});
