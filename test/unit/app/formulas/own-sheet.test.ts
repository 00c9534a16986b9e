import { withoutOwnSheet } from '../../../../src/app/formulas/own-sheet';

test.each([
  ['=MD.QUOTE(Data!A2:A5,"bid")', '=MD.QUOTE(A2:A5,"bid")'],
  ['=MD.QUOTE(Data!$A$2)+Data!B1', '=MD.QUOTE($A$2)+B1'],
  ['=MD.QUOTE(A2:A5)', '=MD.QUOTE(A2:A5)'],
  ['=MD.QUOTE(Other!A2:A5)', '=MD.QUOTE(Other!A2:A5)'],
  ['=MD.QUOTE("Data!A2")', '=MD.QUOTE("Data!A2")'],
  ['=MD.QUOTE([Book]Data!A2)', '=MD.QUOTE([Book]Data!A2)'],
  ['=MD.QUOTE(Data!Rates)', '=MD.QUOTE(Data!Rates)'],
])('on the sheet Data, %s is written %s', (formula, written) => {
  expect(withoutOwnSheet(formula, 'Data')).toBe(written);
});

test('the name of a sheet may need quotes, and hold an exclamation mark', () => {
  expect(withoutOwnSheet("=MD.QUOTE('It''s 5!'!A2:A5)", "It's 5!")).toBe('=MD.QUOTE(A2:A5)');
});
