/** How formulas are written in files, and by a workbook's `write`. */
export const ENGLISH = ',';

/** A workbook's formula as this user would type it. */
export const localFormula = (formula: string, listSeparator: string): string => withSeparator(formula, ENGLISH, listSeparator);

/** Texts, sheets' names, arrays and names keep what they hold. */
const PART = /"[^"]*"|'[^']*'|\{[^}]*\}|[\p{L}_\\$][\p{L}\p{N}_.$]*|([.,])(?=\d)|[^"'{]/gu;

/** With another separator between arguments, and the decimal mark that goes with it. */
export const withSeparator = (formula: string, from: string, to: string): string =>
  (from === to ? formula : formula.replace(PART, (part, mark?: string) =>
    (part === from ? to : mark === decimalMarkBeside(from) ? decimalMarkBeside(to) : part)));

const decimalMarkBeside = (separator: string): string => (separator === ENGLISH ? '.' : ',');
