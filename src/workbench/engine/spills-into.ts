import { ErrorType } from '@univerjs/preset-sheets-core';
import { ObjectMatrix } from '@univerjs/core';
import type { SpillingCell } from '../../app/workbook';
import { type Block, cellOf, overlaps } from '../../core/sheet/a1';
import { blockOfEngineRange } from './ranges';
import { formulaAt, valueAt } from './shown-cell';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** Formulas of any kind outside the block whose results reach into it. */
export function spillsInto(sheet: Spreadsheet, block: Block): SpillingCell[] {
  const { unitId, sheetId } = sheet.positionOf(block);
  const spilling: SpillingCell[] = [];
  new ObjectMatrix(sheet.formulas.getArrayFormulaRange()[unitId]?.[sheetId] ?? {}).forValue((row, column, range) => {
    const position = { unitId, sheetId, row, column };
    const cell = cellOf(block.sheet, row, column);
    const reaches = overlaps(blockOfEngineRange(block.sheet, range), block) && !overlaps(cell, block);
    // The engine also keeps the range of a result that found no room.
    if (reaches && valueAt(sheet, position) !== ErrorType.SPILL)
      spilling.push({ cell, formula: formulaAt(sheet, position) });
  });
  return spilling;
}
