import type { CellResult } from '../cell-result';
import { Refusal } from '../process-query';
import { type Cell, cellsOf, constant, type Value } from './cell';
import { EmulatedSheet } from './emulated-sheet';
import { dependentsAmong } from '../../../../src/app/workbook/trace';
import { a1WithSheet, type Block, cellOf, MAX_ROWS, parseA1 } from '../../../../src/core/sheet';

/** A formula that waits for its value. */
export interface Evaluation {
  readonly result: Promise<CellResult>;
  /** What a stream gives next; absent where there is only one result. */
  readonly next?: () => Promise<CellResult>;
  cancel(): void;
}

interface Table {
  readonly name: string;
  readonly block: Block;
}

/** Brings back another state of the workbook, and returns the way back from there. */
type Restore = () => Restore;

interface HiddenName {
  readonly name: string;
  /** What its formula refers to, with plus signs between; undefined where cells were deleted. */
  readonly blocks: readonly (Block | undefined)[];
  isVisible: boolean;
  /** Of a name that a user gave to a formula. */
  readonly formula?: string;
}

/**
 * A workbook in memory: what the add-in may read and change through the Excel JavaScript API, and what a user does to
 * it.
 */
export class EmulatedWorkbook {
  readonly sheets: EmulatedSheet[] = [];
  /** By the name in small letters: Excel finds names in whatever case. */
  readonly names = new Map<string, HiddenName>();
  /** Whether a name may be defined by a formula. */
  takesNameFormulas = true;
  readonly parts = new Map<string, string>();
  readonly tables: Table[] = [];
  /** Areas, the first one first. Empty while a chart is selected. */
  selected: Block[];
  /** Whether Excel calls a function with the same arguments again when a range is calculated. */
  asksAgain = true;
  /** No sheet may be added, deleted or renamed. */
  isStructureProtected = false;
  /** A chart sheet is in front: no worksheet is active. */
  isChartInFront = false;
  /** Another workbook is in front: neither the selection nor the names of single sheets can be asked for. */
  isInBack = false;
  /** The user sees columns as numbers, and so does the add-in in the formulas of names. */
  numbersColumns = false;
  /** Whether Excel has data types, whatever its requirement sets say. */
  hasDataTypes = true;
  /** Blocks whose calculation the add-in asked for. */
  readonly calculated: Block[] = [];
  onCalculated: () => void = () => undefined;
  /** Cells of which the add-in asked whose result they are part of. */
  readonly askedForSpill: Block[] = [];
  /** How a formula gets its value: by calling the add-in. Set by the Excel that has the workbook open. */
  evaluate: ((formula: string, cell: Block) => Evaluation) | undefined;
  /** The add-in selected something. */
  onSelect: () => void = () => undefined;
  /** Whether the add-in asked to be told when the contents of cells change, except by calculation. */
  tellsChanges = false;
  onChange: () => void = () => undefined;
  /** Whether the add-in asked to be told when a sheet gets another name. */
  tellsNames = false;
  onName: (before: string, after: string) => void = () => undefined;
  /** How the add-in is to start with the workbook, as it said last: "Background" or "Inactive". */
  startState = 'Inactive';
  onStartState: (state: string) => void = () => undefined;
  /** Formulas are calculated when the user says so, or are entered. */
  isManual = false;
  /** Nobody may change it. */
  isReadOnly = false;
  /**
   * Whether Excel knows the functions of the add-in. While it does not, their formulas are #NAME?, and stay so until
   * they are entered again.
   */
  knowsFunctions = true;
  /** "Model!B7" → how many results of the cell Excel loses: it goes on showing #BUSY!. */
  readonly losesResults = new Map<string, number>();
  /** "Model!B7" → which cell of its results keeps its old value, whatever is handed over. */
  readonly keepsPart = new Map<string, 'first' | 'last'>();
  /** What is kept for the add-in with the workbook, as JSON, by name. */
  settings = new Map<string, string>();
  onSettings: () => void = () => undefined;
  /** A stream gave another result. */
  onStream: () => void = () => undefined;
  /** The add-in asked whether the workbook may be changed. */
  onRightsAsked: () => void = () => undefined;
  /** The add-in gave cells number formats. */
  onFormats: () => void = () => undefined;
  readonly #undoable: Restore[] = [];
  #redoable: Restore[] = [];
  /** Whether what changes now belongs to the last step. */
  #isInStep = false;
  readonly #running = new Map<string, Evaluation>();
  /** Streams that have had their first result. */
  readonly #streams = new Map<string, Evaluation>();

  constructor(...sheetNames: readonly string[]) {
    for (const name of sheetNames.length > 0 ? sheetNames : ['Sheet1']) this.addSheet(name);
    this.selected = [cellOf(this.sheets[0]!.name, 0, 0)];
  }

  addSheet(name: string): EmulatedSheet {
    if (this.sheets.some((sheet) => sheet.name.toLowerCase() === name.toLowerCase()))
      throw new Refusal('ItemAlreadyExists');
    if (name === '' || name.length > 31 || /[:\\/?*[\]]|^'|'$|^history$/i.test(name))
      throw new Refusal('InvalidArgument');
    const sheet = new EmulatedSheet(`{sheet-${this.sheets.length + 1}}`, name);
    this.sheets.push(sheet);
    return sheet;
  }

  /** Names that refer to its cells keep their addresses, with an error instead of the sheet. */
  deleteSheet(name: string): void {
    this.sheets.splice(this.sheets.indexOf(this.sheet(name)), 1);
    for (const [key, named] of this.names) {
      const blocks = named.blocks.map((block) => (block?.sheet === name ? { ...block, sheet: DELETED_SHEET } : block));
      this.names.set(key, { ...named, blocks });
    }
  }

  /** No function is called again. Formulas that refer to the sheet by its name are not emulated. */
  renameSheet(before: string, after: string): void {
    this.sheet(before).rename(after);
    if (this.tellsNames) this.onName(before, after);
  }

  sheet(nameOrId: string): EmulatedSheet {
    const sheet = this.sheets.find(({ name, id }) => name === nameOrId || id === nameOrId);
    if (!sheet) throw new Refusal('ItemNotFound');
    return sheet;
  }

  /** The cells whose formulas rest on a block. */
  dependentsOf(block: Block): Block[] {
    const formulas = this.sheets.flatMap((sheet) =>
      sheet.filled().map(({ row, column }) => ({
        cell: cellOf(sheet.name, row, column),
        formula: sheet.cell(row, column).formula ?? '',
      })),
    );
    return dependentsAmong(formulas, [block]);
  }

  /** "Model!B7" → what the cell shows. */
  shown(address: string): Value {
    return this.cell(address).value;
  }

  cell(address: string): Cell {
    const { sheet, row, column } = this.#place(address);
    return this.sheet(sheet).cell(row, column);
  }

  /** Types into a cell, as a user does. */
  type(address: string, content: Value): void {
    this.enter(this.#place(address), content);
    this.endStep();
  }

  /** Gives a name to a formula, as a user does in the name manager. */
  defineName(name: string, formula: string): void {
    this.names.set(name.toLowerCase(), { name, blocks: [], isVisible: true, formula });
  }

  /** A formula and its value as they were saved in the file, whatever Excel would make of the formula now. */
  loadSaved(address: string, formula: string, value: Value, isError = false): void {
    const { sheet, row, column } = this.#place(address);
    this.sheet(sheet).put(row, column, { value, isError, formula });
  }

  /** What changes from now on is a step of its own: a message of the add-in is over, or a change of the user. */
  endStep(): void {
    if (this.#isInStep && this.tellsChanges) this.onChange();
    this.#isInStep = false;
  }

  /**
   * Takes back the last step, as a user does. Cells get back what they contained, and rows move back with the names on
   * them; names that were added or deleted, and XML parts, stay as they are.
   */
  async undo(): Promise<void> {
    await this.settled();
    const restore = this.#undoable.pop();
    if (restore) this.#redoable.push(restore());
  }

  /** Makes the last step again that was taken back. */
  async redo(): Promise<void> {
    await this.settled();
    const restore = this.#redoable.pop();
    if (restore) this.#undoable.push(restore());
  }

  /** As Excel does when its session times out, or on Mac when it saves. */
  loseParts(): void {
    this.parts.clear();
  }

  /** Something is about to change. */
  beginStep(): void {
    if (this.#isInStep) return;
    this.#isInStep = true;
    this.#undoable.push(this.#toHere());
    this.#redoable = [];
  }

  /** The way back to the present contents of all cells. */
  #toHere(): Restore {
    const restores = this.sheets.map((sheet) => sheet.remember());
    return () => {
      const back = this.#toHere();
      for (const restore of restores) restore();
      return back;
    };
  }

  /** The way back from rows that have moved: names that were defined since then move too. */
  #toRowsBefore(sheetName: string, row: number, count: number): Restore {
    const here = this.#toHere();
    const before = new Map([...this.names].map(([key, { blocks }]) => [key, blocks]));
    return () => {
      const back = this.#toRowsBefore(sheetName, row, -count);
      here();
      for (const [key, named] of this.names) {
        const blocks = before.get(key) ?? movedBlocks(named.blocks, sheetName, row, -count);
        this.names.set(key, { ...named, blocks });
      }
      return back;
    };
  }

  /** What is entered is a formula, or a constant as Excel reads it; in a cell of text format it is a text. */
  enter(cell: Block, content: Value): void {
    const sheet = this.sheet(cell.sheet);
    if (sheet.isProtected && sheet.isLocked(cell.row, cell.column)) throw new Refusal('AccessDenied');
    this.beginStep();
    this.#stop(cell);
    if (content !== '' && sheet.format(cell.row, cell.column) === '@') {
      sheet.put(cell.row, cell.column, { value: String(content).replace(/^'/, ''), isError: false });
      return;
    }
    if (typeof content !== 'string' || !content.startsWith('=')) {
      sheet.put(cell.row, cell.column, constant(content));
      return;
    }
    if (this.knowsFunctions && !isUnknown(content)) {
      sheet.put(cell.row, cell.column, { value: '#BUSY!', isError: true, formula: content });
      this.calculate(cell);
    } else sheet.put(cell.row, cell.column, { value: '#NAME?', isError: true, formula: unregistered(content) });
  }

  /** Evaluates the formulas of the block again. */
  calculate(block: Block): void {
    const sheet = this.sheet(block.sheet);
    for (const [row, column] of sheet.places(block)) {
      const { formula } = sheet.cell(row, column);
      if (formula !== undefined && !isUnknown(formula)) this.#start(sheet, cellOf(block.sheet, row, column), formula);
    }
  }

  calculateAll(): void {
    for (const { name } of this.sheets) this.calculateSheet(name);
  }

  calculateSheet(name: string): void {
    for (const { row, column } of this.sheet(name).filled()) this.calculate(cellOf(name, row, column));
  }

  /** Resolves when no formula waits for its value any more. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all([...this.#running.values()].map(({ result }) => result));
  }

  /**
   * Inserts rows before `row` of a sheet, or deletes as many from `row` on when `count` is negative. Formulas must not
   * refer to cells.
   */
  moveRows(sheetName: string, row: number, count: number): void {
    const sheet = this.sheet(sheetName);
    const referring = sheet.filled().find(({ cell }) => /[A-Z]\d/.test(cell.formula?.replace(/"[^"]*"/g, '') ?? ''));
    if (referring) throw new Error(`Formulas that refer to cells do not move here: ${referring.cell.formula!}`);
    this.#undoable.push(this.#toRowsBefore(sheetName, row, count));
    this.#redoable = [];
    this.endStep();
    sheet.moveRows(count < 0 ? row - count : row, count);
    for (const [key, named] of this.names)
      this.names.set(key, { ...named, blocks: movedBlocks(named.blocks, sheetName, row, count) });
  }

  /** Collapses a group of rows, or expands it again; a filter hides rows alike. */
  foldRows(sheetName: string, row: number, count: number, isCollapsed: boolean): void {
    const { hiddenRows } = this.sheet(sheetName);
    for (let one = row; one < row + count; one++) {
      if (isCollapsed) hiddenRows.add(one);
      else hiddenRows.delete(one);
    }
  }

  valuesOf(address: string, sheetName: string): Value[][] {
    return this.cellsAt(address, sheetName).map((row) => row.map(({ value }) => value));
  }

  /** The rows of a block that a formula refers to. */
  cellsAt(address: string, sheetName: string): Cell[][] {
    const block = this.#blockOf(address, sheetName);
    const sheet = this.sheet(block.sheet);
    return Array.from({ length: block.rows }, (_, row) =>
      Array.from({ length: block.columns }, (__, column) => sheet.cell(block.row + row, block.column + column)),
    );
  }

  /** Of whole columns, as Excel hands them over, every row. */
  #blockOf(address: string, sheetName: string): Block {
    const columns = /^(.*!)?\$?([A-Z]{1,3}):\$?([A-Z]{1,3})$/.exec(address);
    const [, sheet = '', first, last] = columns ?? [];
    return parseA1(columns ? `${sheet}${first}1:${last}${MAX_ROWS}` : address, sheetName)!;
  }

  #place(address: string): Block {
    return parseA1(address, this.sheets[0]!.name)!;
  }

  #start(sheet: EmulatedSheet, cell: Block, formula: string): void {
    this.#stop(cell);
    // An empty text, which Excel calculates itself.
    if (formula === '=""') {
      sheet.show(cell, formula, [[{ value: '', isError: false }]]);
      return;
    }
    if (!this.evaluate) throw new Error('Nobody has the workbook open');
    const evaluation = this.evaluate(formula, cell);
    const key = keyOf(cell);
    this.#running.set(key, evaluation);
    void evaluation.result.then(
      (result) => {
        if (this.#running.get(key) !== evaluation) return;
        this.#running.delete(key);
        if (this.#isLost(cell)) return;
        sheet.show(cell, formula, this.#withKept(sheet, cell, cellsOf(result)), this.#tableBlocks());
        if (evaluation.next) void this.#follow(sheet, cell, formula, evaluation);
      },
      () => this.#running.delete(key),
    );
  }

  /** The result as Excel shows it: where it keeps the first or the last cell, with what that showed before. */
  #withKept(sheet: EmulatedSheet, cell: Block, rows: Cell[][]): Cell[][] {
    const kept = this.keepsPart.get(a1WithSheet(cell));
    if (kept === undefined) return rows;
    const [down, across] = kept === 'first' ? [0, 0] : [rows.length - 1, rows[0]!.length - 1];
    const before = sheet.cell(cell.row + down, cell.column + across);
    if (before.value === '' || before.value === '#BUSY!') return rows;
    return rows.map((row, index) => (index === down ? row.with(across, before) : row));
  }

  #tableBlocks(): Block[] {
    return this.tables.map(({ block }) => block);
  }

  #isLost(cell: Block): boolean {
    const left = this.losesResults.get(a1WithSheet(cell)) ?? 0;
    this.losesResults.set(a1WithSheet(cell), left - 1);
    return left > 0;
  }

  /** Shows what a stream gives, as long as it is not stopped; in manual calculation nothing of it is shown. */
  async #follow(sheet: EmulatedSheet, cell: Block, formula: string, stream: Evaluation): Promise<void> {
    const key = keyOf(cell);
    this.#streams.set(key, stream);
    const isGoingOn = (): boolean => this.#streams.get(key) === stream;
    while (isGoingOn()) {
      const result = await stream.next!().catch(() => undefined);
      if (result === undefined) return;
      if (isGoingOn() && !this.isManual) sheet.show(cell, formula, cellsOf(result), this.#tableBlocks());
      this.onStream();
    }
  }

  #stop(cell: Block): void {
    for (const kept of [this.#running, this.#streams]) {
      kept.get(keyOf(cell))?.cancel();
      kept.delete(keyOf(cell));
    }
  }
}

/** What Excel writes instead of the name of a sheet that was deleted. */
export const DELETED_SHEET = '#REF';

/** As Excel tells the name of a function that it does not know. */
const UNREGISTERED = '_xldudf_MD_';
const unregistered = (formula: string): string => formula.replaceAll(/\bMD\.(?=[A-Z]+\()/g, UNREGISTERED);

/** A function that Excel did not know, or one of another add-in's file. */
const isUnknown = (formula: string): boolean => /_xldudf_|!MD\./i.test(formula.replace(/"[^"]*"/g, '""'));

const keyOf = ({ sheet, row, column }: Block): string => `${sheet}!${row}:${column}`;

const movedBlocks = (
  blocks: HiddenName['blocks'],
  sheetName: string,
  row: number,
  count: number,
): HiddenName['blocks'] => blocks.map((block) => (block?.sheet === sheetName ? movedBlock(block, row, count) : block));

/** Where a name points after rows moved: undefined when all of its own were deleted. */
function movedBlock(block: Block, row: number, count: number): Block | undefined {
  const [top, bottom] = [block.row, block.row + block.rows].map((edge) => {
    if (count >= 0) return edge > row || (edge === row && edge === block.row) ? edge + count : edge;
    return edge <= row ? edge : Math.max(row, edge + count);
  }) as [number, number];
  return bottom > top ? { ...block, row: top, rows: bottom - top } : undefined;
}
