import { BLANK, type Cell } from './cell';
import { type Block, cellOf, overlaps } from '../../../../src/core/sheet';

const key = (row: number, column: number): string => `${row}:${column}`;

/** The cells of a sheet. */
export class EmulatedSheet {
  isProtected = false;
  visibility: 'Visible' | 'Hidden' | 'VeryHidden' = 'Visible';
  readonly unlocked: Block[] = [];
  readonly merged: Block[] = [];
  /** By a filter, or of groups that are collapsed. */
  readonly hiddenRows = new Set<number>();
  /** What was drawn, as "B2:C2 Font.Bold true". */
  readonly drawn: string[] = [];
  #cells = new Map<string, Cell>();
  #formats = new Map<string, string>();
  /** Anchor → the cells that its result fills. */
  #spills = new Map<string, Block>();

  constructor(
    readonly id: string,
    public name: string,
  ) {}

  rename(name: string): void {
    this.name = name;
    for (const [anchor, spill] of this.#spills) this.#spills.set(anchor, { ...spill, sheet: name });
  }

  cell(row: number, column: number): Cell {
    return this.#cells.get(key(row, column)) ?? BLANK;
  }

  /** The cell's own; that of its value Excel tells nowhere but in valuesAsJson. */
  format(row: number, column: number): string {
    return this.#formats.get(key(row, column)) ?? 'General';
  }

  setFormat(row: number, column: number, format: string): void {
    this.#formats.set(key(row, column), format);
  }

  /** Puts content into a cell. What spilled from it goes; a spill that reached it can no longer. */
  put(row: number, column: number, cell: Cell): void {
    const reached = this.spillOver(row, column);
    const [anchorRow, anchorColumn] = [reached?.row, reached?.column];
    const isBlank = cell.value === '' && cell.formula === undefined;
    // Deleting within a spill changes nothing.
    if (reached && (anchorRow !== row || anchorColumn !== column) && isBlank) return;
    if (reached) this.#removeSpill(reached);
    if (reached && (anchorRow !== row || anchorColumn !== column))
      this.#set(reached.row, reached.column, {
        ...this.cell(reached.row, reached.column),
        value: '#SPILL!',
        isError: true,
      });
    this.#set(row, column, cell);
  }

  /**
   * Shows a result from its anchor on, or #SPILL! if other cells are in its way. Nothing spills in a table, into one, or
   * over merged cells.
   */
  show(anchor: Block, formula: string, rows: readonly (readonly Cell[])[], tables: readonly Block[] = []): void {
    const reached = this.#spills.get(key(anchor.row, anchor.column));
    if (reached) this.#removeSpill(reached);
    const block = { ...anchor, rows: rows.length, columns: rows[0]!.length };
    const isInTheWay = this.places(block).some(
      ([row, column]) => (row !== anchor.row || column !== anchor.column) && this.isFull(row, column),
    );
    if (
      isInTheWay ||
      [...this.merged, ...tables].some((one) => block.rows * block.columns > 1 && overlaps(one, block))
    ) {
      this.#set(anchor.row, anchor.column, { value: '#SPILL!', isError: true, formula });
      return;
    }
    for (const [row, cells] of rows.entries()) {
      for (const [column, cell] of cells.entries()) {
        this.#cells.set(
          key(anchor.row + row, anchor.column + column),
          row === 0 && column === 0 ? { ...cell, formula } : cell,
        );
      }
    }
    if (block.rows * block.columns > 1) this.#spills.set(key(anchor.row, anchor.column), block);
  }

  spillFrom(row: number, column: number): Block | undefined {
    return this.#spills.get(key(row, column));
  }

  /** The spill that fills a cell, its anchor's included. */
  spillOver(row: number, column: number): Block | undefined {
    return [...this.#spills.values()].find((block) => overlaps(block, cellOf(block.sheet, row, column)));
  }

  isLocked(row: number, column: number): boolean {
    return !this.unlocked.some((block) => overlaps(block, cellOf(block.sheet, row, column)));
  }

  /** Whether anything is in the cell, an empty text of a spill included. */
  isFull(row: number, column: number): boolean {
    return this.#cells.has(key(row, column));
  }

  /** The rectangle around every cell with content. */
  used(): Block | undefined {
    const filled = this.filled();
    if (filled.length === 0) return undefined;
    let [row, column, bottom, right] = [Infinity, Infinity, 0, 0];
    for (const place of filled) {
      row = Math.min(row, place.row);
      column = Math.min(column, place.column);
      bottom = Math.max(bottom, place.row);
      right = Math.max(right, place.column);
    }
    return { sheet: this.name, row, column, rows: bottom - row + 1, columns: right - column + 1 };
  }

  filled(): { row: number; column: number; cell: Cell }[] {
    return [...this.#cells].map(([place, cell]) => {
      const [row, column] = place.split(':').map(Number) as [number, number];
      return { row, column, cell };
    });
  }

  places({ row, column, rows, columns }: Block): [row: number, column: number][] {
    return Array.from({ length: rows * columns }, (_, index) => [
      row + Math.floor(index / columns),
      column + (index % columns),
    ]);
  }

  /** Moves the rows from `row` on by `count`; with a negative one, the rows before them are deleted. */
  moveRows(row: number, count: number): void {
    const moved = (place: number): number | undefined =>
      place >= row ? place + count : place >= row + count ? undefined : place;
    const moveKeys = <Content>(map: Map<string, Content>): Map<string, Content> =>
      new Map(
        [...map].flatMap(([place, content]) => {
          const [from, column] = place.split(':').map(Number) as [number, number];
          const to = moved(from);
          return to === undefined ? [] : [[key(to, column), content] as const];
        }),
      );
    this.#cells = moveKeys(this.#cells);
    this.#formats = moveKeys(this.#formats);
    this.#spills = new Map(
      [...moveKeys(this.#spills)].map(([place, block]) => [place, { ...block, row: Number(place.split(':')[0]) }]),
    );
  }

  /** Returns what gives all cells back what they contain now. */
  remember(): () => void {
    const [cells, formats, spills] = [new Map(this.#cells), new Map(this.#formats), new Map(this.#spills)];
    return () => ([this.#cells, this.#formats, this.#spills] = [new Map(cells), new Map(formats), new Map(spills)]);
  }

  #set(row: number, column: number, cell: Cell): void {
    if (cell.value === '' && cell.formula === undefined) this.#cells.delete(key(row, column));
    else this.#cells.set(key(row, column), cell);
  }

  #removeSpill(block: Block): void {
    this.#spills.delete(key(block.row, block.column));
    for (const [row, column] of this.places(block))
      if (row !== block.row || column !== block.column) this.#cells.delete(key(row, column));
  }
}
