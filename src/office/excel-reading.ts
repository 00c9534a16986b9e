import type { CellContent } from '../app/workbook';
import type { Block } from '../core/a1';
import { loadInPieces } from './excel-pieces';

/** The cells of a block, row by row. */
export async function readCells(context: Excel.RequestContext, block: Block): Promise<CellContent[][]> {
  const rows: CellContent[][] = Array.from({ length: block.rows }, () => []);
  await loadInPieces(context, [block], 'formulas,values,numberFormat', ({ formulas, values, numberFormat }, piece) => {
    for (let row = 0; row < piece.rows; row += 1) {
      for (let column = 0; column < piece.columns; column += 1) {
        const value = values[row]?.[column] as CellContent['value'];
        rows[piece.row - block.row + row]![piece.column - block.column + column] = {
          formula: formulaIn(formulas[row]?.[column], value), value, format: String(numberFormat[row]?.[column]),
        };
      }
    }
  });
  return rows;
}

/** For a constant Excel gives the constant, even for a text that begins with "=". */
const formulaIn = (content: unknown, value: unknown): string =>
  (typeof content === 'string' && content.startsWith('=') && content !== value ? content : '');
