import { type IAccessor, IUniverInstanceService, RedoCommand, UndoCommand } from '@univerjs/core';
import {
  deserializeRangeWithSheet,
  getMoveRangeCommandMutations,
  LexerTreeBuilder,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import { formulaAt } from '../../../../src/workbench/engine/cell-contents';
import { followNames } from '../../../../src/workbench/univer-patches/defined-names';
import { resourceOfNames } from '../../../../src/workbench/sheet/spreadsheet';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();
const { sheet } = bench;
const SHEETS = ['Total', 'Jan', 'Feb', 'Mar'];

/** Opens sheets of which the first has these formulas in column F, from row 11 on. */
async function open(formulas: readonly string[], name = 'Total!$A$1'): Promise<void> {
  const calculated = bench.calculated();
  const cells = Object.fromEntries(formulas.map((f, index) => [10 + index, { 5: { f } }]));
  const numbers = { 0: { 0: { v: 1, t: 2 } }, 1: { 0: { v: 2, t: 2 } } };
  sheet.openWorkbook({
    id: crypto.randomUUID(),
    sheetOrder: SHEETS,
    sheets: Object.fromEntries(
      SHEETS.map((id, index) => [id, { id, name: id, cellData: { ...numbers, ...(index === 0 && cells) } }]),
    ),
    resources: [resourceOfNames([{ name: 'Rate', formula: name }])],
  });
  sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
  await calculated;
}

/** All formulas of the first sheet, in their order. */
function formulas(): string[] {
  const worksheet = sheet.workbook.getSheetBySheetId('Total')!;
  const unitId = sheet.workbook.getUnitId();
  const found: string[] = [];
  worksheet.getCellMatrix().forValue((row, column, cell) => {
    if (cell?.f || cell?.si) found.push(formulaAt(sheet, { unitId, sheetId: 'Total', row, column }));
  });
  return found;
}

const run = (id: string, params: object): Promise<boolean> =>
  sheet.commands.executeCommand(id, { unitId: sheet.workbook.getUnitId(), ...params });

const enter = (cellValue: object, subUnitId = 'Total'): Promise<boolean> =>
  run('sheet.mutation.set-range-values', { subUnitId, cellValue });

const copied = (formula: string, across: number, down: number): string =>
  sheet.serviceOf(LexerTreeBuilder).moveFormulaRefOffset(formula, across, down);

test.each([
  ['=SUM((A1,B2:C3))', '=SUM((B3,C4:D5))'],
  ['=LARGE((A1:A3,$B$1:$B$5),1)', '=LARGE((B3:B5,$B$1:$B$5),1)'],
  ['=SUM(A1:B3 B1:C3)', '=SUM(B3:C5 C3:D5)'],
  ['=SUM(- A1:B2,- $C:$C)', '=SUM(- B3:C4,- $C:$C)'],
  ['=ABC1234567+A1', '=ABC1234567+B3'],
  ['=SUM(A5:A$1)', '=SUM(B$1:B7)'],
  ['=SUM($C1:A2)', '=SUM(B3:$C4)'],
  ['=SUM(A1:A1048576)', '=SUM(#REF!)'],
  ['=SUM(A1:XFD1)', '=SUM(#REF!)'],
  ['=SUM(A:A,$1:1)', '=SUM(B:B,$1:3)'],
  ['=SUM(Jan:Mar!A1:A2)', "=SUM('Jan:Mar'!B3:B4)"],
])('%s is %s one column to the right and two rows below', (formula, expected) => {
  expect(copied(formula, 1, 2)).toBe(expected);
});

test.each(['=[', '=SUM(Sales[Amount', '=SUM(A1,"x', "='It", '={1,2', '=((', '=#'])(
  'a formula is moved after %s was typed and left',
  (typed) => {
    sheet.serviceOf(LexerTreeBuilder).sequenceNodesBuilder(typed);
    expect(copied(`=A1*2+${typed.length}`, 1, 2)).toBe(`=B3*2+${typed.length}`);
  },
);

test('a typed formula gets the brackets that it lacks', () => {
  const closed = (formula: string): string =>
    formula + ')'.repeat(sheet.serviceOf(LexerTreeBuilder).checkIfAddBracket(formula));
  for (const whole of ['=SUM(-A1:A3)', '=2+@A1:A3', '=IF(@A1:A3>1,"a(",\'b (\'!A1)', '=A1)', '=SUM(A1:A3)*ABS(-2)'])
    expect(closed(whole)).toBe(whole);
  expect(['=SUM(A1,ABS(@A1:A3', '=LAMBDA(x,x+1', '=SUM(("(")'].map(closed)).toEqual([
    '=SUM(A1,ABS(@A1:A3))',
    '=LAMBDA(x,x+1)',
    '=SUM(("("))',
  ]);
});

test('a range of which the corners have changed places is copied on as the one that it was', () => {
  expect(copied(copied('=SUM(A1:$B$3)', 2, 0), 1, 3)).toBe('=SUM($B4:D$3)');
});

describe('rows and cells', () => {
  const ROWS = { startRow: 1, endRow: 2, startColumn: 0, endColumn: 19, rangeType: 1 };
  const COLUMN = { startRow: 0, endRow: 99, rangeType: 2 };

  test('references and names end with the grid when cells move down', async () => {
    await open(['=SUM(A2:A1048576)+A1048576'], 'Total!$A$2:$A$1048576');
    const range = { startRow: 0, endRow: 0, startColumn: 0, endColumn: 0 };
    await run('sheet.command.insert-range-move-down', { subUnitId: 'Total', range });
    expect(formulas()).toEqual(['=SUM(A3:A1048576)+#REF!']);
    expect(sheet.definedNames[0]?.formulaOrRefString).toBe('Total!$A$3:$A$1048576');
  });

  test('a name of cells of several sheets stays when rows come on one of them', async () => {
    await open(['=Rate'], 'SUM(Jan:Mar!$A$2)');
    await run('sheet.command.insert-row', { subUnitId: 'Total', range: ROWS, direction: 0 });
    expect(sheet.definedNames[0]?.formulaOrRefString).toBe('SUM(Jan:Mar!$A$2)');
  });

  test.each([
    ['=SUM((A1,A3))', '=SUM((A1,A5))'],
    ['=SUM(A1:B3 B1:C3)', '=SUM(A1:B5 B1:C5)'],
    ['=SUM(A5:A$1)', '=SUM(A7:A$1)'],
    ['=SUM(A2:A1048576)', '=SUM(A4:A1048576)'],
    ['=Total!A2+Jan!A2', '=Total!A4+Jan!A2'],
    ['=SUM(Jan:Mar!A2:A3)', '=SUM(Jan:Mar!A2:A3)'],
    ['=Gone!A2+A2', '=Gone!A2+A4'],
  ])('%s is %s once two rows are inserted', async (formula, expected) => {
    await open([formula]);
    await run('sheet.command.insert-row', { subUnitId: 'Total', range: ROWS, direction: 0 });
    expect(formulas()).toEqual([expected]);
    await run(UndoCommand.id, {});
    expect(formulas()).toEqual([formula]);
  });

  test.each([
    ['rows', { ...ROWS, startRow: 5, endRow: 6 }, 'startRow', [5, 7], '=SUM(A1:A8)', '=SUM(A1:A6)'],
    ['cols', { ...COLUMN, startColumn: 1, endColumn: 1 }, 'startColumn', [1, 2], '=SUM(A1:C1)+B1', '=SUM(A1:B1)+H1'],
  ] as const)(
    '%s that are dragged to where they are change nothing',
    async (lines, range, start, own, before, after) => {
      await open([before]);
      const dragTo = (to: number): Promise<boolean> =>
        run(`sheet.command.move-${lines}`, { range, fromRange: range, toRange: { ...range, [start]: to } });
      // Nothing is there to undo.
      for (const to of own) expect(await dragTo(to)).toBe(false);
      expect(formulas()).toEqual([before]);
      await dragTo(8);
      expect(formulas()).toEqual([after]);
    },
  );

  test.each([
    [4, 5, 3, '=SUM(A1:A8)+SUM(A2:A4)', '=SUM(A1:A8)+SUM(A2:A6)'],
    [4, 5, 8, '=SUM(A6:A9)+SUM(A2:A5)', '=SUM(A5:A9)+SUM(A2:A7)'],
    [4, 6, 1, '=SUM(A6:A9)+SUM(A2:A5)', '=SUM(A3:A9)+SUM(A5:A7)'],
    [0, 2, 9, '=SUM(A1:A3,A1:A5)+SUM(A4:A9)', '=SUM(A7:A9,A1:A2)+SUM(A1:A6)'],
  ])('rows %d to %d that are dragged to %d take along what refers to them', async (first, last, to, before, after) => {
    await open(Array.from({ length: 10 }, (_, row) => `=Jan!A1+$A$${row + 1}`));
    await enter({ 29: { 5: { f: before } } });
    const rows = (startRow: number) => ({ ...ROWS, startRow, endRow: startRow + last - first });
    await run('sheet.command.move-rows', { range: rows(first), fromRange: rows(first), toRange: rows(to) });
    const order = [...Array(10).keys()];
    const count = last - first + 1;
    order.splice(to > first ? to - count : to, 0, ...order.splice(first, count));
    const followed = order.map((_, row) => `=Jan!A1+$A$${order.indexOf(row) + 1}`);
    expect(formulas()).toEqual([...followed, after]);
    await run(UndoCommand.id, {});
    expect(formulas().at(-1)).toBe(before);
  });

  test.each(['Total', 'Jan'])('what refers to cells is #REF! once cells of %s are moved over them', async (from) => {
    const uses = ['=A1', '=SUM(A1:A2)*Total!A2', '=SUM(A1:A3,A:A)', `=${from}!B1+Mar!A1`, '=Rate'];
    await open(uses, 'Total!$A$2');
    const unitId = sheet.workbook.getUnitId();
    const block = { startRow: 0, endRow: 1, startColumn: 1, endColumn: 1 };
    const { redos, undos } = sheet.serviceOf(SheetInterceptorService).onCommandExecute({
      id: 'sheet.command.move-range',
      params: {
        ...{ fromUnitId: unitId, fromSubUnitId: from, fromRange: block },
        ...{ toUnitId: unitId, toSubUnitId: 'Total', toRange: { ...block, startColumn: 0, endColumn: 0 } },
      },
    });
    for (const { id, params } of redos) sheet.commands.syncExecuteCommand(id, params);
    expect(formulas()).toEqual([
      '=#REF!',
      '=SUM(#REF!)*#REF!',
      '=SUM(A1:A3,A:A)',
      expect.stringMatching(/=(Total!)?A1\+Mar!A1/),
      '=Rate',
    ]);
    expect(sheet.definedNames[0]?.formulaOrRefString).toBe('#REF!');
    for (const { id, params } of undos) sheet.commands.syncExecuteCommand(id, params);
    expect(formulas()).toEqual(uses);
    expect(sheet.definedNames[0]?.formulaOrRefString).toBe('Total!$A$2');
  });

  test('cells that are cut and pasted on another sheet replace formulas that refer to each other', async () => {
    const uses = ['=F12+A1', '=F13', '=A1', '=SUM(F11:F13)'];
    await open(uses);
    await enter({ 20: { 5: { f: '=Jan!B1' } } }, 'Jan');
    const unitId = sheet.workbook.getUnitId();
    const block = (first: number, last: number) => ({ startRow: first, endRow: last, startColumn: 5, endColumn: 5 });
    const { redos, undos } = getMoveRangeCommandMutations({ get: sheet.serviceOf.bind(sheet) } as IAccessor, {
      ...{ fromUnitId: unitId, fromSubUnitId: 'Jan', fromRange: block(19, 21) },
      ...{ toUnitId: unitId, toSubUnitId: 'Total', toRange: block(10, 12) },
    })!;
    for (const { id, params } of redos) sheet.commands.syncExecuteCommand(id, params);
    expect(formulas()).toEqual(['=Jan!B1', '=SUM(#REF!)']);
    for (const { id, params } of undos) sheet.commands.syncExecuteCommand(id, params);
    expect(formulas()).toEqual(uses);
  });

  test.each([
    ['A5', 'A8', '=SUM(A1:A8)+A8'],
    ['A4:A5', 'A5', '=SUM(A1:A6)+A6'],
    ['A5:C5', 'A4', '=SUM(A1:A4)+A4'],
    ['A1', 'A3', '=SUM(A2:A5)+A5'],
    ['A5', 'C9', '=SUM(A1:A5)+C9'],
    ['A5', 'Jan!A8', '=SUM(A1:A5)+Jan!A8'],
    ['A1', 'A9', '=SUM(A1:A5)+A5'],
    ['A2', 'A9', '=SUM(A1:A5)+A5'],
    ['A1:A5', 'C1', '=SUM(C1:C5)+C5'],
  ])(
    'the first or last cells of a range take it along when they move along it: %s to %s',
    async (from, to, expected) => {
      await open(['=SUM(A1:A5)+A5', '=SUM($A$1:$C$5)']);
      const [sheetId, target] = to.includes('!') ? (to.split('!') as [string, string]) : ['Total', to];
      const fromRange = deserializeRangeWithSheet(from).range;
      const { startRow, startColumn } = deserializeRangeWithSheet(target).range;
      const [rows, columns] = [fromRange.endRow - fromRange.startRow, fromRange.endColumn - fromRange.startColumn];
      const unitId = sheet.workbook.getUnitId();
      const { redos, undos } = sheet.serviceOf(SheetInterceptorService).onCommandExecute({
        id: 'sheet.command.move-range',
        params: {
          ...{ fromUnitId: unitId, fromSubUnitId: 'Total', fromRange, toUnitId: unitId, toSubUnitId: sheetId },
          toRange: { startRow, startColumn, endRow: startRow + rows, endColumn: startColumn + columns },
        },
      });
      for (const { id, params } of redos) sheet.commands.syncExecuteCommand(id, params);
      const block = { 'A5:C5': '=SUM($A$1:$C$4)', 'A1:A5': '=SUM($B$1:$C$5)' }[from] ?? '=SUM($A$1:$C$5)';
      expect(formulas()).toEqual([expected, block]);
      for (const { id, params } of undos) sheet.commands.syncExecuteCommand(id, params);
      expect(formulas()).toEqual(['=SUM(A1:A5)+A5', '=SUM($A$1:$C$5)']);
    },
  );
});

describe('sheets', () => {
  const USES = ['=SUM(Jan:Mar!A1)', "=SUM('jan:feb'!A1:A2)", '=Jan!A1', '="Jan:Mar!A1"', '=Rate'];
  /** What is written anew, also by undo, names sheets as they are. */
  const UNDONE = USES.with(1, '=SUM(Jan:Feb!A1:A2)');
  const rename = (subUnitId: string, name: string) => run('sheet.command.set-worksheet-name', { subUnitId, name });

  test('a copied sheet refers to its own cells, also when the copy is undone and redone', async () => {
    const formulasOfTotal = ['=total!A1*2', '=SUM(Total!$A$1:$A$2)+Jan!A1', '="Total!A1"', '=SUM(Jan:Total!A1)'];
    await open([...formulasOfTotal, '=2*rate&"Rate"+Total!Rate'], 'total!$A$1+Jan!$A$1');
    await run('sheet.command.copy-sheet', { subUnitId: 'Total' });
    const copy = (): unknown => {
      const worksheet = sheet.workbook.getSheets().find((one) => /^Total./.test(one.getName()));
      return worksheet && [10, 11, 12, 13, 14].map((row) => worksheet.getCellRaw(row, 5)?.f);
    };
    const name = `'${sheet.workbook.getSheets()[1]!.getName()}'`;
    const rate = `(${name}!$A$1+Jan!$A$1)`;
    const ofSheets = [`=${name}!A1*2`, `=SUM(${name}!$A$1:$A$2)+Jan!A1`, '="Total!A1"', '=SUM(Jan:Total!A1)'];
    const own = [...ofSheets, `=2*${rate}&"Rate"+${rate}`];
    expect(copy()).toEqual(own);
    await run(UndoCommand.id, {});
    expect(copy()).toBeUndefined();
    await run(RedoCommand.id, {});
    expect(copy()).toEqual(own);
    expect(formulas().slice(0, 4)).toEqual(formulasOfTotal);
    expect(sheet.definedNames.map((one) => one.formulaOrRefString)).toEqual(['total!$A$1+Jan!$A$1']);
  });

  test('a copied sheet has the next number behind its name, which ends where it would be too long', async () => {
    await open([]);
    const names = (): string[] => sheet.workbook.getSheets().map((one) => one.getName());
    await run('sheet.command.copy-sheet', { subUnitId: 'Jan' });
    const [copy] = sheet.workbook.getSheets().filter((one) => one.getName() === 'Jan (2)');
    await run('sheet.command.copy-sheet', { subUnitId: copy!.getSheetId() });
    await rename('Feb', 'ForecastOfFebruary2026InDollars');
    await run('sheet.command.copy-sheet', { subUnitId: 'Feb' });
    expect(names().sort()).toEqual([
      'ForecastOfFebruary2026InDol (2)',
      'ForecastOfFebruary2026InDollars',
      ...['Jan', 'Jan (2)', 'Jan (3)', 'Mar', 'Total'],
    ]);
  });

  test('is found in either case', async () => {
    await open([]);
    await enter({ 10: { 5: { f: '=jan!A1&"jan!A1"' }, 6: { f: "='FEB'!a1:a2+Mar!A1+gone!A1" } } });
    await enter({ 11: { 5: { f: "=SUM('jan:feb'!A1)" } } });
    expect(formulas()).toEqual(['=Jan!A1&"jan!A1"', '=Feb!a1:a2+Mar!A1+gone!A1', '=SUM(Jan:Feb!A1)']);
  });

  test('cells of several are those of a sheet with another name', async () => {
    await open(USES, 'SUM(Jan:Mar!$A$1)');
    await rename('Jan', "It's");
    expect(formulas()).toEqual(["=SUM('It''s:Mar'!A1)", "=SUM('It''s:Feb'!A1:A2)", "='It''s'!A1", ...USES.slice(3)]);
    expect(sheet.definedNames[0]?.formulaOrRefString).toBe("SUM('It''s:Mar'!$A$1)");
    await run(UndoCommand.id, {});
    expect(formulas()).toEqual(UNDONE);
  });

  test('of several, the next takes the place of one that is deleted', async () => {
    await open(USES, 'Mar!$A$1*2+Jan!$A$1');
    await run('sheet.command.remove-sheet', { subUnitId: 'Jan' });
    expect(formulas()).toEqual(["=SUM('Feb:Mar'!A1)", '=SUM(Feb:Feb!A1:A2)', '=#REF!', ...USES.slice(3)]);
    expect(sheet.definedNames[0]?.formulaOrRefString).toBe('Mar!$A$1*2+#REF!');
    await run(UndoCommand.id, {});
    expect(formulas()).toEqual(UNDONE);
  });

  test('one whose own formulas name it is deleted as a whole, and comes back', async () => {
    await open(['=Jan!A1', '=Total!A1+A1', '=Rate']);
    expect(await run('sheet.command.remove-sheet', { subUnitId: 'Total' })).toBe(true);
    expect(sheet.definedNames[0]?.formulaOrRefString).toBe('#REF!');
    await run(UndoCommand.id, {});
    expect(formulas()).toEqual(['=Jan!A1', '=Total!A1+A1', '=Rate']);
    expect(sheet.definedNames[0]?.formulaOrRefString).toBe('Total!$A$1');
    await run(RedoCommand.id, {});
    expect(sheet.workbook.getSheetBySheetId('Total')).toBeUndefined();
  });

  test('formulas with cells of several are calculated again when a sheet or cells come, go or move', async () => {
    const again = jest.fn();
    followNames(sheet, again);
    await open(USES.filter((formula) => !formula.includes('"')));
    const formulasAt = (first: number): unknown => [
      [first, first + 1].map((row) => expect.objectContaining({ row, column: 5 }) as unknown),
    ];
    await run('sheet.command.set-worksheet-order', { subUnitId: 'Feb', order: 3 });
    expect(again.mock.lastCall).toEqual(formulasAt(10));
    const range = { startRow: 0, endRow: 0, startColumn: 0, endColumn: 19, rangeType: 1 };
    again.mockClear();
    await run('sheet.command.insert-row', { subUnitId: 'Mar', range, direction: 0 });
    expect(again.mock.lastCall).toEqual(formulasAt(10));
    await run('sheet.command.insert-row', { subUnitId: 'Total', range, direction: 0 });
    expect(again.mock.lastCall).toEqual(formulasAt(11));
    for (const step of [
      () => rename('Feb', "It's 3-D"),
      () => run(UndoCommand.id, {}),
      () => run(RedoCommand.id, {}),
    ]) {
      again.mockClear();
      await step();
      expect(again.mock.lastCall).toEqual(formulasAt(11));
    }
  });

  test('formulas with INDIRECT are calculated again when a sheet comes, goes or gets another name', async () => {
    const again = jest.fn();
    followNames(sheet, again);
    await open(['=A1', '=SUM(INDIRECT("Jan!A1:A2"))', '=INDIRECT("New!A1")']);
    const [undo, redo] = [UndoCommand, RedoCommand].map(
      ({ id }) =>
        () =>
          run(id, {}),
    );
    const remove = () => run('sheet.command.remove-sheet', { subUnitId: 'Jan' });
    for (const step of [() => rename('Jan', 'New'), undo!, redo!, remove, undo!]) {
      again.mockClear();
      await step();
      expect(again.mock.calls).toEqual([[[11, 12].map((row) => expect.objectContaining({ row }) as unknown)]]);
    }
  });

  test('formulas have cells of several also by a name that uses another', async () => {
    const again = jest.fn();
    followNames(sheet, again);
    await open(['=Total!A1', '=Doubled+1'], 'SUM(Jan:Mar!$A$1)');
    await run('formula.mutation.set-defined-name', { id: 'twice', name: 'Doubled', formulaOrRefString: 'Rate*2' });
    const used = [[expect.objectContaining({ row: 11, column: 5 }) as unknown]];
    again.mockClear();
    await rename('Feb', 'Second');
    expect(again.mock.lastCall).toEqual(used);
    const definition = { ...sheet.definedNames[0]!, formulaOrRefString: '5' };
    again.mockClear();
    await run('formula.mutation.set-defined-name', definition);
    expect(again.mock.lastCall).toEqual(used);
  });
});
