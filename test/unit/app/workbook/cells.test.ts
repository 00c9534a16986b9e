import { openWorkbook, QUOTED_AT, type Opened } from '../opened-workbook';
import { showAsValues } from '../hidden-errors';
import { isFaulty, scanCells, selectedCell } from '../../../../src/app/workbook/cells';
import { enterAgain } from '../../../../src/app/workbook/refresh';
import { createTestSession } from '../../../support/evaluate';
import type { MemoryHost } from '../../../support/memory-host';
import { createStubService } from '../../../support/stub-service';
import { parseA1 } from '../../../../src/core/sheet';

describe('scanning the workbook', () => {
  test('finds only the cells with our functions, with the functions that they call', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter(
      'A1',
      ['EURUSD', 2],
      ['=MD.QUOTE(A1)', '=SUM(A1:A9)'],
      ['=IFERROR(MD.QUOTE("BAD"),MD.CONVERT(1,"EUR","USD"))&"MD.NEWS()"', ''],
    );
    const cells = await scanCells(session);
    expect(cells.map(({ formula, functions }) => [formula, functions])).toEqual([
      ['=MD.QUOTE(A1)', ['QUOTE']],
      ['=IFERROR(MD.QUOTE("BAD"),MD.CONVERT(1,"EUR","USD"))&"MD.NEWS()"', ['QUOTE', 'CONVERT']],
    ]);
  });

  test('knows when the oldest answer in a cell was requested', async () => {
    const { session, workbook, clock } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    clock.now += 5_000;
    await workbook.enter('A2', ['=MD.QUOTE("EURUSD,GBPUSD")'], [''], ['=MD.QUOTE("GBPUSD")']);
    clock.now += 1_000;
    const readAt = (await scanCells(session)).map((cell) => clock.now - cell.readAt!);
    expect(readAt).toEqual([6_000, 6_000, 1_000]);
  });

  test('knows when the price in a cell was made, beside the age of its answer', async () => {
    const { session, workbook, market } = await openWorkbook();
    Object.assign(market.times, { GBPUSD: QUOTED_AT - 200_000 });
    await workbook.enter('A1', ['=MD.QUOTE("GBPUSD")'], ['=MD.QUOTE("EURUSD,GBPUSD")'], [''], ['=MD.QUOTE("BAD")']);
    const friday = (QUOTED_AT - 200_000) * 1000;
    expect((await scanCells(session)).map(({ priceTime }) => priceTime)).toEqual([
      { at: friday, isOldest: false },
      { at: friday, isOldest: true },
      undefined,
    ]);
  });

  test('finds an error that a formula leaves out, as AGGREGATE does', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ['=AGGREGATE(14,6,MD.QUOTE("EURUSD,BAD"),1)']);
    await showAsValues(workbook, { 'A1:A2': '1' });
    const [cell] = await scanCells(session);
    expect([cell!.hiddenError, cell!.lastError, cell!.partialError]).toEqual([
      '"BAD" has no quote in currencies: search for it in the MD pane, or name another area',
      undefined,
      undefined,
    ]);
    expect(isFaulty(cell!)).toBe(true);
  });

  test('knows of #NAME? that another name is the cause once our function was called, or the formula entered again', async () => {
    const { session, workbook } = await openWorkbook();
    const formula = '=FOO(MD.QUOTE("EURUSD"))';
    await workbook.enter('A1', [formula]);
    for (const address of ['A1', 'A2']) workbook.loadSaved(address, formula, '#NAME?');
    const cells = await scanCells(session);
    const unknown = expect.stringContaining('No function and no name is written like this') as string;
    expect(cells.map(({ mistake }) => mistake)).toEqual([unknown, undefined]);
    expect(cells.every(isFaulty)).toBe(true);
    await enterAgain(session, cells.slice(1));
    workbook.loadSaved('A2', formula, '#NAME?');
    expect((await scanCells(session)).map(({ mistake }) => mistake)).toEqual([unknown, unknown]);
  });

  test.each([
    ['=MD.QUTOE("EURUSD")', '#NAME?', 'There is no MD.QUTOE. Did you mean MD.QUOTE?'],
    ['=MD.QUOTE(EURUSD)', '#NAME?', 'If EURUSD is a text, write it in straight quotes ("): without them it is a name'],
    ['=MD.QUOTE("EURUSD";"bid")', '#NAME?', expect.stringContaining('Separate the arguments by commas')],
    [
      '=MD.QUOTE(1/0)',
      '#DIV/0!',
      'Not from MD, but from the formula or its cells: The formula divides by zero or by a blank cell',
    ],
    [
      '=MD.QUOTE(#REF!)',
      '#REF!',
      'Not from MD, but from the formula or its cells: The formula refers to cells that are not there',
    ],
    ['=MD.QUOTE(A1:A2)', '#SPILL!', expect.stringContaining('are in the way of the result')],
    ['=MD.QUOTE(NA())', '#N/A', undefined],
    ['=MD.QUOTE("EURUSD")', '#NAME?', undefined],
    ['=MD.QUOTE("EURUSD")', '#BUSY!', undefined],
  ])('of %s, which shows %s without a call, says: %s', async (formula, error, sentence) => {
    const { session, workbook } = await openWorkbook();
    workbook.loadSaved('A1', formula, error);
    session.cells.wereCalculated.add(error === '#NAME?' ? '' : 'Sheet1!A1');
    expect((await scanCells(session))[0]?.lastError).toEqual(sentence);
    expect((await selectedCell(session)).filled?.reason).toEqual(sentence);
  });

  test('says of an error that a function got as argument that it is not ours', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE(B1)', '#DIV/0!']);
    workbook.loadSaved('A1', '=MD.QUOTE(B1)', '#DIV/0!');
    expect((await scanCells(session))[0]?.lastError).toContain('Not from MD');
  });

  test('finds the sentence behind an error', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE("BAD")'], ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("EURUSD","colour")']);
    const [bad, good, wrong] = await scanCells(session);
    expect([bad?.error, bad?.lastError]).toEqual([
      '#N/A',
      '"BAD" has no quote in currencies: search for it in the MD pane, or name another area',
    ]);
    expect([good?.error, good?.lastError]).toEqual([undefined, undefined]);
    expect([wrong?.error, wrong?.readAt]).toEqual(['#VALUE!', undefined]);
    expect(wrong?.lastError).toContain('colour');
  });

  test('finds the sentence behind an error that the formula replaces with a value', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ['=IFERROR(MD.QUOTE("BAD"),0)'], ['=IFERROR(MD.QUOTE("EURUSD"),0)']);
    await showAsValues(workbook, { A1: '0' });
    const cells = await scanCells(session);
    expect(cells.map(({ text, hiddenError, lastError }) => [text, hiddenError, lastError])).toEqual([
      ['0', '"BAD" has no quote in currencies: search for it in the MD pane, or name another area', undefined],
      ['1', undefined, undefined],
    ]);
    expect(cells.map(isFaulty)).toEqual([true, false]);
  });

  test('finds the reason for errors in a spill below correct headers', async () => {
    const { session, workbook } = await openWorkbook();
    await session.save({ apiKey: '' });
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD,GBPUSD","bid,ask",,,TRUE)']);
    const [cell] = await scanCells(session);
    expect([cell?.text, cell?.error, cell?.lastError]).toEqual(['bid', undefined, 'Enter your API key in the MD pane']);
    expect(isFaulty(cell!)).toBe(true);
  });

  test('knows no age for a cell that has moved to the address of another', async () => {
    const { session, workbook, clock } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    await scanCells(session);
    clock.now += 3_000;
    workbook.insertRows('Sheet1', 0, 1);
    expect((await scanCells(session)).map(({ readAt }) => readAt)).toEqual([undefined, undefined]);
  });

  test('knows no age for a waiting cell', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    void workbook.write([
      { block: (await scanCells(session))[0]!.cell, cells: [[{ formula: '=MD.QUOTE("GBPUSD")' }]] },
    ]);
    expect((await scanCells(session))[0]).toMatchObject({ text: '#BUSY!', readAt: undefined, lastError: undefined });
    await workbook.settled();
  });
});

const select = async ({ session, workbook }: Opened, address: string) => {
  await workbook.select(parseA1(address, 'Sheet1')!);
  return (await selectedCell(session)).filled;
};
const BAD = (symbol: string): string =>
  `"${symbol}" has no quote in currencies: search for it in the MD pane, or name another area`;

describe('the selected cell', () => {
  test('is described with the time of its answer', async () => {
    const opened = await openWorkbook();
    const { now } = opened.clock;
    await opened.workbook.enter('B2', ['=MD.QUOTE("EURUSD")']);
    opened.clock.now += 5_000;
    expect(await select(opened, 'B2:C9')).toEqual({
      anchor: parseA1('Sheet1!B2', ''),
      formula: '=MD.QUOTE("EURUSD")',
      error: undefined,
      isWaiting: false,
      reason: undefined,
      readAt: now,
      priceTime: { at: QUOTED_AT * 1000, isOldest: false },
    });
  });

  test('is described with the rate of its conversion and the time of that rate', async () => {
    const service = createStubService({
      '/currencies/convert/EUR/USD': () => ({ info: { timestamp: 1_790_000_000, rate: 1.25 }, result: 1_250_000 }),
    });
    const session = createTestSession({ service });
    await session.ready;
    const { workbook } = session.host as MemoryHost;
    workbook.session = session;
    await workbook.enter('B2', ['=MD.CONVERT(250,"EUR","USD")'], ['=MD.CONVERT(0,"EUR","USD")']);
    const rateAt = async (address: string) => {
      await workbook.select(parseA1(address, 'Sheet1')!);
      return (await selectedCell(session)).filled?.rate;
    };
    expect((await scanCells(session)).map(({ priceTime }) => priceTime?.at)).toEqual([1_790_000_000_000, undefined]);
    expect(await rateAt('B2')).toEqual({ value: 1.25, at: expect.closeTo(1_790_000_000_000, 0) as number });
    expect(await rateAt('B3')).toBeUndefined();
  });

  test('is described with the time of its price, which may be much older than its answer', async () => {
    const opened = await openWorkbook();
    const FRIDAY = QUOTED_AT - 200_000;
    Object.assign(opened.market.times, { GBPUSD: FRIDAY });
    await opened.workbook.enter('A1', ['=MD.QUOTE("GBPUSD","bid")', '=MD.QUOTE("GBPUSD","bid,ask")']);
    await opened.workbook.enter('A3', ['=MD.QUOTE("EURUSD,GBPUSD,BAD")']);
    await opened.workbook.enter('A9', ['', '=MD.MARKETS("XNYS")']);
    const one = { at: FRIDAY * 1000, isOldest: false };
    expect((await select(opened, 'A1'))?.priceTime).toEqual(one);
    expect((await select(opened, 'B1'))?.priceTime).toEqual({ ...one, isOldest: true });
    expect((await select(opened, 'A4'))?.priceTime).toEqual({ ...one, isOldest: true });
    expect((await select(opened, 'B9'))?.priceTime).toBeUndefined();
  });

  test('knows where its spill starts, and its own reason among those of its neighbours', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("BAD,EURUSD,BADLY")']);
    expect(await select(opened, 'A1')).toMatchObject({ error: '#N/A', reason: BAD('BAD') });
    expect(await select(opened, 'A2')).toMatchObject({ error: undefined, reason: undefined });
    expect(await select(opened, 'A3')).toMatchObject({
      anchor: parseA1('Sheet1!A1', ''),
      error: '#N/A',
      reason: BAD('BADLY'),
    });
  });

  test('is not described if none of our formulas fills it', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=1+1', 'text', '=NA()']);
    for (const address of ['A1', 'B1', 'C1', 'D9']) expect(await select(opened, address)).toBeUndefined();
  });

  test('has a reason for an error that is not ours', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD,GBPUSD")'], ['in the way']);
    expect(await select(opened, 'A1')).toMatchObject({
      error: '#SPILL!',
      reason: expect.stringContaining('in the way of the result') as string,
    });
  });

  test('is described as waiting for its value', async () => {
    const opened = await openWorkbook();
    opened.workbook.dead.add('Sheet1!A1');
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    expect(await select(opened, 'A1')).toMatchObject({ isWaiting: true, reason: undefined });
  });

  test('has no known age if it has moved to the address of another', async () => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")']);
    expect((await select(opened, 'A2'))?.readAt).toBeDefined();
    opened.clock.now += 3_000;
    opened.workbook.insertRows('Sheet1', 0, 1);
    expect((await select(opened, 'A2'))?.readAt).toBeUndefined();
  });
});
