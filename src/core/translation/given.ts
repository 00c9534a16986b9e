/**
 * What other add-ins and services write into cells, as MD formulas. What the service does not have gets a reason: a
 * value that is only near would be worse than none.
 */

/** A piece of an argument, between the operators "&". */
export interface GivenPiece {
  /** As in the formula, such as $A2 or "EUR Curncy". */
  readonly written: string;
  /** What it says, if it is a literal; the texts of an array are joined by commas. */
  readonly literal?: string | number | boolean;
  /** What its cells hold, as far as that is known. Blank ones do not count. */
  readonly values?: readonly (string | number | boolean)[];
}

/** An argument; without pieces if it is omitted. */
export type Given = readonly GivenPiece[];

/** Keys of the sentences that the pane has for what cannot be translated. */
export type ReasonKey =
  'noField' | 'noHistory' | 'onlyClose' | 'noSymbol' | 'noDate' | 'noOption' | 'inCell' | 'noFunction';

/** Why a formula has no counterpart here. */
export class Untranslatable extends Error {
  override readonly name = 'Untranslatable';

  /**
   * @param what the field, symbol, date, option or function in question, as written
   * @param instead a formula for the nearest thing that the service has, which is another thing
   */
  constructor(
    readonly key: ReasonKey,
    readonly what: string,
    readonly instead?: string,
  ) {
    super(`${key}: ${what}`);
  }
}

export const textLiteral = (text: string): string => `"${text.replaceAll('"', '""')}"`;
export const writtenOf = (given: Given): string => given.map(({ written }) => written).join('&');
export const normal = (field: string): string => field.trim().toUpperCase().replaceAll(/\s+/g, '_').replace(/^\./, '');

/** What the argument says; undefined if it is not made of literals alone. */
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
