import type { Call } from '../core/call';
import { DATE_FORMAT, isoFromDay, serialFromDays } from '../core/dates';
import { CellError } from '../core/errors';
import { firstDayOf, lastDayOf, walkTradingDays, yearOf } from '../core/trading-days';
import type { Context } from './define';
import { define } from './define';
import { after } from './each';
import { date } from './parameters/dates';
import { dayCount } from './parameters/day-counts';
import { exchanges } from './parameters/exchanges';
import { required } from './parameters/required';
import { MOST_YEARS, commonYears } from './trading-years';

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
  handle: ({ start, days, mics }, context, call) =>
    after(days === 0 ? start : walk({ from: start, left: days }, { start, days, mics }, context, call), (day) =>
      ({ value: serialFromDays(day, context.dateSystem), format: DATE_FORMAT })),
});

interface Question {
  readonly start: number;
  readonly days: number;
  readonly mics: readonly string[];
}

interface Progress {
  readonly from: number;
  readonly left: number;
}

/**
 * Asks at once for the years that it is sure to pass, because a trading day takes at least a day, and goes on from there: no year
 * is asked for in vain, since it would cost a request and may lie beyond the service's calendar.
 */
function walk({ from, left }: Progress, question: Question, context: Context, call: Call): number | Promise<number> {
  const step = Math.sign(left);
  const years = yearsFrom(yearOf(from + step), yearOf(from + left));
  if (Math.abs(years.at(-1)! - yearOf(question.start)) > MOST_YEARS) throw tooFar(question);
  return after(commonYears(question.mics, years, context, call), (calendars) => {
    const reached = walkTradingDays(calendars, from, left);
    if ('day' in reached) return reached.day;
    const edge = step > 0 ? lastDayOf(years.at(-1)!) : firstDayOf(years.at(-1)!);
    return walk({ from: edge, left: reached.left }, question, context, call);
  });
}

function yearsFrom(first: number, last: number): readonly number[] {
  const step = last < first ? -1 : 1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => first + index * step);
}

const tooFar = ({ start, days }: Question): CellError =>
  new CellError('#VALUE!', `days: ${days} trading days lead more than ${MOST_YEARS} years away from ${isoFromDay(start)}; give fewer`);
