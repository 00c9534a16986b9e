/** How formulas are written in files, and by a workbook's `write`. */
export const ENGLISH = ',';

/** A workbook's formula as this user would type it. */
export const localFormula = (formula: string, listSeparator: string): string => withSeparator(formula, ENGLISH, listSeparator);

/** With another separator between arguments. Texts, sheets' names and arrays keep what they hold. */
export const withSeparator = (formula: string, from: string, to: string): string =>
  (from === to ? formula : formula.replace(/"[^"]*"|'[^']*'|\{[^}]*\}|[^"'{]/g, (part) => (part === from ? to : part)));
