import { IUndoRedoService, IUniverInstanceService } from '@univerjs/core';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();

test.each([
  ['100 steps', 5, 100],
  ['20 large steps, such as rows that move all formulas of a large workbook,', 60_000, 20],
])('%s can be taken back', (_, size, kept) => {
  const { sheet } = bench;
  sheet.openWorkbook({ id: crypto.randomUUID() });
  const unitID = sheet.workbook.getUnitId();
  sheet.serviceOf(IUniverInstanceService).focusUnit(unitID);
  const steps = sheet.serviceOf(IUndoRedoService);
  const mutations = [{ id: 'none', params: { formulas: Array.from({ length: size }, () => '=1') } }];
  for (let count = 0; count < 120; count++) steps.pushUndoRedo({ unitID, undoMutations: mutations, redoMutations: [] });
  let undos = 0;
  for (; steps.pitchTopUndoElement(); undos++) steps.popUndoToRedo();
  expect(undos).toBe(kept);
});
