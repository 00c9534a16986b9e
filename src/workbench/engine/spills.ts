import { cellToRange, type IRange, isNullCell, ObjectMatrix, Rectangle } from '@univerjs/core';
import { ErrorType, type IAddWorksheetMergeMutationParams } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { formulaAt, valueAt } from './cell-contents';
import { blockOfEngineRange, type CellPosition, positionKey } from './cell-position';
import { blocksIn } from '../../app/workbook/formulas';
import { type Block, MAX_COLUMNS, MAX_ROWS, overlaps } from '../../core/sheet';

/** Whether a formula shows #SPILL!, because something is in the way of its result. */
export const isBlocked = (sheet: Spreadsheet, position: CellPosition): boolean =>
  valueAt(sheet, position) === ErrorType.SPILL;

type OnSheet = Omit<CellPosition, 'row' | 'column'>;

/** What the results of a sheet's formulas fill, or would fill if nothing were in the way, by their first cells. */
const resultsOn = (sheet: Spreadsheet, { unitId, sheetId }: OnSheet): ObjectMatrix<IRange> =>
  new ObjectMatrix(sheet.formulas.getArrayFormulaRange()[unitId]?.[sheetId] ?? {});

/** A formula's result that fills more than one cell. */
export interface Spill {
  /** The formula's cell. */
  readonly position: CellPosition;
  readonly block: Block;
}

/** The spills on a sheet. */
export function spillsOn(sheet: Spreadsheet, { unitId, sheetId }: OnSheet): Spill[] {
  const spills: Spill[] = [];
  const name = sheet.sheetOf({ unitId, sheetId })?.getName() ?? '';
  resultsOn(sheet, { unitId, sheetId }).forValue((row, column, range) => {
    const position = { unitId, sheetId, row, column };
    if (!isBlocked(sheet, position)) spills.push({ position, block: blockOfEngineRange(name, range) });
  });
  return spills;
}

/** What the formula of a cell fills, with the cell; undefined if it fills no other. */
export function spillAt(sheet: Spreadsheet, position: CellPosition): Block | undefined {
  const range = resultsOn(sheet, position).getValue(position.row, position.column);
  return range && !isBlocked(sheet, position)
    ? blockOfEngineRange(sheet.sheetOf(position)?.getName() ?? '', range)
    : undefined;
}

/** The formulas that fill some of these cells, which have just been merged. */
export function newlyBlocked(
  sheet: Spreadsheet,
  { unitId, subUnitId: sheetId, ranges }: IAddWorksheetMergeMutationParams,
): CellPosition[] {
  const merged = ranges.map((range) => blockOfEngineRange(sheet.sheetOf({ unitId, sheetId })?.getName() ?? '', range));
  const isBelow = ({ block }: Spill): boolean => merged.some((one) => overlaps(one, block));
  return spillsOn(sheet, { unitId, sheetId })
    .filter(isBelow)
    .map(({ position }) => position);
}

/** Whether a formula's result would end beyond its sheet. */
export function endsBeyondSheet(sheet: Spreadsheet, position: CellPosition): boolean {
  const [worksheet, result] = [
    sheet.sheetOf(position),
    resultsOn(sheet, position).getValue(position.row, position.column),
  ];
  if (!worksheet || !result) return false;
  return result.endRow >= worksheet.getRowCount() || result.endColumn >= worksheet.getColumnCount();
}

const endsBeyondGrid = ({ endRow, endColumn }: IRange): boolean => endRow >= MAX_ROWS || endColumn >= MAX_COLUMNS;

/** The first cell that keeps a formula from filling its result; undefined where that is the end of its sheet. */
export function obstacleOf(sheet: Spreadsheet, position: CellPosition): CellPosition | undefined {
  const worksheet = sheet.sheetOf(position);
  const results = resultsOn(sheet, position);
  const result = results.getValue(position.row, position.column);
  if (!worksheet || !result || endsBeyondGrid(result)) return undefined;
  const merged = worksheet.getMergeData();
  const filled: IRange[] = [];
  results.forValue((row, column, range) => {
    const isOther = row !== position.row || column !== position.column;
    if (isOther && Rectangle.intersects(range, result) && !isBlocked(sheet, { ...position, row, column }))
      filled.push(range);
  });
  for (let { startRow: row } = result; row <= result.endRow; row++)
    for (let { startColumn: column } = result; column <= result.endColumn; column++) {
      if (row === position.row && column === position.column) continue;
      const isFilled = [...filled, ...merged].some((range) => Rectangle.contains(range, cellToRange(row, column)));
      if (isFilled || !isNullCell(worksheet.getCellRaw(row, column))) return { ...position, row, column };
    }
  return undefined;
}

/** Looks after results that nothing blocks but the end of their sheet, or nothing any more. */
export class BlockedResults {
  /** Results that have been evaluated again: the engine knows better whether they are still blocked. */
  #tried = new Set<string>();
  /**
   * The formulas for whose results sheets were made larger, by their cells, until they fill them. One that ends beyond its
   * sheet again, as that of `=A:A` in B5, grows with it: Excel has no room for it either.
   */
  readonly #madeRoom = new Map<string, string>();

  constructor(private readonly sheet: Spreadsheet) {}

  /** Makes room for results that end beyond their sheet. Returns the cells to be evaluated again. */
  releaseCells(): CellPosition[] {
    const sheet = this.sheet;
    const unitId = sheet.workbook.getUnitId();
    const released: CellPosition[] = [];
    const tried = new Set<string>();
    for (const sheetId of Object.keys(sheet.formulas.getArrayFormulaRange()[unitId] ?? {})) {
      const worksheet = sheet.workbook.getSheetBySheetId(sheetId);
      if (!worksheet) continue;
      resultsOn(sheet, { unitId, sheetId }).forValue((row, column, range) => {
        const position = { unitId, sheetId, row, column };
        const [cell, mark] = [positionKey(position), formulaAt(sheet, position)];
        if (!isBlocked(sheet, position)) {
          this.#madeRoom.delete(cell);
          return;
        }
        if (endsBeyondGrid(range) || obstacleOf(sheet, position)) return;
        const key = `${cell} ${range.endRow},${range.endColumn}`;
        tried.add(key);
        if (this.#tried.has(key)) return;
        if (endsBeyondSheet(sheet, position)) {
          if (this.#madeRoom.get(cell) === mark) return;
          this.#madeRoom.set(cell, mark);
          sheet.makeRoom(roomFor(sheet, position, range));
        }
        released.push(position);
      });
    }
    this.#tried = tried;
    return released;
  }
}

/** What a result fills once its sheet has all cells that the formula names, but for whole rows and columns. */
function roomFor(sheet: Spreadsheet, position: CellPosition, range: IRange): Block {
  const worksheet = sheet.sheetOf(position)!;
  const result = blockOfEngineRange(worksheet.getName(), range);
  const named = blocksIn(formulaAt(sheet, position), result.sheet).filter((block) => block.sheet === result.sheet);
  const missing = (endOf: (block: Block) => number, size: number, most: number): number =>
    Math.max(size, ...named.map(endOf).filter((end) => end < most)) - size;
  const rows = missing(({ row, rows: count }) => row + count, worksheet.getRowCount(), MAX_ROWS);
  const columns = missing(({ column, columns: count }) => column + count, worksheet.getColumnCount(), MAX_COLUMNS);
  return { ...result, rows: result.rows + rows, columns: result.columns + columns };
}
