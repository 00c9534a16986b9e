import type { Row } from '../core/columns';
import { finerDecimals, roundedPrices, withoutZeros } from '../core/prices';
import { type Ask, minMaxAgeMs } from './lookup/ask';
import { Batcher, askByGroup } from './lookup/batch';
import { askInLists, ListHistory, ownerIn } from './lookup/lists';
import { type LookupContext, Lookup } from './lookup/lookup';
import type { Area } from './interface/operation';
import { defaultPrecision, quotesOf } from './interface/quote-rows';
import { ServiceError } from './service-error';
import type { Transport } from './transport/transport';
import { CellError } from '../core/errors';

/** Latest quotes of one area with one precision, by upper-case symbol of at most 50 characters. */
export type QuoteLookup = Lookup<string, Row>;

/**
 * Quotes with the fields of the record QUOTE. Different areas or precisions cannot share a request, so each pair has
 * its own lookup. Source: GET /{area}/quotes.
 * @param precision decimals; undefined leaves them to the service
 * @param advise adds to an unknown symbol's error what to write instead. @default none
 */
export function createQuoteLookup(
  area: Area,
  precision: number | undefined,
  transport: Transport,
  context: LookupContext,
  advise?: AdviseOnSymbol,
): QuoteLookup {
  const requests = new QuoteRequests(area, precision, transport, context, advise);
  return new Lookup<string, Row>(
    {
      keyOf: (symbol) => symbol,
      get freshSeconds() {
        return context.quotesFreshMs() / 1000;
      },
      maxAnswers: 50_000,
      ask: (pending) => requests.ask(pending),
    },
    context,
  );
}

/**
 * Asks for the symbols of a batch in as few requests as possible.
 *
 * If the precision is left to the service, prices may have fewer than five significant digits. Then the symbol is
 * requested again with enough decimals for six digits, and later directly with these. A symbol with a price of 0 is
 * always requested again: more decimals distinguish a tiny price from none.
 */
class QuoteRequests {
  /** Symbols for which the service's decimals are too few, with the decimals to request. */
  readonly #finer = new Map<string, number>();
  /** Symbols for which the service has no more decimals. */
  readonly #coarse = new Set<string>();
  readonly #history = new ListHistory();
  /** Repeated questions leave together. */
  readonly #again: Batcher<string, Row>;

  constructor(
    private readonly area: Area,
    private readonly precision: number | undefined,
    private readonly transport: Transport,
    context: LookupContext,
    private readonly advise: AdviseOnSymbol | undefined,
  ) {
    this.#again = new Batcher<string, Row>((pending) => this.ask(pending), context);
  }

  ask(pending: readonly Ask<string>[]): Promise<Row>[] {
    const rows = askByGroup(
      pending,
      (symbol) => tierOf(this.#decimalsOf(symbol)),
      (group) => this.#askGroup(group),
    );
    return pending.map((one, index) => {
      const row = this.#advised(firstOf(rows[index]!, one.question, this.area), one);
      return this.#withDigits(row, one, this.#decimalsOf(one.question));
    });
  }

  #decimalsOf(symbol: string): number | undefined {
    return this.#finer.get(symbol) ?? this.precision;
  }

  #askGroup(group: readonly Ask<string>[]): readonly Promise<readonly Row[]>[] {
    const all = group.map(({ question }) => this.#decimalsOf(question)).filter((decimals) => decimals !== undefined);
    const precision = all.length === 0 ? undefined : Math.max(...all);
    const isPoll = group.every((one) => one.isPoll);
    const maxAgeMs = minMaxAgeMs(group);
    const operation = quotesOf(this.area);
    return askInLists(group, {
      history: this.#history,
      parameter: operation.batchBy,
      nameOf: (symbol) => symbol,
      maxLength: this.transport.maxListLength(operation),
      send: async (symbols, signal, options) => {
        const how = { ...options, maxAgeMs, ...(isPoll && { priority: 'background' as const }) };
        return (await this.transport.send(operation, { symbols, precision }, signal, how)).rows;
      },
      ownerOf: ownerIn('symbol'),
      goesFirst: (symbol) => SMALL_UNITS.test(symbol),
    });
  }

  #advised(row: Promise<Row>, one: Ask<string>): Promise<Row> {
    const { advise } = this;
    return advise ? row.catch((error: unknown) => advise(error, one)) : row;
  }

  async #withDigits(
    answer: Promise<Row>,
    one: Ask<string>,
    requestedDecimals = defaultPrecision(this.area),
  ): Promise<Row> {
    const row = await answer;
    const prices = [row.ask, row.bid, row.mid];
    const isExact = this.precision !== undefined && !prices.includes(0);
    const decimals = isExact ? undefined : finerDecimals(prices, requestedDecimals);
    if (decimals === undefined || this.#coarse.has(one.question)) return this.#rounded(row);
    this.#finer.set(one.question, decimals);
    try {
      return await this.#again.loadAnswer(one);
    } catch (error) {
      if (!(error instanceof ServiceError) || !(error.isRefusal || error.status === 400)) throw error;
      // A service that refuses that many decimals has no better price than this.
      this.#coarse.add(one.question);
      this.#finer.delete(one.question);
      return this.#rounded(row);
    }
  }

  #rounded(row: Row): Row {
    return withoutZeros(this.precision === undefined ? row : roundedPrices(row, this.precision), row);
  }
}

/**
 * Pairs of a currency with a small unit. Their prices may have too few digits and be requested again. If they go first,
 * that second request leaves while the first requests of others are running. This is only a guess; a wrong guess costs
 * nothing.
 */
const SMALL_UNITS = /^(?:JPY|KRW|INR|IDR|VND|HUF|CLP|COP)/;

/** Symbols whose decimals are similar share lists, so that rates of different sizes need few lists. */
const DECIMALS_OF_TIER = 3;

const tierOf = (decimals = 0): string => String(Math.ceil(decimals / DECIMALS_OF_TIER));

/** Rejects with a more helpful error if it finds one, otherwise with the given one. */
export type AdviseOnSymbol = (error: unknown, pending: Ask<string>) => Promise<never>;

async function firstOf(rows: Promise<readonly Row[]>, symbol: string, area: Area): Promise<Row> {
  try {
    const [row] = await rows;
    if (row) return row;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) throw new UnknownSymbolError(symbol, area, error);
    throw error;
  }
  throw new UnknownSymbolError(symbol, area);
}

/** #N/A: an area has no quote for a symbol. */
export class UnknownSymbolError extends CellError {
  override readonly name = 'UnknownSymbolError';

  constructor(
    readonly symbol: string,
    readonly area: Area,
    cause?: unknown,
  ) {
    super('#N/A', `"${symbol}" has no quote in ${area}: search for it in the MD pane, or name another area`, { cause });
  }
}
