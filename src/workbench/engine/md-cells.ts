import { ObjectMatrix } from '@univerjs/core';
import { type CellPosition, positionKey } from './cell-position';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { formulaAt } from './cell-contents';
import { type Block, cellOf, overlaps } from '../../core/sheet';

/** All cells of the workbook whose formula contains one of our functions, or a name that does. */
export function listMdCells(sheet: Spreadsheet): CellPosition[] {
  const positions: CellPosition[] = [];
  const unitId = sheet.workbook.getUnitId();
  const names = sheet.mdNames;
  for (const [sheetId, formulas] of Object.entries(sheet.formulas.getFormulaData()[unitId] ?? {})) {
    const worksheet = sheet.workbook.getSheetBySheetId(sheetId);
    if (!worksheet) continue;
    new ObjectMatrix(formulas ?? {}).forValue((row, column, item) => {
      if (item && (isMdFormula(item.f) || names.usedIn(item.f, worksheet.getName()).length > 0))
        positions.push({ unitId, sheetId, row, column });
    });
  }
  return positions;
}

/** The MD cells in these blocks, found in one pass over the formulas, however many blocks there are. */
export function listMdCellsIn(sheet: Spreadsheet, blocks: readonly Block[]): CellPosition[] {
  const isSingle = ({ rows, columns }: Block): boolean => rows === 1 && columns === 1;
  const single = new Set(blocks.filter(isSingle).map((block) => positionKey(sheet.positionOf(block))));
  const larger = blocks.filter((block) => !isSingle(block));
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
