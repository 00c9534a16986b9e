import { withExcelApi } from './emulator/app-context';
import { useOffice } from './opened';

const QUOTE = { name: 'QUOTE', args: [[['EURUSD']]] } as const;
const KEY = 'a-key-of-good-length';
const MANY = process.env.MD_TESTS === 'all' ? 10_000 : 2_000;

interface RichCell {
  readonly type: string;
  readonly basicValue: number;
  readonly properties?: Readonly<Record<string, unknown>>;
}

describe('a single quote in its cell', () => {
  const office = useOffice();
  const stored = (settings: Readonly<Record<string, string>> = {}) => ({
    stored: { 'md.apiKey': KEY, 'md.serviceAddress': office.service.address, ...settings },
  });

  test('is a number with only a format, until the user turns properties on', async () => {
    const excel = await office.open(stored());
    expect(await excel.call(QUOTE.name, ...QUOTE.args)).toEqual({
      value: [[{ type: 'Double', basicValue: expect.any(Number), numberFormat: expect.any(String) }]],
    });
  });

  test('is a number that includes its time, bid, ask and source if properties are on', async () => {
    const excel = await office.open(stored({ 'md.properties': 'auto' }));
    expect(await excel.call(QUOTE.name, ...QUOTE.args)).toEqual({
      value: [
        [
          {
            type: 'Double',
            basicValue: expect.any(Number),
            numberFormat: expect.stringMatching(/^#,##0\.0+$/),
            properties: {
              asOf: { type: 'Double', basicValue: expect.any(Number), numberFormat: 'yyyy-mm-dd hh:mm:ss' },
              bid: { type: 'Double', basicValue: expect.any(Number) },
              ask: { type: 'Double', basicValue: expect.any(Number) },
              source: { type: 'String', basicValue: new URL(office.service.address).host },
            },
          },
        ],
      ],
    });
  });

  test('has only a format in an Excel with ExcelApi 1.16', async () => {
    const excel = await office.open({ ...stored(), ...withExcelApi(1.16) });
    expect(await excel.call(QUOTE.name, ...QUOTE.args)).toEqual({
      value: [[{ type: 'FormattedNumber', basicValue: expect.any(Number), numberFormat: expect.any(String) }]],
    });
  });

  test('is a plain number if the user has turned formats off', async () => {
    const excel = await office.open(stored({ 'md.richValues': 'off' }));
    expect(await excel.call(QUOTE.name, ...QUOTE.args)).toEqual({ value: [[expect.any(Number)]] });
  });

  test('arrives along with thousands of others, each with its properties, in messages that Excel accepts', async () => {
    const excel = await office.open(stored({ 'md.properties': 'auto' }));
    const results = (await excel.callAll(Array.from({ length: MANY }, () => QUOTE))) as { value: RichCell[][] }[];
    const cells = results.map(({ value }) => value[0]![0]!);
    expect(cells.filter(({ properties }) => properties?.asOf !== undefined)).toHaveLength(MANY);
  });

  test.each([1.16, 1.19])('keeps its format along with 29,999 others: ExcelApi %d', async (excelApi) => {
    const excel = await office.open({ ...stored(), ...withExcelApi(excelApi) });
    const results = (await excel.callAll(Array.from({ length: 30_000 }, () => QUOTE))) as { value: RichCell[][] }[];
    expect(results.every(({ value }) => typeof value[0]![0] === 'object')).toBe(true);
    // What the pacer counts for each of them.
    expect(excel.largestMessage).toBeLessThan(30_000 * 120);
  });

  test('is a plain number if even more come together, or waits if the user wants properties for all', async () => {
    const withProperties = async (properties: string): Promise<number> => {
      const excel = await office.open(stored({ 'md.properties': properties }));
      const formulas = ['EURUSD', 'GBPUSD'].flatMap((symbol) =>
        Array.from({ length: 6_000 }, () => ({ name: 'QUOTE', args: [[[symbol]]] })),
      );
      const results = (await excel.callAll(formulas)) as { value: (number | RichCell)[][] }[];
      return results
        .map(({ value }) => value[0]![0]!)
        .filter((cell) => typeof cell === 'object' && cell.properties !== undefined).length;
    };
    expect(await withProperties('auto')).toBe(6_000);
    expect(await withProperties('on')).toBe(12_000);
  });
});
