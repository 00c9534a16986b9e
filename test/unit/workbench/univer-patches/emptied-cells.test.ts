import { type ICellData, IUniverInstanceService, UndoCommand } from '@univerjs/core';
import { AutoFillCommand, MoveRangeCommand, SetRangeValuesCommand } from '@univerjs/preset-sheets-core';
import { engineRangeOf } from '../../../../src/workbench/engine/cell-position';
import { formulaAt } from '../../../../src/workbench/engine/cell-contents';
import { parseA1 } from '../../../../src/core/sheet';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();
const { sheet } = bench;

/** A workbook with this in A1, a number below it, and formulas beside them. */
async function openWith(before: ICellData): Promise<void> {
  const calculated = bench.calculated();
  sheet.openWorkbook({
    id: crypto.randomUUID(),
    sheetOrder: ['one'],
    sheets: {
      one: {
        id: 'one',
        name: 'One',
        cellData: {
          0: { 0: before, 1: { f: '=ISBLANK(A1)' }, 2: { f: '=A1*2' }, 3: { f: '=COUNTA(A1:A2)' } },
          1: { 0: { v: 7, t: 2 } },
        },
      },
    },
  });
  await calculated;
}

/** What the formulas show once this has been done. */
async function after(change: Promise<void>): Promise<unknown[]> {
  const calculated = bench.calculated();
  await change;
  await calculated;
  return ['B1', 'C1', 'D1'].map((at) => bench.valueAt(at));
}

const write = (value: ICellData): Promise<void> => bench.change(SetRangeValuesCommand.id, 'A1', { value });

test.each<[string, ICellData]>([
  ['nothing was pasted', { v: '' }],
  ['nothing was pasted, with its look', { v: '', s: { bl: 1 } }],
  ['the text was deleted in the editor', { v: '', f: null, p: null }],
])('a cell is blank when %s, whatever was there', async (_, value) => {
  for (const before of [{ v: 5, t: 2 }, { v: 'x', t: 1 }, { f: '=1+2' }]) {
    await openWith(before);
    expect(await after(write(value))).toEqual([true, 0, 1]);
    expect(bench.valueAt('A1')).toBeNull();
  }
});

test('a cell that was emptied has its contents again after Undo', async () => {
  await openWith({ v: 5, t: 2 });
  await after(write({ v: '' }));
  sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
  expect(await after(bench.change(UndoCommand.id, 'A1'))).toEqual([false, 10, 2]);
});

test('a formula whose result is an empty text is still no blank cell', async () => {
  await openWith({ v: 5, t: 2 });
  expect(await after(write({ f: '=""' }))).toEqual([false, '#VALUE!', 2]);
  expect(bench.valueAt('A1')).toBe('');
});

test('filled cells keep their formulas when others are moved over one of them, and when that is undone', async () => {
  await openWith({ v: 5, t: 2 });
  sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
  const [sourceRange, targetRange] = ['D1', 'D1:D4'].map((at) => engineRangeOf(parseA1(at, 'One')!));
  await after(bench.change(AutoFillCommand.id, 'D1', { sourceRange, targetRange }));
  const formulas = (): string[] =>
    ['D1', 'D2', 'D3', 'D4'].map((at) => {
      const { row, column } = parseA1(at, 'One')!;
      return formulaAt(sheet, { unitId: sheet.workbook.getUnitId(), sheetId: 'one', row, column });
    });
  const filled = ['=COUNTA(A1:A2)', '=COUNTA(A2:A3)', '=COUNTA(A3:A4)', '=COUNTA(A4:A5)'];
  expect(formulas()).toEqual(filled);
  const [fromRange, toRange] = ['B5', 'D2'].map((at) => engineRangeOf(parseA1(at, 'One')!));
  await after(bench.change(MoveRangeCommand.id, 'B5', { fromRange, toRange }));
  expect(formulas()).toEqual(filled.with(1, ''));
  await after(bench.change(UndoCommand.id, 'A1'));
  expect(formulas()).toEqual(filled);
});

const SOURCE = { C5: '=A5-A2', C6: '=A6&"x"', G1: '=D1', H1: '=E1&"x"' };

test.each([
  ['C5:C6', 'C2:C6', { C4: '=A4&"x"', C3: '=A3-#REF!', C2: '=A2&"x"' }],
  ['C5', 'C2:C5', { C4: '=A4-A1', C3: '=A3-#REF!' }],
  ['C5:C6', 'C5:C9', { C7: '=A7-A4', C8: '=A8&"x"', C9: '=A9-A6' }],
  ['G1:H1', 'D1:H1', { F1: '=C1&"x"', E1: '=B1', D1: '=A1&"x"' }],
  ['G1:H1', 'G1:K1', { I1: '=F1', J1: '=G1&"x"', K1: '=H1' }],
])('each of several cells that are filled from %s to %s refers to its own', async (source, target, formulas) => {
  const cellData: Record<number, Record<number, ICellData>> = {};
  for (const [at, f] of Object.entries(SOURCE)) {
    const { row, column } = parseA1(at, 'One')!;
    (cellData[row] ??= {})[column] = { f };
  }
  await bench.openSheet({ rowCount: 20, columnCount: 20, cellData });
  sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
  const [sourceRange, targetRange] = [source, target].map((at) => engineRangeOf(parseA1(at, 'One')!));
  await after(bench.change(AutoFillCommand.id, source, { sourceRange, targetRange }));
  for (const [at, formula] of Object.entries(formulas)) {
    const { row, column } = parseA1(at, 'One')!;
    const position = { unitId: sheet.workbook.getUnitId(), sheetId: 'one', row, column };
    expect([at, formulaAt(sheet, position)]).toEqual([at, formula]);
  }
});

test('texts that are filled up keep their order', async () => {
  await bench.openSheet({
    rowCount: 20,
    columnCount: 5,
    cellData: { 4: { 0: { v: 'a', t: 1 } }, 5: { 0: { v: 'b', t: 1 } } },
  });
  sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
  const [sourceRange, targetRange] = ['A5:A6', 'A1:A6'].map((at) => engineRangeOf(parseA1(at, 'One')!));
  await bench.change(AutoFillCommand.id, 'A5:A6', { sourceRange, targetRange });
  expect([1, 2, 3, 4].map((row) => bench.valueAt(`A${row}`))).toEqual(['a', 'b', 'a', 'b']);
});
