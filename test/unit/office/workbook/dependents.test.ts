import { listedBlocks, readDependents } from '../../../../src/office/workbook/dependents';
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

function chainIn(version: number): { context: Excel.RequestContext; asked: string[] } {
  const asked: string[] = [];
  let isRefused = false;
  const areas = (address: string, all: boolean, what: string) => {
    asked.push(`${what} of ${address}`);
    const later = CHAIN.slice(CHAIN.indexOf(address) + 1).slice(0, all ? undefined : 1);
    isRefused = later.length === 0;
    const found = { addresses: later, load: () => found };
    return found;
  };
  const range = (sheet: string, address: string) => ({
    untrack: () => undefined,
    getDependents: () => areas(`${sheet}!${address}`, true, 'all'),
    getDirectDependents: () => areas(`${sheet}!${address}`, false, 'direct'),
  });
  Object.assign(globalThis, {
    Office: {
      context: {
        requirements: {
          isSetSupported: (_: string, wanted: string) => Number(wanted.split('.')[1]) <= version,
        },
      },
    },
  });
  const context = {
    workbook: {
      worksheets: { getItem: (sheet: string) => ({ getRange: (address: string) => range(sheet, address) }) },
    },
    sync: () =>
      isRefused ? Promise.reject(Object.assign(new Error('none'), { code: 'ItemNotFound' })) : Promise.resolve(),
  };
  return { context: context as unknown as Excel.RequestContext, asked };
}

describe('the cells that depend on a cell', () => {
  const dependentsOf = async (context: Excel.RequestContext, address: string): Promise<string[]> =>
    (await readDependents(context, [parseA1(address, 'Model')!])).map(a1WithSheet);

  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'Office');
  });

  test('are found in one call in an Excel with ExcelApi 1.15', async () => {
    const { context, asked } = chainIn(15);
    expect(await dependentsOf(context, 'A1')).toEqual(CHAIN.slice(1));
    expect(asked).toEqual(['all of Model!A1']);
  });

  test('are found level by level in an Excel with ExcelApi 1.13', async () => {
    const { context, asked } = chainIn(13);
    expect(await dependentsOf(context, 'A1')).toEqual(CHAIN.slice(1));
    expect(asked).toEqual(CHAIN.map((address) => `direct of ${address}`));
  });

  test('are empty if Excel finds none', async () => {
    expect(await dependentsOf(chainIn(15).context, 'D1')).toEqual([]);
  });

  test('cannot be found in an older Excel, and the error says so', async () => {
    await expect(dependentsOf(chainIn(12).context, 'A1')).rejects.toThrow('say which cells depend on others');
  });
});
