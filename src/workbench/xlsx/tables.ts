import type { IWorksheetData, Worksheet } from '@univerjs/core';
import type { Attachments, SavedBlock } from '../engine/attachments';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { attributes, child, descendants, inAttribute, type PackageReader, unescaped } from './package';
import { plainValue } from './cells';
import type { ChangedParts } from './changed-parts';
import { type FileTable, filteredBy, namesTables, withAddresses } from './structured-references';
import { type ElementText, PartText, withAttributes, withContent } from './xml-text';
import { blockOfEngineRange, engineRangeOf } from '../engine/cell-position';
import { formulaAt, valueAt } from '../engine/cell-contents';
import { spillsOn } from '../engine/spills';
import { a1, type Block, overlaps, parseA1 } from '../../core/sheet';

/** A table, for its formulas and for a download. */
export interface SheetTable extends FileTable {
  /** Of its part in the file. */
  readonly path: string;
  /** As the opened file has it. */
  readonly filter?: ElementText | undefined;
}

/** The tables of a file, with the sheets on which they stand. */
export const tablesFrom = (
  files: PackageReader,
  sheets: readonly { readonly path: string; readonly name: string }[],
): SheetTable[] =>
  sheets.flatMap(({ path, name }) =>
    files
      .relationsOf(path)
      .filter(({ kind }) => kind === 'table')
      .flatMap((relation) => tableFrom(files.xmlOf(relation.path), name, relation.path)),
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

function tableFrom(table: ElementText, sheet: string, path: string): SheetTable[] {
  const block = parseA1(table.getAttribute('ref') ?? '', sheet);
  if (!block) return [];
  return [
    {
      name: table.getAttribute('displayName') ?? table.getAttribute('name') ?? '',
      columns: descendants(table, 'tableColumn').map((column) => unescaped(column.getAttribute('name'))),
      headerRows: Number(table.getAttribute('headerRowCount') ?? 1),
      totalsRows: Number(table.getAttribute('totalsRowCount') ?? 0),
      block,
      path,
      filter: child(table, 'autoFilter'),
    },
  ];
}

/**
 * The tables of a file as they are now. Those that Excel would no longer accept have become ordinary cells: it wants a
 * different heading in each column, and neither merged cells nor spills.
 *
 * @param before the sheets as the file has them
 */
export function tablesNow(
  sheet: Spreadsheet,
  attachments: Attachments,
  inFile: readonly SheetTable[],
  before: readonly Partial<IWorksheetData>[],
): { readonly table: SheetTable; readonly change: 'none' | 'changed' | 'gone' }[] {
  const taken = new Set(sheet.definedNames.map(({ name }) => name.toUpperCase()));
  return inFile.map((table) => {
    const block = attachments.tables.find(({ name }) => name === table.name)?.block;
    const worksheet = block && sheet.workbook.getSheetBySheetName(block.sheet);
    if (!worksheet) return { table, change: 'gone' };
    const isSet = taken.has(table.name.toUpperCase());
    const position = sheet.positionOf(block);
    const headings = headingsIn({ ...table, block }, (row, column) => {
      const cell = { ...position, row, column };
      return formulaAt(sheet, cell) === '' ? valueAt(sheet, cell) : null;
    });
    const inTheWay = obstacles(sheet, worksheet).filter((other) => overlaps(other, block)).length;
    const { cellData, mergeData = [] } = before.find(({ name }) => name === table.block.sheet) ?? {};
    const headingsBefore = headingsIn(table, (row, column) => {
      const cell = cellData?.[row]?.[column];
      return cell?.f === undefined ? plainValue(cell ?? {}) : null;
    });
    const merged = mergeData.filter((range) => overlaps(blockOfEngineRange(table.block.sheet, range), table.block));
    const isSame =
      JSON.stringify([a1(block), headings, inTheWay]) ===
      JSON.stringify([a1(table.block), headingsBefore, merged.length]);
    // Its columns are written by name.
    const areColumnsSame = table.columns.length === block.columns || attachments.file.moves === undefined;
    if (isSame && areColumnsSame && !isSet) return { table, change: 'none' };
    const columns = headings ?? table.columns;
    const areTexts = columns.every((heading) => typeof heading === 'string' && heading !== '');
    const isAccepted =
      areTexts &&
      new Set(columns.map((heading) => String(heading).toUpperCase())).size === block.columns &&
      block.rows > table.headerRows + table.totalsRows;
    if (!isAccepted || isSet || inTheWay > 0) return { table, change: 'gone' };
    return { table: { ...table, block, columns: columns.map(String) }, change: 'changed' };
  });
}

/** Undefined for a table without any. */
const headingsIn = <Value>(
  { block, headerRows }: SheetTable,
  valueOf: (row: number, column: number) => Value,
): Value[] | undefined =>
  headerRows > 0
    ? Array.from({ length: block.columns }, (_, index) => valueOf(block.row, block.column + index))
    : undefined;

const obstacles = (sheet: Spreadsheet, worksheet: Worksheet): Block[] => [
  ...worksheet.getMergeData().map((range) => blockOfEngineRange(worksheet.getName(), range)),
  ...spillsOn(sheet, { unitId: worksheet.getUnitId(), sheetId: worksheet.getSheetId() }).map(({ block }) => block),
];

/** Writes the tables that are no longer as the file has them; those that have become ordinary cells go. */
export function writeTables(parts: ChangedParts, sheets: readonly string[], all: ReturnType<typeof tablesNow>): void {
  const left = all.flatMap(({ table, change }) => (change === 'gone' ? [] : [table]));
  for (const { table, change } of all) {
    if (change === 'changed') parts.setText(table.path, changedTable(parts.textOf(table.path), table, left));
    if (change !== 'gone') continue;
    for (const sheet of sheets) {
      const id = parts.relationsOf(sheet).find(({ path }) => path === table.path)?.id;
      if (id === undefined) continue;
      const part = new PartText(parts.textOf(sheet));
      const list = part.find('tableParts');
      const others = (list?.children ?? []).filter(({ head }) => !head.includes(`"${id}"`));
      if (list && others.length > 0)
        part.setContent(list, others.map((one) => one.text).join(''), { count: others.length });
      else part.replaceElement('tableParts', '');
      parts.setText(sheet, part.text);
      parts.removeNamed(table.path, sheet);
    }
  }
}

/** Gives a table of a file the cells and the headings that it has now. */
function changedTable(text: string, table: SheetTable, tables: readonly SheetTable[]): string {
  const part = new PartText(text);
  const { block, columns } = table;
  const nameIn = (one: ElementText): string => unescaped(one.getAttribute('name'));
  const list = part.find('tableColumns')!;
  const before = list.children;
  let id = Math.max(0, ...before.map((one) => Number(one.getAttribute('id'))));
  const elements = columns.map((name, index) => {
    const other = before.length === columns.length ? before[index] : undefined;
    const own =
      before.find((one) => nameIn(one) === name) ?? (other && !columns.includes(nameIn(other)) ? other : undefined);
    if (!own) return part.prefixed(`<tableColumn${attributes({ id: ++id, name })}/>`);
    const inside = own.children.filter((one) => isKnown(one.textContent, table, tables));
    const head = nameIn(own) === name ? own.head : withAttributes(own.head, { name: inAttribute(name) });
    return withContent(head, inside.map((one) => one.text).join(''));
  });
  part.setContent(list, elements.join(''), { count: columns.length });
  const filter = part.find('autoFilter');
  const filtered = withAttributes(filter?.head ?? '', { ref: a1(filteredBy(table)) });
  if (filter) part.splice(filter.start, filter.end, filtered + part.text.slice(filter.contentStart, filter.end));
  const { head, start, contentStart } = part.root!;
  part.splice(start, contentStart, withAttributes(head, { ref: a1(block) }));
  return part.text;
}

/** Whether the formula of a whole column means what there still is. */
const isKnown = (formula: string, { block, headerRows }: SheetTable, tables: readonly SheetTable[]): boolean =>
  !namesTables(withAddresses(formula, tables, block.sheet, block.row + headerRows));
