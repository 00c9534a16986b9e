import { withProfile } from '../../../../src/app/profile';
import { type Opened, openWorkbook } from '../opened-workbook';
import { createCall, createTestSession } from '../../../support/evaluate';
import type { MemoryHost } from '../../../support/memory-host';
import { createStubService } from '../../../support/stub-service';
import { mdCallsIn } from '../../../../src/app/workbook/formulas';
import { type MdCell, scanCells } from '../../../../src/app/workbook/cells';
import { keepRefreshing, areAllClosed, mayTrade, isDue, refreshRate } from '../../../../src/app/workbook/auto-refresh';

let stop: () => void = () => undefined;
afterEach(() => {
  stop();
  jest.useRealTimers();
});

async function openRefreshing(
  autoRefreshSeconds: number,
  ...others: readonly string[]
): Promise<Opened & { readonly refreshes: () => number; readonly pass: (ms: number) => Promise<void> }> {
  const opened = await openWorkbook();
  await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ...others.map((formula) => [formula]));
  await opened.session.save({ autoRefreshSeconds });
  const before = opened.service.requests.length;
  jest.useFakeTimers();
  stop = keepRefreshing(opened.session);
  const pass = async (ms: number): Promise<void> => {
    opened.clock.now += ms;
    await jest.advanceTimersByTimeAsync(ms);
  };
  return { ...opened, refreshes: () => opened.service.requests.length - before, pass };
}

describe('the automatic refresh', () => {
  test('requests quotes again after every interval, however fresh the values are', async () => {
    const { refreshes, pass } = await openRefreshing(10);
    await pass(9_900);
    expect(refreshes()).toBe(0);
    await pass(200);
    expect(refreshes()).toBe(1);
    await pass(10_200);
    expect(refreshes()).toBe(2);
  });

  test('is off by default, and follows the settings', async () => {
    const { session, refreshes, pass } = await openRefreshing(0);
    await pass(100_000);
    expect(refreshes()).toBe(0);
    await session.save({ autoRefreshSeconds: 5 });
    await pass(5_100);
    expect(refreshes()).toBe(1);
    await session.save({ autoRefreshSeconds: 0 });
    await pass(100_000);
    expect(refreshes()).toBe(1);
  });

  test('never starts while another is running', async () => {
    const { workbook, refreshes, pass } = await openRefreshing(5);
    const calculations = jest.spyOn(workbook, 'calculate');
    workbook.dead.add('Sheet1!A1');
    await pass(14_000);
    expect(calculations).toHaveBeenCalledTimes(1);
    await pass(40_000);
    expect(calculations).toHaveBeenCalledTimes(2);
    expect(refreshes()).toBe(0);
  });

  test('keeps its interval beside a cell whose function an IF skips, and writes no formula', async () => {
    const { workbook, refreshes, pass } = await openRefreshing(15, '=IF(1,7,MD.QUOTE("GBPUSD"))');
    workbook.sleeping.add('Sheet1!A2');
    workbook.changes.length = 0;
    for (let second = 0; second < 62; second++) await pass(1_000);
    expect(refreshes()).toBe(4);
    expect(workbook.changes).toEqual([]);
  });

  test('pauses half an interval after a refresh that took longer', async () => {
    const { workbook, refreshes, pass } = await openRefreshing(10);
    const calculate = workbook.calculate.bind(workbook);
    workbook.calculate = async (what) => {
      await new Promise((resolve) => setTimeout(resolve, 30_000));
      return calculate(what);
    };
    const counts: number[] = [];
    for (const ms of [40_100, 34_800, 200]) {
      await pass(ms);
      counts.push(refreshes());
    }
    expect(counts).toEqual([1, 1, 2]);
  });

  test('goes on after a failure, and reports it', async () => {
    const { session, workbook, refreshes, pass } = await openRefreshing(5);
    jest.spyOn(workbook, 'calculate').mockRejectedValueOnce(new Error('A cell is being edited'));
    await pass(5_100);
    expect(session.activity.notes[0]?.text).toBe('The automatic refresh failed: A cell is being edited');
    await pass(5_100);
    expect(refreshes()).toBe(1);
  });

  test.each<[string, (opened: Opened) => void]>([
    ['nobody sees the workbook', ({ session }) => (session.host.isHidden = () => true)],
    ['all markets are closed', ({ clock }) => (clock.now = Date.parse('2026-11-21T12:00:00Z'))],
  ])('pauses while %s, unless the settings say otherwise', async (_, begin) => {
    const opened = await openRefreshing(5);
    begin(opened);
    await opened.pass(5_100);
    expect(opened.refreshes()).toBe(0);
    await opened.session.save({ refreshesAlways: true });
    await opened.pass(5_100);
    expect(opened.refreshes()).toBe(1);
  });

  test('can be ended', async () => {
    const { refreshes, pass } = await openRefreshing(5);
    stop();
    await pass(100_000);
    expect(refreshes()).toBe(0);
  });
});

describe('the request rate of an automatic refresh', () => {
  const rateOf = async (seconds: number, ...formulas: string[]) => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ...formulas.map((formula) => [formula]));
    return refreshRate(session, seconds);
  };

  test('counts every request for quotes as often as the user refreshes', async () => {
    expect(await rateOf(15, '=MD.QUOTE("EURUSD")', '=MD.QUOTE("BTCUSD",,"crypto")')).toEqual({
      eachTime: 2,
      perHour: 480,
      livePerHour: 0,
    });
  });

  test('counts data that stays fresh for longer only as often as it changes', async () => {
    expect(await rateOf(15, '=MD.SCORE("AAPL")', '=MD.SCORE("MSFT")', '=MD.HOURS("XNYS")')).toEqual({
      eachTime: 0,
      perHour: 3,
      livePerHour: 0,
    });
    expect(await rateOf(7_200, '=MD.SCORE("AAPL")')).toMatchObject({ eachTime: 1, perHour: 1 });
  });

  test.each([
    [['=MD.LIVE("EURUSD")'], 360],
    [['=MD.LIVE("EURUSD")', '=MD.LIVE("GBPUSD","bid")'], 360],
    [['=MD.LIVE("EURUSD",,,2)', '=MD.LIVE("GBPUSD",,,10)'], 1_800],
    [['=MD.LIVE("EURUSD")', '=MD.LIVE("crypto:BTCUSD")'], 720],
    [['=MD.LIVE("stocks:AAPL")', '=MD.LIVE("XNAS:AAPL","bid")'], 360],
    [[`=MD.LIVE("${'a long note '.repeat(5)}")`], 0],
    [[`=MD.LIVE("${'a long note '.repeat(5)}")`, '=MD.LIVE("EURUSD")'], 360],
    [['=MD.LIVE("EURUSD,GBPUSD,crypto:BTCUSD","bid,ask")', '=MD.LIVE("GBPUSD")'], 720],
    [['=MD.LIVE("EURUSD",,,3600)', '=MD.LIVE("EURUSD",,,60)'], 60],
  ])('counts live cells by themselves, which share requests: %j', async (formulas, livePerHour) => {
    expect(await rateOf(15, ...formulas)).toEqual({ eachTime: 0, perHour: 0, livePerHour });
  });
});

test('behind a gateway many symbols are one request, as long a list as it takes', async () => {
  const { session, workbook } = await openWorkbook();
  const pairs = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'USDCAD', 'USDCHF', 'NZDUSD', 'EURGBP'];
  await workbook.enter('A1', ...pairs.map((pair) => [`=MD.QUOTE("${pair}")`, `=MD.LIVE("${pair}")`]));
  expect(await refreshRate(session, 15)).toEqual({ eachTime: 2, perHour: 480, livePerHour: 720 });
  const gateway = { address: '/api', isTokenNeeded: false, notices: [], maxListLength: 4_000 };
  jest.spyOn(session, 'gateway', 'get').mockReturnValue(gateway);
  expect(await refreshRate(session, 15)).toEqual({ eachTime: 1, perHour: 240, livePerHour: 360 });
});

test('the requests of symbols are counted by the length of lists that the service is known to take in each area', async () => {
  const { session, workbook } = await openWorkbook();
  const pairs = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD'];
  const tickers = ['AAPL', 'MSFT', 'AVERYLONGTICKER'];
  await workbook.enter('A1', ...pairs.map((pair) => [`=MD.QUOTE("${pair}")`, `=MD.LIVE("${pair}")`]));
  await workbook.enter('C1', ...tickers.map((ticker) => [`=MD.QUOTE("stocks:${ticker}")`]));
  const names = { 'GET /currencies/quotes symbols length': '13', 'GET /stocks/quotes symbols length': '4' };
  await session.save(withProfile(session.settings, { names, added: [], off: [] }));
  expect(await refreshRate(session, 15)).toMatchObject({ eachTime: 4, livePerHour: 720 });
});

describe('a cell that is refreshed automatically', () => {
  const NOW = 10_000_000;
  const cellOf = (functions: string[], ageMs: number | undefined) =>
    ({ functions, readAt: ageMs && NOW - ageMs }) as unknown as MdCell;
  test.each([
    [['QUOTE'], 1, true],
    [['SCORE'], 3_599_999, false],
    [['SCORE'], 3_600_000, true],
    [['SCORE'], undefined, true],
    [['HOURS', 'QUOTE'], 1, true],
    [['STATUS'], 30_000, false],
    [['LIVE'], 1, false],
  ])('and calls %j, with answers %p ms old, is due: %p', (functions, ageMs, due) => {
    expect(isDue(cellOf(functions, ageMs), NOW)).toBe(due);
  });
});

describe('the markets', () => {
  const SATURDAY = Date.UTC(2026, 10, 21, 15);
  test.each([
    ['currencies', SATURDAY, false],
    ['currencies', Date.UTC(2026, 10, 22, 20), false],
    ['currencies', Date.UTC(2026, 10, 22, 22), true],
    ['currencies', Date.UTC(2026, 10, 20, 21), true],
    ['currencies', Date.UTC(2026, 10, 20, 22), false],
    ['stocks', Date.UTC(2026, 10, 22, 8), true],
    ['stocks', SATURDAY, false],
    ['crypto', SATURDAY, true],
  ] as const)('of %s at %d may trade: %p', (area, nowMs, may) => expect(mayTrade(area, nowMs)).toBe(may));

  test.each([
    [['=MD.QUOTE("EURUSD")'], true],
    [['=MD.QUOTE("EURUSD")', '=MD.QUOTE("crypto:BTCUSD")'], false],
    [['=MD.QUOTE("AAPL",,"stocks")', '=MD.SCORE("AAPL")'], true],
    [['=MD.SCORE("AAPL")'], false],
    [['=MD.QUOTE("XNAS:AAPL")'], true],
    [['=MD.CONVERT(1,"EUR","USD")'], true],
    [['=MD.CONVERT(1,"BTC","USD","crypto")'], false],
    [['=MD.TICKS("SPX","2026-11-19","2026-11-20")'], true],
    [['=MD.NEWS("stocks")'], false],
    [['=MD.SYMBOLS("stocks")'], false],
    [['=MD.QUOTE("EURUSD")', '=MD.NEWS("crypto")'], true],
    [['=MD.QUOTE("EURUSD")', '=MD.GET("/crypto/quotes","symbols=BTCUSD")'], false],
  ])('behind %j are all closed on a Saturday: %p', async (formulas, closed) => {
    const { session, workbook, clock } = await openWorkbook();
    await workbook.enter('A1', ...formulas.map((formula) => [formula]));
    clock.now = SATURDAY;
    expect(await areAllClosed(session, await scanCells(session))).toBe(closed);
  });

  /** A call as a spreadsheet makes it, whatever the formula looks like. */
  type Made = readonly [id: string, ...values: readonly unknown[]];
  const LIST = ['EURUSD', 'GBPUSD', 'USDJPY', 'USDCHF', 'AUDUSD', 'NZDUSD'].map((pair) => [pair]);
  const withIn = (name: unknown, at: number): unknown[][] => LIST.toSpliced(at, 0, [name as string]);

  test.each<[string, readonly Made[], boolean]>([
    ['=MD.QUOTE([@Symbol])', [['QUOTE', [['EURUSD']]]], true],
    ['=MD.QUOTE([@Symbol])', [['QUOTE', [['crypto:BTCUSD']]]], false],
    ['=MD.QUOTE(A9#)', [['QUOTE', LIST]], true],
    ...[0, 1, 3, 6].map((at): [string, Made[], boolean] => [
      '=MD.QUOTE(A9#)',
      [['QUOTE', withIn('crypto:X', at)]],
      false,
    ]),
    ['=MD.QUOTE(A9#)', [['QUOTE', withIn('GBPUSD, crypto:X', 3)]], false],
    ['=MD.QUOTE(A9#)', [['QUOTE', withIn('stocks:AAPL', 3)]], true],
    ['=MD.QUOTE(A9#)', [['QUOTE', withIn('XNAS:AAPL', 3)]], true],
    ['=MD.QUOTE(A9#)', [['QUOTE', withIn({ type: 'Entity' }, 3)]], false],
    ['=MD.QUOTE(A9#)', [['QUOTE', withIn(600519, 3), null, 'stocks']], true],
    ['=MD.QUOTE(A9#)', [['QUOTE', withIn('', 3), null, [['CRYPTO ']]]], false],
    ['=MD.QUOTE(A9,,B9)', [['QUOTE', 'BTCUSD', null, 'crypto']], false],
    ['=LET(x,"crypto:BTCUSD",MD.QUOTE(x))', [['QUOTE', 'crypto:BTCUSD']], false],
    ['=LET(x,"crypto:BTCUSD",MD.QUOTE("EURUSD"))', [['QUOTE', 'EURUSD']], true],
    [
      '=MAP(A2:A4,LAMBDA(s,MD.QUOTE(s)))',
      [
        ['QUOTE', 'EURUSD'],
        ['QUOTE', 'crypto:BTCUSD'],
        ['QUOTE', 'GBPUSD'],
      ],
      false,
    ],
    [
      '=MAP(A2:A4,MD.QUOTE)',
      [
        ['QUOTE', 'EURUSD'],
        ['QUOTE', 'GBPUSD'],
      ],
      true,
    ],
    ['=Rate', [['QUOTE', 'EURUSD']], true],
    ['=Rate', [['QUOTE', 'crypto:BTCUSD']], false],
    ['=IF(A1,MD.QUOTE("crypto:BTCUSD"),MD.QUOTE("EURUSD"))', [['QUOTE', 'EURUSD']], true],
    ['=IF(A1,MD.QUOTE("crypto:BTCUSD"),MD.QUOTE("EURUSD"))', [['QUOTE', 'crypto:BTCUSD']], false],
    ['=MD.QUOTE("crypto:"&B9)', [['QUOTE', 'crypto:BTCUSD']], false],
    ['=MD.CONVERT(1,A1,B1,C1)', [['CONVERT', 1, 'BTC', 'USD', 'crypto']], false],
    ['=MD.CONVERT(1,A1,B1,C1)', [['CONVERT', 1, 'EUR', 'USD', null]], true],
    ['=MD.QUOTE("EURUSD")', [], false],
    ['=Rate', [], false],
    ['=MD.HOURS("XNYS")', [], true],
    ['=MD.HOURS("XNYS")&Rate', [['HOURS', 'XNYS']], true],
  ])('behind %s are judged by the calls that it has made: %j', async (formula, made, closed) => {
    const { session, clock } = await openWorkbook();
    clock.now = SATURDAY;
    const all: [string, readonly Made[]][] = [
      ['Sheet1!A1', made],
      ['Sheet1!A2', [['QUOTE', 'EURUSD']]],
    ];
    const calls = all.flatMap(([address, ofCell]) =>
      ofCell.map(([id, ...values]) => {
        const call = createCall({ address });
        session.cells.beginCall(call, id, values);
        return call;
      }),
    );
    for (const call of calls) session.cells.endCall(call, [[1]]);
    const cells = [formula, '=MD.QUOTE("EURUSD")'].map((one, row) => ({
      cell: { sheet: 'Sheet1', row, column: 0, rows: 1, columns: 1 },
      formula: one,
      functions: mdCallsIn(one).map(({ name }) => name),
    }));
    expect(await areAllClosed(session, cells as unknown as MdCell[])).toBe(closed);
  });

  const session = (mic: string, day: string, hours: string, offset = '-05:00') => {
    const [opens, closes] = hours.split('-');
    return {
      mic,
      date: day,
      day_of_week: '',
      is_early_close: false,
      open_time: `${day}T${opens}:00${offset}`,
      close_time: `${day}T${closes}:00${offset}`,
      holiday_name: null,
    };
  };
  /** Thanksgiving 2026 is 26 November: New York is closed, London is open. */
  const CALENDAR = [
    ...['25', '27'].map((day) => session('XNYS', `2026-11-${day}`, '09:30-16:00')),
    ...['25', '26', '27'].map((day) => session('XLON', `2026-11-${day}`, '08:00-16:30', '+00:00')),
  ];

  test.each<[readonly string[], string, boolean]>([
    [['=MD.QUOTE("indices:SPX")'], '2026-11-25T16:00Z', false],
    [['=MD.QUOTE("indices:SPX")'], '2026-11-26T16:00Z', true],
    [['=MD.QUOTE("SPX,UKX",,"indices")'], '2026-11-26T16:00Z', false],
    [['=MD.TICKS("SPX","2026-11-26","2026-11-27")'], '2026-11-26T16:00Z', true],
    [['=MD.QUOTE("stocks:AAPL")'], '2026-11-26T16:00Z', false],
    [['=MD.QUOTE("stocks:AAPL")'], '2026-11-26T22:00Z', true],
    [['=MD.QUOTE("stocks:AAPL")', '=MD.QUOTE("EURUSD")'], '2026-11-26T22:00Z', false],
    // Some tickers are numbers.
    [['=MD.QUOTE("indices:SPX")', '=MD.QUOTE(600519,,"stocks")'], '2026-11-26T16:00Z', false],
  ])('behind %j at %s are all closed by the trading calendar: %p', async (formulas, at, closed) => {
    const service = createStubService({ '/stocks/markets/hours': () => CALENDAR });
    const clock = { now: Date.parse('2026-11-20T12:00Z') };
    const opened = createTestSession({ service, now: () => clock.now });
    await opened.ready;
    const { workbook } = opened.host as MemoryHost;
    workbook.session = opened;
    await workbook.enter('A1', ...formulas.map((formula) => [formula]));
    clock.now = Date.parse(at);
    const before = service.requests.length;
    const cells = await scanCells(opened);
    expect(await areAllClosed(opened, cells)).toBe(closed);
    clock.now += 60_000;
    expect(await areAllClosed(opened, cells)).toBe(closed);
    expect(service.requests.length - before).toBeLessThanOrEqual(1);
  });

  test('of stocks follow the week alone if the service has no calendar', async () => {
    const { session: opened, workbook, clock } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE("stocks:AAPL")']);
    clock.now = Date.parse('2026-11-26T22:00Z');
    expect(await areAllClosed(opened, await scanCells(opened))).toBe(false);
  });
});
