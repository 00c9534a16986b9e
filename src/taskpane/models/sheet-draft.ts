import type { CellTone, Highlight, NewCell, NewSheet } from '../../app/host';
import { a1, columnName, MAX_ROWS, overlaps, parseA1 } from '../../core/sheet';
import { type Names, sentence, haveNumbers, orNoData } from './formulas';
import type { Model, ModelDates, ModelSheet, ModelTexts } from './model';
import { DATE_FORMAT, TIME_FORMAT } from '../../core/calendar/dates';

/** A list of the modeller's entries with what follows from each, a row each. */
interface ModelList {
  readonly first: number;
  /** The inputs that its first rows start with, by column. */
  readonly entries: readonly (readonly (string | number)[])[];
  /** Lines of its columns: "24 | # heading | cell": how many characters wide, and what stands in each row. */
  readonly columns: string;
  /** Of the list's first rows, below it, over the columns from the first to the one named. */
  readonly chart: { readonly title: string; readonly until: string; readonly format: string };
  readonly plotted: readonly [name: string, letter: string];
  /** The last column on paper, as far down as the chart; or whole columns, such as "A:V". */
  readonly print: string;
}

/** The columns of a list, or a block; the word that stands there, for no data nothing need be said. */
type Mark = readonly [where: string, tone: CellTone, value?: string | 0, when?: Highlight['when']];

/** Of the number with missing data. */
const MISSING_MARKS: readonly Mark[] = [
  ['B3', 'good', 0],
  ['B3', 'bad', 0, 'greater'],
];

/** What a model's sheet is made of. */
export interface SheetPlan {
  readonly id: Model['id'];
  readonly names?: Names;
  /** An expression: the number with missing data. */
  readonly missing: string;
  /** Blocks whose formulas ask the service and hide no error. While they wait, no cell says that there is no data. */
  readonly asking: readonly string[];
  /** Further blocks that ask, and say themselves that there is no data. */
  readonly thenAsking?: readonly string[];
  /** Its rows, as in sheet-text.ts; later ones count where two meet. The main result stands in row 4. */
  readonly rows: string;
  /** The entries of the list are counted where data is missing, or else so many items. */
  readonly of: ModelList | number;
  readonly marks: readonly Mark[];
  /** What a list decides where there is one. Names are keys of texts. */
  readonly widths?: readonly number[];
  readonly page?: Pick<NewSheet, 'chart' | 'print' | 'frozenRows'>;
  readonly closesRead?: number;
}

/** Each row of a list has its formulas, so that more room makes a sheet slower. */
export const ROOM = 60;
const CHARTED_ROWS = 20;
const CHART_HEIGHT = 16;

/** {A} · {section.key} or {section.key:name=expression;…} · {name} · A# */
const PLACEHOLDER = /\{([A-Z]+)\}|\{(\w+\.\w+)(?::([^{}]*))?\}|\{(\w+)\}|([A-Z])#/g;

export const plannedModel = (plan: SheetPlan): Model => ({
  id: plan.id,
  create: (dates, texts) => new SheetDraft(plan, dates, texts).build(),
});

class SheetDraft {
  readonly #cells: (NewCell | undefined)[][] = [];
  readonly #rows: readonly DraftRow[];
  readonly #inputs: readonly CheckedInput[];
  readonly #list: ModelList | undefined;
  readonly #columns: readonly (readonly string[])[];
  readonly #names: Names;

  constructor(
    private readonly plan: SheetPlan,
    private readonly dates: ModelDates,
    private readonly texts: ModelTexts,
  ) {
    this.#list = typeof plan.of === 'number' ? undefined : plan.of;
    this.#columns = linesIn(this.#list?.columns ?? '');
    this.#rows = rowsIn(plan.rows);
    this.#inputs = this.#rows.flatMap(checkedInputs);
    this.#names = {
      ...plan.names,
      noData: '$C$4',
      missing: '$B$3',
      arePossible: `${this.#inputs.map((one) => one.advice).join('&')}=""`,
      // How many entries there are, and how many stand below the list, where no formula sees them.
      count: typeof plan.of === 'number' ? String(plan.of) : 'COUNTA({A})',
      below: this.#list ? `COUNTA(A${this.#last + 1}:A${MAX_ROWS})` : '0',
    };
  }

  build(): ModelSheet {
    const { id, marks, page, widths, closesRead } = this.plan;
    if (this.#list) this.#putList(this.#list);
    for (const row of [...this.#firstRows(), ...this.#rows]) this.#put(row);
    return {
      name: this.texts[id].sheet,
      // Fills the holes of the arrays, because neither rows nor cells may be missing.
      rows: Array.from(this.#cells, (_, index) => Array.from(this.#cells[index] ?? [])),
      highlights: [...MISSING_MARKS, ...marks].flatMap((mark) => this.#highlights(mark)),
      columnWidths: this.#widthsForTexts(widths ?? this.#columns.map(([width]) => Number(width))),
      ...this.#withTexts(this.#list ? this.#pageOf(this.#list) : page),
      frozenColumns: 1,
      ...(closesRead !== undefined && { closesRead }),
    };
  }

  get #last(): number {
    return this.#list!.first + ROOM - 1;
  }

  #put({ row, column: first, cells }: DraftRow): void {
    cells.forEach((cell, right) => {
      const column = first + right;
      if (cell) (this.#cells[row] ??= [])[column] = this.#cellOf(cell, row, column);
    });
  }

  #putList({ first, entries }: ModelList): void {
    const cells = this.#columns.map(([, , cell = '']) => cellIn(cell));
    const headings = this.#columns.map(([, heading = ''], column) => {
      const { align } = cells[column] ?? {};
      return heading === '' ? undefined : { ...cellIn(`# ${heading}`)!, ...(align && { align }) };
    });
    this.#put({ row: first - 2, column: 0, cells: headings });
    for (let index = 0; index < ROOM; index++) {
      const entered = cells.map((cell, column) => {
        const value = entries[index]?.[column];
        return cell?.style === 'input' && value !== undefined ? { ...cell, value: String(value) } : cell;
      });
      this.#put({ row: first - 1 + index, column: 0, cells: entered });
    }
  }

  #pageOf({ first, chart: { title, until, format }, plotted: [name, letter], print }: ModelList) {
    const charted = (of: string): string => `${of}${first}:${of}${first + CHARTED_ROWS - 1}`;
    const [top, bottom] = [this.#last + 2, this.#last + 2 + CHART_HEIGHT];
    return {
      chart: {
        title: `${this.#textOf(title)}, ${charted('A')}`,
        over: `A${top}:${until}${bottom}`,
        categories: charted('A'),
        series: [{ name, values: charted(letter) }],
        format,
      },
      print: {
        area: print.includes(':') ? print : `A1:${print}${bottom}`,
        orientation: 'landscape',
        titleRows: `${first - 1}:${first - 1}`,
      },
      frozenRows: first - 1,
    } as const;
  }

  #withTexts(page: SheetPlan['page']): SheetPlan['page'] {
    if (!page?.chart) return page;
    const { title, series } = page.chart;
    const named = series.map(({ name, values }) => ({ name: this.#textOf(name), values }));
    return { ...page, chart: { ...page.chart, title: this.#textOf(title), series: named } };
  }

  /** Translations differ in length: a heading or a label is never cut by what stands beside it. */
  #widthsForTexts(planned: readonly number[]): number[] {
    const widths = [...planned];
    for (const row of Object.values(this.#cells))
      row.forEach((cell = {}, column) => {
        const text = textIn(cell);
        if (text === '' || !['heading', 'label'].includes(cell.style ?? '')) return;
        // It runs over blank cells on its right, unless it is aligned with numbers.
        const next = row.findIndex((one, at) => at > column && (one?.value ?? one?.formula ?? '') !== '');
        if (next < 0 && !cell.align) return;
        const space = widths.slice(column, cell.align ? column + 1 : next).reduce((sum, width) => sum + width, 0);
        widths[column]! += Math.max(0, widthOf(text) - space);
      });
    return widths;
  }

  /** The first rows of every model: its purpose, its use, an impossible input, and whether its data is complete. */
  #firstRows(): DraftRow[] {
    const { id, missing, asking, thenAsking = [] } = this.plan;
    const [count, below] = [this.#expand('{count}', 0), this.#expand('{below}', 0)];
    const all = this.#list ? `(${count}+${below})` : `(${count})`;
    let state = `IF($B$3=0,{common.complete},{common.incomplete:count=$B$3;all=${all}})`;
    if (this.#list) {
      const empty = `IF(${count}=0,{common.emptyList:first=${this.#list.first}},${state})`;
      state = `IF(${below}>0,{common.belowList:count=${below};last=${this.#last}},${empty})`;
    }
    const impossible = this.#inputs.reduceRight((rest, one) => `IF(${one.advice}<>"",${one.name},${rest})`, '""');
    const checked = `IF({arePossible},${state},{common.correctFirst:input=${impossible}})`;
    const countWaiting = (blocks: readonly string[]): string =>
      blocks.map((block) => areWaiting(this.#expand(block, 0))).join('+');
    const allWaiting = countWaiting([...asking, ...thenAsking]);
    // What cells without a value say, in a cell that does not show it itself.
    return rowsIn(`
A1 | ## ${id}.title
   | ~ ${id}.note
   | ${id}.missing | * =${missing}+{below} as 0 | =IF(${allWaiting}>0,{common.onTheirWay},${checked})
C4 | =IF(${countWaiting(asking)}>0,{common.waiting},{common.noData}) as ;;;`);
  }

  #cellOf({ rule, value, formula, ...look }: DraftCell, row: number, column: number): NewCell {
    if (rule !== undefined) return { ...look, formula: this.#expand(this.#ruleAt(rule, row, column), row) };
    return {
      ...look,
      ...(value !== undefined && { value: this.#valueOf(value) }),
      ...(formula !== undefined && { formula: this.#expand(formula, row, this.#isAsking(row, column)) }),
    };
  }

  /** The formula beside inputs that says what to enter instead of an impossible value. */
  #ruleAt(rule: string, row: number, column: number): string {
    let first = column;
    while (this.#cells[row]?.[first - 1]?.style === 'input') first--;
    const inputs = a1({ row, column: first, rows: 1, columns: column - first });
    const [condition = '', advice = ''] = rule.split(' → ');
    return `=IF(IFERROR(${condition.replaceAll('@', inputs)},FALSE),"",${advice})`;
  }

  /** The word for no data depends on the cells that ask, so that these cannot use it. */
  #isAsking(row: number, column: number): boolean {
    const cell = { sheet: '', row, column, rows: 1, columns: 1 };
    return this.plan.asking.some((block) => overlaps(parseA1(this.#expand(block, 0), '')!, cell));
  }

  /** A number, a date, a day before or after one ("today-45"), or a text. */
  #valueOf(value: string): string | number {
    const [, date, days] = /^(today|yearEnd)([+-]\d+)?$/.exec(value) ?? [];
    if (date !== undefined) return this.dates[date as 'today' | 'yearEnd'] + Number(days ?? 0);
    if (/^\d{4}-\d\d-\d\d$/.test(value)) return this.dates.of(value);
    return /^-?[\d.]+$/.test(value) ? Number(value) : this.#textOf(value);
  }

  /** A text by its key; another word itself. */
  #textOf(key: string): string {
    const [section = '', name = ''] = key.split('.');
    const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = this.texts;
    if (!Object.hasOwn(texts, section)) return key;
    const text = texts[section]![name];
    if (text === undefined) throw new RangeError(`${this.plan.id} has no ${key}`);
    return text;
  }

  #highlights([where, tone, value = 'common.noData', when = 'equal']: Mark): Highlight[] {
    const blocks = /^[A-Z]+$/.test(where) ? Array.from(where, (letter) => this.#expand(`{${letter}}`, 0)) : [where];
    const shown = typeof value === 'string' ? this.#textOf(value) : value;
    return blocks.map((block) => ({ block, when, value: shown, tone }));
  }

  /** A formula or an expression in a row, with all that its placeholders stand for. */
  #expand(template: string, row: number, isAsking = false): string {
    const expand = (text: string): string => this.#expand(text, row, isAsking);
    const named = (name: string): string => {
      const found = name === 'noData' && isAsking ? '{common.noData}' : this.#names[name];
      if (found === undefined) throw new RangeError(`${this.plan.id} has no ${name}`);
      return expand(found);
    };
    return template.replace(
      PLACEHOLDER,
      (_, column?: string, key?: string, values?: string, name?: string, letter?: string) => {
        if (column !== undefined) return `${column}${this.#list!.first}:${column}${this.#last}`;
        if (name !== undefined) return named(name);
        if (letter !== undefined) return `${letter}${row + 1}`;
        const given = new Map(values?.split(';').map((one) => /^(\w+)=(.*)$/.exec(one)!.slice(1) as [string, string]));
        return sentence(this.#textOf(key!), (one) => (given.has(one) ? expand(given.get(one)!) : named(one)));
      },
    );
  }
}

/** The text of a cell; of a formula its words, with room for a short entry between them. */
function textIn({ value, formula = '' }: NewCell): string {
  if (typeof value === 'string') return value;
  const words = Array.from(formula.matchAll(/"([^"]{2,})"/g), ([, word]) => word).join('');
  return words && `${words}0000`;
}

/** About how wide a text is, in characters of a column's width: letters are narrower than digits, Chinese ones wider. */
const widthOf = (text: string): number =>
  1 + Math.ceil(Array.from(text).reduce((sum, sign) => sum + (sign > '\u2e80' ? 1.8 : 0.9), 0));

/** An input with a rule: the cell with its name, and the one that says what to enter instead. */
interface CheckedInput {
  readonly name: string;
  readonly advice: string;
}

function checkedInputs({ row, column, cells }: DraftRow): CheckedInput[] {
  const at = (right: number): string => `$${columnName(column + right)}$${row + 1}`;
  return cells.flatMap((cell, right) => {
    const name = cells.findLastIndex((one, index) => index < right && one?.style === 'label');
    return cell?.rule === undefined ? [] : [{ name: at(name), advice: at(right) }];
  });
}

/**
 * An expression: how many cells of a block Excel waits for. They have an error of a type of its own: 8 is
 * #GETTING_DATA, and that of #BUSY! is not documented.
 */
function areWaiting(block: string): string {
  const type = `IFERROR(ERROR.TYPE(${block}),99)`;
  return `SUMPRODUCT((${type}=8)+(${type}>14)*(${type}<99))`;
}

/**
 * A cell of a model. Its value is a text's key, another word, a number or a date. In its formula {fx.look} is a text as
 * a string, {A} are the list's cells in a column, A# is the cell in the formula's own row, and {other} is one of the
 * sheet's names. {fx.look:other=B7} fills a text with another expression.
 */
interface DraftCell extends Omit<NewCell, 'value'> {
  readonly value?: string;
  /** What the inputs on its left may be. */
  readonly rule?: string;
}

/** A hole leaves its cell unchanged. */
interface DraftRow {
  readonly row: number;
  readonly column: number;
  readonly cells: readonly (DraftCell | undefined)[];
}

/**
 * The rows of a sheet, each a line of cells: "A5 | label | [input] as 0.0% | ? rule". A line without an address stands
 * below the one before, and one with "A5:9" in each of these rows.
 */
function rowsIn(text: string): DraftRow[] {
  let [row, column] = [0, 0];
  return linesIn(text).flatMap(([address = '', ...cells]) => {
    const [first = '', last] = address.split(':');
    if (first === '') row++;
    else ({ row, column } = parseA1(first, '')!);
    const count = last === undefined ? 1 : Number(last) - row;
    return Array.from({ length: count }, (_, down) => ({ row: row + down, column, cells: cells.map(cellIn) }));
  });
}

const linesIn = (text: string): string[][] =>
  text
    .split('\n')
    .filter((line) => line.includes('|'))
    .map((line) => line.split('|').map((cell) => cell.trim()));

const STYLES = { '##': 'title', '#': 'heading', '~': 'note', '*': 'total' } as const;
/** A formula that is a text alone. */
const IS_TEXT = /^=\{\w+\.\w+[^}]*\}$/;

/**
 * "fx.pair" is a label, "# fx.pair" a heading, "## fx.title" a title, "~ fx.note" a note, "[5]" a value for the modeller
 * to change, "[]" a place for one, "=A5" a formula, "* =A5" a total, "? …" a rule, "each: A#" a formula in a row of the
 * list, which is blank beside a blank entry and no data on an error, "each BC: A#" the same, and no data without numbers
 * in B and C. At its end is how it looks: "as 0.0%" or another number format, "as date", "as time", "as words" in the
 * middle, "as right". That alone is for a spill.
 */
function cellIn(text: string): DraftCell | undefined {
  if (text === '') return undefined;
  const [, mark, content = '', look] = /^((?:##?|[~*?])(?= |$))?\s*(.*?)\s*(?:(?<=^|\s)as (\S.*))?$/.exec(text)!;
  if (mark === '?') return { rule: content, style: 'note' };
  const entry = /^\[(.*)\]$/.exec(content)?.[1];
  const formula = formulaIn(content);
  const value = formula === undefined ? (entry ?? content) : '';
  const isLabel = formula === undefined ? value !== '' : IS_TEXT.test(formula);
  const plain = entry !== undefined ? 'input' : isLabel ? 'label' : undefined;
  const style = mark ? STYLES[mark as keyof typeof STYLES] : plain;
  return {
    ...(style && { style }),
    ...(formula !== undefined && { formula }),
    ...((value !== '' || text === '#') && { value }),
    ...(look !== undefined && lookIn(look)),
  };
}

function formulaIn(content: string): string | undefined {
  const [, letters, text] = /^each ?([A-Z]*): (.*)$/.exec(content) ?? [];
  if (text === undefined) return content.startsWith('=') ? content : undefined;
  return `=${orNoData(`IF($A#="","",${letters === '' ? text : haveNumbers(letters!, text)})`)}`;
}

const FORMATS: Readonly<Record<string, string>> = { date: DATE_FORMAT, time: TIME_FORMAT };

/** Numbers and the words in their place are aligned right. */
function lookIn(look: string): Pick<NewCell, 'align' | 'format'> {
  if (look === 'words') return { align: 'center' };
  return look === 'right' ? { align: 'right' } : { format: FORMATS[look] ?? look, align: 'right' };
}
