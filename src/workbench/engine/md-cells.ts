import { type CellPosition, positionKey } from './cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { cellsWithFormula, formulaAt } from './cell-contents';
import { type Block, cellOf, isSingleCell, overlaps } from '../../core/sheet';

/** All cells of the workbook whose formula contains one of our functions, or a name that does. */
export function listMdCells(sheet: Spreadsheet): CellPosition[] {
  const names = sheet.mdNames;
  return cellsWithFormula(sheet, (formula, on) => isMdFormula(formula) || names.usedIn(formula, on).length > 0);
}

/** The MD cells in these blocks, found in one pass over the formulas, however many blocks there are. */
export function listMdCellsIn(sheet: Spreadsheet, blocks: readonly Block[]): CellPosition[] {
  const single = new Set(blocks.filter(isSingleCell).map((block) => positionKey(sheet.positionOf(block))));
  const larger = blocks.filter((block) => !isSingleCell(block));
  return listMdCells(sheet).filter((position) => {
    if (single.has(positionKey(position))) return true;
    const name = sheet.sheetOf(position)?.getName() ?? '';
    return larger.some((block) => overlaps(block, cellOf(name, position.row, position.column)));
  });
}

/** The cells whose formula calls one of these functions. */
export function listCallers(sheet: Spreadsheet, functions: readonly { readonly id: string }[]): CellPosition[] {
  const call = new RegExp(`\\bMD\\.(?:${functions.map(({ id }) => id).join('|')})\\(`, 'i');
  return listMdCells(sheet).filter((position) => call.test(formulaAt(sheet, position)));
}

const MD_CALL = /\bMD\.[A-Z]/i;
export const isMdFormula = (formula: string): boolean => MD_CALL.test(formula);
