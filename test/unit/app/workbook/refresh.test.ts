import { pricedAt } from '../../../support/stub-service';
import { type Opened, openWorkbook, valuesOf } from '../opened-workbook';
import { showAsValues } from '../hidden-errors';
import { a1, cellOf, parseA1 } from '../../../../src/core/sheet';
import {
  enterAgain,
  planRefresh,
  type RefreshScope,
  refreshWhenOnline,
  runRefresh,
} from '../../../../src/app/workbook/refresh';

const never = new AbortController().signal;

async function refresh({ session, workbook }: Opened, scope: RefreshScope, patienceMs?: number) {
  const progress: string[] = [];
  const report = await runRefresh(
    session,
    await planRefresh(session, scope),
    (done, total) => progress.push(`${done}/${total}`),
    never,
    patienceMs,
  );
  await workbook.settled();
  return { ...report, notRefreshed: report.notRefreshed.map(({ cell, reason }) => `${a1(cell)}: ${reason}`), progress };
}

describe('a refresh', () => {
  test('requests everything again, however fresh it is', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    opened.market.price = 2;
    opened.clock.now += 1;
    expect(await refresh(opened, 'all')).toMatchObject({ refreshedCount: 2, notRefreshed: [] });
    expect(await valuesOf(opened, 2)).toEqual([[2], [2]]);
    expect(opened.service.requests).toHaveLength(2);
  });

  test('leaves the other cells and their values alone', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    opened.market.price = 2;
    opened.clock.now += 1;
    await opened.workbook.select(cellOf('Sheet1', 1, 0));
    expect(await refresh(opened, 'selection')).toMatchObject({ refreshedCount: 1 });
    expect(await valuesOf(opened, 2)).toEqual([[1], [2]]);
    expect(opened.service.requests.at(-1)?.query).toBe('symbols=GBPUSD');
  });

  test('takes every area of the selection', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")'], ['=MD.QUOTE("USDJPY")']);
    opened.workbook.selection = () => Promise.resolve({ ...cellOf('Sheet1', 0, 0), others: [cellOf('Sheet1', 2, 0)] });
    expect(await refresh(opened, 'selection')).toMatchObject({ refreshedCount: 2 });
  });

  test('includes a formula if a cell of its spill is selected', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD","bid,ask")']);
    await opened.workbook.select(parseA1('B1', 'Sheet1')!);
    expect(await refresh(opened, 'selection')).toMatchObject({ refreshedCount: 1 });
  });

  test('of the errors requests only those, and says which remain', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("BAD")'], ['=MD.QUOTE("EURUSD","colour")']);
    opened.clock.now += 1;
    const report = await refresh(opened, 'errors');
    expect(report.refreshedCount).toBe(0);
    expect(report.notRefreshed).toEqual([
      'A2: "BAD" has no quote in currencies: search for it in the MD pane, or name another area',
      expect.stringMatching(/^A3: fields: "colour"/),
    ]);
    const quotes = opened.service.requests.filter(({ path }) => path === '/currencies/quotes');
    expect(quotes.slice(1).map(({ query }) => query)).toEqual(['symbols=BAD']);
  });

  test('of the errors includes a list with one error, and no cell that still waits', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD,BAD")']);
    workbook.dead.add('Sheet1!C1');
    await workbook.enter('C1', ['=MD.QUOTE("EURUSD")']);
    const { cells } = await planRefresh(session, 'errors');
    expect(cells.map(({ formula }) => formula)).toEqual(['=MD.QUOTE("EURUSD,BAD")']);
  });

  test('of a cell whose number format hides its value counts it, with its cost', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    await workbook.write([{ block: cellOf('Sheet1', 0, 0), cells: [[{ format: ';;;' }]] }]);
    expect(await planRefresh(session, 'all')).toMatchObject({ cells: [{ text: '' }], blank: [] });
  });

  describe('of rows that are not filled in yet', () => {
    /** Below a quote, filings and a quote of a blank cell. */
    async function withBlankRow(): Promise<Opened> {
      const opened = await openWorkbook();
      await opened.workbook.enter('D1', ['EURUSD'], ['']);
      await opened.workbook.enter('A1', ['=MD.QUOTE(D1)'], ['=IFERROR(MD.FILINGS(D2),"")'], ['=MD.QUOTE(D2)']);
      await showAsValues(opened.workbook, { A2: '' });
      opened.market.price = 2;
      opened.clock.now += 1;
      return opened;
    }

    test('counts none of them, neither as refreshed nor as failed', async () => {
      const opened = await withBlankRow();
      const { progress, ...report } = await refresh(opened, 'all');
      expect(report).toEqual({ refreshedCount: 1, notRefreshed: [] });
      expect([progress[0], progress.at(-1)]).toEqual(['0/1', '1/1']);
      expect((await planRefresh(opened.session, 'errors')).cells).toEqual([]);
    });

    test('waits for none of them, as a spreadsheet may not call what an IF leaves out', async () => {
      const opened = await withBlankRow();
      opened.workbook.sleeping.add('Sheet1!A2');
      opened.workbook.changes.length = 0;
      expect(await refresh(opened, 'all')).toMatchObject({ refreshedCount: 1, notRefreshed: [] });
      expect(opened.workbook.changes).toEqual([]);
    });

    test('calculates them too, because what they show may be old', async () => {
      const opened = await withBlankRow();
      const plan = await planRefresh(opened.session, 'all');
      await opened.workbook.enter('D2', ['GBPUSD']);
      expect(await runRefresh(opened.session, plan)).toMatchObject({ refreshedCount: 1 });
      await opened.workbook.settled();
      expect((await valuesOf(opened, 3))[2]).toEqual([2]);
    });

    test('requests them anew too: a formula that shows nothing for now, such as an alert, has a price behind it', async () => {
      const opened = await openWorkbook();
      await opened.workbook.enter('A1', ['=IF(MD.QUOTE("EURUSD")>5,"alert","")'], ['=MD.QUOTE("GBPUSD")']);
      await showAsValues(opened.workbook, { A1: '' });
      const before = opened.service.requests.length;
      opened.clock.now += 1;
      expect(await refresh(opened, 'all')).toMatchObject({ refreshedCount: 1, notRefreshed: [] });
      expect(opened.service.requests.slice(before).map(({ query }) => query)).toEqual(['symbols=GBPUSD,EURUSD']);
    });

    test('counts a spill whose first row alone is not filled in', async () => {
      const opened = await withBlankRow();
      await opened.workbook.enter('D3', ['GBPUSD']);
      await opened.workbook.enter('F1', ['=MD.QUOTE(D2:D3)']);
      await opened.workbook.settled();
      jest.restoreAllMocks();
      const plan = await planRefresh(opened.session, 'all');
      expect(plan.cells.map(({ cell, spill }) => [cell.column, spill.rows])).toContainEqual([5, 2]);
    });

    test('still reports an error that a formula shows as nothing', async () => {
      const opened = await withBlankRow();
      await opened.workbook.enter('A3', ['=IFERROR(MD.QUOTE("BAD"),"")']);
      jest.restoreAllMocks();
      await showAsValues(opened.workbook, { A2: '', A3: '' });
      expect((await refresh(opened, 'all')).notRefreshed).toEqual([
        'A3: "BAD" has no quote in currencies: search for it in the MD pane, or name another area',
      ]);
    });
  });

  test('rewrites a formula if the host does not recalculate one with the same arguments', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    opened.workbook.sleeping.add('Sheet1!A2');
    opened.market.price = 2;
    opened.clock.now += 1;
    expect(await refresh(opened, 'all', 20)).toMatchObject({ refreshedCount: 2, notRefreshed: [] });
    expect(await valuesOf(opened, 2)).toEqual([[2], [2]]);
    expect(opened.workbook.changes.slice(-1)).toEqual(['write Sheet1!A2']);
  });

  test('waits for 20 seconds without a call before it writes a formula: a slow host has its time', async () => {
    const opened = await openWorkbook();
    const { session, workbook } = opened;
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    workbook.sleeping.add('Sheet1!A2');
    const plan = await planRefresh(session, 'all');
    workbook.changes.length = 0;
    const writes = () => workbook.changes.filter((change) => change.startsWith('write'));
    jest.useFakeTimers();
    try {
      const running = runRefresh(session, plan);
      await jest.advanceTimersByTimeAsync(19_900);
      expect(writes()).toEqual([]);
      await jest.advanceTimersByTimeAsync(200);
      expect(writes()).toEqual(['write Sheet1!A2']);
      await jest.advanceTimersByTimeAsync(1_000);
      expect(await running).toMatchObject({ refreshedCount: 2 });
    } finally {
      jest.useRealTimers();
    }
  });

  test.each([
    ['=IF(FALSE,MD.QUOTE("GBPUSD"),1)'],
    ['=IFERROR(2,MD.QUOTE("GBPUSD"))'],
    ['=CHOOSE(1,2,MD.QUOTE("GBPUSD"))+0'],
  ])('waits a moment alone for a function that %s skips, and says nothing of it', async (formula) => {
    const opened = await openWorkbook();
    const { session, workbook } = opened;
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], [formula]);
    for (const asleep of [workbook.sleeping, workbook.dead]) asleep.add('Sheet1!A2');
    const plan = await planRefresh(session, 'all');
    expect(plan.cells).toHaveLength(2);
    jest.useFakeTimers();
    try {
      const running = runRefresh(session, plan);
      await jest.advanceTimersByTimeAsync(7_000);
      expect(await running).toEqual({ refreshedCount: 2, notRefreshed: [] });
    } finally {
      jest.useRealTimers();
    }
  });

  test('does not wait for a misspelt formula, and says what is wrong with it', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    opened.workbook.loadSaved('A2', '=MD.QUTOE("EURUSD")', '#NAME?');
    const report = await refresh(opened, 'all');
    expect(report).toMatchObject({
      refreshedCount: 1,
      notRefreshed: ['A2: There is no MD.QUTOE. Did you mean MD.QUOTE?'],
    });
    expect(report.progress.at(-1)).toBe('1/1');
  });

  test('waits a few seconds for a formula whose argument is an error', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    workbook.loadSaved('A2', '=MD.QUOTE(1/0)', '#DIV/0!');
    session.cells.wereCalculated.add('Sheet1!A2');
    for (const asleep of [workbook.sleeping, workbook.dead]) asleep.add('Sheet1!A2');
    const plan = await planRefresh(session, 'all');
    jest.useFakeTimers();
    try {
      const running = runRefresh(session, plan);
      await jest.advanceTimersByTimeAsync(7_000);
      expect((await running).notRefreshed).toEqual([
        { cell: plan.cells[1]!.cell, reason: expect.stringContaining('Not from MD') as string },
      ]);
    } finally {
      jest.useRealTimers();
    }
  });

  test('lists cells that a host never calculates, that are locked or that were changed meanwhile', async () => {
    const opened = await openWorkbook();
    const { session, workbook } = opened;
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    await workbook.enter('Locked!A1', ['=MD.QUOTE("EURUSD")']);
    workbook.protectedSheets.add('Locked');
    for (const cell of ['Sheet1!A1', 'Locked!A1', 'Sheet1!A2']) workbook.sleeping.add(cell);
    workbook.dead.add('Sheet1!A1');
    const plan = await planRefresh(session, 'all');
    await workbook.write([{ block: cellOf('Sheet1', 1, 0), cells: [[{ value: 'mine' }]] }]);
    const { notRefreshed } = await runRefresh(session, plan, () => undefined, never, 20);
    expect(notRefreshed.map(({ cell, reason }) => `${cell.sheet} ${a1(cell)}: ${reason}`)).toEqual([
      'Sheet1 A1: The spreadsheet did not calculate it: enter its formula again',
      'Sheet1 A2: Its formula was changed meanwhile: refresh again',
      'Locked A1: The sheet is protected: unprotect it, or press Ctrl+Alt+F9',
    ]);
    expect((await valuesOf(opened, 2))[1]).toEqual(['mine']);
  });

  test.each([
    ['the same in each row', '=MD.QUOTE("EURUSD")', '=MD.QUOTE("EURUSD")'],
    ['about the cell beside it', '=MD.QUOTE(C2)', '=MD.QUOTE(C3)'],
  ])('writes the formula of a table’s column again, below its heading: %s', async (_, ...formulas) => {
    const opened = await openWorkbook();
    await opened.workbook.enter('C2', ['EURUSD'], ['GBPUSD']);
    await opened.workbook.enter('A1', ['Price'], ...formulas.map((formula) => [formula]));
    opened.workbook.tableBlocks.push(parseA1('A1:A3', 'Sheet1')!);
    for (const cell of ['Sheet1!A2', 'Sheet1!A3']) opened.workbook.sleeping.add(cell);
    expect(await refresh(opened, 'all', 20)).toMatchObject({ refreshedCount: 2, notRefreshed: [] });
    expect((await opened.workbook.formulas()).map(({ formula }) => formula)).toEqual(formulas);
  });

  test.each([
    ['=[2]!_xldudf_MD_QUOTE("EURUSD")', '=MD.QUOTE("EURUSD")'],
    ['=IFERROR(Other.xla!_xldudf_md_quote("EURUSD"),0)', '=IFERROR(MD.QUOTE("EURUSD"),0)'],
  ])('of the errors enters %s again by its registered name, whatever the cell shows', async (saved, repaired) => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', [saved], ['="_xldudf_MD_QUOTE("']);
    expect(await refresh(opened, 'errors')).toMatchObject({ refreshedCount: 1, notRefreshed: [] });
    expect(await opened.workbook.formulas()).toEqual([expect.objectContaining({ formula: repaired, text: '1' })]);
    expect(await refresh(opened, 'errors')).toMatchObject({ refreshedCount: 0 });
  });

  test.each(['#BUSY!', '#GETTING_DATA'])(
    'of the errors requests what the workbook was saved with as %s',
    async (shown) => {
      const opened = await openWorkbook();
      opened.workbook.loadSaved('A1', '=MD.QUOTE("EURUSD")', shown);
      expect(await refresh(opened, 'errors')).toMatchObject({ refreshedCount: 1, notRefreshed: [] });
      expect(await valuesOf(opened, 1)).toEqual([[1]]);
    },
  );

  test('writes no formula into a table of different ones: each would become that of the whole column', async () => {
    const opened = await openWorkbook();
    const { session, workbook } = opened;
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    workbook.tableBlocks.push(parseA1('A1:A2', 'Sheet1')!);
    for (const cell of ['Sheet1!A1', 'Sheet1!A2']) workbook.sleeping.add(cell);
    const plan = await planRefresh(session, 'all');
    const why = 'It is in a table, whose column would get one formula: press F2 and Enter in the cell';
    const notRefreshed = plan.cells.map(({ cell }) => ({ cell, reason: why }));
    expect(await runRefresh(session, plan, () => undefined, never, 20)).toEqual({ refreshedCount: 0, notRefreshed });
    expect(await enterAgain(session, plan.cells)).toEqual({ refreshedCount: 0, notRefreshed });
    expect((await workbook.formulas()).map(({ formula }) => formula)).toEqual([
      '=MD.QUOTE("EURUSD")',
      '=MD.QUOTE("GBPUSD")',
    ]);
  });

  test('without cells is done at once', async () =>
    expect(await refresh(await openWorkbook(), 'all')).toMatchObject({ refreshedCount: 0, notRefreshed: [] }));
});

describe('the plan of a refresh', () => {
  const costOf = async (...formulas: string[]): Promise<readonly [symbols: number, requests: number]> => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('D1', ['EURUSD', 'crypto'], ['gbpusd', 'AAPL, MSFT']);
    await workbook.enter('A1', ...formulas.map((formula) => [formula]));
    const { symbolCount, requestCount } = await planRefresh(session, 'all');
    return [symbolCount, requestCount];
  };

  test.each<[string, readonly string[], readonly [number, number]]>([
    [
      'a symbol once, however often it is asked for',
      ['=MD.QUOTE("EURUSD")', '=MD.QUOTE("eurusd","bid")', '=MD.QUOTE(D1)'],
      [1, 1],
    ],
    [
      'a symbol once, however it is written',
      ['=MD.QUOTE("EURUSD")', '=MD.QUOTE("eur/usd")', '=MD.QUOTE("stocks:AAPL")', '=MD.QUOTE("XNAS:AAPL")'],
      [2, 2],
    ],
    ['a score once, however its symbol is written', ['=MD.SCORE("stocks:AAPL")', '=MD.SCORE("NASDAQ:AAPL")'], [1, 1]],
    ['the cells of a range, blanks left out', ['=MD.QUOTE(D1:D9)'], [2, 1]],
    [
      'areas and decimals apart',
      ['=MD.QUOTE("EURUSD")', '=MD.QUOTE("BTCUSD",,E1)', '=MD.QUOTE("crypto:ETHUSD")', '=MD.QUOTE("EURUSD",,,2)'],
      [3, 3],
    ],
    [
      'as many lists as fifty characters take',
      [`=MD.QUOTE("${Array.from({ length: 8 }, (_, index) => `PAIR0${index}`).join(',')}")`],
      [8, 2],
    ],
    [
      'a request for each pair of currencies, whatever the amounts',
      [
        '=MD.CONVERT(1,"EUR","USD")',
        '=MD.CONVERT(SUM(D1:D2),"EUR","USD",,2)',
        '=MD.CONVERT(3,"CHF","USD")',
        '=MD.CONVERT(3,"BTC","USD","crypto")',
      ],
      [0, 3],
    ],
    ['a request for each type of filings', ['=MD.FILINGS("AAPL","10-K,8-K")', '=MD.FILINGS("aapl","10-K")'], [1, 2]],
    [
      'a request for each limit of filings',
      ['=MD.FILINGS("AAPL",,5)', '=MD.FILINGS("AAPL",,7)', '=MD.FILINGS("AAPL",,5,"filing_type")'],
      [1, 2],
    ],
    ['a request for each ticker of filings and scores', ['=MD.FILINGS(E2)', '=MD.SCORE("AAPL")'], [2, 3]],
    [
      'one request for all markets of the same dates',
      ['=MD.HOURS("XNYS")', '=MD.HOURS("XLON")', '=MD.HOURS("XLON","2026-01-01")'],
      [0, 2],
    ],
    [
      'one for the calendars of trading days, whichever functions read them',
      [
        '=MD.WORKDAY(D1,1,"XNYS")',
        '=MD.WORKDAY(D2,1,"XNYS")',
        '=MD.NETWORKDAYS(D1,D2,"XNYS")',
        '=MD.SETTLE(D1,"XNYS")',
      ],
      [0, 1],
    ],
    ['nothing for blank cells and errors in the place of symbols', ['=MD.QUOTE(D7:D9)', '=MD.QUOTE(A1)'], [0, 0]],
    [
      'nothing for an amount in its own currency, and a pair once however it is written',
      ['=MD.CONVERT(1,"EUR","eur")', '=MD.CONVERT(1,"EUR","USD")', '=MD.CONVERT(1,"eur","usd","currencies")'],
      [0, 1],
    ],
    [
      'an answer once, whatever is shown of it',
      ['=MD.NEWS("stocks")', '=MD.NEWS("stocks",5,"content")', '=MD.GET("/stocks/countries",,"items.0.symbol",FALSE)'],
      [0, 2],
    ],
    [
      'at least one if the number is not known from the formula',
      ['=MD.QUOTE(UPPER(D1))', '=MD.FILINGS(UPPER(D1))'],
      [1, 2],
    ],
    ['nothing for functions that send no request', ['=MD.COMPLETE(D1:D2)'], [0, 0]],
    ['nested calls too', ['=SUM(MD.QUOTE("EURUSD"),MD.NEWS())'], [1, 2]],
  ])('counts %s', async (_, formulas, cost) => expect(await costOf(...formulas)).toEqual(cost));

  test('counts once what equal formulas wait to be allowed', async () => {
    const { session, workbook } = await openWorkbook();
    await session.save({ maxRequests: 1 });
    const symbols = Array.from({ length: 24 }, (_, index) => `PAIR${index + 10}`);
    await workbook.enter('A1', ...symbols.map((symbol) => [symbol]));
    await workbook.enter('C1', ['=MD.QUOTE(A1:A24)', '', '=MD.QUOTE(A1:A24)']);
    const { cells, requestCount } = await planRefresh(session, 'all');
    const prices = cells.map(({ price }) => price);
    expect([prices, requestCount]).toEqual([[4, 4], 4]);
  });

  test('leaves out streaming functions, and says how many', async () => {
    const { session, workbook } = await openWorkbook();
    workbook.session = undefined;
    await workbook.enter('A1', ['=MD.LIVE("EURUSD")'], ['=MD.QUOTE("EURUSD")']);
    const { cells, liveCount } = await planRefresh(session, 'all');
    expect([cells.map(({ formula }) => formula), liveCount]).toEqual([['=MD.QUOTE("EURUSD")'], 1]);
  });
});

describe('once the computer is back in a network', () => {
  let isCut = false;
  const quotes = pricedAt(() => {
    if (isCut) throw new TypeError('Failed to fetch');
    return 2;
  });

  beforeEach(() => {
    isCut = true;
    jest.useFakeTimers({ doNotFake: ['queueMicrotask', 'performance'] });
    Object.assign(globalThis, { window: new EventTarget() });
  });
  afterEach(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'window');
  });

  /** A workbook without a network, in which one cell is wrong in another way. */
  async function openCutOff(...formulas: readonly string[]): Promise<Opened> {
    const opened = await openWorkbook({ '/indices/quotes': quotes, '/commodities/quotes': quotes });
    const { session, workbook } = opened;
    const entering = workbook.enter('A1', [
      '=MD.QUOTE("SPX","mid","indices")',
      '=MD.QUOTE("SPX,DAX","mid","indices")',
      '=MD.QUOTE("EURUSD","colour")',
      ...formulas,
    ]);
    await jest.advanceTimersByTimeAsync(60_000);
    await entering;
    refreshWhenOnline(session);
    return opened;
  }
  async function comeOnline(): Promise<void> {
    window.dispatchEvent(new Event('online'));
    await jest.advanceTimersByTimeAsync(60_000);
  }

  test('what failed without one is requested again, and nothing else', async () => {
    const opened = await openCutOff();
    expect((await valuesOf(opened, 2, 3)).flat()).toEqual(['#N/A', '#N/A', '#VALUE!', '', '#N/A', '']);
    isCut = false;
    await comeOnline();
    expect(opened.session.activity.notes.at(-1)?.text).toBe('Refresh once the network is back: 2 cells');
    expect((await valuesOf(opened, 2, 3)).flat()).toEqual([2, 2, '#VALUE!', '', 2, '']);
    const { length } = opened.service.requests;
    await comeOnline();
    expect(opened.service.requests).toHaveLength(length);
  });

  test('nothing is requested if that takes more requests than are allowed', async () => {
    const opened = await openCutOff('=MD.QUOTE("GOLD","mid","commodities")');
    await opened.session.save({ maxRequests: 1 });
    const { length } = opened.service.requests;
    isCut = false;
    await comeOnline();
    expect(opened.session.activity.notes.at(-1)?.text).toMatch(/^Refresh once the network is back: about 2 requests/);
    expect(opened.service.requests).toHaveLength(length);
  });
});
