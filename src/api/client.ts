import type { Call } from '../core/call';
import type { Row } from '../core/columns';
import type { LookupContext, AnyLookup, CreateLookup } from './lookup/lookup';
import type { Area } from './interface/operation';
import { QUOTE_FRESH_SECONDS } from './interface/quote-rows';
import { BatchWindow, type Pace, PACE } from './lookup/batch';
import { type AdviseOnSymbol, createQuoteLookup, type QuoteLookup, UnknownSymbolError } from './quotes';
import type { Spending } from './spending';
import { Transport, type TransportOptions } from './transport/transport';
import type { DecodedAnswer, ValuesOf } from './transport/wire';
import type { OperationId, ParametersOf } from './operations';
import type { MaybePromise } from '../core/basics';

export interface ClientOptions
  extends
    Omit<TransportOptions, 'onRequest' | Usual>,
    Partial<Pick<TransportOptions, Usual>>,
    Omit<LookupContext, 'batchWindow' | UsualOfLookups>,
    Partial<Pick<LookupContext, UsualOfLookups>> {
  /** How long questions are collected before they are sent together. @default until 8 ms of quiet, at most 60 ms */
  readonly pace?: Pace;
  /** Whether an unknown symbol is looked up in other areas, so that its error can suggest one. @default false */
  readonly findsSymbols?: boolean;
}

/** What a client has a usual value for. */
type Usual = 'timeoutMs' | 'retryMs' | 'wireNames';
type UsualOfLookups = 'notBefore' | 'quotesFreshMs';

/** Code that a first quote does not need. */
const late = (): Promise<typeof import('./late')> => import('./late');

/**
 * The only client of the service, for all functions and the pane. A lookup returns its answer at once if it is fresh,
 * otherwise a promise that always settles. Errors are CellErrors with a sentence for the user.
 */
export class Client {
  readonly transport: Transport;
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
    findsSymbols = false,
    notBefore = () => undefined,
    quotesFreshMs = () => QUOTE_FRESH_SECONDS * 1000,
    ...options
  }: ClientOptions) {
    const { now, spending, archive } = options;
    this.#advise = findsSymbols ? adviserFor(this, spending) : undefined;
    this.transport = new Transport({
      // A gateway itself reports a timeout of the service after 30 seconds.
      timeoutMs: options.isGateway ? 45_000 : 30_000,
      retryMs: 500,
      wireNames: {},
      ...options,
      onRequest: (record) => observer.onRequest(record),
    });
    this.#context = { batchWindow: new BatchWindow(pace), observer, now, notBefore, spending, archive, quotesFreshMs };
  }

  /** @param precision decimals of the prices; undefined leaves them to the service */
  quote(symbol: string, area: Area, precision: number | undefined, call: Call): MaybePromise<Row> {
    return this.#quotesOf(area, precision).read(symbol, call);
  }

  /**
   * A lookup that is loaded with the function that needs it, so that other cells do not wait for its code. The client
   * has one per key.
   * @param key such as "filings"; a key always belongs to the same kind of lookup
   */
  lookup<L extends AnyLookup>(key: string, create: CreateLookup<L>): L {
    const existing = this.#lookups.get(key);
    if (existing !== undefined) return existing as L;
    const lookup = create(this.transport, this.#context);
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
    return this.transport.send(operationOf(id), values, signal);
  }

  /** Aborts all running requests. Their lookups reject with a ServiceError of kind "closed". */
  close(): void {
    this.#isClosed = true;
    for (const lookup of this.#lookups.values()) lookup.close();
  }

  /** Milliseconds until all waiting cells should have answers, without polls: 0 if none waits, Infinity if unknown. */
  get expectedMs(): number {
    const { isOpen } = this.#context.batchWindow;
    return Math.max(this.transport.expectedMs, isOpen ? this.transport.recentMs : 0);
  }

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
