import { functionInFile } from './future-functions';
import { callsIn, type FormulaToken, isCalled, isOperator, tokensIn } from '../../app/workbook/formulas';

const MD_NAME = /^MD\.(\w+)$/i;
const [SPILL, SINGLE] = ['_xlfn.ANCHORARRAY', '_xlfn.SINGLE'];

/**
 * A formula as typed → as stored in a file. Files call an Office add-in's function _xldudf_NAMESPACE_NAME; by any other
 * name Excel would not recognize it, and would show #NAME? until the cell is entered again.
 */
export function toFile(formula: string): string {
  const tokens = tokensIn(formula.replace(/^=/, ''));
  const locals = localNames(formula);
  const words = tokens.map((token) => {
    if (isLocal(token, locals)) return `_xlpm.${token.text}`;
    if (isMissing(token)) return '#REF!';
    return isCalled(token) ? nameInFile(token.text) : token.text;
  });
  tokens.forEach((token, index) => {
    if (isOperator(token, '#')) {
      const first = firstOf(tokens, index - 1);
      words[first] = `${SPILL}(${words[first] ?? ''}`;
      words[index] = ')';
    }
  });
  tokens.forEach((token, index) => {
    if (isOperator(token, '@')) {
      const last = lastOf(tokens, index + 1);
      words[index] = `${SINGLE}(`;
      words[last] = `${words[last] ?? ''})`;
    }
  });
  return words.join('');
}

/**
 * What the file does not have: a table, or another workbook, which files name by a number. A formula that names one
 * would have Excel repair the file, and lose the formula. Excel itself writes #REF! for a table that was deleted.
 */
const isMissing = ({ type, text }: FormulaToken): boolean =>
  type === 'structured' || (type.startsWith('range') && /^'?[^!]*\[/.test(text));

/** Whether a formula of a file refers to other workbooks. */
export const namesOtherWorkbooks = (formula: string): boolean =>
  tokensIn(formula).some(({ type, text }) => type !== 'string' && type !== 'structured' && text.includes('['));

/** A formula as stored in a file → as typed. */
export function fromFile(formula: string): string {
  const tokens = tokensIn(formula);
  const words = tokens.map(({ text }) => typedName(text));
  tokens.forEach(({ text }, index) => {
    const mark = /^_xlfn\.(?:ANCHORARRAY|SINGLE)$/i.exec(text)?.[0].toUpperCase();
    if (mark === undefined || !isOperator(tokens[index + 1]!, '(')) return;
    const end = lastOf(tokens, index);
    words[index] = mark === SINGLE.toUpperCase() ? '@' : '';
    const isSingle = lastOf(tokens, index + 2) === end - 1 || tokens[end - 1] === tokens[index + 2];
    if (isSingle) [words[index + 1], words[end]] = ['', ''];
    if (words[index] === '') words[end] = `${words[end] ?? ''}#`;
  });
  return `=${words.join('')}`;
}

function nameInFile(name: string): string {
  const id = MD_NAME.exec(name)?.[1];
  return id === undefined ? functionInFile(name) : `_xldudf_MD_${id.toUpperCase()}`;
}

const typedName = (word: string): string =>
  /^_xl/i.test(word) ? word.replace(/^_xldudf_MD_/i, 'MD.').replace(/^(?:_xl(?:fn|ws|pm|eta|udf|l)\.)+/i, '') : word;

/** Start of the operand that ends here: a call or a pair of parentheses is one operand. */
function firstOf(tokens: readonly FormulaToken[], end: number): number {
  let depth = 0;
  for (let index = end; index >= 0; index--) {
    if (isOperator(tokens[index]!, ')')) depth++;
    if (isOperator(tokens[index]!, '(')) depth--;
    if (depth === 0) return index > 0 && index < end && isCalled(tokens[index - 1]!) ? index - 1 : index;
  }
  return Math.max(end, 0);
}

/** End of the operand that begins here; a spill's # belongs to it. */
function lastOf(tokens: readonly FormulaToken[], start: number): number {
  let depth = 0;
  for (let index = start; index < tokens.length; index++) {
    if (isOperator(tokens[index]!, '(')) depth++;
    if (isOperator(tokens[index]!, ')')) depth--;
    const next = tokens[index + 1];
    const isCallee = isCalled(tokens[index]!) && next !== undefined && isOperator(next, '(');
    if (depth === 0 && !isCallee) return next !== undefined && isOperator(next, '#') ? index + 1 : index;
  }
  return tokens.length - 1;
}

/** The names that LET and LAMBDA define: their arguments that are bare names, except the last one. */
const localNames = (formula: string): ReadonlySet<string> =>
  new Set(
    callsIn(formula)
      .filter(({ name }) => name === 'LET' || name === 'LAMBDA')
      .flatMap((call) => call.arguments.slice(0, -1))
      .filter((argument) => /^[\p{L}_][\p{L}\p{N}_.]*$/u.test(argument))
      .map((argument) => argument.toUpperCase()),
  );

/** A function may have such a name too. */
const isLocal = ({ type, text }: FormulaToken, locals: ReadonlySet<string>): boolean =>
  (type === 'range_named' || type === 'func') && locals.has(text.toUpperCase());
