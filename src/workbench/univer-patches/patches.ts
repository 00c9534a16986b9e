import type { CellPosition } from '../engine/cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { showColumnFormats } from './column-formats';
import { mindOnlyFilledSpills } from './blocked-spills';
import { followChangedSpills } from './changed-spills';
import { leaveBranchesNotTaken } from './branches-not-taken';
import { followCalculatedRanges } from './calculated-ranges';
import { endCircles } from './circles';
import { copySpilledValues } from './copied-spills';
import { followNames } from './defined-names';
import { leaveDeletedSheets } from './deleted-sheets';
import { editWholeDates } from './edited-dates';
import { leaveEmptiedCellsBlank } from './emptied-cells';
import { hideImpossibleDates } from './impossible-dates';
import { readTypedDates } from './local-dates';
import { leaveOutLateResults } from './late-results';
import { readFormulasInTurns } from './long-turns';
import { keepArraysInBlocks } from './fixed-arrays';
import { scrollByFinger } from './finger-scroll';
import { followSelectedCell } from './formula-bar';
import { mendLookups } from './lookups';
import { hideCutNumbers } from './narrow-columns';
import { readNamesAndSheets } from './names-and-sheets';
import { readPastedTables } from './pasted-tables';
import { readEmptyTextsAndFarCells } from './references';
import { mendReferenceOperators } from './reference-operators';
import { renameByDoubleClick } from './tab-names';
import { completeWhatIsTyped } from './suggestions';
import { readTypedFormulas } from './typed-formulas';
import { showUndonePlaces } from './undone-places';
import { readRowsInUse } from './whole-columns';
import { waitForArguments } from './waiting-arguments';
import { writeResultsInTurns } from './written-results';
import { mendFunctions } from './wrong-functions';

/**
 * Mends in the spreadsheet engine what users of Excel would take for a fault. Each file of this folder says what it
 * mends, which test passes without it once it can go, and the engine's issue where we found one. Others are used
 * elsewhere: parsed-formulas where workbooks are made, typed-dates, unused-packages and source-changes, which has most of
 * them, where the page is built.
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
  editWholeDates(sheet);
  const [formulaOf, dateOf] = [readTypedFormulas(sheet), readTypedDates(sheet, navigator.language)];
  readPastedTables(sheet, (text, pattern) => formulaOf(text) ?? dateOf(text, pattern));
  followSelectedCell(sheet);
  showUndonePlaces(sheet);
  followNames(sheet, recalculate);
  copySpilledValues(sheet);
  renameByDoubleClick(sheet, grid);
  completeWhatIsTyped(sheet);
  scrollByFinger(grid);
}

/**
 * Those that change what is calculated, and need no page.
 *
 * @internal
 */
export function patchCalculation(sheet: Spreadsheet, isWaiting = (): boolean => false): void {
  mendFunctions(sheet);
  mendLookups(sheet);
  waitForArguments(sheet, isWaiting);
  readRowsInUse();
  mindOnlyFilledSpills(sheet);
  followChangedSpills(sheet);
  // After followChangedSpills: it reads what the other finds.
  readEmptyTextsAndFarCells();
  endCircles(sheet);
  leaveBranchesNotTaken();
  mendReferenceOperators(sheet);
  readNamesAndSheets(sheet);
  showColumnFormats(sheet);
  leaveOutLateResults(sheet);
  followCalculatedRanges(sheet);
  // After it: what is read is kept.
  readFormulasInTurns(sheet);
  writeResultsInTurns(sheet);
  leaveEmptiedCellsBlank(sheet);
  leaveDeletedSheets(sheet);
  // Last: the others read what it makes of results.
  keepArraysInBlocks(sheet);
}
