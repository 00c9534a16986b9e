import { packNames } from '../../core/packing';
import { symbolParts } from '../../core/names/symbol-parts';
import type { FunctionTraits } from '../function-traits';
import { mapInPieces } from '../../core/waiting';
import type { Session } from '../session';
import type { MdCell } from './cells';
import { type MdCall, namesIn, readCalls, symbolsOf, takesSymbols, valuesOf } from './calls';
import { AREAS } from '../../api/interface/operation';
import { parameterOf } from '../../api/operations';
import { groupBy } from '../../core/basics';

/**
 * The minimum that the cells request: anything their formulas do not reveal counts as one symbol, and one request per
 * function.
 */
interface Cost {
  readonly symbolCount: number;
  readonly requestCount: number;
}

export async function countCost(
  session: Session,
  cells: readonly MdCell[],
  functions: readonly FunctionTraits[],
): Promise<Cost> {
  const calls = await readCalls(session, cells, functions);
  const symbols = new Set<string>();
  const areUnknown = await mapInPieces(calls, (call) => {
    const own = symbolsOf(call);
    for (const name of own ?? []) symbols.add(symbolParts(name).symbol);
    return own === undefined && takesSymbols(call.traits);
  });
  // Cells that wait for permission have said what they need.
  const others = calls.filter(({ cell }) => cell.price === undefined);
  const counts = await Promise.all(
    groupBy(others, ({ traits }) => traits.id).map((ofOne) => countRequests(session, ofOne)),
  );
  return {
    symbolCount: Math.max(symbols.size, areUnknown.includes(true) ? 1 : 0),
    requestCount: [...counts, ...cells.map(({ price = 0 }) => price)].reduce((sum, count) => sum + count, 0),
  };
}

/** The minimum number of requests of each cell by itself, regardless of sharing. */
export async function costOfEach(
  session: Session,
  cells: readonly MdCell[],
  functions: readonly FunctionTraits[],
): Promise<ReadonlyMap<MdCell, number>> {
  const calls = await readCalls(session, cells, functions);
  const costs = new Map<MdCell, number>();
  await Promise.all(
    calls.map(async (call) => {
      const count = await countRequests(session, [call]);
      costs.set(call.cell, (costs.get(call.cell) ?? 0) + count);
    }),
  );
  return costs;
}

/** The minimum number of requests for calls of one function. */
export async function countRequests(session: Session, calls: readonly MdCall[]): Promise<number> {
  return asksNothing(calls[0]!.traits) ? 0 : Math.max(1, await requestsOf(calls, session));
}

/** A function without operations of its own, whose formulas do not choose one by path either. */
const asksNothing = (traits: FunctionTraits): boolean => traits.sources.length === 0 && !traits.takesPath;

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

/** The longest list of symbols by the table of operations, in characters. No symbol is longer. */
const maxLengthByTable = (): number => parameterOf(`GET /${AREAS[0]}/quotes`, 'symbols').maxLength!;

/** The longest list of symbols in one request, in characters: a gateway takes longer ones than the service. */
export const maxListLengthFor = ({ gateway }: Pick<Session, 'gateway'>): number =>
  gateway?.maxListLength ?? maxLengthByTable();

/**
 * The symbols of a call that are requested, each with its area in lower case. Longer ones are refused without a
 * request.
 */
export function symbolsInAreas(
  call: MdCall,
  standardArea: string,
): { readonly area: string; readonly symbol: string }[] {
  const [callArea = standardArea] = namesIn(valuesOf(call, 'area')[0] ?? []);
  const longest = maxLengthByTable();
  return (symbolsOf(call) ?? [])
    .map(symbolParts)
    .filter(({ symbol }) => symbol.length <= longest)
    .map(({ area = callArea, symbol }) => ({ area: area.toLowerCase(), symbol }));
}
