import { getNumfmtParseValueFilter, type ICellData, type Nullable } from '@univerjs/core';
import {
  AFTER_CELL_EDIT,
  BEFORE_CELL_EDIT,
  IFunctionService,
  LexerTreeBuilder,
  sequenceNodeType,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import {
  ENGLISH,
  type FormulaToken,
  isCalled,
  isOperator,
  replaceOutsideArrays,
  separates,
  tokensIn,
  withListSeparator,
  withSeparator,
} from '../../app/workbook/formulas';
import { withEnglishNames } from '../../app/workbook/translate';
import { hasCommaOutside } from '../../taskpane/texts/typed';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { LOCAL_ERRORS, LOCAL_FLAGS, LOCAL_FUNCTIONS } from './local-functions';
import { numbersIn } from './local-numbers';

/** Of what a formula consists, beside functions and names. */
const WORDS = /^(?:fx_prefix|operator|whitespace|range|range_beam|structured|number|string|bool)$/;

/** What no formula has outside of quotes: a blank between two values, an operator at its end. */
const UNREADABLE = /[^\s,;(=+*/^&<>-]\s+[^\s,;)=+*/^&<>-]|[-+*/^&<>=,(]\s*$/;
const QUOTED = /"[^"]*"|'[^']*'/g;

const hasDecimalComma = (language: string): boolean => (1.5).toLocaleString(language).includes(',');

/** What stands in quotes, or may be the name of an error. */
const ERROR = /"[^"]*"|'[^']*'|#[¡¿]?\p{L}+(?:\/[\p{L}\d]+)?[!?]?/gu;

/** "=SUM(A1,1.5)" of "=SUMME(A1;1,5)" in German. Without a semicolon, commas are those of English if one is no decimal. */
function inEnglish(typed: string, language: string): string {
  const named = typed.replace(ERROR, (found) => LOCAL_ERRORS[found.toUpperCase()] ?? found);
  const isDecimal = hasDecimalComma(language);
  const formula = isDecimal ? withArrays(named, (array) => arrayInEnglish(array, language, isOfEnglish(named))) : named;
  const hasComma = isDecimal && (hasCommaOutside(formula) || areDecimals(formula));
  const withCommas = isDecimal ? withSeparator : withListSeparator;
  const english = separates(formula, ';') || hasComma ? withCommas(formula, ';', ENGLISH) : formula;
  return withEnglishNames(withFlags(english), LOCAL_FUNCTIONS);
}

const withFlags = (formula: string): string =>
  tokensIn(formula)
    .map(({ type, text }, index, all) => {
      const flag =
        all[index + 1]?.text === '(' || type.startsWith('range') ? LOCAL_FLAGS[text.toUpperCase()] : undefined;
      return flag ?? text;
    })
    .join('');

/** Whether each comma is between the digits of a number, and no number has a point: "=MAX(A1*1,5)", but not "=DATE(26,1,2)". */
function areDecimals(formula: string): boolean {
  const found: boolean[] = [];
  let before: (FormulaToken | undefined)[] = [];
  replaceOutsideArrays(formula, (token, next) => {
    const [last, lastButOne] = before;
    if (isOperator(token, ENGLISH)) {
      const isChained = lastButOne !== undefined && isOperator(lastButOne, ENGLISH);
      found.push(!isChained && ENDS_IN_DIGITS.test(last?.text ?? '') && /^\d/.test(next?.text ?? ''));
    } else if (token.type === 'number' && token.text.includes('.')) found.push(false);
    before = [token, last];
    return token.text;
  });
  return found.length > 0 && found.every(Boolean);
}

const [ARRAY, TEXT] = [/"[^"]*"|'[^']*'|\{(?:"[^"]*"|[^"{}])*\}/g, /"[^"]*"/g];

const withArrays = (formula: string, change: (array: string) => string): string =>
  formula.replace(ARRAY, (found) => (found.startsWith('{') ? change(found) : found));

/** Replaces the marks between the values of an array, and in its numbers. */
const withMarks = (array: string, marks: Readonly<Record<string, string>>): string =>
  array.replaceAll(/"[^"]*"|[,.\\]/g, (found) => marks[found] ?? found);

/** Whether the columns of arrays are divided by points, and not by the sign \, as in other languages with a decimal comma. */
const divideByPoints = (language: string): boolean => /^(?:de|fr)\b/.test(language);

/** Whether a formula has commas or points as English has them, outside of arrays. */
const isOfEnglish = (formula: string): boolean =>
  !separates(formula, ';') &&
  !areDecimals(formula) &&
  (separates(formula, ENGLISH) ? !hasCommaOutside(formula) : /\d\.\d/.test(formula.replace(ARRAY, '')));

/** "{1.5,2;3,4}" of "{1,5\2;3\4}", and "{1,2;3,4}" of "{1.2;3.4}" in German. An array that can be no other is one of English. */
function arrayInEnglish(array: string, language: string, isEnglish: boolean): string {
  const values = array.slice(1, -1).replace(TEXT, '');
  if (values.includes('\\')) return withMarks(array, { '\\': ENGLISH, ',': '.' });
  const all = values.split(divideByPoints(language) ? /[.;]/ : ';');
  // Nobody writes an array of a single number.
  const isOwn = !isEnglish && all.length > 1 && all.every((one) => /^\s*(?:-?\d+(?:,\d+)?|[^\d.,]*)\s*$/.test(one));
  return isOwn ? withMarks(array, { '.': ENGLISH, ',': '.' }) : array;
}

/** The inverse. */
function arrayToEdit(array: string, language: string): string {
  const values = array.replace(TEXT, '');
  if (!/[,;]/.test(values)) return values.includes('.') ? withMarks(array.slice(1, -1), { '.': ',' }) : array;
  const hasPoints = divideByPoints(language) && !values.includes('.');
  return withMarks(array, { ',': hasPoints ? '.' : '\\', '.': ',' });
}

const ENDS_IN_DIGITS = /^-?\d+$/;

/**
 * A formula as the user of a language with a decimal comma edits it: the inverse of reading what is typed.
 *
 * @internal
 */
export const formulaToEdit = (formula: string, language: string): string =>
  hasDecimalComma(language)
    ? withArrays(
        withSeparator(
          replaceOutsideArrays(formula, ({ type, text }) => (type === 'number' ? text.replace(/^\./, '0.') : text)),
          ENGLISH,
          ';',
        ),
        (array) => arrayToEdit(array, language),
      )
    : formula;

const isFormula = (cell: unknown): cell is { readonly f: string } =>
  typeof (cell as Nullable<ICellData>)?.f === 'string' && (cell as ICellData).f !== '';

/** Undefined where formulas are typed in English alone. */
export const formulaReader = (language: string): ((formula: string) => string) | undefined =>
  hasDecimalComma(language) || /^(?:de|es|fr)\b/.test(language) ? (formula) => inEnglish(formula, language) : undefined;

/** The letters of days and years in number formats, where they are others than in English. */
const CODES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  de: { t: 'd', j: 'y' },
  es: { a: 'y' },
  fr: { j: 'd', a: 'y' },
  it: { g: 'd', a: 'y' },
  nl: { j: 'y' },
  pl: { r: 'y' },
  pt: { a: 'y' },
};

/** Nothing but repeated letters: no words such as "AM". */
const OF_LETTERS = /^(?:([a-z])\1*(?![a-z])|[^a-z])*$/i;

/**
 * "dd.mm.yyyy" of "TT.MM.JJJJ", and "#,##0.00" of "#.##0,00" or "# ##0,00": a code of the user's language that is none in
 * English. Formulas keep theirs, as Excel in that language reads no other.
 */
export function codeInEnglish(written: string, language: string): string {
  // A text has no colour.
  const code = written.replaceAll(COLOUR, (found) => (language.startsWith('en') ? found : ''));
  if (GENERAL_CODE.test(code)) return 'General';
  const outside = code.replaceAll(/"[^"]*"|\[[^\]]*\]|E[-+]0+/gi, '');
  const isOfDate = !/["\\0#?@]/.test(outside.replace(/;@$/, '')) && !code.includes('"');
  const isOfNumber =
    hasDecimalComma(language) && /^[^a-z]*$/i.test(outside) && /#[.\s]##0(?:,0|\.)|(?:^|;)0,00?(?![0#,])/.test(outside);
  if (!isOfDate && !isOfNumber) return code;
  const letters = OF_LETTERS.test(outside) ? CODES[language.slice(0, 2)] : {};
  return code
    .replaceAll(/\[[^\]]*\]|[a-z]/gi, (found) => letters?.[found.toLowerCase()] ?? found)
    .replaceAll(/(?<=#)[.\s](?=##0)|(?<=[0#]),(?=0+(?![0#,]))|(?<=0\.*)\.(?=\.*(?:$|;))/g, (mark) =>
      mark === ',' ? '.' : ',',
    );
}

const GENERAL_CODE = /^(?:standard|standaard|estándar|geral|standardowy|G\/.+)$/i;
/** Such as [Rot], [Farbe 10] and [赤]; no [hh]. */
const COLOUR = /\[(?!h+\]|m+\]|s+\])\p{L}+ ?\d*\]/giu;

/** Finds references and arguments in the editor between semicolons too, so that cells can be pointed at. */
function readSemicolons(lexer: LexerTreeBuilder): void {
  const [build, find] = [lexer.sequenceNodesBuilder.bind(lexer), lexer.getFunctionAndParameter.bind(lexer)];
  // Each mark stays in its place.
  const english = (text: string): string =>
    text.includes(';') && separates(text, ';') ? withSeparator(text, ';', ENGLISH) : text;
  lexer.sequenceNodesBuilder = (text) => {
    const read = english(text);
    if (read === text) return build(text);
    return build(read)?.map((node) => {
      if (typeof node === 'string') return node === ENGLISH ? ';' : node;
      return node.nodeType === sequenceNodeType.NUMBER ? { ...node, token: node.token.replace('.', ',') } : node;
    });
  };
  lexer.getFunctionAndParameter = (text, index) => find(english(text), index);
}

/**
 * Mends: the engine takes "+B2+C2", "-B2" and "@SUM(B2:C2)" for texts. Here they are formulas, as in Excel, if all of
 * their functions and names are known: "-tbd" stays a text. Where the user's language has a decimal comma, or names of
 * its own for functions, as in Switzerland, "=SUMME(A1;1,5)" is a formula, too, and with a decimal comma the
 * editor and the formula bar have it: what is added to a formula there would change its other numbers. Returns what reads them; undefined is no
 * formula, or one that needs no reading.
 */
export function readTypedFormulas(sheet: Spreadsheet, language: string): (text: string) => string | undefined {
  const readLocal = formulaReader(language);
  const numberOf = numbersIn(language);
  if (hasDecimalComma(language)) readSemicolons(sheet.serviceOf(LexerTreeBuilder));
  const [functions, lexer] = [sheet.serviceOf(IFunctionService), sheet.serviceOf(LexerTreeBuilder)];
  const isKnown = ({ type, text }: FormulaToken): boolean =>
    WORDS.test(type) ||
    (type === 'func' && functions.hasExecutor(text.toUpperCase())) ||
    (type === 'range_named' && sheet.definedNames.some(({ name }) => name.toUpperCase() === text.toUpperCase()));
  const formulaOf = (written: string): string | undefined => {
    // As wide as the characters of East Asia.
    const text = written.startsWith('＝') ? written.normalize('NFKC') : written;
    if (text.startsWith('=')) return readLocal?.(text) ?? (text === written ? undefined : text);
    if (!/^\s*[-+@]+\s*[^\s]/.test(text) || getNumfmtParseValueFilter(numberOf(text) ?? text)) return undefined;
    const typed = `=${text.trim().replace(/^@/, '')}`;
    const open = readLocal?.(typed) ?? typed;
    const closed = open + ')'.repeat(lexer.checkIfAddBracket(open));
    const tokens = tokensIn(closed);
    if (UNREADABLE.test(open.replace(QUOTED, '0')) || hasCommaOutside(closed) || !tokens.every(isKnown))
      return undefined;
    if (text.startsWith('@') && !isCalled(tokens[1]!)) return undefined;
    return tokens
      .map(({ type, text: word }) =>
        /^(?:func|range(?!_named))/.test(type) ? word.replace(/[^!]*$/, (end) => end.toUpperCase()) : word,
      )
      .join('');
  };
  const { writeCellInterceptor } = sheet.serviceOf(SheetInterceptorService);
  // The engine's own interceptor of formulas is the last that is asked.
  const through = writeCellInterceptor.fetchThroughInterceptors.bind(writeCellInterceptor);
  writeCellInterceptor.fetchThroughInterceptors = (point, ...filters) => {
    const intercept = through(point, ...filters);
    if ((point as object) !== BEFORE_CELL_EDIT) return intercept;
    return (cell, location) => {
      const edited = intercept(cell, location);
      return isFormula(edited) ? { ...edited, f: formulaToEdit(edited.f, language) } : edited;
    };
  };
  writeCellInterceptor.intercept(AFTER_CELL_EDIT, {
    // Before texts are read as numbers.
    priority: 1,
    handler: (cell, _, next) => {
      const text = cell?.f ?? (typeof cell?.v === 'string' && !cell.p && !cell.t ? cell.v : '');
      const formula = formulaOf(text);
      return next(formula === undefined ? cell : { ...cell, f: formula, v: null });
    },
  });
  return formulaOf;
}
