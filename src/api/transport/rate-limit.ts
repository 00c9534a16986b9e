import { type ServiceError, statusError } from '../service-error';
import type { Send } from './http';
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
      const pauseMs = headers.has('retry-after') ? await pauseIn(headers, now()) : undefined;
      if (status !== 429 && (status !== 503 || pauseMs === undefined)) {
        limiter.accepted(permit);
        return reply;
      }
      if (limiter.refused(permit, pauseMs, status === 429)) continue;
      const error = await tooLong(status, pauseMs);
      onTooLong(error);
      throw error;
    }
  };

/** Most answers contain no pause, and load no code for it. If it cannot be loaded, the header is ignored. */
const pauses = () => import('./retry-after');
const pauseIn = (headers: Headers, now: number): Promise<number | undefined> =>
  pauses().then(
    ({ retryAfterMs }) => retryAfterMs(headers, now),
    () => undefined,
  );
const tooLong = (status: number, pauseMs: number | undefined): Promise<ServiceError> =>
  pauses().then(
    ({ pauseError }) => pauseError(status, pauseMs),
    () => statusError(status),
  );

/**
 * Holds requests back as the service's limits require. A timer runs only while something waits. Every permit must be
 * handed back once, as accepted, refused or lost.
 */
export class RateLimiter {
  readonly #queue = new WaitQueue<Permit>();
  readonly #limit = new LearnedRateLimit();
  /** The end of a pause that nothing waits for, and the status that asked for it. */
  #shutUntil = 0;
  #status = 429;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly now: () => number) {}

  /** Waits until a request may be sent. Rejects at once during a pause that is too long to wait for. */
  async acquire(signal: AbortSignal): Promise<Permit> {
    const leftMs = this.#shutUntil - this.now();
    if (leftMs > 0) throw await tooLong(this.#status, leftMs);
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
    const now = this.now();
    const isWorthWaiting = this.#limit.refused(permit, now, retryAfterMs, isQuota);
    if (isWorthWaiting) this.#advance();
    else [this.#shutUntil, this.#status] = [now + (retryAfterMs ?? 0), isQuota ? 429 : 503];
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
