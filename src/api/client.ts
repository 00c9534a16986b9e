import type { Call } from '../core/call';
import type { Row } from '../core/columns';
import type { Archive } from './lookup/long-read';
import type { ClientObserver, LookupContext, AnyLookup, CreateLookup } from './lookup/lookup';
import { type Area, type WireNames, quotesOf } from './interface/operation';
import { BatchWindow, type Pace, PACE } from './lookup/batch';
import { type AdviseOnSymbol, createQuoteLookup, type QuoteLookup, UnknownSymbolError } from './quotes';
import type { Spending } from './spending';
import type { Reply, Sending } from './transport/policy';
import { Transport } from './transport/transport';
import type { Learned } from './transport/concurrency-limit';
import type { DecodedAnswer, ValuesOf } from './transport/wire';
import type { OperationId, ParametersOf } from './operations';
import type { MaybePromise } from '../core/basics';

export interface ClientOptions {
  /** Origin and path of the service, without a slash at the end; empty if none is set. */
  readonly address: string;
  readonly apiKey: string;
  readonly observer: ClientObserver;
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** The call accepts only answers requested since this time, in ms. @default every fresh answer */
  readonly notBefore?: (call: Call) => number | undefined;
  /** The service's own names of parameters. @default {} */
  readonly wireNames?: WireNames;
  /** How long questions are collected before they are sent together. @default until 8 ms of quiet, at most 60 ms */
  readonly pace?: Pace;
  /**
   * Milliseconds until an attempt of a request times out. @default 30_000; 45_000 for a gateway, which itself reports a
   * timeout of the service after 30 seconds
   */
  readonly timeoutMs?: number;
  /** Milliseconds before the first retry. @default 500 */
  readonly retryMs?: number;
  /** Maximum number of concurrent requests. @default 48, as far as the service answers them quickly */
  readonly requestsAtOnce?: number | undefined;
  /** What earlier sessions have learned of the service, which this one keeps up to date. @default nothing */
  readonly learned?: Learned | undefined;
  /** Whether the address is a gateway of the user's company, which holds the key. */
  readonly isGateway?: boolean | undefined;
  /** Whether an unknown symbol is looked up in other areas, so that its error can suggest one. @default false */
  readonly findsSymbols?: boolean;
  /** Maximum length of a list of symbols, in characters. @default as in the table of operations */
  readonly maxListLength?: number | undefined;
  /** Decides whether a question that needs many requests may send them. @default every question may */
  readonly spending?: Spending | undefined;
  /** The store that keeps final answers for later sessions. @default none */
  readonly archive?: (() => Promise<Archive | undefined>) | undefined;
  /** How long a quote stays fresh, in ms; Infinity: until it is refreshed. @default as in the table of operations */
  readonly quotesFreshMs?: () => number;
}

/** Code that a first quote does not need. */
const late = (): Promise<typeof import('./late')> => import('./late');

const everyFreshAnswerCounts = (): undefined => undefined;
const asTheTableSays = (): number => quotesOf('currencies').freshSeconds * 1000;

/**
 * The only client of the service, for all functions and the pane. A lookup returns its answer at once if it is fresh,
 * otherwise a promise that always settles. Errors are CellErrors with a sentence for the user.
 */
export class Client {
  readonly #transport: Transport;
  readonly #context: LookupContext;
  /** A list, because there are few, every cell looks for one, and the first almost always matches. */
  readonly #quotes: { readonly area: Area; readonly precision: number | undefined; readonly lookup: QuoteLookup }[] =
    [];
  /** All lookups, including the quotes. */
  readonly #lookups = new Map<string, AnyLookup>();
  readonly #resources = new Map<string, unknown>();
  readonly #advise: AdviseOnSymbol | undefined;
  #isClosed = false;

  constructor({
    observer,
    pace = PACE,
    retryMs = 500,
    wireNames = {},
    notBefore = everyFreshAnswerCounts,
    quotesFreshMs = asTheTableSays,
    findsSymbols = false,
    ...options
  }: ClientOptions) {
    const { timeoutMs = options.isGateway ? 45_000 : 30_000 } = options;
    this.#advise = findsSymbols ? adviserFor(this, options.spending) : undefined;
    this.#transport = new Transport({
      ...options,
      timeoutMs,
      retryMs,
      wireNames,
      onRequest: (record) => observer.onRequest(record),
    });
    const { now, spending, archive } = options;
    this.#context = {
      batchWindow: new BatchWindow(pace),
      observer,
      now,
      notBefore,
      spending,
      archive,
      quotesFreshMs,
    };
  }

  /** @param precision decimals of the prices; undefined leaves them to the service */
  quote(symbol: string, area: Area, precision: number | undefined, call: Call): MaybePromise<Row> {
    return this.#quotesOf(area, precision).read(symbol, call);
  }

  /**
   * A lookup that is loaded with the function that needs it, so that other cells do not wait for its code. The client
   * has one per key.
   *
   * @param key such as "filings"; a key always belongs to the same kind of lookup
   */
  lookup<L extends AnyLookup>(key: string, create: CreateLookup<L>): L {
    const existing = this.#lookups.get(key);
    if (existing !== undefined) return existing as L;
    const lookup = create(this.#transport, this.#context);
    this.#lookups.set(key, lookup);
    // A lookup that is created after closing is closed from the start.
    if (this.#isClosed) lookup.close();
    return lookup;
  }

  /** An object that a function keeps as long as this client lives. The client has one per key. */
  resource<T>(key: string, create: (client: this) => T): T {
    if (!this.#resources.has(key)) this.#resources.set(key, create(this));
    return this.#resources.get(key) as T;
  }

  /** Sends any GET operation of the table, without the cache. */
  async send<Id extends OperationId>(
    id: Id,
    values: ValuesOf<ParametersOf<Id>>,
    signal: AbortSignal,
  ): Promise<DecodedAnswer> {
    const { operationOf } = await late();
    return this.#transport.send(operationOf(id), values, signal);
  }

  /** Sends a path unchanged. Resolves to the reply, whatever its status. */
  pass(sending: Sending, signal: AbortSignal): Promise<Reply> {
    return this.#transport.pass(sending, signal);
  }

  /** Requests something public from the service, such as "/openapi.json". The key is not sent. */
  getPublic(path: string, signal: AbortSignal): Promise<Reply> {
    return this.#transport.getPublic(path, signal);
  }

  /** Aborts all running requests. Their lookups reject with a ServiceError of kind "closed". */
  close(): void {
    this.#isClosed = true;
    for (const lookup of this.#lookups.values()) lookup.close();
  }

  /** Milliseconds until all waiting cells should have answers, without polls: 0 if none waits, Infinity if unknown. */
  get expectedMs(): number {
    const { isOpen } = this.#context.batchWindow;
    return Math.max(this.#transport.expectedMs, isOpen ? this.#transport.recentMs : 0);
  }

  /** The number of pending answers. */
  get pendingCount(): number {
    return [...this.#lookups.values()].reduce((sum, lookup) => sum + lookup.pendingCount, 0);
  }

  #quotesOf(area: Area, precision: number | undefined): QuoteLookup {
    for (const one of this.#quotes) {
      if (one.area === area && one.precision === precision) return one.lookup;
    }
    const lookup = this.lookup(`quotes of ${area} ${precision}`, (transport, context) =>
      createQuoteLookup(area, precision, transport, context, this.#advise),
    );
    this.#quotes.push({ area, precision, lookup });
    return lookup;
  }
}

/** The code is loaded with the first unknown symbol; without it the error says less. */
function adviserFor(client: Client, spending: Spending | undefined): AdviseOnSymbol {
  return async (error, pending) => {
    if (!(error instanceof UnknownSymbolError)) throw error;
    throw await late()
      .then(({ adviseOn }) => adviseOn(error, pending, client, spending))
      .catch(() => error);
  };
}
