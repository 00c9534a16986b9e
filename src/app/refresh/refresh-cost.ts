import { groupBy } from '../../api/lookup/pending-question';
import { Cancellation } from '../../core/cancellation';
import { packNames } from '../../core/packing';
import { symbolParts } from '../../core/names/symbol-parts';
import type { FunctionTraits } from '../function-traits';
import { mapInPieces } from '../pauses';
import type { Session } from '../session';
import type { MdCell } from './cells';
import { maxListLengthFor, symbolsInAreas } from './symbols-in-areas';
import { type MdCall, namesIn, readCalls, symbolsOf, takesSymbols, valuesOf } from './read-calls';

/**
 * The minimum that the cells request: anything their formulas do not reveal counts as one symbol, and one request per
 * function.
 */
interface Cost {
  readonly symbolCount: number;
  readonly requestCount: number;
}

/**
 * @param mayAsk whether the cost may be found out from the service; otherwise anything not known counts as one request
 */
export async function countCost(
  session: Session,
  cells: readonly MdCell[],
  functions: readonly FunctionTraits[],
  mayAsk = true,
): Promise<Cost> {
  const calls = await readCalls(session, cells, functions);
  const symbols = new Set<string>();
  const areUnknown = await mapInPieces(calls, (call) => {
    const own = symbolsOf(call);
    for (const name of own ?? []) symbols.add(symbolParts(name).symbol);
    return own === undefined && takesSymbols(call.traits);
  });
  const counts = await Promise.all(
    groupBy(calls, ({ traits }) => traits.id).map((ofOne) => countRequests(session, ofOne, mayAsk)),
  );
  return {
    symbolCount: Math.max(symbols.size, areUnknown.includes(true) ? 1 : 0),
    requestCount: counts.reduce((sum, count) => sum + count, 0),
  };
}

/** The requests of each cell by itself, regardless of sharing, as far as known without asking the service. */
export async function costOfEach(
  session: Session,
  cells: readonly MdCell[],
  functions: readonly FunctionTraits[],
): Promise<ReadonlyMap<MdCell, number>> {
  const calls = await readCalls(session, cells, functions);
  const costs = new Map<MdCell, number>();
  await Promise.all(
    calls.map(async (call) => {
      const count = await countRequests(session, [call], false);
      costs.set(call.cell, (costs.get(call.cell) ?? 0) + count);
    }),
  );
  return costs;
}

/** The minimum number of requests for calls of one function. */
export async function countRequests(session: Session, calls: readonly MdCall[], mayAsk: boolean): Promise<number> {
  if (asksNothing(calls[0]!.traits)) return 0;
  if (calls[0]!.traits.price === undefined) return Math.max(1, await requestsOf(calls, session));
  const different = new Map(calls.map((call) => [JSON.stringify(call.values), call]));
  const prices = await Promise.all([...different.values()].map((call) => priceOf(session, call, mayAsk)));
  return prices.reduce((sum, count) => sum + count, 0);
}

/** A function without operations of its own, whose formulas do not choose one by path either. */
const asksNothing = (traits: FunctionTraits): boolean => traits.sources.length === 0 && !traits.takesPath;

/** 1 if the arguments are not known; 0 if they are invalid. */
async function priceOf(session: Session, { traits, values }: MdCall, mayAsk: boolean): Promise<number> {
  if (values.includes(undefined)) return 1;
  const args = values.map((all = []) => (all.length > 1 ? all.map((value) => [value]) : (all[0] ?? null)));
  const call = { isPreview: !mayAsk, cancellation: new Cancellation() };
  return traits.price!(args, session, call).catch(() => 0);
}

/** The minimum number of requests for calls of one function. */
async function requestsOf(calls: readonly MdCall[], session: Session): Promise<number> {
  switch (calls[0]!.traits.requests) {
    case 'packed':
      return packedRequests(calls, session);
    case 'each':
      return new Set(
        calls.flatMap((call) => {
          const types = valuesOf(call, 'filing-type').flatMap((values) => namesIn(values ?? []));
          const symbols = (symbolsOf(call) ?? []).map((name) => symbolParts(name).symbol);
          return symbols.flatMap((symbol) => (types.length === 0 ? [''] : types).map((type) => `${symbol} ${type}`));
        }),
      ).size;
    case 'year':
      return 1;
    case 'merged':
      return countDifferent(calls, (call) => valuesOf(call, 'date'));
    case 'pair':
      return countDifferent(calls, (call) => [...valuesOf(call, 'currency'), ...valuesOf(call, 'area')]);
    case 'alone':
      return countDifferent(calls, ({ values }) => values);
  }
}

/** Counts the different keys of calls, as far as their arguments are known. */
function countDifferent(calls: readonly MdCall[], keyOf: (call: MdCall) => readonly unknown[]): number {
  const known = calls.map(keyOf).filter((key) => key.every((value) => value !== undefined));
  return new Set(known.map((key) => JSON.stringify(key))).size;
}

/** Packed as the client does it, by area and decimals. */
async function packedRequests(calls: readonly MdCall[], session: Session): Promise<number> {
  const groups = new Map<string, Set<string>>();
  await mapInPieces(calls, (call) => {
    for (const { area, symbol } of symbolsInAreas(call, session.settings.area)) {
      const key = `${area} ${JSON.stringify(valuesOf(call, 'decimals'))}`;
      groups.set(key, (groups.get(key) ?? new Set()).add(symbol));
    }
  });
  const maxListLength = maxListLengthFor(session);
  return [...groups.values()].reduce((sum, symbols) => sum + packNames([...symbols], maxListLength).length, 0);
}
