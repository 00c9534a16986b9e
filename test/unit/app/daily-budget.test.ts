import { Session } from '../../../src/app/session';
import { createSandboxSession, createTestSession, show } from '../../support/evaluate';
import { createMemoryHost } from '../../support/memory-host';
import { createStubService, status, pricedAt } from '../../support/stub-service';
import { readGatewayStatus } from '../../../src/app/account';

const NOW = Date.UTC(2026, 10, 21, 15);
const USED_UP = (budget: number): string =>
  `#N/A: The budget of ${budget} requests for today is used up: raise it in the MD pane, or wait until tomorrow`;

const quotes = pricedAt(() => 1);

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

  test('counts what was sent today before it was set, and nothing that was sent yesterday', async () => {
    const { session, clock } = setUp();
    await session.ready;
    await show(session, 'QUOTE', 'EURUSD');
    clock.now += 24 * 3_600_000;
    for (const symbol of ['EURUSD', 'GBPUSD']) await show(session, 'QUOTE', symbol);
    await session.save({ dailyBudget: 3 });
    expect(session.spending.budget?.spent).toBe(2);
    expect(await show(session, 'QUOTE', 'EURJPY')).toEqual([[1]]);
    expect(String(await show(session, 'QUOTE', 'AUDUSD'))).toContain('is used up');
  });

  test('holds where another workbook has set it', async () => {
    const { session, service } = setUp();
    await session.ready;
    await session.host.storage.setItem('md.dailyBudget', '1');
    await session.takeOver();
    await show(session, 'QUOTE', 'EURUSD');
    expect(await show(session, 'QUOTE', 'GBPUSD')).toEqual([[USED_UP(1)]]);
    expect(service.requests).toHaveLength(1);
  });

  test('holds where the settings could be read only after a while', async () => {
    const host = createMemoryHost();
    host.stored.set('md.dailyBudget', '1');
    let answer: () => void = () => undefined;
    const opened = new Promise<void>((resolve) => (answer = resolve));
    const storage = { ...host.storage, getItem: (name: string) => opened.then(() => host.storage.getItem(name)) };
    jest.useFakeTimers();
    const session = new Session(
      { ...host, storage },
      { fetch: createStubService({ '/currencies/quotes': quotes }).fetch },
    );
    await jest.advanceTimersByTimeAsync(10_000);
    jest.useRealTimers();
    await session.ready;
    const used = new Promise<void>((resolve) => session.onChange(resolve));
    answer();
    await used;
    await show(session, 'QUOTE', 'EURUSD');
    expect(await show(session, 'QUOTE', 'GBPUSD')).toEqual([[USED_UP(1)]]);
  });

  /** Two windows of a workbook that may send four requests a day, under a simulated clock. */
  function openTwoWindows() {
    const service = createStubService({ '/currencies/quotes': quotes });
    const host = createMemoryHost();
    host.stored.set('md.dailyBudget', '4');
    const [first, second] = [0, 1].map(() => new Session(host, { fetch: service.fetch }));
    const quote = async (session: Session, symbol: string): Promise<unknown> => {
      const shown = show(session, 'QUOTE', symbol);
      await jest.advanceTimersByTimeAsync(10_000);
      return shown;
    };
    return { service, host, first: first!, second: second!, quote };
  }

  test('is shared by two windows of the workbook', async () => {
    jest.useFakeTimers({ now: NOW });
    try {
      const { service, host, first, second, quote } = openTwoWindows();
      expect(await quote(first, 'EURUSD')).toEqual([[1]]);
      expect(await quote(second, 'GBPUSD')).toEqual([[1]]);
      expect(await quote(second, 'EURJPY')).toEqual([[1]]);
      expect(await quote(first, 'AUDUSD')).toEqual([[1]]);
      expect(first.spending.budget).toMatchObject({ spent: 4, left: 0 });
      expect(await quote(first, 'USDCAD')).toEqual([[USED_UP(4)]]);
      const third = new Session(host, { fetch: service.fetch });
      expect(await quote(third, 'USDCAD')).toEqual([[USED_UP(4)]]);
      expect(service.requests).toHaveLength(4);
    } finally {
      jest.useRealTimers();
    }
  });

  test('starts again at midnight for two open windows, and still counts what both send', async () => {
    jest.useFakeTimers({ now: NOW });
    try {
      const { first, second, quote } = openTwoWindows();
      await quote(second, 'EURUSD');
      for (const symbol of ['GBPUSD', 'EURJPY']) await quote(first, symbol);
      expect(first.spending.budget?.spent).toBe(3);
      jest.setSystemTime(NOW + 24 * 3_600_000);
      expect(first.spending.budget?.spent).toBe(0);
      for (const symbol of ['AUDUSD', 'USDCAD']) await quote(second, symbol);
      await quote(first, 'USDCHF');
      expect(first.spending.budget?.spent).toBe(3);
    } finally {
      jest.useRealTimers();
    }
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

describe('no more requests are sent than the daily budget leaves', () => {
  test('by many cells that are calculated together', async () => {
    const { session, service } = setUp();
    await session.save({ dailyBudget: 10 });
    const shown = await Promise.all(
      Array.from({ length: 1_000 }, (_, index) => show(session, 'QUOTE', `PAIR${index}`)),
    );
    expect(service.requests).toHaveLength(10);
    const symbols = service.requests.map(({ query }) => new URLSearchParams(query).get('symbols')!);
    expect(shown.flat(2).filter((cell) => cell === 1)).toHaveLength(symbols.join().split(',').length);
    expect(new Set(shown.flat(2))).toEqual(new Set([1, USED_UP(10)]));
  });

  test('by retries', async () => {
    const service = createStubService({ '/currencies/quotes': () => status(503) });
    const session = createTestSession({ service, now: () => NOW });
    await session.save({ dailyBudget: 2 });
    expect(await show(session, 'QUOTE', 'EURUSD')).toEqual([[USED_UP(2)]]);
    expect(service.requests).toHaveLength(2);
  });

  test('by the parts of a refused list', async () => {
    const service = createStubService({ '/currencies/quotes': () => status(422) });
    const session = createTestSession({ service, now: () => NOW });
    await session.save({ dailyBudget: 2 });
    const shown = await Promise.all(['A', 'B', 'C', 'D', 'E'].map((symbol) => show(session, 'QUOTE', symbol)));
    expect(shown.flat(2)).toEqual(Array.from({ length: 5 }, () => USED_UP(2)));
    expect(service.requests).toHaveLength(2);
  });

  test('by the pages of a formula, which says so before it reads them', async () => {
    const asked: unknown[] = [];
    const session = createSandboxSession(NOW, (request) => asked.push(request));
    await session.save({ maxRequests: 0, dailyBudget: 100 });
    expect(await show(session, 'TICKS', 'CAC', '2026-10-19 08:00', '2026-11-21', 200_000)).toMatch(
      /^#N\/A: About [\d,]+ requests, but today's budget has \d+ left: raise it in the MD pane$/,
    );
    expect(asked.length).toBeLessThanOrEqual(3);
  });

  test('except questions to the gateway that cost nothing', async () => {
    const service = createStubService({ '/currencies/quotes': quotes, '/me': () => ({ person: 'ann' }) });
    const session = createTestSession({ service, now: () => NOW });
    await session.save({ dailyBudget: 1 });
    await show(session, 'QUOTE', 'EURUSD');
    expect(await readGatewayStatus(session.client!)).toMatchObject({ person: 'ann' });
    expect(session.spending.budget).toMatchObject({ spent: 1, left: 0 });
  });
});
