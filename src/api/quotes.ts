import type { Row } from '../core/columns';
import { finerDecimals } from '../core/prices';
import { Batcher, type PendingQuestion } from './lookup/batch';
import { askInBatches, askByGroup, minMaxAgeMs } from './lookup/lists';
import { type LookupContext, Lookup } from './lookup/lookup';
import type { Area } from './interface/operation';
import { defaultPrecision, MAX_SYMBOL_LIST_LENGTH, quotesOf } from './interface/quote-operations';
import { ServiceError } from './service-error';
import type { Transport } from './transport/transport';
import { CellError } from '../core/errors';

/** Latest quotes of one area with one precision, by upper-case symbol of at most 50 characters. */
export type QuoteLookup = Lookup<string, Row>;

/**
 * Quotes with the fields of the record QUOTE. Different areas or precisions cannot share a request, so each pair has
 * its own lookup. Source: GET /{area}/quotes.
 *
 * If the precision is left to the service and a symbol's prices have fewer than five significant digits, the symbol is
 * requested again with enough decimals for six digits, and from then on directly with these.
 *
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
  const operation = quotesOf(area);
  const maxLength = transport.maxListLength(MAX_SYMBOL_LIST_LENGTH);
  const byDefault = defaultPrecision(area);
  /**
   * Symbols for which the service's decimals are too few, with the decimals to request, and symbols for which it has no
   * more.
   */
  const finer = new Map<string, number>();
  const coarse = new Set<string>();
  const decimalsOf = (symbol: string): number | undefined => precision ?? finer.get(symbol);

  function askGroup(group: readonly PendingQuestion<string>[]): readonly Promise<readonly Row[]>[] {
    const all = group.map(({ question }) => decimalsOf(question)).filter((decimals) => decimals !== undefined);
    const decimals = all.length === 0 ? undefined : Math.max(...all);
    const isPoll = group.every((one) => one.isPoll);
    const maxAgeMs = minMaxAgeMs(group);
    return askInBatches(group, {
      parameter: operation.batchBy,
      nameOf: (symbol) => symbol,
      maxLength,
      send: async (symbols, signal, options) => {
        const how = { ...options, ...(isPoll && { priority: 'background' as const }), maxAgeMs };
        return (await transport.send(operation, { symbols, precision: decimals }, signal, how)).rows;
      },
      ownerOf: ({ symbol }) => (typeof symbol === 'string' ? symbol.toUpperCase() : ''),
      goesFirst: (symbol) => SMALL_UNITS.test(symbol),
    });
  }

  function ask(pending: readonly PendingQuestion<string>[]): Promise<Row>[] {
    const rows = askByGroup(pending, (symbol) => tierOf(decimalsOf(symbol)), askGroup);
    return pending.map((one, index) => {
      const row = advised(firstOf(rows[index]!, one.question, area), one);
      return precision === undefined ? withDigits(row, one, decimalsOf(one.question) ?? byDefault) : row;
    });
  }

  const advised = (row: Promise<Row>, one: PendingQuestion<string>): Promise<Row> =>
    advise ? row.catch((error: unknown) => advise(error, one)) : row;

  /** Repeated questions leave together. */
  const again = new Batcher<string, Row>(ask, context);

  async function withDigits(
    answer: Promise<Row>,
    one: PendingQuestion<string>,
    requestedDecimals: number,
  ): Promise<Row> {
    const row = await answer;
    const decimals = finerDecimals([row.ask, row.bid, row.mid], requestedDecimals);
    if (decimals === undefined || coarse.has(one.question)) return row;
    finer.set(one.question, decimals);
    try {
      return await again.load(one);
    } catch (error) {
      if (!(error instanceof ServiceError) || !error.isRefusal) throw error;
      // A service that refuses that many decimals has no better price than this.
      coarse.add(one.question);
      finer.delete(one.question);
      return row;
    }
  }

  return new Lookup<string, Row>(
    {
      keyOf: (symbol) => symbol,
      freshSeconds: operation.freshSeconds,
      freshMs: context.quotesFreshMs,
      maxAnswers: 50_000,
      ask,
    },
    context,
  );
}

/**
 * Pairs of a currency with a small unit. Their prices may have too few digits and be requested again. If they go first,
 * that second request leaves while the first requests of others are running. This is only a guess, and a wrong one
 * costs nothing.
 */
const SMALL_UNITS = /^(?:JPY|KRW|INR|IDR|VND|HUF|CLP|COP)/;

/** Symbols whose decimals are similar share lists, so that rates of different sizes need few lists. */
const DECIMALS_OF_TIER = 3;

const tierOf = (decimals: number | undefined): string =>
  decimals === undefined ? '' : String(Math.ceil(decimals / DECIMALS_OF_TIER));

/** Rejects with a more helpful error if it finds one, otherwise with the given one. */
export type AdviseOnSymbol = (error: unknown, pending: PendingQuestion<string>) => Promise<never>;

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
    message = `"${symbol}" has no quote in ${area}: check the spelling and the area`,
  ) {
    super('#N/A', message, cause === undefined ? undefined : { cause });
  }
}
