import { type FormulaToken, withWords } from '../../app/workbook/formulas';
import { type Block, columnName, MAX_COLUMNS, MAX_ROWS, parseA1, quoteSheet } from '../../core/sheet';

/** Rows or columns that came into a sheet, went, or were dragged to another place. */
export interface LineEdit {
  /** The name of the sheet in the opened file. */
  readonly sheet: string;
  readonly areRows: boolean;
  /** Index of the first one. */
  readonly first: number;
  readonly count: number;
  readonly areDeleted: boolean;
  /** The line before which they were dragged, as the lines were before; undefined for those that came or went. */
  readonly to?: number;
  /** A table that got other rows or columns, while all cells stayed where they were. */
  readonly resized?: ResizedTable;
  /** The data of the tables that get these rows. */
  readonly grown?: readonly Block[];
}

/** A table before and after the lines behind its last one joined it, or left it again. */
export interface ResizedTable {
  readonly from: Block;
  readonly to: Block;
  readonly headerRows: number;
}

/** What happens to references when a table is resized. */
export const resizing = (sheet: string, resized: ResizedTable): LineEdit => {
  const areRows = resized.from.rows !== resized.to.rows;
  const first = areRows ? resized.from.row + resized.from.rows : resized.from.column + resized.from.columns;
  return { sheet, areRows, first, count: 0, areDeleted: false, resized };
};

export const LOST = '#REF!';

/** Whether an edit takes back what the one before it did. */
export function takesBack(edit: LineEdit, before: LineEdit | undefined): boolean {
  if (edit.sheet !== before?.sheet || edit.areRows !== before.areRows || edit.count !== before.count) return false;
  const { first, count, areDeleted, to, resized } = before;
  if (resized || edit.resized)
    return JSON.stringify([resized?.from, resized?.to]) === JSON.stringify([edit.resized?.to, edit.resized?.from]);
  if (to === undefined || edit.to === undefined)
    return edit.to === to && edit.first === first && edit.areDeleted !== areDeleted;
  return to > first ? edit.first === to - count && edit.to === first : edit.first === to && edit.to === first + count;
}

/** From the first to the last of some rows or columns, after the edit. Undefined if all of them went. */
export function linesAfter(
  [start, end]: readonly [number, number],
  edit: LineEdit,
): readonly [number, number] | undefined {
  const { areRows, first, count, areDeleted, to: place } = edit;
  if (place !== undefined) {
    const now = place > first ? place - count : place;
    if (start >= first && end < first + count) return [start + now - first, end + now - first];
    const [gone, back] = movesOf(edit, now);
    return linesAfter(linesAfter([start, end], gone)!, back);
  }
  const max = areRows ? MAX_ROWS : MAX_COLUMNS;
  // Whole columns have as many rows as before.
  if (start === 0 && end === max - 1) return [start, end];
  if (!areDeleted) {
    const [from, to] = [start, end].map((line) => (line >= first ? line + count : line)) as [number, number];
    return from >= max ? undefined : [from, Math.min(to, max - 1)];
  }
  const next = first + count;
  const from = start < first ? start : Math.max(first, start - count);
  const to = end < first ? end : end < next ? first - 1 : end - count;
  return to < from ? undefined : [from, to];
}

/** Where a row or a column is now; undefined if it went. */
export const lineAfter = (edits: readonly LineEdit[], areRows: boolean, index: number): number | undefined =>
  edits
    .filter((edit) => edit.areRows === areRows)
    .reduce<number | undefined>(
      (line, edit) => (line === undefined ? line : linesAfter([line, line], edit)?.[0]),
      index,
    );

/** What dragging does to all other lines: the dragged ones go, and come at their place. */
const movesOf = ({ sheet, areRows, first, count }: LineEdit, now: number): readonly [LineEdit, LineEdit] => [
  { sheet, areRows, first, count, areDeleted: true },
  { sheet, areRows, first: now, count, areDeleted: false },
];

/** Dragged lines leave a block that does not have to stay in one piece, such as that of a rule. */
function linesApart([start, end]: readonly [number, number], edit: LineEdit): (readonly [number, number])[] {
  const { first, count, to = start } = edit;
  const cuts = [first, first + count, to].filter((cut) => edit.to !== undefined && cut > start && cut <= end);
  const starts = [...new Set([start, ...cuts])].sort((one, other) => one - other);
  return starts.map((own, index) => linesAfter([own, (starts[index + 1] ?? end + 1) - 1], edit)!);
}

/** A cell, a range, whole rows or columns, after the edit: "B7", "$A$1:C9", "B:C" or "7:9". */
export const referenceAfter = (reference: string, edit: LineEdit): string =>
  referencesAfter(reference, edit, false)[0] ?? LOST;

/** The lines of a reference to all cells of a table, or of some of its columns, with or without the headings. */
function joinedLines(block: Block, { areRows, count, resized, grown = [] }: LineEdit): [number, number] | undefined {
  const hasRows = ({ row, rows }: Block): boolean => row === block.row && rows === block.rows;
  if (grown.some((data) => hasRows(data) && isWithin(block, data)))
    return [block.row, block.row + block.rows - 1 + count];
  if (!resized || !isWithin(block, resized.from)) return undefined;
  const { from, to, headerRows } = resized;
  const data = { ...from, row: from.row + headerRows, rows: from.rows - headerRows };
  if (areRows) return [from, data].some(hasRows) ? [block.row, to.row + to.rows - 1] : undefined;
  const isWhole = block.column === from.column && block.columns === from.columns;
  return isWhole ? [block.column, to.column + to.columns - 1] : undefined;
}

const isWithin = (block: Block, { row, rows, column, columns }: Block): boolean =>
  block.row >= row &&
  block.row + block.rows <= row + rows &&
  block.column >= column &&
  block.column + block.columns <= column + columns;

/** None if all of its lines went, and several where dragged lines left the others. */
export function referencesAfter(reference: string, edit: LineEdit, areApart = edit.to !== undefined): string[] {
  const corners = reference.split(':').map((corner) => /^(\$?[A-Z]{1,3})?(\$?\d+)?$/i.exec(corner));
  const [one, other = one] = corners;
  if (!one || !other || corners.length > 2) return [reference];
  const own = edit.areRows ? 2 : 1;
  if (one[own] === undefined || other[own] === undefined) return [reference];
  const indexOf = (line: string): number =>
    edit.areRows ? Number(line.replace('$', '')) - 1 : (parseA1(`${line.replace('$', '')}1`, '')?.column ?? 0);
  const [start, end] = [indexOf(one[own]), indexOf(other[own])];
  const lines = [Math.min(start, end), Math.max(start, end)] as const;
  const written = (line: string, index: number): string =>
    (line.startsWith('$') ? '$' : '') + (edit.areRows ? String(index + 1) : columnName(index));
  const corner = (match: RegExpExecArray, index: number): string =>
    edit.areRows ? (match[1] ?? '') + written(match[2]!, index) : written(match[1]!, index) + (match[2] ?? '');
  // Otherwise it ends at the formula's own row: "B$2:B5".
  const isFixed = corners.length > 1 && one[own].startsWith('$') === other[own].startsWith('$');
  // One row without a sign is perhaps that row alone.
  const mayJoin = isFixed && (edit.resized !== undefined || (edit.grown !== undefined && one[own].startsWith('$')));
  const block = mayJoin ? parseA1(reference.replaceAll('$', ''), '') : undefined;
  const joined = block && joinedLines(block, edit);
  return (areApart ? linesApart(lines, edit) : [joined ?? linesAfter(lines, edit)]).flatMap((after) => {
    if (!after) return [];
    const [first, last] = start <= end ? after : [after[1], after[0]];
    return corners.length === 1 ? corner(one, first) : `${corner(one, first)}:${corner(other, last)}`;
  });
}

/** What happened to the sheets of a file and to their rows and columns. */
export interface Reshaping {
  /** In their order. */
  readonly edits: readonly LineEdit[];
  /** The sheets of the opened file, in their order there. */
  readonly sheets: readonly string[];
  /** The names that they have now; undefined for those that went. */
  readonly names: readonly (string | undefined)[];
}

/**
 * A formula in the form of files as Excel makes it of the one that the file has.
 *
 * @param own the sheet on which it stands, as the file calls it
 * @param isOfName what is relative in the formula of a name means other cells for each cell, and stays
 */
export const formulaAfter = (formula: string, own: string, reshaping: Reshaping, isOfName = false): string =>
  withWords(formula, ({ type, text }, index, all) => {
    if (type === 'string' || type === 'structured' || text.includes('[')) return text;
    // Of lost cells: Model!#REF!
    if (isSheet(all[index - 1])) return namesAfter([unquoted(all[index - 1]!.text)], reshaping) ? text : '';
    if (isSheet(all[index])) return quoted(namesAfter([unquoted(text)], reshaping) ?? []);
    const cut = text.lastIndexOf('!') + 1;
    const isReference = type.startsWith('range') && type !== 'range_named';
    if (cut === 0) return isReference ? after(text, own, reshaping, isOfName) : text;
    const sheets = unquoted(text.slice(0, cut - 1)).split(':');
    const now = namesAfter(sheets, reshaping);
    if (now === undefined) return LOST;
    // Cells of several sheets stay where they are, as Excel leaves them.
    const cells =
      isReference && sheets.length === 1 ? after(text.slice(cut), sheets[0]!, reshaping, isOfName) : text.slice(cut);
    const isSame = now.join(':') === sheets.join(':');
    return cells === LOST ? LOST : `${isSame ? text.slice(0, cut - 1) : quoted(now)}!${cells}`;
  });

const after = (reference: string, sheet: string, { edits }: Reshaping, isOfName: boolean): string =>
  edits
    .filter((edit) => isSame(edit.sheet, sheet) && !(isOfName && isRelative(reference, edit)))
    .reduce((text, edit) => (text === LOST ? text : referenceAfter(text, edit)), reference);

/** What stands before the exclamation mark of a sheet's lost cells. */
export const isSheet = (token: FormulaToken | undefined): boolean => token?.type.startsWith('context') === true;

const isRelative = (reference: string, { areRows }: LineEdit): boolean =>
  (areRows ? /(?:^|[A-Z:])\d/i : /(?:^|:)[A-Z]/i).test(reference);

/** Of several sheets, those between the ones that remain. Undefined if none does. */
function namesAfter(sheets: readonly string[], { sheets: before, names }: Reshaping): readonly string[] | undefined {
  const places = sheets.map((sheet) => before.findIndex((one) => isSame(one, sheet)));
  // A name of nothing in the file stays as it is.
  if (places.includes(-1)) return sheets;
  const left = names.slice(Math.min(...places), Math.max(...places) + 1).filter((name) => name !== undefined);
  if (left.length === 0) return undefined;
  return places.length === 1 ? [left[0]!] : [left[0]!, left.at(-1)!];
}

const isSame = (one: string, other: string): boolean => one.toUpperCase() === other.toUpperCase();

/** The sheet before an exclamation mark. */
export const unquoted = (prefix: string): string => prefix.replace(/^'([^]*)'$/, '$1').replaceAll("''", "'");

/** With quotes where the name of a sheet could be read as something else. */
function quoted(names: readonly string[]): string {
  const text = names.join(':');
  return names.every((name) => quoteSheet(name) === name) ? text : `'${text.replaceAll("'", "''")}'`;
}
