import type { IWorksheetData, Worksheet } from '@univerjs/core';
import { tokensIn } from '../../app/workbook/formulas';
import type { Attachments, SavedColumn, SavedTable, SavedBlock } from '../engine/attachments';
import type { Spreadsheet } from '../sheet/spreadsheet';
import {
  attributes,
  child,
  descendants,
  escaped,
  MAIN,
  type PackageReader,
  type PackageWriter,
  unescaped,
} from './package';
import type { WrittenFilter } from './filters';
import { type FileTable, namesTables, withAddresses } from './structured-references';
import { blockOfEngineRange, engineRangeOf } from '../engine/cell-position';
import { formulaAt, valueAt } from '../engine/cell-contents';
import { spillsOn } from '../engine/spills';
import { a1, type Block, overlaps, parseA1 } from '../../core/sheet';

/** A table, for its formulas and for a download. */
export interface SheetTable extends FileTable {
  readonly saved: SavedTable;
  /** As the opened file has it. */
  readonly filter?: Element | undefined;
}

/** The tables of a file, with the sheets on which they stand. */
export const tablesFrom = (
  files: PackageReader,
  sheets: readonly { readonly path: string; readonly name: string }[],
): SheetTable[] =>
  sheets.flatMap(({ path, name }) =>
    files
      .relations(path)
      .filter(({ kind }) => kind === 'table')
      .flatMap((relation) => tableFrom(files.xml(relation.path), name)),
  );

/** Where the tables stand, by their names. */
export const blocksFrom = (
  tables: readonly SheetTable[],
  sheets: readonly Partial<IWorksheetData>[],
): Record<string, SavedBlock> =>
  Object.fromEntries(
    tables.map(({ name, block }) => [
      name,
      { sheetId: sheets.find((sheet) => sheet.name === block.sheet)?.id ?? '', range: engineRangeOf(block) },
    ]),
  );

function tableFrom(table: Element, sheet: string): SheetTable[] {
  const block = parseA1(table.getAttribute('ref') ?? '', sheet);
  if (!block) return [];
  const columns = descendants(table, 'tableColumn').map(columnFrom);
  const saved: SavedTable = {
    name: table.getAttribute('displayName') ?? table.getAttribute('name') ?? '',
    columns,
    headerRows: Number(table.getAttribute('headerRowCount') ?? 1),
    totalsRows: Number(table.getAttribute('totalsRowCount') ?? 0),
    hasFilter: child(table, 'autoFilter') !== undefined,
    style: attributesOf(descendants(table, 'tableStyleInfo')[0]),
  };
  return [{ ...saved, block, columns: columns.map(({ name }) => name), saved, filter: child(table, 'autoFilter') }];
}

function columnFrom(column: Element): SavedColumn {
  const total = attributesOf(column, 'totalsRowLabel', 'totalsRowFunction');
  const formula = unescaped(descendants(column, 'calculatedColumnFormula')[0]?.textContent);
  return {
    name: unescaped(column.getAttribute('name')),
    ...(Object.keys(total).length > 0 && { total }),
    ...(formula && { formula }),
  };
}

const attributesOf = (element: Element | undefined, ...names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    [...(element?.attributes ?? [])]
      .filter(({ name }) => (names.length === 0 ? !/:|^xmlns$/.test(name) : names.includes(name)))
      .map(({ name, value }) => [name, unescaped(value)]),
  );

/**
 * The tables of the opened file that Excel would still accept: with a different heading in each column, without merged
 * cells and spills. The others have become ordinary cells.
 */
export function validTables(sheet: Spreadsheet, attachments: Attachments): SheetTable[] {
  const taken = new Set(sheet.definedNames.map(({ name }) => name.toUpperCase()));
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

const obstacles = (sheet: Spreadsheet, worksheet: Worksheet): Block[] => [
  ...worksheet.getMergeData().map((range) => blockOfEngineRange(worksheet.getName(), range)),
  ...spillsOn(sheet, { unitId: worksheet.getUnitId(), sheetId: worksheet.getSheetId() }).map(({ block }) => block),
];

/**
 * Adds the tables of a sheet, and returns what the sheet says of them.
 *
 * @param filter of the sheet, which may be that of a table
 */
export function addTables(
  files: PackageWriter,
  path: string,
  sheetName: string,
  tables: readonly SheetTable[],
  filter: WrittenFilter | undefined,
): string {
  const own = tables.filter(({ block }) => block.sheet === sheetName);
  const parts = own.map((table) => {
    const number = tables.indexOf(table) + 1;
    files.add(`xl/tables/table${number}.xml`, 'table', tableXml(number, table, tables, filter));
    return `<tablePart r:id="${files.relate(path, 'table', `../tables/table${number}.xml`)}"/>`;
  });
  return parts.length === 0 ? '' : `<tableParts count="${parts.length}">${parts.join('')}</tableParts>`;
}

function tableXml(
  id: number,
  table: SheetTable,
  tables: readonly SheetTable[],
  filter: WrittenFilter | undefined,
): string {
  const { name, block, columns, headerRows, totalsRows, saved } = table;
  const savedByName = new Map(saved.columns.map((column) => [column.name, column]));
  const filtered = a1({ ...block, rows: block.rows - totalsRows });
  const ownFilter = saved.hasFilter ? `<autoFilter ref="${filtered}"/>` : '';
  const xml = columns.map((column, index) =>
    columnXml(index + 1, savedByName.get(column) ?? { name: column }, table, tables),
  );
  const shape = {
    id,
    name,
    displayName: name,
    ref: a1(block),
    ...(headerRows === 1 ? {} : { headerRowCount: headerRows }),
    ...(totalsRows > 0 ? { totalsRowCount: totalsRows } : { totalsRowShown: 0 }),
  };
  return `<table ${MAIN}${attributes(shape)}>${
    filter && a1(filter.block) === filtered ? filter.xml : ownFilter
  }<tableColumns count="${columns.length}">${xml.join('')}</tableColumns>${
    Object.keys(saved.style).length > 0 ? `<tableStyleInfo${attributes(saved.style)}/>` : ''
  }</table>`;
}

/** The formula of a whole column may name columns alone: addresses in it would not follow the table. */
function columnXml(
  id: number,
  { name, total, formula }: SavedColumn,
  table: SheetTable,
  tables: readonly SheetTable[],
): string {
  const start = `<tableColumn${attributes({ id, name, ...total })}`;
  if (formula === undefined || !namesColumnsAlone(formula, table, tables)) return `${start}/>`;
  return `${start}><calculatedColumnFormula>${escaped(formula)}</calculatedColumnFormula></tableColumn>`;
}

function namesColumnsAlone(formula: string, { block, headerRows }: SheetTable, tables: readonly SheetTable[]): boolean {
  const hasAddress = tokensIn(formula).some(({ type }) => type.startsWith('range') && type !== 'range_named');
  return !hasAddress && !namesTables(withAddresses(formula, tables, block.sheet, block.row + headerRows));
}
