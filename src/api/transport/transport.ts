import type { Operation, WireNames } from '../interface/operation';
import { cancelledError, ServiceError, statusError } from '../service-error';
import type { Asker } from '../spending';
import { AdaptiveConcurrency } from './adaptive-concurrency';
import { type AnswerAges, readAge } from './ages';
import { CacheModes } from './cache-modes';
import { CircuitBreaker } from './circuit-breaker';
import { ConcurrencyLimit } from './concurrency-limit';
import { type DecodedAnswer, decode } from './decode';
import { Departures } from './timeout';
import { expectedMs, RunningRequests } from './running-requests';
import { getReply, type HttpOptions, type Reply, type Send, type Sending } from './http';
import { rateLimited, RateLimiter } from './rate-limit';
import { requestPath, type ParameterValues } from './request';
import { retrying } from './retry';
import type { Priority } from './wait-queue';

export interface TransportOptions extends HttpOptions {
  readonly wireNames: WireNames;
  /** Receives the ages of answers. @default they are not noted */
  readonly ages?: AnswerAges | undefined;
  /** Milliseconds before the first retry; doubles with each further one. */
  readonly retryMs: number;
  /**
   * Maximum number of concurrent requests. @default adapts to how many the service answers quickly: 6 at first, 2 to 48
   */
  readonly requestsAtOnce?: number | undefined;
  /**
   * Whether the address is a gateway of the user's company. It holds the key, so none is needed here, and is told how
   * old answers may be.
   */
  readonly isGateway?: boolean | undefined;
  /** Maximum characters of a list of symbols, if the service says so. @default as in the table of operations */
  readonly maxListLength?: number | undefined;
}

const NO_ADDRESS = 'Enter the service address in the MD pane';

interface SendOptions {
  /** Whether a user waits at an empty cell. @default 'foreground' */
  readonly priority?: Priority;
  /** The maximum age of an answer from a gateway's cache, in ms. @default left to the gateway */
  readonly maxAgeMs?: number | undefined;
  /** Who waits for the answer: one of them pays for it. @default nobody, and nobody pays */
  readonly askers?: readonly Asker[] | undefined;
}

/**
 * Talks to the service for the lookups, through nested policies: a concurrency limit, a circuit breaker, retries, the
 * service's rate limits, and the measuring that the concurrency limit learns from. A request keeps its slot in the
 * concurrency limit until it is over, so that refused requests go first when a pause ends.
 */
export class Transport {
  readonly #adaptive: AdaptiveConcurrency;
  readonly #concurrency: ConcurrencyLimit;
  readonly #limiter: RateLimiter;
  readonly #running: RunningRequests;
  readonly #departures = new Departures();
  #retryingCount = 0;
  readonly #send: Send;

  constructor(private readonly options: TransportOptions) {
    const { now, retryMs, requestsAtOnce } = options;
    this.#adaptive = new AdaptiveConcurrency(
      requestsAtOnce === undefined ? {} : { initial: requestsAtOnce, min: requestsAtOnce, max: requestsAtOnce },
    );
    this.#concurrency = new ConcurrencyLimit(
      () => this.#adaptive.limit,
      () => this.#adaptive.spare,
    );
    this.#limiter = new RateLimiter(now);
    this.#running = new RunningRequests(this.#adaptive, now);
    const cacheModes = new CacheModes();
    const breaker = new CircuitBreaker({
      threshold: requestsAtOnce,
      onBreak: (error) => {
        this.#rejectWaiting(error);
      },
    });
    const once: Send = (request, signal) =>
      getReply(request, { ...options, departures: this.#departures, cacheModes }, signal);
    const limited = rateLimited(this.#running.measuring(once), {
      limiter: this.#limiter,
      now,
      onTooLong: (error) => {
        this.#rejectWaiting(error);
      },
    });
    this.#send = breaker.watching(
      retrying(limited, {
        delayMs: retryMs,
        mayRetry: () => breaker.state === 'closed',
        onWait: (isWaiting) => {
          this.#retryingCount += isWaiting ? 1 : -1;
        },
      }),
    );
  }

  /** The current concurrency limit. */
  get requestsAtOnce(): number {
    return this.#adaptive.limit;
  }

  /**
   * Milliseconds until everything that cells have requested is expected; 0 if nothing is running, Infinity if it cannot
   * be told: during a pause, after a failure, or if a request is slower than usual.
   */
  get expectedMs(): number {
    return expectedMs({
      out: this.#running.out,
      count: this.#concurrency.foregroundCount,
      isHeldUp: this.#limiter.waitingCount > 0 || this.#retryingCount > 0,
      now: this.options.now(),
      latencyOf: (kind) => this.#adaptive.latencyOf(kind),
    });
  }

  /** Recent latency of answers, in ms; 0 before the first. */
  get recentMs(): number {
    return this.#adaptive.latencyOf()?.recent ?? 0;
  }

  /** Sends one operation and decodes its answer. Rejects with a CellError unless it succeeds. */
  send(
    operation: Operation,
    values: ParameterValues,
    signal: AbortSignal,
    { priority, maxAgeMs, askers }: SendOptions = {},
  ): Promise<DecodedAnswer> {
    const extras = { maxAgeMs: this.options.isGateway ? maxAgeMs : undefined, askers };
    return this.#ask(operation, values, extras, signal, priority);
  }

  /** Maximum characters of a list of symbols. */
  maxListLength(byTable: number): number {
    return this.options.maxListLength ?? byTable;
  }

  /**
   * Sends a path and query unchanged, with retries and pauses, and returns the reply, whatever its status. Rejects with
   * a ServiceError if there is none, or if the service asks for a pause that is too long.
   */
  async pass(sending: Sending, signal: AbortSignal, priority: Priority = 'foreground'): Promise<Reply> {
    try {
      return await this.#concurrency.run(
        (isBinding) => this.#send({ kind: kindOf(sending.path), ...sending, priority, isBinding }, signal),
        { signal, priority },
      );
    } catch (error) {
      throw signal.aborted ? cancelledError() : error;
    }
  }

  /** Sends an operation with a JSON body. Not retried: the service may have accepted what it did not confirm. */
  upload(operation: Operation, values: ParameterValues, body: string, signal: AbortSignal): Promise<DecodedAnswer> {
    return this.#ask(operation, values, { body }, signal);
  }

  /** Requests something public. The key is not sent. */
  async getPublic(path: string, signal: AbortSignal): Promise<Reply> {
    if (this.options.address === '') throw new ServiceError('no-address', NO_ADDRESS);
    return getReply({ path }, { ...this.options, apiKey: '' }, signal);
  }

  async #ask(
    operation: Operation,
    values: ParameterValues,
    extras: Omit<Sending, 'path'>,
    signal: AbortSignal,
    priority?: Priority,
  ): Promise<DecodedAnswer> {
    const { address, apiKey, wireNames, isGateway, maxListLength } = this.options;
    if (address === '') throw new ServiceError('no-address', NO_ADDRESS);
    if (apiKey === '' && !isGateway) throw new ServiceError('no-key', 'Enter your API key in the MD pane');
    const path = requestPath(operation, values, wireNames, maxListLength);
    const kind = `${operation.id} ${String(values.limit ?? values.size ?? '')}`;
    const reply = await this.pass({ ...extras, path, kind, isPaged: operation.shape === 'page' }, signal, priority);
    if (reply.status < 200 || reply.status >= 300) throw await this.#explain(reply, operation, values);
    const answer = decode(operation, reply.body);
    this.options.ages?.note(answer, readAge(reply.headers));
    return answer;
  }

  async #explain(reply: Reply, operation: Operation, values: ParameterValues): Promise<ServiceError> {
    try {
      const { explainReply } = await import('./explain');
      return explainReply(reply, operation, values, this.options);
    } catch {
      // The status alone says enough if the code for sentences cannot be loaded.
      return statusError(reply.status);
    }
  }

  /** Rejects requests that have not been sent yet; those that have may still be answered. */
  #rejectWaiting(error: ServiceError): void {
    this.#concurrency.rejectWaiting(error);
    this.#limiter.rejectWaiting(error);
    this.#departures.giveUpHeldBack(error);
  }
}

/** The path without its query: latencies of one kind of request are comparable. */
const kindOf = (path: string): string => path.split('?')[0]!;
