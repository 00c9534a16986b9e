import { getNumfmtParseValueFilter } from '@univerjs/core';
import {
  AFTER_CELL_EDIT,
  IFunctionService,
  LexerTreeBuilder,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import {
  ENGLISH,
  type FormulaToken,
  isCalled,
  separates,
  tokensIn,
  withListSeparator,
  withSeparator,
} from '../../app/workbook/formulas';
import { withEnglishNames } from '../../app/workbook/translate';
import { hasCommaOutside } from '../../taskpane/texts/typed';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { LOCAL_ERRORS, LOCAL_FUNCTIONS } from './local-functions';
import { numbersIn } from './local-numbers';

/** Of what a formula consists, beside functions and names. */
const WORDS = /^(?:fx_prefix|operator|whitespace|range|range_beam|structured|number|string|bool)$/;

/** What no formula has outside of quotes: a blank between two values, an operator at its end. */
const UNREADABLE = /[^\s,;(=+*/^&<>-]\s+[^\s,;)=+*/^&<>-]|[-+*/^&<>=,(]\s*$/;
const QUOTED = /"[^"]*"|'[^']*'/g;

const hasDecimalComma = (language: string): boolean => (1.5).toLocaleString(language).includes(',');

/** What stands in quotes, or may be the name of an error. */
const ERROR = /"[^"]*"|'[^']*'|#[¡¿]?\p{L}+(?:\/[\p{L}\d]+)?[!?]?/gu;

/** "=SUM(A1,1.5)" of "=SUMME(A1;1,5)" in German. Commas within brackets are those of English if there is no semicolon. */
function inEnglish(typed: string, language: string): string {
  const formula = typed.replace(ERROR, (found) => LOCAL_ERRORS[found.toUpperCase()] ?? found);
  const hasComma = hasDecimalComma(language) && hasCommaOutside(formula);
  if (!separates(formula, ';') && !hasComma) return withEnglishNames(formula, LOCAL_FUNCTIONS);
  const withCommas = hasDecimalComma(language) ? withSeparator : withListSeparator;
  return withEnglishNames(withCommas(formula, ';', ENGLISH), LOCAL_FUNCTIONS);
}

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
export function codeInEnglish(code: string, language: string): string {
  const isOfDate = !/["\\0#?@]/.test(code);
  const isOfNumber =
    hasDecimalComma(language) &&
    /^[^a-z]*$/i.test(code.replaceAll(/"[^"]*"/g, '')) &&
    /#[.\s]##0,0|^0,00?(?![0#,])/.test(code);
  if (!isOfDate && !isOfNumber) return code;
  const letters = OF_LETTERS.test(code) ? CODES[language.slice(0, 2)] : {};
  return code
    .replaceAll(/[a-z]/gi, (letter) => letters?.[letter.toLowerCase()] ?? letter)
    .replaceAll(/(?<=#)[.\s](?=##0)|(?<=[0#]),(?=0+(?![0#,]))/g, (mark) => (mark === ',' ? '.' : ','));
}

/**
 * Mends: the engine takes "+B2+C2", "-B2" and "@SUM(B2:C2)" for texts. Here they are formulas, as in Excel, if all of
 * their functions and names are known: "-tbd" stays a text. Where the user's language has a decimal comma, or names of
 * its own for functions, as in Switzerland, "=SUMME(A1;1,5)" is a formula, too. Returns what reads them; undefined is no
 * formula, or one that needs no reading.
 *
 * Can go when test/unit/workbench/univer-patches/typed-formulas.test.ts passes without it.
 */
export function readTypedFormulas(sheet: Spreadsheet, language: string): (text: string) => string | undefined {
  const readLocal = formulaReader(language);
  const numberOf = numbersIn(language);
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
  sheet.serviceOf(SheetInterceptorService).writeCellInterceptor.intercept(AFTER_CELL_EDIT, {
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
