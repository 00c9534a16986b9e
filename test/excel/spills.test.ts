import { useOffice } from './opened';

/** Excel's client gives a result up a minute after it has come. */
const office = useOffice({ clockSpeed: 1 });

describe('a quote with several fields', () => {
  test('keeps to messages that Excel accepts beside other fields, in thousands of cells with one question', async () => {
    const excel = await office.open({ enabledFeatures: [] });
    const formula = { name: 'QUOTE', args: [[['EURUSD']], [['bid,ask,mid,timestamp']]] };
    const results = (await excel.callAll(Array.from({ length: 20_000 }, () => formula))) as { value: unknown[][] }[];
    expect(results.filter(({ value }) => value[0]!.length === 4)).toHaveLength(20_000);
    expect(excel.largestMessage).toBeLessThan(4_000_000);
  });
});
