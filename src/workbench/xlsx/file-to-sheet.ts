import { BooleanNumber, CellValueType, type ICellData, type IStyleData, type IWorksheetData } from '@univerjs/core';
import type { CellObject, WorkSheet } from '@e965/xlsx';
import { parseA1 } from '../../core/sheet/a1';
import { GENERAL } from '../engine/shown-cell';
import { dayShift } from './days-from-1904';
import { namesOtherWorkbooks } from './formulas';
import { PIXELS_PER_CHARACTER, POINTS_PER_PIXEL } from './sheet-to-file';

/** The minimum size of a sheet, so that there is room beyond its data. */
const [MIN_ROWS, MIN_COLUMNS] = [200, 26];
const ERROR_TEXTS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
};

interface SheetReading {
  readonly name: string;
  readonly id: string;
  readonly isHidden: boolean;
  readonly countsFrom1904: boolean;
  /** A cell's style, by its address. */
  readonly styleOf: (address: string) => IStyleData | undefined;
  /** The style of blank cells in a column. */
  readonly styleOfColumn: (column: number) => IStyleData | undefined;
  /** A formula of a row, as in the file → as typed. */
  readonly typed: (formula: string, row: number) => string;
}

export function fileToSheet(
  file: WorkSheet,
  { name, id, isHidden, countsFrom1904, styleOf, styleOfColumn, typed }: SheetReading,
): Partial<IWorksheetData> {
  const used = parseA1(file['!ref'] ?? 'A1', name);
  const cellData: Record<number, Record<number, ICellData>> = {};
  for (const address of Object.keys(file)) {
    const block = address.startsWith('!') ? undefined : parseA1(address, name);
    if (!block) continue;
    const cell = file[address] as CellObject;
    // Excel too keeps the values when links are broken.
    const formula = cell.f === undefined || namesOtherWorkbooks(cell.f) ? undefined : typed(cell.f, block.row);
    if (countsFrom1904 && typeof cell.v === 'number') cell.v += dayShift(cell.z?.toString());
    (cellData[block.row] ??= {})[block.column] = cellFromFile(cell, formula, address, styleOf(address));
  }
  const rowCount = Math.max(MIN_ROWS, (used?.row ?? 0) + (used?.rows ?? 0) + 50);
  const columnCount = Math.max(MIN_COLUMNS, (used?.column ?? 0) + (used?.columns ?? 0) + 5);
  // As the engine does when the user formats a column: it shows no number format of a column itself.
  for (let column = 0; column < columnCount; column++) {
    const s = styleOfColumn(column);
    for (let row = 0; s && row < rowCount; row++) (cellData[row] ??= {})[column] ??= { s };
  }
  return {
    id,
    name,
    cellData,
    hidden: isHidden ? BooleanNumber.TRUE : BooleanNumber.FALSE,
    rowCount,
    columnCount,
    columnData: dataOf(file['!cols'], ({ width, hidden }) => ({
      ...(width === undefined ? {} : { w: Math.round(width * PIXELS_PER_CHARACTER) }),
      ...hiddenIf(hidden),
    })),
    rowData: dataOf(file['!rows'], ({ hpt, hidden }) => ({
      ...(hpt === undefined ? {} : { h: Math.round(hpt / POINTS_PER_PIXEL) }),
      ...hiddenIf(hidden),
    })),
    mergeData: (file['!merges'] ?? []).map(({ s, e }) => ({
      startRow: s.r,
      startColumn: s.c,
      endRow: e.r,
      endColumn: e.c,
    })),
  };
}

/** By index; the package leaves holes where it has no data. */
const dataOf = <Size, Data>(
  sizes: readonly (Size | undefined)[] = [],
  read: (size: Size) => Data,
): Record<number, Data> => Object.fromEntries(sizes.flatMap((size, index) => (size ? [[index, read(size)]] : [])));

const hiddenIf = (hidden: boolean | undefined) => (hidden ? { hd: BooleanNumber.TRUE } : {});

/** A cell of a spill keeps its format alone: its formula, which is at the spill's first cell, fills it again. */
function cellFromFile(
  { t, v, F, z }: CellObject,
  formula: string | undefined,
  address: string,
  look: IStyleData | undefined,
): ICellData {
  const style = { s: { ...look, ...(z === undefined || z === GENERAL ? {} : { n: { pattern: String(z) } }) } };
  if (formula !== undefined) return { f: formula, ...style };
  const isSpilled = F !== undefined && F.split(':')[0] !== address;
  return isSpilled ? style : { ...valueFromFile(t, v), ...style };
}

function valueFromFile(type: CellObject['t'], value: CellObject['v']): ICellData {
  if (type === 'n') return { v: value as number, t: CellValueType.NUMBER };
  if (type === 'b') return { v: value ? 1 : 0, t: CellValueType.BOOLEAN };
  if (type === 'e') return { v: ERROR_TEXTS[value as number] ?? '#VALUE!' };
  return value === undefined ? {} : { v: value as string, t: CellValueType.STRING };
}
