import {
  ICalculateFormulaService,
  ISheetClipboardService,
  StatusBarController,
  TriggerCalculationController,
} from '@univerjs/preset-sheets-core';
import type { CellPosition } from '../engine/cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { showColumnFormats } from './column-formats';
import { showBlankResultsAsZero } from './blank-results';
import { mindOnlyFilledSpills } from './blocked-spills';
import { followChangedSpills } from './changed-spills';
import { leaveBranchesNotTaken } from './branches-not-taken';
import { endCircles } from './circles';
import { copySpilledValues } from './copied-spills';
import { compareCellsThemselves } from './comparisons';
import { followNames } from './defined-names';
import { countDoubledQuotes } from './doubled-quotes';
import { calculateWhatIsForgotten, endFailedCalculations } from './dropped-calculations';
import { leaveDeletedSheets } from './deleted-sheets';
import { editWholeDates } from './edited-dates';
import { leaveEmptiedCellsBlank } from './emptied-cells';
import { endFailedFunctions } from './failing-functions';
import { hideImpossibleDates } from './impossible-dates';
import { leaveOutLateResults } from './late-results';
import { readFormulasInTurns } from './long-turns';
import { scrollByFinger } from './finger-scroll';
import { followSelectedCell } from './formula-bar';
import { mendLookups } from './lookups';
import { hideCutNumbers } from './narrow-columns';
import { nameFirstSelection } from './name-box';
import { readNamesAndSheets } from './names-and-sheets';
import { readNumbersAsNumbers } from './number-literals';
import { readSpillsInParts } from './parts-of-ranges';
import { readPastedTables } from './pasted-tables';
import { readEmptyTextsAndFarCells } from './references';
import { mendReferenceOperators } from './reference-operators';
import { endTabDrags, renameByDoubleClick } from './tab-drags';
import { addUpNumbersAlone } from './status-bar';
import { completeWhatIsTyped } from './suggestions';
import { keepToolbar } from './quiet-toolbar';
import { forgetTabStart } from './tab-start';
import { readTypedFormulas } from './typed-formulas';
import { showUndonePlaces } from './undone-places';
import { watchOneRangeForEver } from './watched-ranges';
import { readRowsInUse } from './whole-columns';
import { waitForArguments } from './waiting-arguments';
import { mendFunctions } from './wrong-functions';

/**
 * Mends in the spreadsheet engine what users of Excel would take for a fault. Each file of this folder says what it
 * mends, which test passes without it once it can go, and the engine's issue where we found one. Others are used
 * elsewhere: parsed-formulas and undo-order where workbooks and steps are made, typed-dates, unused-packages and the
 * loaders, which end in .cjs, where the page is built.
 *
 * @param recalculate evaluates these cells again
 * @param isWaiting whether any value is on its way
 */
export function patchEngine(
  sheet: Spreadsheet,
  grid: HTMLElement,
  recalculate: (positions: readonly CellPosition[]) => void,
  isWaiting: () => boolean,
): void {
  patchCalculation(sheet, isWaiting);
  hideCutNumbers();
  hideImpossibleDates(sheet);
  // Its fields are private.
  readPastedTables(sheet.serviceOf(ISheetClipboardService) as never, readTypedFormulas(sheet));
  addUpNumbersAlone(sheet.serviceOf(StatusBarController));
  editWholeDates(sheet);
  followSelectedCell(sheet);
  showUndonePlaces(sheet);
  followNames(sheet, recalculate);
  nameFirstSelection(sheet);
  copySpilledValues(sheet);
  endTabDrags(grid);
  renameByDoubleClick(sheet, grid);
  forgetTabStart(sheet);
  completeWhatIsTyped(sheet);
  keepToolbar(sheet);
  scrollByFinger(grid);
}

/**
 * Those that change what is calculated, and need no page.
 *
 * @internal
 */
export function patchCalculation(sheet: Spreadsheet, isWaiting = (): boolean => false): void {
  watchOneRangeForEver(sheet);
  compareCellsThemselves();
  mendFunctions(sheet);
  mendLookups(sheet);
  waitForArguments(sheet, isWaiting);
  readRowsInUse();
  endFailedFunctions(sheet);
  readNumbersAsNumbers(sheet);
  countDoubledQuotes(sheet);
  readSpillsInParts();
  mindOnlyFilledSpills(sheet);
  followChangedSpills(sheet);
  // After followChangedSpills: it reads what the other finds.
  readEmptyTextsAndFarCells();
  endCircles(sheet);
  leaveBranchesNotTaken();
  showBlankResultsAsZero(sheet);
  mendReferenceOperators(sheet);
  readNamesAndSheets(sheet);
  showColumnFormats(sheet);
  leaveOutLateResults(sheet);
  readFormulasInTurns(sheet);
  leaveEmptiedCellsBlank(sheet);
  // Their fields are private.
  calculateWhatIsForgotten(sheet, sheet.serviceOf(TriggerCalculationController) as never);
  endFailedCalculations(sheet.serviceOf(ICalculateFormulaService) as never);
  leaveDeletedSheets(sheet);
}
