import {
  CellValueType,
  type ICellData,
  type IColumnData,
  type IObjectArrayPrimitiveType,
  type IObjectMatrixPrimitiveType,
  type IStyleData,
} from '@univerjs/core';
import type { CellPosition } from '../engine/cell-position';
import { isMdFormula } from '../engine/md-cells';
import { isBlocked, spillAt } from '../engine/spills';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { isManyValued, needsArrays } from './array-operands';
import { dayShift } from './days-from-1904';
import { moved, namesOtherWorkbooks } from './formulas';
import { child, children, isOn, unescaped } from './package';
import { withoutLook } from './styles';
import type { ElementText } from './xml-text';
import { GENERAL, isErrorCode, keptOfFile, type PlainValue } from '../engine/cell-contents';
import { MS_PER_DAY } from '../../core/calendar/dates';
import { a1, type Block, cellOf, isSingleCell, overlaps, parseA1 } from '../../core/sheet';

/** Errors that the file format knows. Others become #VALUE!, and are calculated again when the file is opened. */
const ERRORS = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'];
const MAX_TEXT = 32_767;
/** A sheet reaches this far for cells with only a look: one at the end of the grid would make every formula slow. */
const [MAX_LOOK_ROWS, MAX_LOOK_COLUMNS] = [10_000, 1_000];
/** From 1900-01-00, where the workbench begins to count. */
const DAYS_TO_1970 = 25_569;

interface CellReading {
  /** A file's styles, by index. */
  readonly styles: readonly IStyleData[];
  readonly columns: IObjectArrayPrimitiveType<Partial<IColumnData>>;
  readonly texts: readonly string[];
  readonly countsFrom1904: boolean;
  /** A formula of a cell, as in the file → as typed. */
  readonly typed: (formula: string, row: number, column: number, isArray: boolean) => string;
  /** Whether a formula, as typed, cannot be calculated, so that its value is kept. */
  readonly isKept?: (formula: string, result: string | number | boolean) => boolean;
}

/** The texts that the cells of a file share, by index; the reading aids of Japanese are not part of them. */
export const readTexts = (table: ElementText): string[] => children(table, 'si').map(textOf);

const textOf = (item: ElementText | undefined): string =>
  [...children(item, 't'), ...children(item, 'r').flatMap((run) => children(run, 't'))]
    .map(({ textContent }) => unescaped(textContent))
    .join('');

/** The cells of a sheet of a file, in one pass. */
export class CellReader {
  readonly cellData: IObjectMatrixPrimitiveType<ICellData> = {};
  /** What formulas and the cells that they fill show in the file, by address. */
  readonly results = new Map<string, string | number | boolean | null>();
  /** The blocks that one formula fills. */
  readonly arrays: Block[] = [];
  /** The blocks of which Excel lets nobody change a part: of an array formula, or of a what-if table. */
  readonly fixed: { readonly block: Block; readonly isArray: boolean }[] = [];
  /** How many rows and columns are in use. */
  rows = 0;
  columns = 0;
  #row = -1;
  /** The blocks of formulas that cannot be calculated, and their rows of values, as far as they have been read. */
  readonly #kept: { readonly block: Block; readonly rows: PlainValue[][] }[] = [];
  readonly #shared = new Map<string, { readonly formula: string; readonly row: number; readonly column: number }>();

  constructor(private readonly reading: CellReading) {}

  /** Returns the row's number. Rows and cells without one follow on those before them. */
  readRow(element: ElementText): number {
    const row = Number(element.getAttribute('r') ?? this.#row + 2) - 1;
    this.#row = row;
    let column = -1;
    for (const cell of children(element, 'c')) {
      const reference = cell.getAttribute('r');
      const block = reference === undefined ? cellOf('', row, column + 1) : parseA1(reference, '');
      if (!block) continue;
      column = block.column;
      (this.cellData[row] ??= {})[column] = this.#cell(cell, { ...block, row });
      const [rows, columns] =
        cell.children.length > 0
          ? [row + 1, column + 1]
          : [Math.min(row + 1, MAX_LOOK_ROWS), Math.min(column + 1, MAX_LOOK_COLUMNS)];
      this.columns = Math.max(this.columns, columns);
      this.rows = Math.max(this.rows, rows);
    }
    return row;
  }

  /** A cell of a spill keeps its look alone: its formula, which is at the spill's first cell, fills it again. */
  #cell(cell: ElementText, position: Block): ICellData {
    const index = Number(cell.getAttribute('s') ?? 0);
    const style = this.reading.styles[index];
    const below = this.reading.columns[position.column]?.s;
    // The first style is that of the sheet, but for its number format.
    const own = index === 0 ? style?.n && { n: style.n } : style;
    const look = {
      ...(below && typeof below === 'object' && below !== style && withoutLook(below, this.reading.styles[0])),
      ...own,
    };
    const written = child(cell, 'f');
    const isDynamic = Number(cell.getAttribute('cm') ?? 0) > 0;
    const formula = this.#formula(written, position, isDynamic);
    // Excel too keeps the values when links are broken.
    const value = this.#value(cell);
    const isCounted = this.reading.countsFrom1904 && typeof value.v === 'number' && cell.getAttribute('t') !== 'd';
    const shift = isCounted ? dayShift(look.n?.pattern) : 0;
    if (shift > 0) value.v = Number(value.v) + shift;
    const isResult =
      (formula !== undefined && !namesOtherWorkbooks(formula)) ||
      (formula === undefined && this.arrays.some((array) => overlaps(array, position)));
    if (!isResult) return { ...value, s: look };
    this.results.set(a1(position), plainValue(value));
    if (formula === undefined) {
      const kept = this.#kept.find(({ block }) => overlaps(block, position));
      if (kept)
        kept.rows[position.row - kept.block.row]![position.column - kept.block.column] = plainValue(value) ?? '';
      return { s: look };
    }
    const isArray = written?.getAttribute('t') === 'array';
    const f = this.reading.typed(formula, position.row, position.column, isArray);
    const block = isArray ? parseA1(written.getAttribute('ref') ?? '', '') : undefined;
    const filled = block && ([block.rows, block.columns] as const);
    if (isMdFormula(formula)) return { f, s: look, ...(filled && keptOfFile({ filled })) };
    const isGeneral = (look.n?.pattern ?? GENERAL) === GENERAL;
    // One that does not spill by itself.
    const array = isDynamic ? undefined : filled;
    const result = plainValue(value) ?? undefined;
    const isKept = result !== undefined && result !== '#NAME?' && this.reading.isKept?.(f, result);
    const kept = isKept ? (block && !isSingleCell(block) ? this.#keptRows(block, result) : result) : undefined;
    const isNoted = isGeneral || filled !== undefined || kept !== undefined;
    return { f, s: look, ...(isNoted && keptOfFile({ isGeneral, array, filled, kept })) };
  }

  /** The other values follow as their cells are read. */
  #keptRows(block: Block, first: PlainValue): PlainValue[][] {
    const rows = Array.from({ length: block.rows }, () => Array<PlainValue>(block.columns).fill(''));
    rows[0]![0] = first;
    this.#kept.push({ block, rows });
    return rows;
  }

  #formula(own: ElementText | undefined, position: Block, isDynamic: boolean): string | undefined {
    if (!own) return undefined;
    const [type, index = '', ref = ''] = ['t', 'si', 'ref'].map((name) => own.getAttribute(name));
    const formula = unescaped(own.textContent);
    const block = parseA1(ref, '');
    const isOfSeveral = block && block.rows * block.columns > 1;
    if (block && (type === 'dataTable' || (type === 'array' && !isDynamic && isOfSeveral)))
      this.fixed.push({ block, isArray: type === 'array' });
    if (type === 'shared' && formula === '') {
      const first = this.#shared.get(index);
      return first && moved(first.formula, position.row - first.row, position.column - first.column);
    }
    if (formula === '' || type === 'dataTable') return undefined;
    if (type === 'shared') this.#shared.set(index, { formula, row: position.row, column: position.column });
    const array = type === 'array' ? block : undefined;
    if (array && array.rows * array.columns > 1 && !namesOtherWorkbooks(formula)) this.arrays.push(array);
    return formula;
  }

  #value(cell: ElementText): ICellData {
    const value = child(cell, 'v')?.textContent ?? '';
    const text = (v: string): ICellData => ({ v, t: CellValueType.STRING });
    switch (cell.getAttribute('t')) {
      case 's':
        return value === '' ? {} : text(this.reading.texts[Number(value)] ?? '');
      case 'str':
        return text(unescaped(value));
      case 'inlineStr':
        return text(textOf(child(cell, 'is')));
      case 'b':
        return { v: isOn(value) ? 1 : 0, t: CellValueType.BOOLEAN };
      case 'e':
        return { v: ERRORS.includes(value) ? value : '#VALUE!' };
      case 'd':
        return this.#date(value);
      default:
        return value === '' ? {} : { v: Number(value), t: CellValueType.NUMBER };
    }
  }

  /** "2026-11-20T09:30:00", which a few programs write. */
  #date(text: string): ICellData {
    const days = Date.parse(/[TZ]/.test(text) && !text.endsWith('Z') ? `${text}Z` : text) / MS_PER_DAY + DAYS_TO_1970;
    if (Number.isNaN(days)) return { v: text, t: CellValueType.STRING };
    return { v: days, t: CellValueType.NUMBER };
  }
}

/** What a cell holds: null for nothing. */
export const plainValue = ({ v, t }: ICellData): string | number | boolean | null =>
  t === CellValueType.BOOLEAN ? v === 1 : (v ?? null);

/** A number has no type of its own, and neither has a blank cell. */
export function valueXml(value: string | number | boolean | null): { readonly type?: string; readonly text: string } {
  if (value === null) return { text: '' };
  if (typeof value === 'number') return Number.isFinite(value) ? { text: String(value) } : { type: 'e', text: '#NUM!' };
  if (typeof value === 'boolean') return { type: 'b', text: value ? '1' : '0' };
  if (value.length > MAX_TEXT)
    throw new Error(`a text has ${value.length} characters, and Excel allows ${MAX_TEXT} in a cell`);
  if (!isErrorCode(value)) return { type: 'str', text: value };
  return { type: 'e', text: [...ERRORS, '#GETTING_DATA'].includes(value) ? value : '#VALUE!' };
}

/**
 * The block of a formula that spills by itself (a dynamic array); its own cell if something is in the way, as the cells
 * of others may not be in it. Without its mark Excel would read the formula as one from before dynamic arrays, show only
 * one cell of its result, and take one cell of each range that it calculates with.
 */
export function dynamicBlockOf(sheet: Spreadsheet, position: CellPosition, formula: string): string | undefined {
  const spill = spillAt(sheet, position);
  if (spill) return a1(spill);
  return isMdFormula(formula) || isBlocked(sheet, position) || needsArrays(formula, (name) => mayBeMany(sheet, name))
    ? a1(cellOf('', position.row, position.column))
    : undefined;
}

/** What a name stands for decides; what nobody can tell counts as several. */
function mayBeMany(sheet: Spreadsheet, name: string): boolean {
  const own = name.slice(name.lastIndexOf('!') + 1).toUpperCase();
  const found = sheet.definedNames.filter((one) => one.name.toUpperCase() === own);
  return found.some(({ formulaOrRefString }) => isManyValued(formulaOrRefString) ?? true);
}
