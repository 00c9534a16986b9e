import type { OutRequest } from './measured';

export interface Situation {
  /** Running requests that cells wait for. */
  readonly out: Iterable<OutRequest>;
  /** The number of running and waiting requests of cells. */
  readonly count: number;
  /** Whether requests wait for a pause to end, or for a retry. */
  readonly isHeldUp: boolean;
  readonly now: number;
  /** Recent milliseconds from request to answer, and from one answer to the next; undefined if not known. */
  readonly latencyOf: (kind: string) => { readonly recent: number; readonly pace: number } | undefined;
}

/** A request that takes this many times the usual latency is slow, and nobody knows how slow. */
const SLOW = 2;
const JITTER_MS = 50;
/** Allowance for an answer that is already due. */
const DUE_MS = 10;

/**
 * Milliseconds until the last request is expected to be answered; 0 if there are none, Infinity if it cannot be told.
 */
export function expectedMs({ out, count, isHeldUp, now, latencyOf }: Situation): number {
  if (count === 0) return 0;
  if (isHeldUp) return Infinity;
  let [expected, longest, slowest, outCount] = [0, 0, 0, 0];
  for (const { kind, startedAt, isPaged, priority } of out) {
    if (priority === 'background') continue;
    const latency = latencyOf(kind);
    const passed = now - startedAt;
    // The number of following pages is not known.
    if (latency === undefined || isPaged || passed > latency.recent * SLOW + JITTER_MS) return Infinity;
    expected = Math.max(expected, latency.recent - passed, DUE_MS);
    longest = Math.max(longest, latency.recent);
    slowest = Math.max(slowest, latency.pace);
    outCount++;
  }
  const waiting = Math.max(0, count - outCount);
  if (waiting > 0 && outCount === 0) return Infinity;
  return waiting === 0 ? expected : waiting * slowest + longest;
}
