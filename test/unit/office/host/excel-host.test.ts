import { ExcelHost } from '../../../../src/office/host/excel-host';

const READY = Promise.resolve();

beforeAll(() => {
  Object.assign(globalThis, { location: new URL('https://addin.example.com/taskpane.html') });
});

/** An Excel whose workbook says what 1 January 2000 is. */
function installExcel(answer: () => Promise<number>): { calculations: string[] } {
  const calculations: string[] = [];
  const date = { value: 0, load: () => undefined };
  const context = {
    workbook: {
      functions: {
        date: (...args: number[]) => {
          expect(args).toEqual([2000, 1, 1]);
          return date;
        },
      },
      application: { calculate: (kind: string) => calculations.push(kind) },
    },
    sync: async () => {
      date.value = await answer();
    },
  };
  const run = (_: unknown, batch: (context: unknown) => Promise<unknown>): Promise<unknown> => batch(context);
  Object.assign(globalThis, { Excel: { run, CalculationType: { full: 'Full' } } });
  return { calculations };
}

describe('the date system of the workbook', () => {
  test.each([
    [36_526, '1900'],
    [35_064, '1904'],
    [0, '1900'],
  ])('is known from 1 January 2000, which is %d: %s', async (serial, expected) => {
    installExcel(() => Promise.resolve(serial));
    expect(await new ExcelHost(READY).dateSystem()).toBe(expected);
  });

  test('is 1900 if Excel refuses to say', async () => {
    installExcel(() => Promise.reject(new Error('InvalidOperationInCellEditMode')));
    expect(await new ExcelHost(READY).dateSystem()).toBe('1900');
  });

  test('is 1900 if there is no Excel to ask', async () => {
    Object.assign(globalThis, { Excel: undefined });
    expect(await new ExcelHost(READY).dateSystem()).toBe('1900');
  });
});

describe('a recalculation', () => {
  test('calculates every cell again, including those in error', async () => {
    const { calculations } = installExcel(() => Promise.resolve(0));
    await new ExcelHost(READY).recalculate();
    expect(calculations).toEqual(['Full']);
  });
});
