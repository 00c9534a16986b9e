import { sortedWithList } from '../../../../src/workbench/sheet/sort-formula';
import { cellOf } from '../../../../src/core/sheet';

/** @param rows of the result, in B2 and beside and below it; the symbols stand in A2:A4 */
const advise = (formula: string, rows = 3, place = 0): string | undefined =>
  sortedWithList(formula, { ...cellOf('Sheet1', 1, 1), rows, columns: place + 1 }, place)?.formula;

test.each<[string, string, number, number]>([
  ['=MD.SCORE(A2:A4,"altman_z")', '=SORT(HSTACK(A2:A4,MD.SCORE(A2:A4,"altman_z")),2)', 3, 0],
  ['=MD.QUOTE(A2:A4,"bid,ask")', '=SORT(HSTACK(A2:A4,MD.QUOTE(A2:A4,"bid,ask")),3)', 3, 1],
  ['=MD.SCORE(A2:A4,"altman_z",,TRUE)', '=SORT(HSTACK(A2:A4,DROP(MD.SCORE(A2:A4,"altman_z",,TRUE),1)),2)', 4, 0],
  ['=IFERROR(MD.SCORE(A2:A4),"")', '=SORT(HSTACK(A2:A4,IFERROR(MD.SCORE(A2:A4),"")),2)', 3, 0],
  ['=MD.STATUS(A2:A4,"status",FALSE)', '=SORT(HSTACK(A2:A4,MD.STATUS(A2:A4,"status",FALSE)),2)', 3, 0],
  ['=MD.SCORE("AAPL,MSFT,JPM")', '=SORT(HSTACK(TEXTSPLIT("AAPL,MSFT,JPM",,","),MD.SCORE("AAPL,MSFT,JPM")),2)', 3, 0],
  ['=MD.SCORE({"AAPL";"MSFT";"JPM"})', '=SORT(HSTACK({"AAPL";"MSFT";"JPM"},MD.SCORE({"AAPL";"MSFT";"JPM"})),2)', 3, 0],
  ['=MD.SCORE(Companies)', '=SORT(HSTACK(Companies,MD.SCORE(Companies)),2)', 3, 0],
  ['=XLOOKUP(A2:A4,F2:F9,G2:G9)', '=SORT(HSTACK(A2:A4,XLOOKUP(A2:A4,F2:F9,G2:G9)),2)', 3, 0],
  ['=A2:A4*2', '=SORT(HSTACK(A2:A4,A2:A4*2),2)', 3, 0],
])('the result of %s is sorted with the list that its rows belong to', (formula, expected, rows, place) => {
  expect(advise(formula, rows, place)).toBe(expected);
});

test.each<[string, string, number]>([
  ['has its own order', '=SORT(MD.SCORE(A2:A4))', 3],
  ['has other rows than the list', '=MD.FILINGS(A2:A3)', 6],
  ['belongs to no list', '=SEQUENCE(3)', 3],
  ['is of one company', '=MD.FILINGS("AAPL")', 3],
])('a result that %s is sorted by itself: %s', (_, formula, rows) => expect(advise(formula, rows)).toBeUndefined());
