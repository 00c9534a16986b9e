import { type Environment, Session } from '../../src/app/session';
import { Features } from '../../src/office/features';
import { CATALOG } from '../../src/functions/catalog';
import { deliveryAtOnce } from '../support/delivery-at-once';
import { createMemoryHost } from '../support/memory-host';
import { type CellFunction, cellFunction } from '../../src/office/cell-function';

/** A session over a service, as the add-in makes it, with a key in its storage. */
export async function openSession(serviceAddress: string, environment: Partial<Environment> = {}): Promise<Session> {
  const host = createMemoryHost({ apiKey: 'demo', serviceAddress });
  const session = new Session(host, environment);
  await session.ready;
  return session;
}

/** A worksheet function exactly as Excel's client calls it: raw arguments, then the invocation. */
export function excelFunction(id: string, session: Session): CellFunction {
  const declaration = CATALOG.find((one) => one.id === id);
  if (!declaration) throw new RangeError(`The catalog has no ${id}`);
  return cellFunction(declaration, session, new Features(() => true), deliveryAtOnce());
}

/** The arguments of one cell as Excel's client hands them over, the invocation last. */
export type CellArguments = readonly [
  symbols: string[][],
  fields: null,
  area: null,
  precision: null,
  headers: null,
  invocation: object,
];

/** =MD.QUOTE(symbol), a cell for each symbol. */
export const quoteCells = (symbols: readonly string[]): CellArguments[] =>
  symbols.map((symbol) => [[[symbol]], null, null, null, null, {}]);

/** One recalculation: resolves when the last cell has its value. */
export const recalculate = (
  cell: (...args: CellArguments) => unknown,
  cells: readonly CellArguments[],
): Promise<unknown[]> => Promise.all(cells.map((args) => cell(...args)));

/**
 * A service inside this process that answers every symbol at once and counts the requests. An answer is written once
 * for each address, so that the service's own work does not count as that of the cells.
 */
export function instantService(): { readonly fetch: typeof fetch; readonly count: () => number } {
  let count = 0;
  const bodies = new Map<string, string>();
  return {
    count: () => count,
    fetch: (input) => {
      count++;
      const { url } = input as Request;
      const body = bodies.get(url) ?? quotesFor(url);
      bodies.set(url, body);
      return Promise.resolve(new Response(body));
    },
  };
}

/** The body of an answer with a quote for each symbol of the address. */
export function quotesFor(url: string): string {
  const symbols = new URL(url).searchParams.get('symbols')?.split(',') ?? [];
  return JSON.stringify({
    items: symbols.map((symbol) => ({ symbol, ask: 1.2, bid: 1, mid: 1.1, timestamp: 1_790_000_000 })),
  });
}
