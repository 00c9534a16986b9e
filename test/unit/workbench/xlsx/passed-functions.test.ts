import { fromFile, toFile } from '../../../../src/workbench/xlsx/formulas';

test.each([
  ['=BYROW(A1:A3,SUM)', '_xlfn.BYROW(A1:A3,_xleta.SUM)'],
  ['=BYCOL(A1:C3,STDEV.S)', '_xlfn.BYCOL(A1:C3,_xleta.STDEV.S)'],
  ['=GROUPBY(A1:A9,B1:B9,AVERAGE)', '_xlfn.GROUPBY(A1:A9,B1:B9,_xleta.AVERAGE)'],
  ['=MAP(A2:A9,MD.QUOTE)', '_xlfn.MAP(A2:A9,_xldudf_MD_QUOTE)'],
  ['=BYROW(A1:B3,Rates)', '_xlfn.BYROW(A1:B3,Rates)'],
])('%s is stored as %s, and comes back', (typed, stored) => {
  expect(toFile(typed)).toBe(stored);
  expect(fromFile(stored)).toBe(typed);
});
