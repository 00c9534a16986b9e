import { readBlock } from '../../../../src/app/workbook/block-contents';
import { createTestSession } from '../../../support/evaluate';
import type { MemoryHost } from '../../../support/memory-host';
import type { MemoryWorkbook } from '../../../support/memory-workbook';
import { createStubService, pricedAt } from '../../../support/stub-service';
import { scanCells } from '../../../../src/app/workbook/cells';
import { type FixPlan, planFixes, fixCells } from '../../../../src/app/workbook/fix';
import { a1 } from '../../../../src/core/sheet';

interface Scene {
  readonly workbook: MemoryWorkbook;
  readonly plans: () => Promise<FixPlan[]>;
  readonly formula: (address: string) => Promise<string>;
}

/** A workbook whose service quotes EURUSD, and AAPL and MSFT as stocks. */
async function open(): Promise<Scene> {
  const quotes = (known: readonly string[]) => pricedAt((symbol) => (known.includes(symbol) ? 1.5 : undefined));
  const none = quotes([]);
  const service = createStubService({
    '/currencies/quotes': quotes(['EURUSD']),
    '/stocks/quotes': quotes(['AAPL', 'MSFT']),
    '/crypto/quotes': none,
    '/indices/quotes': none,
    '/commodities/quotes': none,
  });
  const session = createTestSession({ service });
  await session.ready;
  const { workbook } = session.host as MemoryHost;
  workbook.session = session;
  return {
    workbook,
    plans: async () => [...(await planFixes(workbook, await scanCells(session))).values()],
    formula: async (address) => (await readBlock(workbook, { ...parse(address) }))[0]![0]!.formula,
  };
}

const parse = (address: string) => ({
  sheet: 'Sheet1',
  row: Number(address.slice(1)) - 1,
  column: address.charCodeAt(0) - 65,
  rows: 1,
  columns: 1,
});

describe('a formula whose error suggests a name', () => {
  test.each([
    ['=MD.QUOTE("AAPL")', '=MD.QUOTE("stocks:AAPL")'],
    ['=md.quote( "aapl" , "bid" ) ', '=md.quote( "stocks:AAPL" , "bid" ) '],
    ['=MD.QUOTE("EURUSD, AAPL,MSFT")', '=MD.QUOTE("EURUSD, stocks:AAPL,stocks:MSFT")'],
    ['=MD.QUOTE("say ""x"", ,AAPL")', '=MD.QUOTE("say ""x"", ,stocks:AAPL")'],
    ['=MD.QUOTE("AAPL US Equity")', '=MD.QUOTE("stocks:AAPL")'],
    ['=MD.QUOTE("AAPL MSFT",,"stocks")', '=MD.QUOTE("stocks:AAPL,stocks:MSFT",,"stocks")'],
    ['=MD.QUOTE("EURUSD=X")', '=MD.QUOTE("EURUSD")'],
    ['=MD.QUOTE("currencies:EURUSD=X")', '=MD.QUOTE("currencies:EURUSD")'],
    ['=MD.QUOTE("EURUSD",,"fx")', '=MD.QUOTE("EURUSD",,"currencies")'],
    ['=MD.QUOTE("fx:EURUSD")', '=MD.QUOTE("currencies:EURUSD")'],
    ['=MD.HOURS("NYSE, XLON","2026-11-20")', '=MD.HOURS("XNYS, XLON","2026-11-20")'],
    ['=MD.ISOPEN("nyse")', '=MD.ISOPEN("XNYS")'],
    ['=MD.FILINGS("AAPL","10K",5)', '=MD.FILINGS("AAPL","10-K",5)'],
    ['=MD.FILINGS("AAPL US Equity")', '=MD.FILINGS("AAPL")'],
    ['=MD.SCORE("BRK/B US Equity","altman-z")', '=MD.SCORE("BRK.B","altman-z")'],
    ['=MD.CONVERT(250,"EUR=","USD")', '=MD.CONVERT(250,"EUR","USD")'],
    ['=MD.CONVERT(250,"EUR","JPY BGN Curncy")', '=MD.CONVERT(250,"EUR","JPY")'],
    ['=MD.CONVERT(1,"XBT","USD","crypto")', '=MD.CONVERT(1,"BTC","USD","crypto")'],
    ['=MD.QUOTE("EUR BGN Curncy")', '=MD.QUOTE("EURUSD")'],
    ['=MD.FILINGS("BRKb.N")', '=MD.FILINGS("BRK.B")'],
    ['=MD.TICKS("^GSPC")', '=MD.TICKS("SPX")'],
  ])('%s becomes %s, with no other change', async (formula, fixed) => {
    const { workbook, plans, formula: at } = await open();
    await workbook.enter('B2', [formula]);
    const planned = await plans();
    expect(planned).toHaveLength(1);
    expect(await fixCells(workbook, planned)).toEqual({ fixedCount: 1, changed: [] });
    expect(await at('B2')).toBe(fixed);
  });

  test.each([['=MD.QUOTE("NOPE")'], ['=MD.QUOTE("EURUSD","colour")'], ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE(1+1)']])(
    '%s is left alone, because nothing is suggested',
    async (formula) => {
      const { workbook, plans } = await open();
      await workbook.enter('B2', [formula]);
      expect(await plans()).toEqual([]);
    },
  );
});

describe('a constant that a formula refers to', () => {
  test('is overwritten, and the formula stays', async () => {
    const { workbook, plans, formula } = await open();
    await workbook.enter('A1', ['EURUSD', 'AAPL'], ['MSFT', '']);
    await workbook.enter('A4', ['=MD.QUOTE(A1:B2)']);
    // Counted are the cells with other contents: the formula itself may have further errors.
    expect((await fixCells(workbook, await plans())).fixedCount).toBe(2);
    await workbook.settled();
    const rows = await readBlock(workbook, { sheet: 'Sheet1', row: 0, column: 0, rows: 2, columns: 2 });
    expect(rows.map((row) => row.map(({ value }) => value))).toEqual([
      ['EURUSD', 'stocks:AAPL'],
      ['stocks:MSFT', ''],
    ]);
    expect(await formula('A4')).toBe('=MD.QUOTE(A1:B2)');
    expect(await plans()).toEqual([]);
  });

  test('is left alone if it is itself calculated', async () => {
    const { workbook, plans } = await open();
    await workbook.enter('A1', ['=MD.QUOTE("AAPL")']);
    await workbook.enter('B1', ['=MD.QUOTE(A1)']);
    expect((await plans()).flatMap(({ edits }) => edits.map(({ cell }) => a1(cell)))).toEqual(['A1']);
  });
});

test('several errors are fixed in one step', async () => {
  const { workbook, plans } = await open();
  await workbook.enter('A1', ['=MD.QUOTE("AAPL")'], ['=MD.QUOTE("MSFT")'], ['=MD.QUOTE("EURUSD")']);
  const steps: number[] = [];
  Object.assign(workbook, {
    asOneStep: async (work: () => Promise<unknown>) => {
      const before = workbook.changes.length;
      const result = await work();
      steps.push(workbook.changes.length - before);
      return result;
    },
  });
  expect((await fixCells(workbook, await plans())).fixedCount).toBe(2);
  expect(steps).toEqual([1]);
});

test('a cell that was edited meanwhile is left alone and reported', async () => {
  const { workbook, plans, formula } = await open();
  await workbook.enter('A1', ['=MD.QUOTE("AAPL")'], ['=MD.QUOTE("MSFT")']);
  const planned = await plans();
  await workbook.enter('A1', ['=MD.QUOTE("EURUSD")']);
  const { fixedCount, changed } = await fixCells(workbook, planned);
  expect([fixedCount, changed.map(a1)]).toEqual([1, ['A1']]);
  expect([await formula('A1'), await formula('A2')]).toEqual(['=MD.QUOTE("EURUSD")', '=MD.QUOTE("stocks:MSFT")']);
});

test('a locked cell is not offered for fixing', async () => {
  const { workbook, plans } = await open();
  await workbook.enter('A1', ['=MD.QUOTE("AAPL")']);
  workbook.protectedSheets.add('Sheet1');
  expect(await plans()).toEqual([]);
});

test('a formula in a table is not offered for fixing, since its whole column would change, but the cells that it refers to are', async () => {
  const { workbook, plans } = await open();
  await workbook.enter('A1', ['=MD.QUOTE("AAPL")'], ['=MD.QUOTE(C2)']);
  await workbook.enter('C2', ['MSFT']);
  await workbook.calculate([parse('A2')]);
  await workbook.settled();
  workbook.tableBlocks.push({ ...parse('A1'), rows: 2 });
  expect((await plans()).map(({ names }) => names)).toEqual([[{ from: 'MSFT', to: 'stocks:MSFT' }]]);
});

test('errors of one kind can be fixed together', async () => {
  const { workbook, plans } = await open();
  await workbook.enter('A1', ['=MD.QUOTE("AAPL")'], ['=MD.HOURS("NYSE")'], ['=MD.QUOTE("EURUSD",,"fx")']);
  expect((await plans()).map(({ kinds }) => [...kinds])).toEqual([['symbols'], ['exchanges'], ['area']]);
});
