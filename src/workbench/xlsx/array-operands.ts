import { type FormulaToken, isOperator, tokensIn } from '../../app/workbook/formulas';
import { endOfOperand, isSpace } from '../engine/operands';

/** By their places from 0, the arguments for which a function takes cells as they are, not one by one. */
const TAKES_CELLS: readonly (readonly [names: RegExp, takes: (place: number) => boolean])[] = [
  [/^(?:COUNTIF|INDEX|LARGE|SMALL|OFFSET|ROWS|COLUMNS|AREAS|COUNTBLANK|IRR|MIRR|TRIMMEAN)$/, (place) => place === 0],
  [/^(?:PERCENTILE|QUARTILE|PERCENTRANK)(?:\.\w+)?$/, (place) => place === 0],
  [/^(?:SUMIF|AVERAGEIF)$/, (place) => place !== 1],
  [/^COUNTIFS$/, (place) => place % 2 === 0],
  [/^(?:SUM|AVERAGE|MAX|MIN)IFS$/, (place) => place === 0 || place % 2 === 1],
  [/^(?:[VHX]?LOOKUP|X?MATCH|RANK(?:\.\w+)?|X?NPV|SUBTOTAL|FORECAST(?:\.LINEAR)?)$/, (place) => place > 0],
  [/^(?:AGGREGATE|TEXTJOIN|(?:NETWORKDAYS|WORKDAY)(?:\.INTL)?)$/, (place) => place > 1],
  [
    /^(?:SUM|SUMSQ|SUMPRODUCT|PRODUCT|AVERAGEA?|COUNTA?|MAXA?|MINA?|MEDIAN|MODE(?:\.\w+)?|AND|OR|XOR|CONCAT|XIRR|GCD|LCM)$/,
    () => true,
  ],
  [/^(?:STDEV|VAR|COVAR|CORREL|PEARSON|SLOPE|INTERCEPT|RSQ|STEYX|AVEDEV|DEVSQ|GEOMEAN|HARMEAN|KURT|SKEW)/, () => true],
];

/** These calculate with arrays in any formula. */
const TAKES_ARRAYS = /^(?:SUMPRODUCT|MMULT|MINVERSE|MDETERM|TRANSPOSE|FREQUENCY|LINEST|LOGEST|TREND|GROWTH|LOOKUP)$/;

interface OpenBracket {
  /** The function, in upper case; undefined for parentheses and arrays. */
  readonly name: string | undefined;
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
    if (isOperator(token, '(') || isOperator(token, '{')) around.push({ name, argument: 0 });
    if (isOperator(token, ',') && around.length > 0) around.at(-1)!.argument++;
  }
}

/**
 * The places of tokens that stand for several cells or values where a formula takes one. Excel calculates with all of
 * them if the formula is an array formula, and otherwise with the one in its own row or column.
 *
 * @param isMany whether a name stands for several cells or values
 */
function arrayOperandsIn(tokens: readonly FormulaToken[], isMany: (name: string) => boolean): number[] {
  const found: number[] = [];
  for (const [token, index, around] of withBrackets(tokens))
    if ((isOperator(token, '{') || standsForMany(token, isMany)) && !isTaken(tokens, index, around)) found.push(index);
  return found;
}

/** Whether the functions around an operand take all of it, or it is part of a larger one. */
function isTaken(tokens: readonly FormulaToken[], index: number, around: readonly OpenBracket[]): boolean {
  if (around.some(({ name }) => name !== undefined && TAKES_ARRAYS.test(name))) return true;
  const before = tokens.slice(0, index).findLast((one) => !isSpace(one));
  const end = isOperator(tokens[index]!, '{') ? endOfOperand(tokens, index) : index;
  const behind = tokens.slice(end + 1).find((one) => !isSpace(one));
  const is = (one: FormulaToken | undefined, operators: string): boolean =>
    one?.type === 'operator' && operators.includes(one.text);
  if (is(before, '@:') || is(behind, ':')) return true;
  // A blank between two references stands for the cells that both have.
  if (is(before, ')') || is(behind, '(') || [before, behind].some((one) => one?.type.startsWith('range'))) return true;
  const { name, argument = 0 } = around.at(-1) ?? {};
  const takes = TAKES_CELLS.find(([names]) => names.test(name ?? ''))?.[1];
  return is(before, '(,') && is(behind, '),') && name !== undefined && takes?.(argument) === true;
}

/** Whether a formula has to be one that calculates with arrays to have the result that it has here. */
export const needsArrays = (formula: string, isMany: (name: string) => boolean): boolean =>
  arrayOperandsIn(tokensIn(formula), isMany).length > 0;

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

const isCalculated = ({ type }: FormulaToken): boolean => type === 'func' || type === 'range_named';

const tokensOf = (definition: string): readonly FormulaToken[] => tokensIn(`=${definition.replace(/^=/, '')}`);

/** Those call for arrays, and are newer than formulas that do not say whether they calculate with them. */
const NEWER = /_xl|\b(?:MD\.|(?:LET|LAMBDA)\()/i;

/** Functions whose result is an array. */
const GIVES_ARRAYS = /^(?:MMULT|MINVERSE|TRANSPOSE|FREQUENCY|LINEST|LOGEST|TREND|GROWTH|MODE\.MULT)$/;

/** Whether a formula's result may be an array: no function on the way to it makes one value of what is in braces. */
function mayGiveArray(tokens: readonly FormulaToken[]): boolean {
  const takes = ({ name }: OpenBracket): boolean =>
    name !== undefined && (TAKES_ARRAYS.test(name) || TAKES_CELLS.some(([names]) => names.test(name)));
  for (const [token, , around] of withBrackets(tokens)) {
    const gives = isOperator(token, '{') || (token.type === 'func' && GIVES_ARRAYS.test(token.text.toUpperCase()));
    if (gives && !around.some(takes)) return true;
  }
  return false;
}

/**
 * A formula of a file that is no array formula, as Excel shows it: with an @ where it takes one of several cells, and
 * before the whole if the result may be an array, of which its cell shows the first value.
 */
export function withIntersections(formula: string, isMany: (name: string) => boolean): string {
  if (NEWER.test(formula)) return formula;
  const tokens = tokensIn(formula);
  const words = tokens.map(({ text }) => text);
  for (const index of arrayOperandsIn(tokens, isMany))
    if (!isOperator(tokens[index]!, '{')) words[index] = `@${words[index]!}`;
  const typed = words.join('');
  return mayGiveArray(tokens) ? `=@(${typed.replace(/^=/, '')})` : typed;
}
