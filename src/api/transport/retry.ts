import { isTemporary, ServiceError, statusError } from '../service-error';
import type { Reply, Sending } from './http';

/** Attempts after the first. */
const MAX_RETRIES = 2;
const FAILURES_IN_A_ROW = 6;

interface RetryOptions {
  /** Milliseconds before the first retry; doubles with each further one. Up to half is randomly subtracted. */
  readonly delayMs: number;
  /** Consecutive failures that open the circuit. @default 6 */
  readonly threshold?: number | undefined;
  /**
   * Called when the failure that opens the circuit affects the whole service: nothing gets through, and thousands of
   * waiting requests must not find that out one by one. The count then starts again.
   */
  readonly onBreak: (error: ServiceError) => void;
}

/**
 * Resends requests that failed on the way, or with a temporary status, and counts how many failed in a row, as a circuit
 * breaker does. While the circuit is closed, failures are retried. It opens when as many consecutive requests as the
 * threshold failed with a status that may pass: nothing is retried until one is answered, so that each request finds
 * out quickly whether the service is back.
 */
export class Retries {
  #failuresInARow = 0;
  #waitingCount = 0;

  constructor(private readonly options: RetryOptions) {}

  /** How many requests wait for their next attempt. */
  get waitingCount(): number {
    return this.#waitingCount;
  }

  /** The reply of the last attempt, whatever its status. */
  async send(request: Sending, signal: AbortSignal, attempt: () => Promise<Reply>): Promise<Reply> {
    try {
      const reply = await this.#sendAgain(request, signal, attempt);
      if (reply.status === 401) this.#failForAll(statusError(reply.status));
      else if (!isTemporary(reply.status)) this.#failuresInARow = 0;
      // Each may have its own reason, so the others continue.
      else if (!request.isUncounted) this.#failuresInARow++;
      return reply;
    } catch (error) {
      if (
        error instanceof ServiceError &&
        (error.kind === 'timeout' || (error.kind === 'network' && !request.isUncounted))
      )
        this.#failForAll(error);
      throw error;
    }
  }

  async #sendAgain(
    { body, isOnce, afterFailures = 0 }: Sending,
    signal: AbortSignal,
    attempt: () => Promise<Reply>,
  ): Promise<Reply> {
    if (afterFailures > 0) await this.#pause(afterFailures, signal);
    for (let retry = 0; ; retry++) {
      // Uploads are sent once: the service may have accepted what it did not confirm.
      const isLast = retry >= MAX_RETRIES || body !== undefined || isOnce === true || this.#isOpen;
      try {
        const reply = await attempt();
        if (isLast || !isTemporary(reply.status)) return reply;
      } catch (error) {
        if (isLast || !(error instanceof ServiceError && error.kind === 'network')) throw error;
      }
      await this.#pause(retry + 1, signal);
    }
  }

  async #pause(failures: number, signal: AbortSignal): Promise<void> {
    this.#waitingCount++;
    await delay(this.options.delayMs * 2 ** (failures - 1) * (0.5 + Math.random() / 2), signal).finally(
      () => this.#waitingCount--,
    );
  }

  get #isOpen(): boolean {
    return this.#failuresInARow >= (this.options.threshold ?? FAILURES_IN_A_ROW);
  }

  #failForAll(error: ServiceError): void {
    this.#failuresInARow++;
    if (!this.#isOpen) return;
    this.#failuresInARow = 0;
    this.options.onBreak(error);
  }
}

function delay(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal.reason as Error);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal.addEventListener('abort', stop);
  });
}
