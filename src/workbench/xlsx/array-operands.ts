import { callsIn, type FormulaToken, isOperator, tokensIn } from '../../app/workbook/formulas';
import { endOfOperand, isSpace } from '../engine/operands';

/** By their places from 0, the arguments for which a function takes cells as they are, not one by one. */
const TAKES_CELLS: readonly (readonly [names: RegExp, takes: (place: number) => boolean])[] = [
  [
    /^(?:COUNTIF|INDEX|LARGE|SMALL|OFFSET|ROWS|COLUMNS|AREAS|COUNTBLANK|IRR|MIRR|TRIMMEAN|ISREF)$/,
    (place) => place === 0,
  ],
  [/^(?:PERCENTILE|QUARTILE|PERCENTRANK)(?:\.\w+)?$/, (place) => place === 0],
  [/^(?:SUMIF|AVERAGEIF)$/, (place) => place !== 1],
  [/^COUNTIFS$/, (place) => place % 2 === 0],
  [/^D(?:SUM|COUNTA?|GET|AVERAGE|MAX|MIN|PRODUCT|STDEVP?|VARP?)$/, (place) => place !== 1],
  [/^(?:CELL|FVSCHEDULE)$/, (place) => place === 1],
  [/^(?:SUM|AVERAGE|MAX|MIN)IFS$/, (place) => place === 0 || place % 2 === 1],
  [/^(?:[VHX]?LOOKUP|X?MATCH|RANK(?:\.\w+)?|X?NPV|SUBTOTAL|FORECAST(?:\.LINEAR)?)$/, (place) => place > 0],
  [/^(?:AGGREGATE|TEXTJOIN|(?:NETWORKDAYS|WORKDAY)(?:\.INTL)?)$/, (place) => place > 1],
  [
    /^(?:SUM|SUMSQ|SUMPRODUCT|PRODUCT|AVERAGEA?|COUNTA?|MAXA?|MINA?|MEDIAN|MODE(?:\.\w+)?|AND|OR|XOR|CONCAT|XIRR|GCD|LCM|MULTINOMIAL|IMSUM|IMPRODUCT)$/,
    () => true,
  ],
  [/^(?:STDEV|VAR|COVAR|CORREL|PEARSON|SLOPE|INTERCEPT|RSQ|STEYX|AVEDEV|DEVSQ|GEOMEAN|HARMEAN|KURT|SKEW)/, () => true],
];

/** These calculate with arrays in any formula; INDEX in its first argument. */
const TAKES_ARRAYS =
  /^(?:SUMPRODUCT|MMULT|MINVERSE|MDETERM|TRANSPOSE|FREQUENCY|LINEST|LOGEST|TREND|GROWTH|LOOKUP|AGGREGATE|SUMX(?:2[MP]|M)Y2|(?:CHI|CHISQ\.|[FTZ]\.?)TEST|PROB|CORREL|COVAR.*|PEARSON|SLOPE|INTERCEPT|RSQ|STEYX|FORECAST.*)$/;

/** So do these, which are called in array formulas if Excel or the workbench has written them. */
const NEW_ARRAYS =
  /^(?:FILTER|SORT|SORTBY|UNIQUE|TAKE|DROP|[VH]STACK|CHOOSE(?:COL|ROW)S|TO(?:COL|ROW)|WRAP(?:COL|ROW)S|EXPAND|MAP|REDUCE|SCAN|BY(?:COL|ROW)|X(?:LOOKUP|MATCH))$/;

/** What these choose stays a reference, if that is what the function around takes. */
const CHOOSES = /^(?:IF|CHOOSE)$/;

interface OpenBracket {
  /** The function, in upper case; undefined for parentheses and arrays. */
  readonly name: string | undefined;
  /** The place of the token with which it, or its function, begins. */
  readonly start: number;
  argument: number;
}

/** The tokens of a formula with their places, and with the brackets around them, which are the same list each time. */
function* withBrackets(
  tokens: readonly FormulaToken[],
): Generator<readonly [token: FormulaToken, index: number, around: readonly OpenBracket[]]> {
  const around: OpenBracket[] = [];
  for (const [index, token] of tokens.entries()) {
    if (isOperator(token, ')') || isOperator(token, '}')) around.pop();
    yield [token, index, around];
    const before = tokens[index - 1];
    const name = isOperator(token, '(') && before?.type === 'func' ? before.text.toUpperCase() : undefined;
    if (isOperator(token, '(') || isOperator(token, '{'))
      around.push({ name, start: name === undefined ? index : index - 1, argument: 0 });
    if (isOperator(token, ',') && around.length > 0) around.at(-1)!.argument++;
  }
}

/**
 * The places of tokens that stand for several cells or values where a formula takes one. Excel calculates with all of
 * them if the formula is an array formula, and otherwise with the one in its own row or column.
 *
 * @param isMany whether a name stands for several cells or values
 */
function arrayOperandsIn(tokens: readonly FormulaToken[], isMany: (name: string) => boolean, isOld = false): number[] {
  const found: number[] = [];
  for (const [token, index, around] of withBrackets(tokens))
    if (isOperator(token, '{') || standsForMany(token, isMany) || (isOld && givesCells(tokens, index))) {
      const isInArray = around.some(
        ({ name = '', argument }) =>
          TAKES_ARRAYS.test(name) ||
          (name === 'INDEX' && argument === 0) ||
          (isOld && NEW_ARRAYS.test(name) && (argument > 0 || !name.startsWith('X'))),
      );
      // ROW takes cells as they are, and of what it gives a formula takes the first.
      const { name = '', start } = around.at(-1) ?? { start: index };
      if (!isInArray && !isTaken(tokens, index, around)) found.push(/^(?:ROW|COLUMN)$/.test(name) ? start : index);
    }
  return found;
}

/** Whether OFFSET or INDEX gives several cells, as far as can be seen. */
function givesCells(tokens: readonly FormulaToken[], index: number): boolean {
  const { type, text } = tokens[index]!;
  if (type !== 'func' || !/^(?:OFFSET|INDEX)$/i.test(text)) return false;
  const call = tokens.slice(index, endOfOperand(tokens, index) + 1).map((one) => one.text);
  const [first = '', ...others] = callsIn(`=${call.join('')}`)[0]!.arguments;
  return /^O/i.test(text)
    ? others.length > 2 || tokensOf(first).some((one) => standsForMany(one, () => false))
    : others.some((one, at) => at < 2 && /^0?$/.test(one));
}

/** Whether the functions around an operand take all of it, or it is part of a larger one. */
function isTaken(tokens: readonly FormulaToken[], index: number, around: readonly OpenBracket[]): boolean {
  const before = tokens.slice(0, index).findLast((one) => !isSpace(one));
  const end = endOfOperand(tokens, index);
  const behind = tokens.slice(end + 1).find((one) => !isSpace(one));
  const is = (one: FormulaToken | undefined, operators: string): boolean =>
    one?.type === 'operator' && operators.includes(one.text);
  if (is(before, '@:') || is(behind, ':')) return true;
  // A blank between two references stands for the cells that both have.
  if (is(before, ')') || is(behind, '(') || [before, behind].some((one) => one?.type.startsWith('range'))) return true;
  const { name = '', argument, start } = around.at(-1) ?? { argument: 0, start: 0 };
  if (!is(before, '(,') || !is(behind, '),')) return false;
  // A union, or what else is in parentheses, is one operand.
  if (name === '' || (CHOOSES.test(name) && argument > 0)) return isTaken(tokens, start, around.slice(0, -1));
  return TAKES_CELLS.find(([names]) => names.test(name))?.[1](argument) === true;
}

/** Whether a formula has to be one that calculates with arrays to have the result that it has here. */
export function needsArrays(formula: string, isMany: (name: string) => boolean): boolean {
  const tokens = tokensIn(formula);
  return arrayOperandsIn(tokens, isMany).length > 0 || mayGiveArray(tokens);
}

function standsForMany({ type, text }: FormulaToken, isMany: (name: string) => boolean): boolean {
  if (type === 'range_beam') return true;
  if (type === 'range_named') return isMany(text);
  if (type !== 'range') return false;
  const [, first, last] = /^\$?([A-Z]+\$?\d+):\$?([A-Z]+\$?\d+)$/i.exec(text.slice(text.lastIndexOf('!') + 1)) ?? [];
  return first !== undefined && first.replace('$', '').toUpperCase() !== last!.replace('$', '').toUpperCase();
}

/** Whether the formula of a name stands for several cells or values; undefined if only calculating it would tell. */
export function isManyValued(definition: string): boolean | undefined {
  const tokens = tokensOf(definition);
  if (tokens.some(isCalculated)) return undefined;
  return tokens.some((token) => standsForMany(token, () => false) || isOperator(token, '{'));
}

/** Whether a name stands for several cells as they are. Of such Excel takes one, but of a name for an array all. */
export function isSeveralCells(definition: string): boolean {
  const tokens = tokensOf(definition);
  return !tokens.some(isCalculated) && tokens.some((token) => standsForMany(token, () => false));
}

/** Whether a name stands for an array of constants: {0.1,0.2}. */
export const isConstantArray = (definition: string): boolean => isOperator(tokensOf(definition)[1]!, '{');

const isCalculated = ({ type }: FormulaToken): boolean => type === 'func' || type === 'range_named';

const tokensOf = (definition: string): readonly FormulaToken[] => tokensIn(`=${definition.replace(/^=/, '')}`);

/** Those call for arrays, and are newer than formulas that do not say whether they calculate with them. */
const NEWER = /_xl|\b(?:MD\.|(?:LET|LAMBDA)\()/i;

/** Functions whose result is an array. */
const GIVES_ARRAYS =
  /^(?:MMULT|MINVERSE|MUNIT|TRANSPOSE|FREQUENCY|LINEST|LOGEST|TREND|GROWTH|MODE\.MULT|SEQUENCE|RANDARRAY|TEXTSPLIT|FILTER|SORT|SORTBY|UNIQUE|TAKE|DROP|[VH]STACK|CHOOSE(?:COL|ROW)S|TO(?:COL|ROW)|WRAP(?:COL|ROW)S|EXPAND|MAP|SCAN|BY(?:COL|ROW))$/;

/** What stands for several cells or values, but for names. Most formulas have nothing of it, and need not be parsed. */
const MAY_BE_MANY = new RegExp(`[:{]|OFFSET|${GIVES_ARRAYS.source.replace(/[$^]/g, '')}`, 'i');

/** Whether a formula's result may be an array: no function on the way to it makes one value of what is in braces. */
function mayGiveArray(tokens: readonly FormulaToken[], isArray?: (name: string) => boolean): boolean {
  const takes = ({ name }: OpenBracket): boolean =>
    name !== undefined && (TAKES_ARRAYS.test(name) || TAKES_CELLS.some(([names]) => names.test(name)));
  for (const [token, , around] of withBrackets(tokens)) {
    const gives =
      isOperator(token, '{') ||
      (token.type === 'range_named' && isArray?.(token.text) === true) ||
      (token.type === 'func' && GIVES_ARRAYS.test(token.text.toUpperCase()));
    if (gives && !around.some(takes)) return true;
  }
  return false;
}

/**
 * A formula of a file that is no array formula, as Excel shows it: with an @ where it takes one of several cells, and
 * before the whole if the result may be an array, of which its cell shows the first value.
 *
 * @param isMany undefined if no name stands for several cells
 * @param isArray whether a name stands for an array; undefined if none does
 */
export function withIntersections(
  formula: string,
  isMany: ((name: string) => boolean) | undefined,
  isArray?: (name: string) => boolean,
): string {
  if (NEWER.test(formula) || (!isMany && !isArray && !MAY_BE_MANY.test(formula))) return formula;
  const tokens = tokensIn(formula);
  const words = tokens.map(({ text }) => text);
  for (const index of arrayOperandsIn(tokens, isMany ?? (() => false), true))
    if (!isOperator(tokens[index]!, '{')) words[index] = `@${words[index]!}`;
  const typed = words.join('');
  return mayGiveArray(tokens, isArray) ? `=@(${typed.replace(/^=/, '')})` : typed;
}
