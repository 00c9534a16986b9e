import type { OutRequest } from './measured';

export interface Situation {
  /** Requests that cells wait for, and that are out. */
  readonly out: Iterable<OutRequest>;
  /** How many requests of cells have a place or wait for one. */
  readonly count: number;
  /** How many round trips so many requests take that wait for a place. */
  readonly roundTripsFor: (count: number) => number;
  /** Whether requests wait for a pause to end, or to be tried again. */
  readonly isHeldUp: boolean;
  readonly now: number;
  /** Recent milliseconds from request to answer; undefined where none is known. */
  readonly latencyOf: (kind: string) => number | undefined;
}

/** A request that takes this many times as long as those before it is slow, and nobody knows how slow. */
const SLOW = 2;
const JITTER_MS = 50;
/** What is due is about to come. */
const DUE_MS = 10;

/** Milliseconds until the last of the requests is expected to be answered; 0 where there are none, Infinity where it cannot be told. */
export function expectedMs({ out, count, roundTripsFor, isHeldUp, now, latencyOf }: Situation): number {
  if (count === 0) return 0;
  if (isHeldUp) return Infinity;
  let [expected, longest, outCount] = [0, 0, 0];
  for (const { kind, startedAt, isPaged, priority } of out) {
    if (priority === 'background') continue;
    const latency = latencyOf(kind);
    const passed = now - startedAt;
    // How many pages follow one another is not known.
    if (latency === undefined || isPaged || passed > latency * SLOW + JITTER_MS) return Infinity;
    expected = Math.max(expected, latency - passed, DUE_MS);
    longest = Math.max(longest, latency);
    outCount++;
  }
  const waiting = Math.max(0, count - outCount);
  if (waiting > 0 && outCount === 0) return Infinity;
  return expected + roundTripsFor(waiting) * longest;
}
