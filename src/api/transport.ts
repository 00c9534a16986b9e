import ky, { HTTPError, TimeoutError } from 'ky';
import PQueue from 'p-queue';
import { CellError } from '../core/errors';
import type { Answer } from './decode';
import { decode, decodeRefusal } from './decode';
import type { Operation, WireNames } from './operation';
import { wireName } from './operation';
import type { Values } from './request';
import { requestPath } from './request';
import { retryAfterMs, waitForWindowMs } from './retry-after';
import { ServiceError, cancelledError, networkError, redirectError, statusError, timeoutError } from './service-error';
import type { RequestRecord } from './traffic';

export interface TransportOptions {
  readonly address: string;
  readonly apiKey: string;
  readonly wireNames: WireNames;
  readonly fetch: typeof fetch;
  readonly now: () => number;
  readonly timeoutMs: number;
  /** Wait before the first retry; each further one doubles it. */
  readonly retryMs: number;
  readonly onRequest: (record: RequestRecord) => void;
}

const REQUESTS_AT_ONCE = 6;
const RETRIES = 2;
/** A service that asks for a longer pause than this is answered with an error, not with a cell that seems to hang. */
const LONGEST_PAUSE_MS = 65_000;

/** Speaks to the service: queue, key, timeout, retries, and errors that a cell can show. */
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
      try {
        const text = await this.#queue.add(() => this.#attempt(path, signal), { signal, priority: attempt });
        return decode(operation, text as string);
      } catch (error) {
        if (signal.aborted) throw cancelledError();
        const isLimited = error instanceof HTTPError && error.response.status === 429;
        if (!isLimited || attempt >= RETRIES || !this.#pause(error.response, attempt)) throw await this.#explain(error, operation);
      }
    }
  }

  #attempt(path: string, signal: AbortSignal): Promise<string> {
    const { address, apiKey, timeoutMs, retryMs } = this.options;
    return ky(address + path, {
      headers: { 'api-key': apiKey, accept: 'application/json' },
      signal,
      timeout: timeoutMs,
      retry: {
        limit: RETRIES,
        methods: ['get'],
        statusCodes: [408, 500, 502, 503, 504],
        afterStatusCodes: [503],
        delay: (attempt) => retryMs * 2 ** (attempt - 1),
        jitter: (delay) => delay * (0.5 + Math.random() / 2),
        shouldRetry: ({ error }) => (this.#isFinal(error) ? false : undefined),
      },
      fetch: (request) => this.#fetchWhole(request as Request, path),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'manual',
      referrerPolicy: 'no-referrer',
    }).text();
  }

  /**
   * Fetches headers and body. The client library times and retries only what happens inside its fetch, so the body
   * is read here: one that drips or breaks off is then a timeout or a network fault like any other.
   */
  async #fetchWhole(request: Request, path: string): Promise<Response> {
    const { fetch, now, onRequest } = this.options;
    const at = now();
    const record = (status: RequestRecord['status']): void => {
      onRequest({ at, what: path, status, ms: now() - at });
    };
    try {
      const response = await fetch(request);
      if (response.type === 'opaqueredirect' || (response.status >= 300 && response.status < 400)) throw redirectError(this.options.address);
      const body = await response.text();
      record(response.status);
      return new Response(isBodiless(response.status) ? null : body, { status: response.status, headers: response.headers });
    } catch (error) {
      record(request.signal.aborted ? 'cancelled' : 'network');
      throw error;
    }
  }

  /** What a retry cannot mend, beyond what the client library knows. */
  #isFinal(error: Error): boolean {
    if (error instanceof HTTPError) return (retryAfterMs(error.response, this.options.now()) ?? 0) > LONGEST_PAUSE_MS;
    return error instanceof ServiceError || error.name === 'AbortError';
  }

  /** Holds back every waiting request until the limit's window ends. False when that would take too long. */
  #pause(response: Response, attempt: number): boolean {
    const now = this.options.now();
    const waitMs = retryAfterMs(response, now) ?? waitForWindowMs(now, attempt);
    if (waitMs > LONGEST_PAUSE_MS) return false;
    this.#resumeAt = Math.max(this.#resumeAt, now + waitMs);
    this.#queue.pause();
    setTimeout(() => {
      if (this.options.now() >= this.#resumeAt) this.#queue.start();
    }, waitMs);
    return true;
  }

  async #explain(error: unknown, operation: Operation): Promise<CellError> {
    const { address, apiKey, timeoutMs, wireNames } = this.options;
    if (error instanceof TimeoutError) return timeoutError(address, timeoutMs, error);
    if (error instanceof HTTPError) {
      const { status } = error.response;
      if (status !== 422) return statusError(status, error);
      const nameOf = (wire: string): string =>
        operation.parameters.find((parameter) => wireName(operation, parameter, wireNames) === wire)?.name ?? wire;
      const sentence = decodeRefusal(operation, await error.response.text(), nameOf)
        ?? 'The service refused an argument (422): check the arguments';
      return new ServiceError('refused-argument', sentence.replaceAll(apiKey, '•••'), { code: '#VALUE!', status, cause: error });
    }
    return error instanceof CellError ? error : networkError(address, error);
  }
}

/** Responses of these statuses may have no body, not even an empty one. */
const isBodiless = (status: number): boolean => status === 204 || status === 205 || status === 304;
