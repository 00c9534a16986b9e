import type { IUnitRange } from '@univerjs/core';
import { IDefinedNamesService } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/**
 * Mends: the name box is shown after the first cell has been selected, of which it does not hear, and stays empty. Here
 * whoever begins to listen hears of the present selection.
 *
 * Can go when test/browser/workbench-shell.test.ts, "names the selected cell as soon as a workbook is open", passes
 * without it.
 */
export function nameFirstSelection(sheet: Spreadsheet): void {
  const names = sheet.serviceOf(IDefinedNamesService);
  const ranges = names.currentRange$;
  const subscribe = ranges.subscribe.bind(ranges);
  ranges.subscribe = ((listener: (range: IUnitRange) => void) => {
    const subscription = subscribe(listener);
    const present = names.getCurrentRange();
    if (present.unitId !== '') names.setCurrentRange(present);
    return subscription;
  }) as typeof subscribe;
}
