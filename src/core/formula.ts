import type { Block } from './a1';
import { parseA1 } from './a1';

/** A function called in a formula. */
export interface FormulaCall {
  /** In capitals, as "MD.QUOTE". */
  readonly name: string;
  /** As they are written, without the spaces around them; an omitted one is empty. */
  readonly arguments: readonly string[];
}

/** Cells that a formula names, such as "Model!$B$2:$C$5". */
export interface Reference {
  readonly text: string;
  /** Where the text begins in the formula. */
  readonly start: number;
}

const TEXT = '"(?:[^"]|"")*"?';
const QUOTED_SHEET = "'(?:[^']|'')*'?";
/** Names of columns and other workbooks; one level within another, as in Table1[[#All],[Price]]. */
const BRACKETS = String.raw`\[(?:[^[\]]|\[[^[\]]*\])*\]?`;
const TOKEN = new RegExp(String.raw`${TEXT}|${QUOTED_SHEET}|${BRACKETS}|[\p{L}\p{N}_.\\$]+|[^]`, 'gu');

const CELL = String.raw`\$?[A-Z]{1,3}\$?[1-9]\d{0,6}`;
const SHEET = String.raw`(?:'(?:[^'[\]]|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!`;
const REFERENCE = new RegExp(
  String.raw`${TEXT}|${BRACKETS}(?:[^'!"]*!)?|(?<![\p{L}\p{N}_.$!:'\\])((?:${SHEET})?${CELL}(?::${CELL})?)(?![\p{L}\p{N}_.(!:[])|${QUOTED_SHEET}`, 'giu');

interface Open {
  readonly call: { readonly name: string; readonly arguments: string[] } | undefined;
  /** Where the argument begins that is being read. */
  start: number;
}

/** Every call of a formula in English, an outer one before those in its arguments. What stands in texts is no call. */
export function callsIn(formula: string): readonly FormulaCall[] {
  const calls: FormulaCall[] = [];
  const open: Open[] = [];
  let word = '';
  const endArgument = (end: number): void => {
    const last = open.at(-1);
    last?.call?.arguments.push(formula.slice(last.start, end).trim());
  };
  for (const { 0: token, index } of formula.matchAll(TOKEN)) {
    const start = index + token.length;
    if (token === '(' || token === '{') {
      const call = token === '(' && word !== '' ? { name: nameIn(word), arguments: [] } : undefined;
      if (call) calls.push(call);
      open.push({ call, start });
    } else if (token === ',') {
      endArgument(index);
      if (open.length > 0) open[open.length - 1]!.start = start;
    } else if (token === ')' || token === '}') {
      endArgument(index);
      open.pop();
    }
    word = /^[\p{L}_]/u.test(token) ? token : '';
  }
  while (open.length > 0) {
    endArgument(formula.length);
    open.pop();
  }
  return calls.map(({ name, arguments: all }) => ({ name, arguments: all.length === 1 && all[0] === '' ? [] : all }));
}

/** Files name newer functions and those of add-ins with a prefix. */
const nameIn = (word: string): string => word.toUpperCase().replace(/^(?:_XLFN\.|_XLWS\.|_XLL\.|_XLUDF\.)+/, '');

const NAMESPACE = 'MD.';

/** The calls of our functions, by their bare names. */
export const mdCallsIn = (formula: string): readonly FormulaCall[] =>
  callsIn(formula).filter(({ name }) => name.startsWith(NAMESPACE)).map((call) => ({ ...call, name: call.name.slice(NAMESPACE.length) }));

/** The cells that a formula names one by one or by their corners, in their order; whole rows, columns and other workbooks are left out. */
export const referencesIn = (formula: string): readonly Reference[] =>
  Array.from(formula.matchAll(REFERENCE)).flatMap(({ 1: text, index }) => (text === undefined ? [] : [{ text, start: index }]));

/** The block that an argument names, if it is nothing but that. */
export function blockIn(argument: string, sheet: string): Block | undefined {
  const [reference] = referencesIn(argument);
  return reference?.text === argument ? parseA1(argument, sheet) : undefined;
}

/** The text, number or flag that an argument is, if it is nothing but that. */
export function literalIn(argument: string): string | number | boolean | undefined {
  const [text] = /^"(?:[^"]|"")*"$/.exec(argument) ?? [];
  if (text !== undefined) return text.slice(1, -1).replaceAll('""', '"');
  if (/^(?:TRUE|FALSE)$/i.test(argument)) return argument.toUpperCase() === 'TRUE';
  return /^-?(?:\d+\.?\d*|\.\d+)(?:E[+-]?\d+)?$/i.test(argument) ? Number(argument) : undefined;
}
