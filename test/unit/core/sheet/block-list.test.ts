import { parseA1 } from '../../../../src/core/sheet/a1';
import { blocksOfFormula, formulaOfBlocks } from '../../../../src/core/sheet/block-list';

const at = (address: string) => parseA1(address, 'Model')!;

test.each([
  ['Model!$B$2', ['B2']],
  ["Model!$B$2:$C$5+'My + sheet'!$A$1+'It''s'!$XFD$1048576", ['B2:C5', "'My + sheet'!A1", "'It''s'!XFD1048576"]],
])('%s is a formula of its blocks, and says them again', (formula, addresses) => {
  expect(formulaOfBlocks(addresses.map(at))).toBe(formula);
  expect(blocksOfFormula(`=${formula}`)).toEqual(addresses.map(at));
});

test('cells that were deleted keep their place in the formula', () => {
  const blocks = [at('A1'), undefined, at('A3')];
  expect(blocksOfFormula(formulaOfBlocks(blocks))).toEqual(blocks);
  expect(blocksOfFormula("=Model!$A$1+'My sheet'!#REF!")).toEqual([at('A1'), undefined]);
});
