import { withExcelApi } from './emulator/app-context';
import { useOffice } from './opened';
import { A_QUOTE } from './prices';

const THANKSGIVING_FRIDAY = ['HOURS', [['XNYS']], '2026-11-27', '2026-11-27', [['date,open_time']], false] as const;
const SERIAL = 46_353;
const OPENS = SERIAL + 9.5 / 24;

describe('a value in a cell', () => {
  const office = useOffice();

  test('is a number with a date format for a date, in the current Excel', async () => {
    const excel = await office.open();
    expect(await excel.call(...THANKSGIVING_FRIDAY)).toEqual({
      value: [
        [
          { type: 'Double', basicValue: SERIAL, numberFormat: 'yyyy-mm-dd' },
          { type: 'Double', basicValue: expect.closeTo(OPENS, 6), numberFormat: 'yyyy-mm-dd hh:mm:ss' },
        ],
      ],
    });
  });

  test('is a formatted number in an Excel with ExcelApi 1.16', async () => {
    const excel = await office.open(withExcelApi(1.16));
    expect(await excel.call(...THANKSGIVING_FRIDAY)).toEqual({
      value: [
        [
          { type: 'FormattedNumber', basicValue: SERIAL, numberFormat: 'yyyy-mm-dd' },
          { type: 'FormattedNumber', basicValue: expect.closeTo(OPENS, 6), numberFormat: 'yyyy-mm-dd hh:mm:ss' },
        ],
      ],
    });
  });

  test('is a plain number in an Excel without data types', async () => {
    const excel = await office.open(withExcelApi(1.15));
    expect(await excel.call(...THANKSGIVING_FRIDAY)).toEqual({ value: [[SERIAL, expect.closeTo(OPENS, 6)]] });
  });

  test('has the right serial in a workbook that counts from 1904', async () => {
    const excel = await office.open({ ...withExcelApi(1.15), dateSystem: '1904' });
    expect(await excel.call(...THANKSGIVING_FRIDAY)).toEqual({
      value: [[SERIAL - 1462, expect.closeTo(OPENS - 1462, 6)]],
    });
  });

  test('is #N/A with a sentence for one unknown symbol, in its cell only', async () => {
    const excel = await office.open();
    expect(await excel.call('QUOTE', [['EURUSD'], ['NOSUCH']])).toEqual({
      value: [
        [A_QUOTE],
        [expect.objectContaining({ type: 'Error', basicValue: '#N/A', message: expect.stringContaining('NOSUCH') })],
      ],
    });
  });

  test('is #VALUE! for a wrong argument, with a message that names it', async () => {
    const excel = await office.open();
    expect(await excel.call('QUOTE', [['EURUSD']], [['middle']])).toEqual({
      error: '#VALUE!',
      message: expect.stringContaining('fields: "middle"'),
    });
  });

  test('is #N/A without a key, with a message that says where to enter one', async () => {
    const excel = await office.open({ stored: { 'md.serviceAddress': office.service.address } });
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({
      error: '#N/A',
      message: 'Enter your API key in the MD pane',
    });
  });

  test('is #N/A for a refused key, with a message that never contains the key', async () => {
    const excel = await office.open({
      stored: { 'md.apiKey': 'invalid', 'md.serviceAddress': office.service.address },
    });
    const result = await excel.call('QUOTE', [['EURUSD']]);
    expect(result).toEqual({ error: '#N/A', message: expect.stringMatching(/key/) });
    expect(JSON.stringify(result)).not.toContain('invalid');
  });

  test('is #N/A for a service that cannot be reached, with its address in the message', async () => {
    const nobodyListens = 'http://127.0.0.1:9';
    const excel = await office.open({ stored: { 'md.apiKey': 'demo', 'md.serviceAddress': nobodyListens } });
    expect(await excel.call('QUOTE', [['EURUSD']])).toEqual({
      error: '#N/A',
      message: expect.stringContaining(nobodyListens),
    });
  });
});

describe('a table near the size limit of Excel', () => {
  const office = useOffice();

  /** So that few rows are large. */
  const NAME = 'n'.repeat(200);
  /** Each closes a little later, because a record that repeats another is shown once. */
  const session = (index: number): unknown => ({
    mic: 'XNYS',
    date: '2026-11-27',
    day_of_week: 'Friday',
    is_early_close: true,
    holiday_name: NAME,
    open_time: '2026-11-27T09:30:00-05:00',
    close_time: new Date(Date.UTC(2026, 10, 27, 18) + index * 1000).toISOString().replace('Z', '+00:00'),
  });
  const hoursOf =
    (rowCount: number) =>
    (path: string): unknown =>
      path === '/stocks/markets/hours' ? Array.from({ length: rowCount }, (_, index) => session(index)) : undefined;

  test('drops its number formats and keeps its numbers', async () => {
    const excel = await office.open();
    office.service.instead = hoursOf(10_000);
    const { value } = (await excel.call('HOURS', [['XNYS']], '2026-11-27', '2026-11-27')) as { value: unknown[][] };
    expect(value).toHaveLength(10_001);
    expect(value.at(-1)).toEqual(['XNYS', SERIAL, 'Friday', true, expect.closeTo(OPENS, 6), expect.any(Number), NAME]);
  });

  test('becomes #VALUE! with the number of rows that fit if it is larger, and its neighbour has its value', async () => {
    const excel = await office.open();
    office.service.instead = hoursOf(20_000);
    const [large, small] = await excel.callAll([
      { name: 'HOURS', args: [[['XNYS']], '2026-11-27', '2026-11-27'] },
      { name: 'QUOTE', args: [[['EURUSD']]] },
    ]);
    expect(large).toEqual({
      error: '#VALUE!',
      message: expect.stringMatching(/^The result of 20,000 rows is too large for Excel; [\d,]+ rows fit: /),
    });
    expect(small).toEqual({ value: [[A_QUOTE]] });
  });

  test.each(process.env.MD_TESTS === 'all' ? [[[1, 2, 3, 4]], [[]]] : [[[]]])(
    'arrives even with a second one that Excel only accepts later, with the client features %j',
    async (enabledFeatures) => {
      const excel = await office.open({ enabledFeatures });
      office.service.instead = hoursOf(10_000);
      const table = { name: 'HOURS', args: [[['XNYS']], '2026-11-27', '2026-11-27'] };
      const results = (await excel.callAll([table, table, { name: 'QUOTE', args: [[['EURUSD']]] }])) as {
        value: unknown[];
      }[];
      expect(results.map(({ value }) => value.length)).toEqual([10_001, 10_001, 1]);
    },
  );
});
