import type { ICellData, IStyleData, IWorksheetData } from '@univerjs/core';
import { type Block, parseA1 } from '../../core/sheet/a1';

type CellInput = string | number | null;

/** Writes cells of a worksheet by their addresses. */
export class SheetBuilder {
  readonly #cells: Record<number, Record<number, ICellData>> = {};
  readonly #widths: Record<number, { w: number }> = {};
  readonly #heights: Record<number, { h: number }> = {};

  /** Rows of texts, numbers and formulas from a cell on; null leaves a cell unchanged. */
  put(from: string, rows: readonly (readonly CellInput[])[], style?: IStyleData): this {
    const { row, column } = blockAt(from);
    rows.forEach((line, down) => {
      line.forEach((content, across) => {
        const cell = this.#cell(row + down, column + across);
        if (typeof content === 'string' && content.startsWith('=')) cell.f = content;
        else if (content !== null) cell.v = content;
        if (style) addStyle(cell, style);
      });
    });
    return this;
  }

  /** Adds a style to a block such as "B4:F4"; unspecified properties stay. */
  style(block: string, style: IStyleData): this {
    const { row, column, rows, columns } = blockAt(block);
    for (let down = 0; down < rows; down++) {
      for (let across = 0; across < columns; across++) addStyle(this.#cell(row + down, column + across), style);
    }
    return this;
  }

  /** Widths of columns in pixels, by letter. */
  widths(widths: Readonly<Record<string, number>>): this {
    for (const [letter, w] of Object.entries(widths)) this.#widths[blockAt(`${letter}1`).column] = { w };
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

function blockAt(address: string): Block {
  const block = parseA1(address, '');
  if (!block) throw new RangeError(`"${address}" is not an address`);
  return block;
}

function addStyle(cell: ICellData, style: IStyleData): void {
  cell.s = { ...(cell.s as IStyleData | undefined), ...style };
}
