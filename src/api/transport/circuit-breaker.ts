import { ServiceError, statusError } from '../service-error';
import type { Send } from './http';
import { RETRIED_STATUSES } from './retry';

/**
 * closed: failures are retried. open: as many consecutive requests as the threshold failed with a status that may pass
 * (408, 5xx). Nothing is retried until one is answered, so that each request finds out quickly whether the service is
 * back. Where nothing gets through at all, everything that waits is rejected, and the count starts again.
 */
type CircuitState = 'closed' | 'open';

const FAILURES_IN_A_ROW = 6;

interface CircuitBreakerOptions {
  /** Consecutive failures that open the circuit. @default 6 */
  readonly threshold?: number | undefined;
  /**
   * Called when the failure that opens the circuit affects the whole service: nothing gets through, and thousands of
   * waiting requests must not find that out one by one. The count then starts again.
   */
  readonly onBreak: (error: ServiceError) => void;
}

/** Counts consecutive requests that failed for reasons of the whole service. */
export class CircuitBreaker {
  #failuresInARow = 0;

  constructor(private readonly options: CircuitBreakerOptions) {}

  get state(): CircuitState {
    return this.#failuresInARow >= (this.options.threshold ?? FAILURES_IN_A_ROW) ? 'open' : 'closed';
  }

  /** The policy: sends, and counts the outcome. */
  readonly watching =
    (send: Send): Send =>
    async (request, signal) => {
      try {
        const reply = await send(request, signal);
        this.#hear(reply.status);
        return reply;
      } catch (error) {
        if (error instanceof ServiceError && (error.kind === 'network' || error.kind === 'timeout')) this.#fail(error);
        throw error;
      }
    };

  #hear(status: number): void {
    if (status === 401) this.#fail(statusError(status));
    // Each may have its own reason, so the others continue.
    else if (RETRIED_STATUSES.includes(status)) this.#failuresInARow++;
    else this.#failuresInARow = 0;
  }

  #fail(error: ServiceError): void {
    this.#failuresInARow++;
    if (this.state === 'closed') return;
    this.#failuresInARow = 0;
    this.options.onBreak(error);
  }
}
