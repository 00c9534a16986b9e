import { readBlock } from '../../../src/app/workbook/block-contents';
import type { Session } from '../../../src/app/session';
import { type Block, parseA1 } from '../../../src/core/sheet';
import type { MemoryHost } from '../../support/memory-host';
import type { MemoryWorkbook } from '../../support/memory-workbook';
import { createStubService, type StubService } from '../../support/stub-service';
import { createTestSession } from '../../support/evaluate';

export interface Opened {
  readonly session: Session;
  readonly workbook: MemoryWorkbook;
  readonly service: StubService;
  readonly clock: { now: number };
  /** Every quote is this number from now on, except those of symbols with a price of their own. */
  readonly market: {
    price: number;
    readonly prices: Record<string, number>;
    /** When the quotes of some symbols were made, in seconds. */
    readonly times: Record<string, number>;
  };
}

/** When quotes were made, in seconds. */
export const QUOTED_AT = 1_790_000_000;

/**
 * A workbook whose service quotes every symbol but "BAD" and those that begin so at one price, on a clock that the test
 * moves.
 *
 * @param others what it answers to other paths
 */
export async function openWorkbook(others: Parameters<typeof createStubService>[0] = {}): Promise<Opened> {
  const market: Opened['market'] = { price: 1, prices: {}, times: {} };
  const clock = { now: 1_000_000 };
  const service = createStubService({
    ...others,
    '/currencies/quotes': ({ query }) => ({
      items: query
        .get('symbols')!
        .split(',')
        .filter((symbol) => !symbol.startsWith('BAD'))
        .map((symbol) => {
          const price = market.prices[symbol] ?? market.price;
          return { symbol, bid: price, ask: price, mid: price, timestamp: market.times[symbol] ?? QUOTED_AT };
        }),
    }),
  });
  const session = createTestSession({ service, now: () => clock.now });
  await session.ready;
  const workbook = (session.host as MemoryHost).workbook;
  workbook.session = session;
  return { session, workbook, service, clock, market };
}

/** What the cells from A1 on show. */
export const valuesOf = async (
  { workbook }: Pick<Opened, 'workbook'>,
  rows: number,
  columns = 1,
  sheet = 'Sheet1',
): Promise<unknown[][]> =>
  (await readBlock(workbook, { sheet, row: 0, column: 0, rows, columns })).map((row) => row.map(({ value }) => value));

export const at = (address: string): Block => parseA1(address, 'Sheet1')!;

export const formulasIn = async ({ workbook }: Pick<Opened, 'workbook'>, address: string): Promise<string[][]> =>
  (await readBlock(workbook, at(address))).map((row) => row.map(({ formula }) => formula));

/** Every cell is calculated again, as after a change of the cells beside it. */
export async function recalculate({ workbook }: Pick<Opened, 'workbook'>): Promise<void> {
  await workbook.calculate((await workbook.formulas()).map(({ cell }) => cell));
  await workbook.settled();
}
