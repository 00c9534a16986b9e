import { BooleanNumber, type IColumnData, type IObjectArrayPrimitiveType, type Worksheet } from '@univerjs/core';
import { a1, cellOf, parseA1 } from '../../core/sheet';
import { PIXELS_PER_CHARACTER, POINTS_PER_PIXEL } from './layout';
import { escaped } from './package';

/** What a cell's element in the file becomes. */
export interface CellChange {
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

/** A row's height in pixels, if it has one of its own. */
export interface RowSize {
  readonly h?: number | undefined;
  readonly isHidden: boolean;
}

/** The elements of a sheet that may stand before those that we write, in the order of the file format. */
const ORDER = ['sheetPr', 'dimension', 'sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'sheetCalcPr'].concat([
  ...['sheetProtection', 'protectedRanges', 'scenarios', 'autoFilter', 'sortState', 'dataConsolidate'],
  ...['customSheetViews', 'mergeCells'],
]);

/** The text of a sheet's part, in which single elements are replaced. */
export class SheetText {
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
    const [head, inner] = this.#split(cell);
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
    const isHidden = (column: Partial<IColumnData> | undefined): boolean => column?.hd === BooleanNumber.TRUE;
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
