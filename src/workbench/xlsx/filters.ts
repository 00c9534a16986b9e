import { type ICellData, IResourceManagerService, type IStyleData, numfmt, type Worksheet } from '@univerjs/core';
import type { IAutoFilter, IFilterColumn } from '@univerjs/sheets-filter';
import { dateFromSerial, format as formatted } from 'numfmt';
import { blockOfEngineRange, engineRangeOf, partOnSheet } from '../engine/cell-position';
import { FILTERS, type Spreadsheet } from '../sheet/spreadsheet';
import type { ChangedParts } from './changed-parts';
import type { SheetText } from './sheet-text';
import { filteredBy } from '../engine/structured-references';
import type { SheetTable } from './tables';
import { type ElementText, PartText } from './xml-text';
import { a1, type Block, formulaOfBlocks, overlaps, parseA1 } from '../../core/sheet';
import type { FileName } from './formulas';
import { showsDate } from './days-from-1904';
import { attributes, child, children, isOn, unescaped } from './package';

type Criteria = Omit<IFilterColumn, 'colId'>;

/** A sheet as it is read, before the engine has it. */
interface ReadSheet {
  readonly rowCount: number;
  readonly columnCount: number;
  readonly cellData: Readonly<Record<number, Readonly<Record<number, ICellData>> | undefined>>;
  readonly rowData: Record<number, { hd?: number } | undefined>;
}

/**
 * The filter of a sheet of a file: its own, or that of a table, since the engine has one for each sheet. Rows that it
 * hides are shown again when it is taken away, and therefore no longer hidden by themselves.
 */
export function readFilter(filter: ElementText | undefined, sheet: ReadSheet): IAutoFilter | undefined {
  const { cellData, rowData } = sheet;
  const whole = parseA1(filter?.getAttribute('ref') ?? '', '');
  // The engine draws a button for each column, and looks at each row.
  const block = whole && partOnSheet(whole, sheet);
  if (!filter || !block || block.rows < 2) return undefined;
  const ref = engineRangeOf(block);
  const filterColumns = children(filter, 'filterColumn').flatMap((element) => {
    const colId = block.column + Number(element.getAttribute('colId'));
    const cells = Array.from({ length: block.rows - 1 }, (_, down) => cellData[block.row + 1 + down]?.[colId]);
    const criteria = colId > ref.endColumn ? undefined : readCriteria(element, cells);
    return criteria ? [{ ...criteria, colId }] : [];
  });
  if (filterColumns.length === 0) return { ref };
  const cachedFilteredOut: number[] = [];
  for (let row = ref.startRow + 1; row <= ref.endRow; row++) {
    const own = rowData[row];
    if (own?.hd !== 1) continue;
    delete own.hd;
    cachedFilteredOut.push(row);
  }
  return { ref, filterColumns, cachedFilteredOut };
}

/** Whether a filter has something that the engine does not know: a colour, a rank, a period. */
export const isReadInPart = (filter: ElementText): boolean =>
  children(filter, 'filterColumn').some((column) => {
    return column.children.length > 0 && !readCriteria(column, []);
  });

/** @param cells those below the heading */
function readCriteria(column: ElementText, cells: readonly (ICellData | undefined)[]): Criteria | undefined {
  const values = child(column, 'filters');
  if (values) {
    const dates = children(values, 'dateGroupItem');
    const shown = new Map(cells.filter(isOtherHere).map((cell) => [textInFile(cell), textHere(cell)]));
    const texts = children(values, 'filter').map((one) => unescaped(one.getAttribute('val')));
    const filters = [
      ...texts.map((text) => shown.get(text) ?? text),
      ...cells
        .filter((cell) => dates.some((date) => isIn(date, cell)))
        .map((cell) => formatted(patternOf(cell), cell!.v)),
    ];
    return { filters: { ...(isOn(values.getAttribute('blank')) && { blank: true }), filters: [...new Set(filters)] } };
  }
  const conditions = child(column, 'customFilters');
  if (!conditions) return undefined;
  const customFilters = children(conditions, 'customFilter').map((one) => {
    const [operator, val] = [one.getAttribute('operator') ?? 'equal', unescaped(one.getAttribute('val'))];
    const isNumber = val.trim() !== '' && Number.isFinite(Number(val));
    // Without an operator the engine compares texts, with * and ?.
    return operator === 'equal' && !isNumber ? { val } : { val: isNumber ? Number(val) : val, operator };
  });
  const isKnown = customFilters.every(
    ({ val, operator }) => operator === undefined || operator === 'notEqual' || typeof val === 'number',
  );
  if (!isKnown) return undefined;
  const and = isOn(conditions.getAttribute('and')) ? { and: 1 } : {};
  return { customFilters: { ...and, customFilters } } as Criteria;
}

const patternOf = (cell: ICellData | undefined): string => (cell?.s as IStyleData | undefined)?.n?.pattern ?? '';

const isDate = (cell: ICellData | undefined): boolean => typeof cell?.v === 'number' && showsDate(patternOf(cell));

const GENERAL = /^(?:General)?$/;

/** A number that looks otherwise in the user's language than in a file, which is in English. */
const isOtherHere = (cell: ICellData | undefined): cell is ICellData =>
  numfmt.format('#,##0.0', 1000) !== '1,000.0' && typeof cell?.v === 'number' && !isDate(cell);

const textInFile = (cell: ICellData): string =>
  GENERAL.test(patternOf(cell)) ? String(cell.v) : formatted(patternOf(cell), cell.v);

const textHere = (cell: ICellData): string =>
  GENERAL.test(patternOf(cell))
    ? String(cell.v).replace('.', numfmt.format('0.0', 0)[1]!)
    : numfmt.format(patternOf(cell), cell.v);

/** The parts of a date in the order of dateFromSerial; a file names as many of them as it groups by. */
const PARTS = ['year', 'month', 'day', 'hour', 'minute', 'second'];

function isIn(group: ElementText, cell: ICellData | undefined): boolean {
  if (!isDate(cell)) return false;
  const parts = dateFromSerial(Number(cell?.v));
  return PARTS.every((name, index) => {
    const wanted = group.getAttribute(name);
    return wanted === undefined || Number(wanted) === parts[index];
  });
}

/** The filters of the open workbook, by the ids of their sheets. */
export function openFilters(sheet: Spreadsheet): Readonly<Record<string, IAutoFilter>> {
  const hooks = sheet.serviceOf(IResourceManagerService).getAllResourceHooks();
  const saved = hooks.find(({ pluginName }) => pluginName === FILTERS)?.toJson(sheet.workbook.getUnitId());
  return JSON.parse(saved ?? '{}') as Record<string, IAutoFilter>;
}

/** What a filter asks for, without the rows that it hides. */
export const criteriaOf = (filter: IAutoFilter | undefined): unknown =>
  filter && [
    [filter.ref.startRow, filter.ref.endRow, filter.ref.startColumn, filter.ref.endColumn],
    filter.filterColumns ?? [],
  ];

/**
 * Writes the filter of a sheet where the file has it: in the sheet, or in one of its tables, which keeps its buttons
 * without a filter.
 *
 * @param tables those of the sheet
 * @returns the names by which Excel finds the filter; undefined where they stay as they are
 */
export function writeFilter(
  parts: ChangedParts,
  part: SheetText,
  worksheet: Worksheet,
  { before, now, tables }: { before?: IAutoFilter | undefined; now?: IAutoFilter | undefined; tables: SheetTable[] },
): FileName[] | undefined {
  const [block, blockBefore] = [now, before].map(
    (filter) => filter && blockOfEngineRange(worksheet.getName(), filter.ref),
  );
  // It reaches as far as there are cells, and the table may end before.
  const isOf = ({ block: { row, column, columns } }: SheetTable, one: Block | undefined): boolean =>
    one?.row === row && one.column === column && one.columns === columns;
  const xmlIn = (own: PartText, ref = now?.ref): string =>
    now && ref ? filterXml(worksheet, { ...now, ref }, unknownIn(own, [now, before])) : '';
  for (const table of tables) {
    if (!isOf(table, block) && !isOf(table, blockBefore)) continue;
    const own = new PartText(parts.textOf(table.path));
    const all = filteredBy(table);
    const xml = isOf(table, block) ? xmlIn(own, engineRangeOf(all)) : `<autoFilter ref="${a1(all)}"/>`;
    own.replaceElement('autoFilter', xml);
    parts.setText(table.path, own.text);
  }
  // Excel repairs a file in which the filter of a sheet reaches into a table.
  const isSheets = block !== undefined && !tables.some((table) => overlaps(table.block, block));
  if (!isSheets && !part.find('autoFilter')) return undefined;
  part.replaceElement('autoFilter', isSheets ? xmlIn(part) : '');
  return isSheets ? [{ name: FILTER_NAME, formula: formulaOfBlocks([block]), isHidden: true }] : [];
}

/** The columns of a filter that the workbench cannot read, such as by colour, by their numbers as the file has them. */
function unknownIn(part: PartText, filters: readonly (IAutoFilter | undefined)[]): Map<number, string> {
  const filter = part.find('autoFilter');
  const known = new Set(
    filters.flatMap((one) => (one?.filterColumns ?? []).map(({ colId }) => colId - one!.ref.startColumn)),
  );
  const unknown = children(filter, 'filterColumn').filter((one) => !known.has(Number(one.getAttribute('colId'))));
  return new Map(unknown.map((one) => [Number(one.getAttribute('colId')), one.text.replace(/<(\/?)[\w.-]+:/g, '<$1')]));
}

/** @param others columns of the filter that stay as the file has them */
function filterXml(
  worksheet: Worksheet,
  { ref, filterColumns = [] }: IAutoFilter,
  others: ReadonlyMap<number, string>,
): string {
  const block = blockOfEngineRange(worksheet.getName(), ref);
  const columns = new Map(others);
  for (const { colId, filters, customFilters } of filterColumns) {
    const criteria = filters ? valuesXml(worksheet, block, colId, filters) : conditionsXml(customFilters);
    const place = colId - block.column;
    if (criteria !== '') columns.set(place, `<filterColumn${attributes({ colId: place })}>${criteria}</filterColumn>`);
  }
  const inOrder = [...columns].sort(([one], [other]) => one - other).map(([, xml]) => xml);
  return `<autoFilter ref="${a1(block)}">${inOrder.join('')}</autoFilter>`;
}

/** The hidden name by which Excel finds the filter of a sheet. */
export const FILTER_NAME = '_xlnm._FilterDatabase';

/** Excel finds dates by their parts alone, and other values by what they look like. */
function valuesXml(
  worksheet: Worksheet,
  block: Block,
  column: number,
  { blank, filters = [] }: NonNullable<IFilterColumn['filters']>,
): string {
  const dates = new Map<string, number>();
  const numbers = new Map<string, string>();
  const end = Math.min(block.row + block.rows, worksheet.getRowCount());
  for (let row = block.row + 1; row < end; row++) {
    const cell = { ...worksheet.getCellRaw(row, column), s: worksheet.getComposedCellStyle(row, column) };
    const text = String(worksheet.getCell(row, column)?.v ?? '');
    if (isDate(cell) && filters.includes(text)) dates.set(text, Number(cell.v));
    if (isOtherHere(cell)) numbers.set(text, textInFile(cell));
  }
  const items = filters.map((val) => {
    const serial = dates.get(val);
    if (serial === undefined) return `<filter${attributes({ val: numbers.get(val) ?? val })}/>`;
    const parts = dateFromSerial(serial);
    const names = Number.isInteger(serial) ? PARTS.slice(0, 3) : PARTS;
    const named = Object.fromEntries(names.map((name, index) => [name, Number(parts[index])]));
    return `<dateGroupItem${attributes({ ...named, dateTimeGrouping: names.at(-1) })}/>`;
  });
  return `<filters${attributes({ blank: blank ? 1 : undefined })}>${items.join('')}</filters>`;
}

function conditionsXml(conditions: IFilterColumn['customFilters']): string {
  if (!conditions) return '';
  const items = [...conditions.customFilters].map(
    ({ operator, val }) => `<customFilter${attributes({ operator: operator as string | undefined, val })}/>`,
  );
  return `<customFilters${attributes({ and: conditions.and ? 1 : undefined })}>${items.join('')}</customFilters>`;
}
