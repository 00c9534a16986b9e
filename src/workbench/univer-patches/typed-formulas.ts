import { getNumfmtParseValueFilter } from '@univerjs/core';
import {
  AFTER_CELL_EDIT,
  IFunctionService,
  LexerTreeBuilder,
  SheetInterceptorService,
} from '@univerjs/preset-sheets-core';
import { type FormulaToken, isCalled, tokensIn } from '../../app/workbook/formulas';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** Of what a formula consists, beside functions and names. */
const WORDS = /^(?:fx_prefix|operator|whitespace|range|range_beam|structured|number|string|bool)$/;

/** What no formula has outside of quotes: a blank between two values, an operator at its end. */
const UNREADABLE = /[^\s,;(=+*/^&<>-]\s+[^\s,;)=+*/^&<>-]|[-+*/^&<>=,(]\s*$/;
const QUOTED = /"[^"]*"|'[^']*'/g;
/** Nor has it a comma outside of these, unlike the number "-1,5" of many countries. */
const IN_BRACKETS = /\([^()]*\)/g;

/**
 * Mends: the engine takes "+B2+C2", "-B2" and "@SUM(B2:C2)" for texts. Here they are formulas, as in Excel, if all of
 * their functions and names are known: "-tbd" stays a text. Returns what reads them; undefined is no formula.
 *
 * Can go when test/unit/workbench/univer-patches/typed-formulas.test.ts passes without it.
 */
export function readTypedFormulas(sheet: Spreadsheet): (text: string) => string | undefined {
  const [functions, lexer] = [sheet.serviceOf(IFunctionService), sheet.serviceOf(LexerTreeBuilder)];
  const isKnown = ({ type, text }: FormulaToken): boolean =>
    WORDS.test(type) ||
    (type === 'func' && functions.hasExecutor(text.toUpperCase())) ||
    (type === 'range_named' && sheet.definedNames.some(({ name }) => name.toUpperCase() === text.toUpperCase()));
  const formulaOf = (text: string): string | undefined => {
    if (!/^\s*[-+@]+\s*[^\s]/.test(text) || getNumfmtParseValueFilter(text)) return undefined;
    const open = `=${text.trim().replace(/^@/, '')}`;
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
      const formula = typeof cell?.v === 'string' && !cell.p && !cell.t ? formulaOf(cell.v) : undefined;
      return next(formula === undefined ? cell : { ...cell, f: formula, v: null });
    },
  });
  return formulaOf;
}

function hasCommaOutside(formula: string): boolean {
  let [before, rest] = ['', formula.replace(QUOTED, '0')];
  while (rest !== before) [before, rest] = [rest, rest.replace(IN_BRACKETS, '0')];
  return rest.includes(',');
}
