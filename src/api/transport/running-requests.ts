import { ServiceError } from '../service-error';
import type { AdaptiveConcurrency } from './adaptive-concurrency';
import type { Send } from './http';
import type { Priority } from './wait-queue';

/** A running request. */
export interface RunningRequest {
  readonly kind: string;
  readonly startedAt: number;
  /** Whether it is one of several pages of an answer. */
  readonly isPaged: boolean;
  readonly priority: Priority;
}

/** Knows which requests are running, and reports each attempt's outcome to the concurrency limit. */
export class RunningRequests {
  readonly out = new Set<RunningRequest>();

  constructor(
    private readonly concurrency: AdaptiveConcurrency,
    private readonly now: () => number,
  ) {}

  /** The policy: sends, and measures. */
  readonly measuring =
    (send: Send): Send =>
    async (request, signal) => {
      const startedAt = this.now();
      const kind = request.kind ?? request.path;
      const { isPaged = false, priority = 'foreground' } = request;
      const one: RunningRequest = { kind, startedAt, isPaged, priority };
      this.out.add(one);
      const outAtStart = this.out.size;
      try {
        const reply = await send(request, signal);
        const now = this.now();
        if (reply.status === 429 || reply.status >= 500) this.concurrency.overloaded(startedAt, now);
        else {
          const isBinding = request.isBinding?.() ?? false;
          const outCount = Math.max(outAtStart, this.out.size);
          this.concurrency.answered({ kind, startedAt, now, outCount, isBinding });
        }
        return reply;
      } catch (error) {
        if (error instanceof ServiceError && error.kind === 'timeout')
          this.concurrency.overloaded(startedAt, this.now());
        throw error;
      } finally {
        this.out.delete(one);
      }
    };
}

/** What a forecast rests on. */
export interface Situation {
  /** Running requests that cells wait for. */
  readonly out: Iterable<RunningRequest>;
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
