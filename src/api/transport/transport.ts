import type { Operation, OperationParameter, WireNames } from '../interface/operation';
import { symbolListLength } from '../interface/quote-rows';
import { cancelledError, ServiceError, statusError } from '../service-error';
import { AdaptiveConcurrency, ConcurrencyLimit, type Learned, RunningRequests } from './concurrency-limit';
import { Http, type HttpOptions, readAge } from './http';
import { isPause, type Next, type Policy, type Reply, type Sending, type SendOptions } from './policy';
import { RateLimits } from './rate-limit';
import { Repeats } from './repeats';
import { decode, type DecodedAnswer, type ParameterValues, requestPath, type ValuesOf } from './wire';

export interface TransportOptions extends HttpOptions {
  readonly wireNames: WireNames;
  /** Milliseconds before the first retry; doubles with each further one. */
  readonly retryMs: number;
  /** Maximum number of concurrent requests. @default 48, as far as the service answers them quickly */
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
  /** Facts from earlier sessions about the service; this one keeps them up to date. @default nothing */
  readonly learned?: Learned | undefined;
  /** Maximum characters of a list of symbols, if the service says so. @default as in the table of operations */
  readonly maxListLength?: number | undefined;
}

const NO_ADDRESS = 'Enter the service address in the MD pane';

/** Talks to the service for the lookups: each request goes through a list of policies. */
export class Transport {
  readonly #adaptive: AdaptiveConcurrency;
  readonly #concurrency: ConcurrencyLimit;
  readonly #running: RunningRequests;
  readonly #policies: readonly Policy[];
  readonly #send: Next;
  /** The operations that the service has. */
  readonly #answered = new Set<string>();

  constructor(private readonly options: TransportOptions) {
    const { now, retryMs, requestsAtOnce, isShared, learned } = options;
    this.#adaptive = new AdaptiveConcurrency({ isShared, learned, atMost: requestsAtOnce });
    this.#running = new RunningRequests({
      concurrency: this.#adaptive,
      now,
      onStuck: () => this.#concurrency.runWaiting(),
      watchWaiting: () => this.#concurrency.watchWaiting(),
      atMost: requestsAtOnce,
    });
    this.#concurrency = new ConcurrencyLimit(this.#running);
    this.#policies = [
      this.#concurrency,
      // Where fewer may be out at once, fewer failures show that nothing gets through.
      new Repeats({ delayMs: retryMs, threshold: requestsAtOnce, onBreak: this.#dropWaiting }),
      new RateLimits(now, (refusal, pauseMs) =>
        explained(refusal, ({ pauseError }) => pauseError(refusal, pauseMs, options)),
      ),
      this.#running,
      new Http(options),
    ];
    this.#send = inOrder(this.#policies);
  }

  /** How many requests may be out now. */
  get requestsAtOnce(): number {
    return this.#running.limit;
  }

  /**
   * Milliseconds until everything that cells have requested is expected; 0 if nothing is running, Infinity if it cannot
   * be told: during a pause, after a failure, or if a request is slower than usual.
   */
  get expectedMs(): number {
    const count = this.#concurrency.foregroundCount;
    const isHeldUp = this.#policies.some(({ isHoldingUp }) => isHoldingUp);
    return count > 0 && isHeldUp ? Infinity : this.#running.expectedMs(count);
  }

  /** Recent latency of answers, in ms; 0 before the first. */
  get recentMs(): number {
    return this.#adaptive.latencyOf()?.recent ?? 0;
  }

  /** Sends one operation and decodes its answer. Rejects with a CellError unless it succeeds. */
  async send<P extends OperationParameter>(
    operation: Operation<string, P>,
    valuesOf: ValuesOf<P>,
    signal: AbortSignal,
    options: SendOptions = {},
  ): Promise<DecodedAnswer> {
    const { address, apiKey, wireNames, isGateway, maxListLength } = this.options;
    if (address === '') throw new ServiceError('no-address', NO_ADDRESS);
    if (apiKey === '' && !isGateway) throw new ServiceError('no-key', 'Enter your API key in the MD pane');
    const values: ParameterValues = valuesOf;
    const path = requestPath(operation, values, wireNames, maxListLength);
    const kind = `${operation.id} ${String(values.limit ?? values.size ?? '')}`;
    const isPaged = operation.shape === 'page';
    const maxAgeMs = isGateway ? options.maxAgeMs : undefined;
    const reply = await this.pass({ ...options, path, kind, isPaged, maxAgeMs }, signal);
    const isAnswer = reply.status >= 200 && reply.status < 300;
    if (isAnswer || reply.status === 422) this.#answered.add(operation.id);
    const isNew = !this.#answered.has(operation.id);
    if (!isAnswer)
      throw await explained(reply, ({ explainReply, pauseError }) =>
        isPause(reply)
          ? pauseError(reply, reply.retryAfterMs, this.options)
          : explainReply(reply, operation, values, { ...this.options, isNew }),
      );
    return { ...decode(operation, reply.body), ageMs: readAge(reply.headers) };
  }

  maxListLength({ id }: Operation): number {
    const { maxListLength, wireNames } = this.options;
    return maxListLength ?? symbolListLength(id, wireNames);
  }

  /**
   * Sends a path and query unchanged, with repeats and pauses, and returns the reply, whatever its status. Rejects with
   * a ServiceError if there is none, or if the service asks for a pause that is too long.
   */
  async pass(sending: Sending, signal: AbortSignal): Promise<Reply> {
    // The path without its query: latencies of one kind of request are comparable.
    const { kind = sending.path.split('?')[0]!, priority = 'foreground' } = sending;
    try {
      return await this.#send({ ...sending, kind, signal, priority });
    } catch (error) {
      throw signal.aborted ? cancelledError() : error;
    }
  }

  /** Requests something public, such as "/openapi.json". The key is not sent. */
  async getPublic(path: string, signal: AbortSignal): Promise<Reply> {
    if (this.options.address === '') throw new ServiceError('no-address', NO_ADDRESS);
    const alone = new Http({ ...this.options, apiKey: '' });
    return alone.sendRequest({ path, kind: path, signal, priority: 'foreground' });
  }

  /** Nothing gets through: every unsent request would fail too. Requests that were sent may still be answered. */
  readonly #dropWaiting = (error: ServiceError): void => {
    const { kind, message, status } = error;
    const forAll = error.isOfService
      ? error
      : new ServiceError(kind, message, { ...(status && { status }), isOfService: true });
    for (const policy of this.#policies) policy.dropWaiting?.(forAll);
  };
}

/** The code for error sentences is loaded with the first failure. If it cannot be loaded, the status must do. */
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

/** All policies as one, from the outside in. @internal */
export const inOrder = (policies: readonly Policy[]): Next =>
  policies.reduceRight<Next>(
    (next, policy) => (request) => policy.sendRequest(request, next),
    () => Promise.reject(new Error('No policy sends the request')),
  );
