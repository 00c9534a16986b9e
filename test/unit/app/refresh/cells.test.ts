import { isFaulty, scanCells } from '../../../../src/app/refresh/cells';
import { openWorkbook, QUOTED_AT } from '../opened-workbook';
import { showAsValues } from '../hidden-errors';

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

  test('knows the age of the oldest answer in a cell', async () => {
    const { session, workbook, clock } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    clock.now += 5_000;
    await workbook.enter('A2', ['=MD.QUOTE("EURUSD,GBPUSD")'], [''], ['=MD.QUOTE("GBPUSD")']);
    clock.now += 1_000;
    expect((await scanCells(session)).map(({ ageMs }) => ageMs)).toEqual([6_000, 6_000, 1_000]);
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
      '"BAD" has no quote in currencies: check the spelling and the area',
      undefined,
      undefined,
    ]);
    expect(isFaulty(cell!)).toBe(true);
  });

  test('finds the sentence behind an error', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE("BAD")'], ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("EURUSD","colour")']);
    const [bad, good, wrong] = await scanCells(session);
    expect([bad?.error, bad?.lastError]).toEqual([
      '#N/A',
      '"BAD" has no quote in currencies: check the spelling and the area',
    ]);
    expect([good?.error, good?.lastError]).toEqual([undefined, undefined]);
    expect([wrong?.error, wrong?.ageMs]).toEqual(['#VALUE!', undefined]);
    expect(wrong?.lastError).toContain('colour');
  });

  test('finds the sentence behind an error that the formula replaces with a value', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ['=IFERROR(MD.QUOTE("BAD"),0)'], ['=IFERROR(MD.QUOTE("EURUSD"),0)']);
    await showAsValues(workbook, { A1: '0' });
    const cells = await scanCells(session);
    expect(cells.map(({ text, hiddenError, lastError }) => [text, hiddenError, lastError])).toEqual([
      ['0', '"BAD" has no quote in currencies: check the spelling and the area', undefined],
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
    expect((await scanCells(session)).map(({ ageMs }) => ageMs)).toEqual([undefined, undefined]);
  });

  test('knows no age for a waiting cell', async () => {
    const { session, workbook } = await openWorkbook();
    await workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
    void workbook.write((await scanCells(session))[0]!.cell, [[{ formula: '=MD.QUOTE("GBPUSD")' }]]);
    expect((await scanCells(session))[0]).toMatchObject({ text: '#BUSY!', ageMs: undefined, lastError: undefined });
    await workbook.settled();
  });
});
