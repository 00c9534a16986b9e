import { createTestSession, type Plain, show } from '../../support/evaluate';
import { TEST_KEY } from '../../support/memory-host';
import { createStubService, type RouteRequest, status } from '../../support/stub-service';
import { enter, pass, useFakeTime } from './live-sheet';

useFakeTime();

const NEVER = new Promise(() => undefined);
const UNKNOWN = '#N/A: "NOSUCH" has no quote in currencies: search for it in the MD pane, or name another area';

/** Each symbol has its own price, its length and the poll: 6.1 for six letters at first. An instead changes an answer. */
function setUp(
  instead: (request: RouteRequest) => unknown = () => undefined,
  options: Parameters<typeof createTestSession>[0] = {},
) {
  const polls = new Map<string, number>();
  const quotes = (request: RouteRequest): unknown => {
    const given = instead(request);
    if (given !== undefined) return given;
    const symbols = request.query.get('symbols')!.split(',');
    return {
      items: symbols
        .filter((symbol) => symbol !== 'NOSUCH')
        .map((symbol) => {
          polls.set(symbol, (polls.get(symbol) ?? 0) + 1);
          const price = symbol.length + polls.get(symbol)! / 10;
          return { symbol, bid: price, ask: 100 + price, mid: 50 + price, timestamp: 1_790_000_000 };
        }),
    };
  };
  const service = createStubService({ '/currencies/quotes': quotes, '/crypto/quotes': quotes });
  return { service, session: createTestSession({ ...options, service }), polls };
}

const asksFor = (request: RouteRequest, symbol: string): boolean => request.query.get('symbols')!.includes(symbol);

describe('MD.LIVE of a list', () => {
  const layouts: readonly (readonly [string, readonly unknown[], Plain[][], Plain[][]])[] = [
    [
      'down',
      [[['EURUSD'], ['USDJPYX']], 'bid,ask'],
      [
        [6.1, 106.1],
        [7.1, 107.1],
      ],
      [
        [6.2, 106.2],
        [7.2, 107.2],
      ],
    ],
    [
      'across',
      [[['EURUSD', 'USDJPYX']], 'bid,ask'],
      [
        [6.1, 7.1],
        [106.1, 107.1],
      ],
      [
        [6.2, 7.2],
        [106.2, 107.2],
      ],
    ],
    [
      'in a block, with a blank',
      [
        [
          ['EURUSD', 'USDJPYX'],
          [null, 'GBP'],
        ],
        'bid',
      ],
      [
        [6.1, 7.1],
        ['', 3.1],
      ],
      [
        [6.2, 7.2],
        ['', 3.2],
      ],
    ],
    ['in one text', ['eurusd, usdjpyx', 'bid'], [[6.1], [7.1]], [[6.2], [7.2]]],
    [
      'under labels, with repeated and blank cells',
      [[['EURUSD'], [''], ['EURUSD'], [0]], 'symbol,bid', null, null, true],
      [
        ['symbol', 'bid'],
        ['EURUSD', 6.1],
        ['', ''],
        ['EURUSD', 6.1],
        ['', ''],
      ],
      [
        ['symbol', 'bid'],
        ['EURUSD', 6.2],
        ['', ''],
        ['EURUSD', 6.2],
        ['', ''],
      ],
    ],
    [
      'of two areas',
      [[['EURUSD'], ['crypto:BTCUSD'], ['crypto:EURUSD']], 'bid'],
      [[6.1], [6.1], [6.2]],
      [[6.3], [6.2], [6.4]],
    ],
    ['of nothing but blanks', [[[null], [null]]], [[''], ['']], [[''], ['']]],
  ];

  test.each(layouts)('spills like MD.QUOTE %s, and shows each poll in one result', async (_, values, first, second) => {
    const { session } = setUp();
    const { tables } = enter(session, values);
    await pass(15);
    expect(tables).toEqual(JSON.stringify(first) === JSON.stringify(second) ? [first] : [first, second]);
    const [symbols, fields, area, , headers] = values;
    const quoted = (await show(session, 'QUOTE', symbols, fields, area, null, headers)) as Plain[][];
    expect(quoted.map((row) => row.length)).toEqual(second.map((row) => row.length));
  });

  test('asks for 200 symbols with as many requests as MD.QUOTE, at first and at every poll', async () => {
    const symbols = Array.from({ length: 200 }, (_, index) => [`AAA${String(index).padStart(3, '0')}`]);
    const quoted = setUp();
    await Promise.all([show(quoted.session, 'QUOTE', symbols, 'bid,ask'), pass(1)]);
    const { session, service } = setUp();
    const { tables } = enter(session, [symbols, 'bid,ask']);
    await pass(1);
    expect(service.requests).toHaveLength(quoted.service.requests.length);
    await pass(10);
    expect(service.requests).toHaveLength(2 * quoted.service.requests.length);
    expect(tables).toHaveLength(2);
  });

  test('passes on nothing while no value changes, and one result when one does', async () => {
    let price = 1;
    const { session } = setUp(({ query }) => ({
      items: query
        .get('symbols')!
        .split(',')
        .map((symbol) => ({ symbol, mid: symbol === 'EURUSD' ? price : 5 })),
    }));
    const { tables } = enter(session, [[['EURUSD'], ['GBPUSD']]]);
    await pass(35);
    expect(tables).toEqual([[[1], [5]]]);
    price = 2;
    await pass(10);
    expect(tables).toEqual([
      [[1], [5]],
      [[2], [5]],
    ]);
  });

  test('shows the error of one symbol in its row, and keeps the others live', async () => {
    const { session } = setUp();
    const { tables } = enter(session, [[['EURUSD'], ['NOSUCH'], ['GBP;USD'], ['GBPUSD']], 'bid']);
    await pass(15);
    const wrong = expect.stringContaining('#VALUE!: symbol: "GBP;USD"');
    expect(tables).toEqual([
      [[6.1], [UNKNOWN], [wrong], [6.1]],
      [[6.2], [UNKNOWN], [wrong], [6.2]],
    ]);
  });

  test('shows what has come while a symbol has no answer, and the rest later', async () => {
    let answer!: (value: unknown) => void;
    const late = new Promise((resolve) => (answer = resolve));
    const { session } = setUp((request) => (request.path.startsWith('/crypto') ? late : undefined));
    const { tables } = enter(session, [[['EURUSD'], ['crypto:BTC']], 'bid']);
    await pass(5);
    expect(tables).toEqual([[[6.1], ['#N/A: The service has not answered yet: wait for its answer']]]);
    await pass(10);
    expect(tables.at(-1)).toEqual([[6.2], [expect.stringContaining('not answered yet')]]);
    answer({ items: [{ symbol: 'BTC', bid: 9 }] });
    await pass(1);
    expect(tables.at(-1)).toEqual([[6.2], [9]]);
  });

  test('goes on without a symbol that was taken out, and asks for it no more', async () => {
    const { session, service, polls } = setUp();
    const before = enter(session, [[['EURUSD'], ['GBPUSD'], ['USDJPY']], 'bid']);
    await pass(5);
    // Excel does not say in which order it ends the old call and makes the new one.
    const after = enter(session, [[['EURUSD'], [null], ['USDJPY']], 'bid']);
    before.cancel();
    await pass(1);
    expect(after.tables).toEqual([[[6.1], [''], [6.1]]]);
    expect(service.requests).toHaveLength(1);
    await pass(10);
    expect(polls.get('GBPUSD')).toBe(1);
    expect(after.tables.at(-1)).toEqual([[6.2], [''], [6.2]]);
    after.cancel();
    expect(jest.getTimerCount()).toBe(0);
  });

  test('shares its polls with other lists and cells, at the shortest interval of each symbol', async () => {
    const { session, polls } = setUp();
    const [slow, fast] = [
      enter(session, [[['EURUSD'], ['GBPUSD']], 'bid', null, 20]),
      enter(session, [[['GBPUSD'], ['USDJPY']], 'bid', null, 5]),
    ];
    const single = enter(session, ['USDJPY', 'bid', null, 10]);
    await pass(21);
    expect([...polls]).toEqual([
      ['EURUSD', 2],
      ['GBPUSD', 5],
      ['USDJPY', 5],
    ]);
    expect(slow.tables.at(-1)).toEqual([[6.2], [6.5]]);
    expect(fast.tables).toHaveLength(5);
    expect(single.shown.at(-1)).toBe(6.5);
  });

  test('waits for the key, and begins when it is there', async () => {
    const { session } = setUp(undefined, { apiKey: '' });
    const { tables } = enter(session, [[['EURUSD'], ['GBPUSD']], 'bid']);
    await pass(15);
    expect(tables).toEqual([
      [['#N/A: Enter your API key in the MD pane'], ['#N/A: Enter your API key in the MD pane']],
    ]);
    await session.save({ apiKey: TEST_KEY });
    await pass(1);
    expect(tables.at(-1)).toEqual([[6.1], [6.1]]);
  });

  test('shows why nothing comes while the service is out of reach, and goes on when it is back', async () => {
    let isOffline = false;
    const { session } = setUp(() => (isOffline ? status(503) : undefined));
    const { tables } = enter(session, [[['EURUSD'], ['GBPUSD']], 'bid']);
    await pass(5);
    isOffline = true;
    await pass(10);
    const failed = expect.stringMatching(/^#N\/A: The service/);
    expect(tables.at(-1)).toEqual([[failed], [failed]]);
    isOffline = false;
    await pass(20);
    expect(tables.at(-1)).toEqual([[expect.any(Number)], [expect.any(Number)]]);
  });

  test('keeps last values row by row where the user wants them', async () => {
    let isBroken = false;
    const { session } = setUp((request) => (isBroken && request.path.startsWith('/crypto') ? status(500) : undefined), {
      now: () => Date.now(),
    });
    await session.save({ onFailure: 'last-value' });
    const { tables } = enter(session, [[['EURUSD'], ['crypto:BTC']], 'bid'], { address: 'Model!B2' });
    await pass(5);
    isBroken = true;
    await pass(10);
    expect(tables.at(-1)).toEqual([[6.2], [3.1]]);
    expect(session.cells.lastAt(['Model!B2'])!.failure?.message).toContain('The service failed (500)');
  });

  test('aborts what it asked for when it is cancelled, and leaves nothing behind', async () => {
    const signals: AbortSignal[] = [];
    const { session } = setUp((request) => {
      if (!asksFor(request, 'GBP')) return undefined;
      signals.push(request.signal);
      return NEVER;
    });
    const { tables, cancel } = enter(session, [[['EURUSD'], ['crypto:GBP']], 'bid']);
    await pass(0.5);
    cancel();
    await pass(30);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
    expect(tables).toEqual([]);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('asks for nothing if each poll would send more requests than a formula may, until that is allowed', async () => {
    const { session, service } = setUp();
    await session.save({ maxRequests: 2 });
    const symbols = Array.from({ length: 20 }, (_, index) => [`AAA${String(index).padStart(3, '0')}`]);
    const { tables } = enter(session, [symbols, 'bid']);
    await pass(15);
    expect(tables).toEqual(['#N/A: Each poll takes about 3 requests: allow as many for one formula under Settings']);
    expect(service.requests).toEqual([]);
    await session.save({ maxRequests: 3 });
    await pass(1);
    expect(tables.at(-1)).toHaveLength(20);
  });
});
