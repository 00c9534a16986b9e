import { pauseError, type ServiceError } from '../service-error';
import type { Send } from './http';
import type { RateLimiter } from './rate-limiter';
import { retryAfterMs } from './retry-after';

interface RateLimitOptions {
  readonly limiter: RateLimiter;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Called when the service asks for a pause that is too long to wait. */
  readonly onTooLong: (error: ServiceError) => void;
}

/** Waits as the service's limits require, and resends what they refused. Passes on all other answers. */
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
      // Most answers contain no pause, and load no code for it.
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
