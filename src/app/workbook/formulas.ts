import { parseA1Ref, tokenize } from '@borgar/fx';
import { TRAITS } from '../generated/function-traits';
import type { DefinedName } from '../host';
import { editDistance, nearest } from '../../core/nearest';
import { a1WithSheet, type Block, columnName, MAX_COLUMNS, MAX_ROWS, parseA1, quoteSheet } from '../../core/sheet';

/** A function call, and where it stands in the formula. */
interface FormulaCall {
  /** Upper case, such as "MD.QUOTE". */
  readonly name: string;
  /** As written, without surrounding spaces; empty if omitted. */
  readonly arguments: readonly string[];
  /** Start of its name. */
  readonly start: number;
  /** Start of each argument. */
  readonly starts: readonly number[];
  /** After its closing bracket. */
  readonly end: number;
}

/** Cells that a formula refers to, such as "Model!$B$2:$C$5". */
interface Reference {
  readonly text: string;
  readonly start: number;
}

/**
 * All calls in a formula in English, outer calls before those in their arguments. The contents of texts are not calls.
 */
export function callsIn(formula: string): readonly FormulaCall[] {
  const calls: ReturnType<typeof callOf>[] = [];
  /** The brackets that are open, each with the start of the argument that is being read. */
  const open: { readonly call: (typeof calls)[number] | undefined; start: number }[] = [];
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
      const call = before && isCalled(before) ? callOf(before, formula.length) : undefined;
      if (call) calls.push(call);
      open.push({ call, start: next });
    } else if (isOperator(token, ',')) {
      endArgument(token.start);
      if (open.length > 0) open[open.length - 1]!.start = next;
    } else if (isOperator(token, ')') || isOperator(token, '}')) {
      endArgument(token.start);
      const closed = open.pop()?.call;
      if (closed) closed.end = next;
    }
    before = token;
  }
  while (open.length > 0) {
    endArgument(formula.length);
    open.pop();
  }
  return calls.map((call) =>
    call.arguments.length === 1 && call.arguments[0] === '' ? { ...call, arguments: [], starts: [] } : call,
  );
}

const callOf = ({ text, start }: FormulaToken, end: number) => ({
  name: nameIn(text),
  start,
  arguments: [] as string[],
  starts: [] as number[],
  end,
});

/** Files prefix newer functions, and Excel sometimes shows the prefix. */
const nameIn = (word: string): string =>
  withRegisteredNames(word)
    .toUpperCase()
    .replace(/^(?:_XLFN\.|_XLWS\.)+/, '');

/**
 * Matches text that looks like a function but is none: a text, a sheet's name, a column of a table. Also matches our
 * functions with any prefix from Excel: the file of another add-in, "[2]!", "Other.xla!" or "'C:\x\Other.xlam'!"; and
 * the marks of an add-in's function, "_xll." or "_xldudf_", the latter with an underscore for the dot.
 */
const WRITTEN_NAME =
  /"(?:[^"]|"")*"|(?:(?:'(?:[^']|'')*'|(?:\[[^\]]*\])?[^\s"'()[\],;{}@+*/^&=<>-]*)!)?(?<![\p{L}\p{N}_.])(?:_xl(?:fn|ws|l|udf|eta)\.)*(?:_xldudf_MD_|MD\.)([A-Z]+)(?![\p{L}\p{N}_.!])|'(?:[^']|'')*'|\[(?:[^[\]']|'.)*\]/giu;

/**
 * The formula with the registered names of our functions. Excel uses other names while they are not registered, and in
 * files that another add-in has changed. Writing the formula again with the registered names repairs it.
 */
export const withRegisteredNames = (formula: string): string =>
  formula.replace(WRITTEN_NAME, (written, name?: string) =>
    name === undefined || written.length === NAMESPACE.length + name.length
      ? written
      : `${NAMESPACE}${name.toUpperCase()}`,
  );

const NAMESPACE = 'MD.';

/** A call of an MD function, or the function itself, which another function calls: =MAP(A2:A9,MD.QUOTE). */
interface MdCallInFormula extends FormulaCall {
  readonly isItself?: boolean;
}

/** The calls of MD functions, by bare name. Calls of other functions with one of ours as argument come last. */
export const mdCallsIn = (formula: string): readonly MdCallInFormula[] =>
  [...callsIn(formula), ...functionsIn(formula)]
    .filter(({ name }) => name.startsWith(NAMESPACE))
    .map((call) => ({ ...call, name: call.name.slice(NAMESPACE.length) }));

const functionsIn = (formula: string): readonly MdCallInFormula[] =>
  mayCallMd(formula)
    ? tokensIn(formula)
        .filter(({ type }) => type === 'range_named')
        .map((token) => ({ ...callOf(token, token.start + token.text.length), isItself: true }))
    : [];

/** A quick check, since most formulas do not mention MD at all and need not be parsed. */
const mayCallMd = (formula: string): boolean => /MD[._]/i.test(formula);

export const callsMd = (formula: string): boolean => mayCallMd(formula) && mdCallsIn(formula).length > 0;

/** Excel has functions with these names of ours. */
const ALSO_OF_EXCEL = ['CONVERT', 'WORKDAY', 'NETWORKDAYS'];

/**
 * The first call of a function that is none, and the name that may be meant: MD.QUOT, or MDQUOTE and QUOTES without the
 * prefix or its dot, which must then be nearly right.
 */
export function misnamedCall(
  formula: string,
): { readonly name: string; readonly near: string | undefined } | undefined {
  const ids = TRAITS.map(({ id }) => id);
  const passed = functionsIn(formula).filter(({ name }) => name.startsWith(NAMESPACE));
  for (const { name } of [...callsIn(formula), ...passed]) {
    const [, prefix = '', bare = ''] = /^(MD[._]?)?(.*)$/s.exec(name)!;
    if (prefix === NAMESPACE && !ids.includes(bare)) return { name, near: nearest(bare, ids) };
    if (prefix === NAMESPACE || ALSO_OF_EXCEL.includes(name)) continue;
    const near = ids.find((id) => editDistance(bare, id) <= (bare.length > 4 ? 1 : 0));
    if (near !== undefined) return { name, near };
  }
  return undefined;
}

/** An argument of an MD function that is a word, as a text without quotes or between typographic ones; undefined if none is. */
export const unquotedIn = (formula: string): string | undefined =>
  mdCallsIn(formula)
    .flatMap(({ arguments: all }) => all)
    .find((one) => namesMeantIn(one)[0]?.name === one);

/** The words in a formula that may be names of the workbook, in order. */
export function namesMeantIn(formula: string): readonly { readonly name: string; readonly scope?: string }[] {
  const tokens = tokensIn(formula);
  const own = namesDefinedIn(formula);
  return tokens.flatMap(({ type, text }, index) => {
    if (type !== 'range_named' && type !== 'func') return [];
    const [context, mark] = [tokens[index - 2], tokens[index - 1]];
    const isScoped = mark !== undefined && isOperator(mark, '!') && context?.type.startsWith('context');
    const [, scope, name = text] = /^(.*)!([^!]*)$/s.exec(isScoped ? `${context!.text}!${text}` : text) ?? [];
    // Of another workbook.
    const isElsewhere =
      (mark !== undefined && isOperator(mark, '!') && !isScoped) || /\]|\.xl\w+'?$/i.test(scope ?? '');
    if (own.has(name.toUpperCase()) || isElsewhere) return [];
    return scope === undefined
      ? { name }
      : { name, scope: scope.startsWith("'") ? scope.slice(1, -1).replaceAll("''", "'") : scope };
  });
}

/** The names that LET and LAMBDA define in a formula, in upper case. */
const namesDefinedIn = (formula: string): ReadonlySet<string> =>
  new Set(
    callsIn(formula)
      .flatMap(ownNamesOf)
      .map((name) => name.toUpperCase()),
  );

export function ownNamesOf({ name, arguments: all }: FormulaCall): readonly string[] {
  if (name !== 'LET' && name !== 'LAMBDA') return [];
  return all
    .slice(0, -1)
    .filter((_, index) => name === 'LAMBDA' || index % 2 === 0)
    .map((one) => one.replace(/[[\]]/g, ''));
}

/** The names of a workbook, as its formulas use them. */
export class WorkbookNames {
  /** By scope and name, in upper case. */
  readonly #names: ReadonlyMap<string, DefinedName>;

  constructor(all: readonly DefinedName[]) {
    this.#names = new Map(all.map((one) => [keyOfName(one.name, one.sheet), one]));
  }

  /** What a word in a formula on this sheet stands for. */
  find({ name, scope }: ReturnType<typeof namesMeantIn>[number], sheet: string): DefinedName | undefined {
    return this.#names.get(keyOfName(name, scope ?? sheet)) ?? this.#names.get(keyOfName(name, undefined));
  }

  /** The names that a formula on this sheet uses, directly or through other names. */
  usedIn(formula: string, sheet: string): readonly DefinedName[] {
    if (this.#names.size === 0) return [];
    const used = new Set<DefinedName>();
    const collect = (text: string, from: string): void => {
      for (const meant of namesMeantIn(text)) {
        const one = this.find(meant, from);
        if (one === undefined || used.has(one)) continue;
        used.add(one);
        collect(one.formula, one.sheet ?? from);
      }
    };
    collect(formula, sheet);
    return [...used];
  }
}

/** Only the names whose formulas call our functions, directly or through other names. */
export class MdNames extends WorkbookNames {
  constructor(all: readonly DefinedName[]) {
    const names = new WorkbookNames(all.some(({ formula }) => callsMd(formula)) ? all : []);
    super(
      all.filter((one) => [one, ...names.usedIn(one.formula, one.sheet ?? '')].some((used) => callsMd(used.formula))),
    );
  }
}

const keyOfName = (name: string, sheet: string | undefined): string =>
  JSON.stringify([name, sheet ?? '']).toUpperCase();

/** How many calls of MD functions a formula contains; Infinity if unknown, as with LAMBDA and in names. */
export function callCountIn(formula: string): number {
  const calls = callsIn(formula);
  const count = calls.filter(({ name }) => name.startsWith(NAMESPACE)).length;
  return count === 0 ||
    functionsIn(formula).some(({ name }) => name.startsWith(NAMESPACE)) ||
    calls.some(({ name }) => name === 'LAMBDA')
    ? Infinity
    : count;
}

/**
 * The single cells and ranges in a formula, in order; without whole rows or columns and other workbooks. A range up to
 * what a function gives counts as its corner.
 */
export const referencesIn = (formula: string): readonly Reference[] =>
  tokensIn(formula).flatMap(({ type, text, start }) =>
    type === 'range' && !isElsewhere(text) ? [{ text, start }] : [],
  );

/** A formula with rows relative to its own: equal in cells of a column that were filled down. */
export function withRelativeRows(formula: string, row: number): string {
  const seen = referencesIn(formula).map(({ text, start }) => {
    const address = text.lastIndexOf('!') + 1;
    const by = text.slice(address).replace(/(?<![$\d])\d+/g, (number) => `[${Number(number) - row}]`);
    return { text, start, by: text.slice(0, address) + by };
  });
  return replacePieces(formula, seen);
}

export interface ReplacedPiece extends Reference {
  readonly by: string;
}

/** A piece within another piece is replaced together with it. */
export function replacePieces(formula: string, pieces: readonly ReplacedPiece[]): string {
  let [replaced, end] = ['', 0];
  for (const { start, text, by } of pieces.toSorted((one, other) => one.start - other.start)) {
    if (start < end) continue;
    replaced += formula.slice(end, start) + by;
    end = start + text.length;
  }
  return replaced + formula.slice(end);
}

interface PlacedReference extends Reference {
  readonly block: Block;
}

/** All references to cells of this workbook; a range up to what a function gives, as its corner. */
export const placesIn = (formula: string, sheet: string): readonly PlacedReference[] =>
  tokensIn(formula).flatMap(({ type, text, start }) => {
    const block = PLACES[type]?.(text, sheet);
    return block && !isElsewhere(text) ? [{ text, start, block }] : [];
  });

/** The cells of this workbook that a formula refers to, including whole rows and columns. */
export const blocksIn = (formula: string, sheet: string): readonly Block[] =>
  placesIn(formula, sheet).map(({ block }) => block);

function beamIn(text: string, ownSheet: string): Block | undefined {
  const reference = parseA1Ref(text);
  if (!reference || !('range' in reference)) return undefined;
  const { top, left, bottom, right } = reference.range;
  const [row, column] = [top ?? 0, left ?? 0];
  const [rows, columns] = [(bottom ?? MAX_ROWS - 1) - row + 1, (right ?? MAX_COLUMNS - 1) - column + 1];
  return { sheet: reference.context?.[0] ?? ownSheet, row, column, rows, columns };
}

const PLACES: Readonly<Record<string, typeof parseA1>> = { range: parseA1, range_beam: beamIn };

/** In another workbook, on several sheets, or a range that Excel trims. No sheet's name contains these marks. */
const isElsewhere = (reference: string): boolean => /[[\]]|:.*!|\.:|:\./.test(reference);

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

/**
 * The formula with its references updated to where their cells are now, as the spreadsheet would have written it when
 * moving them. Cells that are nowhere were deleted.
 */
export const moveReferences = (
  formula: string,
  references: readonly (Reference & { readonly block: Block | undefined })[],
  sheet: string,
): string =>
  replacePieces(
    formula,
    references.map((one) => ({ ...one, by: one.block ? moveReference(one.text, one.block, sheet) : '#REF!' })),
  );

function moveReference(text: string, block: Block, sheet: string): string {
  const before = parseA1(text, sheet);
  if (before && a1WithSheet(before) === a1WithSheet(block)) return text;
  const cells = text.slice(text.lastIndexOf('!') + 1);
  const [first, last = first] = cells.split(':') as [string, string?];
  const begin = corner(first, block.row, block.column);
  const end = corner(last, block.row + block.rows - 1, block.column + block.columns - 1);
  const isRange = cells.includes(':') || begin !== end;
  return `${text.includes('!') ? `${quoteSheet(block.sheet)}!` : ''}${begin}${isRange ? `:${end}` : ''}`;
}

/** Keeps the dollar signs; the corner of whole rows or columns has no other part. */
const corner = (before: string, row: number, column: number): string =>
  before.replace(/[A-Z]+/i, columnName(column)).replace(/\d+/, String(row + 1));

/** The formula as typed on this sheet: references without its name, which in a copy of the sheet mean the copy. */
export const withoutOwnSheet = (formula: string, sheet: string): string =>
  withWords(formula, ({ type, text }) =>
    type.startsWith('range') && parseA1(text, '')?.sheet === sheet ? text.slice(text.lastIndexOf('!') + 1) : text,
  );

/** A part of a formula: a function name, an operator, a text, a reference and so on. */
export interface FormulaToken {
  /** The library's name: "func", "operator", "range", "range_named", "structured", "string", "number", "bool" … */
  readonly type: string;
  readonly text: string;
  readonly start: number;
}

/**
 * The parts of a formula in English, with or without its equals sign; joined, they give the formula. Reads even broken
 * formulas.
 */
export function tokensIn(formula: string): readonly FormulaToken[] {
  let start = 0;
  // The library fails at a bracket before all else if a LET or LAMBDA follows.
  const tokens = formula.startsWith('(') ? tokenize(`=${formula}`).slice(1) : tokenize(formula);
  return tokens.map(({ type, value }) => {
    const token = { type, text: value, start };
    start += value.length;
    return token;
  });
}

/** A formula of which some words are others. */
export const withWords = (
  formula: string,
  wordOf: (token: FormulaToken, index: number, all: readonly FormulaToken[]) => string,
): string => tokensIn(formula).map(wordOf).join('');

export const isOperator = ({ type, text }: FormulaToken, operator: string): boolean =>
  type === 'operator' && text === operator;

export const isCalled = ({ type }: FormulaToken): boolean => type === 'func';

/** Whether a formula is a single call of ours, so that it shows the function's own result. */
export function isOneCall(formula: string): boolean {
  const [call, ...others] = mdCallsIn(formula);
  return others.length === 0 && call?.end === formula.length && /^=MD\.\w+\(/i.test(withRegisteredNames(formula));
}

/** The list separator of formulas in files and in a workbook's `write`. */
export const ENGLISH = ',';

/** Whether arguments are separated so, apart from the rows of arrays. */
export const separates = (expression: string, separator: string): boolean =>
  withListSeparator(expression, separator, '') !== expression;

export const withListSeparator = (formula: string, from: string, to: string): string =>
  replaceOutsideArrays(formula, (token) => (isOperator(token, from) ? to : token.text));

/** Replaces the separator between arguments, and the decimal mark that belongs to it. Arrays stay unchanged. */
export function withSeparator(formula: string, from: string, to: string): string {
  if (from === to) return formula;
  const [mark, newMark] = [decimalMarkBeside(from), decimalMarkBeside(to)];
  return replaceOutsideArrays(formula, (token, next) => {
    if (isOperator(token, from)) return to;
    if (isOperator(token, mark) && startsWithDigit(next)) return newMark;
    return token.type === 'number' ? token.text.replace(mark, newMark) : token.text;
  });
}

export function replaceOutsideArrays(
  formula: string,
  replaced: (token: FormulaToken, next: FormulaToken | undefined) => string,
): string {
  let depth = 0;
  return withWords(formula, (token, index, all) => {
    if (isOperator(token, '{')) depth++;
    if (isOperator(token, '}')) depth--;
    return depth > 0 ? token.text : replaced(token, all[index + 1]);
  });
}

/** The formula in English, if it is in the user's language with semicolons: names of functions stay as they are. */
export const withEnglishSeparators = (formula: string): string =>
  separates(formula, ';') ? withSeparator(formula, ';', ENGLISH) : formula;

const startsWithDigit = (token: FormulaToken | undefined): boolean => /^\d/.test(token?.text ?? '');

export const decimalMarkBeside = (separator: string): string => (separator === ENGLISH ? '.' : ',');
