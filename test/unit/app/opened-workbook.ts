import type { Session } from '../../../src/app/session';
import type { MemoryHost } from '../../support/memory-host';
import type { MemoryWorkbook } from '../../support/memory-workbook';
import { createStubService, type StubService } from '../../support/stub-service';
import { createTestSession } from '../../support/evaluate';

export interface Opened {
  readonly session: Session;
  readonly workbook: MemoryWorkbook;
  readonly service: StubService;
  readonly clock: { now: number };
  /** Every quote is this number from now on. */
  readonly market: { price: number };
}

/**
 * A workbook whose service quotes every symbol but "BAD" and those that begin so at one price, on a clock that the test
 * moves.
 */
export async function openWorkbook(): Promise<Opened> {
  const market = { price: 1 };
  const clock = { now: 1_000_000 };
  const service = createStubService({
    '/currencies/quotes': ({ query }) => ({
      items: query
        .get('symbols')!
        .split(',')
        .filter((symbol) => !symbol.startsWith('BAD'))
        .map((symbol) => ({
          symbol,
          bid: market.price,
          ask: market.price,
          mid: market.price,
          timestamp: 1_790_000_000,
        })),
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
  (await workbook.read({ sheet, row: 0, column: 0, rows, columns })).map((row) => row.map(({ value }) => value));
