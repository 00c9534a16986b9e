import { type Rule, stringLiteral } from './draft-cells';

const percent = (share: number): string => `${Math.round(share * 100)}%`;

/** Numbers between two, in percent if the input is. */
export const between = (
  [least, most]: readonly [number, number],
  write: (bound: number) => string = String,
  inputCount = 1,
): Rule => ({
  condition: `AND(COUNT(@)=COLUMNS(@),MIN(@)>=${least},MAX(@)<=${most})`,
  advice: '{common.enterBetween}',
  names: { least: stringLiteral(write(least)), most: stringLiteral(write(most)) },
  inputCount,
});

export const percentBetween = (bounds: readonly [number, number], inputCount?: number): Rule =>
  between(bounds, percent, inputCount);

export const choiceRule = (choices: readonly number[]): Rule => ({
  condition: `AND(ISNUMBER(@),OR(${choices.map((choice) => `@=${choice}`).join()}))`,
  advice: '{common.enterOneOf}',
  names: { choices: stringLiteral(choices.join(', ')) },
});

export const above = (limit: number): Rule => ({
  condition: `AND(ISNUMBER(@),@>${limit})`,
  advice: '{common.enterAbove}',
  names: { limit: stringLiteral(String(limit)) },
});

export const anyNumber: Rule = { condition: 'ISNUMBER(@)', advice: '{common.enterNumber}' };

/** Three letters, as in a pair. */
export const currencyCode: Rule = { condition: 'AND(ISTEXT(@),LEN(@)=3)', advice: '{common.enterCurrency}' };

export const anyDate: Rule = { condition: 'AND(ISNUMBER(@),@>0)', advice: '{common.enterDate}' };

/** A date that is not before or not after the one in another row. */
export const dateFrom = (row: number): Rule => dateBeside(row, '>=', '{common.enterDateFrom}');
export const dateUntil = (row: number): Rule => dateBeside(row, '<=', '{common.enterDateUntil}');

const dateBeside = (row: number, order: string, advice: string): Rule => ({
  condition: `AND(ISNUMBER(@),@>0,IF(ISNUMBER(B${row}),@${order}B${row},TRUE))`,
  advice,
  names: { other: `$A$${row}` },
});

export const anyText: Rule = { condition: 'AND(ISTEXT(@),@<>"")', advice: '{common.enterText}' };
export const optionalText: Rule = { condition: 'OR(ISBLANK(@),ISTEXT(@))', advice: '{common.enterText}' };
