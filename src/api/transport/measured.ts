import { ServiceError } from '../service-error';
import type { AdaptiveConcurrency } from './adaptive-concurrency';
import type { Send } from './http';
import type { Priority } from './wait-queue';

/** A running request. */
export interface OutRequest {
  readonly kind: string;
  readonly startedAt: number;
  /** Whether it is one of several pages of an answer. */
  readonly isPaged: boolean;
  readonly priority: Priority;
}

/** Reports each attempt's outcome to the concurrency limit, and knows which requests are running. */
export class Measured {
  readonly out = new Set<OutRequest>();

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
      const one: OutRequest = { kind, startedAt, isPaged, priority };
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
