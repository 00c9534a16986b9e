import type { IWorksheetData, Worksheet } from '@univerjs/core';
import type { Attachments, SavedBlock } from '../engine/attachments';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { attributes, child, descendants, escaped, inAttribute, type PackageReader, unescaped } from './package';
import { plainValue } from './cells';
import type { ChangedParts } from './changed-parts';
import { type FileTable, filteredBy, namesTables, withAddresses, withColumns } from '../engine/structured-references';
import { type ElementText, PartText, readAttribute, withAttributes, withContent } from './xml-text';
import { blockOfEngineRange, engineRangeOf } from '../engine/cell-position';
import { formulaAt, textAt, valueAt } from '../engine/cell-contents';
import { lineAfter, type LineEdit, referenceAfter } from '../engine/line-edits';
import { spillsOn } from '../engine/spills';
import { a1, type Block, cellOf, overlaps, parseA1 } from '../../core/sheet';

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

export interface TableNow {
  readonly table: SheetTable;
  readonly change: 'none' | 'changed' | 'gone';
  /** What its columns are called in the formulas of the file → what they are called now. */
  readonly names: ReadonlyMap<string, string>;
  /** What headings get in the file, by their addresses: Excel has a text of its own in each. */
  readonly headings: Readonly<Record<string, string>>;
}

/**
 * The tables of a file as they are now. As in Excel, a column without a heading gets one, and no two are the same. Those
 * that Excel would not accept have become ordinary cells: it wants neither merged cells nor spills, and a row.
 *
 * @param before the sheets as the file has them
 */
export function tablesNow(
  sheet: Spreadsheet,
  attachments: Attachments,
  inFile: readonly SheetTable[],
  before: readonly Partial<IWorksheetData>[],
): TableNow[] {
  const taken = new Set(sheet.definedNames.map(({ name }) => name.toUpperCase()));
  return inFile.map((table) => {
    const { block, columns: opened } = attachments.tables.find(({ name }) => name === table.name) ?? {};
    const worksheet = block && sheet.workbook.getSheetBySheetName(block.sheet);
    const isSet = taken.has(table.name.toUpperCase());
    const inTheWay = worksheet ? obstacles(sheet, worksheet).filter((other) => overlaps(other, block)).length : 0;
    const { cellData, mergeData = [] } = before.find(({ name }) => name === table.block.sheet) ?? {};
    const merged = mergeData.filter((range) => overlaps(blockOfEngineRange(table.block.sheet, range), table.block));
    const gone = { table, change: 'gone', names: new Map(), headings: {} } as const;
    if (!block || isSet || (inTheWay > 0 && inTheWay !== merged.length)) return gone;
    const position = sheet.positionOf(block);
    const shift = shiftTo(block, table.block, table.columns.length);
    const known = Array.from({ length: block.columns }, (_, index) => table.columns[index + shift] ?? '');
    const headings: Record<string, string> = {};
    const wanted = known.map((name, index) => {
      const cell = { ...position, column: position.column + index };
      const was = cellData?.[table.block.row]?.[table.block.column + shift + index];
      const [valueBefore, value] = [was?.f === undefined ? plainValue(was ?? {}) : null, valueAt(sheet, cell)];
      const isSame = name !== '' && valueBefore === (formulaAt(sheet, cell) === '' ? value : null);
      return table.headerRows === 0 || isSame ? name : textAt(sheet, cell);
    });
    const columns = different(wanted, known);
    columns.forEach((name, index) => {
      const cell = { ...position, column: position.column + index };
      const isThere = name === known[index] || (valueAt(sheet, cell) === name && formulaAt(sheet, cell) === '');
      if (table.headerRows > 0 && !isThere) headings[a1(cellOf('', cell.row, cell.column))] = name;
    });
    const isSame =
      JSON.stringify([a1(block), columns]) === JSON.stringify([a1(table.block), opened]) && inTheWay === merged.length;
    // As the opened file has it.
    const isOdd = attachments.file.moves === undefined && table.columns.length !== block.columns;
    if (isSame || isOdd) return { table, change: 'none', names: new Map(), headings };
    if (inTheWay > 0 || block.rows <= table.headerRows + table.totalsRows) return gone;
    const names = new Map(known.map((name, index) => [name.toUpperCase(), columns[index]!]));
    return { table: { ...table, block, columns }, change: 'changed', names, headings };
  });
}

/** How many columns before the first one of a block its table had others. */
const shiftTo = (block: Block, before: Block, columns: number): number =>
  block.columns === columns ? 0 : block.column - before.column;

/** Headings as Excel gives them to columns: those that stay go before others that are the same. */
function different(wanted: readonly string[], known: readonly string[]): string[] {
  const stays = (name: string, index: number): boolean => name !== '' && name === known[index];
  const taken = new Set(wanted.filter(stays).map((name) => name.toUpperCase()));
  return wanted.map((name, index) => {
    if (stays(name, index)) return name;
    let own = name;
    for (let next = name === '' ? 1 : 2; own === '' || taken.has(own.toUpperCase()); next++)
      own = `${name === '' ? 'Column' : name}${next}`;
    taken.add(own.toUpperCase());
    return own;
  });
}

/** What no table has. */
export const obstacles = (sheet: Spreadsheet, worksheet: Worksheet): Block[] => [
  ...worksheet.getMergeData().map((range) => blockOfEngineRange(worksheet.getName(), range)),
  ...spillsOn(sheet, { unitId: worksheet.getUnitId(), sheetId: worksheet.getSheetId() }).map(({ block }) => block),
];

/** Writes the tables that are no longer as the file has them; those that have become ordinary cells go. */
export function writeTables(parts: ChangedParts, sheets: readonly string[], all: readonly TableNow[]): void {
  const left = all.flatMap(({ table, change }) => (change === 'gone' ? [] : [table]));
  for (const now of all) {
    const { table, change } = now;
    if (change === 'changed') parts.setText(table.path, changedTable(parts.textOf(table.path), now, left));
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

/**
 * A table of a file after rows and columns of its sheet came, went or were dragged. Its cells are corrected with those of
 * other parts, and new columns get their names with the headings.
 */
export function tableAfter(text: string, edits: readonly LineEdit[]): string {
  const part = new PartText(text);
  const block = parseA1(part.root?.getAttribute('ref') ?? '', '');
  const now =
    block &&
    parseA1(
      edits.reduce((reference, edit) => referenceAfter(reference, edit), a1(block)),
      '',
    );
  if (!now) return text;
  const places = Array.from({ length: block.columns }, (_, index) => lineAfter(edits, false, block.column + index));
  setColumns(
    part,
    Array.from({ length: now.columns }, (_, index) => places.indexOf(now.column + index)),
  );
  const isGone = (row: number): boolean => lineAfter(edits, true, row) === undefined;
  const { head, start, contentStart } = part.root!;
  const isHeadless = isGone(block.row) && part.root!.getAttribute('headerRowCount') !== '0';
  const isWithoutTotals = isGone(block.row + block.rows - 1) && part.root!.getAttribute('totalsRowCount') !== undefined;
  const changed = {
    ...(isHeadless && { headerRowCount: 0 }),
    ...(isWithoutTotals && { totalsRowCount: undefined, totalsRowShown: 0 }),
  };
  if (isHeadless || isWithoutTotals) part.splice(start, contentStart, withAttributes(head, changed));
  if (isHeadless) part.replaceElement('autoFilter', '');
  return part.text;
}

/** Gives a table of a file other columns, which keep their filters. @param from where each one was; -1 for a new one */
function setColumns(part: PartText, from: readonly number[]): void {
  const list = part.find('tableColumns')!;
  const before = list.children;
  if (from.length === before.length && from.every((place, index) => place === index)) return;
  let id = Math.max(0, ...before.map((one) => Number(one.getAttribute('id'))));
  const columns = from.map(
    (place) => before[place]?.text ?? part.prefixed(`<tableColumn${attributes({ id: ++id, name: '' })}/>`),
  );
  part.setContent(list, columns.join(''), { count: from.length });
  const filter = part.find('autoFilter');
  const placed = (filter?.children ?? []).flatMap(({ name, head, text }) => {
    if (name !== 'filterColumn') return [{ place: Infinity, text }];
    const place = from.indexOf(Number(readAttribute(head, 'colId')));
    return place < 0 ? [] : [{ place, text: withAttributes(head, { colId: place }) + text.slice(head.length) }];
  });
  if (filter && placed.length + filter.children.length > 0)
    part.setContent(
      filter,
      placed
        .toSorted((one, other) => one.place - other.place)
        .map(({ text }) => text)
        .join(''),
    );
}

/** Gives a table of a file the cells and the headings that it has now. */
function changedTable(text: string, { table, names }: TableNow, tables: readonly SheetTable[]): string {
  const part = new PartText(text);
  const { block, columns, name } = table;
  const before = part.find('tableColumns')!.children.length;
  const shift = shiftTo(block, parseA1(part.root!.getAttribute('ref')!, '')!, before);
  setColumns(
    part,
    columns.map((_, index) => (index + shift < before ? index + shift : -1)),
  );
  const list = part.find('tableColumns')!;
  const elements = list.children.map(({ head, children: all }, index) => {
    const inside = all.map((one) => {
      const formula = withColumns(one.textContent, name, names);
      const xml = formula === one.textContent ? one.text : withContent(one.head, escaped(formula));
      return isKnown(formula, table, tables) ? xml : '';
    });
    const isSame = unescaped(readAttribute(head, 'name')) === columns[index];
    return withContent(isSame ? head : withAttributes(head, { name: inAttribute(columns[index]!) }), inside.join(''));
  });
  part.setContent(list, elements.join(''));
  const filter = part.find('autoFilter');
  const filtered = withAttributes(filter?.head ?? '', { ref: a1(filteredBy(table)) });
  if (filter) part.splice(filter.start, filter.end, filtered + part.text.slice(filter.contentStart, filter.end));
  const { head, start, contentStart } = part.root!;
  part.splice(start, contentStart, withAttributes(head, { ref: a1(block) }));
  return part.text;
}

/** Whether the formula of a whole column means what there still is. */
const isKnown = (formula: string, { block, headerRows }: SheetTable, tables: readonly SheetTable[]): boolean =>
  !namesTables(withAddresses(formula, tables, block.sheet, block.row + headerRows, block.column));
