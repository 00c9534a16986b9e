import { openWorkbook, valuesOf } from '../opened-workbook';
import { callCountIn, mdCallsIn, namesMeantIn, MdNames } from '../../../../src/app/workbook/formulas';
import { readCalls } from '../../../../src/app/workbook/calls';
import { scanCells, selectedCell } from '../../../../src/app/workbook/cells';
import { frozenBlocks, thaw, freeze } from '../../../../src/app/workbook/freeze';
import { planRefresh, runRefresh } from '../../../../src/app/workbook/refresh';
import { takeSnapshot } from '../../../../src/app/workbook/snapshot';
import { cellOf } from '../../../../src/core/sheet';

const never = new AbortController().signal;
const ignore = (): void => undefined;

const NAMES = [
  { name: 'Rate', formula: '=MD.QUOTE("EURUSD")' },
  { name: 'Total', formula: '=rate*2' },
  { name: 'MyQuote', formula: '=LAMBDA(s,MD.QUOTE(s))' },
  { name: 'Plain', formula: '=SUM(1,2)' },
  { name: 'Scores', formula: '=MD.SCORE("AAPL")', sheet: 'My sheet' },
  { name: 'Around', formula: '=Around+1' },
];

describe('the names that a formula uses', () => {
  test.each<[string, string, ...string[]]>([
    ['=Rate', 'Sheet1', 'Rate'],
    ['=rate*2', 'Sheet1', 'Rate'],
    ['=SUM(A1,Total)', 'Sheet1', 'Total', 'Rate'],
    ['=MyQuote("EURUSD")', 'Sheet1', 'MyQuote'],
    ['=MAP(A2:A3,MyQuote)', 'Sheet1', 'MyQuote'],
    ['=IFERROR(LET(x,Rate,x*2),0)', 'Sheet1', 'Rate'],
    ['=Scores', 'My sheet', 'Scores'],
    ['=Scores', 'Sheet1'],
    ["='My sheet'!Scores+1", 'Sheet1', 'Scores'],
    ['=Plain+Around', 'Sheet1'],
    ['=LET(Rate,5,Rate*2)', 'Sheet1'],
    ['=LAMBDA(rate,rate*2)(5)', 'Sheet1'],
    ['="Rate"&A1', 'Sheet1'],
    ['=Rates+T[Rate]', 'Sheet1'],
    ['=[2]!Rate', 'Sheet1'],
    ['=Other.xlsx!Rate', 'Sheet1'],
    ["='C:\\x\\[Other.xlsx]My sheet'!Scores", 'Sheet1'],
  ])('%s on %s', (formula, sheet, ...names) => {
    expect(new MdNames(NAMES).usedIn(formula, sheet).map(({ name }) => name)).toEqual(names);
  });

  test('are looked for where a name may stand', () => {
    expect(namesMeantIn('=LET(x,Rate,x+MyQuote(A1))').map(({ name }) => name)).toEqual(['LET', 'Rate', 'MyQuote']);
  });
});

describe('a function that others call', () => {
  test.each([
    ['=MAP(A2:A3,MD.QUOTE)', ['QUOTE']],
    ['=BYROW(A2:B3,_xldudf_MD_SCORE)', ['SCORE']],
    ['=LET(f,md.settle,f(A1,"XNYS"))', ['SETTLE']],
    ['=MD.QUOTE(A1)+SUM(BYCOL(A2:A3,MD.QUOTE))', ['QUOTE', 'QUOTE']],
    ['="MD.QUOTE"&MD_QUOTE', []],
  ])('is a call of it: %s', (formula, names) => {
    expect(mdCallsIn(formula).map(({ name }) => name)).toEqual(names);
    expect(callCountIn(formula)).toBe(Infinity);
  });
});

describe('cells whose MD functions stand in names, or are handed to others', () => {
  async function openNamed() {
    const opened = await openWorkbook();
    const { workbook } = opened;
    workbook.nameFormulas.push(...NAMES);
    await workbook.enter('D1', ['EURUSD'], ['GBPUSD']);
    await workbook.enter(
      'A1',
      ['=Rate'],
      ['=Total'],
      ['=MyQuote("GBPUSD")'],
      ['=MAP(D1:D2,MD.QUOTE)'],
      [''],
      ['=Plain'],
    );
    return opened;
  }

  test('are listed with their names and functions', async () => {
    const { session } = await openNamed();
    expect(
      (await scanCells(session)).map(({ formula, functions, names }) => [formula, functions, names?.at(0)?.name]),
    ).toEqual([
      ['=Rate', ['QUOTE'], 'Rate'],
      ['=Total', ['QUOTE'], 'Total'],
      ['=MyQuote("GBPUSD")', ['QUOTE'], 'MyQuote'],
      ['=MAP(D1:D2,MD.QUOTE)', ['QUOTE'], undefined],
    ]);
  });

  test('are counted, with at least one request where nothing is known', async () => {
    const { session } = await openNamed();
    const calls = await readCalls(session, await scanCells(session));
    expect(calls.map(({ values }) => values[0])).toEqual([['EURUSD'], ['EURUSD'], undefined, undefined]);
    expect(await planRefresh(session, 'all')).toMatchObject({ symbolCount: 1, requestCount: 1 });
  });

  test('are refreshed', async () => {
    const opened = await openNamed();
    const { session, workbook, market, clock } = opened;
    market.price = 3;
    clock.now += 1;
    const plan = await planRefresh(session, 'all');
    expect(await runRefresh(session, plan, ignore, never, 20)).toEqual({ refreshedCount: 4, notRefreshed: [] });
    await workbook.settled();
    expect(await valuesOf(opened, 5)).toEqual([[3], [3], [3], [3], [3]]);
  });

  test('are known where they are selected, kept in snapshots, and frozen and thawed', async () => {
    const { session, workbook } = await openNamed();
    await workbook.select(cellOf('Sheet1', 2, 0));
    expect((await selectedCell(session)).filled).toMatchObject({ readAt: 1_000_000 });
    expect(await takeSnapshot(session, 'All')).toMatchObject({ formulaCount: 4 });
    expect(await freeze(session, 'workbook')).toEqual({ frozenCount: 4, errorCount: 0, hasSpills: true, skipped: [] });
    expect((await workbook.formulas()).length).toBe(0);
    await thaw(session, await frozenBlocks(session));
    expect((await workbook.formulas()).map(({ formula }) => formula)).toEqual([
      '=Rate',
      '=Total',
      '=MyQuote("GBPUSD")',
      '=MAP(D1:D2,MD.QUOTE)',
    ]);
  });
});
