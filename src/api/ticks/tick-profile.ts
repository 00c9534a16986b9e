import type { Bar } from '../../core/calendar/bars';
import type { Span } from '../../core/calendar/bar-rules';
import { MS_PER_DAY, MS_PER_HOUR } from '../../core/calendar/units';
import { MONDAY, SATURDAY, SUNDAY, weekdayOf } from '../../core/calendar/weekdays';

/** An hour with at least this many ticks is a trading hour. */
const FEWEST = 1;
/** Hours of the day that were read on so many days show what other days have. */
const DAYS_TO_BE_SURE = 5;
/** An index may have had far fewer ticks long before or after what was read of it. */
const SURE_WITHIN_MS = 91 * MS_PER_DAY;

interface HourSample {
  ticks: number;
  hours: number;
}

/** An index's ticks by hour of the day, in UTC: on weekdays, Saturdays and Sundays. Learned from what has been read. */
export class TickProfile {
  readonly #samples = new Map<number, HourSample>();
  /** Judged by a few pages; for hours without readings. */
  readonly #assumed = new Map<number, number>();

  readonly #silences: Span[] = [];
  /** The hours that were read. */
  readonly #learned = new Set<number>();

  /** @param times of all ticks in the span, in order */
  learn({ fromMs, toMs }: Span, times: readonly number[]): void {
    let next = 0;
    for (
      let hourMs = Math.ceil(fromMs / MS_PER_HOUR) * MS_PER_HOUR;
      hourMs + MS_PER_HOUR <= toMs;
      hourMs += MS_PER_HOUR
    ) {
      while (next < times.length && times[next]! < hourMs) next++;
      const first = next;
      while (next < times.length && times[next]! < hourMs + MS_PER_HOUR) next++;
      this.#add(hourMs, next - first);
    }
  }

  /** @param bars all minute bars of that day */
  learnDay(dayMs: number, bars: readonly Bar[]): void {
    const counts = new Array<number>(24).fill(0);
    for (const { time, count } of bars) counts[Math.floor((time * 1000 - dayMs) / MS_PER_HOUR)]! += count;
    counts.forEach((count, hour) => {
      this.#add(dayMs + hour * MS_PER_HOUR, count);
    });
  }

  /**
   * Assumes this density (ticks per millisecond) in hours of these sessions.
   *
   * @param areAll whether other hours of their days have no ticks; otherwise nothing is assumed of those
   */
  assume(density: number, sessions: readonly Span[], areAll: boolean): void {
    const [insideMs, days] = [new Map<number, number>(), new Set<number>()];
    for (const { fromMs, toMs } of sessions)
      for (let hourMs = hourAt(fromMs); hourMs < toMs; hourMs += MS_PER_HOUR) {
        const ownMs = Math.min(toMs, hourMs + MS_PER_HOUR) - Math.max(fromMs, hourMs);
        insideMs.set(hourOfWeek(hourMs), (insideMs.get(hourOfWeek(hourMs)) ?? 0) + ownMs);
        days.add(hourMs - (hourMs % MS_PER_DAY));
      }
    const dayCounts = new Map<number, number>();
    for (const dayMs of days) dayCounts.set(hourOfWeek(dayMs), (dayCounts.get(hourOfWeek(dayMs)) ?? 0) + 1);
    for (const [first, count] of dayCounts)
      for (let slot = first; slot < first + 24; slot++)
        if (areAll) this.#assumed.set(slot, ((insideMs.get(slot) ?? 0) / count) * density);
        else if (insideMs.has(slot)) this.#assumed.set(slot, MS_PER_HOUR * density);
  }

  /** Notes that a span has no ticks. */
  noteSilence(span: Span): void {
    this.#silences.push(span);
  }

  /** Whether enough is known about the weekdays of a span, or has even been read. */
  isKnown({ fromMs, toMs }: Span, isRead = false): boolean {
    const toLookAtMs = Math.min(toMs, fromMs + 4 * MS_PER_DAY);
    for (let hourMs = hourAt(fromMs); hourMs < toLookAtMs; hourMs += MS_PER_HOUR)
      if (isWeekday(hourMs) && (isRead ? this.#samples.get(hourOfWeek(hourMs)) : this.#ofHour(hourMs)) === undefined)
        return false;
    return true;
  }

  /** About how many ticks the span has. */
  expect({ fromMs, toMs }: Span): number {
    let sum = 0;
    for (let hourMs = hourAt(fromMs); hourMs < toMs; hourMs += MS_PER_HOUR) {
      if (this.#isSilent(hourMs)) continue;
      const insideMs = Math.min(toMs, hourMs + MS_PER_HOUR) - Math.max(fromMs, hourMs);
      sum += ((this.#ofHour(hourMs) ?? 0) * insideMs) / MS_PER_HOUR;
    }
    return sum;
  }

  /**
   * About how many ticks the span surely has: in hours of the day that were read on several days, near to those. Pages
   * that were only looked at prove nothing, because they may have met the only bursts.
   */
  expectSurely({ fromMs, toMs }: Span): number {
    let [firstMs, lastMs] = [Infinity, -Infinity];
    for (const hourMs of this.#learned) {
      firstMs = Math.min(firstMs, hourMs);
      lastMs = Math.max(lastMs, hourMs);
    }
    const endMs = Math.min(toMs, lastMs + SURE_WITHIN_MS);
    let sum = 0;
    for (
      let hourMs = Math.ceil(Math.max(fromMs, firstMs - SURE_WITHIN_MS) / MS_PER_HOUR) * MS_PER_HOUR;
      hourMs + MS_PER_HOUR <= endMs;
      hourMs += MS_PER_HOUR
    ) {
      const { ticks, hours } = this.#samples.get(hourOfWeek(hourMs)) ?? { ticks: 0, hours: 0 };
      if (hours >= DAYS_TO_BE_SURE && !this.#isSilent(hourMs)) sum += ticks / hours;
    }
    return sum;
  }

  /** The starts of the span's trading hours. */
  *activeHours({ fromMs, toMs }: Span): Generator<number> {
    for (let hourMs = hourAt(fromMs); hourMs < toMs; hourMs += MS_PER_HOUR)
      if ((this.#ofHour(hourMs) ?? 0) >= FEWEST && !this.#isSilent(hourMs)) yield hourMs;
  }

  #isSilent(timeMs: number): boolean {
    return this.#silences.some(({ fromMs, toMs }) => timeMs >= fromMs && timeMs < toMs);
  }

  #add(hourMs: number, ticks: number): void {
    if (this.#learned.has(hourMs)) return;
    this.#learned.add(hourMs);
    const slot = hourOfWeek(hourMs);
    const sample = this.#samples.get(slot) ?? { ticks: 0, hours: 0 };
    sample.ticks += ticks;
    sample.hours++;
    this.#samples.set(slot, sample);
  }

  #ofHour(hourMs: number): number | undefined {
    const sample = this.#samples.get(hourOfWeek(hourMs));
    if (sample) return sample.ticks / sample.hours;
    return this.#assumed.get(hourOfWeek(hourMs));
  }
}

const hourAt = (timeMs: number): number => Math.floor(timeMs / MS_PER_HOUR) * MS_PER_HOUR;
const hourOfDay = (timeMs: number): number => Math.floor((timeMs % MS_PER_DAY) / MS_PER_HOUR);
const weekdayAt = (timeMs: number): number => weekdayOf(Math.floor(timeMs / MS_PER_DAY));
/** From Monday to Friday. */
export function isWeekday(timeMs: number): boolean {
  const weekday = weekdayAt(timeMs);
  return weekday !== SATURDAY && weekday !== SUNDAY;
}

/** All weekdays share their hours. */
const hourOfWeek = (hourMs: number): number =>
  hourOfDay(hourMs) + 24 * (isWeekday(hourMs) ? MONDAY : weekdayAt(hourMs));
