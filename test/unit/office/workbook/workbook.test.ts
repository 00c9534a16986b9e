import { listedBlocks, readDependents } from '../../../../src/office/workbook/workbook';
import { a1WithSheet, parseA1 } from '../../../../src/core/sheet';

test.each([
  ['Sheet1!A1:B4, Sheet1!D1', ['Sheet1!A1:B4', 'Sheet1!D1']],
  ["'My, sheet'!A1,'It''s'!B2:C3", ["'My, sheet'!A1", "'It''s'!B2:C3"]],
  ['C7', ['Model!C7']],
  ['', []],
])('the addresses %j are the blocks %j', (addresses, blocks) => {
  expect(listedBlocks(addresses, 'Model').map(a1WithSheet)).toEqual(blocks);
});

/** A chain of dependent cells, as Excel tells them; like Excel, it refuses to name the dependents of the last. */
const CHAIN = ['Model!A1', 'Model!B1', 'Model!C1', 'Model!D1'];

function chainIn(): Excel.RequestContext {
  let isRefused = false;
  const range = (sheet: string, address: string) => ({
    untrack: () => undefined,
    getDependents: () => {
      const later = CHAIN.slice(CHAIN.indexOf(`${sheet}!${address}`) + 1);
      isRefused = later.length === 0;
      const found = { addresses: later, load: () => found };
      return found;
    },
  });
  const context = {
    workbook: {
      worksheets: { getItem: (sheet: string) => ({ getRange: (address: string) => range(sheet, address) }) },
    },
    sync: () =>
      isRefused ? Promise.reject(Object.assign(new Error('none'), { code: 'ItemNotFound' })) : Promise.resolve(),
  };
  return context as unknown as Excel.RequestContext;
}

describe('the cells that depend on a cell', () => {
  const dependentsOf = async (...addresses: string[]): Promise<string[]> =>
    (
      await readDependents(
        chainIn(),
        addresses.map((address) => parseA1(address, 'Model')!),
      )
    ).map(a1WithSheet);

  test('are found once, although several cells lead to them, and a cell without dependents has none', async () => {
    expect(await dependentsOf('A1')).toEqual(CHAIN.slice(1));
    expect(await dependentsOf('D1', 'B1', 'A1')).toEqual(['Model!C1', 'Model!D1', 'Model!B1']);
    expect(await dependentsOf('D1')).toEqual([]);
  });
});
