import type { CellResult } from '../cell-calls';
import type { FormulaCell } from '../host';
import type { Session } from '../session';
import { a1WithSheet } from '../../core/sheet';
import { misnamedCall, separates, unquotedIn } from './formulas';

export const UNKNOWN_NAME =
  'No function and no name is written like this: check the spelling, and put texts in quotation marks';
export const NO_ROOM =
  'Other cells, or the edge of the sheet, are in the way of the result: clear them, or move the formula. In a table and over merged cells, a formula fills only its own cell';
export const DIVIDED_BY_ZERO = 'The formula divides by zero or by a blank cell';
export const NO_CELLS = 'The formula refers to cells that are not there';

/**
 * The sentence about an error that is not ours; undefined if it may be, or if entering the formula again may help.
 * @param last the result of the cell's functions; one that got an error as argument gave it back without a sentence
 */
export function mistakeIn(
  { host, cells }: Session,
  { cell, error = '#BUSY!', formula }: Pick<FormulaCell, 'cell' | 'error' | 'formula'>,
  last: CellResult | undefined,
): string | undefined {
  const isCalled = last !== undefined && last.error?.message !== '';
  const mayBeOurs = isCalled || host.opensWithValues === true ? /^#(?:N\/A|VALUE!|BUSY!|GET)/ : /^#(?:BUSY!|GET)/;
  if (mayBeOurs.test(error)) return undefined;
  if (error === '#SPILL!') return NO_ROOM;
  if (error !== '#NAME?') {
    const reason = { '#DIV/0!': DIVIDED_BY_ZERO, '#REF!': NO_CELLS }[error] ?? error;
    return `Not from MD, but from the formula or its cells: ${reason}`;
  }
  if (separates(formula, ';'))
    return 'Separate the arguments by commas, and write decimals with a point: ";" and 1,5 are not read here';
  const isKnown = last !== undefined || host.opensWithValues !== true || cells.wereCalculated.has(a1WithSheet(cell));
  return misspelling(formula) ?? (isKnown ? UNKNOWN_NAME : undefined);
}

/** The sentence about the first word of a formula that is wrong: a function that is none, or a text without quotes. */
export function misspelling(formula: string): string | undefined {
  const [{ name, near } = {}, unquoted] = [misnamedCall(formula), unquotedIn(formula)];
  if (near !== undefined) return `There is no ${name}. Did you mean MD.${near}?`;
  if (name !== undefined) return `There is no ${name}. The pane lists the functions`;
  return unquoted && `If ${unquoted} is a text, write it in straight quotes ("): without them it is a name`;
}
