import { createSandboxSession, createTestSession, evaluate, formatsOf, type Plain, show } from '../../support/evaluate';
import { yearOfSessions } from './sample-calendar';
import { createStubService, type Route, type StubService } from '../../support/stub-service';

const TIMES = ['14:30:00.250', '14:30:00.250', '14:30:59.750', '14:31:00.000', '15:10:00.000'];
const TICKS = TIMES.map((time, index) => ({
  time: `2026-11-19T${time}Z`,
  ask: index + 1.1,
  bid: index + 0.9,
  mid: index + 1,
}));
const secondsOf = (time: string): number => Date.parse(time) / 1000;

const answerTicks: Route = ({ query }) => {
  const [start, end] = [Number(query.get('start')), Number(query.get('end'))];
  const items = TICKS.filter(({ time }) => secondsOf(time) >= start && secondsOf(time) < end);
  return { items: items.slice(0, Number(query.get('limit'))), total: null, next_page: null };
};
const createTicksService = (): StubService => createStubService({ '/indices/SPX/ticks': answerTicks });

const NOW = Date.UTC(2026, 10, 20, 15);
const ticks = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
  show(createTestSession({ service: createTicksService(), now: () => NOW }), 'TICKS', ...rawArguments);

const [START, END] = ['2026-11-19 14:30', '2026-11-19 16:00'];
const HALF_PAST_TWO = 46345 + 14.5 / 24;
const HEADERS = ['time', 'ask', 'bid', 'mid'];

describe('the table of MD.TICKS', () => {
  test('has a header and a row for each tick, oldest first, and equal times in the order of the service', async () => {
    const table = (await ticks('SPX', START, END)) as Plain[][];
    expect(table[0]).toEqual(HEADERS);
    expect(table.slice(1).map(([, ...prices]) => prices)).toEqual(TICKS.map(({ ask, bid, mid }) => [ask, bid, mid]));
    expect(table[1]![0]).toBeCloseTo(HALF_PAST_TWO + 0.25 / 86_400, 9);
  });

  test('has a format for times', async () => {
    const outcome = await evaluate(
      createTestSession({ service: createTicksService() }),
      'TICKS',
      'spx',
      START,
      END,
      1,
      null,
      false,
    );
    expect(formatsOf(outcome)).toEqual([['yyyy-mm-dd hh:mm:ss.000', '#,##0.0', '#,##0.0', '#,##0.0']]);
  });

  test('may have named fields in any order, and is a single value for one tick and one field', async () => {
    expect(await ticks('indices:SPX', START, END, 2, 'mid,bid')).toEqual([
      ['mid', 'bid'],
      [1, 0.9],
      [2, 1.9],
    ]);
    expect(await ticks('SPX', START, END, -1, 'mid')).toEqual([[5]]);
    expect(await ticks('SPX', START, END, 1, 'ALL', false)).toMatchObject([[expect.any(Number), 1.1, 0.9, 1]]);
  });

  test('starts with the start and ends before the end, to the millisecond', async () => {
    expect(await ticks('SPX', '2026-11-19T14:30:59.750Z', '2026-11-19T14:31:00Z', null, 'mid', false)).toEqual([[3]]);
    expect(await ticks('SPX', '2026-11-19T14:30:00.251Z', '2026-11-19T14:31:00.001Z', null, 'mid', false)).toEqual([
      [3],
      [4],
    ]);
  });

  test('accepts Excel date-times, and texts with an offset', async () => {
    expect(await ticks('SPX', HALF_PAST_TWO, 46345 + 15 / 24, null, 'mid', false)).toEqual([[1], [2], [3], [4]]);
    expect(await ticks('SPX', '2026-11-19T09:30:00-05:00', 46346, null, 'mid', false)).toEqual([
      [1],
      [2],
      [3],
      [4],
      [5],
    ]);
  });

  test('has the newest ticks in order of time if the limit is negative', async () =>
    expect(await ticks('SPX', START, END, -2, 'mid', false)).toEqual([[4], [5]]));
});

describe('the bars of MD.TICKS', () => {
  const START_OF_BARS = 46345 + 14 / 24;

  test('have open, high, low, close and count of mid wherever there are ticks', async () => {
    expect(await ticks('SPX', START, END, null, 'open,high,low,close,count', null, 'minute')).toEqual([
      ['open', 'high', 'low', 'close', 'count'],
      [1, 3, 1, 3, 3],
      [4, 4, 4, 4, 1],
      [5, 5, 5, 5, 1],
    ]);
  });

  test('start at whole minutes, hours and days in UTC', async () => {
    const [header, hour] = (await ticks('SPX', START, END, 1, null, null, 'Hour')) as Plain[][];
    expect([header, hour!.slice(1)]).toEqual([
      ['time', 'open', 'high', 'low', 'close', 'count'],
      [1, 4, 1, 4, 4],
    ]);
    expect(hour![0]).toBeCloseTo(START_OF_BARS, 9);
    expect(await ticks('SPX', START, END, null, 'time', false, 'day')).toEqual([[46345]]);
  });

  const LATER = TICKS.map((tick) => ({ ...tick, time: tick.time.replace('11-19', '12-30') }));
  test.each([
    ['2026-12-31', [[5]]],
    ['2027-01-02', '#N/A: The service has no trading hours of XNYS in 2027: choose dates that it covers'],
  ])('of sessions until %s need the trading hours of only the years in the window', async (end, shown) => {
    const service = createStubService({
      '/indices/SPX/ticks': () => ({ items: LATER, total: null, next_page: null }),
      '/stocks/markets/hours': ({ query }) =>
        query.get('start') === '2026-01-01' ? yearOfSessions('XNYS', 2026, { opens: '14:30', closes: '21:00' }) : [],
      '/stocks/markets': () => [{ mic: 'XNYS' }],
    });
    const session = createTestSession({ service, now: () => Date.UTC(2027, 0, 5) });
    const ofSessions = [null, 'count', false, 'session'];
    expect(await show(session, 'TICKS', 'SPX', '2026-12-30', end, ...ofSessions)).toEqual(shown);
  });

  test('are complete even if the limit ends between them, and the newest if the limit is negative', async () => {
    expect(await ticks('SPX', START, END, 1, 'close,count', false, 'minute')).toEqual([[3, 3]]);
    expect(await ticks('SPX', '2026-11-19', END, 3, 'close', false, 'minute')).toEqual([[3], [4], [5]]);
    expect(await ticks('SPX', '2026-11-19', '2026-11-20', -2, 'close', false, 'minute')).toEqual([[4], [5]]);
  });
});

describe('bars of several indices', () => {
  /** The DAX trades from 08:00 to 16:30 UTC, the S&P 500 from 14:30 to 21:00; both on two days. */
  const tick = (time: string, mid: number) => ({ time: `2026-11-${time}:00Z`, ask: mid, bid: mid, mid });
  const DAX = [tick('18T08:00', 100), tick('18T14:31', 101.25), tick('19T08:00', 102)];
  const SPX = [tick('18T14:30', 7), tick('18T14:31', 8), tick('19T20:59', 9)];
  const pageOf =
    (items: readonly { readonly time: string }[]): Route =>
    ({ query }) => ({
      items: items.filter(({ time }) => {
        const seconds = Date.parse(time) / 1000;
        return seconds >= Number(query.get('start')) && seconds < Number(query.get('end'));
      }),
      total: null,
      next_page: null,
    });
  const service = createStubService({
    '/indices/SPX/ticks': pageOf(SPX),
    '/indices/DAX/ticks': pageOf(DAX),
    '/stocks/markets/hours': ({ query }) => [
      ...(query.toString().includes('XNYS') ? yearOfSessions('XNYS', 2026, { opens: '14:30', closes: '21:00' }) : []),
      ...(query.toString().includes('XETR') ? yearOfSessions('XETR', 2026, { opens: '08:00', closes: '16:30' }) : []),
    ],
    '/stocks/markets': () => [{ mic: 'XNYS' }, { mic: 'XETR' }],
  });
  const together = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
    show(createTestSession({ service, now: () => NOW }), 'TICKS', ...rawArguments);
  const WINDOW = ['2026-11-18', '2026-11-20'];
  const [EIGHT, HALF_PAST, THIRTY_ONE] = [8 / 24, 14.5 / 24, (14 * 60 + 31) / 1440].map((time) => 46_344 + time);

  test('stand beside one column of times, each by its close, with nothing where one has no bar', async () => {
    const table = (await together('SPX,DAX', ...WINDOW, null, null, null, 'minute')) as Plain[][];
    expect(table[0]).toEqual(['time', 'SPX', 'DAX']);
    expect(table.slice(1).map(([, ...closes]) => closes)).toEqual([
      ['', 100],
      [7, ''],
      [8, 101.25],
      ['', 102],
      [9, ''],
    ]);
    for (const [row, time] of [EIGHT, HALF_PAST, THIRTY_ONE].entries())
      expect(table[row + 1]![0]).toBeCloseTo(time!, 9);
  });

  test('have the previous close in a gap if it is to be filled, with a count of 0, and nothing before the first', async () => {
    const filled = [null, 'high,count', null, 'minute', 'previous'];
    const table = (await together('SPX, ,dax', ...WINDOW, ...filled)) as Plain[][];
    expect(table.map(([, ...cells]) => cells)).toEqual([
      ['SPX high', 'SPX count', 'DAX high', 'DAX count'],
      ['', '', 100, 1],
      [7, 1, 100, 0],
      [8, 1, 101.25, 1],
      [8, 0, 102, 1],
      [9, 1, 102, 0],
    ]);
  });

  test('by sessions stand in the row of their trading day, though the sessions begin at other hours', async () => {
    const bySession = [null, 'time,open,close', null, 'session'];
    expect(await together('SPX,DAX', ...WINDOW, ...bySession)).toEqual([
      ['time', 'SPX open', 'SPX close', 'DAX open', 'DAX close'],
      [46_344, 7, 8, 100, 101.25],
      [46_345, 9, 9, 102, 102],
    ]);
    const outcome = await evaluate(
      createTestSession({ service, now: () => NOW }),
      'TICKS',
      'SPX,DAX',
      ...WINDOW,
      ...[1, 'close', false, 'session'],
    );
    expect(formatsOf(outcome)).toEqual([['yyyy-mm-dd', '#,##0', '#,##0.00']]);
  });

  test.each([
    [
      2,
      [
        ['', 100],
        [7, ''],
      ],
    ],
    [
      -2,
      [
        ['', 102],
        [9, ''],
      ],
    ],
  ])('are as many rows as the limit %s says, of all indices together', async (limit, closes) => {
    const table = (await together('SPX,DAX', ...WINDOW, limit, null, false, 'minute')) as Plain[][];
    expect(table.map(([, ...cells]) => cells)).toEqual(closes);
  });

  test('have in the first of the newest rows the close of an older bar, if gaps are to be filled', async () => {
    const table = (await together('SPX,DAX', ...WINDOW, -2, null, false, 'minute', 'previous')) as Plain[][];
    expect(table.map(([, ...cells]) => cells)).toEqual([
      [8, 102],
      [9, 102],
    ]);
  });

  test('show an error in each row of an index that has none, and leave the others alone', async () => {
    const unknown = '#N/A: "NOPE" has no ticks: check the symbol; only indices have them: MD.SYMBOLS("indices")';
    const table = (await together('SPX,NOPE', ...WINDOW, null, null, true, 'day')) as Plain[][];
    expect(table.map(([, ...cells]) => cells)).toEqual([
      ['SPX', 'NOPE'],
      [8, unknown],
      [9, unknown],
    ]);
    expect(await together('NOPE,NADA', ...WINDOW, null, null, true, 'day')).toBe(unknown);
  });
});

describe('MD.TICKS refuses', () => {
  test.each<[string, unknown[], string]>([
    ['no end', ['SPX', START, null], 'end: nothing was given; give a date and time such as "2026-11-19 14:30"'],
    [
      'ticks of several indices',
      ['SPX,DAX', START, END],
      'interval: ticks of several indices have no times in common; give bars, such as "minute" or "session"',
    ],
    [
      'a symbol of another area',
      ['stocks: aapl', START, END],
      'symbol: "stocks:AAPL" is not the symbol of an index such as "SPX"',
    ],
    ['a comma', [',', START, END], 'symbol: nothing was given; give the symbol of an index such as "SPX"'],
    [
      'an end before the start',
      ['SPX', END, START],
      'end: 2026-11-19 14:30:00 is not after the start, 2026-11-19 16:00:00; give a later time',
    ],
    ...[0, 1.5, 200_001, -200_001].map((limit): [string, unknown[], string] => [
      `a limit of ${limit}`,
      ['SPX', START, END, limit],
      `limit: ${limit} is not a whole number from 1 to 200000, or below 0 for the newest`,
    ]),
    [
      'a field of bars for ticks',
      ['SPX', START, END, null, 'hig'],
      'fields: "hig" is not one of time, ask, bid, mid, open, high, low, close, count, all (did you mean "high"?)',
    ],
    [
      'a field that another interval has',
      ['SPX', START, END, null, 'high'],
      'fields: "high" is not a field of the interval "tick", one of time, ask, bid, mid',
    ],
    [
      'a field of other products',
      ['SPX', START, END, null, 'last', null, 'day'],
      'fields: "last" is not one of time, ask, bid, mid, open, high, low, close, count, all (did you mean "close"?)',
    ],
    [
      'a field of ticks for bars',
      ['SPX', START, END, null, 'mid', null, 'day'],
      'fields: "mid" is not a field of the interval "day", one of time, open, high, low, close, count (did you mean "close"?)',
    ],
    [
      'an unknown interval',
      ['SPX', START, END, null, null, null, '10 minutes'],
      'interval: "10 minutes" is not one of tick, minute, 5 minutes, 15 minutes, 30 minutes, hour, day, week, session (did you mean "15 minutes"?)',
    ],
  ])('%s', async (_, rawArguments, message) => expect(await ticks(...rawArguments)).toBe(`#VALUE!: ${message}`));
});

describe('MD.TICKS without results', () => {
  test('is #N/A for an unknown index', async () => {
    expect(await ticks('NOPE', START, END)).toBe(
      '#N/A: "NOPE" has no ticks: check the symbol; only indices have them: MD.SYMBOLS("indices")',
    );
    expect(await ticks('SPXX', START, END)).toBe('#N/A: "SPXX" is probably a typing error: write "SPX"');
  });

  test('is #N/A for a window without ticks', async () => {
    expect(await ticks('SPX', '2026-11-21', '2026-11-22')).toBe(
      '#N/A: SPX has no ticks from 2026-11-21 00:00:00 to 2026-11-22 00:00:00: check the times, which are in UTC',
    );
  });

  test('is #N/A in one cell for an unpublished price', async () => {
    const service = createStubService({
      '/indices/SPX/ticks': () => ({ items: [{ ...TICKS[0], ask: null }], next_page: null }),
    });
    expect(await show(createTestSession({ service }), 'TICKS', 'SPX', START, END, null, 'ask,mid', false)).toEqual([
      ['#N/A: "ask" is not published', 1],
    ]);
  });
});

describe('MD.TICKS over many pages', () => {
  const MORNING = ['2026-11-19 14:30', '2026-11-19 17:30'] as const;
  const setUp = () => createSandboxSession(NOW);

  test('mentions a default limit that cuts off the table', async () => {
    const session = setUp();
    expect(await show(session, 'TICKS', 'SPX', ...MORNING, null, 'time', false)).toHaveLength(1_000);
    expect(session.activity.notes.map(({ text }) => text)).toEqual([
      'SPX: the first 1000 rows from 2026-11-19 14:30:00 are shown; give a limit for more',
    ]);
  });

  test('counts in its bars exactly the ticks that it lists', async () => {
    const session = setUp();
    const all = (await show(session, 'TICKS', 'SPX', ...MORNING, 10_000, 'mid', false)) as number[][];
    const bars = (await show(session, 'TICKS', 'SPX', ...MORNING, null, 'count', false, 'minute')) as number[][];
    expect(bars).toHaveLength(180);
    expect(bars.reduce((sum, [count]) => sum + count!, 0)).toBe(all.length);
    expect(await show(session, 'TICKS', 'SPX', ...MORNING, -700, 'mid', false)).toEqual(all.slice(-700));
  });
});

describe('a tick with zeros', () => {
  const at = (second: number): string => `2026-11-19T14:30:0${second}Z`;
  const shown = (items: readonly object[], ...rest: readonly unknown[]): Promise<Plain | Plain[][]> => {
    const service = createStubService({ '/indices/SPX/ticks': () => ({ items, next_page: null }) });
    return show(createTestSession({ service, now: () => NOW }), 'TICKS', 'SPX', START, END, ...rest);
  };
  const prices = (...items: readonly object[]): Promise<Plain | Plain[][]> => shown(items, null, 'bid,ask,mid', false);
  const nothing = (field: string): string => `#N/A: "${field}" is not published`;
  const good = { time: at(5), bid: 10, ask: 12, mid: 11 };

  test.each<[string, object, Plain[]]>([
    ['everywhere', { bid: 0, ask: 0, mid: 0 }, ['bid', 'ask', 'mid'].map(nothing)],
    ['as its bid', { bid: 0, ask: 12, mid: 6 }, [nothing('bid'), 12, nothing('mid')]],
    ['as its ask', { bid: 10, ask: 0, mid: 5 }, [10, nothing('ask'), nothing('mid')]],
    ['as its middle', { bid: 10, ask: 12, mid: 0 }, [10, 12, nothing('mid')]],
    ['beside a price below zero', { bid: -1, ask: 0, mid: -0.5 }, [-1, 0, -0.5]],
  ])('shows no price in place of a zero: %s', async (_, tick, expected) => {
    expect(await prices(good, { time: at(6), ...tick })).toEqual([[10, 12, 11], expected]);
  });

  test.each([[0], [''], [null], ['1970-01-01T00:00:00Z']])('whose time is %j is in no window', async (time) => {
    for (const items of [
      [{ ...good, time }, good],
      [good, { ...good, time }],
      [
        { ...good, time },
        { ...good, time },
      ],
    ])
      expect(await prices(...items)).toEqual(items.includes(good) ? [[10, 12, 11]] : expect.stringContaining('#N/A'));
  });

  test('adds no low, open, high or close to a bar', async () => {
    const zeros = [1, 2, 7, 9].map((second) => ({ time: at(second), bid: 0, ask: 0, mid: 0 }));
    const half = { time: at(3), bid: 0, ask: 12, mid: 6 };
    const later = { time: at(8), bid: 11, ask: 13, mid: 12 };
    for (const interval of ['minute', 'hour', 'day'])
      expect(
        await shown(
          [...zeros.slice(0, 2), half, good, zeros[2]!, later, zeros[3]!],
          null,
          'open,high,low,close',
          false,
          interval,
        ),
      ).toEqual([[11, 12, 11, 12]]);
  });
});
