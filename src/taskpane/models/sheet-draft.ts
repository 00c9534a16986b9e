import type { NewCell, NewSheet } from '../../app/workbook';
import { parseA1 } from '../../core/a1';

type DraftRow = readonly (NewCell | undefined)[];

export const title = (value: string): NewCell => ({ value, style: 'title' });
export const heading = (value: string): NewCell => ({ value, style: 'heading' });
export const label = (value: string): NewCell => ({ value, style: 'label' });
export const note = (value: string): NewCell => ({ value, style: 'note' });

/** A value that the modeller is meant to change. */
export const input = (value: string | number, format?: string): NewCell => ({ value, style: 'input', ...formatOf(format) });

export const formula = (text: string, format?: string): NewCell => ({ formula: text, ...formatOf(format) });

/** A formula whose first row is the table's own header. */
export const headingFormula = (text: string): NewCell => ({ formula: text, style: 'heading' });

export const total = (text: string, format?: string): NewCell => ({ formula: text, style: 'total', ...formatOf(format) });

/** Cells that a spill above or beside them will fill. */
export const filledBySpill = (count: number, look: Pick<NewCell, 'style' | 'format'>): DraftRow => Array<NewCell>(count).fill(look);

/** The rows of a sheet, filled in by addresses instead of in reading order. */
export class SheetDraft {
  readonly #rows: (NewCell | undefined)[][] = [];

  constructor(private readonly name: string, private readonly columnWidths: readonly number[]) {}

  /** Writes row by row from the cell of that address; a hole leaves what is there. */
  put(address: string, rows: readonly DraftRow[]): this {
    const first = parseA1(address, this.name);
    if (!first) throw new SyntaxError(`Not the address of a cell: ${address}`);
    rows.forEach((cells, down) => {
      cells.forEach((cell, right) => {
        if (cell) this.#rowAt(first.row + down)[first.column + right] = cell;
      });
    });
    return this;
  }

  build(): NewSheet {
    // Neither rows nor cells may be missing, as the unassigned places of an array are.
    return { name: this.name, columnWidths: this.columnWidths, rows: Array.from(this.#rows, (_, index) => Array.from(this.#rows[index] ?? [])) };
  }

  #rowAt(index: number): (NewCell | undefined)[] {
    return (this.#rows[index] ??= []);
  }
}

const formatOf = (format: string | undefined): Pick<NewCell, 'format'> => (format === undefined ? {} : { format });
