import type { Row } from '../core/columns';
import { CellError } from '../core/errors';
import type { Call } from '../core/call';
import type { CalendarLookup, CalendarOperation, CalendarQuestion } from './calendars';
import { createCalendarLookup } from './calendars';
import type { Answer } from './decode';
import type { AnyLookup, Surroundings } from './lookup';
import type { Reply } from './http';
import type { Area, WireNames } from './operation';
import { operationOf } from './operations';
import type { QuoteLookup } from './quotes';
import { createQuoteLookup } from './quotes';
import type { Pace } from './recalculation';
import { PACE, Recalculation } from './recalculation';
import type { Values } from './request';
import type { Traffic } from './traffic';
import { Transport } from './transport';

export interface ClientOptions {
  /** Origin and path of the service, without a slash at the end; empty when none is set. */
  readonly address: string;
  readonly apiKey: string;
  readonly traffic: Traffic;
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly wireNames?: WireNames;
  readonly pace?: Pace;
  readonly timeoutMs?: number;
  readonly retryMs?: number;
  readonly requestsAtOnce?: number;
}

/** Makes a kind of lookup of which every client has one. */
export type CreateLookup<L extends AnyLookup> = (transport: Transport, surroundings: Surroundings) => L;

/**
 * The one client of the service, for every function and the pane. A lookup answers at once when its answer is fresh,
 * else with a promise that always settles; errors are CellErrors with a sentence for the reader.
 */
export class Client {
  readonly #transport: Transport;
  readonly #surroundings: Surroundings;
  readonly #lookups: AnyLookup[] = [];
  readonly #calendars: Readonly<Record<CalendarOperation, CalendarLookup>>;
  /** A list, because there are few and every cell looks for one: the first is nearly always it. */
  readonly #quotes: { readonly area: Area; readonly precision: number | undefined; readonly lookup: QuoteLookup }[] = [];
  readonly #others = new Map<CreateLookup<AnyLookup>, AnyLookup>();
  #isClosed = false;

  constructor({ traffic, pace = PACE, timeoutMs = 30_000, retryMs = 500, wireNames = {}, ...options }: ClientOptions) {
    this.#transport = new Transport({
      ...options, timeoutMs, retryMs, wireNames,
      onRequest: (record) => { traffic.onRequest(record); },
    });
    this.#surroundings = { recalculation: new Recalculation(pace), traffic, now: options.now };
    const calendar = (id: CalendarOperation): CalendarLookup => this.#own(createCalendarLookup(id, this.#transport, this.#surroundings));
    this.#calendars = {
      'GET /stocks/markets': calendar('GET /stocks/markets'),
      'GET /stocks/markets/holidays': calendar('GET /stocks/markets/holidays'),
      'GET /stocks/markets/hours': calendar('GET /stocks/markets/hours'),
      'GET /stocks/markets/status': calendar('GET /stocks/markets/status'),
    };
  }

  /** @param precision decimals of the prices; undefined leaves it to the service */
  quote(symbol: string, area: Area, precision: number | undefined, call: Call): Row | Promise<Row> {
    return this.#quotesOf(area, precision).read(symbol, call);
  }

  calendar(id: CalendarOperation, question: CalendarQuestion, call: Call): readonly Row[] | Promise<readonly Row[]> {
    return this.#calendars[id].read(question, call);
  }

  /** A lookup that comes with the function that needs it, so that other cells need not wait for its code. */
  lookup<L extends AnyLookup>(create: CreateLookup<L>): L {
    const lookup = this.#others.get(create) ?? this.#own(create(this.#transport, this.#surroundings));
    this.#others.set(create, lookup);
    return lookup as L;
  }

  /**
   * One of the POST operations. Their payloads are published nowhere: `content` goes out as JSON as it is given, and the service says
   * what is wrong with it. Not tried again, and never called by a worksheet function.
   */
  upload(id: string, content: unknown, signal: AbortSignal): Promise<Answer> {
    const body = JSON.stringify(content) as string | undefined;
    if (body === undefined) throw new CellError('#VALUE!', 'content: give what is to be uploaded, as a value that can be written as JSON');
    return this.#transport.upload(operationOf(id), {}, body, signal);
  }

  /** Any GET operation of the table, uncached. */
  send(id: string, values: Values, signal: AbortSignal): Promise<Answer> {
    return this.#transport.send(operationOf(id), values, signal);
  }

  /** What the service says to everybody, such as "/openapi.json". The key is not sent. */
  getPublic(path: string, signal: AbortSignal): Promise<Reply> {
    return this.#transport.getPublic(path, signal);
  }

  /** Lets the next recalculation ask the service again, whatever is still fresh. */
  forget(): void {
    for (const lookup of this.#lookups) lookup.forget();
  }

  /** Stops everything on its way; its lookups reject with a ServiceError of kind "closed". */
  close(): void {
    this.#isClosed = true;
    for (const lookup of this.#lookups) lookup.close();
  }

  /** Answers still on their way. */
  get pendingCount(): number {
    return this.#lookups.reduce((sum, lookup) => sum + lookup.pendingCount, 0);
  }

  #quotesOf(area: Area, precision: number | undefined): QuoteLookup {
    for (const known of this.#quotes) {
      if (known.area === area && known.precision === precision) return known.lookup;
    }
    const lookup = this.#own(createQuoteLookup(area, precision, this.#transport, this.#surroundings));
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
