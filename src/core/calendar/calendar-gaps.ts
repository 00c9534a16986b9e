import { DAYS_PER_WEEK } from './weekdays';

/** A period in which a calendar lacks trading days. */
export interface Gap {
  /** The first and the last day about which nothing is certain. */
  readonly from: number;
  readonly to: number;
  /** The exchange whose calendar it is. */
  readonly mic: string;
}

/** No exchange closes for longer by plan: Lunar New Year took Taipei twelve days in 2023. */
const MAX_CLOSING_DAYS = 12;
/** An exchange trades on most of its trading weekdays: holidays take less than a tenth of them. */
const MIN_SHARE = 0.8;
/** In a shorter period a few holidays are a large share. */
const MIN_PERIOD_DAYS = 60;

/**
 * Finds periods that a calendar silently leaves out: stretches without a session that are too long for holidays, or the
 * whole calendar if too few days trade.
 *
 * @param days ascending trading days, each once
 */
export function gapsIn(days: readonly number[], mic: string): readonly Gap[] {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  if (isSparse(days, last - first + 1)) return [{ from: first, to: last, mic }];
  return days.flatMap((day, index) => {
    const next = days[index + 1] ?? day;
    return next - day - 1 > MAX_CLOSING_DAYS ? [{ from: day + 1, to: next - 1, mic }] : [];
  });
}

function isSparse(days: readonly number[], length: number): boolean {
  const weeks = length / DAYS_PER_WEEK;
  const counts = new Array<number>(DAYS_PER_WEEK).fill(0);
  for (const day of days) counts[day % DAYS_PER_WEEK]!++;
  // A single Saturday that makes up for a lost day does not make Saturday a trading weekday.
  const tradingWeekdays = counts.filter((count) => count > weeks / DAYS_PER_WEEK).length;
  return length > MIN_PERIOD_DAYS && days.length < MIN_SHARE * weeks * tradingWeekdays;
}
