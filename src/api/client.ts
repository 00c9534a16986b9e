import type { Call } from '../core/call';
import type { Row } from '../core/columns';
import type { Archive } from './archive';
import { CellError } from '../core/errors';
import type { ClientObserver } from './client-observer';
import type { Area, WireNames } from './interface/operation';
import { BatchWindow, type Pace, PACE } from './lookup/batch-window';
import type { AnyLookup, CreateLookup } from './lookup/lookup';
import type { LookupContext } from './lookup/lookup-kind';
import { quotesOf } from './interface/quote-operations';
import { type AdviseOnSymbol, createQuoteLookup, type QuoteLookup } from './quotes';
import type { Spending } from './spending';
import type { DecodedAnswer } from './transport/decode';
import type { Reply } from './transport/http';
import type { Values } from './transport/request';
import { Transport } from './transport/transport';
import { UnknownSymbolError } from './unknown-symbol';

export interface ClientOptions {
  /** Origin and path of the service, without a slash at the end; empty when none is set. */
  readonly address: string;
  readonly apiKey: string;
  readonly observer: ClientObserver;
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Answers requested before that time do not count for the call. @default every fresh answer counts */
  readonly notBefore?: (call: Call) => number | undefined;
  /** The service's own names of parameters. @default {} */
  readonly wireNames?: WireNames;
  /** How long questions are collected before they are sent together. @default 8 ms of quiet, 60 ms at the longest */
  readonly pace?: Pace;
  /** Milliseconds after which an attempt at a request is given up. @default 30_000 */
  readonly timeoutMs?: number;
  /** Milliseconds before the first retry. @default 500 */
  readonly retryMs?: number;
  /** How many requests may be out at once. @default as many as the service answers quickly: 6 at first, 2 to 48 */
  readonly requestsAtOnce?: number;
  /** The address is a gateway of the user's firm, which has the key. */
  readonly isGateway?: boolean | undefined;
  /** Whether an unknown symbol is looked for in the other areas, so that its error says what to write. @default false */
  readonly findsSymbols?: boolean;
  /** Characters that a list of symbols may have; as the table of operations says when left out. */
  readonly longestList?: number | undefined;
  /** Decides whether what takes many requests may be asked; everything may when left out. */
  readonly spending?: Spending | undefined;
  /** Where answers that stay as they are, are kept for the next session; nowhere when left out. */
  readonly archive?: (() => Promise<Archive | undefined>) | undefined;
  /** How long a quote stays fresh, in ms; Infinity until it is refreshed. @default as the table of operations says */
  readonly quotesFreshMs?: () => number;
}

/** Quotes need no other rows of it. */
const tableOfOperations = (): Promise<typeof import('./operations')> =>
  import(/* webpackChunkName: "operations" */ './operations');

const everyFreshAnswerCounts = (): undefined => undefined;
const asTheTableSays = (): number => quotesOf('currencies').freshSeconds * 1000;

/**
 * The one client of the service, for every function and the pane. A lookup answers at once when its answer is fresh,
 * else with a promise that always settles; errors are CellErrors with a sentence for the reader.
 */
export class Client {
  readonly #transport: Transport;
  readonly #context: LookupContext;
  readonly #lookups: AnyLookup[] = [];
  /** A list, because there are few and every cell looks for one: the first is nearly always it. */
  readonly #quotes: { readonly area: Area; readonly precision: number | undefined; readonly lookup: QuoteLookup }[] =
    [];
  readonly #lookupsByKey = new Map<string, AnyLookup>();
  readonly #resources = new Map<string, unknown>();
  readonly #advise: AdviseOnSymbol | undefined;
  #isClosed = false;

  constructor({
    observer,
    pace = PACE,
    timeoutMs = 30_000,
    retryMs = 500,
    wireNames = {},
    notBefore = everyFreshAnswerCounts,
    quotesFreshMs = asTheTableSays,
    findsSymbols = false,
    ...options
  }: ClientOptions) {
    this.#advise = findsSymbols ? adviserFor(this) : undefined;
    this.#transport = new Transport({
      ...options,
      timeoutMs,
      retryMs,
      wireNames,
      onRequest: (record) => {
        observer.onRequest(record);
      },
    });
    const { now, spending, archive } = options;
    this.#context = { batchWindow: new BatchWindow(pace), observer, now, notBefore, spending, archive, quotesFreshMs };
  }

  /** @param precision decimals of the prices; undefined leaves it to the service */
  quote(symbol: string, area: Area, precision: number | undefined, call: Call): Row | Promise<Row> {
    return this.#quotesOf(area, precision).read(symbol, call);
  }

  /**
   * A lookup that comes with the function that needs it, so that other cells need not wait for its code. The client has one for each key.
   *
   * @param key such as "filings"; one key always goes with one kind of lookup
   */
  lookup<L extends AnyLookup>(key: string, create: CreateLookup<L>): L {
    const lookup = this.#lookupsByKey.get(key) ?? this.#own(create(this.#transport, this.#context));
    this.#lookupsByKey.set(key, lookup);
    return lookup as L;
  }

  /** Something that a function keeps for as long as this client lives. The client has one for each key. */
  resource<T>(key: string, create: (client: this) => T): T {
    if (!this.#resources.has(key)) this.#resources.set(key, create(this));
    return this.#resources.get(key) as T;
  }

  /**
   * One of the POST operations. Their payloads are published nowhere: `content` goes out as JSON as it is given, and the service says
   * what is wrong with it. Not tried again, and never called by a worksheet function.
   */
  upload(id: string, content: unknown, signal: AbortSignal): Promise<DecodedAnswer> {
    const body = JSON.stringify(content) as string | undefined;
    if (body === undefined)
      throw new CellError('#VALUE!', 'content: give what is to be uploaded, as a value that can be written as JSON');
    return tableOfOperations().then(({ operationOf }) => this.#transport.upload(operationOf(id), {}, body, signal));
  }

  /** Any GET operation of the table, uncached. */
  async send(id: string, values: Values, signal: AbortSignal): Promise<DecodedAnswer> {
    const { operationOf } = await tableOfOperations();
    return this.#transport.send(operationOf(id), values, signal);
  }

  /** What the service says to everybody, such as "/openapi.json". The key is not sent. */
  getPublic(path: string, signal: AbortSignal): Promise<Reply> {
    return this.#transport.getPublic(path, signal);
  }

  /** Stops everything on its way; its lookups reject with a ServiceError of kind "closed". */
  close(): void {
    this.#isClosed = true;
    for (const lookup of this.#lookups) lookup.close();
  }

  /**
   * Milliseconds until everything is expected that cells wait for: 0 where nothing is on its way, Infinity where that cannot be told.
   * Questions of streams do not count.
   */
  get expectedMs(): number {
    const { isOpen } = this.#context.batchWindow;
    return Math.max(this.#transport.expectedMs, isOpen ? this.#transport.recentMs : 0);
  }

  /** Answers still on their way. */
  get pendingCount(): number {
    return this.#lookups.reduce((sum, lookup) => sum + lookup.pendingCount, 0);
  }

  #quotesOf(area: Area, precision: number | undefined): QuoteLookup {
    for (const one of this.#quotes) {
      if (one.area === area && one.precision === precision) return one.lookup;
    }
    const lookup = this.#own(createQuoteLookup(area, precision, this.#transport, this.#context, this.#advise));
    this.#quotes.push({ area, precision, lookup });
    return lookup;
  }

  /** What is made after closing is closed from the beginning. */
  #own<L extends AnyLookup>(lookup: L): L {
    this.#lookups.push(lookup);
    if (this.#isClosed) lookup.close();
    return lookup;
  }
}

/** The code is loaded with the first symbol that is unknown; without it the error says less. */
function adviserFor(client: Client): AdviseOnSymbol {
  return async (error, { question, cancellation, isPoll, maxAgeMs }) => {
    // A stream asks again by itself: a search would only hold its next answer up.
    if (!(error instanceof UnknownSymbolError) || isPoll || maxAgeMs !== undefined) throw error;
    const advised = await import(/* webpackChunkName: "advice" */ './symbol-finder')
      .then(async ({ SymbolFinder, withAdvice }) => {
        const finder = client.resource('symbol finder', () => new SymbolFinder(client));
        const found = await finder.find(question, error.area, { isPreview: false, cancellation });
        return found && withAdvice(error, found);
      })
      .catch(() => undefined);
    throw advised ?? error;
  };
}
