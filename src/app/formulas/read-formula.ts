import { parseA1Ref } from '@borgar/fx';
import { type Block, MAX_COLUMNS, MAX_ROWS, parseA1 } from '../../core/sheet/a1';
import { type FormulaToken, isCalled, isOperator, tokensIn } from './tokens';

/** A function call in a formula. */
interface FormulaCall {
  /** Upper case, such as "MD.QUOTE". */
  readonly name: string;
  /** As written, without surrounding spaces; empty if omitted. */
  readonly arguments: readonly string[];
}

/** A function call with the start of each argument within the formula. */
interface PlacedCall extends FormulaCall {
  readonly starts: readonly number[];
}

/** Cells that a formula refers to, such as "Model!$B$2:$C$5". */
export interface Reference {
  readonly text: string;
  /** Start of the text within the formula. */
  readonly start: number;
}

interface OpenCall {
  readonly name: string;
  readonly arguments: string[];
  readonly starts: number[];
}

interface OpenArgument {
  readonly call: OpenCall | undefined;
  /** Start of the argument that is being read. */
  start: number;
}

/**
 * All calls in a formula in English, outer calls before those in their arguments. The contents of texts are not calls.
 */
export const callsIn = (formula: string): readonly FormulaCall[] =>
  placedCallsIn(formula).map(({ name, arguments: all }) => ({ name, arguments: all }));

function placedCallsIn(formula: string): readonly PlacedCall[] {
  const calls: OpenCall[] = [];
  const open: OpenArgument[] = [];
  let before: FormulaToken | undefined;
  const endArgument = (end: number): void => {
    const last = open.at(-1);
    if (!last?.call) return;
    const written = formula.slice(last.start, end);
    last.call.arguments.push(written.trim());
    last.call.starts.push(last.start + written.length - written.trimStart().length);
  };
  for (const token of tokensIn(formula)) {
    const next = token.start + token.text.length;
    if (isOperator(token, '(') || isOperator(token, '{')) {
      const call = before && isCalled(before) ? { name: nameIn(before.text), arguments: [], starts: [] } : undefined;
      if (call) calls.push(call);
      open.push({ call, start: next });
    } else if (isOperator(token, ',')) {
      endArgument(token.start);
      if (open.length > 0) open[open.length - 1]!.start = next;
    } else if (isOperator(token, ')') || isOperator(token, '}')) {
      endArgument(token.start);
      open.pop();
    }
    before = token;
  }
  while (open.length > 0) {
    endArgument(formula.length);
    open.pop();
  }
  return calls.map((call) =>
    call.arguments.length === 1 && call.arguments[0] === '' ? { name: call.name, arguments: [], starts: [] } : call,
  );
}

/** Files prefix newer functions and add-in functions, and Excel sometimes shows the prefix. */
const nameIn = (word: string): string =>
  word
    .toUpperCase()
    .replace(/^(?:_XLFN\.|_XLWS\.|_XLL\.|_XLUDF\.)+/, '')
    .replace(/^_XLDUDF_MD_/, NAMESPACE);

const NAMESPACE = 'MD.';

/** The calls of MD functions, by their bare names. */
export const mdCallsIn = (formula: string): readonly PlacedCall[] =>
  placedCallsIn(formula)
    .filter(({ name }) => name.startsWith(NAMESPACE))
    .map((call) => ({ ...call, name: call.name.slice(NAMESPACE.length) }));

/** The single cells and ranges in a formula, in order; without whole rows or columns and other workbooks. */
export const referencesIn = (formula: string): readonly Reference[] => {
  const tokens = tokensIn(formula);
  return tokens.flatMap(({ type, text, start }, index) => {
    const beside = [tokens[index - 1], tokens[index + 1]];
    const isCorner = beside.some((token) => token !== undefined && isOperator(token, ':'));
    return type === 'range' && !isCorner && !isElsewhere(text) ? [{ text, start }] : [];
  });
};

/** The cells of this workbook that a formula refers to, including whole rows and columns. */
export const blocksIn = (formula: string, sheet: string): readonly Block[] => [
  ...referencesIn(formula).flatMap(({ text }) => parseA1(text, sheet) ?? []),
  ...tokensIn(formula).flatMap(({ type, text }) =>
    type === 'range_beam' && !isElsewhere(text) ? beamIn(text, sheet) : [],
  ),
];

function beamIn(text: string, ownSheet: string): Block[] {
  const reference = parseA1Ref(text);
  if (!reference || !('range' in reference)) return [];
  const { top, left, bottom, right } = reference.range;
  const [row, column] = [top ?? 0, left ?? 0];
  const sheet = reference.context?.[0] ?? ownSheet;
  return [
    {
      sheet,
      row,
      column,
      rows: (bottom ?? MAX_ROWS - 1) - row + 1,
      columns: (right ?? MAX_COLUMNS - 1) - column + 1,
    },
  ];
}

/** In another workbook, on several sheets, or a range that Excel trims. */
const isElsewhere = (reference: string): boolean =>
  /[[\]]/.test(reference) || /:.*!|\.:|:\./.test(reference.replace(/'(?:[^']|'')*'/, ''));

/** The block of an argument that consists of one reference. */
export function blockIn(argument: string, sheet: string): Block | undefined {
  const [reference] = referencesIn(argument);
  return reference?.text === argument ? parseA1(argument, sheet) : undefined;
}

/** The text, number or flag of an argument that consists of one literal. */
export function literalIn(argument: string): string | number | boolean | undefined {
  const [token, ...others] = tokensIn(argument);
  if (token === undefined || others.length > 0) return undefined;
  if (token.type === 'string' && isClosed(argument)) return argument.slice(1, -1).replaceAll('""', '"');
  if (token.type === 'bool') return argument.toUpperCase() === 'TRUE';
  return token.type === 'number' ? Number(argument) : undefined;
}

const isClosed = (text: string): boolean => text.length > 1 && text.endsWith('"');
