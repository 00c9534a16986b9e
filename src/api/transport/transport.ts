import { type Operation, type OperationParameter, symbolListLength, type WireNames } from '../interface/operation';
import { cancelledError, ServiceError, statusError } from '../service-error';
import type { Asker } from '../spending';
import {
  AdaptiveConcurrency,
  type Capacity,
  RunningRequests,
  ConcurrencyLimit,
  type Priority,
} from './concurrency-limit';
import { Http, type HttpOptions, readAge, type Reply, type Sending } from './http';
import { RateLimiter } from './rate-limit';
import { Retries } from './retry';
import { decode, type DecodedAnswer, type ParameterValues, requestPath, type ValuesOf } from './wire';

export interface TransportOptions extends HttpOptions {
  readonly wireNames: WireNames;
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
  /**
   * Whether several people share it outside a browser: all requests leave at once, and no operation may take more than
   * half of them. @default false
   */
  readonly isShared?: boolean | undefined;
  /** Maximum characters of a list of symbols, if the service says so. @default as in the table of operations */
  readonly maxListLength?: number | undefined;
}

/** Each operation may take what a browser alone would. */
const OF_MANY = { initial: 12, max: 96, share: 2 };

const NO_ADDRESS = 'Enter the service address in the MD pane';

interface SendOptions {
  /** Whether a user waits at an empty cell. @default 'foreground' */
  readonly priority?: Priority;
  /** The maximum age of an answer from a gateway's cache, in ms. @default left to the gateway */
  readonly maxAgeMs?: number | undefined;
  /** Who waits for the answer: one of them pays for it. @default nobody, and nobody pays */
  readonly askers?: readonly Asker[] | undefined;
  /** How often it is sent, and when. @default at once, and twice more */
  readonly attempt?: Pick<Sending, 'isOnce' | 'afterFailures' | 'isUncounted'>;
}

/**
 * Talks to the service for the lookups. A request keeps its slot in the concurrency limit until it is over, so that
 * refused requests go first when a pause ends.
 */
export class Transport {
  readonly #adaptive: AdaptiveConcurrency;
  readonly #concurrency: ConcurrencyLimit;
  readonly #retries: Retries;
  readonly #limiter: RateLimiter;
  readonly #running: RunningRequests;
  readonly #http: Http;
  /** The operations that the service has. */
  readonly #answered = new Set<string>();

  constructor(private readonly options: TransportOptions) {
    const { now, retryMs, requestsAtOnce, isShared } = options;
    this.#adaptive = new AdaptiveConcurrency(
      isShared ? OF_MANY : { initial: requestsAtOnce, min: requestsAtOnce, max: requestsAtOnce },
    );
    this.#concurrency = new ConcurrencyLimit(this.#capacity);
    this.#retries = new Retries({ delayMs: retryMs, threshold: requestsAtOnce, onBreak: this.#break });
    this.#limiter = new RateLimiter(now, this.#rejectWaiting, (refusal, pauseMs) =>
      explained(refusal, ({ pauseError }) => pauseError(refusal, pauseMs, options)),
    );
    this.#running = new RunningRequests(this.#adaptive, now, () => {
      this.#concurrency.runWaiting();
    });
    this.#http = new Http(options);
  }

  /** How many requests may be out now. */
  get requestsAtOnce(): number {
    const { limit } = this.#adaptive;
    // As many again at most, for a service that answers nothing.
    return limit + Math.min(limit, this.#running.stuckCount);
  }

  get #capacity(): Capacity {
    const limit = (): number => this.requestsAtOnce;
    const spare = (): number => this.#adaptive.spare;
    return {
      get limit() {
        return limit();
      },
      get spare() {
        return spare();
      },
    };
  }

  /**
   * Milliseconds until everything that cells have requested is expected; 0 if nothing is running, Infinity if it cannot
   * be told: during a pause, after a failure, or if a request is slower than usual.
   */
  get expectedMs(): number {
    const count = this.#concurrency.foregroundCount;
    const isHeldUp = this.#limiter.waitingCount > 0 || this.#retries.waitingCount > 0;
    return count > 0 && isHeldUp ? Infinity : this.#running.expectedMs(count);
  }

  /** Recent latency of answers, in ms; 0 before the first. */
  get recentMs(): number {
    return this.#adaptive.latencyOf()?.recent ?? 0;
  }

  /** Sends one operation and decodes its answer. Rejects with a CellError unless it succeeds. */
  send<P extends OperationParameter>(
    operation: Operation<string, P>,
    values: ValuesOf<P>,
    signal: AbortSignal,
    { priority, maxAgeMs, askers, attempt }: SendOptions = {},
  ): Promise<DecodedAnswer> {
    const extras = { ...attempt, maxAgeMs: this.options.isGateway ? maxAgeMs : undefined, askers };
    return this.#ask(operation, values, extras, signal, priority);
  }

  /** Maximum characters of a list of symbols. */
  maxListLength({ id }: Operation): number {
    const { maxListLength, wireNames } = this.options;
    return maxListLength ?? symbolListLength(id, wireNames);
  }

  /**
   * Sends a path and query unchanged, with retries and pauses, and returns the reply, whatever its status. Rejects with
   * a ServiceError if there is none, or if the service asks for a pause that is too long.
   */
  async pass(sending: Sending, signal: AbortSignal, priority: Priority = 'foreground'): Promise<Reply> {
    // The path without its query: latencies of one kind of request are comparable.
    const { kind = sending.path.split('?')[0]!, isPaged = false } = sending;
    const send = (): Promise<Reply> => this.#http.send(sending, signal);
    try {
      return await this.#concurrency.run(
        (isBinding) =>
          this.#retries.send(sending, signal, () =>
            this.#limiter.send(signal, () => this.#running.measure({ kind, isPaged, priority }, isBinding, send)),
          ),
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
    return new Http({ ...this.options, apiKey: '' }).send({ path }, signal);
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
    const isAnswer = reply.status >= 200 && reply.status < 300;
    if (isAnswer || reply.status === 422) this.#answered.add(operation.id);
    const isNew = !this.#answered.has(operation.id);
    if (!isAnswer)
      throw await explained(reply, ({ explainReply }) =>
        explainReply(reply, operation, values, { ...this.options, isNew }),
      );
    return { ...decode(operation, reply.body), ageMs: readAge(reply.headers) };
  }

  /** Nothing gets through: what has not been sent would fail likewise, whatever it asks for. */
  readonly #break = ({ kind, message, status }: ServiceError): void => {
    this.#rejectWaiting(new ServiceError(kind, message, { ...(status && { status }), isOfService: true }));
  };

  /** Rejects requests that have not been sent yet; those that have may still be answered. */
  readonly #rejectWaiting = (error: ServiceError): void => {
    this.#concurrency.rejectWaiting(error);
    this.#limiter.rejectWaiting(error);
    this.#http.giveUpHeldBack(error);
  };
}

/** The code for sentences is loaded with the first failure. If it cannot be loaded, the status alone says enough. */
async function explained(
  { status }: Pick<Reply, 'status'>,
  explain: (sentences: typeof import('./refusals')) => ServiceError,
): Promise<ServiceError> {
  try {
    return explain(await import('./refusals'));
  } catch {
    return statusError(status);
  }
}
