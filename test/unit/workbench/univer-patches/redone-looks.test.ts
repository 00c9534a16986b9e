import { IUniverInstanceService, RedoCommand, UndoCommand } from '@univerjs/core';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();
const { sheet } = bench;
const B1 = { startRow: 0, endRow: 0, startColumn: 1, endColumn: 1 };
const [BORDER, WRAP] = [{ type: 'all', color: '#000', style: 1, activeBorderType: true }, 3];

test.each([
  ['sheet.command.set-style', { range: B1, style: { type: 'it', value: 1 } }],
  ['sheet.command.set-style', { range: B1, style: { type: 'bl', value: 0 } }],
  ['sheet.command.set-border-basic', { ranges: [B1], value: BORDER }],
  ['sheet.command.set-text-wrap', { range: B1, value: WRAP }],
  ['sheet.command.clear-selection-format', { ranges: [B1] }],
  ['sheet.command.set-range-values', { range: B1, value: { s: { bl: 0 } } }],
])('%s leaves the formula and its spill, also when it is undone and redone: %j', async (command, params) => {
  await bench.openSheet({
    cellData: { 0: { 0: { v: 3, t: 2 }, 1: { f: '=SEQUENCE(A1)', s: { bl: 1 } }, 2: { f: '=SUM(B1#)' } } },
  });
  const unitId = sheet.workbook.getUnitId();
  sheet.serviceOf(IUniverInstanceService).focusUnit(unitId);
  const shown = (): unknown[] => [
    sheet.formulas.getFormulaStringByCell(0, 1, 'one', unitId),
    ...['B1', 'B2', 'B3', 'C1'].map((address) => bench.valueAt(address)),
  ];
  const before = ['=SEQUENCE(A1)', 1, 2, 3, 6];
  expect(shown()).toEqual(before);
  for (const id of [command, UndoCommand.id, RedoCommand.id, UndoCommand.id]) {
    expect(await sheet.commands.executeCommand(id, id === command ? { unitId, subUnitId: 'one', ...params } : {})).toBe(
      true,
    );
    // An undone cell is calculated again.
    while (id === UndoCommand.id && bench.valueAt('B3') === null) await new Promise(setImmediate);
    expect([id, ...shown()]).toEqual([id, ...before]);
  }
});

test('a value that is entered takes the place of the formula, and undo brings it back', async () => {
  await bench.openSheet({ cellData: { 0: { 1: { f: '=1+1' } } } });
  const unitId = sheet.workbook.getUnitId();
  sheet.serviceOf(IUniverInstanceService).focusUnit(unitId);
  const formula = (): unknown => sheet.formulas.getFormulaStringByCell(0, 1, 'one', unitId);
  await bench.change('sheet.command.set-range-values', 'B1', { value: { v: 5, t: 2 } });
  expect([formula(), bench.valueAt('B1')]).toEqual([null, 5]);
  await sheet.commands.executeCommand(UndoCommand.id);
  expect(formula()).toBe('=1+1');
});

test('cells that move up once others are deleted have what they had when this is redone, not what came later', async () => {
  await bench.openSheet({ cellData: { 0: { 0: { v: 1, t: 2 } }, 1: { 0: { v: 2, t: 2 } } } });
  sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
  const values = (): unknown[] => ['A1', 'A2'].map((address) => bench.valueAt(address));
  await bench.change('sheet.command.delete-range-move-up', 'A1');
  await bench.change('sheet.command.set-range-values', 'A1', { value: { v: 99, t: 2 } });
  await bench.change('sheet.command.remove-col', 'A1:A20');
  for (let step = 0; step < 3; step++) await sheet.commands.executeCommand(UndoCommand.id);
  expect(values()).toEqual([1, 2]);
  await sheet.commands.executeCommand(RedoCommand.id);
  expect(values()).toEqual([2, null]);
});

test.each(['row', 'col'])('each deleted %s that comes back has its own height, look and hiding', async (line) => {
  const lines = { 1: { h: 44, w: 144 }, 3: { s: { n: { pattern: '0%' } } }, 4: { hd: 1 } };
  await bench.openSheet({ rowData: lines, columnData: lines });
  sheet.serviceOf(IUniverInstanceService).focusUnit(sheet.workbook.getUnitId());
  const { rowData, columnData } = sheet.workbook.getActiveSheet().getConfig();
  const before = structuredClone([rowData, columnData]);
  await bench.change(`sheet.command.remove-${line}`, 'A1:E5');
  expect([rowData, columnData]).not.toEqual(before);
  await sheet.commands.executeCommand(UndoCommand.id);
  expect([rowData, columnData]).toEqual(before);
});
