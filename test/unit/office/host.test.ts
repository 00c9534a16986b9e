import { cellOf } from '../../../src/core/sheet';
import { ExcelHost, ExcelStorage, lazyWorkbook } from '../../../src/office/host';
import type { Workbook } from '../../../src/app/host';

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

  test('is asked for again if Excel refuses to say', async () => {
    let isRefused = true;
    installExcel(() =>
      isRefused ? Promise.reject(new Error('InvalidOperationInCellEditMode')) : Promise.resolve(35_064),
    );
    jest.useFakeTimers();
    const asked = new ExcelHost(READY).dateSystem();
    await jest.advanceTimersByTimeAsync(60_000);
    isRefused = false;
    await jest.advanceTimersByTimeAsync(60_000);
    jest.useRealTimers();
    expect(await asked).toBe('1904');
  });
});

test('a recalculation calculates every cell again, including those in error', async () => {
  const { calculations } = installExcel(() => Promise.resolve(0));
  await new ExcelHost(READY).recalculate();
  expect(calculations).toEqual(['Full']);
});

/** A store of texts, as the browser or Office offers it. */
function installStores(
  context: { partitionKey?: string },
  hasOfficeStorage: boolean,
): { office: Map<string, string>; browser: Map<string, string> } {
  const [office, browser] = [new Map<string, string>(), new Map<string, string>()];
  Object.assign(globalThis, {
    Office: { context },
    OfficeRuntime: hasOfficeStorage
      ? {
          storage: {
            getItem: (key: string) => Promise.resolve(office.get(key) ?? null),
            setItem: (key: string, value: string) => Promise.resolve(void office.set(key, value)),
            removeItem: (key: string) => Promise.resolve(void office.delete(key)),
          },
        }
      : undefined,
    localStorage: {
      getItem: (key: string) => browser.get(key) ?? null,
      setItem: (key: string, value: string) => browser.set(key, value),
      removeItem: (key: string) => browser.delete(key),
    },
  });
  return { office, browser };
}

async function writeReadRemove(storage: ExcelStorage): Promise<(string | null)[]> {
  await storage.setItem('md.area', 'stocks');
  const read = await storage.getItem('md.area');
  await storage.removeItem('md.area');
  return [read, await storage.getItem('md.area')];
}

describe('the storage of the user', () => {
  test('is OfficeRuntime.storage', async () => {
    const { office, browser } = installStores({}, true);
    const storage = new ExcelStorage(Promise.resolve());
    expect(await writeReadRemove(storage)).toEqual(['stocks', null]);
    await storage.setItem('md.area', 'crypto');
    expect([[...office], [...browser]]).toEqual([[['md.area', 'crypto']], []]);
  });

  test('has the partition key in its names if the browser partitions storage', async () => {
    const { office } = installStores({ partitionKey: 'site-a/' }, true);
    await new ExcelStorage(Promise.resolve()).setItem('md.area', 'crypto');
    expect([...office]).toEqual([['site-a/md.area', 'crypto']]);
  });

  test('is that of the browser if Office has none', async () => {
    const { browser } = installStores({}, false);
    const storage = new ExcelStorage(Promise.resolve());
    expect(await writeReadRemove(storage)).toEqual(['stocks', null]);
    await storage.setItem('md.area', 'crypto');
    expect([...browser]).toEqual([['md.area', 'crypto']]);
  });

  test('is not used before Office is ready', async () => {
    const { office } = installStores({}, true);
    let becomeReady!: () => void;
    const writing = new ExcelStorage(new Promise<void>((resolve) => (becomeReady = resolve))).setItem(
      'md.area',
      'crypto',
    );
    await Promise.resolve();
    expect(office.size).toBe(0);
    becomeReady();
    await writing;
    expect(office.size).toBe(1);
  });
});

const A1 = cellOf('Model', 0, 0);

const opened = (workbook: Partial<Workbook>): Workbook => workbook as Workbook;

function useLanguage(contentLanguage: string): void {
  Object.assign(globalThis, { Office: { context: { contentLanguage } } });
}

describe('the workbook code', () => {
  test('is not loaded before it is needed', () => {
    const load = jest.fn();
    lazyWorkbook(load);
    expect(load).not.toHaveBeenCalled();
  });

  test('is loaded once, however often it is needed', async () => {
    const load = jest.fn(() => Promise.resolve(opened({ selection: () => Promise.resolve(A1) })));
    const workbook = lazyWorkbook(load);
    expect(await Promise.all([workbook.selection(), workbook.selection()])).toEqual([A1, A1]);
    expect(load).toHaveBeenCalledTimes(1);
  });

  test('can be requested again after a failure, whose error says what to do', async () => {
    const load = jest
      .fn<Promise<Workbook>, []>()
      .mockRejectedValueOnce(new Error('ChunkLoadError'))
      .mockResolvedValue(opened({ selection: () => Promise.resolve(A1) }));
    const workbook = lazyWorkbook(load);
    await expect(workbook.selection()).rejects.toThrow(
      'Part of MD could not be loaded: check the connection, then try again',
    );
    expect(await workbook.selection()).toEqual(A1);
  });

  test.each([
    ['en-US', ','],
    ['de-DE', ';'],
    ['fr-FR', ';'],
    ['ja-JP', ','],
  ])('uses the list separator of %s until it is loaded: "%s"', (language, separator) => {
    useLanguage(language);
    expect(lazyWorkbook(() => Promise.reject(new Error())).listSeparator).toBe(separator);
  });

  test('reads no formulas in another way than by its marks, before it is open and after', async () => {
    const workbook = lazyWorkbook(() => Promise.resolve(opened({ selection: () => Promise.resolve(A1) })));
    expect(workbook.readFormula).toBeUndefined();
    await workbook.selection();
    expect(workbook.readFormula).toBeUndefined();
  });

  test('uses the list separator of Excel once it is loaded', async () => {
    useLanguage('en-US');
    const workbook = lazyWorkbook(() =>
      Promise.resolve(opened({ listSeparator: ';', selection: () => Promise.resolve(A1) })),
    );
    await workbook.selection();
    expect(workbook.listSeparator).toBe(';');
  });
});

describe('a selection listener', () => {
  test('is added when the workbook code is loaded, and removed on request', async () => {
    const stop = jest.fn();
    const on = jest.fn(() => stop);
    const workbook = lazyWorkbook(() => Promise.resolve(opened({ on, selection: () => Promise.resolve(A1) })));
    const end = workbook.on('selected', () => undefined);
    await workbook.selection();
    expect(on).toHaveBeenCalledTimes(1);
    end();
    expect(stop).toHaveBeenCalledTimes(1);
  });

  test('is never added if it is removed before', async () => {
    const on = jest.fn();
    const workbook = lazyWorkbook(() => Promise.resolve(opened({ on, selection: () => Promise.resolve(A1) })));
    workbook.on('selected', () => undefined)();
    await workbook.selection();
    expect(on).not.toHaveBeenCalled();
  });
});
