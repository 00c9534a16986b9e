import { type IRange, ObjectMatrix, type Worksheet } from '@univerjs/core';
import { IDefinedNamesService } from '@univerjs/preset-sheets-core';
import { type Block, overlaps } from '../../core/sheet/a1';
import type { Attachments } from '../engine/attachments';
import type { SavedTable } from '../engine/file-facts';
import { blockOfEngineRange } from '../engine/ranges';
import { formulaAt, valueAt } from '../engine/shown-cell';
import type { Spreadsheet } from '../sheet/spreadsheet';
import type { FileTable } from './structured-references';

/** A table as it is now. */
export interface ValidTable extends FileTable {
  readonly saved: SavedTable;
}

/**
 * The tables of the opened file that Excel would still accept: with a different heading in each column, without merged
 * cells and spills. The others have become ordinary cells.
 */
export function validTables(sheet: Spreadsheet, attachments: Attachments): ValidTable[] {
  const names = Object.values(sheet.get(IDefinedNamesService).getDefinedNameMap(sheet.workbook.getUnitId()) ?? {});
  const taken = new Set(names.map(({ name }) => name.toUpperCase()));
  return attachments.tables.flatMap(({ saved, block }) => {
    const worksheet = block && sheet.workbook.getSheetBySheetName(block.sheet);
    if (!worksheet || taken.has(saved.name.toUpperCase())) return [];
    const { headerRows, totalsRows } = saved;
    const columns = headerRows > 0 ? headingsOf(sheet, block) : saved.columns.map(({ name }) => name);
    const isWhole = columns?.length === block.columns && block.rows > headerRows + totalsRows;
    if (!isWhole || obstacles(sheet, worksheet).some((other) => overlaps(other, block))) return [];
    return [{ name: saved.name, block, columns, headerRows, totalsRows, saved }];
  });
}

/** Undefined if one is missing, is not a text, or appears twice. */
function headingsOf(sheet: Spreadsheet, block: Block): string[] | undefined {
  const position = sheet.positionOf(block);
  const texts = Array.from({ length: block.columns }, (_, index) => {
    const cell = { ...position, column: block.column + index };
    return formulaAt(sheet, cell) === '' ? valueAt(sheet, cell) : null;
  });
  const headings = texts.filter((text): text is string => typeof text === 'string' && text !== '');
  const isEachItsOwn = new Set(headings.map((heading) => heading.toUpperCase())).size === block.columns;
  return isEachItsOwn ? headings : undefined;
}

function obstacles(sheet: Spreadsheet, worksheet: Worksheet): Block[] {
  const ranges = [...worksheet.getMergeData()];
  const spills = sheet.formulas.getArrayFormulaRange()[sheet.workbook.getUnitId()]?.[worksheet.getSheetId()];
  new ObjectMatrix<IRange>(spills ?? {}).forValue((_row, _column, range) => {
    ranges.push(range);
  });
  return ranges
    .map((range) => blockOfEngineRange(worksheet.getName(), range))
    .filter(({ rows, columns }) => rows * columns > 1);
}
