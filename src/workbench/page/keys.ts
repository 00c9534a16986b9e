import {
  CommandType,
  Direction,
  EDITOR_ACTIVATED,
  IContextService,
  type IRange,
  NilCommand,
  ObjectMatrix,
  Range,
  RANGE_TYPE,
} from '@univerjs/core';
import {
  ClearSelectionContentCommand,
  COPY_TYPE,
  DeleteRangeMoveLeftCommand,
  DeleteRangeMoveUpCommand,
  DeviceInputEventType,
  ExpandSelectionCommand,
  IEditorBridgeService,
  IEditorService,
  InsertMultiColsLeftCommand,
  InsertMultiRowsAboveCommand,
  InsertRangeMoveDownCommand,
  InsertRangeMoveRightCommand,
  InsertSheetCommand,
  type IMoveRangeCommandParams,
  type ISetCellsNumfmt,
  ISheetClipboardService,
  ISuperTableService,
  IShortcutService,
  JumpOver,
  KeyCode,
  MetaKeys,
  MoveSelectionCommand,
  PREDEFINED_HOOK_NAME_PASTE,
  RemoveColCommand,
  RemoveRowCommand,
  SetCellEditVisibleOperation,
  SetColHiddenCommand,
  SetNumfmtCommand,
  SetRangeValuesCommand,
  SetRowHiddenCommand,
  SetSelectionsOperation,
  SetStrikeThroughCommand,
  SetWorksheetActivateCommand,
  SheetsSelectionsService,
  whenSheetEditorFocused,
} from '@univerjs/preset-sheets-core';
import type { Workbook } from '../../app/host';
import { CLOCK_FORMAT, DATE_FORMAT, MS_PER_DAY, MS_PER_MINUTE, serialFromDays } from '../../core/calendar/dates';
import { Pauses } from '../../core/pauses';
import { a1, type Block, cellOf, formulaOfBlocks, MAX_ROWS } from '../../core/sheet';
import { formulaAt, textAt, valueAt } from '../engine/cell-contents';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { askForm, askUser, element, labelled, tellUser } from './dialog';

type Act = (() => unknown) | undefined;

/**
 * Keys that Excel has and the engine has not: Home, Ctrl+Home and Ctrl+End, End before an arrow or Home, Ctrl+F, Alt+=,
 * Shift+F11, Shift+Space and Ctrl+Space, Page Down and Page Up, with Ctrl for the sheets, Ctrl+; and Ctrl+Shift+; for date
 * and time, Ctrl++ and Ctrl+- to insert, copied rows too, and delete, and those of COMMANDS, LINES and FORMATS.
 */
export function useKeysOfExcel(grid: HTMLElement, sheet: Spreadsheet, workbook: Workbook): void {
  const goTo = (cell: Block, isExtending: boolean): unknown =>
    isExtending ? extendTo(sheet, cell) : workbook.select(cell);
  let isEndPressed = false;
  const actOn = ({ key, code, altKey, shiftKey, ctrlKey, metaKey }: KeyboardEvent): Act => {
    const isControl = ctrlKey || metaKey;
    const isAfterEnd = isEndPressed;
    if (key !== 'Shift') isEndPressed = key === 'End' && !isControl && !altKey && !isAfterEnd;
    if (isEndPressed && key === 'End') return () => undefined;
    const direction = isAfterEnd && !altKey ? ARROWS[key] : undefined;
    if (direction !== undefined) {
      const { id } = shiftKey ? ExpandSelectionCommand : MoveSelectionCommand;
      return () => sheet.commands.executeCommand(id, { direction, jumpOver: JumpOver.moveGap });
    }
    if (isAfterEnd && key === 'Home') return () => goTo(lastCell(sheet), shiftKey);
    if (isControl && !altKey && !shiftKey && key.toLowerCase() === 'f') return () => find(sheet, workbook);
    if (!altKey && key === 'Home') return () => goTo(firstCell(sheet, !isControl), shiftKey);
    if (isControl && !altKey && key === 'End') return () => goTo(lastCell(sheet), shiftKey);
    const lines = isControl && !altKey && !shiftKey ? LINES[key] : undefined;
    if (lines) return () => hideLines(sheet, lines);
    const command = isControl && !altKey && !shiftKey ? COMMANDS[key] : undefined;
    if (command !== undefined) return () => sheet.commands.executeCommand(command);
    const pattern = isControl && !altKey && shiftKey ? FORMATS[key] : undefined;
    if (pattern !== undefined) return () => setFormat(sheet, pattern);
    if (altKey && !isControl && (key === '=' || code === 'Equal')) return () => addUp(sheet, workbook);
    if (isControl && !altKey && /^[;:]$/.test(key)) return () => enterNow(workbook, key === ':');
    if (code === 'Space' && !altKey && (isControl || shiftKey)) return () => selectLines(sheet, shiftKey, isControl);
    if (isControl && !altKey && /^[+-]$/.test(key)) return () => insertOrDelete(sheet, workbook, key === '+');
    if (key === 'F11' && shiftKey && !isControl) return () => sheet.commands.executeCommand(InsertSheetCommand.id);
    if (altKey || shiftKey || !/^Page(?:Down|Up)$/.test(key)) return undefined;
    const step = key === 'PageDown' ? 1 : -1;
    return () => (isControl ? turn(sheet, step) : page(sheet, workbook, grid.clientHeight, step));
  };
  document.addEventListener(
    'keydown',
    (event) => {
      const isInGrid = event.target === document.body || grid.contains(event.target as Node);
      const isTyping = sheet.serviceOf(IContextService).getContextValue(EDITOR_ACTIVATED);
      // The name of a sheet is edited in its tab.
      const isField = event.target instanceof Element && event.target.closest('input, [role="tab"]') !== null;
      const act = isInGrid && !isField ? (isTyping ? actWhileTyping(sheet, event) : actOn(event)) : undefined;
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      void act();
    },
    { capture: true },
  );
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowUp: Direction.UP,
  ArrowDown: Direction.DOWN,
  ArrowLeft: Direction.LEFT,
  ArrowRight: Direction.RIGHT,
};

/** With Ctrl. */
const COMMANDS: Readonly<Record<string, string>> = {
  1: 'sheet.operation.open.numfmt.panel',
  5: SetStrikeThroughCommand.id,
};
const LINES: Readonly<Record<string, 'rows' | 'columns'>> = { 9: 'rows', 0: 'columns' };

/** With Ctrl and Shift. */
const FORMATS: Readonly<Record<string, string>> = {
  '~': '',
  '!': '#,##0.00',
  '@': 'h:mm AM/PM',
  '#': 'd-mmm-yy',
  $: '"$"#,##0.00_);[Red]\\("$"#,##0.00\\)',
  '%': '0%',
  '^': '0.00E+00',
};

/** To end an entry, by the keys with it. The engine knows Enter and Tab without Shift; it moves by them. */
const endsOfEntries = (): Readonly<Record<string, number>> => ({
  'Shift Enter': KeyCode.ENTER | MetaKeys.SHIFT,
  'Shift Tab': KeyCode.TAB | MetaKeys.SHIFT,
  'Control Shift Enter': KeyCode.UNKNOWN,
});

/** Home and End move in the line that is typed, with Ctrl in all of the text. */
function actWhileTyping(sheet: Spreadsheet, event: KeyboardEvent): Act {
  const { key, altKey, shiftKey, ctrlKey, metaKey } = event;
  const isControl = ctrlKey || metaKey;
  const editor = sheet.serviceOf(IEditorService).getFocusEditor();
  if (altKey || !editor) return undefined;
  const keycode = endsOfEntries()[`${isControl ? 'Control ' : ''}${shiftKey ? 'Shift ' : ''}${key}`];
  if (keycode !== undefined)
    return () => {
      sheet.serviceOf(IEditorBridgeService).disableForceKeepVisible();
      const eventType = DeviceInputEventType.Keyboard;
      const entry = { visible: false, eventType, keycode, unitId: sheet.workbook.getUnitId() };
      return sheet.commands.executeCommand(SetCellEditVisibleOperation.id, entry);
    };
  if (key !== 'Home' && key !== 'End') return undefined;
  return () => {
    const text = (editor.getDocumentData().body?.dataStream ?? '').replace(/\r\n$/, '');
    const [selected] = editor.getSelectionRanges();
    if (!selected) return;
    const { startOffset, endOffset } = selected;
    const [first, last] = isControl
      ? [0, text.length]
      : [text.lastIndexOf('\r', startOffset - 1) + 1, `${text}\r`.indexOf('\r', endOffset)];
    const range = key === 'Home' ? [first, shiftKey ? endOffset : first] : [shiftKey ? startOffset : last, last];
    editor.setSelectionRanges([{ startOffset: range[0]!, endOffset: range[1]! }]);
  };
}

const ENTRIES = 'keydown beforeinput paste cut pointerdown mousedown click dblclick contextmenu'.split(' ');

/**
 * What the user does to the page is dropped until it is called back, so that nothing lands in a wrong cell. If a key was
 * among it, the user is told then.
 */
export function holdEntries(): () => void {
  let isKeyDropped = false;
  const drop = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
    isKeyDropped ||= event.type === 'keydown' && !/^(?:Control|Shift|Alt|Meta)$/.test((event as KeyboardEvent).key);
  };
  for (const type of ENTRIES) window.addEventListener(type, drop, { capture: true });
  return () => {
    for (const type of ENTRIES) window.removeEventListener(type, drop, { capture: true });
    if (isKeyDropped)
      void tellUser('Not entered', 'What you typed while rows or columns came or went is in no cell: type it again.');
  };
}

/** The engine would empty the selected cells with Shift+Backspace, and change the zoom with Ctrl++ and Ctrl+-. Excel does neither. */
export function forgetOtherKeys(sheet: Spreadsheet): void {
  const { CTRL_COMMAND, SHIFT } = MetaKeys;
  for (const binding of [SHIFT | KeyCode.BACKSPACE, CTRL_COMMAND | KeyCode.EQUAL, CTRL_COMMAND | KeyCode.MINUS])
    sheet
      .serviceOf(IShortcutService)
      .registerShortcut({ id: NilCommand.id, binding, priority: 2, preconditions: whenSheetEditorFocused });
}

/** Whether the border of a copy is shown. */
const hasCopy = (clipboard: ISheetClipboardService): boolean =>
  typeof Reflect.get(clipboard, '_copyMarkId') === 'string';

const PASTE_ONCE = 'workbench.command.paste-once';

/** While the border of a copy is shown, Enter pastes it once, as in Excel. An entry takes the border away. */
export function pasteWithEnter(sheet: Spreadsheet): void {
  const { commands } = sheet;
  const clipboard = sheet.serviceOf(ISheetClipboardService);
  commands.registerCommand({
    id: PASTE_ONCE,
    type: CommandType.COMMAND,
    handler: async () => {
      const isPasted = await clipboard.pasteByCopyId(clipboard.copyContentCache().getLastCopyId() ?? '');
      clipboard.removeMarkSelection();
      return isPasted;
    },
  });
  sheet.serviceOf(IShortcutService).registerShortcut({
    id: PASTE_ONCE,
    binding: KeyCode.ENTER,
    // Above the engine's own, which moves the selection.
    priority: 101,
    preconditions: (context) => whenSheetEditorFocused(context) && hasCopy(clipboard),
  });
  const entries = [SetCellEditVisibleOperation, SetRangeValuesCommand, ClearSelectionContentCommand];
  commands.onCommandExecuted(({ id }) => {
    if (entries.some((one) => one.id === id)) clipboard.removeMarkSelection();
  });
}

const PASTE_COPIED = 'workbench.command.paste-copied';

/** The browser copies a moment later: until then, Ctrl+V would paste what was copied before. */
export function pasteWhileCopying(sheet: Spreadsheet): void {
  const clipboard = sheet.serviceOf(ISheetClipboardService);
  const copy = clipboard.copy.bind(clipboard);
  let copies = 0;
  clipboard.copy = (options) => {
    copies++;
    return copy(options).finally(() => copies--);
  };
  sheet.commands.registerCommand({
    id: PASTE_COPIED,
    type: CommandType.COMMAND,
    handler: (_accessor, { asValues }: { readonly asValues: boolean }) =>
      clipboard.pasteByCopyId(
        clipboard.copyContentCache().getLastCopyId() ?? '',
        asValues ? PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_VALUE : PREDEFINED_HOOK_NAME_PASTE.DEFAULT_PASTE,
      ),
  });
  for (const asValues of [false, true])
    sheet.serviceOf(IShortcutService).registerShortcut({
      id: PASTE_COPIED,
      binding: KeyCode.V | MetaKeys.CTRL_COMMAND | (asValues ? MetaKeys.SHIFT : 0),
      staticParameters: { asValues },
      preconditions: (context) => copies > 0 && whenSheetEditorFocused(context),
    });
}

const COPY_RANGE = 'workbench.command.copy-range';

/**
 * Of several selected blocks the engine would copy the last one alone, of a million rows paste nothing, and what is dragged
 * with Ctrl would move. Here only a single block is copied, and what is dragged so stays where it is (source-changes).
 */
export function copyWhatIsMeant(sheet: Spreadsheet): void {
  const clipboard = sheet.serviceOf(ISheetClipboardService);
  const copy = clipboard.copy.bind(clipboard);
  clipboard.copy = async (options) => {
    const selected = sheet.serviceOf(SheetsSelectionsService).getCurrentSelections();
    const isEndless = selected.some(({ range }) => range.endRow - range.startRow === MAX_ROWS - 1);
    if (selected.length < 2 && !isEndless) return copy(options);
    const reason = isEndless
      ? 'Something stands in the last row of this sheet, so whole columns are too long: select the rows that you need.'
      : 'Several blocks of cells are selected: copy one after the other.';
    void tellUser('Nothing was copied', reason);
    return false;
  };
  sheet.commands.registerCommand({
    id: COPY_RANGE,
    type: CommandType.COMMAND,
    handler: async (_, { toRange }: IMoveRangeCommandParams) => {
      if (!(await copy())) return false;
      sheet.selectOnly(toRange);
      return sheet.commands.executeCommand(PASTE_ONCE);
    },
  });
}

/** A click into the name box selects its text, so that an address which is typed replaces it. */
export function selectTextOfNameBox(): void {
  document.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.closest('[data-u-comp="defined-name"]')) return;
    if (document.activeElement !== target) target.addEventListener('click', () => target.select(), { once: true });
  });
}

/**
 * For the name box: shows the sheet of an address and returns it, or says why there is none, and knows the tables of the
 * opened file, whose names no others get (source-changes).
 */
export function goToOtherSheets(sheet: Spreadsheet): void {
  const dataOf = (name: string): string | undefined => {
    const table = sheet.tables().find((one) => one.name.toUpperCase() === name.trim().toUpperCase());
    if (!table) return undefined;
    const { block, headerRows, totalsRows } = table;
    const data = { ...block, row: block.row + headerRows, rows: block.rows - headerRows - totalsRows };
    return data.rows > 0 ? formulaOfBlocks([data]) : undefined;
  };
  Object.assign(sheet.serviceOf(ISuperTableService), {
    dataOf,
    hasTable: (_: string, name: string) => dataOf(name) !== undefined,
  });
  sheet.commands.registerCommand({
    id: 'workbench.command.show-sheet-of',
    type: CommandType.COMMAND,
    handler: async (_, { refString }: { readonly refString: string }) => {
      const end = refString.lastIndexOf('!');
      const named = refString.slice(0, Math.max(end, 0)).trim().replaceAll(/^'|'$/g, '').replaceAll("''", "'");
      const worksheet = sheet.workbook.getSheets().find((one) => one.getName().toUpperCase() === named.toUpperCase());
      if (end < 0) return sheet.workbook.getActiveSheet();
      if (worksheet && !worksheet.isSheetHidden()) {
        const target = { unitId: sheet.workbook.getUnitId(), subUnitId: worksheet.getSheetId() };
        // The grid takes keys at once: a selection that came later would end what is being typed.
        if (target.subUnitId !== sheet.workbook.getActiveSheet().getSheetId())
          await sheet.commands.executeCommand(SetWorksheetActivateCommand.id, target);
        return worksheet;
      }
      const reason = worksheet ? 'its sheet is hidden' : 'this workbook has no such cells';
      // The Enter that was pressed would press the dialog's button.
      setTimeout(() => void tellUser('Nothing was selected', `“${refString.replace(/^!/, '')}”: ${reason}.`));
      return undefined;
    },
  });
}

/** Selects the rows, the columns, or all of both, of what is selected; its active cell stays. */
function selectLines(sheet: Spreadsheet, areRows: boolean, areColumns: boolean): void {
  const active = sheet.workbook.getActiveSheet();
  const whole = {
    ...(areRows && { rangeType: RANGE_TYPE.ROW, startColumn: 0, endColumn: active.getColumnCount() - 1 }),
    ...(areColumns && { rangeType: RANGE_TYPE.COLUMN, startRow: 0, endRow: active.getRowCount() - 1 }),
  };
  const selected = sheet.serviceOf(SheetsSelectionsService).getCurrentSelections();
  sheet.commands.syncExecuteCommand(SetSelectionsOperation.id, {
    ...sheet.activeTarget,
    selections: selected.map((one) => ({ ...one, range: { ...one.range, ...whole } })),
  });
}

/** Selects from the active cell to this one. */
function extendTo(sheet: Spreadsheet, { row, column }: Block): void {
  const selected = sheet.serviceOf(SheetsSelectionsService).getCurrentLastSelection();
  if (!selected) return;
  const { row: ownRow, column: ownColumn } = sheet.activeCell!;
  const range = {
    startRow: Math.min(row, ownRow),
    endRow: Math.max(row, ownRow),
    startColumn: Math.min(column, ownColumn),
    endColumn: Math.max(column, ownColumn),
  };
  sheet.commands.syncExecuteCommand(SetSelectionsOperation.id, {
    ...sheet.activeTarget,
    selections: [{ ...selected, range }],
  });
}

function hideLines(sheet: Spreadsheet, lines: 'rows' | 'columns'): Promise<boolean> {
  selectLines(sheet, lines === 'rows', lines === 'columns');
  return sheet.commands.executeCommand(lines === 'rows' ? SetRowHiddenCommand.id : SetColHiddenCommand.id);
}

/** Gives the selected cells a number format, but none that a filter hides; an empty one is that of a cell without any. */
function setFormat(sheet: Spreadsheet, pattern: string): Promise<boolean> {
  const selected = sheet.serviceOf(SheetsSelectionsService).getCurrentSelections();
  const values: ISetCellsNumfmt = [];
  const active = sheet.workbook.getActiveSheet();
  for (const { range } of selected)
    Range.foreach(range, (row, col) => active.isRowFiltered(row) || values.push({ row, col, pattern }));
  return sheet.commands.executeCommand(SetNumfmtCommand.id, { values });
}

/** Inserts as many rows, columns or cells as are selected, before them, or deletes these. */
async function insertOrDelete(sheet: Spreadsheet, workbook: Workbook, isInsert: boolean): Promise<void> {
  const [selected, ...others] = sheet.serviceOf(SheetsSelectionsService).getCurrentSelections();
  if (!selected || others.length > 0) return;
  const { range } = selected;
  const copied = isInsert ? copiedLines(sheet) : undefined;
  if (copied) return workbook.asOneStep(() => insertLines(sheet, copied, range));
  const rows = isInsert
    ? { id: InsertMultiRowsAboveCommand.id, params: { value: range.endRow - range.startRow + 1 } }
    : { id: RemoveRowCommand.id, params: { range } };
  const columns = isInsert
    ? { id: InsertMultiColsLeftCommand.id, params: { value: range.endColumn - range.startColumn + 1 } }
    : { id: RemoveColCommand.id, params: { range } };
  const [down, across] = isInsert
    ? [InsertRangeMoveDownCommand.id, InsertRangeMoveRightCommand.id]
    : [DeleteRangeMoveUpCommand.id, DeleteRangeMoveLeftCommand.id];
  const askHow = (): Promise<{ id: string; params: object } | undefined> =>
    askUser<{ id: string; params: object } | undefined>(isInsert ? 'Insert' : 'Delete', 'Which cells move?', [
      { text: isInsert ? 'Those below, down' : 'Those below, up', answer: { id: down, params: { range } } },
      { text: isInsert ? 'Those beside, right' : 'Those beside, left', answer: { id: across, params: { range } } },
      { text: 'Whole rows', answer: rows },
      { text: 'Whole columns', answer: columns },
      { text: 'Cancel', answer: undefined },
    ]);
  const wanted =
    range.rangeType === RANGE_TYPE.ROW ? rows : range.rangeType === RANGE_TYPE.COLUMN ? columns : await askHow();
  if (wanted) await sheet.commands.executeCommand(wanted.id, wanted.params);
}

/** Whole rows or columns of which the border of a copy is shown. */
function copiedLines(sheet: Spreadsheet): (IRange & { readonly sheetId: string }) | undefined {
  const clipboard = sheet.serviceOf(ISheetClipboardService);
  const cache = clipboard.copyContentCache();
  const content = hasCopy(clipboard) ? cache.get(cache.getLastCopyId() ?? '') : undefined;
  const worksheet = sheet.workbook.getSheetBySheetId(content?.subUnitId ?? '');
  const { rows, cols } = content?.range ?? { rows: [], cols: [] };
  const [startRow, endRow, startColumn, endColumn] = [rows[0]!, rows.at(-1)!, cols[0]!, cols.at(-1)!];
  const areRows = cols.length === worksheet?.getColumnCount() && endRow - startRow === rows.length - 1;
  const areColumns = rows.length === worksheet?.getRowCount() && endColumn - startColumn === cols.length - 1;
  if (content?.copyType !== COPY_TYPE.COPY || areRows === areColumns) return undefined;
  const rangeType = areRows ? RANGE_TYPE.ROW : RANGE_TYPE.COLUMN;
  return { sheetId: worksheet!.getSheetId(), startRow, endRow, startColumn, endColumn, rangeType };
}

/** Inserts a copy of whole rows above the selection, or of columns before it. */
async function insertLines(sheet: Spreadsheet, copied: IRange & { readonly sheetId: string }, at: IRange) {
  const active = sheet.workbook.getActiveSheet();
  const areRows = copied.rangeType === RANGE_TYPE.ROW;
  const [start, end] = areRows ? (['startRow', 'endRow'] as const) : (['startColumn', 'endColumn'] as const);
  const { sheetId, ...range } = copied;
  const [first, count] = [at[start], range[end] - range[start] + 1];
  const isOwn = sheetId === active.getSheetId();
  if (isOwn && first > range[start] && first <= range[end])
    return tellUser('Nothing was inserted', 'Select a place that is not within what was copied.');
  const target = { ...range, [start]: first, [end]: first + count - 1 };
  sheet.selectOnly(target);
  const id = areRows ? InsertMultiRowsAboveCommand.id : InsertMultiColsLeftCommand.id;
  if (!(await sheet.commands.executeCommand(id, { value: count }))) return;
  // Copied once more: the formulas have changed with the lines that moved.
  const by = isOwn && first <= range[start] ? count : 0;
  const source = { ...range, [start]: range[start] + by, [end]: range[end] + by };
  const clipboard = sheet.serviceOf(ISheetClipboardService);
  const copyType = COPY_TYPE.COPY;
  const { unitId } = sheet.activeTarget;
  const content = clipboard.generateCopyContent(unitId, sheetId, source, { copyType });
  if (!content) return;
  const { copyId, discreteRange, matrixFragment: matrix } = content;
  const cached = { unitId, subUnitId: sheetId, range: discreteRange, matrix, copyType };
  clipboard.copyContentCache().set(copyId, cached);
  sheet.selectOnly(target);
  await sheet.commands.executeCommand(PASTE_ONCE);
}

function turn({ workbook, commands }: Spreadsheet, direction: 1 | -1): void {
  const shown = workbook.getSheets().filter((one) => !one.isSheetHidden());
  const next = shown[shown.indexOf(workbook.getActiveSheet()) + direction];
  if (!next) return;
  const target = { unitId: workbook.getUnitId(), subUnitId: next.getSheetId() };
  void commands.executeCommand(SetWorksheetActivateCommand.id, target);
}

/** The first that is not frozen, as in Excel; in the row of the active cell, or of the sheet. */
function firstCell(sheet: Spreadsheet, isInRow: boolean): Block {
  const active = sheet.workbook.getActiveSheet();
  const { xSplit, ySplit } = active.getFreeze();
  return cellOf(active.getName(), isInRow ? (sheet.activeCell?.row ?? 0) : ySplit, xSplit);
}

/** In the last row and the last column in which a cell has anything. */
function lastCell({ workbook }: Spreadsheet): Block {
  const active = workbook.getActiveSheet();
  const { endRow, endColumn } = active.getCellMatrix().getDataRange();
  return cellOf(active.getName(), Math.max(0, endRow), Math.max(0, endColumn));
}

/** What the head, the tabs and the bars of the grid take of its height. */
const AROUND_CELLS_PX = 200;

async function page(sheet: Spreadsheet, workbook: Workbook, height: number, direction: 1 | -1): Promise<void> {
  const active = sheet.workbook.getActiveSheet();
  const rows = Math.max(1, Math.floor((height - AROUND_CELLS_PX) / active.getConfig().defaultRowHeight));
  const { row, column } = await workbook.selection();
  const target = Math.min(active.getRowCount() - 1, Math.max(0, row + direction * rows));
  await workbook.select(cellOf(active.getName(), target, column));
}

/** The sum of the numbers above the selected cell, or else of those on its left. */
async function addUp(sheet: Spreadsheet, workbook: Workbook): Promise<void> {
  const { sheet: name, row, column } = await workbook.selection();
  const first = sheet.positionOf(cellOf(name, 0, 0));
  const isNumber = (down: number, across: number): boolean =>
    down >= 0 && across >= 0 && typeof valueAt(sheet, { ...first, row: down, column: across }) === 'number';
  let [rows, columns] = [0, 0];
  while (isNumber(row - rows - 1, column)) rows++;
  while (rows === 0 && isNumber(row, column - columns - 1)) columns++;
  if (rows + columns === 0) return;
  const numbers =
    rows > 0 ? { row: row - rows, column, rows, columns: 1 } : { row, column: column - columns, rows: 1, columns };
  await workbook.write([{ block: cellOf(name, row, column), cells: [[{ formula: `=SUM(${a1(numbers)})` }]] }]);
}

async function enterNow(workbook: Workbook, isTime: boolean): Promise<void> {
  const { sheet, row, column } = await workbook.selection();
  const now = new Date();
  const minutes = Math.floor(now.getTime() / MS_PER_MINUTE) - now.getTimezoneOffset();
  const days = (minutes * MS_PER_MINUTE) / MS_PER_DAY;
  const cell = isTime
    ? { value: days % 1, format: CLOCK_FORMAT }
    : { value: serialFromDays(Math.floor(days), '1900'), format: DATE_FORMAT };
  await workbook.write([{ block: cellOf(sheet, row, column), cells: [[cell]] }]);
}

let sought = '';

/** Asks for a text and selects the next cell that has it in what it shows or in its formula. */
export async function find(sheet: Spreadsheet, workbook: Workbook): Promise<void> {
  const field = element('input', { type: 'search', value: sought });
  const asked = askForm('Find', [labelled('Text', field).label], 'Find next');
  field.select();
  if (!(await asked) || field.value === '') return;
  sought = field.value;
  const found = await nextWith(sought.toLowerCase(), sheet, workbook);
  if (found) await workbook.select(found);
  else await tellUser('Find', `No cell has “${sought}”.`);
}

/** After the selected cell, then on the following sheets, then from the first one on. Others are let in meanwhile. */
async function nextWith(text: string, sheet: Spreadsheet, workbook: Workbook): Promise<Block | undefined> {
  const selected = await workbook.selection();
  const unitId = sheet.workbook.getUnitId();
  const pauses = new Pauses();
  let first: Block | undefined;
  const sheets = sheet.workbook.getSheets().filter((worksheet) => !worksheet.isSheetHidden());
  const orderOf = (name: string): number => sheets.findIndex((worksheet) => worksheet.getName() === name);
  for (const worksheet of sheets) {
    const [name, sheetId] = [worksheet.getName(), worksheet.getSheetId()];
    const order = orderOf(name) - orderOf(selected.sheet);
    const cells = new ObjectMatrix<true>();
    const spilled = sheet.formulas.getArrayFormulaCellData()[unitId]?.[sheetId] ?? {};
    for (const matrix of [worksheet.getCellMatrix(), new ObjectMatrix(spilled)])
      matrix.forValue((row, column) => cells.setValue(row, column, true));
    for (const row of Object.keys(cells.getMatrix()).map(Number))
      for (const column of Object.keys(cells.getMatrix()[row]!).map(Number)) {
        const isAfter = (order || row - selected.row || column - selected.column) > 0;
        if (first && !isAfter) continue;
        if (pauses.isDue) await pauses.take();
        const position = { unitId, sheetId, row, column };
        if (!`${textAt(sheet, position)}\n${formulaAt(sheet, position)}`.toLowerCase().includes(text)) continue;
        if (isAfter) return cellOf(name, row, column);
        first = cellOf(name, row, column);
      }
  }
  return first;
}
