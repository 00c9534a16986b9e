import PQueue from 'p-queue';
import type { Answer } from './decode';
import { decode, decodeRefusal } from './decode';
import type { HttpOptions, Reply } from './http';
import { LONGEST_PAUSE_MS, getReply } from './http';
import type { Operation, WireNames } from './operation';
import { wireName } from './operation';
import type { Values } from './request';
import { requestPath } from './request';
import { retryAfterMs, waitForWindowMs } from './retry-after';
import { ServiceError, cancelledError, statusError } from './service-error';

export interface TransportOptions extends HttpOptions {
  readonly wireNames: WireNames;
}

const REQUESTS_AT_ONCE = 6;
const RETRIES_AFTER_LIMIT = 2;

/** Speaks to the service for the lookups: a queue, a common pause on 429, and errors that a cell can show. */
export class Transport {
  readonly #queue = new PQueue({ concurrency: REQUESTS_AT_ONCE });
  #resumeAt = 0;

  constructor(private readonly options: TransportOptions) {}

  /** Sends one operation and decodes its answer. Rejects with a CellError in every case but success. */
  async send(operation: Operation, values: Values, signal: AbortSignal): Promise<Answer> {
    const { address, apiKey, wireNames } = this.options;
    if (address === '') throw new ServiceError('no-address', 'Enter the service address in the MD pane');
    if (apiKey === '') throw new ServiceError('no-key', 'Enter your API key in the MD pane');
    const path = requestPath(operation, values, wireNames);
    for (let attempt = 0; ; attempt++) {
      const reply = await this.#inTurn(path, attempt, signal);
      if (reply.status >= 200 && reply.status < 300) return decode(operation, reply.body);
      if (reply.status !== 429 || attempt >= RETRIES_AFTER_LIMIT || !this.#pause(reply, attempt)) throw this.#explain(reply, operation);
    }
  }

  async #inTurn(path: string, priority: number, signal: AbortSignal): Promise<Reply> {
    try {
      return await this.#queue.add(() => getReply(path, this.options, signal), { signal, priority }) as Reply;
    } catch (error) {
      throw signal.aborted ? cancelledError() : error;
    }
  }

  /** Holds back every waiting request until the limit's window ends. False when that would take too long. */
  #pause({ headers }: Reply, attempt: number): boolean {
    const now = this.options.now();
    const waitMs = retryAfterMs(headers, now) ?? waitForWindowMs(now, attempt);
    if (waitMs > LONGEST_PAUSE_MS) return false;
    this.#resumeAt = Math.max(this.#resumeAt, now + waitMs);
    this.#queue.pause();
    setTimeout(() => {
      if (this.options.now() >= this.#resumeAt) this.#queue.start();
    }, waitMs);
    return true;
  }

  #explain({ status, body }: Reply, operation: Operation): ServiceError {
    if (status !== 422) return statusError(status);
    const { apiKey, wireNames } = this.options;
    const nameOf = (wire: string): string =>
      operation.parameters.find((parameter) => wireName(operation, parameter, wireNames) === wire)?.name ?? wire;
    const sentence = decodeRefusal(operation, body, nameOf) ?? 'The service refused an argument (422): check the arguments';
    return new ServiceError('refused-argument', sentence.replaceAll(apiKey, '•••'), { code: '#VALUE!', status });
  }
}
