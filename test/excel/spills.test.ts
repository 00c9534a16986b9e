import type { EmulatedExcel } from './emulator/emulated-excel';
import { useOffice } from './opened';

/** Excel's client gives a result up a minute after it has come. */
const office = useOffice({ clockSpeed: 1 });

describe('many large spills', () => {
  const ROWS = 5_000;
  const DATES = Array.from({ length: 8 }, (_, day) => new Date(Date.UTC(2026, 0, 5 + day)).toISOString().slice(0, 10));

  /** Opens a workbook whose trading days have thousands of sessions, and calculates one spill for each day. */
  async function calculate(enabledFeatures: readonly number[], failures: number): Promise<EmulatedExcel> {
    const excel = await office.open({ enabledFeatures });
    excel.failures = failures;
    office.service.instead = (path, search) => {
      const date = new URLSearchParams(search).get('start');
      if (path !== '/stocks/markets/hours' || date === null) return undefined;
      return Array.from({ length: ROWS }, (_, second) => ({
        mic: 'XNYS',
        date,
        day_of_week: 'Monday',
        is_early_close: false,
        holiday_name: null,
        open_time: `${date}T09:30:00-05:00`,
        close_time: new Date(Date.parse(`${date}T18:00:00Z`) + second * 1000).toISOString().replace('Z', '+00:00'),
      }));
    };
    const results = (await excel.callAll(
      DATES.map((date) => ({ name: 'HOURS', args: [[['XNYS']], date, date, [['date,close_time']], false] })),
    )) as { value: { basicValue: number }[][] }[];
    for (const [index, { value }] of results.entries()) {
      const serial = Date.parse(DATES[index]!) / 86_400_000 + 25_569;
      expect(value).toHaveLength(ROWS);
      const wrong = value.filter(([date, close], second) => {
        const expected = serial + 18 / 24 + second / 86_400;
        return date!.basicValue !== serial || Math.abs(close!.basicValue - expected) > 1e-6;
      });
      expect(wrong).toHaveLength(0);
    }
    return excel;
  }

  test.each([[[1, 2, 3, 4]], [[]]])(
    'arrive after messages that failed, which are repeated with what comes next, with the client features %j',
    async (enabledFeatures) => {
      const excel = await calculate(enabledFeatures, 4);
      expect(excel.failures).toBe(0);
      expect(excel.largestMessage).toBeLessThan(4_000_000);
    },
  );
});

test('a quote with several fields keeps to messages that Excel accepts beside other fields, in thousands of cells with one question', async () => {
  const excel = await office.open({ enabledFeatures: [] });
  const formula = { name: 'QUOTE', args: [[['EURUSD']], [['bid,ask,mid,timestamp']]] };
  const results = (await excel.callAll(Array.from({ length: 20_000 }, () => formula))) as { value: unknown[][] }[];
  expect(results.filter(({ value }) => value[0]!.length === 4)).toHaveLength(20_000);
  expect(excel.largestMessage).toBeLessThan(4_000_000);
});
