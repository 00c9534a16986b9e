import { RenameSheetOperation } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

const TAB = '[data-u-comp="slide-tab-item"]';

/**
 * Mends: a double click on the tab of another sheet only shows that sheet, and a name that is typed then is written into
 * a cell. Here, as in Excel, it renames the sheet.
 *
 * Can go when test/browser/workbench-shell.test.ts, "a double click on the tab of another sheet renames it", passes without
 * it.
 */
export function renameByDoubleClick(sheet: Spreadsheet, grid: HTMLElement): void {
  grid.addEventListener('dblclick', ({ target }) => {
    const tab = target instanceof Element ? target.closest<HTMLElement>(TAB) : null;
    if (tab) void sheet.commands.executeCommand(RenameSheetOperation.id, { subUnitId: tab.dataset.id });
  });
}
