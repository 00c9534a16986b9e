import type { Call } from '../../core/call';
import { isoFromDay } from '../../core/dates';
import { CellError } from '../../core/errors';
import { countTradingDays, yearOf } from '../../core/trading-days';
import type { Context, Result } from '../define';
import { after } from '../each';
import { MOST_YEARS, commonYears } from './trading-years';

interface Given {
  readonly start: number;
  readonly end: number;
  readonly mics: readonly string[];
}

export function handle({ start, end, mics }: Given, context: Context, call: Call): Result | Promise<Result> {
  const [first, last] = [Math.min(start, end), Math.max(start, end)];
  const firstYear = yearOf(first);
  const years = Array.from({ length: yearOf(last) - firstYear + 1 }, (_, index) => firstYear + index);
  if (years.length > MOST_YEARS + 1) {
    throw new CellError('#VALUE!', `end: ${isoFromDay(end)} is more than ${MOST_YEARS} years from the start, ${isoFromDay(start)}; give a nearer date`);
  }
  return after(commonYears(mics, years, context, call), (calendars) => {
    const count = countTradingDays(calendars, first, last);
    // Never -0, which is no number of a sheet.
    return end < start && count > 0 ? -count : count;
  });
}
