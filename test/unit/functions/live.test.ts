import { createTestSession, show } from '../../support/evaluate';
import { TEST_KEY } from '../../support/memory-host';
import { createStubService, type RouteRequest, status, pricedAt } from '../../support/stub-service';
import { enter, pass, useFakeTime } from './live-sheet';
import { KEY_HEADER } from '../../support/published-fields';

useFakeTime();

/** Prices that count the requests: 1 in the first, 2 in the second. An instead gives another answer. */
function setUp(
  instead: (count: number, request: RouteRequest) => unknown = () => undefined,
  options: Parameters<typeof createTestSession>[0] = {},
) {
  let count = 0;
  const quotes = (request: RouteRequest): unknown => {
    count++;
    const [symbols, mid] = [request.query.get('symbols')!.split(','), count];
    return (
      instead(count, request) ?? {
        items: symbols.map((symbol) => ({ symbol, bid: mid, ask: mid, mid, timestamp: 1_790_000_000 })),
      }
    );
  };
  const service = createStubService({ '/currencies/quotes': quotes, '/stocks/quotes': quotes });
  return { service, session: createTestSession({ ...options, service }), count: () => service.requests.length };
}

const SYMBOLS = Array.from({ length: 50 }, (_, index) => `AAA${String(index).padStart(3, '0')}`);
/** Seven symbols of six letters and their commas are 48 of the 50 characters of a request. */
const MIN_REQUESTS = Math.ceil(SYMBOLS.length / 7);

describe('MD.LIVE', () => {
  test('shows the mid price and updates it every ten seconds', async () => {
    const { session } = setUp();
    const { shown } = enter(session, ['eurusd']);
    await pass(25);
    expect(shown).toEqual([1, 2, 3]);
  });

  test('shows no other company for a symbol with its exchange, and goes on when the list of stocks is back', async () => {
    const stocks = [
      { symbol: 'SAN', name: 'Santander', country: 'us', description: '' },
      { symbol: 'MC', name: 'LVMH', country: 'fr', description: '' },
    ];
    let isDown = true;
    const withList = createStubService({
      '/stocks/symbols': () => (isDown ? status(403) : { items: stocks }),
      '/stocks/quotes': pricedAt(() => 5),
    });
    const live = createTestSession({ service: withList });
    const [other, right, plain] = ['XPAR:SAN', 'XPAR:MC', 'stocks:SAN'].map((symbol) => enter(live, [symbol]));
    await pass(5);
    expect([other!, right!].flatMap(({ shown }) => shown)).toEqual([
      expect.stringContaining('(403)'),
      expect.stringContaining('(403)'),
    ]);
    isDown = false;
    await pass(75);
    expect(other!.shown.at(-1)).toBe(
      '#N/A: "XPAR:SAN" names an exchange, which symbols do not have here: "stocks:SAN" may be another company; ' +
        'check its name in the MD pane',
    );
    expect([right!.shown.at(-1), plain!.shown.at(-1)]).toEqual([5, 5]);
    expect(withList.requests.filter(({ path }) => path === '/stocks/symbols')).toHaveLength(2);
  });

  test('accepts field, area and seconds', async () => {
    const { session, service } = setUp();
    const { shown } = enter(session, ['AAPL', 'timestamp', 'stocks', 2]);
    await pass(5);
    expect(service.requests.map(({ path }) => path)).toEqual(['/stocks/quotes', '/stocks/quotes', '/stocks/quotes']);
    expect(shown).toEqual([expect.closeTo(46_286.58, 1)]);
  });

  test('uses the area in the symbol, or else the one in the settings', async () => {
    const { session, service } = setUp();
    await session.save({ area: 'stocks' });
    for (const symbol of ['currencies:EURUSD', 'AAPL']) enter(session, [symbol]);
    await pass(1);
    expect(service.requests.map(({ path }) => path).sort()).toEqual(['/currencies/quotes', '/stocks/quotes']);
  });

  test.each([
    [[null], '#VALUE!: symbol: nothing was given; give a symbol such as "EURUSD", or a range'],
    [
      [
        [
          ['EURUSD', 'GBPUSD'],
          ['USDJPY', null],
        ],
        'bid,ask',
      ],
      '#VALUE!: symbols: a block of 2 × 2 cells has room for one',
    ],
    [['EURUSD', 'middle'], '#VALUE!: field: "middle" is not one of mid, bid, ask, timestamp'],
    [['EURUSD', null, null, 0], '#VALUE!: seconds: 0 is not a whole number from 1 to 3600'],
    [['EURUSD', null, null, 3601], '#VALUE!: seconds: 3601 is not a whole number from 1 to 3600'],
    [['EURUSD', null, null, 'fast'], '#VALUE!: seconds: "fast" is not a whole number from 1 to 3600'],
  ])('reports what is wrong with %j, once and without a request', async (values, sentence) => {
    const { session, count } = setUp();
    const { shown } = enter(session, values);
    await pass(30);
    expect(shown).toEqual([expect.stringContaining(sentence)]);
    expect(count()).toBe(0);
  });

  test('can be evaluated once without streaming', async () => {
    const { session, count } = setUp();
    expect(await Promise.all([show(session, 'LIVE', 'EURUSD'), pass(20)])).toEqual([[[1]], undefined]);
    expect(count()).toBe(1);
  });
});

test('200 streams over 50 symbols need the fewest requests, at the start and at every poll', async () => {
  const { session, count } = setUp();
  const cells = Array.from({ length: 200 }, (_, index) => enter(session, [SYMBOLS[index % SYMBOLS.length]]));
  await pass(1);
  expect(count()).toBe(MIN_REQUESTS);
  await pass(10);
  expect(count()).toBe(2 * MIN_REQUESTS);
  for (const { shown } of cells) expect(shown).toHaveLength(2);
});

describe('a stream', () => {
  test('shows why a poll failed, and recovers at the next', async () => {
    const { session } = setUp((count) => ([2, 3, 4].includes(count) ? status(500) : undefined));
    const { shown } = enter(session, ['EURUSD']);
    await pass(25);
    expect(shown).toEqual([1, '#N/A: The service failed (500): recalculate in a moment', 5]);
  });

  test('says what to write for a symbol of another area, and keeps saying it', async () => {
    const { session, service } = setUp((_, { path }) => (path === '/stocks/quotes' ? undefined : { items: [] }));
    const { shown } = enter(session, ['AAPL']);
    await pass(150);
    expect(service.requests.filter(({ path }) => path === '/currencies/quotes').length).toBeGreaterThan(1);
    expect(shown).toEqual(['#N/A: "AAPL" is a stock: write "stocks:AAPL"']);
  });

  test('sends no request during a preview, and is not streamed either', async () => {
    const { session, count } = setUp();
    expect(enter(session, ['EURUSD'], { isPreview: true }).shown).toEqual([]);
    const unknown = enter(session, ['EURUSD'], { isPreview: true });
    await pass(30);
    expect(unknown.shown).toEqual(['#N/A: Press Enter to fetch']);
    expect(count()).toBe(0);
  });
  test('sends no request if it is cancelled before the session is ready', async () => {
    const { session, count } = setUp();
    enter(session, ['EURUSD']).cancel();
    await pass(30);
    expect(count()).toBe(0);
  });
});

test('the age of a live value is that of its last answer, and a last value says why it is shown', async () => {
  let isBroken = false;
  const { session } = setUp(() => (isBroken ? status(500) : undefined), { now: () => Date.now() });
  await session.save({ onFailure: 'last-value' });
  enter(session, ['EURUSD', null, null, 10], { address: 'Model!B7' });
  const logged = (): unknown => {
    const { readAt, failure } = session.cells.lastAt(['Model!B7'])!;
    return [Math.round((Date.now() - readAt!) / 1000), failure?.message];
  };
  await pass(15);
  expect(logged()).toEqual([5, undefined]);
  isBroken = true;
  await pass(10);
  expect(logged()).toEqual([15, expect.stringContaining('The service failed (500)')]);
  isBroken = false;
  await pass(10);
  expect(logged()).toEqual([5, undefined]);
});

describe('a change of settings', () => {
  test('restarts every stream under the new client, and the old client sends nothing more', async () => {
    const { session, service } = setUp();
    const { shown } = enter(session, ['EURUSD']);
    await pass(5);
    await session.save({ apiKey: 'another-key' });
    await pass(21);
    expect(service.requests.map(({ headers }) => headers[KEY_HEADER])).toEqual([
      TEST_KEY,
      'another-key',
      'another-key',
      'another-key',
    ]);
    expect(shown).toEqual([1, 2, 3, 4]);
  });
});

describe('while streams poll', () => {
  test('a formula is answered even if the service leaves every poll without an answer', async () => {
    const { session, count } = setUp((nth, { query }) =>
      nth > MIN_REQUESTS && query.get('symbols') !== 'OTHERS'
        ? new Promise(() => {
            /* never */
          })
        : undefined,
    );
    for (const symbol of SYMBOLS) enter(session, [symbol]);
    await pass(11);
    // Polls take half of the places, and the places grow while the service answers quickly.
    const polled = count();
    expect(polled).toBeGreaterThanOrEqual(MIN_REQUESTS + 3);
    expect(await Promise.all([show(session, 'QUOTE', 'OTHERS'), pass(1)])).toEqual([[[polled + 1]], undefined]);
  });

  test('a requested pause holds for formulas and polls, and neither is sent twice', async () => {
    const { session, count } = setUp((nth) => (nth === 2 ? status(429, {}, { 'retry-after': '2' }) : undefined));
    enter(session, ['EURUSD']);
    await pass(10.5);
    expect(count()).toBe(2);
    const formula = show(session, 'QUOTE', 'GBPUSD');
    await pass(1);
    expect(count()).toBe(2);
    await pass(5);
    expect(await formula).toEqual([[expect.any(Number)]]);
    expect(count()).toBe(4);
  });
});
