import { createTestSession, show } from '../../../support/evaluate';
import { createStubService } from '../../../support/stub-service';

const tickers = Array.from({ length: 150 }, (_, index) => `T${index}`);

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

  test('of few requests does not wait, however long its text is', async () => {
    const pairs = Array.from({ length: 150 }, (_, index) => `EUR${String(index).padStart(3, 'A')}`);
    const service = createStubService({
      '/currencies/quotes': ({ query }) => ({
        items: query
          .get('symbols')!
          .split(',')
          .map((symbol) => ({ symbol, bid: 1.5, ask: 1.5, mid: 1.5, timestamp: 1_790_000_000 })),
      }),
    });
    const table = await show(createTestSession({ service }), 'QUOTE', [[pairs.join(', ')]]);
    expect(table).toEqual(pairs.map(() => [1.5]));
  });
});
