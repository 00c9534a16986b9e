import { parseA1 } from '../../../../src/core/sheet/a1';
import { referencesIn } from '../../../../src/app/formulas/read-formula';
import { moveReferences } from '../../../../src/app/formulas/move-references';

test.each<[string, readonly (string | undefined)[], string]>([
  ['=MD.QUOTE(A2,$B$1)', ['A3', 'B1'], '=MD.QUOTE(A3,$B$1)'],
  ['=MD.QUOTE(A2:$A$9)', ['A3:A12'], '=MD.QUOTE(A3:$A$12)'],
  ['=MD.QUOTE(A2)', ['A2:A4'], '=MD.QUOTE(A2:A4)'],
  ['=MD.QUOTE($A2,A$2,$AA$2)', ['A3', 'A3', 'AB3'], '=MD.QUOTE($A3,A$3,$AB$3)'],
  ['=MD.QUOTE(A2)', ['A2:B2'], '=MD.QUOTE(A2:B2)'],
  ['=MD.QUOTE(a2,B9:A1)', ['A2', 'A1:B9'], '=MD.QUOTE(a2,B9:A1)'],
  ['=MD.QUOTE(Other!$B$1)', ['Other!B4'], '=MD.QUOTE(Other!$B$4)'],
  ['=MD.QUOTE(Other!B1)', ['Renamed!B1'], '=MD.QUOTE(Renamed!B1)'],
  ["=MD.QUOTE('My list'!A2)+Other!B1", ["'New list'!A5", 'Other!B1'], "=MD.QUOTE('New list'!A5)+Other!B1"],
  ['=MD.QUOTE(A2)&MD.QUOTE(A3)', [undefined, 'AA3'], '=MD.QUOTE(#REF!)&MD.QUOTE(AA3)'],
  ['=MD.QUOTE("A2")', [], '=MD.QUOTE("A2")'],
])('%s with its cells moved to %j is %s', (formula, places, moved) => {
  const references = referencesIn(formula).map((one, index) => {
    const place = places[index];
    return { ...one, block: place === undefined ? undefined : parseA1(place, 'Sheet1') };
  });
  expect(moveReferences(formula, references, 'Sheet1')).toBe(moved);
});
