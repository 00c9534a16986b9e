import * as fc from 'fast-check';
import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../../../src/core/calendar/dates';
import type { Span } from '../../../../src/core/calendar/bars';

/** A Monday. */
export const FIRST_DAY_MS = 20_003 * MS_PER_DAY;
export const DAYS = 28;

interface Shape {
  /** Of its ticks, in milliseconds since 1970, in order. */
  readonly times: readonly number[];
  readonly sessions: readonly Span[];
}

export const randomOf = (seed: number) => {
  let state = (seed ^ 0x9e3779b9) >>> 0;
  return (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/**
 * Ticks spread evenly over all hours, those of weekdays, or sessions; more at their ends; in bursts of a minute, or
 * nearly all in bursts; far more on one day; few.
 */
const KINDS = ['always', 'weekdays', 'session', 'ends', 'minutes', 'bursts', 'news', 'sparse'] as const;

interface ShapeSeed {
  readonly kind: (typeof KINDS)[number];
  /** Ticks a day, about. */
  readonly perDay: number;
  /** Of a session, in hours of UTC. */
  readonly opens: number;
  readonly hours: number;
  /** Ticks in a burst. */
  readonly burst: number;
  /** After which share of the days the ticks end; before which they begin, if negative. */
  readonly ends: number;
  readonly seed: number;
}

const seeds = fc.record<ShapeSeed>({
  kind: fc.constantFrom(...KINDS),
  perDay: fc.double({ min: 6, max: 11.5, noNaN: true }).map((exponent) => 2 ** exponent),
  opens: fc.constantFrom(0, 1, 7, 8, 13.5, 14.5),
  hours: fc.constantFrom(5, 6.5, 8.5),
  burst: fc.constantFrom(5, 20, 50, 100, 300, 800),
  ends: fc.oneof({ weight: 5, arbitrary: fc.constant(1) }, fc.double({ min: -0.9, max: 0.9, noNaN: true })),
  seed: fc.integer(),
});

function shapeOf({ kind, perDay, opens, hours, burst, ends, seed }: ShapeSeed): Shape {
  const random = randomOf(seed);
  const times: number[] = [];
  const sessions: Span[] = [];
  const newsDay = Math.floor(random() * 20);
  for (let day = 0; day < DAYS; day++) {
    const dayMs = FIRST_DAY_MS + day * MS_PER_DAY;
    const isWeekend = day % 7 > 4;
    if (isWeekend && kind !== 'always') continue;
    const isAllDay = kind === 'always' || kind === 'weekdays';
    const session = isAllDay
      ? { fromMs: dayMs, toMs: dayMs + MS_PER_DAY }
      : { fromMs: dayMs + opens * MS_PER_HOUR, toMs: dayMs + (opens + hours) * MS_PER_HOUR };
    sessions.push(session);
    const length = session.toMs - session.fromMs;
    const luck = 0.7 + 0.6 * random();
    const scale = kind === 'sparse' ? 0.05 : kind === 'news' ? (day % 20 === newsDay ? 5 : 0.8) : 1;
    const count = perDay * luck * scale;
    const at = (share: number): number => Math.floor(session.fromMs + share * (length - 1));
    if (kind === 'minutes') {
      const minutes = Math.floor(length / MS_PER_MINUTE);
      const mean = count / minutes;
      for (let minute = 0; minute < minutes; minute++) {
        const isBurst = random() < 0.1;
        const own = mean * (isBurst ? 5.4 : 0.5) * (0.4 + 1.2 * random());
        const whole = Math.floor(own) + (random() < own % 1 ? 1 : 0);
        for (let index = 0; index < whole; index++)
          times.push(session.fromMs + minute * MS_PER_MINUTE + Math.floor(random() * (isBurst ? 8_000 : 60_000)));
      }
      continue;
    }
    if (kind === 'bursts') {
      const bursts = Math.max(1, Math.round(count / burst));
      for (let one = 0; one < bursts; one++) {
        const beginMs = at(random() * 0.98);
        const size = burst * (0.3 + 1.4 * random());
        const lengthMs = size * (50 + 300 * random());
        for (let index = 0; index < size; index++) times.push(beginMs + Math.floor(random() * lengthMs));
      }
      continue;
    }
    for (let index = 0; index < Math.max(1, count); index++) {
      const share = random();
      times.push(at(kind === 'ends' ? (share < 0.5 ? 2 * share * share : 1 - 2 * (1 - share) * (1 - share)) : share));
    }
  }
  times.sort((one, other) => one - other);
  const cutMs = FIRST_DAY_MS + Math.abs(ends) * DAYS * MS_PER_DAY;
  return {
    times: times.filter((timeMs) => (ends > 0 ? timeMs < cutMs : timeMs >= cutMs)),
    sessions,
  };
}

export const shapes = seeds.map(shapeOf);
