import { RenameSheetOperation } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

const TAB = '[data-u-comp="slide-tab-item"]';

/**
 * Mends: the engine takes a double click on a sheet's tab for a long press, too: of a name that is entered within half a
 * second it would then move the tab out of the grid, and fail without a grid as soon as another workbook is shown. Here
 * the press ends when the name has been edited.
 *
 * Can go when test/browser/workbench-shell.test.ts, "a tab that was renamed at once stays in its place, and the grid
 * remains when the workbook is replaced", passes without it.
 */
export function endTabDrags(grid: HTMLElement): void {
  let pointerId = 0;
  grid.addEventListener(
    'pointerdown',
    (event) => {
      pointerId = event.pointerId;
    },
    { capture: true },
  );
  grid.addEventListener('focusout', ({ target }) => {
    if (target instanceof Element) target.closest(TAB)?.dispatchEvent(new PointerEvent('pointerup', { pointerId }));
  });
}

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
