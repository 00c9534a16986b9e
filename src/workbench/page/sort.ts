import {
  BooleanNumber,
  type ICellData,
  type IStyleData,
  IUndoRedoService,
  type Nullable,
  type Worksheet,
} from '@univerjs/core';
import {
  expandToContinuousRange,
  SetRangeValuesMutation,
  SetRangeValuesUndoMutationFactory,
  SheetsSelectionsService,
} from '@univerjs/preset-sheets-core';
import type { Session } from '../../app/session';
import { frozenBlocks } from '../../app/workbook/freeze';
import { messageOf } from '../../core/basics';
import { a1, a1WithSheet, type Block, cellOf, cellsIn, columnName, isSingleCell, overlaps } from '../../core/sheet';
import { type Attachments, KEEP_ANSWERS } from '../engine/attachments';
import { formulaAt, isErrorCode, NOTHING, ownLook, valueAt } from '../engine/cell-contents';
import { blockOfEngineRange, type CellPosition, engineRangeOf, partOnSheet } from '../engine/cell-position';
import { spillsOn } from '../engine/spills';
import { AN_ERROR, hasHeadings, orderOf, type SortKey, type SortValue } from '../engine/row-sort';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { moved } from '../xlsx/formulas';
import { filteredBy } from '../engine/structured-references';
import { askForm, element, labelled, select, tellUser } from './dialog';

interface Sorted {
  readonly sheet: Spreadsheet;
  readonly attachments: Attachments;
}

const MAX_KEYS = 3;
const PENDING = '#GETTING_DATA';

/**
 * Asks how to sort the selected rows, or those around a single selected cell, and sorts them, as one step to undo. The
 * engine's own sort would leave references as they are, so that a formula would calculate with another row.
 */
export async function sortSelection(sorted: Sorted, session: Session): Promise<void> {
  const { sheet } = sorted;
  const { block, column, areHeadings } = selectedBlock(sorted);
  const refusal = await refusalOf(sorted, session, block, column).catch(messageOf);
  if (refusal !== undefined) {
    await tellUser('Nothing was sorted', refusal);
    return;
  }
  const worksheet = sheet.worksheetNamed(block.sheet);
  // As in Excel, hidden rows stay where they are.
  const rows = Array.from({ length: block.rows }, (_, down) => block.row + down).filter((row) =>
    worksheet.getRowVisible(row),
  );
  const values = rows.map((row) => valuesOf(sheet, { ...block, row, rows: 1 }));
  const wish = await askForKeys(block, values, column, areHeadings ?? hasHeadings(values, isSetOff(worksheet, block)));
  if (!wish) return;
  const skipped = wish.hasHeadings ? 1 : 0;
  const order = orderOf(values.slice(skipped), wish.keys);
  sortRows(
    sorted,
    block,
    order.map((from, to) => ({ from: rows[from + skipped]!, to: rows[to + skipped]! })),
  );
}

interface Selected {
  readonly block: Block;
  readonly column: number;
  /** Whether the first row has the headings, where a table says so. */
  readonly areHeadings?: boolean;
}

/**
 * The selected cells as far as the sheet is filled; a single one stands for its table, without the row of totals, or for
 * all that are filled around it.
 */
export function selectedBlock({ sheet, attachments }: Sorted): Selected {
  const worksheet = sheet.workbook.getActiveSheet();
  const selection = sheet.serviceOf(SheetsSelectionsService).getCurrentLastSelection();
  const extent = {
    rows: Math.max(1, worksheet.getLastRowWithContent() + 1),
    columns: Math.max(1, worksheet.getLastColumnWithContent() + 1),
  };
  const selected = selection
    ? blockOfEngineRange(worksheet.getName(), selection.range, extent)
    : cellOf(worksheet.getName(), 0, 0);
  const column = sheet.activeCell?.column ?? selected.column;
  if (!isSingleCell(selected))
    return { block: partOnSheet(selected, { rowCount: extent.rows, columnCount: extent.columns }), column };
  const table = attachments.tables.find(({ block }) => overlaps(block, selected));
  if (table) return { block: filteredBy(table), column, areHeadings: table.headerRows > 0 };
  const around = { left: true, right: true, up: true, down: true };
  const range = expandToContinuousRange(engineRangeOf(selected), around, worksheet);
  return { block: blockOfEngineRange(worksheet.getName(), range), column };
}

/** Why these rows cannot be sorted; undefined if they can. */
async function refusalOf(
  { sheet }: Sorted,
  session: Session,
  block: Block,
  column: number,
): Promise<string | undefined> {
  const worksheet = sheet.worksheetNamed(block.sheet);
  const merged = worksheet
    .getMergeData()
    .map((range) => blockOfEngineRange(block.sheet, range))
    .find((other) => overlaps(other, block));
  if (merged) return `${a1(merged)} is merged: unmerge it, or select rows without merged cells.`;
  const spill = spillsOn(sheet, sheet.positionOf(block)).find((other) => overlaps(other.block, block));
  if (spill) return ofSpill(sheet, spill.block, block, column);
  if (block.rows < 2) return `${a1WithSheet(block)} is a single row: select the rows to sort, or a cell among them.`;
  const frozen = (await frozenBlocks(session))
    .flatMap((one) => one.block ?? [])
    .find((other) => overlaps(other, block));
  if (frozen) return `${a1(frozen)} is frozen, and would be thawed in the wrong row: thaw it first.`;
  const waits = valuesIn(sheet, block).includes(PENDING);
  return waits ? 'A cell still waits for its value: sort when it is there.' : undefined;
}

/**
 * What sorts the result of a formula: another formula, which leaves the headings on top. Cells that are to be sorted beside
 * the result are sorted with it: no row may lose its other half.
 */
function ofSpill(sheet: Spreadsheet, spill: Block, chosen: Block, column: number): string {
  const isAlone = cellsIn(chosen)
    .flat()
    .every((cell) => overlaps(spill, cell));
  const block = isAlone ? spill : chosen;
  const rows = Array.from({ length: block.rows }, (_, down) =>
    valuesOf(sheet, { ...block, row: block.row + down, rows: 1 }),
  );
  const areHeadings = hasHeadings(rows, isSetOff(sheet.worksheetNamed(block.sheet), block));
  const result = isAlone ? `${a1({ ...block, rows: 1, columns: 1 })}#` : a1(block);
  const by = Math.min(Math.max(1, column - block.column + 1), block.columns);
  const formula = areHeadings ? `=VSTACK(TAKE(${result},1),SORT(DROP(${result},1),${by}))` : `=SORT(${result},${by})`;
  return `${a1(spill)} is the result of one formula, whose rows cannot be moved. Enter ${formula} in an empty cell: it shows the same rows in order${areHeadings ? ', below their headings' : ''}.`;
}

const valuesIn = (sheet: Spreadsheet, block: Block): (string | number | boolean | null)[] =>
  cellsIn(block)
    .flat()
    .map((cell) => valueAt(sheet, sheet.positionOf(cell)));

const valuesOf = (sheet: Spreadsheet, row: Block): SortValue[] =>
  valuesIn(sheet, row).map((value) => (isErrorCode(value) ? AN_ERROR : value));

/** Whether the first row is bold and the second is not. */
function isSetOff(worksheet: Worksheet, { row, column }: Block): boolean {
  const isBold = (at: number): boolean =>
    worksheet.getComposedCellStyleByCellData(at, column, worksheet.getCellRaw(at, column)).bl === BooleanNumber.TRUE;
  return isBold(row) && !isBold(row + 1);
}

interface Wish {
  readonly hasHeadings: boolean;
  readonly keys: readonly SortKey[];
}

/** Undefined if the user does not want to sort after all. */
async function askForKeys(
  block: Block,
  [first = []]: readonly (readonly SortValue[])[],
  activeColumn: number,
  isGuess: boolean,
): Promise<Wish | undefined> {
  const headings = element('input', { type: 'checkbox', checked: isGuess });
  const keys = Array.from({ length: Math.min(MAX_KEYS, block.columns) }, (_, index) => ({
    column: select(index === 0 ? 'Sort by' : 'Then by', {}),
    order: select('in this order', { ascending: '', descending: 'descending' }),
  }));
  const nameColumns = (): void =>
    keys.forEach(({ column: { field } }, index) => {
      const { value } = field;
      const names = first.map((value, column) => {
        const letters = columnName(block.column + column);
        const hasName = headings.checked && typeof value === 'string';
        return new Option(hasName ? `${value} (${letters})` : `Column ${letters}`, String(column));
      });
      field.replaceChildren(...(index === 0 ? [] : [new Option('nothing else', '')]), ...names);
      field.value = value;
    });
  nameColumns();
  keys[0]!.column.field.value = String(Math.min(Math.max(0, activeColumn - block.column), block.columns - 1));
  for (const { column } of keys.slice(1)) column.field.value = '';
  headings.addEventListener('change', nameColumns);
  const fields = [
    labelled('The first row has headings', headings).label,
    ...keys.flatMap(({ column, order }) => [column.label, order.label]),
  ];
  if (!(await askForm(`Sort ${a1WithSheet(block)}`, fields, 'Sort'))) return undefined;
  return {
    hasHeadings: headings.checked,
    keys: keys
      .filter(({ column }) => column.field.value !== '')
      .map(({ column, order }) => ({
        column: Number(column.field.value),
        isDescending: order.field.value !== '',
      })),
  };
}

/**
 * Moves rows within a block, each with its formulas, looks and answers.
 *
 * @internal
 */
export function sortRows(
  sorted: Sorted,
  block: Block,
  rows: readonly { readonly from: number; readonly to: number }[],
): void {
  const { sheet } = sorted;
  const first = sheet.positionOf(block);
  const moves = rows
    .filter(({ from, to }) => from !== to)
    .flatMap(({ from, to }) =>
      Array.from({ length: block.columns }, (_, across) => {
        const column = block.column + across;
        return { from: { ...first, row: from, column }, to: { ...first, row: to, column } };
      }),
    );
  if (moves.length === 0) return;
  const cellAt = cellsThatMove(sheet, block.sheet);
  const cellValue: Record<number, Record<number, ICellData>> = {};
  for (const { from, to } of moves) (cellValue[to.row] ??= {})[to.column] = cellAt(from, to);
  const target = { unitId: first.unitId, subUnitId: first.sheetId };
  const values = { ...target, cellValue };
  const undo = SetRangeValuesUndoMutationFactory(sheet.univer.__getInjector(), values);
  const range = engineRangeOf(block);
  const [here, elsewhere] = [{ subUnitId: first.sheetId }, { subUnitId: '' }];
  const redoMutations = [
    { id: SetRangeValuesMutation.id, params: values },
    { id: KEEP_ANSWERS, params: { from: here, fromRange: range, to: elsewhere, toRange: range } },
  ];
  const undoMutations = [
    { id: SetRangeValuesMutation.id, params: undo },
    { id: KEEP_ANSWERS, params: { from: elsewhere, fromRange: range, to: here, toRange: range } },
  ];
  for (const { id, params } of redoMutations) sheet.commands.syncExecuteCommand(id, params);
  sheet.serviceOf(IUndoRedoService).pushUndoRedo({ unitID: first.unitId, undoMutations, redoMutations });
}

/** What to write into the one cell, so that it has everything of the other and nothing else. */
function cellsThatMove(sheet: Spreadsheet, name: string): (from: CellPosition, to: CellPosition) => ICellData {
  const raw = ({ row, column }: CellPosition): Nullable<ICellData> =>
    sheet.worksheetNamed(name).getCellRaw(row, column);
  return (from, to) => {
    const { v = null, t = null, p = null, custom = null } = structuredClone(raw(from)) ?? {};
    const [styles, formula] = [sheet.workbook.getStyles(), formulaAt(sheet, from)];
    return {
      ...NOTHING,
      v,
      t,
      p,
      custom,
      f: formula === '' ? null : moved(formula, to.row - from.row, 0, name),
      s: instead(styles.getStyleByCell(raw(to)), ownLook(sheet, raw(from))),
    };
  };
}

/** The engine merges looks: what only the old one has must be taken away. */
function instead(old: Nullable<IStyleData>, look: IStyleData): IStyleData {
  const none = (all: object = {}): Record<string, null> =>
    Object.fromEntries(Object.keys(all).map((key) => [key, null]));
  const borders = old?.bd || look.bd ? { bd: { ...none(old?.bd ?? {}), ...look.bd } } : {};
  return { ...none(old ?? {}), ...look, ...borders };
}
