import type { ICellData, IStyleData, IWorksheetData } from '@univerjs/core';
import { parseAddress } from './address';

type Content = string | number | null;

/** Writes cells of a worksheet by their addresses. */
export class SheetBuilder {
  readonly #cells: Record<number, Record<number, ICellData>> = {};
  readonly #widths: Record<number, { w: number }> = {};
  readonly #heights: Record<number, { h: number }> = {};

  /** Rows of texts, numbers and formulas from a cell on; null leaves a cell as it is. */
  put(from: string, rows: readonly (readonly Content[])[], style?: IStyleData): this {
    const { row, column } = parseAddress(from);
    rows.forEach((line, down) => {
      line.forEach((content, across) => {
        const cell = this.#cell(row + down, column + across);
        if (typeof content === 'string' && content.startsWith('=')) cell.f = content;
        else if (content !== null) cell.v = content;
        if (style) dress(cell, style);
      });
    });
    return this;
  }

  /** Adds a style to a block such as "B4:F4"; what it does not name stays. */
  style(block: string, style: IStyleData): this {
    const [first = '', last = first] = block.split(':');
    const [start, end] = [parseAddress(first), parseAddress(last)];
    for (let row = start.row; row <= end.row; row++) {
      for (let column = start.column; column <= end.column; column++) dress(this.#cell(row, column), style);
    }
    return this;
  }

  /** Widths of columns in pixels, by letter. */
  widths(widths: Readonly<Record<string, number>>): this {
    for (const [letter, w] of Object.entries(widths)) this.#widths[parseAddress(`${letter}1`).column] = { w };
    return this;
  }

  height(row: number, h: number): this {
    this.#heights[row - 1] = { h };
    return this;
  }

  build(): Pick<IWorksheetData, 'cellData' | 'columnData' | 'rowData'> {
    return { cellData: this.#cells, columnData: this.#widths, rowData: this.#heights };
  }

  #cell(row: number, column: number): ICellData {
    const line = (this.#cells[row] ??= {});
    return (line[column] ??= {});
  }
}

function dress(cell: ICellData, style: IStyleData): void {
  cell.s = { ...(cell.s as IStyleData | undefined), ...style };
}
