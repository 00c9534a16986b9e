import { createTestSession, show } from '../../../support/evaluate';
import { TEST_ADDRESS } from '../../../support/memory-host';
import { createStubService } from '../../../support/stub-service';

const tickers = Array.from({ length: 150 }, (_, index) => `T${index}`);

const quoting = () =>
  createStubService({
    '/currencies/quotes': ({ query }) => ({
      items: query
        .get('symbols')!
        .split(',')
        .map((symbol) => ({ symbol, bid: 1.5, ask: 1.5, mid: 1.5, timestamp: 1_790_000_000 })),
    }),
  });

describe('a long list of symbols', () => {
  test.each([
    ['in a column', tickers.map((ticker) => [ticker])],
    ['in one text, separated by commas', [[tickers.join(',')]]],
  ])('%s waits for the user, and says how many requests it needs', async (_, list) => {
    const service = createStubService();
    expect(await show(createTestSession({ service }), 'SCORE', list, 'piotroski')).toBe(
      '#N/A: About 150 requests: allow it in the MD pane',
    );
    expect(service.requests).toEqual([]);
  });

  test('does not wait for the user if a gateway takes it in few requests, and otherwise says how many it needs', async () => {
    const service = quoting();
    const session = createTestSession({ service });
    const gateway = { address: TEST_ADDRESS, isTokenNeeded: true, notices: [], maxListLength: 1_000 };
    jest.spyOn(session, 'gateway', 'get').mockReturnValue(gateway);
    await session.save({ maxRequests: 10 });
    const pairs = (count: number): string[][] => Array.from({ length: count }, (_, index) => [`P${10_000 + index}`]);
    expect(await show(session, 'QUOTE', pairs(800))).toEqual(pairs(800).map(() => [1.5]));
    expect(service.requests).toHaveLength(6);
    expect(await show(session, 'QUOTE', pairs(2_000))).toBe('#N/A: About 14 requests: allow it in the MD pane');
  });

  test('that needs few requests does not wait, however long its text is', async () => {
    const pairs = Array.from({ length: 150 }, (_, index) => `EUR${String(index).padStart(3, 'A')}`);
    const table = await show(createTestSession({ service: quoting() }), 'QUOTE', [[pairs.join(', ')]]);
    expect(table).toEqual(pairs.map(() => [1.5]));
  });
});
