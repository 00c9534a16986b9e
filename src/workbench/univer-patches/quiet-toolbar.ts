import { IRibbonService } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** What the engine's toolbar keeps to itself. */
interface Toolbar {
  /** Shows groups of buttons: draws all of them, measures them, and draws them again. */
  _setRibbon(groups: readonly object[]): void;
}

/**
 * Mends: the engine draws its whole toolbar anew, three times with each key that is typed, as it asks again which buttons
 * are hidden: a third of the time from a key to its letter. Here it does so when a button comes or goes.
 *
 * Can go when test/browser/workbench-typing.test.ts, "keys do not draw the toolbar anew", passes without it.
 */
export function keepToolbar(sheet: Pick<Spreadsheet, 'serviceOf'>): void {
  const toolbar = sheet.serviceOf(IRibbonService) as unknown as Toolbar;
  const show = toolbar._setRibbon.bind(toolbar);
  let shown = '';
  toolbar._setRibbon = (groups) => {
    const keys = JSON.stringify(groups, ['key', 'children']);
    if (keys !== shown) show(groups);
    shown = keys;
  };
}
