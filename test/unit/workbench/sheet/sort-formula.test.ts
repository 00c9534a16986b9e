import { TRAITS } from '../../../../src/functions/generated/function-traits';
import { sortedWithList } from '../../../../src/workbench/sheet/sort-formula';
import { type Block, cellOf } from '../../../../src/core/sheet';

const SYMBOLS = [['AAPL'], ['MSFT'], ['JPM']];
const SCORES = [[3.1], [2.2], [5.4]];

/** @param values the result, in B2 and beside and below it; the symbols stand in A2:A4 */
const advise = (formula: string, values: readonly (readonly unknown[])[] = SCORES, place = 0): string | undefined => {
  const block = { ...cellOf('Sheet1', 1, 1), rows: values.length, columns: values[0]!.length };
  const read = (of: Block): readonly (readonly unknown[])[] => (of.rows === 3 ? SYMBOLS : [['AAPL'], ['MSFT']]);
  return sortedWithList({ formula, block, values }, place, TRAITS, read)?.formula;
};

test.each<[string, string, unknown[][], number]>([
  ['=MD.SCORE(A2:A4,"altman_z")', '=SORT(HSTACK(A2:A4,MD.SCORE(A2:A4,"altman_z")),2)', SCORES, 0],
  [
    '=MD.QUOTE(A2:A4,"bid,ask")',
    '=SORT(HSTACK(A2:A4,MD.QUOTE(A2:A4,"bid,ask")),3)',
    SCORES.map(([one]) => [one, one]),
    1,
  ],
  [
    '=MD.SCORE(A2:A4,"altman_z",,TRUE)',
    '=SORT(HSTACK(A2:A4,DROP(MD.SCORE(A2:A4,"altman_z",,TRUE),1)),2)',
    [['altman_z'], ...SCORES],
    0,
  ],
  ['=IFERROR(MD.SCORE(A2:A4),"")', '=SORT(HSTACK(A2:A4,IFERROR(MD.SCORE(A2:A4),"")),2)', SCORES, 0],
  ['=MD.STATUS(A2:A4,"status",FALSE)', '=SORT(HSTACK(A2:A4,MD.STATUS(A2:A4,"status",FALSE)),2)', SCORES, 0],
  [
    '=MD.SCORE("AAPL,MSFT,JPM")',
    '=SORT(HSTACK(TEXTSPLIT("AAPL,MSFT,JPM",,","),MD.SCORE("AAPL,MSFT,JPM")),2)',
    SCORES,
    0,
  ],
  [
    '=MD.SCORE({"AAPL";"MSFT";"JPM"})',
    '=SORT(HSTACK({"AAPL";"MSFT";"JPM"},MD.SCORE({"AAPL";"MSFT";"JPM"})),2)',
    SCORES,
    0,
  ],
  ['=MD.SCORE(Companies)', '=SORT(HSTACK(Companies,MD.SCORE(Companies)),2)', SCORES, 0],
  ['=XLOOKUP(A2:A4,F2:F9,G2:G9)', '=SORT(HSTACK(A2:A4,XLOOKUP(A2:A4,F2:F9,G2:G9)),2)', SCORES, 0],
  ['=A2:A4*2', '=SORT(HSTACK(A2:A4,A2:A4*2),2)', SCORES, 0],
])('the result of %s is sorted with the list that its rows belong to', (formula, expected, values, place) => {
  expect(advise(formula, values, place)).toBe(expected);
});

test.each<[string, string, unknown[][]]>([
  [
    'names its rows',
    '=MD.QUOTE(A2:A4,"symbol,bid")',
    SCORES.map(([one], row) => [SYMBOLS[row]![0]!.toLowerCase(), one]),
  ],
  ['has its own order', '=SORT(MD.SCORE(A2:A4))', SCORES],
  ['has other rows than the list', '=MD.FILINGS(A2:A3)', [...SCORES, ...SCORES]],
  ['belongs to no list', '=SEQUENCE(3)', SCORES],
  ['is of one company', '=MD.FILINGS("AAPL")', SCORES],
])('a result that %s is sorted by itself: %s', (_, formula, values) => {
  expect(advise(formula, values)).toBeUndefined();
});
