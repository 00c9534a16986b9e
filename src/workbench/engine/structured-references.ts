import { parseStructRef, stringifyStructRef } from '@borgar/fx';
import { tokensIn, withWords } from '../../app/workbook/formulas';
import { type Block, cellOf, formulaOfBlocks, isSingleCell, overlaps } from '../../core/sheet';

/** A table of a file: what a structured reference such as Sales[Amount] names. */
export interface FileTable {
  readonly name: string;
  readonly block: Block;
  readonly columns: readonly string[];
  readonly headerRows: number;
  readonly totalsRows: number;
}

/** The cells that the filter of a table has, and that are sorted. */
export const filteredBy = ({ block, totalsRows }: Pick<FileTable, 'block' | 'totalsRows'>): Block => ({
  ...block,
  rows: block.rows - totalsRows,
});

/**
 * A formula of a file with addresses instead of its structured references, which the engine does not calculate.
 *
 * @param sheet the one on which the formula stands
 * @param row of the formula, which "this row" means
 * @param column of a formula that may leave out the name of its table, which Excel writes into files
 */
export function withAddresses(
  formula: string,
  tables: readonly FileTable[],
  sheet: string,
  row: number,
  column?: number,
): string {
  if (tables.length === 0) return formula;
  return withWords(formula, ({ type, text }) => {
    if (type !== 'structured' && type !== 'range_named') return text;
    const block = blockNamed(text, tables, sheet, row, column);
    return block ? addressOf(block, sheet, parseStructRef(text)?.sections ?? []) : text;
  });
}

/** A formula with the names that the columns of a table have now; what names no table is of this one. */
export const withColumns = (formula: string, table: string, names: ReadonlyMap<string, string>): string =>
  withWords(formula, ({ type, text }) => {
    const reference = type === 'structured' ? parseStructRef(text) : undefined;
    const isOwn = reference && ['', table.toUpperCase()].includes((reference.table ?? '').toUpperCase());
    if (!isOwn || !reference.columns) return text;
    const columns = reference.columns.map((column) => names.get(column.toUpperCase()) ?? column);
    const isSame = columns.every((column, index) => column === reference.columns![index]);
    return isSame ? text : stringifyStructRef({ ...reference, columns }, { thisRow: true });
  });

/** Whether a formula has structured references. */
export const namesTables = (formula: string): boolean => tokensIn(formula).some(({ type }) => type === 'structured');

/** Whether a formula means something else in every row, or in every table. */
export const isOfItsPlace = (formula: string): boolean =>
  tokensIn(formula).some(({ type, text }) => {
    const reference = type === 'structured' ? parseStructRef(text) : undefined;
    return reference && (!reference.table || reference.sections?.includes('this row') === true);
  });

function blockNamed(
  text: string,
  tables: readonly FileTable[],
  ...own: readonly [sheet: string, row: number, column: number | undefined]
): Block | undefined {
  const { table: name = '', columns = [], sections = [] } = parseStructRef(text) ?? { table: text };
  const table =
    tables.find((one) => one.name.toUpperCase() === name.toUpperCase()) ??
    (name === '' ? tableAround(tables, ...own) : undefined);
  if (!table) return undefined;
  const across = columns.map((column) => table.columns.findIndex((one) => one.toUpperCase() === column.toUpperCase()));
  const [first, last] = [across[0] ?? 0, across.at(-1) ?? table.columns.length - 1];
  if (first < 0 || last < 0) return undefined;
  const rows = rowsOf(table, sections, own[1]);
  if (!rows || rows.end < rows.start) return undefined;
  return {
    sheet: table.block.sheet,
    row: rows.start,
    rows: rows.end - rows.start + 1,
    column: table.block.column + Math.min(first, last),
    columns: Math.abs(last - first) + 1,
  };
}

/** The one that is meant where a formula names none: that in which it stands. */
export const tableAround = (
  tables: readonly FileTable[],
  sheet: string,
  row: number,
  column: number | undefined,
): FileTable | undefined => tables.find(({ block }) => overlaps(block, cellOf(sheet, row, column ?? block.column)));

function rowsOf(
  { block, headerRows, totalsRows }: FileTable,
  sections: readonly string[],
  row: number,
): { readonly start: number; readonly end: number } | undefined {
  const end = block.row + block.rows - 1;
  const spans = (sections.length === 0 ? ['data'] : sections).map((section) => {
    if (section === 'all') return { start: block.row, end };
    if (section === 'headers')
      return headerRows > 0 ? { start: block.row, end: block.row + headerRows - 1 } : undefined;
    if (section === 'totals') return totalsRows > 0 ? { start: end - totalsRows + 1, end } : undefined;
    return section === 'this row' ? { start: row, end: row } : { start: block.row + headerRows, end: end - totalsRows };
  });
  const present = spans.filter((span) => span !== undefined);
  if (present.length < spans.length) return undefined;
  return { start: Math.min(...present.map((span) => span.start)), end: Math.max(...present.map((span) => span.end)) };
}

/** Wherever a formula is copied to, it means the same columns, and the row to which it is copied if it means its own. */
function addressOf(block: Block, sheet: string, sections: readonly string[]): string {
  const address = formulaOfBlocks([block]);
  const start = block.sheet === sheet ? '' : address.slice(0, address.lastIndexOf('!') + 1);
  const cells = address.slice(address.lastIndexOf('!') + 1);
  if (sections.includes('this row')) return start + cells.replaceAll(/\$(?=\d)/g, '');
  // A table of one row may get others.
  return start + cells + (sections.length === 0 && isSingleCell(block) ? `:${cells}` : '');
}
