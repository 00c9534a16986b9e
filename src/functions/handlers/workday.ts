import type { Call } from '../../core/call';
import { DATE_FORMAT, isoFromDay, serialFromDays } from '../../core/dates';
import { CellError } from '../../core/errors';
import { firstDayOf, lastDayOf, walkTradingDays, yearOf } from '../../core/trading-days';
import type { Context, Result } from '../define';
import { after } from '../each';
import { MOST_YEARS, commonYears } from './trading-years';

interface Question {
  readonly start: number;
  readonly days: number;
  readonly mics: readonly string[];
}

export function handle(question: Question, context: Context, call: Call): Result | Promise<Result> {
  const { start, days } = question;
  return after(days === 0 ? start : walk({ from: start, left: days }, question, context, call), (day) =>
    ({ value: serialFromDays(day, context.dateSystem), format: DATE_FORMAT }));
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
