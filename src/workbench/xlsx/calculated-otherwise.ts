import { ObjectMatrix } from '@univerjs/core';
import { blocksIn, callsIn, callsMd } from '../../app/workbook/formulas';
import { a1WithSheet, type Block } from '../../core/sheet';
import { formulaAt, valueAt } from '../engine/cell-contents';
import type { CellPosition } from '../engine/cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { isSameResult, type Shown } from './changed-file';
import type { SheetInFile } from './opened-file';

/** A cell whose value the engine calculates, and the file has another. */
export interface OtherValue {
  /** With its sheet. */
  readonly address: string;
  readonly here: Shown;
  readonly inFile: Shown;
}

const VOLATILE = new Set(['NOW', 'TODAY', 'RAND', 'RANDBETWEEN', 'RANDARRAY', 'OFFSET', 'INDIRECT', 'CELL', 'INFO']);
/** So many cells are looked at for one; what depends on more is taken as steady. */
const MAX_LOOKS = 20_000;

/** What the engine has made of the opened file's formulas, where the file has something else. */
export class CalculatedOtherwise {
  /** By the id of the sheet, then by address. */
  readonly values: Record<string, Record<string, Shown>> = {};
  /** Those that depend on nothing that changes by itself. */
  readonly others: OtherValue[] = [];
  readonly #moving = new Map<string, boolean>();
  /** Cells that the result of another cell fills, which may come from the service: their own formula says nothing. */
  readonly #filled = new Set<string>();

  constructor(
    private readonly sheet: Spreadsheet,
    inFile: ReadonlyMap<string, SheetInFile>,
  ) {
    const unitId = sheet.workbook.getUnitId();
    for (const [sheetId, { results }] of inFile)
      for (const address of results.keys()) {
        const [{ row, column }] = blocksIn(`=${address}`, '') as [Block];
        if (formulaAt(sheet, { unitId, sheetId, row, column }) === '')
          this.#filled.add(keyOf({ sheetId, row, column }));
      }
    for (const [sheetId, { results }] of inFile) {
      const name = sheet.sheetOf({ unitId, sheetId })?.getName() ?? '';
      for (const [address, value] of results) this.#compare({ unitId, sheetId }, name, address, value);
    }
  }

  #compare(on: Omit<CellPosition, 'row' | 'column'>, name: string, address: string, inFile: Shown): void {
    const [block] = blocksIn(`=${address}`, name);
    if (!block) return;
    const position = { ...on, row: block.row, column: block.column };
    const here = valueAt(this.sheet, position);
    if (isSameResult(here, inFile) || callsMd(formulaAt(this.sheet, position))) return;
    (this.values[on.sheetId] ??= {})[address] = here;
    // A file that was never calculated has no values.
    if (inFile === null || this.#filled.has(keyOf(position)) || this.#isMoving(position, { left: MAX_LOOKS })) return;
    this.others.push({ address: a1WithSheet(block), here, inFile });
  }

  /** Whether a cell depends on a function that changes by itself, or on the service. */
  #isMoving(position: CellPosition, looks: { left: number }): boolean {
    const key = keyOf(position);
    const known = this.#moving.get(key);
    if (known !== undefined || looks.left-- <= 0) return known ?? false;
    this.#moving.set(key, false);
    const formula = formulaAt(this.sheet, position);
    const name = this.sheet.sheetOf(position)?.getName() ?? '';
    const isMoving =
      formula !== '' &&
      (callsMd(formula) ||
        callsIn(formula).some((call) => VOLATILE.has(call.name.toUpperCase())) ||
        blocksIn(formula, name).some((block) => {
          const on = this.sheet.workbook.getSheetBySheetName(block.sheet);
          if (!on) return false;
          const { unitId } = position;
          let found = false;
          const rowCount = new ObjectMatrix(on.getCellMatrix().getMatrix()).getLength();
          const lastRow = Math.min(block.row + block.rows, rowCount);
          const lastColumn = Math.min(block.column + block.columns, on.getColumnCount());
          for (let row = block.row; row < lastRow && !found; row++)
            for (let column = block.column; column < lastColumn && !found; column++)
              if (on.getCellRaw(row, column)?.f)
                found = this.#isMoving({ unitId, sheetId: on.getSheetId(), row, column }, looks);
              else found = this.#filled.has(keyOf({ sheetId: on.getSheetId(), row, column }));
          return found;
        }));
    this.#moving.set(key, isMoving);
    return isMoving;
  }
}

const keyOf = ({ sheetId, row, column }: Pick<CellPosition, 'sheetId' | 'row' | 'column'>): string =>
  `${sheetId} ${row} ${column}`;
