import { listedBlocks } from '../../../../src/office/workbook/workbook';
import { a1WithSheet } from '../../../../src/core/sheet';

test.each([
  ['Sheet1!A1:B4, Sheet1!D1', ['Sheet1!A1:B4', 'Sheet1!D1']],
  ["'My, sheet'!A1,'It''s'!B2:C3", ["'My, sheet'!A1", "'It''s'!B2:C3"]],
  ['C7', ['Model!C7']],
  ['', []],
])('the addresses %j are the blocks %j', (addresses, blocks) => {
  expect(listedBlocks(addresses, 'Model').map(a1WithSheet)).toEqual(blocks);
});
