import { LocaleService } from '@univerjs/core';
import {
  CellAlertManagerService,
  CellAlertType,
  ErrorType,
  IEditorBridgeService,
  IFunctionService,
  KeyCode,
  SetCellEditVisibleOperation,
  SetFormulaCalculationResultMutation,
  SetWorksheetActiveOperation,
  SheetsSelectionsService,
} from '@univerjs/preset-sheets-core';
import { CellError } from '../../core/errors';
import { formulaAt, keptValueOf, textAt } from '../engine/cell-contents';
import type { CallLedger } from '../engine/call-ledger';
import { blockOfEngineRange, type CellPosition } from '../engine/cell-position';
import { endsBeyondSheet, isBlocked, obstacleOf, type Spill, spillsOn } from '../engine/spills';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { functionInFile } from '../xlsx/formulas';
import type { Session } from '../../app/session';
import { addressesOf } from '../../app/workbook/cells';
import { blocksIn, callsIn } from '../../app/workbook/formulas';
import { DIVIDED_BY_ZERO, misspelling, NO_CELLS, NO_ROOM, UNKNOWN_NAME } from '../../app/workbook/mistakes';
import { isOtherFunction } from '../../core/translation/translate-call';
import { a1, cellOf, overlaps } from '../../core/sheet';
import { isInGrid } from './focus';

const ENGINE_ALERT = 'SHEET_FORMULA_ALERT';
const CHANGES_VALUES =
  /^(?:sheet\.(?:mutation\.set-range-values|operation\.set-worksheet-active)|formula\.mutation\.set-formula-calculation-result)$/;
const CIRCLE: string = ErrorType.CYCLE;

/** A sentence of ours in the user's language. */
type Say = (english: string) => string;

const IN_A_CIRCLE =
  'The value depends on itself: look for formulas that refer to each other in a circle. The workbench calculates circles only in a file that Excel saved with iterative calculation switched on';

/**
 * The sentence behind an error cell: its own, that of its position in the spill that contains it, or what is in the way
 * of its result. Empty if there is none.
 */
export function messageAt(position: CellPosition, sheet: Spreadsheet, ledger: CallLedger): string {
  const shown = shownAt(position, sheet);
  if (isBlocked(sheet, position)) return sayObstacle(position, sheet);
  if (shown === CIRCLE) return IN_A_CIRCLE;
  const origin = originOf(position, sheet);
  const [row, column] = [position.row - origin.row, position.column - origin.column];
  for (const outcome of ledger.outcomesAt(origin)) {
    const cell = outcome instanceof CellError ? outcome : outcome[row]?.[column];
    if (cell instanceof CellError && cell.code === shown) return cell.message;
  }
  return '';
}

const shownAt = (position: CellPosition, sheet: Spreadsheet): string =>
  String(sheet.sheetOf(position)?.getCell(position.row, position.column)?.v ?? '');

/** The cell whose formula fills this one: itself if it has a formula, or is in no spill. */
function originOf(position: CellPosition, sheet: Spreadsheet): CellPosition {
  if (formulaAt(sheet, position) !== '') return position;
  const isInside = ({ block }: Spill): boolean => overlaps(block, cellOf(block.sheet, position.row, position.column));
  return spillsOn(sheet, position).find(isInside)?.position ?? position;
}

function sayObstacle(position: CellPosition, sheet: Spreadsheet): string {
  const obstacle = obstacleOf(sheet, position);
  if (obstacle)
    return `${a1(cellOf('', obstacle.row, obstacle.column))} is in the way of the result: clear it, or move one of the two`;
  return endsBeyondSheet(sheet, position)
    ? 'The result would end beyond the sheet: move the formula up or to the left, or name fewer cells in it'
    : '';
}

/**
 * Replaces the general text in the engine's card over an error cell with our sentence, and takes the card away when
 * something else is selected or worked in, or the error is gone.
 *
 * @param besides the parts of the page beside the grid
 */
export function showMessages(sheet: Spreadsheet, ledger: CallLedger, besides: readonly EventTarget[], say: Say): void {
  const alerts = sheet.serviceOf(CellAlertManagerService);
  const show = alerts.showAlert.bind(alerts);
  let isGone = (): boolean => false;
  const hide = (): void => {
    isGone = () => false;
    alerts.removeAlert(ENGINE_ALERT);
  };
  sheet.serviceOf(SheetsSelectionsService).selectionChanged$.subscribe(hide);
  for (const part of besides) for (const type of ['pointerdown', 'focusin']) part.addEventListener(type, hide);
  sheet.commands.onCommandExecuted(({ id }) => {
    if (id === SetWorksheetActiveOperation.id || isGone()) hide();
  });
  alerts.showAlert = (alert) => {
    const { unitId, subUnitId, row, col } = alert.location;
    const position = { unitId, sheetId: subUnitId, row, column: col };
    const message = alert.key === ENGINE_ALERT ? reasonAt(position, sheet, ledger) : '';
    const title = shownAt(position, sheet);
    isGone = () => shownAt(position, sheet) !== title;
    show(message === '' ? alert : { ...alert, message: say(message), title });
  };
}

/** What to do about errors of other functions than ours, by code. */
const GENERAL_SENTENCES: Readonly<Record<string, string>> = {
  [ErrorType.DIV_BY_ZERO]: DIVIDED_BY_ZERO,
  [ErrorType.NAME]: UNKNOWN_NAME,
  [ErrorType.VALUE]: 'A value is not of the kind that the formula needs, such as a text in place of a number',
  [ErrorType.NUM]: 'A number is outside of what the function can calculate with',
  [ErrorType.NA]: 'What the formula looks for is not there',
  [ErrorType.REF]: NO_CELLS,
  [ErrorType.SPILL]: NO_ROOM,
  [ErrorType.CALC]: 'The formula has no result that a cell can show',
  [ErrorType.NULL]: 'The ranges of the formula have no cell in common',
};

/** The engine describes more functions than it can calculate; the newest are among those with a prefix in files. */
function isOfExcel(name: string, sheet: Spreadsheet): boolean {
  const description = `sheets-formula.functionList.${name.replaceAll('.', '_')}.abstract`;
  return functionInFile(name) !== name || sheet.serviceOf(LocaleService).t(description) !== description;
}

/** Outside of texts, an operator with nothing to calculate with on one side. */
const INCOMPLETE = /^=\s*[*/^&<>=]|[-+*/^&<>=]\s*(?:[),;]|$)|[-+*/^&<>=]\s*[*/^&]|[-+*/^&]\s*[<>=]/;

/** A1.bid: in Excel a field of the card on a quote. */
const FIELD_OF_CARD = /\$?\b[A-Z]{1,3}\$?\d+\.[A-Z]+\b(?!\()/i;

/** What Excel would not have taken, and what is wrong with the name of a function in a cell that knows none of it. */
function mistakeAt(position: CellPosition, sheet: Spreadsheet): string | undefined {
  const [shown, formula] = [shownAt(position, sheet), formulaAt(sheet, position)];
  const functions = sheet.serviceOf(IFunctionService);
  const calls = callsIn(formula);
  const isIncomplete = INCOMPLETE.test(formula.replaceAll(/"[^"]*"|'[^']*'|\[[^\]]*\]/g, 'x'));
  if (shown === '#VALUE!' && isIncomplete) return 'Something is missing before or behind an operator of the formula';
  for (const { name, arguments: given } of shown === '#N/A' ? calls : []) {
    const { minParams: least = -1, maxParams: most = -1 } = functions.getExecutor(name) ?? {};
    if (given.length > most && most >= 0)
      return `${name} takes at most ${most} arguments: check the signs between them, and the decimal marks`;
    if (given.length < least) return `${name} takes at least ${least} arguments`;
  }
  const isKept = keptValueOf(sheet.sheetOf(position)?.getCellRaw(position.row, position.column)) !== undefined;
  if (shown !== '#NAME?' && !isKept) return undefined;
  const other = calls.find(({ name }) => isOtherFunction(name));
  if (other)
    return isOfExcel(other.name, sheet)
      ? `Excel has ${other.name}, but the workbench cannot calculate it: select the cell, and the pane's Cells tab translates it`
      : `${other.name} belongs to another product: select the cell, and the pane's Cells tab translates it`;
  const missing = calls.find(({ name }) => (isKept || isOfExcel(name, sheet)) && !functions.hasExecutor(name));
  const unknown = missing?.name ?? FIELD_OF_CARD.exec(formula.replaceAll(/"[^"]*"/g, ''))?.[0];
  if (unknown !== undefined) return `Excel has ${unknown}, but the workbench cannot calculate it`;
  return misspelling(formula);
}

const MAX_LOOKED_AT = 20_000;

/** The cell from which a formula takes its error. */
function errorBefore(position: CellPosition, sheet: Spreadsheet): CellPosition | undefined {
  const [code, name] = [shownAt(position, sheet), sheet.sheetOf(position)!.getName()];
  let left = MAX_LOOKED_AT;
  for (const block of blocksIn(formulaAt(sheet, position), name)) {
    const worksheet = sheet.workbook.getSheetBySheetName(block.sheet);
    if (!worksheet) continue;
    const first = sheet.positionOf(block);
    const endRow = Math.min(first.row + block.rows, worksheet.getRowCount());
    const endColumn = Math.min(first.column + block.columns, worksheet.getColumnCount());
    for (let { row } = first; row < endRow; row++)
      for (let { column } = first; column < endColumn && left-- > 0; column++)
        if (shownAt({ ...first, row, column }, sheet) === code) return { ...first, row, column };
  }
  return undefined;
}

/** The sentence behind an error of any formula: that of the cell from which it comes. */
function reasonAt(position: CellPosition, sheet: Spreadsheet, ledger: CallLedger): string {
  const way = [position];
  for (const at of way) {
    const before = messageAt(at, sheet, ledger) === '' ? errorBefore(at, sheet) : undefined;
    if (before && !way.some((one) => sheet.addressOf(one) === sheet.addressOf(before))) way.push(before);
  }
  const origin = way.at(-1)!;
  const general = mistakeAt(origin, sheet) ?? GENERAL_SENTENCES[shownAt(origin, sheet)] ?? '';
  const reason = messageAt(origin, sheet, ledger) || general;
  return way.length > 1 && reason !== '' ? `from ${sheet.addressOf(origin)}: ${reason}` : reason;
}

/** Shows the card beside a cell whose formula has just been entered and is an error, until something else is typed. */
export function showMessageOfEntered(sheet: Spreadsheet): void {
  const alerts = sheet.serviceOf(CellAlertManagerService);
  let entered: CellPosition | undefined;
  let edited: CellPosition | undefined;
  const show = (): void => {
    const position = entered;
    const worksheet = position && sheet.sheetOf(position);
    const title = position ? shownAt(position, sheet) : '';
    if (!worksheet || !(title in GENERAL_SENTENCES) || sheet.workbook.getActiveSheet() !== worksheet) return;
    entered = undefined;
    const { unitId, sheetId: subUnitId, row, column: col } = position;
    alerts.showAlert({
      type: CellAlertType.ERROR,
      title,
      message: '',
      key: ENGINE_ALERT,
      location: { unitId, subUnitId, row, col },
      width: 200,
      height: 74,
    });
  };
  sheet.commands.onCommandExecuted(({ id, params }) => {
    if (id === SetFormulaCalculationResultMutation.id) requestAnimationFrame(show);
    if (id !== SetCellEditVisibleOperation.id) return;
    const { visible, keycode } = params as { visible: boolean; keycode?: number };
    if (visible) {
      alerts.removeAlert(ENGINE_ALERT);
      edited = sheet.serviceOf(IEditorBridgeService).getEditLocation() ?? undefined;
    } else entered = keycode === KeyCode.ESC ? undefined : edited;
  });
}

/**
 * Reports the sentence behind the selected cell if it is an error or a last value, for users who do not hover;
 * otherwise an empty text. Reports again when the selection or the cell changes.
 */
export function followSelection(
  sheet: Spreadsheet,
  ledger: CallLedger,
  session: Session,
  say: Say,
  show: (message: string) => void,
): void {
  const selections = sheet.serviceOf(SheetsSelectionsService);
  let frame = 0;
  const look = (): void => {
    frame = 0;
    const position = sheet.activeCell;
    if (!position) return;
    const cell = cellOf(sheet.workbook.getActiveSheet().getName(), position.row, position.column);
    const hasFormula = formulaAt(sheet, position) !== '';
    const failure = session.cells.lastAt(addressesOf(cell))?.failure?.message;
    const message =
      messageAt(position, sheet, ledger) || (hasFormula && (failure ?? reasonAt(position, sheet, ledger))) || '';
    show(message === '' ? '' : `${a1(cell)}: ${say(message)}`);
  };
  const lookSoon = (): void => {
    if (frame === 0) frame = requestAnimationFrame(look);
  };
  selections.selectionChanged$.subscribe(lookSoon);
  sheet.commands.onCommandExecuted(({ id }) => {
    if (CHANGES_VALUES.test(id)) lookSoon();
  });
}

/**
 * Tells a screen reader which cells are selected while the grid has the focus: it sees no cells in a picture. Says the
 * value of the first one again when it is another, a live one every few seconds.
 */
export function sayCells(sheet: Spreadsheet, line: HTMLElement): void {
  const selections = sheet.serviceOf(SheetsSelectionsService);
  const say = (): string | undefined => {
    const [position, selected] = [sheet.activeCell, selections.getCurrentLastSelection()];
    if (!position || !selected || !isInGrid()) return undefined;
    return `${a1(blockOfEngineRange('', selected.range))}, ${textAt(sheet, position) || 'blank'}`;
  };
  const show = (text = say()): void => {
    if (text !== undefined) line.textContent = text;
  };
  selections.selectionChanged$.subscribe(() => show());
  let timer: ReturnType<typeof setTimeout> | undefined;
  sheet.commands.onCommandExecuted(({ id }) => {
    if (!CHANGES_VALUES.test(id)) return;
    timer ??= setTimeout(() => {
      timer = undefined;
      const text = say();
      if (text !== line.textContent) show(text);
    }, SAID_EVERY_MS);
  });
}

/** More often, the values of a live cell would drown what else is said. */
const SAID_EVERY_MS = 3_000;
