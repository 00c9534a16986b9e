import type { CellContent, CellWriting, Workbook } from '../../src/app/workbook';
import type { Block } from '../../src/core/a1';
import { cellOf } from '../../src/core/a1';

const missing = (): Promise<never> => Promise.reject(new Error('This spreadsheet cannot do that yet'));

const BLANK: CellContent = { formula: '', value: '', format: 'General' };

/** A workbook without a spreadsheet: it keeps what is written, and calculates nothing. */
export class MemoryWorkbook implements Workbook {
  listSeparator = ',';
  readonly #cells = new Map<string, CellContent>();
  readonly #listeners = new Set<() => void>();
  #selection: Block = cellOf('Sheet1', 0, 0);

  selection(): Promise<Block> {
    return Promise.resolve(this.#selection);
  }

  select(block: Block): Promise<void> {
    this.#selection = block;
    this.#listeners.forEach((listener) => { listener(); });
    return Promise.resolve();
  }

  onSelectionChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  read(block: Block): Promise<CellContent[][]> {
    return Promise.resolve(Array.from({ length: block.rows }, (_, down) =>
      Array.from({ length: block.columns }, (_unused, across) => this.#cells.get(placeOf(block, down, across)) ?? BLANK)));
  }

  write(block: Block, cells: readonly (readonly (CellWriting | undefined)[])[]): Promise<void> {
    cells.forEach((row, down) => {
      row.forEach((writing, across) => {
        if (!writing) return;
        const place = placeOf(block, down, across);
        const { formula = '', value = '', format = this.#cells.get(place)?.format ?? BLANK.format } = writing;
        this.#cells.set(place, { formula, value, format });
      });
    });
    return Promise.resolve();
  }

  clear(block: Block): Promise<void> {
    for (let down = 0; down < block.rows; down++) {
      for (let across = 0; across < block.columns; across++) this.#cells.delete(placeOf(block, down, across));
    }
    return Promise.resolve();
  }

  readonly sheetNames = missing;
  readonly formulas = missing;
  readonly calculate = missing;
  readonly addSheet = missing;
  readonly track = missing;
  readonly tracked = missing;
  readonly untrack = missing;
  readonly readPart = missing;
  readonly writePart = missing;
}

const placeOf = ({ sheet, row, column }: Block, down: number, across: number): string => `${sheet}!${row + down},${column + across}`;
