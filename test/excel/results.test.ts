import { withExcelApi } from './emulator/app-context';
import { type OpenOptions, useOffice } from './opened';
import { A_QUOTE } from './prices';
import { at } from './addresses';
import { PROFILES, PROFILE_NAMES } from './emulator/profiles';
import { Refusal } from './emulator/process-query';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';

const office = useOffice();

const THANKSGIVING_FRIDAY = ['HOURS', [['XNYS']], '2026-11-27', '2026-11-27', [['date,open_time']], false] as const;
const SERIAL = 46_353;
const OPENS = SERIAL + 9.5 / 24;

describe('a value in a cell', () => {
  test('is a number with a date format for a date, in the current Excel', async () => {
    const excel = await office.share();
    expect(await excel.call(...THANKSGIVING_FRIDAY)).toEqual({
      value: [
        [
          { type: 'Double', basicValue: SERIAL, numberFormat: 'yyyy-mm-dd' },
          { type: 'Double', basicValue: expect.closeTo(OPENS, 6), numberFormat: 'hh:mm' },
        ],
      ],
    });
  });

  test('has the right serial in a workbook that counts from 1904', async () => {
    const excel = await office.open({ ...withExcelApi(1.15), dateSystem: '1904' });
    expect(await excel.call(...THANKSGIVING_FRIDAY)).toEqual({
      value: [[SERIAL - 1462, expect.closeTo(OPENS - 1462, 6)]],
    });
  });

  test('is #N/A with a sentence for one unknown symbol, in its cell only', async () => {
    const excel = await office.share();
    expect(await excel.call('QUOTE', [['EURUSD'], ['NOSUCH']])).toEqual({
      value: [
        [A_QUOTE],
        [expect.objectContaining({ type: 'Error', basicValue: '#N/A', message: expect.stringContaining('NOSUCH') })],
      ],
    });
  });

  test('is #VALUE! for a wrong argument, with a message that names it', async () => {
    const excel = await office.share();
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
});

describe('a table near the size limit of Excel', () => {
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

  test.each(process.env.MD_TESTS === 'night' ? [[[1, 2, 3, 4]], [[]]] : [[[]]])(
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

const QUOTE = { name: 'QUOTE', args: [[['EURUSD']]] } as const;
const KEY = 'a-key-of-good-length';
const MANY = process.env.MD_TESTS === 'night' ? 10_000 : 2_000;

interface RichCell {
  readonly type: string;
  readonly basicValue: number;
  readonly properties?: Readonly<Record<string, unknown>>;
}

describe('a single quote in its cell', () => {
  const stored = (settings: Readonly<Record<string, string>> = {}) => ({
    stored: { 'md.apiKey': KEY, 'md.serviceAddress': office.service.address, ...settings },
  });

  test('is a number with a card of its time, prices, spread, symbol and source if properties are on', async () => {
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
              mid: { type: 'Double', basicValue: expect.any(Number) },
              spread: { type: 'Double', basicValue: expect.any(Number) },
              symbol: { type: 'String', basicValue: 'EURUSD' },
              source: { type: 'String', basicValue: new URL(office.service.address).host },
            },
            provider: { description: new URL(office.service.address).host },
          },
        ],
      ],
    });
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

const PRICE = '=MD.QUOTE("EURUSD")';
const PRICE_FORMAT = /^#,##0\.0+$/;
const HOURS = '=MD.HOURS("XNYS","2026-11-23","2026-11-23",,FALSE)';
const CLOCK = 'hh:mm';

const withoutDataTypes = PROFILE_NAMES.filter((name) => 'hasDataTypes' in PROFILES[name]);

describe('in an Excel whose functions can return only plain numbers', () => {
  const createBook = () => {
    const workbook = new EmulatedWorkbook('Model', 'Other');
    const formatted = async (address: string): Promise<string> => {
      for (;;) {
        const format = formatOf(workbook, address);
        if (format !== 'General') return format;
        await new Promise<void>((resolve) => (workbook.onFormats = resolve));
      }
    };
    return { workbook, formatted };
  };

  const formatOf = (workbook: EmulatedWorkbook, address: string): string => {
    const { sheet, row, column } = at(address);
    return workbook.sheet(sheet).format(row, column);
  };

  test.each(withoutDataTypes)('%s: prices, dates and times get number formats, in their own cells', async (name) => {
    const { workbook, formatted } = createBook();
    const excel = await office.openOn(name, { workbook });
    await excel.type('A1', PRICE);
    await excel.type('A3', HOURS);
    expect(await formatted('A1')).toMatch(PRICE_FORMAT);
    const formats = () => Array.from({ length: 12 }, (_, column) => workbook.sheet('Model').format(2, column));
    while (!formats().includes(CLOCK)) await new Promise<void>((resolve) => (workbook.onFormats = resolve));
    expect(formats()[0]).toBe('General');
    expect(formatOf(workbook, 'A2')).toBe('General');
  });

  test('cells of a protected sheet keep the format that they have', async () => {
    const { workbook, formatted } = createBook();
    const sheet = workbook.sheet('Model');
    sheet.isProtected = true;
    sheet.unlocked.push(at('A1'));
    const excel = await office.openOn('Excel 2024 LTSC', { workbook });
    await excel.type('A1', PRICE);
    await excel.type('Other!A1', PRICE);
    await formatted('Other!A1');
    expect(formatOf(workbook, 'A1')).toBe('General');
  });

  test('a read-only workbook is not changed, without a note', async () => {
    const { workbook } = createBook();
    workbook.isReadOnly = true;
    const asked = new Promise<void>((resolve) => (workbook.onRightsAsked = resolve));
    const excel = await office.openOn('Excel 2021 retail', { workbook });
    await excel.type('A1', PRICE);
    await asked;
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Activity' }).click();
    await excel.pane.getByText('Since the add-in was loaded').waitFor();
    expect(formatOf(workbook, 'A1')).toBe('General');
    expect(await excel.pane.locator('body').innerText()).not.toContain('number formats');
  });

  test('a refusal by Excel is mentioned in the activity', async () => {
    const { workbook } = createBook();
    workbook.onFormats = () => {
      throw new Refusal('AccessDenied');
    };
    const excel = await office.openOn('Excel 2021 retail', { workbook });
    await excel.type('A1', PRICE);
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Activity' }).click();
    await excel.pane.getByText('Excel does not let MD format cells in this workbook').waitFor();
  });
});

const FORMULAS = {
  A1: '=MD.QUOTE("EURUSD")',
  A2: '=MD.QUOTE("EURUSD,USDJPY","symbol,bid")',
  A4: '=MD.CONVERT(100,"USD","EUR")',
};

describe('cells of a failing service, with last values wanted,', () => {
  afterEach(() => (office.service.instead = undefined));

  /** Formulas that had their values before the service failed. */
  async function openAndFail(options: OpenOptions = {}): Promise<EmulatedWorkbook> {
    const workbook = new EmulatedWorkbook('Model');
    const excel = await office.open({
      workbook,
      stored: { 'md.apiKey': 'demo', 'md.serviceAddress': office.service.address, 'md.onFailure': 'last-value' },
      ...options,
    });
    for (const [address, formula] of Object.entries(FORMULAS)) await excel.type(address, formula);
    office.service.instead = () => 'no data';
    await excel.runCommand('refreshAll');
    await workbook.settled();
    return workbook;
  }

  test('show them as numbers, with a clock in their format and one beside them', async () => {
    const workbook = await openAndFail();
    for (const address of ['A1', 'B2', 'B3', 'A4']) {
      expect(workbook.cell(address)).toMatchObject({
        value: expect.any(Number),
        icon: 'Clock',
        valueFormat: expect.stringMatching(/" ⏱ \d\d:\d\d"$/),
      });
    }
    expect(workbook.shown('A2')).toBe('EURUSD');
  });

  test('show errors in an Excel without icons beside numbers, because a cell format may hide the clock', async () => {
    const workbook = await openAndFail(withExcelApi(1.16));
    expect(['A1', 'B2', 'B3', 'A4'].map((address) => workbook.shown(address))).toEqual([
      '#N/A',
      '#N/A',
      '#N/A',
      '#N/A',
    ]);
  });
});
