import {
  formulaAfter,
  type LineEdit,
  referenceAfter,
  referencesAfter,
  type Reshaping,
} from '../../../../src/workbench/engine/line-edits';

const edit = (text: string): LineEdit => {
  const [, sign, kind, first, count, to] = /^([+~-])(row|column)s (\d+)x(\d+)(?: to (\d+))?$/.exec(text)!;
  return {
    sheet: 'Model',
    areRows: kind === 'row',
    first: Number(first) - 1,
    count: Number(count),
    areDeleted: sign === '-',
    ...(to !== undefined && { to: Number(to) - 1 }),
  };
};

test.each([
  ['B7', '+rows 7x2', 'B9'],
  ['B7', '+rows 8x2', 'B7'],
  ['$B$7', '+rows 1x1', '$B$8'],
  ['B7:C9', '+rows 8x1', 'B7:C10'],
  ['C9:B7', '+rows 8x1', 'C10:B7'],
  ['B:C', '+rows 1x5', 'B:C'],
  ['7:9', '+rows 8x1', '7:10'],
  ['7:9', '+columns 1x1', '7:9'],
  ['A1048576', '+rows 1x1', '#REF!'],
  ['A1:A1048576', '+rows 5x1', 'A1:A1048576'],
  ['B7', '-rows 7x1', '#REF!'],
  ['B7', '-rows 3x2', 'B5'],
  ['B3:B9', '-rows 5x2', 'B3:B7'],
  ['B3:B9', '-rows 1x3', 'B1:B6'],
  ['B3:B9', '-rows 8x9', 'B3:B7'],
  ['B3:B9', '-rows 3x7', '#REF!'],
  ['$B7:D7', '+columns 3x1', '$B7:E7'],
  ['B:D', '-columns 2x1', 'B:C'],
  ['XFD1', '+columns 1x1', '#REF!'],
  ['Rate', '+rows 1x1', 'Rate'],
  ['B3', '~rows 3x2 to 9', 'B7'],
  ['B3:B4', '~rows 3x2 to 9', 'B7:B8'],
  ['B8', '~rows 3x2 to 9', 'B6'],
  ['B9', '~rows 3x2 to 9', 'B9'],
  ['$B$8', '~rows 8x1 to 2', '$B$2'],
  ['B2', '~rows 8x1 to 2', 'B3'],
  ['B1:B5', '~rows 8x1 to 3', 'B1:B6'],
  ['B1:B5', '~rows 2x1 to 9', 'B1:B4'],
  ['C:C', '~columns 3x1 to 1', 'A:A'],
  ['B7', '~columns 4x2 to 1', 'D7'],
] as const)('%s is after %s %s', (reference, text, expected) => {
  expect(referenceAfter(reference, edit(text))).toBe(expected);
});

test('a block that may be split keeps each row that is dragged out of it', () => {
  expect(referencesAfter('B1:B9', edit('~rows 3x1 to 20'))).toEqual(['B1:B2', 'B19:B19', 'B3:B8']);
  expect(referencesAfter('B1:B9', edit('~rows 20x1 to 3'))).toEqual(['B1:B2', 'B4:B10']);
  expect(referencesAfter('B1:B9', edit('-rows 3x1'))).toEqual(['B1:B8']);
  expect(referencesAfter('B3', edit('-rows 3x1'))).toEqual([]);
});

const reshaping = (names: readonly (string | undefined)[], ...edits: string[]): Reshaping => ({
  sheets: ['Model', 'Other', "It's 2"],
  names,
  edits: edits.map(edit),
});
const SAME = ['Model', 'Other', "It's 2"] as const;

test.each([
  ['SUM(A1:A3)+Other!A2', 'Model', reshaping(SAME, '+rows 2x1'), 'SUM(A1:A4)+Other!A2'],
  ['SUM(A1:A3)+Model!A2', 'Other', reshaping(SAME, '+rows 2x1'), 'SUM(A1:A3)+Model!A3'],
  ['A5', 'Model', reshaping(SAME, '+rows 2x1', '-rows 6x1'), '#REF!'],
  ['A5', 'Model', reshaping(SAME, '+rows 2x1', '-rows 5x1'), 'A5'],
  ['"A5"&A5&Table1[A5]', 'Model', reshaping(SAME, '+rows 1x1'), '"A5"&A6&Table1[A5]'],
  ["Model!A1+'It''s 2'!B2", 'Other', reshaping(['My model', 'Other', "It's 2"]), "'My model'!A1+'It''s 2'!B2"],
  ["'It''s 2'!B2", 'Other', reshaping(['Model', 'Other', 'Third']), 'Third!B2'],
  ['model!A1', 'Other', reshaping(['A1', 'Other', "It's 2"]), "'A1'!A1"],
  ['[1]Model!A1+Model!Rate', 'Other', reshaping(['New', 'Other', "It's 2"]), '[1]Model!A1+New!Rate'],
  ['Other!A1*2', 'Model', reshaping(['Model', undefined, "It's 2"]), '#REF!*2'],
  ["SUM('Model:It''s 2'!B2)", 'Model', reshaping(['Model', 'Other', undefined]), 'SUM(Model:Other!B2)'],
  ['SUM(Model:Other!B2)', 'Model', reshaping(SAME, '+rows 1x1'), 'SUM(Model:Other!B2)'],
] as const)('%s on %s becomes what Excel makes of it', (formula, sheet, change, expected) => {
  expect(formulaAfter(formula, sheet, change)).toBe(expected);
});
