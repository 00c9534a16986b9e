import { LocaleService, LocaleType } from '@univerjs/core';
import { IActiveDirtyManagerService } from '@univerjs/preset-sheets-core';
import {
  type ISetSheetsFilterCriteriaCommandParams,
  SetSheetsFilterCriteriaCommand,
  SheetsFilterService,
  SmartToggleSheetsFilterCommand,
  UniverSheetsFilterPlugin,
  FILTER_MUTATIONS,
} from '@univerjs/sheets-filter';
import enUS from '@univerjs/sheets-filter/locale/en-US';
import {
  CloseFilterPanelOperation,
  OpenFilterPanelOperation,
  UniverSheetsFilterUIPlugin,
} from '@univerjs/sheets-filter-ui';
import enUSOfPanel from '@univerjs/sheets-filter-ui/locale/en-US';
import '@univerjs/sheets-filter-ui/lib/index.css';
import { cellsWithFormula } from '../engine/cell-contents';
import { rangesOf } from '../engine/cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { numbersIn } from '../univer-patches/local-numbers';

/** A text of the filters. */
const CONFIRM = 'sheets-filter-ui.panel.confirm';

/** By spreadsheet, whether it has started the filters. */
const added = new WeakMap<Spreadsheet, Promise<void>>();

/**
 * Adds the engine's filters, once: few workbooks need them, so they come with the first that does. The engine starts
 * them in a moment, or with the first workbook that it shows.
 */
export function addFilters(sheet: Spreadsheet): void {
  if (added.has(sheet)) return;
  const locales = sheet.serviceOf(LocaleService);
  // They may be there in another language.
  if (locales.t(CONFIRM) === CONFIRM) locales.load({ [LocaleType.EN_US]: { ...enUS, ...enUSOfPanel } });
  sheet.univer.registerPlugin(UniverSheetsFilterPlugin);
  sheet.univer.registerPlugin(UniverSheetsFilterUIPlugin);
  added.set(sheet, start(sheet));
}

async function start(sheet: Spreadsheet): Promise<void> {
  // The last that it adds.
  while (!sheet.commands.hasCommand(OpenFilterPanelOperation.id)) await new Promise((resolve) => setTimeout(resolve));
  calculateSubtotalsAlone(sheet);
  readNumbersOfConditions(sheet);
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
  const { activeTarget: target, activeCell: cell } = sheet;
  const range = sheet.serviceOf(SheetsFilterService).getFilterModel(target.unitId, target.subUnitId)?.getRange();
  if (!range || !cell || cell.column < range.startColumn || cell.column > range.endColumn) return false;
  return sheet.commands.syncExecuteCommand(OpenFilterPanelOperation.id, { ...target, col: cell.column });
}

function closePanel(sheet: Spreadsheet, target: EventTarget | null): boolean {
  return isInPanel(target) && sheet.commands.syncExecuteCommand(CloseFilterPanelOperation.id);
}

const isInPanel = (target: EventTarget | null): target is Element =>
  target instanceof Element && target.closest('[data-u-comp="sheets-filter-panel"]') !== null;

/** Mends: in a condition the engine takes "1,5" for a text, also where the user's language has a decimal comma. */
function readNumbersOfConditions(sheet: Spreadsheet): void {
  const numberOf = numbersIn(navigator.language);
  sheet.commands.beforeCommandExecuted(({ id, params }) => {
    if (id !== SetSheetsFilterCriteriaCommand.id) return;
    const { criteria } = params as ISetSheetsFilterCriteriaCommandParams;
    for (const condition of criteria?.customFilters?.customFilters ?? []) {
      const number = Number(numberOf(String(condition.val))?.replaceAll("'", ''));
      if (!Number.isNaN(number)) condition.val = number;
    }
  });
}

/** What calculates with rows that a filter leaves. */
const OF_SHOWN_ROWS = /\b(?:SUBTOTAL|AGGREGATE)\(/i;

/**
 * Mends: after each change of a filter the engine calculates all of its rows again, so that cells would ask the service
 * again for what is only hidden. Here the functions that depend on hidden rows are calculated, as in Excel.
 *
 * Can go when test/browser/workbench-rows-and-columns.test.ts, "a filter hides rows, and no cell asks again", passes
 * without it. The engine does so since https://github.com/dream-num/univer/pull/4238.
 */
function calculateSubtotalsAlone(sheet: Spreadsheet): void {
  for (const commandId of FILTER_MUTATIONS)
    sheet.serviceOf(IActiveDirtyManagerService).register(commandId, {
      commandId,
      getDirtyData: () => ({
        dirtyRanges: rangesOf(cellsWithFormula(sheet, (formula) => OF_SHOWN_ROWS.test(formula))),
      }),
    });
}
