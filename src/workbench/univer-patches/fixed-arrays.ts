import {
  ArrayValueObject,
  type BaseValueObject,
  BooleanValueObject,
  ErrorType,
  ErrorValueObject,
  type FunctionVariantType,
  IFormulaCurrentConfigService,
  IFormulaRuntimeService,
  NumberValueObject,
} from '@univerjs/preset-sheets-core';
import { CLOCK, withMark } from '../../core/last-value-mark';
import {
  arraySizeOf,
  chosenFormat,
  filledBefore,
  GENERAL,
  isErrorCode,
  keptValueOf,
  type PlainValue,
} from '../engine/cell-contents';
import { arrayOf, cellValue, readValues } from '../engine/executor';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { isOnItsWay } from './waiting-arguments';
import { valueIn } from './wrong-functions';

/**
 * Mends: the result of an array formula of an opened file, {=A1:A9*2} in three cells, fills as many cells as it has values,
 * or is #SPILL! if these are not free. Here it fills its own block: what is more is left out, and what is missing is #N/A.
 * And a result that is on its way leaves what it filled, so that formulas take those cells for blank and decide on 0. Here
 * these wait, too. A formula with functions that the engine does not know is #NAME?, with all that rests on it: here it
 * keeps the values of the file, marked as last ones, until something is entered into its cell. And where functions divide
 * by 0 on their way, or come to more than a number can be, a cell has NaN or Infinity; here it has #NUM!.
 *
 * Can go when test/unit/workbench/xlsx/edited-file.test.ts, "an array formula fills its block", passes without it.
 */
export function keepArraysInBlocks(sheet: Spreadsheet): void {
  const now = sheet.serviceOf(IFormulaRuntimeService);
  const before = sheet.serviceOf(IFormulaCurrentConfigService);
  const setResult = now.setRuntimeData.bind(now);
  now.setRuntimeData = (result) => {
    const { currentUnitId, currentSubUnitId, currentRow, currentColumn } = now;
    const cells = before.getUnitData()[currentUnitId]?.[currentSubUnitId]?.cellData;
    const cell = cells?.getValue(currentRow, currentColumn);
    const waiting = (): readonly [number, number] | undefined => {
      const filled = before.getArrayFormulaRange()[currentUnitId]?.[currentSubUnitId]?.[currentRow]?.[currentColumn];
      return filled && cell?.v !== ErrorType.SPILL
        ? [filled.endRow - filled.startRow + 1, filled.endColumn - filled.startColumn + 1]
        : filledBefore(cell);
    };
    const kept = keptValueOf(cell);
    if (kept !== undefined) {
      const at = { unitId: currentUnitId, sheetId: currentSubUnitId };
      const marked = (value: PlainValue, down: number, across: number): BaseValueObject =>
        lastValue(value, chosenFormat(sheet, { ...at, row: currentRow + down, column: currentColumn + across }));
      const rows = typeof kept === 'object' ? kept : [[kept]];
      setResult(arrayOf(rows.map((values, down) => values.map((value, across) => marked(value, down, across)))));
      return;
    }
    const size = arraySizeOf(cell) ?? (isOnItsWay(result) ? waiting() : undefined);
    const isNoNumber = result instanceof NumberValueObject && !Number.isFinite(result.getValue());
    if (isNoNumber) setResult(ErrorValueObject.create(ErrorType.NUM));
    else setResult(size ? inBlock(result, ...size) : result);
  };
}

/** A value with the format that marks it, also a text. The engine's own objects for flags are shared by all cells. */
function lastValue(value: PlainValue, format = GENERAL): BaseValueObject {
  if (isErrorCode(value)) return ErrorValueObject.create(value as ErrorType);
  const result = typeof value === 'boolean' ? new BooleanValueObject(value) : cellValue(value);
  result.setPattern(withMark(format, CLOCK));
  return result;
}

function inBlock(result: FunctionVariantType, rows: number, columns: number): FunctionVariantType {
  const values = readValues(result);
  const [height, width] = values instanceof ArrayValueObject ? [values.getRowCount(), values.getColumnCount()] : [1, 1];
  const valueAt = (row: number, column: number): BaseValueObject =>
    (height > 1 && row >= height) || (width > 1 && column >= width)
      ? ErrorValueObject.create(ErrorType.NA)
      : valueIn(values, row, column);
  if (rows * columns === 1) return valueAt(0, 0);
  return arrayOf(
    Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (__, column) => valueAt(row, column))),
  );
}
