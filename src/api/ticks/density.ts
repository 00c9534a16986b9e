import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../core/calendar/dates';
import { SATURDAY, SUNDAY, weekdayOf } from '../../core/calendar/iso-dates';
import type { Span } from '../../core/calendar/bars';
import type { TickRequest } from './reader';

const HOURS = 24;
/** An hour of the day has a known density once this much of it was read; the whole day, once this many hours were. */
const [KNOWN_MS, KNOWN_HOURS] = [10 * MS_PER_MINUTE, 6];
/** An hour counts as quiet if it has this many times fewer ticks than the busiest. */
const FEW = 10;
/** Exchanges usually open during this many hours, some of them in part: those in Europe open between 6 and 9 UTC. */
const usualHours = (opens: number): number => (opens >= 6 && opens <= 9 ? 9 : 7);

/** How many ticks an index has at which hour of a weekday (UTC), and at weekends, as far as pages have shown. */
export class TickDensity {
  /** The last entry is for weekends. */
  readonly #ms = new Array<number>(HOURS + 1).fill(0);
  readonly #ticks = new Array<number>(HOURS + 1).fill(0);
  /** Where a page ended, by the cursor of the next one. */
  readonly #ends = new Map<string, number>();

  notePage({ start, end, cursor }: TickRequest, times: readonly number[], next: string | null): void {
    const lastMs = times.at(-1) ?? start * 1000;
    if (next !== null) this.#ends.set(next, lastMs);
    const fromMs = cursor === undefined ? start * 1000 : (this.#ends.get(cursor) ?? times[0] ?? NaN);
    eachHour({ fromMs, toMs: next === null ? end * 1000 : lastMs }, (place, ms) => {
      this.#ms[place]! += ms;
    });
    for (const timeMs of times) this.#ticks[placeOf(timeMs)]! += 1;
  }

  /** About how many ticks these spans have; undefined if too little is known of the day. */
  ticksIn(spans: readonly Span[]): number | undefined {
    const rates = this.#rates();
    if (rates === undefined) return undefined;
    let count = 0;
    for (const span of spans)
      eachHour(span, (place, ms) => {
        count += ms * rates[place]!;
      });
    return count;
  }

  /** Ticks per millisecond, by entry. A session without a known end is assumed to last for the usual time. */
  #rates(): readonly number[] | undefined {
    const known = this.#ms.map((ms, place) => (ms < KNOWN_MS ? undefined : this.#ticks[place]! / ms));
    const hours = [...Array(HOURS).keys()];
    const knownHours = hours.filter((hour) => known[hour] !== undefined);
    if (knownHours.length < KNOWN_HOURS) return undefined;
    const busiest = Math.max(...known.map((rate) => rate ?? 0));
    const isBusy = known.map((rate) => rate !== undefined && rate > busiest / FEW);
    const meanOf = (places: readonly number[]): number =>
      sumOf(places.map((place) => this.#ticks[place]!)) / Math.max(1, sumOf(places.map((place) => this.#ms[place]!)));
    const busyRate = meanOf(hours.filter((hour) => isBusy[hour]));
    const quietHours = knownHours.filter((hour) => !isBusy[hour]);
    // The part that was read may lie within a session or within a night.
    if (quietHours.length === 0 && knownHours.length < HOURS) return undefined;
    const quietRate = meanOf(quietHours);
    const rates = [...known];
    let busyHours = 0;
    // Goes round the day twice, since a session may pass midnight.
    for (const hour of [...hours, ...hours]) {
      if (known[hour] === undefined)
        rates[hour] =
          busyHours > 0 && busyHours < usualHours((hour - busyHours + HOURS) % HOURS) ? busyRate : quietRate;
      busyHours = rates[hour]! > busiest / FEW ? busyHours + 1 : 0;
    }
    return rates.map((rate) => rate ?? 0);
  }
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

function placeOf(timeMs: number): number {
  const weekday = weekdayOf(Math.floor(timeMs / MS_PER_DAY));
  return weekday === SATURDAY || weekday === SUNDAY ? HOURS : Math.floor((timeMs % MS_PER_DAY) / MS_PER_HOUR);
}

function eachHour({ fromMs, toMs }: Span, add: (place: number, ms: number) => void): void {
  for (let atMs = fromMs; atMs < toMs;) {
    const endMs = Math.min(toMs, (Math.floor(atMs / MS_PER_HOUR) + 1) * MS_PER_HOUR);
    add(placeOf(atMs), endMs - atMs);
    atMs = endMs;
  }
}
