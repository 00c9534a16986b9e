import type { NewCell } from '../../app/host';
import type { ModelDates, TextKey } from './model';

/** What placeholders in formulas stand for. */
export type Names = Readonly<Record<string, string>>;

/**
 * A cell of a model. In its formula {fx.look} is a text as a string, {A} are the list's cells in a column, A# is the
 * cell in the formula's own row, and {other} is one of the names.
 */
export interface DraftCell extends Omit<NewCell, 'value'> {
  /** A text's key, another word, a number or a date. */
  readonly value?: string | number | ((dates: ModelDates) => number);
  /** What its formula's placeholders stand for, beside the names of the whole sheet. */
  readonly names?: Names;
  /** The rule of the inputs on its left, if it says what to enter instead of an impossible value. */
  readonly rule?: Rule;
}

/** A hole leaves its cell unchanged. */
export type DraftRow = readonly (DraftCell | undefined)[];

/** A condition for inputs, which are @ in it, and the expression shown beside any other value. */
export interface Rule {
  readonly condition: string;
  readonly advice: string;
  readonly names?: Names;
  /** How many cells on its left are the inputs. @default 1 */
  readonly inputCount?: number;
}

/** A text's key, or a word that is the same in every language. */
export type DraftWord = TextKey | 'Piotroski F' | 'Altman Z' | 'Beneish M' | '10-K' | '10-Q' | '20-F' | '';

export const heading = (value: DraftWord): DraftCell => ({ value, style: 'heading' });
export const numberHeading = (value: DraftWord | number): DraftCell => ({ value, style: 'heading', align: 'right' });
/** The same, with a text in which something is filled in. */
export const formulaHeading = (text: TextKey, names: Names = {}): DraftCell => ({
  formula: `={${text}}`,
  names,
  style: 'heading',
  align: 'right',
});
export const label = (value: DraftWord): DraftCell => ({ value, style: 'label' });
export const note = (value: TextKey): DraftCell => ({ value, style: 'note' });

/** A value for the modeller to change, or a place for one. */
export const input = (value?: DraftCell['value'], format?: string): DraftCell => ({
  ...(value === undefined ? {} : { value }),
  style: 'input',
  ...look(format),
});

/** A named input with its rule, from which three cells are made. */
export const inputRow = (name: TextKey, value: DraftCell['value'], format: string, rule?: Rule): DraftRow => [
  label(name),
  input(value, format),
  rule && { rule },
];

export const wordRow = (name: TextKey, value: string, rule?: Rule): DraftRow => [
  label(name),
  { ...input(value), align: 'right' },
  rule && { rule },
];

/** With a number format, numbers and the words in their place are aligned right. */
export const formula = (text: string, format?: string): DraftCell => ({ formula: text, ...look(format) });

export const total = (text: string, format?: string): DraftCell => ({ ...formula(text, format), style: 'total' });

/** A figure, two cells to the right of its name. */
export const figure = (name: TextKey | DraftCell, value: DraftCell): DraftRow => [
  typeof name === 'string' ? label(name) : name,
  undefined,
  value,
];

export const centered = (cell: DraftCell): DraftCell => ({ ...cell, align: 'center' });

/** A formula with a word as its result. */
export const wordFormula = (text: string): DraftCell => centered(formula(text));

/** A number for the chart. A word would be drawn as zero; #N/A is skipped. */
export const plotted = (letter: string, format: string): DraftCell =>
  formula(`=IF(${letter}#="","",IF(ISNUMBER(${letter}#),${letter}#,NA()))`, format);

/** A cell that a spill will fill: with a number of a format, with a word, or, if undefined, with anything. */
export const spilled = (format: string | undefined): DraftCell =>
  format === 'words' ? { align: 'center' } : look(format);

/** Blank cells between two others. */
export const gap = (count: number): DraftRow => Array<undefined>(count).fill(undefined);

export const repeated = (count: number, row: DraftRow): readonly DraftRow[] => Array<DraftRow>(count).fill(row);

const look = (format: string | undefined): Pick<NewCell, 'format' | 'align'> =>
  format === undefined ? {} : { format, align: 'right' };

/** An expression, or no data unless the condition holds. */
export const onlyIf = (condition: string, text: string): string => `IF(${condition},${text},{noData})`;

/** An expression, or no data on an error in it. */
export const orNoData = (text: string): string => `IFERROR(${text},{noData})`;

/** A formula in a row of the list: blank beside a blank entry, and no data on an error. */
export const besideEntry = (text: string, format?: string): DraftCell =>
  formula(`=${orNoData(`IF($A#="","",${text})`)}`, format);

/** The same, and no data unless the row has numbers in all of these columns. */
export const fromNumbers = (letters: string, text: string, format?: string): DraftCell =>
  besideEntry(haveNumbers(letters, text), format);

/** An expression, or no data unless the row has numbers in all of these columns. */
export const haveNumbers = (letters: string, text: string): string => {
  const cells = Array.from(letters, (letter) => `$${letter}#`);
  return `IF(COUNT(${cells.join()})<${cells.length},{noData},${text})`;
};

/** A total that looks complete needs every entry. */
export const onceComplete = (text: string): string => `IF({missing}>0,{noData},${orNoData(text)})`;

/** An expression: TRUE if there are entries, none below the list, and each has a number in a column. */
export const isListWhole = (letter: string): string => `AND({count}>0,COUNT({${letter}})={count}+{below})`;

/** A formula that needs a number in a column for each entry. */
export const onceWhole = (letter: string, text: string): string => `=${onlyIf(isListWhole(letter), text)}`;

/** How many entries fail at least one of the conditions, which are expressions over whole columns of the list. */
export const failing = (...conditions: readonly string[]): string =>
  // An error in the place of an entry is one that fails.
  `SUMPRODUCT(IFERROR(({A}<>"")*1,1)*(1-${conditions.map((condition) => `(${condition})`).join('*')}))`;

/** A text as a string in a formula: "it ""is""". */
export const stringLiteral = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Turns a text with {placeholders} into a formula expression that joins its parts with the values: "{count} of 3" →
 * B3&" of 3".
 */
export function sentence(text: string, values: Names): string {
  const parts = text
    .split(/\{(\w+)\}/)
    .map((part, index) => (index % 2 === 0 ? part && stringLiteral(part) : values[part]));
  return parts.filter(Boolean).join('&');
}
