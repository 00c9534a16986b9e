import type { CellPosition } from '../engine/cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { mindOnlyFilledSpills } from './blocked-spills';
import { followChangedSpills } from './changed-spills';
import { leaveBranchesNotTaken } from './branches-not-taken';
import { followCalculatedRanges } from './calculated-ranges';
import { endCircles } from './circles';
import { copySpilledValues } from './copied-spills';
import { followNames } from './defined-names';
import { editWholeValues } from './edited-values';
import { hideImpossibleDates } from './impossible-dates';
import { readTypedValues, showNumbersIn } from './local-dates';
import { leaveOutLateResults } from './late-results';
import { readFormulasInTurns } from './long-turns';
import { keepArraysInBlocks } from './fixed-arrays';
import { holdChangingValues } from './held-values';
import { keepChangesUntilCalculated } from './kept-changes';
import { callLambdas } from './lambdas';
import { mendLookups } from './lookups';
import { moveFormulasInTurns } from './moved-formulas';
import { hideCutNumbers } from './narrow-columns';
import {
  divideFormulas,
  nameCopiedSheets,
  nameSheetsAsTheyAre,
  readNamesAndSheets,
  readTableReferences,
} from './names-and-sheets';
import { readPastedTables } from './pasted-tables';
import { readRegularExpressions } from './regular-expressions';
import { readEmptyTextsAndFarCells } from './references';
import { mendReferenceOperators } from './reference-operators';
import { completeWhatIsTyped } from './suggestions';
import { readTypedFormulas } from './typed-formulas';
import { readRowsInUse } from './whole-columns';
import { waitForArguments } from './waiting-arguments';
import { writeResultsInTurns } from './written-results';
import { mendFunctions } from './wrong-functions';
import {
  INumfmtService,
  RenameSheetOperation,
  alignToMergedCellsBorders,
  type ISetSelectionsOperationParams,
  SetSelectionsOperation,
  SetWorksheetActiveOperation,
  RemoveSheetMutation,
  type ISetRangeValuesMutationParams,
  SetRangeValuesMutation,
  DeviceInputEventType,
  IEditorBridgeService,
} from '@univerjs/preset-sheets-core';
import { chosenFormat, NOTHING } from '../engine/cell-contents';
import { RANGE_TYPE, RedoCommand, UndoCommand, type ICellData, type Nullable, ObjectMatrix } from '@univerjs/core';

/**
 * Mends in the spreadsheet engine what users of Excel would take for a fault. Each file of this folder, and each function
 * below, says what it mends, which test passes without it once it can go (where it names none, that of the file's name),
 * and the engine's issue where we found one. Others are used elsewhere: parsed-formulas where workbooks are made,
 * typed-dates, unused-packages and source-changes, which has most of them, where the page is built.
 *
 * @param recalculate evaluates these cells again
 * @param isWaiting whether any value is on its way
 * @param hold takes no entries until it is called back
 */
export function patchEngine(
  sheet: Spreadsheet,
  grid: HTMLElement,
  recalculate: (positions: readonly CellPosition[]) => void,
  isWaiting: () => boolean,
  hold: () => () => void,
): void {
  patchCalculation(sheet, isWaiting, navigator.language, hold);
  hideCutNumbers();
  hideImpossibleDates(sheet);
  editWholeValues(sheet);
  const { language } = navigator;
  showNumbersIn(sheet, language);
  const [formulaOf, readerOf] = [readTypedFormulas(sheet, language), readTypedValues(sheet, language)];
  readPastedTables(sheet, (texts) => {
    const read = readerOf(texts);
    return (text, pattern) => formulaOf(text) ?? read(text, pattern);
  });
  followSelectedCell(sheet);
  showUndonePlaces(sheet);
  selectMergedCells(sheet);
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
export function patchCalculation(
  sheet: Spreadsheet,
  isWaiting = (): boolean => false,
  language = 'en-US',
  hold = (): (() => void) => () => undefined,
): void {
  mendFunctions(sheet, language);
  readRegularExpressions(sheet);
  mendLookups(sheet);
  keepChangesUntilCalculated(sheet);
  holdChangingValues(sheet);
  // After holdChangingValues: a value that is on its way is not held.
  waitForArguments(sheet, isWaiting);
  readRowsInUse();
  mindOnlyFilledSpills(sheet);
  // Before followChangedSpills: what is calculated each time, is so in its first pass alone.
  followCalculatedRanges(sheet);
  followChangedSpills(sheet);
  // After followChangedSpills: it reads what the other finds.
  readEmptyTextsAndFarCells();
  endCircles(sheet);
  leaveBranchesNotTaken();
  mendReferenceOperators(sheet);
  callLambdas(sheet);
  readNamesAndSheets(sheet);
  divideFormulas(sheet);
  nameSheetsAsTheyAre(sheet);
  readTableReferences(sheet);
  nameCopiedSheets(sheet);
  showColumnFormats(sheet);
  leaveOutLateResults(sheet);
  // After followCalculatedRanges: what is read is kept.
  readFormulasInTurns(sheet);
  writeResultsInTurns(sheet);
  moveFormulasInTurns(sheet, hold);
  leaveEmptiedCellsBlank(sheet);
  leaveDeletedSheets(sheet);
  // Last: the others read what it makes of results.
  keepArraysInBlocks(sheet);
}

/**
 * Mends: the engine gives a cell every look of its column but the number format, so that all cells of a formatted column
 * would need one of their own.
 *
 * Can go when test/browser/workbench-whole-grid.test.ts, "a blank cell of a styled column shows its number as the column
 * says", passes without it.
 */
function showColumnFormats(sheet: Spreadsheet): void {
  sheet.serviceOf(INumfmtService).getValue = (unitId, sheetId, row, column) => {
    const pattern = chosenFormat(sheet, { unitId, sheetId, row, column });
    return pattern === undefined ? null : { pattern };
  };
}

const TAB = '[data-u-comp="slide-tab-item"]';

/**
 * Mends: a double click on the tab of another sheet only shows that sheet, and a name that is typed then is written into
 * a cell. Here, as in Excel, it renames the sheet.
 *
 * Can go when test/browser/workbench-shell.test.ts, "a double click on the tab of another sheet renames it", passes without
 * it.
 */
function renameByDoubleClick(sheet: Spreadsheet, grid: HTMLElement): void {
  grid.addEventListener('dblclick', ({ target }) => {
    const tab = target instanceof Element ? target.closest<HTMLElement>(TAB) : null;
    if (tab) void sheet.commands.executeCommand(RenameSheetOperation.id, { subUnitId: tab.dataset.id });
  });
}

/**
 * Mends: a finger that moves over the grid selects cells as a mouse does, so that nobody can scroll on a phone. Here it
 * turns the wheel instead, and the engine hears of it once it has tapped.
 *
 * Can go when the engine's desktop interface scrolls by touch, as its mobile one does since
 * https://github.com/dream-num/univer/pull/2657: test/browser/playground.test.ts, "the grid has the page, a finger scrolls
 * it and selects nothing, …", then passes without it.
 */
function scrollByFinger(grid: HTMLElement): void {
  const hear = (event: PointerEvent): void => {
    const { isTrusted, pointerType, target, type, clientX, clientY, movementX, movementY } = event;
    if (!isTrusted || pointerType !== 'touch' || !(target instanceof HTMLCanvasElement)) return;
    event.stopPropagation();
    const moved = { deltaX: -movementX, deltaY: -movementY, clientX, clientY, bubbles: true, cancelable: true };
    if (type === 'pointermove') target.dispatchEvent(new WheelEvent('wheel', moved));
    // An event describes itself completely.
    for (const tap of type === 'click' ? ['pointerdown', 'pointerup'] : [])
      target.dispatchEvent(new PointerEvent(tap, event));
  };
  for (const type of ['pointerdown', 'pointermove', 'pointerup', 'click'] as const)
    grid.addEventListener(type, hear, { capture: true });
}

/**
 * Mends: when cells that were cut from one sheet and pasted on another go back, the engine selects them on their sheet and
 * shows the other. What is typed then overwrites a cell that is not marked. Here the sheet of the selection is shown.
 *
 * Can go when test/unit/workbench/univer-patches/undone-places.test.ts passes without it.
 *
 * @internal
 */
export function showUndonePlaces(sheet: Spreadsheet): void {
  let selectedOn: string | undefined;
  const isStep = (id: string): boolean => id === UndoCommand.id || id === RedoCommand.id;
  sheet.commands.beforeCommandExecuted(({ id }) => {
    if (isStep(id)) selectedOn = undefined;
  });
  sheet.commands.onCommandExecuted(({ id, params }) => {
    if (id === SetSelectionsOperation.id) selectedOn = (params as { readonly subUnitId: string }).subUnitId;
    if (!isStep(id) || selectedOn === undefined || selectedOn === sheet.workbook.getActiveSheet().getSheetId()) return;
    const target = { unitId: sheet.workbook.getUnitId(), subUnitId: selectedOn };
    sheet.commands.syncExecuteCommand(SetWorksheetActiveOperation.id, target);
  });
}

/**
 * Mends: a block that is named in the name box may select parts of merged cells. Once it is cut and pasted, formulas beside
 * it are their values. Here, as with a mouse, merged cells are selected as a whole.
 *
 * Can go when test/unit/workbench/univer-patches/undone-places.test.ts, "merged cells", passes without it.
 *
 * @internal
 */
export function selectMergedCells(sheet: Spreadsheet): void {
  sheet.commands.beforeCommandExecuted(({ id, params }) => {
    if (id !== SetSelectionsOperation.id) return;
    const { unitId, subUnitId, selections } = params as ISetSelectionsOperationParams;
    const worksheet = sheet.sheetOf({ unitId, sheetId: subUnitId });
    if (!worksheet || worksheet.getMergeData().length === 0) return;
    for (const { range } of selections)
      if ((range.rangeType ?? RANGE_TYPE.NORMAL) === RANGE_TYPE.NORMAL)
        Object.assign(range, alignToMergedCellsBorders({ ...range }, worksheet));
  });
}

/**
 * Mends: the engine shows another sheet only after the one on the screen is removed. Meanwhile it fails to draw the
 * formulas of other sheets that become #REF!, and keeps no step to undo. Here a neighbour is shown before.
 *
 * Can go when test/browser/workbench-undo-and-snapshots.test.ts, "a deleted sheet comes back in one step, with the
 * values of formulas that refer to it", passes without it.
 */
function leaveDeletedSheets(sheet: Spreadsheet): void {
  sheet.commands.beforeCommandExecuted(({ id, params }) => {
    if (id !== RemoveSheetMutation.id) return;
    const { unitId, subUnitId } = params as { unitId: string; subUnitId: string };
    if (unitId !== sheet.workbook.getUnitId() || subUnitId !== sheet.workbook.getActiveSheet().getSheetId()) return;
    const sheets = sheet.workbook.getSheets();
    const index = sheets.findIndex((candidate) => candidate.getSheetId() === subUnitId);
    const neighbour = [...sheets.slice(0, index).reverse(), ...sheets.slice(index + 1)].find(
      (candidate) => !candidate.isSheetHidden(),
    );
    if (!neighbour) return;
    sheet.commands.syncExecuteCommand(SetWorksheetActiveOperation.id, { unitId, subUnitId: neighbour.getSheetId() });
  });
}

const isEmptied = (cell: Nullable<ICellData>): cell is ICellData => cell?.v === '' && !cell.f && !cell.p?.body;

/**
 * Mends: the engine writes an empty text where nothing is pasted, and into a cell whose text was deleted in its editor.
 * COUNTA would count it, and `=B1*C1` would be #VALUE!, until the workbook is opened again: a file has no such cell.
 *
 * Can go when test/unit/workbench/univer-patches/emptied-cells.test.ts passes without it.
 */
function leaveEmptiedCellsBlank(sheet: Spreadsheet): void {
  sheet.commands.beforeCommandExecuted(({ id, params }, options) => {
    // The result of a formula may be an empty text.
    if (id !== SetRangeValuesMutation.id || options?.fromFormula) return;
    const { cellValue } = params as ISetRangeValuesMutationParams;
    new ObjectMatrix(cellValue ?? {}).forValue((_row, _column, cell) => {
      if (isEmptied(cell)) Object.assign(cell, NOTHING);
    });
  });
}

/** After these another formula may stand in the selected cell, or fill it. */
const CHANGES = /^sheet\.mutation\.(?:insert-|remove-|move-)|^formula\.mutation\.set-formula-calculation-result$/;

/**
 * Mends: the formula bar goes on to show what the selected cell had before rows or columns came, went or moved, before
 * its sheet was sorted, and before a result filled it. In the cells of a spill it is empty until something is typed.
 *
 * Can go when the row above a selected formula can be deleted, and a cell of a spill be selected first of all, without
 * it; test/unit/workbench/univer-patches/formula-bar.test.ts has what it does.
 *
 * @internal
 */
export function followSelectedCell(sheet: Spreadsheet): void {
  const editor = sheet.serviceOf(IEditorBridgeService);
  // It begins as if a cell had been double clicked.
  Object.assign(editor.isVisible(), { eventType: DeviceInputEventType.Keyboard });
  const textIn = (state: ReturnType<typeof editor.getLatestEditCellState>): string | undefined =>
    state?.documentLayoutObject.documentModel?.getBody()?.dataStream;
  let isDue = false;
  sheet.commands.onCommandExecuted(({ id }) => {
    if (isDue || !CHANGES.test(id)) return;
    isDue = true;
    requestAnimationFrame(() => {
      isDue = false;
      const isShown = textIn(editor.getLatestEditCellState()) === textIn(editor.getEditCellState() ?? undefined);
      if (!isShown && !editor.isVisible().visible) editor.refreshEditCellState();
    });
  });
}
