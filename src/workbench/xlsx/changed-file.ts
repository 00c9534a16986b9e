import {
  type ICellData,
  type IColumnData,
  type IObjectArrayPrimitiveType,
  type IRowData,
  type IStyleData,
  type Nullable,
  ObjectMatrix,
  type Worksheet,
} from '@univerjs/core';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { a1, cellOf, parseA1 } from '../../core/sheet';
import type { Attachments, SavedAttachments } from '../engine/attachments';
import { formatAt, formulaAt, GENERAL, keptResultFormat, valueAt } from '../engine/cell-contents';
import type { CellPosition } from '../engine/cell-position';
import { FILTERS, type Spreadsheet } from '../sheet/spreadsheet';
import { FONT } from '../sheet/new-sheet';
import { dynamicBlockOf, DYNAMIC_ARRAYS, plainValue, valueXml } from './cells';
import { dayShift } from './days-from-1904';
import { openFilters } from './filters';
import { type FileName, FormulasToFile } from './formulas';
import { mergesXml, PIXELS_PER_CHARACTER, POINTS_PER_PIXEL, viewXml } from './layout';
import { isOurs, namesToFile, namesXml } from './names';
import { attributes, escaped, RELATIONSHIPS } from './package';
import { StylesToFile } from './styles';
import { validTables } from './tables';
import { readWorkbook, type SheetInFile } from './xlsx';

/**
 * The opened file with the cells, formats, widths, merged cells and names that were changed since, written into the text
 * of its parts: whatever the workbench does not know stays as it was, byte for byte. Undefined for a new workbook, and
 * where sheets, rows, columns, filters or tables came, went or moved: then no part can be kept as it is.
 */
export function changedFile(sheet: Spreadsheet, attachments: Attachments): Uint8Array | undefined {
  const { package: original, moves = [] } = attachments.file;
  if (original === undefined || moves.length > 0) return undefined;
  const bytes = bytesOf(original);
  const read = readWorkbook(bytes, '');
  const worksheets = sheet.workbook.getSheets();
  const inFile = Object.values(read.data.sheets!);
  const tables = validTables(sheet, attachments);
  const isSameShape =
    worksheets.length === inFile.length &&
    worksheets.every(
      (one, index) =>
        one.getSheetId() === inFile[index]!.id &&
        one.getName() === inFile[index]!.name &&
        one.isSheetHidden() === inFile[index]!.hidden,
    ) &&
    isEqual(openFilters(sheet), JSON.parse(read.data.resources!.find(({ name }) => name === FILTERS)!.data)) &&
    tables.length === attachments.tables.length &&
    tables.every(({ columns, saved }) =>
      isEqual(
        columns,
        saved.columns.map(({ name }) => name),
      ),
    );
  if (!isSameShape) return undefined;
  const parts = new ChangedParts(bytes);
  const writer: Writer = {
    sheet,
    parts,
    styles: new StylesToFile(worksheets[0]?.getDefaultCellStyleInternal() ?? FONT),
    formulas: new FormulasToFile(tables, attachments.file.structured ?? {}),
    countsFrom1904: attachments.file.countsFrom1904 ?? false,
  };
  let isFormulaGone = false;
  for (const [index, worksheet] of worksheets.entries()) {
    const before = inFile[index]!;
    const source = read.sheetsInFile.get(worksheet.getSheetId())!;
    const changes = changesOf(
      writer,
      worksheet,
      new ObjectMatrix(before.cellData ?? {}),
      source,
      attachments.file.calculated?.[worksheet.getSheetId()] ?? {},
    );
    isFormulaGone ||= changes.some(({ isFormulaGone: isGone }) => isGone);
    const changed = new SheetText(parts.text(source.path));
    for (const change of [...changes, ...alone(changed, changes, writer, worksheet)]) changed.writeCell(change);
    for (const [row, size] of newSizes(before.rowData, worksheet)) changed.writeRowSize(row, size);
    if (!isEqual(before.mergeData ?? [], worksheet.getMergeData())) changed.replace('mergeCells', mergesXml(worksheet));
    if (attachments.file.areColumnsChanged === true) changed.writeColumns(before.columnData ?? {}, worksheet);
    if (!isEqual(before.freeze ?? null, frozenIn(worksheet)))
      changed.replace('sheetViews', viewXml(worksheet).replace(/<sheetFormatPr.*$/, ''));
    parts.setText(source.path, changed.text);
  }
  if (isFormulaGone) parts.removeCalculationOrder();
  parts.writeStyles(writer.styles);
  writeNames(parts, read.names, namesToFile(sheet, attachments.tracked, writer.formulas));
  parts.writeDocuments(read.data.custom as SavedAttachments, attachments.save());
  return parts.bytes();
}

/** What the opened file has and a file of our own making has not, in words. */
export const leftOut = ({ file }: Attachments): readonly string[] =>
  file.package === undefined ? [] : readWorkbook(bytesOf(file.package), '').unsupported;

/** Whether a file is one with macros, which has an ending of its own. */
export const hasMacros = (file: Uint8Array): boolean =>
  strFromU8(
    unzipSync(file, { filter: ({ name }) => name === CONTENT_TYPES })[CONTENT_TYPES] ?? new Uint8Array(),
  ).includes('macroEnabled');

interface Writer {
  readonly sheet: Spreadsheet;
  readonly parts: ChangedParts;
  readonly styles: StylesToFile;
  readonly formulas: FormulasToFile;
  readonly countsFrom1904: boolean;
}

/** What a cell's element in the file becomes. */
interface CellChange {
  readonly row: number;
  readonly column: number;
  /** An index of the file's styles; undefined leaves the cell's own. */
  readonly style: number | undefined;
  /** The new formula as an element; undefined leaves what the cell has. */
  readonly formula: string | undefined;
  /** The new value and its type; undefined leaves what the cell has. */
  readonly value: { readonly type?: string; readonly text: string } | undefined;
  /** Whether the formula's result may fill other cells by itself. */
  readonly isDynamic: boolean;
  readonly isFormulaGone: boolean;
}

/** What a cell shows: null for nothing. */
export type Shown = string | number | boolean | null;

/** The cells that are not as the file has them. A calculated value counts only if it is another than after opening. */
function changesOf(
  writer: Writer,
  worksheet: Worksheet,
  before: ObjectMatrix<ICellData>,
  { results }: SheetInFile,
  calculated: Readonly<Record<string, Shown>>,
): CellChange[] {
  const { sheet, styles, formulas, parts, countsFrom1904 } = writer;
  const [unitId, sheetId] = [sheet.workbook.getUnitId(), worksheet.getSheetId()];
  const all = new ObjectMatrix<true>({});
  const add = (row: number, column: number): void => {
    all.setValue(row, column, true);
  };
  before.forValue(add);
  worksheet.getCellMatrix().forValue(add);
  new ObjectMatrix(sheet.formulas.getArrayFormulaCellData()[unitId]?.[sheetId] ?? {}).forValue(add);
  const changes: CellChange[] = [];
  all.forValue((row, column) => {
    const position: CellPosition = { unitId, sheetId, row, column };
    const [was, raw] = [before.getValue(row, column), worksheet.getCellRaw(row, column)];
    const address = a1(cellOf('', row, column));
    const [formula, formulaBefore] = [formulaAt(sheet, position), String(was?.f ?? '')];
    const value = valueAt(sheet, position);
    const isFormulaNew = formula !== formulaBefore;
    const inFile: Shown = results.has(address) ? results.get(address)! : plainValue(was ?? {});
    const shownBefore = address in calculated ? calculated[address]! : inFile;
    const isValueNew = isFormulaNew || !isSameResult(value, results.has(address) ? shownBefore : inFile);
    const isStyleNew = !isEqual(lookOf(sheet, raw), lookOf(sheet, was));
    if (!isFormulaNew && !isValueNew && !isStyleNew) return;
    const format = formatAt(sheet, position);
    const look = worksheet.getComposedCellStyleByCellData(row, column, raw);
    const spill = isFormulaNew && formula !== '' ? dynamicBlockOf(sheet, position, formula) : undefined;
    const text = formula === '' ? '' : escaped(formulas.write(formula, { ...position, sheet: worksheet.getName() }));
    const array = spill === undefined ? '' : attributes({ t: 'array', ref: spill });
    changes.push({
      row,
      column,
      style: isStyleNew ? parts.styleOf(styles.indexOf(look, format)) : undefined,
      formula: !isFormulaNew ? undefined : text === '' ? '' : `<f${array}>${text}</f>`,
      value: isValueNew
        ? valueXml(countsFrom1904 && typeof value === 'number' ? value - dayShift(format) : value)
        : undefined,
      isDynamic: spill !== undefined,
      isFormulaGone: isFormulaNew && formulaBefore !== '' && formula === '',
    });
    if (spill !== undefined) parts.needsDynamicArrays = true;
  });
  return changes;
}

/** Cells that share the formula of a changed one: each gets its own. */
function alone(
  text: SheetText,
  changes: readonly CellChange[],
  { sheet, formulas }: Writer,
  worksheet: Worksheet,
): CellChange[] {
  const changed = new Set(changes.map(({ row, column }) => a1(cellOf('', row, column))));
  const [unitId, sheetId] = [sheet.workbook.getUnitId(), worksheet.getSheetId()];
  return changes
    .filter(({ formula }) => formula !== undefined)
    .flatMap(({ row, column }) => text.sharersOf(a1(cellOf('', row, column))))
    .filter((address) => !changed.has(address))
    .map((address) => {
      const { row, column } = parseA1(address, '')!;
      const position = { unitId, sheetId, row, column };
      const own = formulas.write(formulaAt(sheet, position), { ...position, sheet: worksheet.getName() });
      const formula = `<f>${escaped(own)}</f>`;
      return { row, column, style: undefined, formula, value: undefined, isDynamic: false, isFormulaGone: false };
    });
}

interface RowSize {
  readonly h?: number | undefined;
  readonly isHidden: boolean;
}

/** Rows whose height or visibility was changed. */
function newSizes(
  before: IObjectArrayPrimitiveType<Partial<IRowData>> | undefined,
  worksheet: Worksheet,
): [number, RowSize][] {
  const now = worksheet.getConfig().rowData;
  const sizeOf = (row: Partial<IRowData> | undefined): RowSize => ({ h: row?.h, isHidden: row?.hd === 1 });
  return [...new Set([...Object.keys(before ?? {}), ...Object.keys(now)])]
    .map((key) => Number(key))
    .filter((row) => !isEqual(sizeOf(before?.[row]), sizeOf(now[row])))
    .map((row) => [row, sizeOf(now[row])]);
}

/** Results of two programs may differ in their last digits. */
export function isSameResult(one: Shown, other: Shown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return one === other || Math.abs(one - other) <= 1e-12 * Math.max(Math.abs(one), Math.abs(other));
  return (one ?? '') === (other ?? '');
}

/** How a cell looks, without a number format that came with its formula's result. */
function lookOf(sheet: Spreadsheet, cell: Nullable<ICellData>): IStyleData {
  const { n, ...look } = sheet.workbook.getStyles().getStyleByCell(cell) ?? {};
  const hasOwn = n && n.pattern !== GENERAL && keptResultFormat(cell) === undefined;
  return hasOwn ? { ...look, n } : look;
}

/** Equal but for the order of names and for what is not there. */
const isEqual = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(
          Object.entries(one)
            .filter(([, field]) => field !== undefined && field !== null)
            .sort(([name], [next]) => (name < next ? -1 : 1)),
        )
      : one,
  );

function frozenIn(worksheet: Worksheet): unknown {
  const { xSplit, ySplit, startColumn, startRow } = worksheet.getFreeze();
  return xSplit > 0 || ySplit > 0 ? { xSplit, ySplit, startColumn, startRow } : null;
}

/** The elements of a sheet that may stand before those that we write, in the order of the file format. */
const ORDER = ['sheetPr', 'dimension', 'sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'sheetCalcPr'].concat([
  ...['sheetProtection', 'protectedRanges', 'scenarios', 'autoFilter', 'sortState', 'dataConsolidate'],
  ...['customSheetViews', 'mergeCells'],
]);

/** The text of a sheet's part, in which single elements are replaced. */
class SheetText {
  readonly #prefix: string;

  constructor(public text: string) {
    this.#prefix = /<(\w+:)?worksheet\b/.exec(text)?.[1] ?? '';
  }

  /** Replaces an element of the sheet, or removes it; a new one comes to its place in the order of the format. */
  replace(name: string, xml: string): void {
    const own = this.#prefixed(xml);
    const found = this.#find(name);
    if (found) this.text = this.text.slice(0, found.start) + own + this.text.slice(found.end);
    else {
      const before = ORDER.slice(0, ORDER.indexOf(name)).toReversed();
      const last = before.map((one) => this.#find(one)).find((one) => one !== undefined);
      const at = last?.end ?? this.text.indexOf('>', this.text.search(/<(?:\w+:)?worksheet\b/)) + 1;
      this.text = this.text.slice(0, at) + own + this.text.slice(at);
    }
  }

  writeCell({ row, column, style, formula, value, isDynamic }: CellChange): void {
    const address = a1(cellOf('', row, column));
    const { start, end, cell } = this.#placeOf(row, column, address);
    const [head = '', inner = ''] = this.#split(cell);
    const kept = this.#kept(inner);
    const formulaXml = formula ?? kept.formula;
    const own = attributesOf(head);
    own.set('r', address);
    if (style !== undefined) own.set('s', String(style));
    if (value !== undefined) {
      for (const name of ['t', 'vm', 'ph']) own.delete(name);
      const type = value.type === 'str' && formulaXml === '' ? 'inlineStr' : value.type;
      if (type !== undefined) own.set('t', type);
    }
    if (formula !== undefined) own.delete('cm');
    if (isDynamic) own.set('cm', '1');
    const content = formulaXml + (value === undefined ? kept.value : valueElement(own.get('t'), value.text));
    const tag = `<c${[...own].map(([name, one]) => ` ${name}="${one}"`).join('')}`;
    const xml = this.#prefixed(content === '' ? `${tag}/>` : `${tag}>${content}</c>`);
    this.text = this.text.slice(0, start) + xml + this.text.slice(end);
  }

  /** The other cells that share the formula which stands in a cell. */
  sharersOf(address: string): string[] {
    const p = this.#prefix;
    const cells = [...this.text.matchAll(new RegExp(`<${p}c\\b[^>]*?>\\s*<${p}f\\b([^>]*?)(?:/>|>[^<]*<)`, 'g'))].map(
      ([cell, formula = '']) => ({
        address: /\sr="([A-Z]+\d+)"/.exec(cell)?.[1] ?? '',
        group: /\bt="shared"/.test(formula) ? /\bsi="(\d+)"/.exec(formula)?.[1] : undefined,
        isFirst: /\bref="/.test(formula),
      }),
    );
    const own = cells.find((cell) => cell.address === address && cell.isFirst && cell.group !== undefined);
    return own === undefined
      ? []
      : cells.filter(({ group }) => group === own.group).flatMap((cell) => (cell === own ? [] : [cell.address]));
  }

  /** Writes the columns whose width or visibility is another than before; all others stay as they are written. */
  writeColumns(before: IObjectArrayPrimitiveType<Partial<IColumnData>>, worksheet: Worksheet): void {
    const now = worksheet.getConfig().columnData;
    const place = this.#find('cols');
    const columns = new Map<number, Map<string, string>>();
    for (const [element] of this.text.slice(place?.start ?? 0, place?.end ?? 0).matchAll(/<(?:\w+:)?col\s[^>]*>/g)) {
      const own = attributesOf(element);
      const [min, max] = [Number(own.get('min')), Number(own.get('max'))];
      for (let column = min; column <= max; column++) columns.set(column, new Map(own));
    }
    const isHidden = (column: Partial<IColumnData> | undefined): boolean => column?.hd === 1;
    let isChanged = false;
    for (const key of new Set([...Object.keys(before), ...Object.keys(now)])) {
      const index = Number(key);
      const [old, one] = [before[index], now[index]];
      if (old?.w === one?.w && isHidden(old) === isHidden(one)) continue;
      isChanged = true;
      const own = columns.get(index + 1) ?? new Map<string, string>();
      own
        .set('width', String((one?.w ?? worksheet.getColumnWidth(index)) / PIXELS_PER_CHARACTER))
        .set('customWidth', '1');
      if (isHidden(one)) own.set('hidden', '1');
      else own.delete('hidden');
      columns.set(index + 1, own);
    }
    if (!isChanged) return;
    const runs: { min: number; max: number; readonly own: string }[] = [];
    for (const [column, all] of [...columns].sort(([one], [other]) => one - other)) {
      const own = [...all]
        .flatMap(([name, value]) => (name === 'min' || name === 'max' ? [] : [` ${name}="${value}"`]))
        .join('');
      const last = runs.at(-1);
      if (last?.max === column - 1 && last.own === own) last.max = column;
      else runs.push({ min: column, max: column, own });
    }
    const elements = runs.map(({ min, max, own }) => `<col min="${min}" max="${max}"${own}/>`);
    this.replace('cols', `<cols>${elements.join('')}</cols>`);
  }

  writeRowSize(row: number, { h, isHidden }: RowSize): void {
    const { start } = this.#placeOf(row, 0, 'A0');
    const from = this.text.lastIndexOf(`<${this.#prefix}row`, start);
    const to = this.text.indexOf('>', from);
    const own = attributesOf(this.text.slice(from, to));
    for (const name of ['ht', 'customHeight', 'hidden']) own.delete(name);
    if (h !== undefined) own.set('ht', String(h * POINTS_PER_PIXEL)).set('customHeight', '1');
    if (isHidden) own.set('hidden', '1');
    const isEmpty = this.text[to - 1] === '/';
    const head = `<${this.#prefix}row${[...own].map(([name, one]) => ` ${name}="${one}"`).join('')}${isEmpty ? '/' : ''}`;
    this.text = this.text.slice(0, from) + head + this.text.slice(to);
  }

  #kept(inner: string): { readonly formula: string; readonly value: string } {
    const bare =
      this.#prefix === '' ? inner : inner.replaceAll(`<${this.#prefix}`, '<').replaceAll(`</${this.#prefix}`, '</');
    const formula = /<f\b[^>]*?(?:\/>|>[^]*?<\/f>)/.exec(bare)?.[0] ?? '';
    return { formula, value: bare.replace(formula, '') };
  }

  #split(cell: string): readonly [head: string, inner: string] {
    if (cell === '') return ['', ''];
    const end = cell.indexOf('>');
    return cell[end - 1] === '/'
      ? [cell.slice(0, end - 1), '']
      : [cell.slice(0, end), cell.slice(end + 1, cell.lastIndexOf('</'))];
  }

  /** Where a cell's element is; where it belongs, if it has none. Adds the row if there is none. */
  #placeOf(row: number, column: number, address: string): { start: number; end: number; cell: string } {
    const data = this.#find('sheetData')!;
    const p = this.#prefix;
    const rows = new RegExp(`<${p}row\\b[^>]*?(?:/>|>[^]*?</${p}row>)`, 'g');
    rows.lastIndex = data.start;
    let at = data.contentStart;
    for (let found = rows.exec(this.text); found && found.index < data.end; found = rows.exec(this.text)) {
      const number = Number(/\sr="(\d+)"/.exec(found[0].slice(0, found[0].indexOf('>')))?.[1] ?? NaN) - 1;
      if (number > row) break;
      at = found.index + found[0].length;
      if (number < row) continue;
      return this.#placeInRow(found.index, found[0], column, address);
    }
    if (data.contentStart === data.end) {
      // <sheetData/>
      this.text = `${this.text.slice(0, data.start)}<${p}sheetData></${p}sheetData>${this.text.slice(data.end)}`;
      at = data.start + `<${p}sheetData>`.length;
    }
    const [open, close] = [`<${p}row r="${row + 1}">`, `</${p}row>`];
    this.text = this.text.slice(0, at) + open + close + this.text.slice(at);
    return { start: at + open.length, end: at + open.length, cell: '' };
  }

  #placeInRow(
    start: number,
    text: string,
    column: number,
    address: string,
  ): { start: number; end: number; cell: string } {
    const p = this.#prefix;
    const headEnd = text.indexOf('>') + 1;
    if (text[headEnd - 2] === '/') {
      // <row r="3"/>
      const opened = `${text.slice(0, -2)}></${p}row>`;
      this.text = this.text.slice(0, start) + opened + this.text.slice(start + text.length);
      const at = start + opened.indexOf('>') + 1;
      return { start: at, end: at, cell: '' };
    }
    const cells = new RegExp(`<${p}c\\b[^>]*?(?:/>|>[^]*?</${p}c>)`, 'g');
    cells.lastIndex = headEnd;
    let at = start + headEnd;
    for (let found = cells.exec(text); found; found = cells.exec(text)) {
      const own = /\sr="([A-Z]+\d+)"/.exec(found[0].slice(0, found[0].indexOf('>')))?.[1] ?? '';
      const place = start + found.index;
      if (own === address) return { start: place, end: place + found[0].length, cell: found[0] };
      if ((parseA1(own, '')?.column ?? 0) > column) break;
      at = place + found[0].length;
    }
    return { start: at, end: at, cell: '' };
  }

  #find(name: string): { start: number; end: number; contentStart: number } | undefined {
    const tag = `${this.#prefix}${name}`;
    const found = new RegExp(`<${tag}(?:\\s[^>]*)?>`).exec(this.text);
    if (!found) return undefined;
    const start = found.index;
    const contentStart = start + found[0].length;
    if (found[0].endsWith('/>')) return { start, end: contentStart, contentStart };
    const close = `</${tag}>`;
    return { start, end: this.text.indexOf(close, contentStart) + close.length, contentStart };
  }

  #prefixed(xml: string): string {
    return this.#prefix === '' ? xml : xml.replace(/<(\/?)(?=\w)/g, `<$1${this.#prefix}`);
  }
}

const attributesOf = (head: string): Map<string, string> =>
  new Map([...head.matchAll(/\s([\w:]+)="([^"]*)"/g)].map(([, name, value]) => [name!, value!]));

function valueElement(type: string | undefined, text: string): string {
  if (type === 'inlineStr') return `<is><t xml:space="preserve">${escaped(text)}</t></is>`;
  return text === '' ? '' : `<v>${escaped(text)}</v>`;
}

/** The user's names and the tracked blocks: those that the file has stay as they are written there. */
function writeNames(parts: ChangedParts, before: readonly FileName[], now: readonly FileName[]): void {
  const keyOf = ({ name, sheet }: FileName): string => `${name.toUpperCase()} ${sheet ?? ''}`;
  const normal = (formula: string): string =>
    formula
      .replace(/^=|\$|'/g, '')
      .replaceAll(' ', '')
      .toUpperCase();
  const known = new Map(before.map((one) => [keyOf(one), one]));
  const kept = new Set(now.map(keyOf));
  const isGone = (one: FileName): boolean => !/^_xlnm\./i.test(one.name) && !kept.has(keyOf(one));
  const gone = before.filter(isGone);
  const changed = now.filter((one) => {
    const old = known.get(keyOf(one));
    if (old === undefined) return true;
    // Of others' hidden names only the file knows what they mean.
    return (old.isHidden !== true || isOurs(old)) && normal(old.formula) !== normal(one.formula);
  });
  if (gone.length > 0 || changed.length > 0) parts.changeNames([...gone, ...changed], changed);
}

const CONTENT_TYPES = '[Content_Types].xml';

/** The parts of the opened file, of which some are changed. */
class ChangedParts {
  readonly #parts: Record<string, Uint8Array>;
  readonly #paths: ReadonlyMap<string, string>;
  #workbook: string;
  #firstStyle: number | undefined;
  needsDynamicArrays = false;

  constructor(private readonly original: Uint8Array) {
    this.#parts = unzipSync(original);
    this.#paths = new Map(Object.keys(this.#parts).map((path) => [path.toLowerCase().replace(/^\//, ''), path]));
    this.#workbook =
      /Target="\/?([^"]+)"/.exec(/<[^>]*officeDocument"[^>]*>/.exec(this.text('_rels/.rels'))?.[0] ?? '')?.[1] ??
      'xl/workbook.xml';
  }

  text(path: string): string {
    const bytes = this.#parts[this.#pathOf(path)];
    return bytes === undefined ? '' : strFromU8(bytes);
  }

  setText(path: string, text: string): void {
    if (text !== this.text(path)) this.#parts[this.#pathOf(path)] = strToU8(text);
  }

  #pathOf(path: string): string {
    return this.#paths.get(path.toLowerCase()) ?? path;
  }

  get #stylesPath(): string {
    return this.#related('styles') ?? 'xl/styles.xml';
  }

  /** The path of a part that the workbook names. */
  #related(kind: string): string | undefined {
    const relation = new RegExp(`<[^>]*/${kind}"[^>]*>`).exec(this.text(this.#relations))?.[0];
    const target = /Target="([^"]+)"/.exec(relation ?? '')?.[1];
    return target === undefined ? undefined : new URL(target, `file:///${this.#workbook}`).pathname.slice(1);
  }

  get #relations(): string {
    const cut = this.#workbook.lastIndexOf('/') + 1;
    return `${this.#workbook.slice(0, cut)}_rels/${this.#workbook.slice(cut)}.rels`;
  }

  /** Where a new style will be in the file. */
  styleOf(index: number): number {
    this.#firstStyle ??= new StylesToFile({}).writeBehind(this.text(this.#stylesPath)).first;
    return this.#firstStyle + index;
  }

  writeStyles(styles: StylesToFile): void {
    if (this.#firstStyle !== undefined)
      this.setText(this.#stylesPath, styles.writeBehind(this.text(this.#stylesPath)).xml);
  }

  /** Excel makes it anew; one that lists a cell without a formula would be a damage. */
  removeCalculationOrder(): void {
    const path = this.#related('calcChain');
    if (path !== undefined) this.#removePart(path, 'calcChain');
  }

  #removePart(path: string, kind: string): void {
    delete this.#parts[this.#pathOf(path)];
    this.setText(this.#relations, this.text(this.#relations).replace(new RegExp(`<[^>]*/${kind}"[^>]*>`), ''));
    const name = path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    this.setText(
      CONTENT_TYPES,
      this.text(CONTENT_TYPES).replace(new RegExp(`<[^>]*PartName="/${name}"[^>]*/>`, 'i'), ''),
    );
  }

  changeNames(gone: readonly FileName[], added: readonly FileName[]): void {
    let text = this.text(this.#workbook);
    for (const { name, sheet } of gone) {
      const own = escaped(name).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      text = text.replace(/<(\w+:)?definedName\b[^>]*?(?:\/>|>[^]*?<\/\1?definedName>)/g, (element) => {
        const head = element.slice(0, element.indexOf('>'));
        const isOne =
          new RegExp(`\\sname="${own}"`, 'i').test(head) &&
          (/localSheetId="(\d+)"/.exec(head)?.[1] ?? '') === String(sheet ?? '');
        return isOne ? '' : element;
      });
    }
    text = text.replace(/<(\w+:)?definedNames>\s*<\/\1?definedNames>/, '');
    const prefix = /<(\w+:)?workbook\b/.exec(text)?.[1] ?? '';
    const xml = namesXml(added).replace(/<(\/?)/g, `<$1${prefix}`);
    const inner = xml.replace(/^<[^>]*>|<\/[^>]*>$/g, '');
    if (inner !== '')
      text = text.includes(`</${prefix}definedNames>`)
        ? text.replace(`</${prefix}definedNames>`, `${inner}</${prefix}definedNames>`)
        : text.replace(
            new RegExp(
              `(</${prefix}sheets>(?:\\s*<${prefix}(?:functionGroups|externalReferences)\\b[^]*?</${prefix}(?:functionGroups|externalReferences)>)*)`,
            ),
            (before) => before + xml,
          );
    this.setText(this.#workbook, text);
  }

  /** The add-in's documents: a changed one takes the place of the old one. */
  writeDocuments({ parts: before = {} }: SavedAttachments, { parts: now }: Required<SavedAttachments>): void {
    for (const [namespace, xml] of Object.entries({
      ...Object.fromEntries(Object.keys(before).map((one) => [one, ''])),
      ...now,
    })) {
      if (before[namespace] === xml) continue;
      const path = [...this.#paths].find(
        ([name]) => /^customxml\/item\d+\.xml$/.test(name) && this.text(name).includes(`"${namespace}"`),
      )?.[1];
      if (path !== undefined) this.setText(path, xml === '' ? `<removed xmlns="${namespace}"/>` : xml);
      else if (xml !== '') this.#addDocument(xml);
    }
  }

  #addDocument(xml: string): void {
    let number = 1;
    while (this.#parts[`customXml/item${number}.xml`] !== undefined) number++;
    const item = `customXml/item${number}.xml`;
    const properties = `customXml/itemProps${number}.xml`;
    const id = crypto.randomUUID().toUpperCase();
    this.#parts[item] = strToU8(xml);
    this.#parts[properties] = strToU8(
      `<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n<ds:datastoreItem ds:itemID="{${id}}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>`,
    );
    this.#parts[`customXml/_rels/item${number}.xml.rels`] = strToU8(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/customXmlProps" Target="itemProps${number}.xml"/></Relationships>`,
    );
    this.#relate('customXml', `/${item}`);
    this.#addType(`/${properties}`, 'application/vnd.openxmlformats-officedocument.customXmlProperties+xml');
  }

  #relate(kind: string, target: string): void {
    const text = this.text(this.#relations);
    const prefix = /<(\w+:)?Relationships\b/.exec(text)?.[1] ?? '';
    const relation = `<${prefix}Relationship${attributes({ Id: `rIdMd${crypto.randomUUID().slice(0, 8)}`, Type: `${RELATIONSHIPS}/${kind}`, Target: target })}/>`;
    this.setText(this.#relations, text.replace(`</${prefix}Relationships>`, `${relation}</${prefix}Relationships>`));
  }

  #addType(path: string, type: string): void {
    const text = this.text(CONTENT_TYPES);
    const prefix = /<(\w+:)?Types\b/.exec(text)?.[1] ?? '';
    const override = `<${prefix}Override${attributes({ PartName: path, ContentType: type })}/>`;
    this.setText(CONTENT_TYPES, text.replace(`</${prefix}Types>`, `${override}</${prefix}Types>`));
  }

  bytes(): Uint8Array {
    if (this.needsDynamicArrays && this.#related('sheetMetadata') === undefined) {
      this.#parts['xl/metadata.xml'] = strToU8(DYNAMIC_ARRAYS);
      this.#relate('sheetMetadata', '/xl/metadata.xml');
      this.#addType(
        '/xl/metadata.xml',
        'application/vnd.openxmlformats-officedocument.spreadsheetml.sheetMetadata+xml',
      );
    }
    const before = unzipSync(this.original);
    const isUnchanged =
      Object.keys(before).length === Object.keys(this.#parts).length &&
      Object.entries(before).every(([path, content]) => isSameBytes(content, this.#parts[path]));
    return isUnchanged ? this.original : zipSync(this.#parts);
  }
}

const isSameBytes = (one: Uint8Array, other: Uint8Array | undefined): boolean =>
  one.length === other?.length && one.every((byte, index) => byte === other[index]);

export function base64Of(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 0x8000)
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  return btoa(text);
}

const bytesOf = (base64: string): Uint8Array => Uint8Array.from(atob(base64), (one) => one.charCodeAt(0));
