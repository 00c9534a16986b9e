import { a1, cellOf, parseA1 } from '../../core/sheet';
import { groupBy } from '../../core/basics';
import type { Pauses } from '../../core/pauses';
import { moved } from './formulas';
import { escaped, isOn, rowsApart } from './package';
import { childrenOf, type ElementText, PartText, readAttribute, withAttributes, withContent } from './xml-text';

/** What a cell's element in the file becomes. */
export interface CellChange {
  readonly row: number;
  readonly column: number;
  /** The index of its new look among the file's, from that of the look so far; undefined leaves the cell's own. */
  readonly style: ((before: number) => number) | undefined;
  /** The new formula as an element; undefined leaves what the cell has. */
  readonly formula: string | undefined;
  /** The new value and its type; undefined leaves what the cell has. */
  readonly value: { readonly type?: string; readonly text: string } | undefined;
  /** The mark of a formula whose result may fill other cells by itself. */
  readonly dynamicMark: number | undefined;
  readonly isFormulaGone: boolean;
}

export interface LineLook {
  /** The height of a row in points, or the width of a column in characters; undefined if it has none of its own. */
  readonly size: number | undefined;
  readonly isHidden: boolean;
  /** As that of a cell. */
  readonly style?: ((before: number) => number) | undefined;
}

/** The elements of a sheet that may stand before those that we write, in the order of the file format. */
const ORDER = ['sheetPr', 'dimension', 'sheetViews', 'sheetFormatPr', 'cols', 'sheetData', 'sheetCalcPr'].concat([
  ...['sheetProtection', 'protectedRanges', 'scenarios', 'autoFilter', 'sortState', 'dataConsolidate'],
  ...['customSheetViews', 'mergeCells'],
]);

/** The text of a sheet's part. Its rows are too many to be read whenever another element is looked for. */
export class SheetText extends PartText {
  #rows: string;
  #columns: readonly ElementText[] = [];

  constructor(whole: string) {
    const { rows, around } = rowsApart(whole);
    super(around);
    this.#rows = rows;
  }

  /** The part with its rows. */
  get whole(): string {
    const data = this.find('sheetData');
    if (!data || this.#rows === '') return this.text;
    const end = this.text.slice(data.contentEnd, data.end) || `</${data.tag}>`;
    const head = data.head.replace(/\s*\/>$/, '>');
    return this.text.slice(0, data.start) + head + this.#rows + end + this.text.slice(data.end);
  }

  /** A new element comes to its place in the order of the format. */
  override replaceElement(name: string, xml: string): void {
    super.replaceElement(name, xml, ORDER.slice(0, ORDER.indexOf(name)));
  }

  /** Writes cells and the heights of rows in one pass and in turns: there may be 300,000 of them. */
  async writeCells(
    changes: readonly CellChange[],
    heights: ReadonlyMap<number, LineLook>,
    pauses: Pauses,
  ): Promise<void> {
    const rows = new Map<number, CellChange[]>([...heights.keys()].map((row) => [row, []]));
    for (const same of groupBy(changes, ({ row }) => String(row))) rows.set(same[0]!.row, same);
    if (rows.size === 0) return;
    if (await this.#areMixed(rows, pauses)) this.moveCells();
    this.#columns = this.find('cols')?.children ?? [];
    const pieces: string[] = [];
    for (const piece of this.#withChanged(undefined, 'row', rows, (row, index, cells) =>
      this.#row(row, index, cells, heights.get(index)),
    )) {
      pieces.push(piece);
      if (pauses.isDue) await pauses.take();
    }
    this.#rows = pieces.join('');
  }

  /**
   * Gives rows and cells other places, and takes those away that have none. Each cell gets its own formula: those that
   * several share would move as one.
   *
   * @param lineAfter where a row or a column is now; undefined if it went
   */
  moveCells(lineAfter: (areRows: boolean, index: number) => number | undefined = (_, index) => index): void {
    const shared = new Map<string, { readonly formula: string; readonly row: number; readonly column: number }>();
    const formulaOf = (formula: ElementText, row: number, column: number): string => {
      const group = formula.getAttribute('si');
      const { text } = formula;
      if (group === undefined || formula.getAttribute('t') !== 'shared') return text;
      const own = formula.textContent;
      if (own !== '') shared.set(group, { formula: own, row, column });
      const first = shared.get(group);
      if (!first) return text;
      return this.prefixed(`<f>${escaped(moved(first.formula, row - first.row, column - first.column))}</f>`);
    };
    const rows: Placed[] = [];
    for (const [row, line] of this.#numbered(undefined, 'row')) {
      const rowNow = lineAfter(true, row);
      const cells: Placed[] = [];
      let areMoved = false;
      for (const [column, cell] of this.#numbered(line, 'c')) {
        const columnNow = lineAfter(false, column);
        const formula = cell.children.find(({ name }) => name === 'f');
        const own = formula ? formulaOf(formula, row, column) : '';
        areMoved ||= columnNow !== column;
        if (rowNow === undefined || columnNow === undefined) continue;
        const head = withAttributes(cell.head, { r: a1(cellOf('', rowNow, columnNow)) });
        const [start, end] = [formula?.start ?? cell.contentStart, formula?.end ?? cell.contentStart];
        const xml = head + this.#rows.slice(cell.contentStart, start) + own + this.#rows.slice(end, cell.end);
        cells.push([columnNow, xml]);
      }
      if (rowNow === undefined) continue;
      const head = withAttributes(line.head, { r: rowNow + 1, ...(areMoved && { spans: undefined }) });
      rows.push([rowNow, withContent(head, inOrder(cells))]);
    }
    this.#rows = inOrder(rows);
  }

  /** Whether rows or cells are in another order than Excel writes them, or share the formula of one that gets another. */
  async #areMixed(changes: ReadonlyMap<number, readonly CellChange[]>, pauses: Pauses): Promise<boolean> {
    const isReplaced = (row: number, at: number): boolean =>
      changes.get(row)!.some(({ column, formula }) => column === at && formula !== undefined);
    let rowBefore = -1;
    for (const [row, line] of this.#numbered(undefined, 'row')) {
      if (pauses.isDue) await pauses.take();
      if (row < rowBefore) return true;
      rowBefore = row;
      if (!changes.has(row)) continue;
      let before = -1;
      for (const [column, cell] of this.#numbered(line, 'c')) {
        if (column < before || (cell.children.some(isFirstOfShared) && isReplaced(row, column))) return true;
        before = column;
      }
    }
    return false;
  }

  /** Writes the columns whose width or visibility is another than before; all others stay as they are written. */
  writeColumns(changes: ReadonlyMap<number, LineLook>): void {
    if (changes.size === 0) return;
    const columns = new Map<number, string>();
    for (const one of this.find('cols')?.children ?? []) {
      const { head } = one;
      const look = withAttributes(head.replace(/^<[^\s/>]+/, '<col').replace(/\s*\/?>$/, '/>'), { min: '', max: '' });
      for (let column = Number(one.getAttribute('min')); column <= Number(one.getAttribute('max')); column++)
        columns.set(column - 1, look);
    }
    for (const [column, { size: width, isHidden, style }] of changes) {
      const head = columns.get(column) ?? '<col min="" max=""/>';
      columns.set(
        column,
        withAttributes(head, {
          ...(width !== undefined && { width, customWidth: 1 }),
          hidden: isHidden ? 1 : undefined,
          ...(style && { style: style(Number(readAttribute(head, 'style') ?? 0)) }),
        }),
      );
    }
    const runs: { readonly first: number; last: number; readonly head: string }[] = [];
    for (const [column, head] of [...columns].sort(([one], [other]) => one - other)) {
      const run = runs.at(-1);
      if (run?.last === column - 1 && run.head === head) run.last = column;
      else runs.push({ first: column, last: column, head });
    }
    const elements = runs.map(({ first, last, head }) => withAttributes(head, { min: first + 1, max: last + 1 }));
    this.replaceElement('cols', `<cols>${elements.join('')}</cols>`);
  }

  /**
   * Writes how the sheet is viewed; what else the file says of its views stays.
   *
   * @param pane its frozen rows and columns; empty for none, undefined for those that the file has
   */
  writeView(view: Readonly<Record<string, number | undefined>>, pane: string | undefined): void {
    const inFile = (): ElementText | undefined =>
      this.find('sheetViews')?.children.find(({ name }) => name === 'sheetView');
    if (!inFile()) this.replaceElement('sheetViews', '<sheetViews><sheetView workbookViewId="0"/></sheetViews>');
    const own = inFile()!;
    const isKept = (one: ElementText): boolean =>
      pane === undefined || (one.name !== 'pane' && one.getAttribute('pane') === undefined);
    this.splice(own.start, own.end, withContent(withAttributes(own.head, view), this.#within(own, pane, isKept)));
  }

  /** Gives the tab another colour, or none. */
  writeTab(xml: string): void {
    const properties = this.find('sheetPr');
    if (properties)
      this.setContent(
        properties,
        this.#within(properties, xml, ({ name }) => name !== 'tabColor'),
      );
    else this.replaceElement('sheetPr', `<sheetPr>${xml}</sheetPr>`);
  }

  /** The content of an element with something first. */
  #within(element: ElementText, first = '', isKept: (one: ElementText) => boolean): string {
    const kept = element.children.filter(isKept).map(({ text }) => text);
    return this.prefixed(first) + kept.join('');
  }

  #row(
    row: ElementText | undefined,
    index: number,
    cells: readonly CellChange[],
    height: LineLook | undefined,
  ): string {
    const columns = new Map(cells.map((change) => [change.column, change]));
    const content = this.#withChanged(row ?? '', 'c', columns, (cell, column, change) => {
      const blank = cell ? undefined : this.#styleOfBlank(row, column);
      const style = change.style?.(Number(cell?.getAttribute('s') ?? blank ?? 0)) ?? blank;
      return this.#cell(cell, a1(cellOf('', index, column)), change, style);
    });
    const old = row?.head ?? this.prefixed(`<row r="${index + 1}">`);
    const spans = (readAttribute(old, 'spans')?.match(/\d+/g) ?? []).map(Number);
    const isWider = cells.some(({ column }) => column + 1 < Math.min(...spans) || column + 1 > Math.max(...spans));
    const head = withAttributes(old, {
      // A hint of which columns are in use, which may be left out.
      ...(spans.length > 0 && isWider && { spans: undefined }),
      ...(height && {
        ht: height.size,
        customHeight: height.size === undefined ? undefined : 1,
        hidden: height.isHidden ? 1 : undefined,
        ...(height.style && { s: height.style(Number(readAttribute(old, 's') ?? 0)), customFormat: 1 }),
      }),
    });
    return withContent(head, [...content].join(''));
  }

  /** What a cell that the file does not have looks like there: without this style it would lose that look. */
  #styleOfBlank(row: ElementText | undefined, column: number): number | undefined {
    const isColumn = (one: ElementText): boolean =>
      Number(one.getAttribute('min')) - 1 <= column && column < Number(one.getAttribute('max'));
    const style = isOn(row?.getAttribute('customFormat'))
      ? row!.getAttribute('s')
      : this.#columns.find(isColumn)?.getAttribute('style');
    return style === undefined || style === '0' ? undefined : Number(style);
  }

  #cell(cell: ElementText | undefined, address: string, change: CellChange, style: number | undefined): string {
    const { formula, value, dynamicMark } = change;
    const inside = cell?.children ?? [];
    const formulaBefore = inside.find(({ name }) => name === 'f');
    const valueBefore = inside.find(({ name }) => name === 'v' || name === 'is');
    const hasFormula = formula === undefined ? formulaBefore !== undefined : formula !== '';
    const type = value?.type === 'str' && !hasFormula ? 'inlineStr' : value?.type;
    const head = withAttributes(cell?.head ?? this.prefixed(`<c r="${address}">`), {
      ...(style !== undefined && { s: style }),
      ...(value !== undefined && { t: type, vm: undefined, ph: undefined }),
      ...(formula !== undefined && { cm: dynamicMark }),
    });
    const kept = inside.filter((one) => one !== formulaBefore && one !== valueBefore).map((one) => one.text);
    const content = [
      formula === undefined ? formulaBefore?.text : this.prefixed(formula),
      value === undefined ? valueBefore?.text : this.prefixed(valueElement(type, value.text)),
      ...kept,
    ].join('');
    return withContent(head, content);
  }

  /**
   * The content of an element, piece by piece, in which some of its rows or cells are written anew. Those that it has not
   * come behind the last one before them.
   *
   * @param parent a row, or an empty text for one that is not there; undefined for the sheet
   */
  *#withChanged<Change>(
    parent: ElementText | '' | undefined,
    name: string,
    changes: ReadonlyMap<number, Change>,
    write: (old: ElementText | undefined, index: number, change: Change) => string,
  ): Generator<string> {
    const waiting = [...changes].sort(([one], [other]) => other - one);
    let copied = parent ? parent.contentStart : 0;
    const writeNew = (limit: number): string => {
      let written = '';
      while (waiting.length > 0 && waiting.at(-1)![0] < limit) written += write(undefined, ...waiting.pop()!);
      return written;
    };
    for (const [index, element] of parent === '' ? [] : this.#numbered(parent, name)) {
      yield writeNew(index);
      if (waiting.length === 0) break;
      yield waiting.at(-1)![0] === index
        ? this.#rows.slice(copied, element.start) + write(element, ...waiting.pop()!)
        : this.#rows.slice(copied, element.end);
      copied = element.end;
    }
    yield writeNew(Infinity);
    if (parent !== '') yield this.#rows.slice(copied, parent?.contentEnd);
  }

  /**
   * Rows or cells by their numbers: one without a number follows on the one before it.
   *
   * @param parent a row; undefined for the sheet
   */
  *#numbered(parent: ElementText | undefined, name: string): Generator<readonly [number, ElementText]> {
    let index = -1;
    for (const element of parent?.children ?? childrenOf(this.#rows, 0)) {
      if (element.name !== name) continue;
      const own = element.getAttribute('r');
      if (own === undefined) index++;
      else index = name === 'row' ? Number(own) - 1 : (parseA1(own, '')?.column ?? index);
      yield [index, element];
    }
  }
}

const isFirstOfShared = (one: ElementText): boolean =>
  one.getAttribute('t') === 'shared' && one.getAttribute('ref') !== undefined;

/** A row or a cell at its new place: dragged ones change places with others. */
type Placed = readonly [place: number, xml: string];

const inOrder = (all: Placed[]): string =>
  all
    .sort(([one], [other]) => one - other)
    .map(([, xml]) => xml)
    .join('');

function valueElement(type: string | undefined, text: string): string {
  if (type === 'inlineStr') return `<is><t xml:space="preserve">${escaped(text)}</t></is>`;
  return text === '' ? '' : `<v>${escaped(text)}</v>`;
}
