import { pauseError, type ServiceError } from '../service-error';
import type { Send } from './http';
import { retryAfterMs } from './retry-after';
import { LearnedRateLimit, type Permit } from './learned-rate-limit';
import { WaitQueue } from './wait-queue';

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

/**
 * Holds requests back as the service's limits require. A timer runs only while something waits. Every permit must be
 * handed back once, as accepted, refused or lost.
 */
export class RateLimiter {
  readonly #queue = new WaitQueue<Permit>();
  readonly #limit = new LearnedRateLimit();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly now: () => number) {}

  /** Waits until a request may be sent. */
  acquire(signal: AbortSignal): Promise<Permit> {
    const permit = this.#queue.wait(signal, { onLeave: this.#advance });
    this.#advance();
    return permit;
  }

  /** How many requests are held back. */
  get waitingCount(): number {
    return this.#queue.size;
  }

  accepted(permit: Permit): void {
    this.#limit.accepted(permit, this.now());
    this.#advance();
  }

  lost(permit: Permit): void {
    this.#limit.lost(permit);
    this.#advance();
  }

  /**
   * Begins or extends a pause for all; returns false if it is too long, so that waiting requests should be rejected.
   */
  refused(permit: Permit, retryAfterMs: number | undefined, isQuota: boolean): boolean {
    const isWorthWaiting = this.#limit.refused(permit, this.now(), retryAfterMs, isQuota);
    if (isWorthWaiting) this.#advance();
    return isWorthWaiting;
  }

  rejectWaiting(error: Error): void {
    this.#queue.rejectAll(error);
    this.#advance();
  }

  readonly #advance = (): void => {
    clearTimeout(this.#timer);
    while (this.#queue.size > 0) {
      const now = this.now();
      const waitMs = this.#limit.waitMs(now);
      if (waitMs > 0) {
        if (waitMs < Infinity) this.#timer = setTimeout(this.#advance, waitMs);
        return;
      }
      this.#queue.releaseNext(this.#limit.take(now));
    }
  };
}
