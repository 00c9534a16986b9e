import { isoFromDay } from '../../core/calendar/dates';
import { firstDayOf, lastDayOf, walkTradingDays, yearOf } from '../../core/calendar/trading-days';
import type { Call } from '../../core/call';
import { CellError } from '../../core/errors';
import type { MaybePromise } from '../../core/maybe-promise';
import type { Context } from '../define';
import { beyondDates } from './date-cell';
import { whenReady } from './look-up-each';
import { commonYears, MAX_YEARS } from './trading-years';

/** A step of trading days from a day on (back if negative), counting days on which all the exchanges trade. */
interface TradingStep {
  readonly start: number;
  readonly days: number;
  readonly mics: readonly string[];
  /** The arguments that decide how far it leads, for the error's sentence: "start or days". */
  readonly decidedBy: string;
}

const [FIRST_YEAR, LAST_YEAR] = [1900, 9999];

/**
 * The day at which the step ends; the start itself for a step of 0 days. Throws a CellError if the calendars do not
 * reach that far.
 */
export const tradingDayAfter = (step: TradingStep, context: Context, call: Call): MaybePromise<number> =>
  step.days === 0 ? step.start : walk({ from: step.start, left: step.days }, step, context, call);

interface WalkState {
  readonly from: number;
  readonly left: number;
}

/**
 * Requests at once all the years that the step surely passes, since a trading day takes at least a day, and continues
 * from there. No year is requested without need: it would cost a request and may lie beyond the service's calendar.
 */
function walk({ from, left }: WalkState, whole: TradingStep, context: Context, call: Call): MaybePromise<number> {
  const step = Math.sign(left);
  const years = yearsFrom(yearOf(from + step), yearOf(from + left));
  if (years.at(-1)! > LAST_YEAR || years.at(-1)! < FIRST_YEAR) throw beyondDates(context.dateSystem, whole.decidedBy);
  if (Math.abs(years.at(-1)! - yearOf(whole.start)) > MAX_YEARS) throw tooFar(whole);
  return whenReady(commonYears(whole.mics, years, context, call), (calendars) => {
    const reached = walkTradingDays(calendars, from, left);
    if ('day' in reached) return reached.day;
    const edge = step > 0 ? lastDayOf(years.at(-1)!) : firstDayOf(years.at(-1)!);
    return walk({ from: edge, left: reached.left }, whole, context, call);
  });
}

function yearsFrom(first: number, last: number): readonly number[] {
  const step = last < first ? -1 : 1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, index) => first + index * step);
}

const tooFar = ({ start, days }: TradingStep): CellError =>
  new CellError(
    '#VALUE!',
    `days: ${days} trading days lead more than ${MAX_YEARS} years away from ${isoFromDay(start)}; give fewer`,
  );
