import { withExcelApi } from './emulator/app-context';
import { type OpenOptions, useOffice } from './opened';
import { at } from './addresses';
import { PROFILES, PROFILE_NAMES } from './emulator/profiles';
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
});
