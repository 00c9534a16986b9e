import { IUndoRedoService, IUniverInstanceService, RedoCommand, UndoCommand } from '@univerjs/core';
import {
  SetSelectionsOperation,
  SetWorksheetActiveOperation,
  SheetsSelectionsService,
} from '@univerjs/preset-sheets-core';
import { OpenedWorkbook } from '../../../support/opened-workbook';
import { selectMergedCells, showUndonePlaces } from '../../../../src/workbench/univer-patches/patches';

const { sheet } = new OpenedWorkbook();
showUndonePlaces(sheet);
selectMergedCells(sheet);

const show = (subUnitId: string) => ({ id: SetWorksheetActiveOperation.id, params: { unitId: 'book', subUnitId } });
const select = (subUnitId: string) => ({
  id: SetSelectionsOperation.id,
  params: { unitId: 'book', subUnitId, selections: [] },
});

/** Goes a step back and forward again; returns the sheets that are shown then. */
async function shownAfter(undone: readonly object[], redone: readonly object[]): Promise<string[]> {
  sheet.openWorkbook({
    id: 'book',
    sheetOrder: ['one', 'two'],
    sheets: { one: { id: 'one', name: 'One' }, two: { id: 'two', name: 'Two' } },
  });
  sheet.serviceOf(IUniverInstanceService).focusUnit('book');
  sheet.commands.syncExecuteCommand(SetSelectionsOperation.id, select('one').params);
  sheet.commands.syncExecuteCommand(SetWorksheetActiveOperation.id, show('two').params);
  const step = { unitID: 'book', undoMutations: undone, redoMutations: redone };
  sheet.serviceOf(IUndoRedoService).pushUndoRedo(step as never);
  const shown: string[] = [];
  for (const { id } of [UndoCommand, RedoCommand]) {
    await sheet.commands.executeCommand(id);
    shown.push(sheet.workbook.getActiveSheet().getSheetId());
  }
  return shown;
}

test('a step back and forward shows the sheet on which it selects cells', async () => {
  expect(await shownAfter([select('one'), show('two')], [select('two'), show('one')])).toEqual(['one', 'two']);
});

test('a step that selects nothing leaves the sheet that is shown', async () => {
  expect(await shownAfter([], [])).toEqual(['two', 'two']);
});

test('merged cells are selected as a whole, but for whole rows and columns', async () => {
  const merged = { startRow: 8, endRow: 9, startColumn: 3, endColumn: 4 };
  sheet.openWorkbook({ id: 'book', sheetOrder: ['one'], sheets: { one: { id: 'one', mergeData: [merged] } } });
  sheet.serviceOf(IUniverInstanceService).focusUnit('book');
  const selected = async (block: object): Promise<unknown> => {
    const selections = [{ range: { ...block }, primary: null, style: null }];
    await sheet.commands.executeCommand(SetSelectionsOperation.id, { unitId: 'book', subUnitId: 'one', selections });
    return sheet.serviceOf(SheetsSelectionsService).getCurrentSelections()[0]?.range;
  };
  const part = { startRow: 6, endRow: 8, startColumn: 0, endColumn: 3 };
  expect(await selected(part)).toMatchObject({ ...part, endRow: 9, endColumn: 4 });
  expect(await selected(merged)).toMatchObject(merged);
  const row = { startRow: 8, endRow: 8, startColumn: 0, endColumn: 19, rangeType: 1 };
  expect(await selected(row)).toMatchObject(row);
});
