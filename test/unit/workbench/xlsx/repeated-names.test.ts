import { repeatedNames, withReferences } from '../../../../src/workbench/xlsx/repeated-names';

const SHEETS = ['Base', 'Copy', "It's mine"];
const NAMES = repeatedNames(
  [
    { Name: 'Rate', Ref: 'Base!$A$1' },
    { Name: 'RATE', Ref: 'Copy!$A$1', Sheet: 1 },
    { Name: 'Spread', Ref: 'Base!$B$1+1', Sheet: 0 },
    { Name: 'Spread', Ref: "'It''s mine'!$B$1", Sheet: 2 },
    { Name: 'Tax', Ref: 'Base!$C$1' },
  ],
  SHEETS,
);

describe('a formula of a file with names that occur more than once', () => {
  test.each([
    ["takes the sheet's own name", 'Copy', 'rate*2', 'Copy!$A$1*2'],
    ["takes the workbook's name on a sheet without its own", 'Base', 'SUM(Rate,1)', 'SUM(Base!$A$1,1)'],
    ['keeps a name of other sheets', 'Copy', 'Spread*2', 'Spread*2'],
    ['puts a calculation into parentheses', 'Base', 'Spread*2', '(Base!$B$1+1)*2'],
    ['takes a sheet whose name has an apostrophe', "It's mine", 'Spread', "'It''s mine'!$B$1"],
    ['keeps a name that occurs once', 'Copy', 'Tax+Rate', 'Tax+Copy!$A$1'],
    ['keeps texts, and the local names of LET', 'Copy', '_xlfn.LET(_xlpm.Rate,"Rate",_xlpm.Rate)', undefined],
  ])('%s', (_, sheet, formula, read = formula) => {
    expect(withReferences(formula, NAMES, sheet)).toBe(read);
  });

  test('is unchanged if each name occurs once', () => {
    const names = repeatedNames([{ Name: 'Rate', Ref: 'Base!$A$1' }], SHEETS);
    expect(names).toEqual([]);
    expect(withReferences('Rate*2', names, 'Base')).toBe('Rate*2');
  });
});
