import { type ICellData, isNullCell, type ObjectMatrix, type Worksheet } from '@univerjs/core';
import { ICalculateFormulaService } from '@univerjs/preset-sheets-core';
import { a1, type Block, cellOf, cellsIn } from '../../core/sheet';
import type { Unanswered } from '../engine/call-ledger';
import { formulaAt, isErrorCode, valueAt } from '../engine/cell-contents';
import { type CellPosition, engineRangeOf, positionKey } from '../engine/cell-position';
import { spillAt } from '../engine/spills';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { plainValue } from './cells';
import type { SheetInFile } from './opened-file';

/** A sheet as it is now, and as it is in the opened file. */
export interface ComparedSheet {
  readonly worksheet: Worksheet;
  readonly before: ObjectMatrix<ICellData>;
  readonly inFile: Pick<SheetInFile, 'results' | 'arrays'>;
}

/**
 * The cells, by their keys, of which the file has a good value, as the service gave no answer since: those with such
 * formulas, and all that rests on them. What also rests on something edited has no value that belongs to it.
 */
export async function cellsToKeep(
  sheet: Spreadsheet,
  unanswered: readonly Unanswered[],
  sheets: readonly ComparedSheet[],
): Promise<ReadonlySet<string>> {
  const unitId = sheet.workbook.getUnitId();
  const results = new Map(sheets.map((one) => [one.worksheet.getSheetId(), one.inFile.results]));
  const blocks = new Map<string, Block>();
  for (const { worksheet, inFile } of sheets)
    for (const block of inFile.arrays)
      blocks.set(positionKey({ unitId, sheetId: worksheet.getSheetId(), ...block }), block);
  const blockInFile = (position: CellPosition): Block =>
    blocks.get(positionKey(position)) ?? cellOf('', position.row, position.column);
  const isLost = (start: CellPosition): boolean => {
    const cells = cellsIn(blockInFile(start)).flat();
    return cells.some((cell) => {
      const value = results.get(start.sheetId)?.get(a1(cell)) ?? null;
      const now = valueAt(sheet, { ...start, row: cell.row, column: cell.column });
      return value !== null && !isErrorCode(value) && (cells.length === 1 || now === null || isErrorCode(now));
    });
  };
  /** These cells, and what rests on them, with all that their formulas fill, or have filled in the file. */
  const withDependents = async (cells: readonly CellPosition[]): Promise<ReadonlySet<string>> => {
    const found = new Set<string>();
    for (let next = cells; next.length > 0;) {
      const ranges = next.flatMap((position) =>
        [blockInFile(position), spillAt(sheet, position)].flatMap((block) =>
          block ? { unitId, sheetId: position.sheetId, range: engineRangeOf(block), block } : [],
        ),
      );
      for (const { sheetId, block } of ranges)
        for (const { row, column } of cellsIn(block).flat()) found.add(positionKey({ unitId, sheetId, row, column }));
      const dependents = await sheet.serviceOf(ICalculateFormulaService).getRangeDependents(ranges);
      next = dependents
        .map(({ subUnitId, row, column }) => ({ unitId, sheetId: subUnitId, row, column }))
        .filter((position) => !found.has(positionKey(position)));
    }
    return found;
  };
  const lost = unanswered.map(({ position }) => position).filter((one) => one.unitId === unitId && isLost(one));
  if (lost.length === 0) return new Set();
  const edited = await withDependents(sheets.flatMap((one) => editedCells(sheet, one)));
  return new Set([...(await withDependents(lost))].filter((key) => !edited.has(key)));
}

/** The cells that have another formula than in the file, or another constant. */
function editedCells(sheet: Spreadsheet, { worksheet, before }: ComparedSheet): CellPosition[] {
  const [unitId, sheetId] = [sheet.workbook.getUnitId(), worksheet.getSheetId()];
  const edited: CellPosition[] = [];
  const compare = (row: number, column: number): void => {
    const position = { unitId, sheetId, row, column };
    const [was, now] = [before.getValue(row, column) ?? {}, worksheet.getCellRaw(row, column) ?? {}];
    const formula = formulaAt(sheet, position);
    const isSame = formula === (was.f ?? '') && (formula !== '' || (!now.p && plainValue(now) === plainValue(was)));
    if (!isSame) edited.push(position);
  };
  before.forValue(compare);
  worksheet.getCellMatrix().forValue((row, column, cell) => {
    if (!isNullCell(cell) && !before.getValue(row, column)) compare(row, column);
  });
  return edited;
}
