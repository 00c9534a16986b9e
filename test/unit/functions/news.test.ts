import { createTestSession, type Plain, show } from '../../support/evaluate';
import { createStubService, pricedAt, type Route, status, type StubService } from '../../support/stub-service';
import { NOON } from './sample-answers';

const item = (index: number): Record<string, unknown> => ({
  timestamp: NOON - index * 86_400,
  content: `Item ${index}`,
  meta_data: { markets: ['stocks'], tickets: ['AAPL', 'MSFT'], hashtags: [] },
});

/** News on stocks without end, in pages of the size asked, at most ten; two items on indices. */
const createNewsService = (): StubService =>
  createStubService({
    '/stocks/news': ({ query }) => {
      const start = Number(query.get('cursor') ?? 0);
      const size = Math.min(10, Number(query.get('size')));
      return {
        items: Array.from({ length: size }, (_, index) => item(start + index)),
        total: null,
        next_page: String(start + size),
      };
    },
    '/indices/news': () => ({ items: [item(1), item(0)], next_page: null }),
    '/crypto/news': () => ({ items: [] }),
  });
const news = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
  show(createTestSession({ service: createNewsService() }), 'NEWS', ...rawArguments);

const HEADERS = ['timestamp', 'content', 'markets', 'tickets', 'hashtags'];
const AT_NOON = 46346.5;

describe('the table of MD.NEWS', () => {
  test('has a header and a row for each item, newest first, with lists as text', async () => {
    expect(await news('indices')).toEqual([
      HEADERS,
      [AT_NOON, 'Item 0', 'stocks', 'AAPL, MSFT', ''],
      [AT_NOON - 1, 'Item 1', 'stocks', 'AAPL, MSFT', ''],
    ]);
  });

  test('follows pages up to the limit', async () => {
    const contents = (count: number): string[][] => Array.from({ length: count }, (_, index) => [`Item ${index}`]);
    expect(await news('stocks', null, 'content', false)).toEqual(contents(20));
    expect(await news('stocks', 25, 'content', false)).toEqual(contents(25));
    expect(await news('stocks', 3, 'content', false)).toEqual(contents(3));
  });

  test('shows the named fields in their order, and one field of one item as a single value', async () => {
    expect(await news('indices', null, 'tickets,timestamp')).toEqual([
      ['tickets', 'timestamp'],
      ['AAPL, MSFT', AT_NOON],
      ['AAPL, MSFT', AT_NOON - 1],
    ]);
    expect(await news('stocks', 1, 'content')).toEqual([['Item 0']]);
    expect(await news('stocks', 1, 'content', true)).toEqual([['content'], ['Item 0']]);
  });

  test('leaves missing metadata blank, and reports missing content', async () => {
    const service = createStubService({
      '/stocks/news': () => ({
        items: [
          { timestamp: NOON, content: 'x', meta_data: null },
          { timestamp: NOON, meta_data: { markets: 'fx' } },
        ],
      }),
    });
    expect(
      await show(createTestSession({ service }), 'NEWS', 'stocks', null, 'content,markets,hashtags', false),
    ).toEqual([
      ['x', '', ''],
      [
        '#N/A: The service sent no "content": recalculate, or tell your provider',
        '#N/A: The service sent a "markets" that is not a list of texts: recalculate, or tell your provider',
        '',
      ],
    ]);
  });

  test('is #N/A if there are no items', async () => {
    expect(await news('crypto')).toBe(
      '#N/A: The service has no news on crypto: recalculate later, or name another area',
    );
  });
});

describe('a request of MD.NEWS', () => {
  test('asks for as many items as are wanted, and uses a cursor for the rest', async () => {
    const service = createNewsService();
    await show(createTestSession({ service }), 'NEWS', 'stocks', 12);
    expect(service.requests.map(({ query }) => query)).toEqual(['size=12', 'cursor=10&size=12']);
  });
});

test('a default limit that cuts off the news is mentioned in the activity, but not one that was given or that cuts nothing off', async () => {
  const session = createTestSession({ service: createNewsService() });
  await show(session, 'NEWS', 'stocks', 20);
  await show(session, 'NEWS', 'indices');
  expect(session.activity.notes).toEqual([]);
  await show(session, 'NEWS', 'stocks');
  expect(session.activity.notes.map(({ text }) => text)).toEqual([
    'stocks: the newest 20 news items are shown; give a limit of up to 1000 for more',
  ]);
});

describe('news about symbols', () => {
  const NAMES = ['AAPL', 'MSFT', 'BRK-B', 'KO', 'XOM'];
  /** So many items, each about one of five companies in turn, or about nothing. */
  function open(count: number, maxRequests = 0) {
    const service = createStubService({
      '/stocks/news': ({ query }) => {
        const start = Number(query.get('cursor') ?? 0);
        const size = Math.min(10, Number(query.get('size')));
        const items = Array.from({ length: Math.min(size, count - start) }, (_, index) => {
          const number = start + index;
          const tickets = number % 7 === 6 ? null : [NAMES[number % NAMES.length]!];
          return { timestamp: NOON - number * 60, content: `${number}`, meta_data: { tickets } };
        });
        return { items, total: null, next_page: start + size < count ? String(start + size) : null };
      },
    });
    const session = createTestSession({ service });
    return {
      ask: async (limit: number | null, symbols: unknown) => {
        await session.save({ maxRequests });
        return show(session, 'NEWS', 'stocks', limit, 'content', false, symbols);
      },
      sent: () => service.requests.length,
    };
  }
  const expected = (count: number, limit: number, names: readonly string[]): string[][] =>
    Array.from({ length: count }, (_, number) => number)
      .filter((number) => number % 7 !== 6 && names.includes(NAMES[number % NAMES.length]!))
      .slice(0, limit)
      .map((number) => [String(number)]);

  test.each<[string, number | null, unknown, readonly string[]]>([
    ['one text of several, pages on until enough match', 20, 'AAPL,MSFT', ['AAPL', 'MSFT']],
    ['a range with a blank cell', 5, [['ko'], [null]], ['KO']],
    ['another spelling', 7, 'brk.b', ['BRK-B']],
    ['more than there are', 900, 'stocks:XOM', ['XOM']],
  ])('are found by %s', async (_, limit, symbols, names) => {
    expect(await open(300).ask(limit, symbols)).toEqual(expected(300, limit!, names));
  });

  test.each([[[[null, '']]], [''], [' , ']])("are not everybody else's if the cells are blank: %j", async (symbols) => {
    const { ask, sent } = open(300);
    expect(await ask(3, symbols)).toMatch(/^#VALUE!: symbols: nothing was given; give a symbol such as/);
    expect(sent()).toBe(0);
  });

  test('are those within the allowed requests, if these are too few for the limit', async () => {
    const { ask, sent } = open(100_000, 6);
    const rows = await ask(1_000, 'AAPL');
    expect(sent()).toBe(6);
    expect(rows).toEqual(expected(100_000, (rows as Plain[][]).length, ['AAPL']));
    expect((rows as Plain[][]).length).toBeGreaterThan(3);
  });

  test.each([
    ['stocks', 'MSFT,Apple', '#VALUE!: symbols: "APPLE" is not a ticker: write "AAPL"'],
    ['indices', 'S&P 500', '#VALUE!: symbols: "S&P 500" is not a ticker: write "SPX"'],
  ])('are not looked for under a name, which names the symbol: %s, %s', async (area, symbols, sentence) => {
    const session = createTestSession({ service: createStubService({}) });
    expect(await show(session, 'NEWS', area, 5, null, null, symbols)).toBe(sentence);
  });

  test('have a row of their own below the others if they are no symbols; a symbol without news has none', async () => {
    const ask = (symbols: string, fields: string, quotes: Route): Promise<unknown> => {
      const service = createStubService({
        '/stocks/news': () => ({ items: [item(0)], next_page: null }),
        '/stocks/quotes': quotes,
      });
      return show(createTestSession({ service }), 'NEWS', 'stocks', 5, fields, false, symbols);
    };
    const onlyNvda = pricedAt((symbol) => (symbol === 'NVDA' ? 100 : undefined));
    expect(await ask('ZZZZ,msft,NVDA,ZZZZ', 'content,tickets', onlyNvda)).toEqual([
      ['Item 0', 'AAPL, MSFT'],
      ['#N/A: "ZZZZ" has no quote in stocks: search for it in the MD pane, or name another area', 'ZZZZ'],
    ]);
    expect(await ask('MSFT,NVDA', 'content', onlyNvda)).toEqual([['Item 0']]);
    expect(await ask('MSFT,ZZZZ', 'content', () => status(403))).toEqual([['Item 0']]);
  });

  test('that are not found say so, or ask for more requests', async () => {
    for (const symbols of ['NVDA', 'NV DA?'])
      expect(await open(50).ask(5, symbols)).toBe(
        '#N/A: The service has no news on stocks about these symbols: write them as quotes do, or name another area',
      );
    expect(await open(100_000, 6).ask(5, 'NVDA')).toMatch(/^#N\/A: About \d+ more requests: allow it/);
  });
});
