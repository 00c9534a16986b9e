import { a1WithSheet } from '../../../../src/core/sheet/a1';
import { blocksIn } from '../../../../src/office/workbook/dependents';

test.each([
  ['Sheet1!A1:B4, Sheet1!D1', ['Sheet1!A1:B4', 'Sheet1!D1']],
  ["'My, sheet'!A1,'It''s'!B2:C3", ["'My, sheet'!A1", "'It''s'!B2:C3"]],
  ['C7', ['Model!C7']],
  ['', []],
])('the addresses %j are the blocks %j', (addresses, blocks) => {
  expect(blocksIn(addresses, 'Model').map(a1WithSheet)).toEqual(blocks);
});
