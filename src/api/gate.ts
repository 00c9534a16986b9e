import { Line } from './line';
import { RateLimit } from './rate-limit';
import type { Ticket } from './rate-limit';

/**
 * Holds requests back while the service's limits say so. It keeps a timer only while somebody waits. Every ticket must be handed
 * back once, as accepted, refused or lost.
 */
export class Gate {
  readonly #line = new Line<Ticket>();
  readonly #limit: RateLimit;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly now: () => number) {
    this.#limit = new RateLimit(now());
  }

  /** Waits until a request may leave. */
  pass(signal: AbortSignal): Promise<Ticket> {
    const ticket = this.#line.join(signal, this.#advance);
    this.#advance();
    return ticket;
  }

  accepted(ticket: Ticket): void {
    this.#limit.accepted(ticket, this.now());
    this.#advance();
  }

  lost(ticket: Ticket): void {
    this.#limit.lost(ticket);
    this.#advance();
  }

  /** Begins or prolongs a pause for all; false when it would be too long, and those who wait should be refused. */
  refused(ticket: Ticket, retryAfterMs: number | undefined, isQuota: boolean): boolean {
    const isWorthWaiting = this.#limit.refused(ticket, this.now(), retryAfterMs, isQuota);
    if (isWorthWaiting) this.#advance();
    return isWorthWaiting;
  }

  refuseAll(error: Error): void {
    this.#line.refuseAll(error);
    this.#advance();
  }

  readonly #advance = (): void => {
    clearTimeout(this.#timer);
    while (!this.#line.isEmpty) {
      const now = this.now();
      const waitMs = this.#limit.waitMs(now);
      if (waitMs > 0) {
        if (waitMs < Infinity) this.#timer = setTimeout(this.#advance, waitMs);
        return;
      }
      this.#line.admitFirst(this.#limit.take(now));
    }
  };
}
