import { ServiceError, statusError } from '../service-error';
import { WaitQueue } from './concurrency-limit';
import { isPause, isTemporary, type Next, type Outgoing, type Policy, type Reply } from './policy';

/** How often a request is repeated after a connection failure or a temporary status. */
const MAX_REPEATS = 2;
/** One may fail by what it asks for, and six are as many as a browser sends. */
const [MIN_THRESHOLD, MAX_THRESHOLD] = [2, 6];

interface RepeatOptions {
  /** Milliseconds before the first repeat; doubles with each further one. Up to half is randomly subtracted. */
  readonly delayMs: number;
  /** Consecutive failures that open the circuit, from 2 to 6. @default 6 */
  readonly threshold?: number | undefined;
  /**
   * Called when a failure affects the whole service: nothing gets through, and thousands of waiting requests must not
   * find that out one by one.
   */
  readonly onBreak: (error: ServiceError) => void;
}

/**
 * The only place that decides whether a request is sent again. A request over the limit (429) is sent again when the
 * limits allow it, any number of times. After a connection failure or a temporary failure it is sent twice more: at the
 * time that the service states, or after a pause.
 *
 * Counts how many failed in a row, as a circuit breaker does. It opens when as many consecutive requests as the
 * threshold have failed temporarily. Nothing is then repeated until one is answered, so that each request quickly shows
 * whether the service is back.
 */
export class Repeats implements Policy {
  readonly #threshold: number;
  #failuresInARow = 0;
  #waitingCount = 0;

  constructor(private readonly options: RepeatOptions) {
    this.#threshold = Math.min(MAX_THRESHOLD, Math.max(MIN_THRESHOLD, options.threshold ?? MAX_THRESHOLD));
  }

  get isHoldingUp(): boolean {
    return this.#waitingCount > 0;
  }

  /** The reply of the last attempt, whatever its status. */
  async sendRequest(request: Outgoing, next: Next): Promise<Reply> {
    try {
      const reply = await this.#sendAgain(request, next);
      if (reply.status === 401) this.#countFailureOfService(statusError(reply.status));
      else if (!isTemporary(reply.status)) this.#failuresInARow = 0;
      // Each failure may have its own reason, so the other requests continue.
      else if (!request.isUncounted) this.#failuresInARow++;
      return reply;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      // The service asks for a pause that is too long to wait.
      if (error.kind === 'status') this.options.onBreak(error);
      if (error.kind === 'timeout' || (error.kind === 'network' && !request.isUncounted))
        this.#countFailureOfService(error);
      throw error;
    }
  }

  async #sendAgain(request: Outgoing, next: Next): Promise<Reply> {
    const { afterFailures = 0, signal } = request;
    if (afterFailures > 0) await this.#pause(afterFailures, signal);
    for (let failures = 0; ;) {
      try {
        const reply = await next(request);
        // The limits hold the next attempt back.
        if (reply.status === 429) continue;
        const isToldWhen = isPause(reply);
        if (!isTemporary(reply.status) || !this.#isRepeated(request, ++failures, isToldWhen)) return reply;
        if (isToldWhen) continue;
      } catch (error) {
        const isConnectionFailure = error instanceof ServiceError && error.kind === 'network';
        if (!isConnectionFailure || !this.#isRepeated(request, ++failures, false)) throw error;
      }
      await this.#pause(failures, signal);
    }
  }

  /**
   * Uploads are sent once: the service may have accepted what it did not confirm.
   *
   * @param isToldWhen whether the service itself says when to try again, so that the question is not at fault
   */
  #isRepeated({ body, isOnce = false }: Outgoing, failures: number, isToldWhen: boolean): boolean {
    const isOpen = this.#failuresInARow >= this.#threshold;
    return failures <= MAX_REPEATS && body === undefined && !isOpen && (isToldWhen || !isOnce);
  }

  async #pause(failures: number, signal: AbortSignal): Promise<void> {
    const ms = this.options.delayMs * 2 ** (failures - 1) * (0.5 + Math.random() / 2);
    const pause = new WaitQueue<void>();
    const timer = setTimeout(() => pause.releaseNext(), ms);
    this.#waitingCount++;
    try {
      await pause.wait(signal);
    } finally {
      this.#waitingCount--;
      clearTimeout(timer);
    }
  }

  /** Counts a failure that no single question can cause, and opens the circuit once they are enough. */
  #countFailureOfService(error: ServiceError): void {
    this.#failuresInARow++;
    if (this.#failuresInARow < this.#threshold) return;
    this.#failuresInARow = 0;
    this.options.onBreak(error);
  }
}
