import { stringLiteral } from './formulas';

/*
 * What inputs may be: a condition, in which @ are the inputs on the left, and the expression that is shown beside any
 * other value.
 */

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Numbers between two, in percent if the input is. */
export const between = (least: number, most: number, write: (bound: number) => string = String): string =>
  `AND(COUNT(@)=COLUMNS(@),MIN(@)>=${least},MAX(@)<=${most}) → ` +
  `{common.enterBetween:least=${stringLiteral(write(least))};most=${stringLiteral(write(most))}}`;

export const percentBetween = (least: number, most: number): string => between(least, most, percent);

export const chosenFrom = (...choices: readonly number[]): string =>
  `AND(ISNUMBER(@),OR(${choices.map((choice) => `@=${choice}`).join()})) → ` +
  `{common.enterOneOf:choices=${stringLiteral(choices.join(', '))}}`;

export const above = (limit: number): string =>
  `AND(ISNUMBER(@),@>${limit}) → {common.enterAbove:limit=${stringLiteral(String(limit))}}`;

export const anyNumber = 'ISNUMBER(@) → {common.enterNumber}';

/** Three letters, as in a pair. */
export const currencyCode = 'AND(ISTEXT(@),LEN(@)=3) → {common.enterCurrency}';

export const anyDate = 'AND(ISNUMBER(@),@>0) → {common.enterDate}';

/** A date that is not before or not after the one in another row. */
export const dateFrom = (row: number): string => dateBeside(row, '>=', 'enterDateFrom');
export const dateUntil = (row: number): string => dateBeside(row, '<=', 'enterDateUntil');

const dateBeside = (row: number, order: string, advice: string): string =>
  `AND(ISNUMBER(@),@>0,IF(ISNUMBER(B${row}),@${order}B${row},TRUE)) → {common.${advice}:other=$A$${row}}`;

export const anyText = 'AND(ISTEXT(@),@<>"") → {common.enterText}';
export const optionalText = 'OR(ISBLANK(@),ISTEXT(@)) → {common.enterText}';
