import { type ICellData, type IRange, IUniverInstanceService, type Nullable, RANGE_TYPE } from '@univerjs/core';
import { deserializeRangeWithSheet, LexerTreeBuilder } from '@univerjs/preset-sheets-core';
import { OpenedWorkbook } from '../../../support/opened-workbook';
import { Spreadsheet } from '../../../../src/workbench/sheet/spreadsheet';
import { moveFormulasInTurns } from '../../../../src/workbench/univer-patches/moved-formulas';
import { divideFormulas } from '../../../../src/workbench/univer-patches/names-and-sheets';

const FORMULAS = [
  '=A1+$B$2*C$3-$D4',
  '=SUM(A1:B9)+SUM($A$2:$A$4)',
  '=SUM(C4:C5)&" A1 ""B2"" "&Two!A4',
  "=Two!$B$3+'It''s 3'!C5+One!A6",
  '=SUM(B:B)+SUM(1:8)+COUNT($D:$E)+SUM(3:5)',
  '=LOG10(A3)+ROW(A5)+ROW()',
  '=IF(A1>0,{1,2;3,4},"B5")',
  '=OFFSET(A3,1,1)+INDEX(A1:D9,2,2):C9',
  '=1E5+A4%-2.5E3',
  '=B3 : B7',
  '= A5 + B6',
  '=A1:B2:C3',
  '=Growth*A4+Q1_4',
  '=LET(x,A4,x+B4)',
  '=A2#',
  '=[Other.xlsx]One!A4+A4',
  '=A4+',
];

const sheets = Object.fromEntries(
  ['One', 'Two', "It's 3"].map((name, index) => [
    String(index),
    {
      id: String(index),
      name,
      cellData: Object.fromEntries(
        FORMULAS.map((f, row) => [row, { 2: { v: row, t: 2 }, 4: { f }, 6: { f: f.replaceAll('4', '7') } }]),
      ),
    },
  ]),
);

const range = (startRow: number, endRow: number, startColumn: number, endColumn: number): IRange => ({
  startRow,
  endRow,
  startColumn,
  endColumn,
});

const EDITS: readonly (readonly [string, IRange])[] = [
  ['sheet.command.insert-row', range(3, 3, 0, 19)],
  ['sheet.command.insert-row', range(1, 4, 0, 19)],
  ['sheet.command.remove-row', range(3, 3, 0, 19)],
  ['sheet.command.remove-row', range(1, 5, 0, 19)],
  ['sheet.command.insert-col', range(0, 999, 1, 2)],
  ['sheet.command.remove-col', range(0, 999, 0, 1)],
  ['sheet.command.remove-col', range(0, 999, 2, 5)],
];

function open(sheet: Spreadsheet): void {
  const copy = structuredClone(sheets);
  sheet.openWorkbook({ id: crypto.randomUUID(), sheetOrder: Object.keys(copy), sheets: copy });
  sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
}

const edit = async (sheet: Spreadsheet, [command, lines]: (typeof EDITS)[number]): Promise<void> => {
  const target = { unitId: sheet.workbook.getUnitId(), subUnitId: '0' };
  await sheet.commands.executeCommand(command, { ...target, range: { ...lines }, direction: 0 });
};

function formulasIn(sheet: Spreadsheet): Record<string, string> {
  const all: Record<string, string> = {};
  for (const one of sheet.workbook.getSheets())
    one.getCellMatrix().forValue((row, column, cell: Nullable<ICellData>) => {
      if (cell?.f) all[`${one.getName()}!${row},${column}`] = cell.f;
    });
  return all;
}

/** The engine leaves out the formula's own sheet, and some blanks. */
const plain = (all: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(all).map(([place, formula]) => [
      place,
      formula.replaceAll(place.startsWith('It') ? "'It''s 3'!" : `${place.split('!')[0]!}!`, '').replaceAll(' ', ''),
    ]),
  );

const bench = new OpenedWorkbook();

test.each(EDITS)('%s has the formulas of the engine, and undo those of before: %j', async (...one) => {
  const engine = new Spreadsheet(undefined as never);
  open(engine);
  divideFormulas(engine);
  const [command, lines] = one;
  const rangeType = command.includes('row') ? RANGE_TYPE.ROW : RANGE_TYPE.COLUMN;
  await edit(engine, [command, { ...lines, rangeType }]);
  open(bench.sheet);
  const before = formulasIn(bench.sheet);
  await edit(bench.sheet, one);
  const after = formulasIn(bench.sheet);
  expect(plain(after)).toEqual(plain(formulasIn(engine)));
  await bench.sheet.commands.executeCommand('univer.command.undo');
  expect(formulasIn(bench.sheet)).toEqual(before);
  await bench.sheet.commands.executeCommand('univer.command.redo');
  expect(formulasIn(bench.sheet)).toEqual(after);
});

test.each([
  ['sheet.command.remove-col', range(0, 999, 1, 1), '=SUM(B:D)', '=SUM(B:C)'],
  ['sheet.command.remove-col', range(0, 999, 1, 1), '=SUM(B:B)', '=SUM(#REF!)'],
  ['sheet.command.remove-col', range(0, 999, 1, 1), '=SUM($C:$C)+XFD5', '=SUM($B:$B)+XFC5'],
  ['sheet.command.remove-row', range(3, 3, 0, 19), '=SUM(3:5)+SUM(5:5)', '=SUM(3:4)+SUM(4:4)'],
  ['sheet.command.remove-row', range(3, 3, 0, 19), '=XFD5+TAX21+SUM(B9:A4)', '=XFD4+TAX20+SUM(B8:A4)'],
  ['sheet.command.insert-row', range(3, 3, 0, 19), '=ONE!A5+A1048576', '=ONE!A6+#REF!'],
])('%s of %j makes of %s as Excel does %s', async (command, lines, formula, after) => {
  await bench.openSheet({ cellData: { 20: { 19: { f: formula } } } });
  await bench.change(command, 'A1', { range: lines, subUnitId: 'one', direction: 0 });
  expect(Object.values(formulasIn(bench.sheet))).toEqual([after]);
});

test('formulas that fill other cells follow columns that go', async () => {
  await bench.openSheet({ cellData: { 0: { 19: { f: '=SUM(B:D)' } }, 2: { 19: { f: '=$C$8:$D$9' } } } });
  await bench.change('sheet.command.remove-col', 'B1:B999');
  expect(Object.values(formulasIn(bench.sheet))).toEqual(['=SUM(B:C)', '=$B$8:$C$9']);
});

test('formulas that no line moves are read again where it moved those to which they refer', async () => {
  await bench.openSheet({
    rowCount: 9,
    cellData: {
      0: { 0: { f: '=SUM(B3:B4)' }, 1: { f: '=INDIRECT("B5")' } },
      2: { 1: { v: 1, t: 2 } },
      3: { 1: { v: 2, t: 2 } },
      4: { 1: { f: '=B4*5' } },
    },
  });
  expect([bench.valueAt('A1'), bench.valueAt('B1')]).toEqual([3, 10]);
  let calculated = bench.calculated();
  await bench.change('sheet.command.insert-row', 'A4:T4', { direction: 0 });
  await calculated;
  expect(['A1', 'B1', 'B6'].map((address) => bench.valueAt(address))).toEqual([3, 2, 10]);
  calculated = bench.calculated();
  await bench.change('sheet.command.set-range-values', 'B4', { value: { v: 7, t: 2 } });
  await calculated;
  calculated = bench.calculated();
  await bench.change('sheet.command.set-range-values', 'B5', { value: { v: 4, t: 2 } });
  await calculated;
  expect(['A1', 'B1', 'B6'].map((address) => bench.valueAt(address))).toEqual([12, 4, 20]);
  calculated = bench.calculated();
  await bench.change('sheet.command.remove-row', 'A4:T4');
  await calculated;
  expect(['A1', 'B1', 'B5'].map((address) => bench.valueAt(address))).toEqual([5, 20, 20]);
});

test.each([
  ['sheet.command.set-worksheet-name', { name: "Four's" }, "=Two!$B$3+'Four''s'!C5+One!A6"],
  ['sheet.command.remove-sheet', {}, '=Two!$B$3+#REF!+One!A6'],
])('%s takes only the formulas apart that name the sheet', async (command, params, after) => {
  open(bench.sheet);
  const before = formulasIn(bench.sheet);
  const read = jest.spyOn(bench.sheet.serviceOf(LexerTreeBuilder), 'sequenceNodesBuilder');
  const target = { unitId: bench.sheet.workbook.getUnitId(), subUnitId: '2' };
  await bench.sheet.commands.executeCommand(command, { ...target, ...params });
  expect(new Set(read.mock.calls.flat().filter((formula) => formula.startsWith('=')))).toEqual(
    new Set([FORMULAS[3], FORMULAS[3]!.replaceAll('4', '7')]),
  );
  expect(formulasIn(bench.sheet)['One!3,4']).toBe(after);
  await bench.sheet.commands.executeCommand('univer.command.undo');
  expect(formulasIn(bench.sheet)).toEqual(before);
});

test.each([
  [range(3, 3, 0, 3), range(30, 30, 0, 3)],
  [range(0, 8, 2, 4), range(4, 12, 6, 8)],
  [range(0, 998, 1, 1), range(0, 998, 9, 9)],
  [range(4, 5, 0, 1), range(2, 3, 0, 1)],
])(
  'cells that are cut and pasted have the formulas of the engine, and undo those of before: %j to %j',
  async (from, to) => {
    const move = async (sheet: Spreadsheet): Promise<void> => {
      open(sheet);
      const params = { fromRange: { ...from }, toRange: { ...to } };
      await sheet.commands.executeCommand('sheet.command.move-range', params);
    };
    const engine = new Spreadsheet(undefined as never);
    await move(engine);
    await move(bench.sheet);
    expect(plain(formulasIn(bench.sheet))).toEqual(plain(formulasIn(engine)));
    await bench.sheet.commands.executeCommand('univer.command.undo');
    await engine.commands.executeCommand('univer.command.undo');
    expect(plain(formulasIn(bench.sheet))).toEqual(plain(formulasIn(engine)));
  },
);

test.each([
  ['B1:B1000', 'F1:F1000', '=SUM(B:B)+SUM($B:$B)', '=SUM(F:F)+SUM($F:$F)'],
  ['B1:C1000', 'F1:G1000', '=SUM(B:C)+SUM(C:C)+SUM(B:D)', '=SUM(F:G)+SUM(G:G)+SUM(B:D)'],
  ['B1:B999', 'F1:F999', '=SUM(B:B)', '=SUM(B:B)'],
  ['A3:T3', 'A9:T9', '=SUM(3:3)+SUM(3:4)+B:B', '=SUM(9:9)+SUM(3:4)+B:B'],
])(
  'references to the whole rows or columns %s follow them when they are cut and pasted at %s',
  async (from, to, ...texts) => {
    await bench.openSheet({ rowCount: 1000, columnCount: 20, cellData: { 20: { 19: { f: texts[0] } } } });
    bench.sheet.serviceOf(IUniverInstanceService).focusUnit(bench.sheet.workbook.getUnitId());
    const [fromRange, toRange] = [from, to].map((one) => deserializeRangeWithSheet(one).range);
    await bench.sheet.commands.executeCommand('sheet.command.move-range', { fromRange, toRange });
    expect(Object.values(formulasIn(bench.sheet))).toEqual([texts[1]]);
    await bench.sheet.commands.executeCommand('univer.command.undo');
    expect(Object.values(formulasIn(bench.sheet))).toEqual([texts[0]]);
  },
);

describe('a reference to all rows of a table, which stands for the name of its column', () => {
  /** Headings in row 2, totals in row 6. */
  const TABLE = {
    block: { sheet: 'One', row: 1, column: 1, rows: 5, columns: 2 },
    name: 'T',
    columns: [],
    headerRows: 1,
    totalsRows: 1,
  };
  const WRITTEN = ['=SUM($B$3:$B$5)', '=SUM($B$3:$C$5)', '=SUM(B3:B5)', '=SUM($E$3:$E$5)', '=$B$3*2'];
  const cellData = { 30: Object.fromEntries(WRITTEN.map((f, column) => [column, { f }])) };

  const insert = async (row: number, tables = [TABLE]): Promise<string[]> => {
    const { sheet } = bench;
    sheet.openWorkbook({
      id: crypto.randomUUID(),
      sheetOrder: ['0'],
      sheets: { 0: { id: '0', name: 'One', cellData: structuredClone(cellData) } },
    });
    sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
    sheet.tables = () => tables;
    await edit(sheet, ['sheet.command.insert-row', range(row, row, 0, 19)]);
    sheet.tables = () => [];
    return Object.values(formulasIn(sheet));
  };

  test.each([
    ['below the headings', 2, ['=SUM($B$3:$B$6)', '=SUM($B$3:$C$6)', '=SUM(B4:B6)', '=SUM($E$4:$E$6)', '=$B$4*2']],
    ['in its middle', 4, ['=SUM($B$3:$B$6)', '=SUM($B$3:$C$6)', '=SUM(B3:B6)', '=SUM($E$3:$E$6)', '=$B$3*2']],
    ['before the totals', 5, ['=SUM($B$3:$B$6)', '=SUM($B$3:$C$6)', ...WRITTEN.slice(2)]],
    ['below the table', 6, WRITTEN],
    ['above the table', 1, ['=SUM($B$4:$B$6)', '=SUM($B$4:$C$6)', '=SUM(B4:B6)', '=SUM($E$4:$E$6)', '=$B$4*2']],
  ])('grows by a row that is inserted %s, if the row belongs to the table', async (_, row, formulas) => {
    expect(await insert(row)).toEqual(formulas);
  });

  test('grows in a formula that fills other cells too, and shrinks again when that is undone', async () => {
    const { sheet } = bench;
    await bench.openSheet({
      cellData: {
        ...Object.fromEntries([2, 3, 4].map((row) => [row, { 1: { v: row, t: 2 } }])),
        30: { 4: { f: '=$B$3:$B$5*10' } },
      },
    });
    sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
    sheet.tables = () => [{ ...TABLE, block: { ...TABLE.block, sheet: sheet.workbook.getSheets()[0]!.getName() } }];
    const inserted = bench.calculated();
    const params = { range: range(5, 5, 0, 19), subUnitId: 'one', unitId: sheet.workbook.getUnitId(), direction: 0 };
    await sheet.commands.executeCommand('sheet.command.insert-row', params);
    await inserted;
    sheet.tables = () => [];
    const now = formulasIn(sheet);
    const values = ['E32', 'E34', 'E35', 'E36'].map((address) => bench.valueAt(address));
    const undone = bench.calculated();
    await sheet.commands.executeCommand('univer.command.undo');
    await undone;
    expect(Object.entries(now)).toEqual([['One!31,4', '=$B$3:$B$6*10']]);
    expect(values).toEqual([20, 40, 0, null]);
    expect(Object.entries(formulasIn(sheet))).toEqual([['One!30,4', '=$B$3:$B$5*10']]);
    expect(['E31', 'E33', 'E34'].map((address) => bench.valueAt(address))).toEqual([20, 40, null]);
  });

  test('grows in the formula of a name too, and shrinks again when that is undone', async () => {
    const { sheet } = bench;
    await bench.openSheet({ cellData: { 30: { 4: { f: '=1' } } } });
    sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
    const unitId = sheet.workbook.getUnitId();
    const sheetName = sheet.workbook.getSheets()[0]!.getName();
    const named = { unitId, id: 'own', name: 'Own', formulaOrRefString: `${sheetName}!$B$3:$B$5*${sheetName}!$H$9` };
    await sheet.commands.executeCommand('formula.mutation.set-defined-name', named);
    sheet.tables = () => [{ ...TABLE, block: { ...TABLE.block, sheet: sheetName } }];
    const params = { range: range(5, 5, 0, 19), subUnitId: 'one', unitId, direction: 0 };
    await sheet.commands.executeCommand('sheet.command.insert-row', params);
    sheet.tables = () => [];
    expect(sheet.definedNames[0]!.formulaOrRefString).toBe(`${sheetName}!$B$3:$B$6*${sheetName}!$H$10`);
    await sheet.commands.executeCommand('univer.command.undo');
    expect(sheet.definedNames[0]!.formulaOrRefString).toBe(named.formulaOrRefString);
  });

  test.each([
    ['remove-row', range(1, 1, 0, 19), '$C$1:$C$1048576+One!$A$4:$XFD$4'],
    ['remove-col', range(0, 99, 1, 1), '$B$1:$B$1048576+One!$A$5:$XFD$5'],
    ['remove-col', range(0, 99, 2, 2), '#REF!+One!$A$5:$XFD$5'],
  ])('is whole in a name after %s', async (command, lines, after) => {
    const { sheet } = bench;
    await bench.openSheet({ cellData: { 30: { 4: { f: '=1' } } }, name: 'One' });
    sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
    const unitId = sheet.workbook.getUnitId();
    const named = { unitId, id: 'own', name: 'Own', formulaOrRefString: 'One!$C$1:$C$1048576+One!$A$5:$XFD$5' };
    await sheet.commands.executeCommand('formula.mutation.set-defined-name', named);
    await sheet.commands.executeCommand(`sheet.command.${command}`, { range: lines, subUnitId: 'one', unitId });
    expect(sheet.definedNames[0]!.formulaOrRefString.replace(/^One!(?!#)/, '')).toBe(after);
    await sheet.commands.executeCommand('univer.command.undo');
    expect(sheet.definedNames[0]!.formulaOrRefString).toBe(named.formulaOrRefString);
  });

  test('of one row, or of a table without totals, means what it would without a table', async () => {
    const [oneRow, noTotals] = [
      { ...TABLE, block: { ...TABLE.block, rows: 3 } },
      { ...TABLE, totalsRows: 0 },
    ];
    expect((await insert(2, [oneRow]))[4]).toBe('=$B$4*2');
    expect(await insert(5, [{ ...noTotals, block: { ...TABLE.block, rows: 4 } }])).toEqual(WRITTEN);
  });
});

test('lets others in between the rows, takes no entries meanwhile, and begins again when cells change', async () => {
  const sheet = new Spreadsheet(undefined as never);
  sheet.openWorkbook({});
  const entries: string[] = [];
  moveFormulasInTurns(sheet, () => {
    entries.push('held');
    return () => entries.push('taken');
  });
  open(sheet);
  // As if the page had been busy for 40 ms whenever somebody looks.
  let now = performance.now();
  const clock = jest.spyOn(performance, 'now').mockImplementation(() => (now += 40));
  const others = new MessageChannel();
  others.port1.onmessage = () => {
    if (entries.length === 1) entries.push('let in');
    const target = { unitId: sheet.workbook.getUnitId(), subUnitId: '0' };
    if (entries.length === 2)
      sheet.commands.syncExecuteCommand('sheet.mutation.set-range-values', {
        ...target,
        cellValue: { 18: { 4: { f: '=A9' } } },
      });
  };
  const inserted = edit(sheet, EDITS[0]!);
  others.port2.postMessage('');
  await inserted;
  others.port1.close();
  clock.mockRestore();
  expect(entries).toEqual(['held', 'let in', 'taken']);
  expect(formulasIn(sheet)).toMatchObject({ 'One!0,4': '=A1+$B$2*C$3-$D5', 'One!19,4': '=A10' });
});
