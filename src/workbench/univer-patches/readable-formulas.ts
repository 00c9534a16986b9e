import { type FormulaToken, isOperator, tokensIn } from '../../app/workbook/formulas';
import { quoteSheet } from '../../core/sheet';

/** What the engine has to know to read a formula. */
export interface KnownNames {
  /** In the order of their tabs. */
  readonly sheets: readonly string[];
  readonly isFunction: (name: string) => boolean;
}

/** "Sheet1:Sheet3!B2", the same cells of several sheets. */
const ACROSS_SHEETS = /^(?:'((?:[^':]|'')+):((?:[^']|'')+)'|([^':!]+):([^'!]+))!(.+)$/;

/** These take as many arguments as there are. */
const LISTS =
  /^(?:SUM|AVERAGEA?|COUNTA?|MAXA?|MINA?|PRODUCT|MEDIAN|STDEV.*|VARP?|VARA|VARPA|VAR\.[PS]|AND|OR|XOR|SUMSQ|AVEDEV|DEVSQ|GEOMEAN|HARMEAN|CONCAT|VSTACK|HSTACK)$/i;

/** A formula as the engine reads it: it knows no cells of several sheets, and takes "-Rate" for a name. */
export function readableFormula(formula: string, known: KnownNames): string {
  if (!/-\s*[\p{L}_\\']|:[^!]*!/u.test(formula)) return formula;
  const tokens = tokensIn(formula);
  const words = tokens.map(({ text }) => text);
  tokens.forEach((token, index) => {
    const cells = token.type === 'range' || token.type === 'range_beam' ? ACROSS_SHEETS.exec(token.text) : null;
    if (cells) words[index] = onEachSheet(cells, tokens, index, known) ?? token.text;
    const end = isOperator(token, '-') && isPrefix(tokens, index) ? endOfName(tokens, index + 1, known) : undefined;
    if (end === undefined) return;
    words[index] = '(0-';
    words[end] = `${words[end]!})`;
  });
  return words.join('');
}

/** The formula of a name in parentheses, if it would mean something else in the middle of another formula. */
export function readableDefinition(definition: string, known: KnownNames): string {
  const formula = readableFormula(definition, known);
  let depth = 0;
  const isOpen = tokensIn(formula).some((token) => {
    if (isOperator(token, '(') || isOperator(token, '{')) depth++;
    if (isOperator(token, ')') || isOperator(token, '}')) depth--;
    return depth === 0 && token.type === 'operator' && CALCULATES.test(token.text);
  });
  return isOpen ? `=(${formula.replace(/^\s*=/, '')})` : formula;
}

const CALCULATES = /^(?:[-+*/^&=<>%]|<=|>=|<>)$/;

function onEachSheet(
  [, quotedFirst, quotedLast, bareFirst, bareLast, cells]: RegExpExecArray,
  tokens: readonly FormulaToken[],
  index: number,
  { sheets }: KnownNames,
): string | undefined {
  const at = (name = ''): number =>
    sheets.findIndex((one) => one.toUpperCase() === name.replaceAll("''", "'").toUpperCase());
  const [first, last] = [at(quotedFirst ?? bareFirst), at(quotedLast ?? bareLast)];
  if (first < 0 || last < 0) return undefined;
  const all = sheets
    .slice(Math.min(first, last), Math.max(first, last) + 1)
    .map((sheet) => `${quoteSheet(sheet)}!${cells!}`)
    .join(',');
  return LISTS.test(functionAround(tokens, index) ?? '') ? all : `VSTACK(${all})`;
}

/** The function of which something is an argument as a whole. */
function functionAround(tokens: readonly FormulaToken[], index: number): string | undefined {
  let depth = 0;
  for (let place = index - 1; place >= 0; place--) {
    const token = tokens[place]!;
    if (isOperator(token, ')')) depth++;
    else if (isOperator(token, '(') && depth-- === 0) return tokens[place - 1]?.text;
    else if (depth === 0 && !isOperator(token, ',') && token.type === 'operator') return undefined;
  }
  return undefined;
}

/** A sign stands before a value, not between two. */
function isPrefix(tokens: readonly FormulaToken[], index: number): boolean {
  const before = tokens.slice(0, index).findLast(({ type }) => type !== 'whitespace' && type !== 'newline');
  return !before || before.type === 'fx_prefix' || (before.type === 'operator' && !/^[)}%#]$/.test(before.text));
}

/** The last token of a name, or of a call of what is no function, that begins here; undefined if something else does. */
function endOfName(tokens: readonly FormulaToken[], from: number, { isFunction }: KnownNames): number | undefined {
  const start = tokens.findIndex(({ type }, index) => index >= from && type !== 'whitespace' && type !== 'newline');
  const name = tokens[start];
  if (name?.type === 'range_named') return start;
  if (name?.type !== 'func' || isFunction(name.text.toUpperCase())) return undefined;
  let depth = 0;
  const end = tokens.findIndex((token, index) => {
    if (index <= start) return false;
    if (isOperator(token, '(')) depth++;
    return isOperator(token, ')') && --depth === 0;
  });
  return end < 0 ? undefined : end;
}
