import { a1 } from '../../core/sheet/a1';
import type { SavedColumn } from '../engine/file-facts';
import type { Package } from './package';
import { CONTENT_TYPES, extend, HEAD, relation, relations } from './parts';
import type { ValidTable } from './valid-tables';
import { namesTables, withAddresses } from './structured-references';
import { attributes, escaped } from './xml';
import { tokensIn } from '../../app/workbook/formulas';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.table+xml';

/** Adds the tables to their sheets, which the package does not write. */
export function addTables(files: Package, tables: readonly ValidTable[], sheetNames: readonly string[]): void {
  sheetNames.forEach((sheetName, index) => {
    const own = tables.filter(({ block }) => block.sheet === sheetName);
    if (own.length === 0) return;
    const path = `xl/worksheets/_rels/sheet${index + 1}.xml.rels`;
    if (files.text(path) === '') files.write(path, relations(''));
    const parts = own.map((table) => addTable(files, path, table, tables));
    const xml = `<tableParts count="${parts.length}">${parts.join('')}</tableParts>`;
    extend(files, `xl/worksheets/sheet${index + 1}.xml`, '</worksheet>', xml);
  });
}

/** Returns what the sheet says of it. */
function addTable(files: Package, sheetRelations: string, table: ValidTable, tables: readonly ValidTable[]): string {
  const number = tables.indexOf(table) + 1;
  const [id, path] = [`rIdTable${number}`, `tables/table${number}.xml`];
  files.write(`xl/${path}`, tableXml(number, table, tables));
  extend(files, sheetRelations, '</Relationships>', relation(id, 'table', `../${path}`));
  extend(files, CONTENT_TYPES, '</Types>', `<Override PartName="/xl/${path}" ContentType="${TYPE}"/>`);
  return `<tablePart r:id="${id}"/>`;
}

function tableXml(id: number, table: ValidTable, tables: readonly ValidTable[]): string {
  const { name, block, columns, headerRows, totalsRows, saved } = table;
  const savedByName = new Map(saved.columns.map((column) => [column.name, column]));
  const filtered = a1({ ...block, rows: block.rows - totalsRows });
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
  return `${HEAD}<table xmlns="${MAIN}"${attributes(shape)}>${
    saved.hasFilter ? `<autoFilter ref="${filtered}"/>` : ''
  }<tableColumns count="${columns.length}">${xml.join('')}</tableColumns>${
    Object.keys(saved.style).length > 0 ? `<tableStyleInfo${attributes(saved.style)}/>` : ''
  }</table>`;
}

/** The formula of a whole column may name columns alone: addresses in it would not follow the table. */
function columnXml(
  id: number,
  { name, total, formula }: SavedColumn,
  table: ValidTable,
  tables: readonly ValidTable[],
): string {
  const start = `<tableColumn${attributes({ id, name: codedName(name), ...total })}`;
  if (formula === undefined || !namesColumnsAlone(formula, table, tables)) return `${start}/>`;
  return `${start}><calculatedColumnFormula>${escaped(formula)}</calculatedColumnFormula></tableColumn>`;
}

function namesColumnsAlone(formula: string, { block, headerRows }: ValidTable, tables: readonly ValidTable[]): boolean {
  const hasAddress = tokensIn(formula).some(({ type }) => type.startsWith('range') && type !== 'range_named');
  return !hasAddress && !namesTables(withAddresses(formula, tables, block.sheet, block.row + headerRows));
}

const codedName = (name: string): string =>
  name.replace(/[\u0000-\u001f]/g, (one) => `_x${one.charCodeAt(0).toString(16).padStart(4, '0')}_`);
