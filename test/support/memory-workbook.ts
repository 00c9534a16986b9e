import { translateFormulaToA1, translateFormulaToR1C1 } from '@borgar/fx';
import type { Session } from '../../src/app/session';
import { cellsIn, keyOf, rowsIn } from './memory-cells';
import { evaluateMd, type Shown } from './memory-evaluation';
import { callsIn, mdCallsIn, withRegisteredNames, MdNames } from '../../src/app/workbook/formulas';
import { dependentsAmong } from '../../src/app/workbook/trace';
import type {
  CellContent,
  CellWriting,
  DefinedName,
  FormulaCell,
  Outline,
  FormulaInCell,
  Selections,
  Tracked,
  TrackedName,
  Workbook,
  WorkbookEvent,
  WrittenBlock,
  NewSheet,
} from '../../src/app/host';
import { a1, a1WithSheet, type Block, cellOf, overlaps, parseA1, freeName } from '../../src/core/sheet';

type Value = CellContent['value'];

interface Cell {
  formula: string;
  value: Value;
  format: string;
}

/** As on every host, what is wrong is a rejection, and never thrown at once. */
const promised = <T>(work: () => T): Promise<T> => new Promise((resolve) => resolve(work()));

const isSame = (one: Block, other: Block): boolean => a1WithSheet(one) === a1WithSheet(other);

/** Entered while the host did not know its functions: it is not calculated until it is entered again. */
const isUnnamed = (formula: string): boolean => withRegisteredNames(formula) !== formula;

/**
 * A workbook in memory: cells, MD formulas that are evaluated by a given session, spills, tracked names that move
 * with their rows, parts, tables and protected sheets. Other functions around an MD call are not evaluated: the cell
 * shows what the first call gives.
 */
export class MemoryWorkbook implements Workbook {
  readonly listSeparator = ',';
  /** Evaluates the formulas; without one they show #BUSY!. */
  session: Session | undefined;
  /**
   * Cells that a calculation leaves alone, as a host does whose arguments are the same; writing the formula wakes them.
   */
  readonly sleeping = new Set<string>();
  isManual = false;
  /** What F9 does, where calculation is manual. */
  calculateChanged: () => Promise<void> = () => Promise.resolve();
  /** Cells that are never calculated, whatever happens. */
  readonly dead = new Set<string>();
  /** Cells whose formulas are calculated without a call of their functions, as what an IF leaves out. */
  readonly neverAsks = new Set<string>();
  readonly tableBlocks: Block[] = [];
  /** Names that are formulas; their cells show what the first call in them gives. */
  readonly nameFormulas: DefinedName[] = [];
  readonly protectedSheets = new Set<string>();
  /** How many blocks a name may have. */
  mostTogether = Infinity;
  /** Every change, in order: "write Model!A1:B2". */
  readonly changes: string[] = [];
  /** Called before every change; what it throws is what the host answers. */
  beforeChange: (change: string) => void = () => undefined;
  /** Results that the host goes on showing, in whole or in part, whatever their functions give: by the cell's address. */
  readonly keeping = new Map<string, 'all' | 'first' | 'last'>();
  readonly #sheets = new Map<string, Map<string, Cell>>([['Sheet1', new Map()]]);
  readonly #results = new Map<string, { readonly block: Block; readonly rows: readonly (readonly Shown[])[] }>();
  readonly #names = new Map<string, readonly (Block | undefined)[]>();
  readonly #parts = new Map<string, string>();
  readonly #running = new Set<Promise<unknown>>();
  readonly #listeners = new Set<() => void>();
  #selection = cellOf('Sheet1', 0, 0);

  /** Writes formulas and constants from a cell on: "=…" is a formula. */
  async enter(address: string, ...rows: readonly (readonly Value[])[]): Promise<void> {
    const start = parseA1(address, 'Sheet1')!;
    if (!this.#sheets.has(start.sheet)) this.#sheets.set(start.sheet, new Map());
    const block = { ...start, rows: rows.length, columns: Math.max(...rows.map((row) => row.length)) };
    const cells = rows.map((row) =>
      row.map((value) => (typeof value === 'string' && value.startsWith('=') ? { formula: value } : { value })),
    );
    await this.write([{ block, cells }]);
    await this.settled();
  }

  /** Fulfilled once no cell waits for its value any more. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Everything that a file would keep, to be compared. */
  snapshot(): unknown {
    const cells = [...this.#sheets].map(([sheet, all]) => [
      sheet,
      [...all].filter(([, cell]) => cell.formula !== '' || cell.value !== '' || cell.format !== 'General').sort(),
    ]);
    return { cells, names: [...this.#names].sort(), parts: [...this.#parts].sort() };
  }

  /** Names move, formulas do not: nothing here understands their references. */
  insertRows(sheet: string, before: number, count: number): void {
    this.#moveRows(sheet, (block) => {
      if (block.row + block.rows <= before) return block;
      return block.row >= before ? { ...block, row: block.row + count } : { ...block, rows: block.rows + count };
    });
  }

  /** The same, the other way. */
  deleteRows(sheet: string, first: number, count: number): void {
    const placeOf = (edge: number): number => (edge <= first ? edge : Math.max(first, edge - count));
    this.#moveRows(sheet, (block) => {
      const row = placeOf(block.row);
      const rows = placeOf(block.row + block.rows) - row;
      return rows === 0 ? undefined : { ...block, row, rows };
    });
  }

  #moveRows(sheet: string, place: (block: Block) => Block | undefined): void {
    const moved = (block: Block): Block | undefined => (block.sheet === sheet ? place(block) : block);
    const cells = [...this.#cells(sheet)].flatMap(([key, cell]) => {
      const at = moved(parseA1(key, sheet)!);
      return at ? [[keyOf(at.row, at.column), cell] as const] : [];
    });
    this.#sheets.set(sheet, new Map(cells));
    for (const [name, blocks] of this.#names)
      this.#names.set(
        name,
        blocks.map((block) => block && moved(block)),
      );
    const results = [...this.#results.values()];
    this.#results.clear();
    for (const result of results) {
      const block = moved(result.block);
      if (block) this.#results.set(a1WithSheet(cellOf(block.sheet, block.row, block.column)), { ...result, block });
    }
  }

  deleteCells(block: Block): void {
    for (const [name, tracked] of this.#names)
      this.#names.set(
        name,
        tracked.map((one) => (one && overlaps(one, block) ? undefined : one)),
      );
    for (const cell of cellsIn(block)) this.#put(cell, { formula: '', value: '' });
  }

  selection = (): Promise<Selections> => Promise.resolve(this.#selection);

  on(event: WorkbookEvent, listener: () => void): () => void {
    if (event === 'selected') this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async select(block: Block): Promise<void> {
    await Promise.resolve();
    this.#cells(block.sheet);
    this.#selection = block;
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }

  outline = (): Promise<Outline> =>
    Promise.resolve({
      sheets: [...this.#sheets.keys()],
      tables: this.tableBlocks,
      names: this.nameFormulas,
      isManual: this.isManual,
    });

  asOneStep = <T>(work: () => Promise<T>): Promise<T> => work();

  formulas(): Promise<readonly FormulaCell[]> {
    const mdNames = new MdNames(this.nameFormulas);
    const found = [...this.#sheets]
      .flatMap(([sheet, cells]) =>
        [...cells].map(([key, { formula }]) => {
          const names = mdNames.usedIn(formula, sheet);
          return { cell: parseA1(key, sheet)!, formula, ...(names.length > 0 && { names }) };
        }),
      )
      .filter(({ formula, names }) => names !== undefined || mdCallsIn(formula).length > 0);
    const order = [...this.#sheets.keys()];
    found.sort(
      (a, b) =>
        order.indexOf(a.cell.sheet) - order.indexOf(b.cell.sheet) ||
        a.cell.row - b.cell.row ||
        a.cell.column - b.cell.column,
    );
    return Promise.resolve(
      found.map(({ cell, formula, names }) => {
        const { value, format } = this.#shownAt(cell);
        const text = format === ';;;' ? '' : String(value);
        return {
          cell,
          formula: withRegisteredNames(formula),
          ...(names && { names }),
          ...(isUnnamed(formula) && { isUnnamed: true }),
          value,
          text,
          error: text.startsWith('#') ? text : undefined,
          spill: this.#spillOf(cell),
          isInTable: this.tableBlocks.some((table) => overlaps(table, cell)),
          isLocked: this.protectedSheets.has(cell.sheet),
        };
      }),
    );
  }

  read(blocks: readonly Block[]): Promise<readonly (readonly (readonly CellContent[])[])[]> {
    return promised(() =>
      blocks.map((block) =>
        rowsIn(block).map((row) =>
          row.map((cell) => {
            const { value, format } = this.#shownAt(cell);
            const { formula = '', format: ownFormat = 'General' } = this.#at(cell) ?? {};
            return {
              formula: withRegisteredNames(formula),
              value,
              format,
              ...(ownFormat === format ? {} : { ownFormat }),
            };
          }),
        ),
      ),
    );
  }

  spillsInto(block: Block): Promise<readonly FormulaInCell[]> {
    return promised(() => {
      this.#cells(block.sheet);
      return [...this.#results.values()]
        .filter((result) => overlaps(result.block, block) && !this.#isBlocked(result.block))
        .map((result) => cellOf(block.sheet, result.block.row, result.block.column))
        .filter((cell) => !overlaps(cell, block))
        .map((cell) => ({ cell, formula: this.#at(cell)!.formula }));
    });
  }

  dependents(blocks: readonly Block[]): Promise<readonly Block[]> {
    const formulas = [...this.#sheets].flatMap(([sheet, cells]) =>
      [...cells].map(([key, { formula }]) => ({ cell: parseA1(key, sheet)!, formula })),
    );
    return Promise.resolve(dependentsAmong(formulas, blocks));
  }

  async write(parts: readonly WrittenBlock[]): Promise<void> {
    for (const { block, cells, chart } of parts) {
      this.#change(chart ? 'draw' : cells ? 'write' : 'clear', block);
      if (chart) continue;
      if (!cells) for (const cell of cellsIn(block)) this.#writeOne(cell, { value: '' });
      for (const [down, row] of (cells ?? []).entries())
        for (const [across, writing] of row.entries()) {
          if (!writing) continue;
          const cell = cellOf(block.sheet, block.row + down, block.column + across);
          this.#writeOne(cell, writing);
          this.#fillColumn(cell, writing);
        }
    }
    await Promise.resolve();
    this.#tell();
  }

  /** As Excel does in a table: a formula that is written into it becomes that of its column, below the heading. */
  #fillColumn(cell: Block, { formula }: CellWriting): void {
    const table = this.tableBlocks.find((one) => overlaps(one, cell));
    if (formula === undefined || !table) return;
    for (const other of cellsIn({ ...table, column: cell.column, columns: 1 })) {
      const isHeading = other.row === table.row && this.#at(other)?.formula === '';
      const filled = translateFormulaToA1(translateFormulaToR1C1(formula, a1(cell)), a1(other));
      if (!isHeading && !isSame(other, cell)) this.#writeOne(other, { formula: filled });
    }
  }

  calculate(what: readonly Block[] | 'changed'): Promise<void> {
    if (what === 'changed') return this.calculateChanged();
    return promised(() => {
      for (const cell of what.flatMap(cellsIn)) if (!this.sleeping.has(a1WithSheet(cell))) this.#evaluate(cell);
    });
  }

  addSheet({ name, rows }: NewSheet): Promise<string> {
    const unique = freeName(name, [...this.#sheets.keys()]);
    this.#sheets.set(unique, new Map());
    for (const [down, row] of rows.entries())
      for (const [across, cell] of row.entries()) if (cell) this.#writeOne(cellOf(unique, down, across), cell);
    return Promise.resolve(unique);
  }

  async track(names: readonly TrackedName[]): Promise<void> {
    await Promise.resolve();
    for (const { name, blocks } of names) {
      if (blocks.length > this.mostTogether) throw new Error('A name has too many blocks');
      if (blocks.length === 0) this.#names.delete(name);
      else this.#names.set(name, blocks);
    }
  }

  tracked = (prefix: string): Promise<Tracked> =>
    Promise.resolve(new Map([...this.#names].filter(([name]) => name.startsWith(prefix))));

  readPart = (namespace: string): Promise<string | undefined> => Promise.resolve(this.#parts.get(namespace));

  async writePart(namespace: string, xml: string | undefined): Promise<void> {
    await Promise.resolve();
    this.changes.push('part');
    this.beforeChange('part');
    if (xml === undefined) this.#parts.delete(namespace);
    else this.#parts.set(namespace, xml);
  }

  #change(what: string, block: Block): void {
    const change = `${what} ${a1WithSheet(block)}`;
    this.beforeChange(change);
    if (this.protectedSheets.has(block.sheet))
      throw new Error(
        'The sheet is protected, or the workbook is view-only: unprotect it, or choose Edit, then try again',
      );
    this.changes.push(change);
  }

  #writeOne(cell: Block, { formula, value, format }: CellWriting): void {
    if (formula !== undefined || value !== undefined) {
      this.#results.delete(a1WithSheet(cell));
      this.#put(cell, { formula: formula ?? '', value: value ?? '' });
      this.sleeping.delete(a1WithSheet(cell));
    }
    if (format !== undefined) this.#put(cell, { format });
    if (formula !== undefined) this.#evaluate(cell);
  }

  #evaluate(cell: Block): void {
    const formula = this.#at(cell)?.formula ?? '';
    const called = this.#calledIn(formula, cell.sheet);
    if (!this.session || isUnnamed(formula) || called === undefined || this.dead.has(a1WithSheet(cell))) return;
    const values = (block: Block): Value[][] => rowsIn(block).map((row) => row.map((one) => this.#shownAt(one).value));
    const running = evaluateMd(this.session, called, cell, values).then((rows) => {
      this.#running.delete(running);
      if (this.#at(cell)?.formula === formula)
        this.#results.set(a1WithSheet(cell), {
          block: { ...cell, rows: rows.length, columns: rows[0]!.length },
          rows: this.#kept(cell, rows),
        });
    });
    this.#running.add(running);
  }

  /** The formula with the first call of an MD function, the names and functions of the sheet resolved. */
  #calledIn(formula: string, sheet: string): string | undefined {
    const itself = /^=MAP\(([^,]+),(MD\.\w+)\)$/.exec(formula);
    if (itself) return `=${itself[2]!}(${itself[1]!})`;
    if (mdCallsIn(formula).length > 0) return formula;
    const named = new MdNames(this.nameFormulas)
      .usedIn(formula, sheet)
      .find((one) => mdCallsIn(one.formula).length > 0);
    const [, parameter] = /^=LAMBDA\((\w+),/.exec(named?.formula ?? '') ?? [];
    const [given] = callsIn(formula).flatMap((one) => one.arguments);
    return parameter && given
      ? named!.formula.replace(/^=LAMBDA\(\w+,(.*)\)$/, '=$1').replace(new RegExp(`\\b${parameter}\\b`), given)
      : named?.formula;
  }

  #kept(cell: Block, rows: readonly (readonly Shown[])[]): readonly (readonly Shown[])[] {
    const [kept, before] = [this.keeping.get(a1WithSheet(cell)), this.#results.get(a1WithSheet(cell))?.rows];
    if (kept === undefined || before === undefined) return rows;
    const [bottom, right] = [rows.length - 1, rows[0]!.length - 1];
    return rows.map((row, down) =>
      row.map((one, across) =>
        kept === 'all' || (kept === 'first' ? down + across === 0 : down === bottom && across === right)
          ? before[down]![across]!
          : one,
      ),
    );
  }

  /** A formula and a value as they were saved in the file: no function was called for them. */
  loadSaved(address: string, formula: string, value: Value): void {
    const cell = parseA1(address, 'Sheet1')!;
    this.#put(cell, { formula, value: '' });
    this.#results.set(a1WithSheet(cell), { block: cell, rows: [[{ value, format: 'General' }]] });
  }

  /** The cell's own content, or what spills over it; a spill that another content is in the way of shows #SPILL!. */
  #shownAt(cell: Block): Shown {
    const own = this.#at(cell);
    const result = [...this.#results.values()].find(
      ({ block }) =>
        overlaps(block, cell) &&
        (isSame(cellOf(block.sheet, block.row, block.column), cell) || !this.#isBlocked(block)),
    );
    const format = own?.format ?? 'General';
    if (own?.formula === '' && own.value !== '') return { value: own.value, format };
    if (own?.formula === '=""') return { value: '', format };
    if (own && isUnnamed(own.formula)) return { value: own.formula.includes('IFERROR') ? 0 : '#NAME?', format };
    if (own?.formula.startsWith('=QUOTE(') === true) return { value: '#NAME?', format };
    if (!result) return { value: own && own.formula !== '' ? '#BUSY!' : '', format };
    if (this.#isBlocked(result.block)) return { value: '#SPILL!', format };
    const shown = result.rows[cell.row - result.block.row]![cell.column - result.block.column]!;
    return { value: shown.value, format: format === 'General' ? shown.format : format };
  }

  #spillOf(cell: Block): Block {
    const result = this.#results.get(a1WithSheet(cell));
    return result && !this.#isBlocked(result.block) ? result.block : cell;
  }

  #isBlocked(block: Block): boolean {
    return cellsIn(block)
      .slice(1)
      .some((cell) => {
        const other = this.#at(cell);
        return other !== undefined && (other.formula !== '' || other.value !== '');
      });
  }

  #cells(sheet: string): Map<string, Cell> {
    const cells = this.#sheets.get(sheet);
    if (!cells) throw new Error(`There is no sheet "${sheet}"`);
    return cells;
  }

  #at = ({ sheet, row, column }: Block): Cell | undefined => this.#cells(sheet).get(keyOf(row, column));

  #put({ sheet, row, column }: Block, changes: Partial<Cell>): void {
    const cells = this.#cells(sheet);
    cells.set(keyOf(row, column), {
      formula: '',
      value: '',
      format: 'General',
      ...cells.get(keyOf(row, column)),
      ...changes,
    });
  }
}
