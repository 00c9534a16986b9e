import type { CellTone, Highlight, NewCell, NewSheet } from '../../app/host';
import { a1, columnName, MAX_ROWS, overlaps, parseA1 } from '../../core/sheet';
import { type DraftCell, type DraftRow, type Names, sentence, type DraftWord } from './draft-cells';
import type { Model, ModelDates, ModelSheet, ModelTexts, TextKey } from './model';

/** A column of a list: how many characters wide, its heading, aligned as the cells are, and its cell in each row. */
type ListColumn = readonly [width: number, heading?: DraftWord | DraftCell | undefined, cell?: DraftCell];

/** A list of the modeller's entries with what follows from each, a row each. */
interface ModelList {
  readonly first: number;
  /** The inputs that its first rows start with, by column. */
  readonly entries: readonly (readonly (string | number | undefined)[])[];
  readonly columns: readonly ListColumn[];
  /** Of the list's first rows, below it, over the columns from the first to the one named. */
  readonly chart: { readonly title: TextKey; readonly until: string; readonly format: string };
  readonly plotted: readonly [name: TextKey | 'Altman Z', letter: string];
  /** The last column on paper, as far down as the chart; or whole columns, such as "A:V". */
  readonly print: string;
}

/** The columns of a list, or a block; what stands there, for no data nothing need be said. */
type Mark = readonly [where: string, tone: CellTone, value?: TextKey | 'Open' | 'Closed' | 0, when?: Highlight['when']];

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
  /** The main result of the model, with its name. */
  readonly result: DraftRow;
  /** Rows by the address of their first cell; later ones count where two meet. */
  readonly cells: Readonly<Record<string, readonly DraftRow[]>>;
  /** The entries of the list are counted where data is missing, or else so many items. */
  readonly of: ModelList | number;
  readonly marks: readonly Mark[];
  /** What a list decides where there is one. */
  readonly widths?: readonly number[];
  readonly page?: (textOf: (key: TextKey) => string) => Partial<NewSheet>;
  readonly closesRead?: number;
}

/** Each row of a list has its formulas, so that more room makes a sheet slower. */
export const ROOM = 60;
const CHARTED_ROWS = 20;
const CHART_HEIGHT = 16;

/** {A} · {section.key} · {name} · A# */
const PLACEHOLDER = /\{([A-Z]+)\}|\{(\w+\.\w+)\}|\{(\w+)\}|([A-Z])#/g;

export const plannedModel = (plan: SheetPlan): Model => ({
  id: plan.id,
  create: (dates, texts) => new SheetDraft(plan, dates, texts).build(),
});

class SheetDraft {
  readonly #rows: (NewCell | undefined)[][] = [];
  readonly #inputs: readonly CheckedInput[];
  readonly #list: ModelList | undefined;
  readonly #names: Names;

  constructor(
    private readonly plan: SheetPlan,
    private readonly dates: ModelDates,
    private readonly texts: ModelTexts,
  ) {
    this.#list = typeof plan.of === 'number' ? undefined : plan.of;
    this.#inputs = Object.entries(plan.cells).flatMap(([address, rows]) => checkedInputs(address, rows));
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
    const { id, cells, marks, page, closesRead } = this.plan;
    if (this.#list) this.#putList(this.#list);
    for (const [address, rows] of Object.entries(cells)) this.#put(address, rows);
    this.#putFirstRows();
    return {
      name: this.texts[id].sheet,
      // Fills the holes of the arrays, because neither rows nor cells may be missing.
      rows: Array.from(this.#rows, (_, index) => Array.from(this.#rows[index] ?? [])),
      highlights: [
        { block: 'B3', when: 'equal', value: 0, tone: 'good' },
        { block: 'B3', when: 'greater', value: 0, tone: 'bad' },
        ...marks.flatMap((mark) => this.#highlights(mark)),
      ],
      columnWidths: this.#widthsForTexts(this.#list?.columns.map(([width]) => width) ?? this.plan.widths ?? []),
      ...(this.#list ? this.#pageOf(this.#list) : page?.((key) => this.#textOf(key))),
      ...(closesRead !== undefined && { closesRead }),
    };
  }

  get #last(): number {
    return this.#list!.first + ROOM - 1;
  }

  /** Writes row by row from the cell at the address. */
  #put(address: string, rows: readonly DraftRow[]): void {
    const first = parseA1(address, '')!;
    rows.forEach((cells, down) =>
      cells.forEach((cell, right) => {
        const [row, column] = [first.row + down, first.column + right];
        if (cell) (this.#rows[row] ??= [])[column] = this.#cellOf(cell, row, column);
      }),
    );
  }

  #putList({ first, entries, columns }: ModelList): void {
    const headings = columns.map(([, heading, cell]) =>
      typeof heading === 'string'
        ? { value: heading, style: 'heading' as const, ...(cell?.align && { align: cell.align }) }
        : heading,
    );
    this.#put(`A${first - 1}`, [headings]);
    const rows = Array.from({ length: ROOM }, (_, index) =>
      columns.map(([, , cell], column) => {
        const value = cell?.style === 'input' ? entries[index]?.[column] : undefined;
        return value === undefined ? cell : { ...cell, value };
      }),
    );
    this.#put(`A${first}`, rows);
  }

  #pageOf({ first, chart: { title, until, format }, plotted: [name, letter], print }: ModelList) {
    const charted = (of: string): string => `${of}${first}:${of}${first + CHARTED_ROWS - 1}`;
    const [top, bottom] = [this.#last + 2, this.#last + 2 + CHART_HEIGHT];
    return {
      chart: {
        title: `${this.#textOf(title)}, ${charted('A')}`,
        over: `A${top}:${until}${bottom}`,
        categories: charted('A'),
        series: [{ name: this.#textOf(name), values: charted(letter) }],
        format,
      },
      print: {
        area: print.includes(':') ? print : `A1:${print}${bottom}`,
        orientation: 'landscape',
        titleRows: `${first - 1}:${first - 1}`,
      },
      frozenRows: first - 1,
      frozenColumns: 1,
    } as const;
  }

  /** Translations differ in length: a heading or a label is never cut by what stands beside it. */
  #widthsForTexts(planned: readonly number[]): number[] {
    const widths = [...planned];
    for (const row of Object.values(this.#rows))
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
  #putFirstRows(): void {
    const { id, missing, asking, thenAsking = [], result } = this.plan;
    const said = (key: TextKey, names: Names = {}): string => this.#expand(`{${key}}`, 0, names);
    const count = this.#expand('{count}', 0);
    const below = this.#expand('{below}', 0);
    const all = this.#list ? `(${count}+${below})` : `(${count})`;
    let state = `IF($B$3=0,${said('common.complete')},${said('common.incomplete', { count: '$B$3', all })})`;
    if (this.#list) {
      const { first } = this.#list;
      const [tooLong, empty] = [
        said('common.belowList', { count: below, last: String(this.#last) }),
        said('common.emptyList', { first: String(first) }),
      ];
      state = `IF(${below}>0,${tooLong},IF(${count}=0,${empty},${state}))`;
    }
    const impossible = this.#inputs.reduceRight((rest, one) => `IF(${one.advice}<>"",${one.name},${rest})`, '""');
    const corrected = said('common.correctFirst', { input: impossible });
    const countWaiting = (blocks: readonly string[]): string =>
      blocks.map((block) => areWaiting(this.#expand(block, 0))).join('+');
    this.#put('A1', [
      [{ value: `${id}.title`, style: 'title' }],
      [{ value: `${id}.note`, style: 'note' }],
      [
        { value: `${id}.missing`, style: 'label' },
        { formula: `=${missing}+{below}`, style: 'total', format: '0', align: 'right' },
      ],
      result,
    ]);
    // What cells without a value say, in a cell that does not show it itself.
    const word = `=IF(${countWaiting(asking)}>0,${said('common.waiting')},${said('common.noData')})`;
    (this.#rows[3] ??= [])[2] = { formula: word, format: ';;;' };
    // It is complete already: what a text says must not be taken for a placeholder.
    this.#rows[2]![2] = {
      formula: `=IF(${countWaiting([...asking, ...thenAsking])}>0,${said('common.onTheirWay')},IF(${this.#expand('{arePossible}', 0)},${state},${corrected}))`,
    };
  }

  #cellOf({ names, rule, value, ...cell }: DraftCell, row: number, column: number): NewCell {
    if (rule) {
      const inputs = a1({ row, column: column - (rule.inputCount ?? 1), rows: 1, columns: rule.inputCount ?? 1 });
      const condition = rule.condition.replaceAll('@', inputs);
      const formula = `=IF(IFERROR(${condition},FALSE),"",${rule.advice})`;
      return { formula: this.#expand(formula, row, rule.names), style: 'note' };
    }
    return {
      ...cell,
      ...(value !== undefined && { value: this.#valueOf(value) }),
      ...(cell.formula !== undefined && {
        formula: this.#expand(cell.formula, row, this.#namesAt(row, column, names)),
      }),
    };
  }

  /** The word for no data depends on the cells that ask, so that these cannot use it. */
  #namesAt(row: number, column: number, names: Names = {}): Names {
    const cell = { sheet: '', row, column, rows: 1, columns: 1 };
    const isAsking = this.plan.asking.some((block) => overlaps(parseA1(this.#expand(block, 0), '')!, cell));
    return isAsking ? { noData: '{common.noData}', ...names } : names;
  }

  #valueOf(value: NonNullable<DraftCell['value']>): string | number {
    if (typeof value === 'function') return value(this.dates);
    return typeof value === 'string' ? this.#textOf(value) : value;
  }

  /** A text by its key; another word itself. */
  #textOf(key: string): string {
    const [section = '', name = ''] = key.split('.');
    const texts: Readonly<Record<string, Readonly<Record<string, string>>>> = this.texts;
    return texts[section]?.[name] ?? key;
  }

  #highlights([where, tone, value = 'common.noData', when = 'equal']: Mark): Highlight[] {
    const blocks = /^[A-Z]+$/.test(where) ? Array.from(where, (letter) => this.#expand(`{${letter}}`, 0)) : [where];
    return blocks.map((block) => ({ block, when, value: this.#valueOf(value), tone }));
  }

  /** A formula or an expression in a row, with all that its placeholders stand for. */
  #expand(template: string, row: number, own: Names = {}): string {
    const named = (name: string): string => {
      const found = { ...this.#names, ...own }[name];
      if (found === undefined) throw new RangeError(`Nothing is called {${name}} in ${this.plan.id}`);
      return this.#expand(found, row, own);
    };
    return template.replace(PLACEHOLDER, (_, column?: string, key?: string, name?: string, letter?: string) => {
      if (column !== undefined) return `${column}${this.#list!.first}:${column}${this.#last}`;
      if (name !== undefined) return named(name);
      if (letter !== undefined) return `${letter}${row + 1}`;
      const text = this.#textOf(key!);
      const names = Array.from(text.matchAll(/\{(\w+)\}/g), ([, one]) => one!);
      return sentence(text, Object.fromEntries(names.map((one) => [one, named(one)])));
    });
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

function checkedInputs(address: string, rows: readonly DraftRow[]): CheckedInput[] {
  const first = parseA1(address, '')!;
  return rows.flatMap((cells, down) => {
    const at = (right: number): string => `$${columnName(first.column + right)}$${first.row + down + 1}`;
    return cells.flatMap((cell, right) => {
      const name = cells.findLastIndex((one, index) => index < right && one?.style === 'label');
      return cell?.rule ? [{ name: at(name), advice: at(right) }] : [];
    });
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
