/**
 * Translates formulas of other add-ins and services to MD formulas. If the service lacks the data, there is a reason
 * instead: a similar value would be worse than none.
 */

/** A piece of an argument, between the operators "&". */
export interface GivenPiece {
  /** The text in the formula, such as $A2 or "EUR Curncy". */
  readonly written: string;
  /** Its value, if it is a literal; the texts of an array are joined by commas. */
  readonly literal?: string | number | boolean;
  /** The known contents of its cells, without blank ones. */
  readonly values?: readonly (string | number | boolean)[];
}

/** An argument; without pieces if it is omitted. */
export type Given = readonly GivenPiece[];

/** Keys of the pane's sentences about formulas that cannot be translated. */
export type ReasonKey =
  | 'noField'
  | 'noHistory'
  | 'onlyClose'
  | 'otherDates'
  | 'backwards'
  | 'noSymbol'
  | 'noDate'
  | 'noOption'
  | 'inCell'
  | 'noFunction'
  | 'onlySheets'
  | 'unfinished';

export class Untranslatable extends Error {
  /**
   * @param what the field, symbol, date, option or function in question, as written
   * @param instead a formula for the most similar data of the service, which is not the same
   */
  constructor(
    readonly key: ReasonKey,
    readonly what: string,
    readonly instead?: string,
  ) {
    super(what);
  }
}

export const textLiteral = (text: string): string => `"${text.replaceAll('"', '""')}"`;
export const writtenOf = (given: Given): string => given.map(({ written }) => written).join('&');
export const normal = (field: string): string => field.trim().toUpperCase().replaceAll(/\s+/g, '_').replace(/^\./, '');

/** The value of the argument; undefined unless it consists of literals alone. */
export const literalOf = (given: Given): string | undefined =>
  given.every(({ literal }) => literal !== undefined)
    ? given.map(({ literal }) => String(literal)).join('')
    : undefined;

/** Splits at commas and semicolons outside brackets. */
export const listedIn = (text: string): string[] =>
  text
    .split(/[;,](?![^(]*\))/)
    .map((item) => item.trim())
    .filter((item) => item !== '');
