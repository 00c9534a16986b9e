import type { Matrix } from '../../core/cell';
import { CellError, notAvailable } from '../../core/errors';
import { type ExcelCell, excelCell, customFunctionsError } from './excel-cell';
import type { ReturnedTypes } from '../features';
import { fitToMessage } from './message-size';

export type ExcelResult = ExcelCell | ExcelCell[][];

/**
 * The boundary to Excel: everything it returns is acceptable to Excel, whatever comes in. An error of the whole cell is
 * thrown, as Excel expects; nothing but a CustomFunctions.Error is ever thrown. A 1 × 1 number, the common case, passes
 * unchanged.
 */
export function toExcel(
  outcome: Matrix | CellError,
  result: 'matrix' | 'scalar',
  features: ReturnedTypes,
): ExcelResult {
  const only = onlyCell(outcome);
  if (typeof only === 'number' && Number.isFinite(only)) return result === 'scalar' ? only : (outcome as number[][]);
  const converted = convert(outcome, features);
  if (converted instanceof CellError) throw customFunctionsError(converted);
  if (result === 'matrix') return converted;
  return converted[0]?.[0] ?? '';
}

function convert(outcome: unknown, features: ReturnedTypes): ExcelCell[][] | CellError {
  try {
    if (outcome instanceof CellError) return outcome;
    const rows = Array.isArray(outcome)
      ? outcome.map((row: unknown): unknown[] => (Array.isArray(row) ? row : [row]))
      : [[outcome]];
    const width = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
    if (width === 0) return notAvailable('There is nothing to show');
    const only = onlyCell(rows);
    if (only instanceof CellError) return only;
    return fitToMessage(rows.map((row) => excelRow(row, width, features)));
  } catch (problem) {
    return notAvailable('The result could not be written: please report this', problem);
  }
}

/** The cell of a 1 × 1 matrix. */
function onlyCell(outcome: unknown): unknown {
  if (!Array.isArray(outcome) || outcome.length !== 1) return undefined;
  const [row] = outcome as unknown[];
  return Array.isArray(row) && row.length === 1 ? row[0] : undefined;
}

/** All rows get equal length; holes and missing ends are blank. */
function excelRow(row: readonly unknown[], width: number, features: ReturnedTypes): ExcelCell[] {
  const cells = new Array<ExcelCell>(width);
  for (let column = 0; column < width; column += 1) cells[column] = excelCell(row[column], features);
  return cells;
}
