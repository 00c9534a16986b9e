import { isoFromDay } from '../core/calendar/dates';
import { countTradingDays, yearOf } from '../core/calendar/trading-days';
import { CellError } from '../core/errors';
import { define } from './define';
import { date } from './parameters/dates';
import { commonYears, MAX_YEARS } from './tables/trading-years';
import { required } from './parameters/values';
import { exchanges } from './parameters/names';
import { whenReady } from '../core/basics';

const DATE = 'a date such as "2026-11-20"';

export const networkDays = define({
  id: 'NETWORKDAYS',
  parameters: {
    start: required(date(), DATE),
    end: required(date(), DATE),
    mics: exchanges(),
  },
  result: 'scalar',
  sources: ['GET /stocks/markets/hours', 'GET /stocks/markets/holidays'],
  requests: 'year',
  handle({ start, end, mics }, context, call) {
    const [first, last] = [Math.min(start, end), Math.max(start, end)];
    const firstYear = yearOf(first);
    const years = Array.from({ length: yearOf(last) - firstYear + 1 }, (_, index) => firstYear + index);
    if (years.length > MAX_YEARS + 1)
      throw new CellError(
        '#VALUE!',
        `end: ${isoFromDay(end)} is more than ${MAX_YEARS} years from the start, ${isoFromDay(start)}; give a nearer date`,
      );
    return whenReady(commonYears(mics, years, context, call), (calendars) => {
      const count = countTradingDays(calendars, first, last);
      // Never -0, which a sheet does not have.
      return end < start && count > 0 ? -count : count;
    });
  },
});
