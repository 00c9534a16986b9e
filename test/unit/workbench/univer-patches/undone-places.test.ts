import { IUndoRedoService, IUniverInstanceService, RedoCommand, UndoCommand } from '@univerjs/core';
import { SetSelectionsOperation, SetWorksheetActiveOperation } from '@univerjs/preset-sheets-core';
import { OpenedWorkbook } from '../../../support/opened-workbook';
import { showUndonePlaces } from '../../../../src/workbench/univer-patches/patches';

const { sheet } = new OpenedWorkbook();
showUndonePlaces(sheet);

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
