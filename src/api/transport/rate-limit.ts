import { pauseError, type ServiceError } from '../service-error';
import type { Send } from './http';
import type { RateLimiter } from './rate-limiter';
import { retryAfterMs } from './retry-after';

export interface RateLimitOptions {
  readonly limiter: RateLimiter;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called when the service asks for a pause that is too long to wait. */
  readonly onTooLong: (error: ServiceError) => void;
}

/** Waits while the service's limits say so, and sends again what it refused for them. Other answers are passed on whatever they say. */
export const rateLimited =
  (send: Send, { limiter, now, onTooLong }: RateLimitOptions): Send =>
  async (request, signal) => {
    for (;;) {
      const permit = await limiter.acquire(signal);
      const reply = await send(request, signal).catch((error: unknown) => {
        limiter.lost(permit);
        throw error;
      });
      const { status, headers } = reply;
      // Most answers say nothing of a pause, and wait for nothing.
      const pauseMs = headers.has('retry-after') ? await retryAfterMs(headers, now()) : undefined;
      if (status !== 429 && (status !== 503 || pauseMs === undefined)) {
        limiter.accepted(permit);
        return reply;
      }
      if (limiter.refused(permit, pauseMs, status === 429)) continue;
      const error = pauseError(status, pauseMs);
      onTooLong(error);
      throw error;
    }
  };
