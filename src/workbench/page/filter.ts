import { LocaleService, LocaleType } from '@univerjs/core';
import { SheetsSelectionsService } from '@univerjs/preset-sheets-core';
import { SheetsFilterService, SmartToggleSheetsFilterCommand, UniverSheetsFilterPlugin } from '@univerjs/sheets-filter';
import enUS from '@univerjs/sheets-filter/locale/en-US';
import {
  CloseFilterPanelOperation,
  OpenFilterPanelOperation,
  UniverSheetsFilterUIPlugin,
} from '@univerjs/sheets-filter-ui';
import enUSOfPanel from '@univerjs/sheets-filter-ui/locale/en-US';
import '@univerjs/sheets-filter-ui/lib/index.css';
import { calculateSubtotalsAlone } from '../univer-patches/filtered-rows';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** By spreadsheet, whether it has started the filters. */
const added = new WeakMap<Spreadsheet, Promise<void>>();

/**
 * Adds the engine's filters, once: few workbooks need them, so they come with the first that does. The engine starts
 * them in a moment, or with the first workbook that it shows.
 */
export function addFilters(sheet: Spreadsheet): void {
  if (added.has(sheet)) return;
  sheet.serviceOf(LocaleService).load({ [LocaleType.EN_US]: { ...enUS, ...enUSOfPanel } });
  sheet.univer.registerPlugin(UniverSheetsFilterPlugin);
  sheet.univer.registerPlugin(UniverSheetsFilterUIPlugin);
  added.set(sheet, start(sheet));
}

async function start(sheet: Spreadsheet): Promise<void> {
  // The last that it adds.
  while (!sheet.commands.hasCommand(OpenFilterPanelOperation.id)) await new Promise((resolve) => setTimeout(resolve));
  calculateSubtotalsAlone(sheet);
  sheet.serviceOf(SheetsFilterService).activeFilterModel$.subscribe((filter) => {
    document.getElementById('filter')?.setAttribute('aria-pressed', String(filter !== null));
  });
  document.addEventListener(
    'keydown',
    (event) => {
      const isDown = event.key === 'ArrowDown' && event.altKey && !event.ctrlKey && !event.metaKey && !event.shiftKey;
      const isElsewhere = event.target instanceof Element && event.target.closest('#bar, #pane, dialog') !== null;
      if (isDown ? !isElsewhere && openPanel(sheet) : event.key === 'Escape' && closePanel(sheet, event.target))
        event.preventDefault();
    },
    { capture: true },
  );
  document.addEventListener('focusin', ({ target }) => {
    // The engine puts the name beside the box, where screen readers do not find it.
    if (isInPanel(target) && target.matches('[type="checkbox"]'))
      target.ariaLabel = target.closest('label')?.nextElementSibling?.textContent ?? null;
  });
}

/** Filters the rows around the selected cell, or takes the filter of the sheet away. */
export async function toggleFilter(sheet: Spreadsheet): Promise<void> {
  addFilters(sheet);
  await added.get(sheet);
  await sheet.commands.executeCommand(SmartToggleSheetsFilterCommand.id);
}

/** The choice of values and conditions for the column of the selected cell; its button can only be clicked. */
function openPanel(sheet: Spreadsheet): boolean {
  const target = { unitId: sheet.workbook.getUnitId(), subUnitId: sheet.workbook.getActiveSheet().getSheetId() };
  const range = sheet.serviceOf(SheetsFilterService).getFilterModel(target.unitId, target.subUnitId)?.getRange();
  const cell = sheet.serviceOf(SheetsSelectionsService).getCurrentLastSelection()?.primary;
  if (!range || !cell || cell.actualColumn < range.startColumn || cell.actualColumn > range.endColumn) return false;
  return sheet.commands.syncExecuteCommand(OpenFilterPanelOperation.id, { ...target, col: cell.actualColumn });
}

function closePanel(sheet: Spreadsheet, target: EventTarget | null): boolean {
  return isInPanel(target) && sheet.commands.syncExecuteCommand(CloseFilterPanelOperation.id);
}

const isInPanel = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.closest('[data-u-comp="sheets-filter-panel"]') !== null;
