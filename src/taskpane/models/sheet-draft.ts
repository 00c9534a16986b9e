import type { Highlight, NewCell, NewChart, NewSheet, PrintSetup, CellTone } from '../../app/host';
import { MAX_ROWS, parseA1 } from '../../core/sheet';

type DraftRow = readonly (NewCell | undefined)[];

/** A column of a list: how many characters wide, its heading, and its cell in each row. A hole leaves cells unchanged. */
type ListColumn = readonly [
  width: number,
  heading?: NewCell | undefined,
  cellIn?: (row: number) => NewCell | undefined,
];

/** The parts below and around a list. */
interface ListFrame {
  /** Over the columns from the first to this one. */
  readonly chart: Required<Pick<NewChart, 'title' | 'format'>> & { readonly until: string };
  /** Each with the column of its values. */
  readonly series: readonly (readonly [name: string, letter: string])[];
  /** The last column on paper, as far down as the chart; or whole columns, such as "A:V". */
  readonly print: string;
}

/** The rows of a sheet, filled in by address instead of in reading order. */
export class SheetDraft {
  readonly #rows: (NewCell | undefined)[][] = [];
  readonly #highlights: Highlight[] = [];
  readonly #columnWidths: number[];
  #extras: Pick<NewSheet, 'frozenRows' | 'frozenColumns' | 'chart' | 'print'> = {};

  constructor(
    private readonly name: string,
    columnWidths: readonly number[] = [],
  ) {
    this.#columnWidths = [...columnWidths];
  }

  /** Writes row by row from the cell at the address; a hole leaves its cell unchanged. */
  put(address: string, rows: readonly DraftRow[]): this {
    const first = parseA1(address, this.name);
    if (!first) throw new SyntaxError(`Not the address of a cell: ${address}`);
    rows.forEach((cells, down) => {
      cells.forEach((cell, right) => {
        if (cell) this.#rowAt(first.row + down)[first.column + right] = cell;
      });
    });
    return this;
  }

  /** Highlights words, or numbers above a value, by tone. */
  highlight(block: string, tone: CellTone, value: string | number, when: Highlight['when'] = 'equal'): this {
    this.#highlights.push({ block, when, value, tone });
    return this;
  }

  /** The columns of a list, or of a table beside it with the same rows, from the letter on. */
  columns(from: string, { first, rows }: ListRows, columns: readonly ListColumn[]): this {
    const { column } = parseA1(`${from}1`, this.name)!;
    for (const [index, [width]] of columns.entries()) this.#columnWidths[column + index] = width;
    return this.put(`${from}${first - 1}`, [columns.map(([, heading]) => heading)]).put(
      `${from}${first}`,
      rows.map((row) => columns.map(([, , cellIn]) => cellIn?.(row))),
    );
  }

  /** A chart of a list's first rows below it, its headings on every page, and headings and names that stay. */
  frame({ first, last, charted }: ListRows, { chart: { title: name, until, format }, series, print }: ListFrame): this {
    return this.chart({
      title: charted.title(name),
      over: `A${last + 2}:${until}${last + 18}`,
      categories: charted.rows('A'),
      series: series.map(([of, letter]) => ({ name: of, values: charted.rows(letter) })),
      format,
    })
      .print({
        area: print.includes(':') ? print : `A1:${print}${last + 18}`,
        orientation: 'landscape',
        titleRows: `${first - 1}:${first - 1}`,
      })
      .freeze(first - 1);
  }

  chart(chart: NewChart): this {
    this.#extras = { ...this.#extras, chart };
    return this;
  }

  print(print: PrintSetup): this {
    this.#extras = { ...this.#extras, print };
    return this;
  }

  /** The first rows, and the column with the names, stay while one scrolls. */
  freeze(frozenRows: number): this {
    this.#extras = { ...this.#extras, frozenRows, frozenColumns: 1 };
    return this;
  }

  build(): NewSheet {
    // Fills the holes of the arrays, because neither rows nor cells may be missing.
    return {
      name: this.name,
      columnWidths: this.#widthsForTexts(),
      rows: Array.from(this.#rows, (_, index) => Array.from(this.#rows[index] ?? [])),
      highlights: this.#highlights,
      ...this.#extras,
    };
  }

  /** Translations differ in length: a heading or a label is never cut by what stands beside it. */
  #widthsForTexts(): number[] {
    const widths = [...this.#columnWidths];
    for (const row of Object.values(this.#rows))
      row.forEach((cell, column) => {
        if (typeof cell?.value !== 'string' || !['heading', 'label'].includes(cell.style ?? '')) return;
        // It runs over blank cells on its right, unless it is aligned with numbers.
        const next = row.findIndex((one, at) => at > column && (one?.value ?? one?.formula ?? '') !== '');
        if (next < 0 && !cell.align) return;
        const space = widths.slice(column, cell.align ? column + 1 : next).reduce((sum, width) => sum + width, 0);
        widths[column]! += Math.max(0, widthOf(cell.value) - space);
      });
    return widths;
  }

  #rowAt(index: number): (NewCell | undefined)[] {
    return (this.#rows[index] ??= []);
  }
}

/** About how wide a text is, in characters of a column's width: letters are narrower than digits, Chinese ones wider. */
const widthOf = (text: string): number =>
  1 + Math.ceil(Array.from(text).reduce((sum, sign) => sum + (sign > '\u2e80' ? 1.8 : 0.9), 0));

export const title = (value: string): NewCell => ({ value, style: 'title' });
export const heading = (value: string): NewCell => ({ value, style: 'heading' });
/** Heading of a column of numbers. */
export const numberHeading = (value: string | number): NewCell => ({ value, style: 'heading', align: 'right' });
/** Heading of a column of words between numbers. */
export const wordHeading = (value: string): NewCell => ({ value, style: 'heading', align: 'center' });
export const label = (value: string): NewCell => ({ value, style: 'label' });
export const note = (value: string): NewCell => ({ value, style: 'note' });

/** A value for the modeller to change, or a place for one. */
export const input = (value?: string | number, format?: string): NewCell => ({
  ...(value === undefined ? {} : { value }),
  style: 'input',
  ...look(format),
});

/** With a number format, numbers and the words in their place are aligned right. */
export const formula = (text: string, format?: string): NewCell => ({ formula: text, ...look(format) });

export const total = (text: string, format?: string): NewCell => ({ formula: text, style: 'total', ...look(format) });

/** A figure, two cells to the right of its name. */
export const figure = (name: NewCell, value: NewCell): DraftRow => [name, undefined, value];

/** A formula with a word as its result. */
export const wordFormula = (text: string): NewCell => ({ formula: text, align: 'center' });

/** A number for the chart. A word would be drawn as zero; #N/A is skipped. */
export const plotted = (cell: string, format: string): NewCell =>
  formula(`=IF(${cell}="","",IF(ISNUMBER(${cell}),${cell},NA()))`, format);

/** Cells that a spill will fill: with numbers of a format, with words, or, if undefined, with anything. */
export const filledBySpill = (...formats: readonly (string | undefined)[]): DraftRow => formats.map(spilled);

export const spilled = (format: string | undefined): NewCell =>
  format === 'words' ? { align: 'center' } : look(format);

/** Blank cells between two others. */
export const gap = (count: number): DraftRow => Array<undefined>(count).fill(undefined);

const look = (format: string | undefined): Pick<NewCell, 'format' | 'align'> =>
  format === undefined ? {} : { format, align: 'right' };

/** A text as a string in a formula: "it ""is""". */
export const stringLiteral = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Turns a text with {placeholders} into a formula expression that joins its parts with the values: "{count} of 3" →
 * B3&" of 3".
 */
export function sentence(text: string, values: Readonly<Record<string, string>>): string {
  const parts = text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part && stringLiteral(part) : values[part]));
  return parts.filter(Boolean).join('&');
}

/** The rows of a model's list: its own entries, and room for the modeller's. */
export interface ListRows {
  readonly first: number;
  readonly last: number;
  /** The rows in a chart: the first ones, named in an addition to its title. */
  readonly charted: { readonly rows: (letter: string) => string; readonly title: (text: string) => string };
  readonly rows: readonly number[];
  /** The list's cells in a column: "A12:A26". */
  readonly column: (letter: string) => string;
  /** How many entries fail at least one of the conditions, which are expressions over whole columns of the list. */
  readonly failing: (...conditions: readonly string[]) => string;
  /** An expression: how many entries there are. */
  readonly count: string;
  /** An expression: how many entries stand below the list, where no formula sees them. */
  readonly belowCount: string;
  /** An expression: TRUE if there are entries, none below the list, and each has a number in a column. */
  readonly isWhole: (letter: string) => string;
}

/** Each row has its formulas, so that more room makes a sheet slower. */
const ROOM = 60;
const CHARTED_ROWS = 20;

export function listRows(first: number): ListRows {
  const rows = Array.from({ length: ROOM }, (_, index) => first + index);
  const last = first + rows.length - 1;
  const column = (letter: string): string => `${letter}${first}:${letter}${last}`;
  const failing = (...conditions: readonly string[]): string =>
    // An error in the place of an entry is one that fails.
    `SUMPRODUCT(IFERROR((${column('A')}<>"")*1,1)*(1-${conditions.map((condition) => `(${condition})`).join('*')}))`;
  const chartedRows = (letter: string): string => `${letter}${first}:${letter}${first + CHARTED_ROWS - 1}`;
  const [count, belowCount] = [`COUNTA(${column('A')})`, `COUNTA(A${last + 1}:A${MAX_ROWS})`];
  return {
    first,
    last,
    rows,
    column,
    failing,
    charted: { rows: chartedRows, title: (text) => `${text}, ${chartedRows('A')}` },
    count,
    belowCount,
    isWhole: (letter) => `AND(${count}>0,COUNT(${column(letter)})=${count}+${belowCount})`,
  };
}
