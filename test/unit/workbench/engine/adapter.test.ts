import { IUniverInstanceService, RedoCommand, UndoCommand } from '@univerjs/core';
import { cellOf, parseA1 } from '../../../../src/core/sheet';
import { valueAt } from '../../../../src/workbench/engine/cell-contents';
import { spillAt } from '../../../../src/workbench/engine/spills';
import { NodeWorkbench } from '../../../support/node-workbench';

/** What a row of formulas shows once none waits, and the requests that were sent. */
const calculate = (...formulas: readonly string[]) => calculateWith(() => undefined, formulas);

async function calculateWith(respond: () => Response | undefined, formulas: readonly string[]) {
  const sent: string[] = [];
  const bench = new NodeWorkbench({
    answer: ({ url }) => {
      sent.push(url);
      return Promise.resolve(respond());
    },
  });
  const sheet = await bench.workbook.addSheet({
    name: 'Model',
    columnWidths: [],
    rows: [formulas.map((formula) => ({ formula }))],
  });
  await bench.settled();
  const [block] = await bench.workbook.read([{ sheet, row: 0, column: 0, rows: 1, columns: formulas.length }]);
  return { values: block![0]!.map(({ value }) => value), sent };
}

test('only the branch of IF and CHOOSE that is taken is calculated, and asks the service', async () => {
  const { values, sent } = await calculate(
    '=IF(1>2,MD.QUOTE("EURUSD"),"left")',
    '=IF(2>1,"right",MD.QUOTE("EURUSD"))',
    '=IF(Z1="","blank",MD.QUOTE("EURUSD"))',
    '=IF(0,MD.QUOTE("EURUSD"))',
    '=IF(NA(),MD.QUOTE("EURUSD"),1)',
    '=CHOOSE(2,MD.QUOTE("EURUSD"),"second")',
    '=CHOOSE(3,MD.QUOTE("EURUSD"),"second")',
    '=CHOOSE(NA(),MD.QUOTE("EURUSD"))',
  );
  expect(values).toEqual(['left', 'right', 'blank', false, '#N/A', 'second', '#VALUE!', '#N/A']);
  expect(sent.filter((path) => path.includes('quotes'))).toEqual([]);
});

test('both branches of IF are calculated where its condition is several values', async () => {
  const { values } = await calculate('=SUM(IF({1,0,1},10,1))', '=IF(TRUE,MD.QUOTE("EURUSD","symbol"))');
  expect(values).toEqual([21, 'EURUSD']);
});

test.each<[string, readonly string[], readonly unknown[]]>([
  [
    'is #VALUE! if the engine fails in it',
    ['=LOOKUP(3,Z51:Z53,1)', '=IFERROR(A1,"none")', '=C2+1'],
    ['#VALUE!', 'none', 1],
  ],
  ['is 0 if its result is blank', ['=IF(TRUE,)', '=INDEX(Z2:Z4,2)', '=IF(TRUE,)&"text"', '=Z2:Z3'], [0, 0, 'text', 0]],
  [
    'compares an error as an error, however often its column is compared',
    ['=NA()', '=A1=""', '=A1<>""', '=IF(A1>0,"pass","fail")', '=A1=1'],
    ['#N/A', '#N/A', '#N/A', '#N/A', '#N/A'],
  ],
  [
    'compares with a number, however that is written',
    ['=2.75>2.50', '=SUM({1.50;2})', '=IF(1.0=1,"same","other")', '=LEN("1.0")'],
    [true, 3.5, 'same', 3],
  ],
  [
    'is #CYCLE! if its result depends on itself, but not in a circle that is switched off',
    ['=A1+1', '=COUNT(A1,B1)', '=IF(0,D1,1)', '=C1+10', '=MD.QUOTE(A1)'],
    ['#CYCLE!', '#CYCLE!', 1, 11, '#CYCLE!'],
  ],
  [
    'gives one value behind @: the first of a result, the same row of a range',
    [
      ...['=MD.QUOTE("EURUSD,USDJPY","symbol")', '=COUNTA(A1:A2)', '=COUNTA(@A1:A2)', '=@A1:A2'],
      ...['=COUNTA(@MD.QUOTE("EURUSD,USDJPY","symbol"))', '=@"text"&SUM(@{1,2})&@TRUE'],
    ],
    ['EURUSD', 2, 1, 'EURUSD', 1, 'text1TRUE'],
  ],
  [
    'gives a cell behind @ in an argument: its text counts as nothing, its blank as 0',
    ['="text"', '=SUM(@A1:A4,1)', '=SUM(@Z1:Z4,3)', '=SUM(@MD.QUOTE("EURUSD","symbol"))'],
    ['text', 1, 3, '#VALUE!'],
  ],
  [
    'takes lists that FILTER, UNIQUE and SORT make',
    [
      ...['="EURUSD"', '="GBPUSD"', '="EURUSD"'],
      ...['FILTER(A1:C1,A1:C1="EURUSD")', 'UNIQUE(A1:C1,TRUE)', 'SORT(A1:C1,,-1,TRUE)'].map(
        (list) => `=TEXTJOIN(",",TRUE,MD.QUOTE(${list},"symbol"))`,
      ),
    ],
    ['EURUSD', 'GBPUSD', 'EURUSD', 'EURUSD,EURUSD', 'EURUSD,GBPUSD', 'GBPUSD,EURUSD,EURUSD'],
  ],
])('a formula %s', async (_, formulas, values) => expect((await calculate(...formulas)).values).toEqual(values));

test('cells stop waiting even after an answer that changes nothing', async () => {
  const { values } = await calculate('=MD.QUOTE("NOSUCH")', '=MD.WORKDAY(MD.WORKDAY(1,1,"NOSUCH"),1,"NOSUCH")');
  expect(values).toEqual(['#N/A', expect.stringMatching(/^#/)]);
});

test('a wrong argument of a function that asks the service nothing has its sentence in the cell', async () => {
  const bench = new NodeWorkbench();
  const formulas = ['=MD.COMPLETE()', '=MD.COMPLETE("A1:A5")', '=MD.COMPLETE(Z1:Z2)'];
  const sheet = await bench.workbook.addSheet({
    name: 'Model',
    columnWidths: [],
    rows: [formulas.map((formula) => ({ formula }))],
  });
  await bench.settled();
  const sentences = formulas.map((_, column) =>
    bench.outcomesAt(cellOf(sheet, 0, column)).map((outcome) => (outcome as Partial<Error>).message),
  );
  expect(sentences).toEqual([
    [expect.stringMatching(/^range: /)],
    ['range: "A1:A5" is not a range: write it without quotation marks'],
    [],
  ]);
});

test.each([
  ['A1:B3', true],
  ['B1:B3', true],
  ['B3:C4', true],
  ['A3:B3', true],
  ['A1:B2', false],
  ['A1:A2', false],
  ['C1:D2', false],
  ['D3', false],
  ['B5', false],
])('a formula in B3 that refers to %s refers to its own cell: %s', async (range, isOwn) => {
  const bench = new NodeWorkbench();
  const symbols = Array.from({ length: 4 }, () => ({ value: 'EURUSD' }));
  const [, , symbol] = symbols;
  const rows = [symbols, symbols, [undefined, { formula: `=MD.QUOTE(${range})` }, undefined, symbol], [], symbols];
  const sheet = await bench.workbook.addSheet({ name: 'Model', columnWidths: [], rows });
  await bench.settled();
  const [block] = await bench.workbook.read([{ sheet, row: 2, column: 1, rows: 1, columns: 1 }]);
  expect(block![0]![0]!.value).toEqual(isOwn ? '#VALUE!' : expect.any(Number));
});

test('cells keep their answers, failures too, when rows, columns, cells, names and sheets change, and pass them on to the pane', async () => {
  const sent: string[] = [];
  const bench = new NodeWorkbench({
    answer: ({ url }) => {
      sent.push(url);
      return Promise.resolve(undefined);
    },
  });
  const { sheet, session } = bench;
  const unitId = sheet.workbook.getUnitId();
  sheet.serviceOf(IUniverInstanceService).focusUnit(unitId);
  const failing = { formula: '=MD.QUOTE(A2)' };
  const rows = [[], [{ value: 'NOSUCH' }, failing, { formula: '=MD.QUOTE("NOSUCHEITHER")&""' }]];
  const name = await bench.workbook.addSheet({ name: 'Model', columnWidths: [], rows });
  const { sheetId } = sheet.positionOf(cellOf(name, 0, 0));
  await bench.workbook.addSheet({
    name: 'Other',
    columnWidths: [],
    rows: [[{ formula: '=MD.QUOTE(Model!A2)' }]],
  });
  await bench.settled();
  const asked = sent.length;
  expect(asked).toBeGreaterThan(0);

  const line = (startRow: number, endRow: number, startColumn: number, endColumn: number) => ({
    range: { startRow, endRow, startColumn, endColumn },
  });
  const steps: [string, object, address: string][] = [
    ['insert-row', { ...line(0, 0, 0, 9), direction: 0 }, 'Model!B3'],
    ['insert-col', { ...line(0, 9, 0, 0), direction: 3 }, 'Model!D2'],
    ['move-range', { fromRange: line(1, 1, 1, 1).range, toRange: line(7, 7, 7, 7).range }, 'Model!H8'],
    ['insert-defined-name', { id: 'n', name: 'Pair', formulaOrRefString: 'Model!$A$2' }, 'Model!B2'],
    ['set-worksheet-name', { name: 'Data' }, 'Data!B2'],
  ];
  for (const [id, params, address] of steps)
    for (const command of [`sheet.command.${id}`, UndoCommand.id, RedoCommand.id, UndoCommand.id]) {
      const settled = bench.settled();
      await sheet.commands.executeCommand(command, { unitId, subUnitId: sheetId, ...params });
      await settled;
      expect([id, command, sent.slice(asked)]).toEqual([id, command, []]);
      expect(session.cells.lastAt([address], 1)?.error?.message).toMatch(/^"NOSUCH\w*" has no quote/);
    }
  // An entry asks.
  const settled = bench.settled();
  await bench.workbook.write([{ block: cellOf(name, 1, 1), cells: [[{ formula: '=MD.QUOTE(A2)' }]] }]);
  await settled;
  expect(sent.slice(asked)).toHaveLength(1);
});

test('a cell that is given a format keeps its formula and its value, and is not calculated', async () => {
  const bench = new NodeWorkbench();
  const rows = [[{ value: 'USD' }, { formula: '=MD.QUOTE("EUR"&A1,"mid")' }]];
  const block = cellOf(await bench.workbook.addSheet({ name: 'Model', columnWidths: [], rows }), 0, 1);
  await bench.settled();
  const [before] = await bench.workbook.read([block]);
  const calculated = jest.spyOn(bench.session.cells, 'beginCall');
  await bench.workbook.select(block);
  await bench.workbook.write([{ block, cells: [[{ format: '[Red][>=2]0.00;0.00' }]] }]);
  await new Promise((resolve) => setTimeout(resolve, 300));
  const { formula, value, ...look } = before![0]![0]!;
  expect(await bench.workbook.read([block])).toEqual([[[{ formula, value, format: '[Red][>=2]0.00;0.00' }]]]);
  bench.sheet.serviceOf(IUniverInstanceService).focusUnit(bench.sheet.workbook.getUnitId());
  for (const id of [UndoCommand.id, RedoCommand.id, UndoCommand.id]) {
    expect(await bench.sheet.commands.executeCommand(id)).toBe(true);
    await new Promise((resolve) => setTimeout(resolve, 300));
  }
  expect(await bench.workbook.read([block])).toEqual([[[{ formula, value, ...look }]]]);
  expect(calculated).not.toHaveBeenCalled();
});

test('a circle is calculated once an entry ends it', async () => {
  const bench = new NodeWorkbench();
  const rows = [['=A1+1', '=MD.QUOTE(A1,"symbol")'].map((formula) => ({ formula }))];
  await bench.workbook.addSheet({ name: 'Model', columnWidths: [], rows });
  await bench.settled();
  const { sheet } = bench;
  const values = (): unknown[] =>
    ['A1', 'B1'].map((address) => valueAt(sheet, sheet.positionOf(parseA1(address, 'Model')!)));
  expect(values()).toEqual(['#CYCLE!', '#CYCLE!']);
  const settled = bench.settled();
  const { unitId, sheetId: subUnitId } = sheet.positionOf(cellOf('Model', 0, 0));
  const cellValue = { 0: { 0: { v: 'EURUSD', f: null } } };
  sheet.commands.syncExecuteCommand('sheet.mutation.set-range-values', { unitId, subUnitId, cellValue });
  await settled;
  expect(values()).toEqual(['EURUSD', 'EURUSD']);
});

test('no result fills merged cells: it is #SPILL! until they are merged no more', async () => {
  const bench = new NodeWorkbench();
  const rows = [['=SEQUENCE(3)', '=SUM(A1:A3)', '=MD.QUOTE("EURUSD,GBPUSD","symbol")']];
  await bench.workbook.addSheet({
    name: 'Model',
    columnWidths: [],
    rows: rows.map((row) => row.map((formula) => ({ formula }))),
  });
  await bench.settled();
  const { sheet } = bench;
  const shown = (): unknown[] =>
    ['A1', 'A2', 'B1', 'C1', 'C2'].map((address) => valueAt(sheet, sheet.positionOf(parseA1(address, 'Model')!)));
  const merge = async (id: string): Promise<void> => {
    const settled = bench.settled();
    const unitId = sheet.workbook.getUnitId();
    const subUnitId = sheet.workbook.getSheetBySheetName('Model')!.getSheetId();
    const ranges = [{ startRow: 1, endRow: 1, startColumn: 0, endColumn: 2 }];
    sheet.commands.syncExecuteCommand(id, { unitId, subUnitId, ranges });
    await settled;
  };
  const filled = [1, 2, 6, 'EURUSD', 'GBPUSD'];
  expect(shown()).toEqual(filled);
  await merge('sheet.mutation.add-worksheet-merge');
  expect(shown()).toEqual(['#SPILL!', null, '#SPILL!', '#SPILL!', null]);
  await merge('sheet.mutation.remove-worksheet-merge');
  expect(shown()).toEqual(filled);
});

describe('a result that ends beyond its sheet', () => {
  /** Enters a formula in D5 of a sheet with EURUSD in A1, and waits until nothing is calculated. */
  const enterInD5 = async (formula: string) => {
    const bench = new NodeWorkbench();
    const { sheet } = bench;
    const blank = [{}, {}, {}, {}];
    const rows = [[{ value: 'EURUSD' }, ...blank], blank, blank, blank, [{}, {}, {}, { formula }]];
    await bench.workbook.addSheet({ name: 'Model', columnWidths: [], rows });
    await bench.settled();
    const cell = parseA1('D5', 'Model')!;
    return { shown: valueAt(sheet, sheet.positionOf(cell)), worksheet: sheet.worksheetNamed('Model'), bench };
  };

  it.each(['=MD.QUOTE(1:1)', '=MD.QUOTE(A1:A1048576)', '=A:A', '=SEQUENCE(1,16384)'])(
    '%s is #SPILL! and comes to rest: it would need more rows or columns than there are',
    async (formula) => {
      const { shown, worksheet } = await enterInD5(formula);
      expect(shown).toBe('#SPILL!');
      expect(worksheet.getRowCount() + worksheet.getColumnCount()).toBeLessThan(2_000);
    },
  );

  it.each(['=A1:A1500&""', '=SEQUENCE(1500)*(COUNTA(A:A)>0)', '=SEQUENCE(1500)'])(
    '%s makes its sheet larger once and fills it',
    async (formula) => {
      const { bench, shown } = await enterInD5(formula);
      expect(shown).not.toBe('#SPILL!');
      expect(spillAt(bench.sheet, bench.sheet.positionOf(parseA1('D5', 'Model')!))).toMatchObject({ rows: 1500 });
    },
  );
});

test.each([
  ['answers', () => undefined],
  ['refuses', () => new Response('{}', { status: 400 })],
])('a formula with NOW or RAND has its value when the service %s', async (kind, respond) => {
  const formulas = [
    '=MD.ISOPEN("XNYS",NOW())',
    '=NOW()',
    '=MD.ISOPEN("XLON",B1)',
    '=MD.ISOPEN("XPAR",NOW()-RAND()/1000-RAND()/1000)',
    '=MD.WORKDAY(TODAY(),RANDBETWEEN(1,30),"XNYS")',
    '=MD.WORKDAY(TODAY()+1,INT(SUM(RANDARRAY(2,2,1,5))),"XNYS")',
    '=RAND()=RAND()',
  ];
  const { values, sent } = await calculateWith(respond, formulas);
  const answer = (type: string) => (kind === 'refuses' ? 'string' : type);
  expect(values.map((value) => typeof value)).toEqual([
    ...[answer('boolean'), 'number', answer('boolean'), answer('boolean')],
    ...[answer('number'), answer('number'), 'boolean'],
  ]);
  expect(values[6]).toBe(false);
  expect(values).not.toContain('#GETTING_DATA');
  if (kind === 'answers') expect(new Set(sent).size).toBe(sent.length);
});

test('RAND, RANDBETWEEN and RANDARRAY have other values after an entry', async () => {
  const bench = new NodeWorkbench();
  const formulas = ['=RAND()', '=RANDBETWEEN(1,1E9)', '=SUM(RANDARRAY(2,2))', '=RANDARRAY(2,1)'];
  await bench.workbook.addSheet({ name: 'Model', columnWidths: [], rows: [formulas.map((formula) => ({ formula }))] });
  await bench.settled();
  const { sheet } = bench;
  const shown = (): unknown[] =>
    ['A1', 'B1', 'C1', 'D1', 'D2'].map((address) => valueAt(sheet, sheet.positionOf(parseA1(address, 'Model')!)));
  const before = shown();
  const settled = bench.settled();
  const { unitId, sheetId: subUnitId } = sheet.positionOf(parseA1('G9', 'Model')!);
  const cellValue = { 8: { 6: { v: 1 } } };
  sheet.commands.syncExecuteCommand('sheet.mutation.set-range-values', { unitId, subUnitId, cellValue });
  await settled;
  expect(shown().filter((value, place) => typeof value !== 'number' || value === before[place])).toEqual([]);
});
