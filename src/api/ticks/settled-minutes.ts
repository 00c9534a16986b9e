import type { Bar } from '../../core/calendar/bars';
import type { Span } from '../../core/calendar/bar-rules';
import { MS_PER_DAY, MS_PER_MINUTE } from '../../core/calendar/units';
import { RecentMap } from '../../core/recent-map';
import type { KeptMinutes } from './window-pieces';

/** Days in memory, each of one index: at most twice as many. A day takes about 100 kB. */
const MAX_DAYS = 40;

/** By minute of the day: its bar, or null if it has no ticks. Minutes that are not known are missing. */
type Minutes = (Bar | null | undefined)[];

/** The minute bars of parts of days, in memory. Only minutes that get no more ticks belong here. */
export class SettledMinutes {
  readonly #days = new RecentMap<string, Minutes>(MAX_DAYS);

  /**
   * Keeps the minutes that lie within a span completely.
   *
   * @param bars all minute bars of the span
   */
  keep(symbol: string, { fromMs, toMs }: Span, bars: readonly Bar[]): void {
    const barAt = new Map(bars.map((bar) => [bar.time * 1000, bar]));
    for (const part of daysIn({ fromMs, toMs })) {
      const [first, last] = minutesOf(part);
      if (first >= last) continue;
      const key = keyOf(symbol, part.dayMs);
      const minutes = this.#days.get(key) ?? [];
      for (let minute = first; minute < last; minute++)
        minutes[minute] = barAt.get(part.dayMs + minute * MS_PER_MINUTE) ?? null;
      this.#days.set(key, minutes);
    }
  }

  /** The kept parts of a span, in order of time, each within a day. */
  in(symbol: string, { fromMs, toMs }: Span): readonly KeptMinutes[] {
    const kept: KeptMinutes[] = [];
    for (const part of daysIn({ fromMs, toMs })) {
      const minutes = this.#days.get(keyOf(symbol, part.dayMs));
      if (!minutes) continue;
      const [first, last] = minutesOf(part);
      for (let minute = first; minute < last; minute++) {
        if (minutes[minute] === undefined) continue;
        const begin = minute;
        while (minute < last && minutes[minute] !== undefined) minute++;
        kept.push({
          fromMs: part.dayMs + begin * MS_PER_MINUTE,
          toMs: part.dayMs + minute * MS_PER_MINUTE,
          bars: minutes.slice(begin, minute).filter((bar) => bar != null),
        });
      }
    }
    return kept;
  }
}

const keyOf = (symbol: string, dayMs: number): string => `${symbol} ${dayMs}`;

interface DayPart extends Span {
  readonly dayMs: number;
}

function* daysIn({ fromMs, toMs }: Span): Generator<DayPart> {
  for (let dayMs = Math.floor(fromMs / MS_PER_DAY) * MS_PER_DAY; dayMs < toMs; dayMs += MS_PER_DAY)
    yield { dayMs, fromMs: Math.max(fromMs, dayMs), toMs: Math.min(toMs, dayMs + MS_PER_DAY) };
}

/** The whole minutes of a part of a day: the first, and the one after the last. */
const minutesOf = ({ dayMs, fromMs, toMs }: DayPart): readonly [number, number] => [
  Math.ceil((fromMs - dayMs) / MS_PER_MINUTE),
  Math.floor((toMs - dayMs) / MS_PER_MINUTE),
];
