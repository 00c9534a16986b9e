import type { Row } from '../core/columns';
import type { Call } from '../core/call';
import type { CalendarLookup, CalendarOperation, CalendarQuestion } from './calendars';
import { createCalendarLookup } from './calendars';
import type { Answer } from './decode';
import type { FilingsQuestion } from './filings';
import { createFilingsLookup } from './filings';
import type { Lookup, Surroundings } from './lookup';
import type { Area, WireNames } from './operation';
import { operationOf } from './operations';
import type { QuoteLookup } from './quotes';
import { createQuoteLookup } from './quotes';
import type { Pace } from './recalculation';
import { PACE, Recalculation } from './recalculation';
import type { ReadLookup, ReadQuestion } from './reads';
import { createReadLookup } from './reads';
import type { Values } from './request';
import type { ScoreData, ScoreQuestion } from './scores';
import { createScoreLookup } from './scores';
import type { Ticks } from './tick-reader';
import type { TicksQuestion } from './ticks';
import { TicksLookup } from './ticks';
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

/**
 * The one client of the service, for every function and the pane. A lookup answers at once when its answer is fresh,
 * else with a promise that always settles; errors are CellErrors with a sentence for the reader.
 */
export class Client {
  readonly #transport: Transport;
  readonly #calendars: Readonly<Record<CalendarOperation, CalendarLookup>>;
  readonly #surroundings: Surroundings;
  /** A list, because there are few and every cell looks for one: the first is nearly always it. */
  readonly #quotes: { readonly area: Area; readonly precision: number | undefined; readonly lookup: QuoteLookup }[] = [];
  readonly #filings: Lookup<FilingsQuestion, readonly Row[]>;
  readonly #scores: Lookup<ScoreQuestion, ScoreData>;
  readonly #ticks: TicksLookup;
  readonly #reads = new Map<string, ReadLookup>();

  constructor({ traffic, pace = PACE, timeoutMs = 30_000, retryMs = 500, wireNames = {}, ...options }: ClientOptions) {
    this.#transport = new Transport({
      ...options, timeoutMs, retryMs, wireNames,
      onRequest: (record) => { traffic.onRequest(record); },
    });
    const surroundings = this.#surroundings = { recalculation: new Recalculation(pace), traffic, now: options.now };
    const calendar = (id: CalendarOperation): CalendarLookup => createCalendarLookup(id, this.#transport, surroundings);
    this.#calendars = {
      'GET /stocks/markets': calendar('GET /stocks/markets'),
      'GET /stocks/markets/holidays': calendar('GET /stocks/markets/holidays'),
      'GET /stocks/markets/hours': calendar('GET /stocks/markets/hours'),
      'GET /stocks/markets/status': calendar('GET /stocks/markets/status'),
    };
    this.#filings = createFilingsLookup(this.#transport, surroundings);
    this.#scores = createScoreLookup(this.#transport, surroundings);
    this.#ticks = new TicksLookup(this.#transport, surroundings);
  }

  /** @param precision decimals of the prices; undefined leaves it to the service */
  quote(symbol: string, area: Area, precision: number | undefined, call: Call): Row | Promise<Row> {
    return this.#quotesOf(area, precision).read(symbol, call);
  }

  calendar(id: CalendarOperation, question: CalendarQuestion, call: Call): readonly Row[] | Promise<readonly Row[]> {
    return this.#calendars[id].read(question, call);
  }

  filings(question: FilingsQuestion, call: Call): readonly Row[] | Promise<readonly Row[]> {
    return this.#filings.read(question, call);
  }

  score(question: ScoreQuestion, call: Call): ScoreData | Promise<ScoreData> {
    return this.#scores.read(question, call);
  }

  ticks(question: TicksQuestion, call: Call): Ticks | Promise<Ticks> {
    return this.#ticks.read(question, call);
  }

  /** Any operation of the table that has no lookup of its own. */
  read(id: string, question: ReadQuestion, call: Call): Answer | Promise<Answer> {
    return (this.#reads.get(id) ?? this.#readsOf(id)).read(question, call);
  }

  /** Any operation of the table, uncached. */
  send(id: string, values: Values, signal: AbortSignal): Promise<Answer> {
    return this.#transport.send(operationOf(id), values, signal);
  }

  /** Lets the next recalculation ask the service again, whatever is still fresh. */
  forget(): void {
    for (const lookup of this.#lookups) lookup.forget();
  }

  /** Stops everything on its way; its lookups reject with a ServiceError of kind "closed". */
  close(): void {
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
    const lookup = createQuoteLookup(area, precision, this.#transport, this.#surroundings);
    this.#quotes.push({ area, precision, lookup });
    return lookup;
  }

  #readsOf(id: string): ReadLookup {
    const lookup = createReadLookup(operationOf(id), this.#transport, this.#surroundings);
    this.#reads.set(id, lookup);
    return lookup;
  }

  get #lookups(): readonly Pick<Lookup<never, never>, 'forget' | 'close' | 'pendingCount'>[] {
    return [
      ...this.#quotes.map(({ lookup }) => lookup), this.#filings, this.#scores, ...Object.values(this.#calendars),
      this.#ticks.many, this.#ticks.large, ...this.#reads.values(),
    ];
  }
}
