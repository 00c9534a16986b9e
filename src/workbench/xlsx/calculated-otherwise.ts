import type { Worksheet } from '@univerjs/core';
import type { DefinedName } from '../../app/host';
import { blocksIn, callsIn, callsMd, tokensIn } from '../../app/workbook/formulas';
import { countBefore } from '../../core/basics';
import { a1, a1WithSheet, type Block, cellOf, cellsIn, overlaps, parseA1 } from '../../core/sheet';
import { Pauses } from '../../core/pauses';
import { cellsWithFormula, formulaAt, valueAt } from '../engine/cell-contents';
import type { SavedAttachments } from '../engine/attachments';
import type { CellPosition } from '../engine/cell-position';
import { spillsOn } from '../engine/spills';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { inFileOf, isSameResult, type Shown } from './changed-file';
import { readableFormula } from '../engine/readable-formulas';
import type { SheetInFile } from './opened-file';

/** A cell whose value the engine calculates, and the file has another. */
export interface OtherValue {
  /** With its sheet. */
  readonly address: string;
  readonly here: Shown;
  readonly inFile: Shown;
}

const VOLATILE = ['NOW', 'TODAY', 'RAND', 'RANDBETWEEN', 'RANDARRAY', 'CELL', 'INFO'];
/** Only calculating them would tell what they depend on. */
const ON_ANYTHING = ['OFFSET', 'INDIRECT'];
/** At most this many formulas are followed for one cell. */
const MAX_LOOKS = 20_000;

/** As a part of the value. A download keeps the file's value all the same. */
const NOBODY_SEES = 1e-8;

/** What the engine has made of the opened file's formulas, where the file has something else. */
export class CalculatedOtherwise {
  /** By the id of the sheet, then by address. */
  readonly values: Record<string, Record<string, Shown>> = {};
  /** Those that depend on nothing that changes by itself. */
  readonly others: OtherValue[] = [];
  /** Whether a formula has no value yet: the rest says nothing then. */
  isWaiting = false;
  #anyMoving: boolean | undefined;
  readonly #moving = new Map<string, boolean>();
  readonly #dependsOnEdited = new Map<string, boolean>();
  /** Cells that the result of another cell fills, and that cell, as far as the engine fills them too. */
  readonly #filled = new Map<string, CellPosition | undefined>();
  readonly #rows = new Map<string, FilledCells>();
  readonly #names: readonly DefinedName[];
  readonly #sheets: readonly string[];

  /** @param edited what the user has changed since: the file has nothing to say of what depends on it */
  constructor(
    private readonly sheet: Spreadsheet,
    private readonly edited: readonly Block[] = [],
  ) {
    this.#names = sheet.formulaNames;
    this.#sheets = sheet.workbook.getSheets().map((one) => one.getName());
  }

  /** Returns whether it has come to the end: another workbook may be opened meanwhile. */
  async compareSheets(inFile: ReadonlyMap<string, SheetInFile>): Promise<boolean> {
    const { workbook } = this.sheet;
    const unitId = workbook.getUnitId();
    const pauses = new Pauses();
    for (const isFirst of [true, false])
      for (const [sheetId, { results }] of inFile) {
        for (const [address, value] of results) {
          if (pauses.isDue) await pauses.take();
          if (this.sheet.workbook !== workbook || !this.sheet.sheetOf({ unitId, sheetId })) return false;
          const { row, column } = parseA1(address, '')!;
          const position = { unitId, sheetId, row, column };
          if (isFirst) {
            if (formulaAt(this.sheet, position) === '') this.#filled.set(keyOf(position), undefined);
            continue;
          }
          const other = this.#compare(position, value);
          const noted = this.values[sheetId] ?? {};
          if (address in noted && (await this.#isEdited(position, pauses))) noted[address] = value;
          else if (other && !(await this.#isMoving(position, pauses))) this.others.push(other);
        }
        if (!isFirst) continue;
        for (const { position, block } of spillsOn(this.sheet, { unitId, sheetId }))
          for (const cell of cellsIn(block).flat()) {
            const key = keyOf({ ...cell, sheetId });
            if (this.#filled.has(key)) this.#filled.set(key, position);
          }
      }
    for (const [sheetId, { results }] of inFile) this.#noteSpills({ unitId, sheetId }, results);
    return this.sheet.workbook === workbook;
  }

  /** What a result fills here and not in the file is no change either. */
  #noteSpills(on: Pick<CellPosition, 'unitId' | 'sheetId'>, results: SheetInFile['results']): void {
    for (const { position, block } of spillsOn(this.sheet, on)) {
      if (callsMd(formulaAt(this.sheet, position))) continue;
      for (const cell of cellsIn(block).flat())
        if (!results.has(a1(cell)))
          (this.values[on.sheetId] ??= {})[a1(cell)] = valueAt(this.sheet, {
            ...on,
            row: cell.row,
            column: cell.column,
          });
    }
  }

  /** What a cell shows instead of the file's value; undefined if the two may stand for each other. */
  #compare(position: CellPosition, inFile: Shown): OtherValue | undefined {
    const here = valueAt(this.sheet, position);
    const formula = formulaAt(this.sheet, position);
    if (callsMd(formula) || (inFile !== null && isSameResult(inFileOf(here), inFile))) return undefined;
    if (here === null) this.isWaiting ||= formula !== '';
    if (here === null && (formula !== '' || inFile === null)) return undefined;
    const block = cellOf(this.sheet.sheetOf(position)!.getName(), position.row, position.column);
    (this.values[position.sheetId] ??= {})[a1(block)] = here;
    // A file that was never calculated has no values.
    if (inFile === null || this.#isNear(here, inFile)) return undefined;
    return { address: a1WithSheet(block), here, inFile };
  }

  /** Circular formulas, and yields, end at slightly different values in each program. */
  #isNear(here: Shown, inFile: Shown): boolean {
    if (typeof here !== 'number' || typeof inFile !== 'number') return false;
    const { file } = (this.sheet.workbook.getSnapshot().custom ?? {}) as SavedAttachments;
    return Math.abs(here - inFile) <= Math.max(file?.repetition?.change ?? 0, NOBODY_SEES * Math.abs(inFile));
  }

  /** Whether a cell depends on a function that changes by itself, or on the service. */
  async #isMoving(start: CellPosition, pauses: Pauses): Promise<boolean> {
    const moves = (formula: string): boolean =>
      movesByItself(formula) || (calls(formula, ON_ANYTHING) && this.#isAnyMoving);
    const isMoving = ({ isFilled, formulas }: Precedent): boolean => isFilled || formulas.some(moves);
    return (await this.#reaches(start, pauses, this.#moving, isMoving)) ?? false;
  }

  /** Whether a cell depends on what the user has changed. */
  async #isEdited(start: CellPosition, pauses: Pauses): Promise<boolean> {
    if (this.edited.length === 0) return false;
    const isEdited = ({ formulas, blocks }: Precedent): boolean =>
      formulas.some((formula) => calls(formula, ON_ANYTHING)) ||
      blocks.some((block) => this.edited.some((one) => overlaps(one, block)));
    return (await this.#reaches(start, pauses, this.#dependsOnEdited, isEdited)) ?? true;
  }

  /** Whether a cell, or one on which it depends, is so. Undefined if these are too many. */
  async #reaches(
    start: CellPosition,
    pauses: Pauses,
    known: Map<string, boolean>,
    isSo: (one: Precedent) => boolean,
  ): Promise<boolean | undefined> {
    const seen = new Set<string>();
    const waiting = [start];
    for (let looks = 0; looks < MAX_LOOKS; looks++) {
      if (pauses.isDue) await pauses.take();
      const position = waiting.pop();
      // Nothing on which it depends is so.
      if (!position) {
        for (const key of seen) known.set(key, false);
        return false;
      }
      const key = keyOf(position);
      if (known.get(key) === false || seen.has(key)) continue;
      seen.add(key);
      const formulas = this.#withNames(formulaAt(this.sheet, position));
      const filledBy = this.#filled.get(key);
      const name = this.sheet.sheetOf(position)?.getName() ?? '';
      const read = formulas.flatMap((formula) => this.#blocksIn(formula, name));
      const blocks = [...read, cellOf(name, position.row, position.column)];
      if (known.get(key) ?? isSo({ isFilled: this.#filled.has(key) && !filledBy, formulas, blocks })) {
        known.set(key, true).set(keyOf(start), true);
        return true;
      }
      if (filledBy) waiting.push(filledBy);
      for (const block of read) for (const one of this.#inUse(block)) waiting.push(one);
    }
    return undefined;
  }

  get #isAnyMoving(): boolean {
    this.#anyMoving ??=
      cellsWithFormula(this.sheet, movesByItself).length > 0 ||
      this.#names.some(({ formula }) => movesByItself(formula));
    return this.#anyMoving;
  }

  /** Also those of "Sheet1:Sheet3!B2". */
  #blocksIn(formula: string, sheet: string): readonly Block[] {
    const known = { sheets: this.#sheets, isFunction: () => false };
    return blocksIn(/:[^!]*!/.test(formula) ? readableFormula(formula, known) : formula, sheet);
  }

  /** A formula, and what the names in it stand for, which may have names in it too. */
  #withNames(formula: string): readonly string[] {
    const all = new Set([formula]);
    if (this.#names.length > 0)
      for (const one of all) {
        const named = new Set(tokensIn(one).map(({ text }) => text.replace(/^.*!/, '').toUpperCase()));
        for (const { name, formula: meant } of this.#names) if (named.has(name.toUpperCase())) all.add(meant);
      }
    return [...all];
  }

  /** Cells of a block that a formula or another cell fills, as many as matter. */
  #inUse({ sheet, row, column, rows, columns }: Block): CellPosition[] {
    const worksheet = this.sheet.workbook.getSheetBySheetName(sheet);
    if (!worksheet) return [];
    const on = { unitId: this.sheet.workbook.getUnitId(), sheetId: worksheet.getSheetId() };
    const inUse = this.#rowsOf(worksheet);
    const found: CellPosition[] = [];
    const end = countBefore(inUse.rows, row + rows);
    for (let at = countBefore(inUse.rows, row); at < end && found.length < MAX_LOOKS; at++) {
      for (const one of inUse.columns[at]!)
        if (one >= column && one < column + columns) found.push({ ...on, row: inUse.rows[at]!, column: one });
    }
    return found;
  }

  #rowsOf(worksheet: Worksheet): FilledCells {
    const known = this.#rows.get(worksheet.getSheetId());
    if (known) return known;
    const inUse = { rows: [] as number[], columns: [] as number[][] };
    worksheet.getCellMatrix().forValue((row, column, cell) => {
      if (!cell?.f && !this.#filled.has(keyOf({ sheetId: worksheet.getSheetId(), row, column }))) return;
      if (inUse.rows.at(-1) === row) inUse.columns.at(-1)!.push(column);
      else {
        inUse.rows.push(row);
        inUse.columns.push([column]);
      }
    });
    this.#rows.set(worksheet.getSheetId(), inUse);
    return inUse;
  }
}

/** A cell on which another depends, or that other itself. */
interface Precedent {
  /** Whether the result of another cell fills it in the file alone. */
  readonly isFilled: boolean;
  readonly formulas: readonly string[];
  /** Itself, and what its formulas read. */
  readonly blocks: readonly Block[];
}

/** Rows with cells that are filled, in order, and the columns of each. */
interface FilledCells {
  readonly rows: readonly number[];
  readonly columns: readonly (readonly number[])[];
}

const movesByItself = (formula: string): boolean => formula !== '' && (callsMd(formula) || calls(formula, VOLATILE));

const calls = (formula: string, names: readonly string[]): boolean =>
  names.some((name) => formula.toUpperCase().includes(name)) &&
  callsIn(formula).some(({ name }) => names.includes(name));

const keyOf = ({ sheetId, row, column }: Pick<CellPosition, 'sheetId' | 'row' | 'column'>): string =>
  `${sheetId} ${row} ${column}`;
