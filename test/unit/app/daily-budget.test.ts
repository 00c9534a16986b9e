import { createStubService } from '../../support/stub-service';
import { createTestSession, show } from '../../support/evaluate';

const quotes = ({ query }: { readonly query: URLSearchParams }) => ({
  items: query
    .get('symbols')!
    .split(',')
    .map((symbol) => ({ symbol, bid: 1, ask: 1, mid: 1, timestamp: 1_790_000_000 })),
});

function setUp() {
  const clock = { now: Date.UTC(2025, 10, 20, 12) };
  const service = createStubService({ '/currencies/quotes': quotes });
  return { clock, service, session: createTestSession({ service, now: () => clock.now }) };
}

describe('the daily budget of a workbook', () => {
  test('blocks requests once it is used up, and starts again the next day', async () => {
    const { session, service, clock } = setUp();
    await session.save({ dailyBudget: 2 });
    expect(await show(session, 'QUOTE', 'EURUSD')).toEqual([[1]]);
    expect(await show(session, 'QUOTE', 'GBPUSD')).toEqual([[1]]);
    expect(await show(session, 'QUOTE', 'EURJPY')).toEqual([
      ['#N/A: The budget of 2 requests for today is used up: raise it in the MD pane, or wait until tomorrow'],
    ]);
    expect(await show(session, 'QUOTE', 'EURUSD')).toEqual([[1]]);
    expect(service.requests).toHaveLength(2);
    clock.now += 24 * 3_600_000;
    expect(await show(session, 'QUOTE', 'EURJPY')).toEqual([[1]]);
  });

  test('counts what was sent before it was set, if the add-in was started today', async () => {
    const { session, clock } = setUp();
    clock.now = performance.timeOrigin;
    await session.save({});
    for (const symbol of ['EURUSD', 'GBPUSD']) await show(session, 'QUOTE', symbol);
    await session.save({ dailyBudget: 3 });
    expect(session.spending.budget?.spent).toBe(2);
    expect(await show(session, 'QUOTE', 'EURJPY')).toEqual([[1]]);
    expect(String(await show(session, 'QUOTE', 'AUDUSD'))).toContain('is used up');
  });

  test('counts from the moment when it was set, if the add-in was started on another day', async () => {
    const { session } = setUp();
    await session.save({});
    await show(session, 'QUOTE', 'EURUSD');
    await session.save({ dailyBudget: 3 });
    expect(session.spending.budget?.spent).toBe(0);
  });

  test('is unlimited unless it is set, and can be raised', async () => {
    const { session } = setUp();
    await session.save({ dailyBudget: 1 });
    await show(session, 'QUOTE', 'EURUSD');
    await session.save({ dailyBudget: 5 });
    expect(await show(session, 'QUOTE', 'GBPUSD')).toEqual([[1]]);
    await session.save({ dailyBudget: 0 });
    for (const symbol of ['A', 'B', 'C', 'D']) expect(await show(session, 'QUOTE', symbol)).toEqual([[1]]);
  });
});

test('a list whose quotes need more requests than one formula may send waits until the user allows it', async () => {
  const { session, service } = setUp();
  const list = Array.from({ length: 1_000 }, (_, index) => [`S${index}`]);
  expect(await show(session, 'QUOTE', list)).toBe('#N/A: About 143 requests: allow it in the MD pane');
  expect(service.requests).toHaveLength(0);
  const ignore = (): undefined => undefined;
  const end = session.cells.watch({ begin: ignore, end: ignore, notBefore: ignore, accepts: () => true });
  expect(await show(session, 'QUOTE', list)).toHaveLength(1_000);
  end();
  expect(await show(session, 'QUOTE', list)).toHaveLength(1_000);
});
