import type { ModelTexts } from './model';
import type { NewCell } from '../../app/host';
import {
  type ListRows,
  stringLiteral,
  sentence,
  formula,
  label,
  note,
  type SheetDraft,
  title,
  total,
} from './sheet-draft';

/** A model's own words. */
interface FirstRowsTexts {
  readonly title: string;
  readonly note: string;
  /** A label for what is missing: "Pairs without data". */
  readonly missing: string;
}

interface Completeness {
  /** An expression: the number with missing data. */
  readonly missingCount: string;
  /** The counted items: the entries of a list, or this number of inputs. */
  readonly of: ListRows | number;
  readonly inputs: readonly CheckedInput[];
  /** Cells whose formulas ask the service and hide no error. */
  readonly asking: readonly string[];
  /** The main result of the model, with its name. */
  readonly result: readonly NewCell[];
}

/** The cell with the number of missing items, in every model. */
export const MISSING = '$B$3';

/** The first rows of every model: its purpose, its use, an impossible input, and whether its data is complete. */
export function putFirstRows(
  sheet: SheetDraft,
  { common }: ModelTexts,
  texts: FirstRowsTexts,
  { missingCount, of, inputs, asking, result }: Completeness,
): SheetDraft {
  const [count, below] = typeof of === 'number' ? [String(of), '0'] : [`${of.count}+${of.belowCount}`, of.belowCount];
  const incomplete = sentence(common.incomplete, { count: MISSING, all: `(${count})` });
  const complete = `IF(${MISSING}=0,${stringLiteral(common.complete)},${incomplete})`;
  const state =
    typeof of === 'number'
      ? complete
      : `IF(${below}>0,${sentence(common.belowList, { count: below, last: String(of.last) })},IF(${of.count}=0,${sentence(common.emptyList, { first: String(of.first) })},${complete}))`;
  const impossible = sentence(common.correctFirst, { input: firstImpossible(inputs) });
  return sheet
    .put('A1', [[title(texts.title)], [note(texts.note)]])
    .put('A3', [
      [
        label(texts.missing),
        total(`=${missingCount}+${below}`, '0'),
        formula(
          `=IF(${areWaiting(asking)},${stringLiteral(common.onTheirWay)},IF(${arePossible(inputs)},${state},${impossible}))`,
        ),
      ],
      result,
    ])
    .highlight('B3', 'good', 0)
    .highlight('B3', 'bad', 0, 'greater');
}

/**
 * An expression: TRUE while Excel waits for a result in one of these blocks. It has an error there of a type of its own:
 * 8 is #GETTING_DATA, and that of #BUSY! is not documented.
 */
const areWaiting = (blocks: readonly string[]): string =>
  `${blocks
    .map((block) => {
      const type = `IFERROR(ERROR.TYPE(${block}),99)`;
      return `SUMPRODUCT(ISERROR(${block})*((${type}=8)+(${type}>14)))`;
    })
    .join('+')}>0`;

/** The condition for an input: an expression that is TRUE for possible values, and the text beside any other value. */
export interface Rule {
  readonly condition: string;
  /** An expression. */
  readonly advice: string;
}

/** An input whose impossible values are named, so that nothing is concluded from them. */
export interface CheckedInput {
  /** Of the cell with the input's name: "$A$17". */
  readonly label: string;
  /** Of the cell that says what to enter instead; blank while the input is possible. */
  readonly advice: string;
}

type AdviceTexts = ModelTexts['common'];

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Numbers between two, in percent if the input is. */
export const between = (
  cells: string,
  [least, most]: readonly [number, number],
  { enterBetween }: AdviceTexts,
  write: (bound: number) => string = String,
): Rule => {
  return {
    condition: `AND(COUNT(${cells})=COLUMNS(${cells}),MIN(${cells})>=${least},MAX(${cells})<=${most})`,
    advice: sentence(enterBetween, { least: stringLiteral(write(least)), most: stringLiteral(write(most)) }),
  };
};

export const percentBetween = (cells: string, bounds: readonly [number, number], texts: AdviceTexts): Rule =>
  between(cells, bounds, texts, percent);

export const choiceRule = (cell: string, choices: readonly number[], { enterOneOf }: AdviceTexts): Rule => ({
  condition: `AND(ISNUMBER(${cell}),OR(${choices.map((choice) => `${cell}=${choice}`).join()}))`,
  advice: sentence(enterOneOf, { choices: stringLiteral(choices.join(', ')) }),
});

export const above = (cell: string, limit: number, { enterAbove }: AdviceTexts): Rule => ({
  condition: `AND(ISNUMBER(${cell}),${cell}>${limit})`,
  advice: sentence(enterAbove, { limit: stringLiteral(String(limit)) }),
});

export const anyNumber = (cell: string, { enterNumber }: AdviceTexts): Rule => ({
  condition: `ISNUMBER(${cell})`,
  advice: stringLiteral(enterNumber),
});

/** Three letters, as in a pair. */
export const currencyCode = (cell: string, { enterCurrency }: AdviceTexts): Rule => ({
  condition: `AND(ISTEXT(${cell}),LEN(${cell})=3)`,
  advice: stringLiteral(enterCurrency),
});

/** A date; if another date's cell is given, not before or not after it. */
export const dateRule = (
  cell: string,
  { enterDate, enterDateFrom, enterDateUntil }: AdviceTexts,
  { from, until }: { readonly from?: DateInput; readonly until?: DateInput } = {},
): Rule => {
  const other = from ?? until;
  const isOrdered = other ? `,IF(ISNUMBER(${other.cell}),${cell}${from ? '>=' : '<='}${other.cell},TRUE)` : '';
  return {
    condition: `AND(ISNUMBER(${cell}),${cell}>0${isOrdered})`,
    advice: other ? sentence(from ? enterDateFrom : enterDateUntil, { other: other.label }) : stringLiteral(enterDate),
  };
};

/** A cell with a date, and the cell with its name. */
interface DateInput {
  readonly label: string;
  readonly cell: string;
}

export const textRule = (cell: string, { enterText }: AdviceTexts, { isOptional = false } = {}): Rule => ({
  condition: isOptional ? `OR(ISBLANK(${cell}),ISTEXT(${cell}))` : `AND(ISTEXT(${cell}),${cell}<>"")`,
  advice: stringLiteral(enterText),
});

/** The cell beside an input: blank while it is possible. An error is not. */
export const advice = (rule: Rule): NewCell => ({
  formula: `=IF(IFERROR(${rule.condition},FALSE),"",${rule.advice})`,
  style: 'note',
});

/** The input of a row, whose name is in the first column and whose advice in the third. */
export const inputOfRow = (row: number): CheckedInput => ({ label: `$A$${row}`, advice: `$C$${row}` });

/** An expression: TRUE while all of these inputs are possible. */
export const arePossible = (inputs: readonly CheckedInput[]): string =>
  `${inputs.map((one) => one.advice).join('&')}=""`;

/** An expression: the name of the first impossible input; a blank text if all are possible. */
const firstImpossible = (inputs: readonly CheckedInput[]): string =>
  inputs.reduceRight((rest, { label, advice: at }) => `IF(${at}<>"",${label},${rest})`, '""');
