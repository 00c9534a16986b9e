import { RANGE_TYPE } from '@univerjs/core';
import { SetSelectionsOperation, SheetsSelectionsService } from '@univerjs/preset-sheets-core';
import { useKeysOfExcel } from '../../../../src/workbench/page/keys';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();
const page = Object.assign(new EventTarget(), { closest: () => null });
const C4 = { startRow: 3, endRow: 3, startColumn: 2, endColumn: 2 };

beforeAll(() => {
  Object.assign(globalThis, { document: page, Element: EventTarget });
  useKeysOfExcel({ contains: () => true } as never, bench.sheet, undefined as never);
});

test.each([
  ['Shift+Space selects the row', { shiftKey: true }, { ...C4, startColumn: 0, endColumn: 9 }, RANGE_TYPE.ROW],
  ['Ctrl+Space the column', { ctrlKey: true }, { ...C4, startRow: 0, endRow: 19 }, RANGE_TYPE.COLUMN],
  [
    'Ctrl+Shift+Space every cell',
    { shiftKey: true, ctrlKey: true },
    { startRow: 0, endRow: 19, startColumn: 0, endColumn: 9 },
    RANGE_TYPE.COLUMN,
  ],
])('%s of the selected cell, which stays the active one and takes no blank', (_, keys, range, rangeType) => {
  void bench.openSheet({ rowCount: 20, columnCount: 10 });
  const { workbook, commands } = bench.sheet;
  const target = { unitId: workbook.getUnitId(), subUnitId: 'one' };
  const primary = { ...C4, actualRow: 3, actualColumn: 2, isMerged: false, isMergedMainCell: false };
  commands.syncExecuteCommand(SetSelectionsOperation.id, {
    ...target,
    selections: [{ range: C4, primary, style: null }],
  });
  const pressed = Object.assign(new Event('keydown', { cancelable: true }), { key: ' ', code: 'Space', ...keys });
  page.dispatchEvent(pressed);
  expect(pressed.defaultPrevented).toBe(true);
  const [selected] = bench.sheet.serviceOf(SheetsSelectionsService).getCurrentSelections();
  expect(selected).toEqual({ range: { ...range, rangeType }, primary, style: null });
});
