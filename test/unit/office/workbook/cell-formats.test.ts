import type { Session } from '../../../../src/app/session';
import { readCell } from '../../../../src/app/workbook/block-contents';
import { type Cell, MarkedNumber } from '../../../../src/core/cell';
import { notAvailable } from '../../../../src/core/errors';
import { parseA1 } from '../../../../src/core/sheet';
import { formatCells, formatWhereNeeded } from '../../../../src/office/workbook/cell-formats';
import { createCall, createTestSession } from '../../../support/evaluate';
import type { MemoryHost } from '../../../support/memory-host';
import type { MemoryWorkbook } from '../../../support/memory-workbook';
import { Features } from '../../../../src/office/features';

const PRICE: Cell = { value: 1.5, format: '0.00' };

/** An Excel that says which sheets of a workbook may be changed. */
function installExcel(workbook: MemoryWorkbook, readOnly = false): void {
  const load = () => ({ readOnly });
  const run = async (_: unknown, batch: (context: unknown) => Promise<unknown>): Promise<unknown> => {
    const { sheets } = await workbook.outline();
    const items = sheets.map((name) => ({ name, protection: { protected: workbook.protectedSheets.has(name) } }));
    return batch({ workbook: { load, worksheets: { load: () => ({ items }) } }, sync: () => Promise.resolve() });
  };
  Object.assign(globalThis, { Excel: { run } });
}

describe('the number formats of results that are plain numbers', () => {
  let workbook: MemoryWorkbook;
  let session: Session;
  let stop: () => void;

  beforeEach(async () => {
    session = createTestSession();
    await session.ready;
    ({ workbook } = session.host as MemoryHost);
    installExcel(workbook);
    jest.useFakeTimers();
    stop = formatCells(session, []);
  });

  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  const end = (address: string, result: unknown): void => {
    session.cells.endCall(createCall({ address: `Sheet1!${address}` }), result);
  };
  /** A result that the cell shows. */
  const shown = async (address: string, result: unknown = PRICE): Promise<void> => {
    await workbook.enter(address, [1.5]);
    end(address, result);
  };
  const later = (): Promise<void> => jest.advanceTimersByTimeAsync(10_000);
  const format = async (address: string): Promise<string> =>
    (await readCell(workbook, parseA1(address, 'Sheet1')!)).format;
  const setFormat = (address: string, own: string): Promise<void> =>
    workbook.write([{ block: parseA1(address, 'Sheet1')!, cells: [[{ format: own }]] }]);
  /** What is written from now on. */
  const written = (): (() => readonly string[]) => {
    const { length } = workbook.changes;
    return () => workbook.changes.slice(length);
  };

  test('are written together, neighbours as one block', async () => {
    for (const address of ['A1', 'A2', 'A3', 'C7']) await shown(address);
    const changes = written();
    await later();
    expect(await Promise.all(['A1', 'A2', 'A3', 'C7', 'C8'].map(format))).toEqual([
      ...Array<string>(4).fill('0.00'),
      'General',
    ]);
    expect(changes()).toEqual(['write Sheet1!A1:A3', 'write Sheet1!C7']);
  });

  test('are written for results from before this code was loaded, too', async () => {
    stop();
    await workbook.enter('B2', [1.5]);
    stop = formatCells(session, [[createCall({ address: 'Sheet1!B2' }), [[PRICE]]]]);
    await later();
    expect(await format('B2')).toBe('0.00');
  });

  test('are written only to the cells of a table that have a format', async () => {
    await workbook.enter('A1', ['day', 'price'], [46_000, 1.5]);
    end('A1', [
      ['day', 'price'],
      [{ value: 46_000, format: 'yyyy-mm-dd' }, PRICE],
    ]);
    await later();
    expect(await Promise.all(['A1', 'B1', 'A2', 'B2'].map(format))).toEqual([
      'General',
      'General',
      'yyyy-mm-dd',
      '0.00',
    ]);
  });

  test('are written once: the same result again causes no change, even if the user has changed the format', async () => {
    await shown('A1');
    await later();
    await setFormat('A1', 'General');
    const changes = written();
    end('A1', PRICE);
    await later();
    expect([changes(), await format('A1')]).toEqual([[], 'General']);
  });

  test('are replaced by one with more decimals, unless the user has changed them', async () => {
    await shown('A1');
    await shown('A2');
    await later();
    await setFormat('A2', '0.0%');
    const finer = { value: 1.5, format: '0.0000' };
    end('A1', finer);
    end('A2', finer);
    await later();
    end('A1', PRICE);
    await later();
    expect([await format('A1'), await format('A2')]).toEqual(['0.0000', '0.0%']);
  });

  test('wait for a result that the spreadsheet does not show yet', async () => {
    end('A1', PRICE);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(await format('A1')).toBe('General');
    await workbook.enter('A1', [1.5]);
    await later();
    expect(await format('A1')).toBe('0.00');
  });

  test('are not looked at again after the end, even if the cells were just being read', async () => {
    end('A1', PRICE);
    const read = workbook.read.bind(workbook);
    workbook.read = (blocks) => {
      stop();
      return read(blocks);
    };
    await later();
    expect(jest.getTimerCount()).toBe(0);
  });

  test('are not written if the formula makes another value of the result', async () => {
    await workbook.enter('A1', [150]);
    const read = jest.spyOn(workbook, 'read');
    end('A1', PRICE);
    await later();
    const count = read.mock.calls.length;
    end('A1', PRICE);
    await later();
    expect([count, read.mock.calls.length, await format('A1')]).toEqual([3, 3, 'General']);
  });

  test('are not written for errors, texts, plain numbers and last values', async () => {
    const read = jest.spyOn(workbook, 'read');
    end('A1', notAvailable('gone'));
    end('A2', 'text');
    end('A3', 7);
    end('A4', new MarkedNumber(1.5, '0.00" ⏱"', '12:00', notAvailable('gone')));
    await later();
    expect(read).not.toHaveBeenCalled();
  });

  test('are written to a protected sheet as soon as its protection ends, and to others at once', async () => {
    await workbook.enter('Other!A1', [1.5]);
    await shown('A1');
    session.cells.endCall(createCall({ address: 'Other!A1' }), PRICE);
    session.cells.endCall(createCall({ address: 'Deleted!A1' }), PRICE);
    workbook.protectedSheets.add('Sheet1');
    await later();
    expect([await format('A1'), await format('Other!A1')]).toEqual(['General', '0.00']);
    workbook.protectedSheets.clear();
    end('A1', PRICE);
    await later();
    expect(await format('A1')).toBe('0.00');
  });

  test('are not written to a read-only workbook', async () => {
    installExcel(workbook, true);
    await shown('A1');
    await later();
    expect([await format('A1'), session.activity.notes]).toEqual(['General', []]);
  });

  test('are given up after a refusal, which is noted in the activity', async () => {
    await shown('A1');
    workbook.beforeChange = () => {
      throw new Error('AccessDenied');
    };
    await later();
    workbook.beforeChange = () => undefined;
    await shown('A2');
    await later();
    expect(await format('A2')).toBe('General');
    expect(session.activity.notes.map(({ text }) => text)).toEqual([
      'Excel does not let MD format cells in this workbook: choose number formats yourself',
    ]);
  });
});

const RESULT = { value: 1.5, format: '0.00' };

describe('number formats that the add-in writes into cells', () => {
  const run = jest.fn(() => Promise.resolve(new Set()));
  beforeEach(() => {
    run.mockClear();
    Object.assign(globalThis, { Excel: { run } });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  /** Whether Excel is asked when the time for it has come. */
  async function isAsked(session: Session): Promise<boolean> {
    session.cells.endCall(createCall({ address: 'Model!A2' }), RESULT);
    await jest.advanceTimersByTimeAsync(10_000);
    return run.mock.calls.length > 0;
  }

  async function begin(features: Features): Promise<Session> {
    const session = createTestSession();
    await session.ready;
    session.cells.early = [];
    session.cells.endCall(createCall({ address: 'Model!A1' }), RESULT);
    jest.useFakeTimers();
    formatWhereNeeded(session, features);
    // One more before the code is there.
    session.cells.endCall(createCall({ address: 'Model!A3' }), RESULT);
    await jest.advanceTimersByTimeAsync(0);
    expect(session.cells.early).toBeUndefined();
    return session;
  }

  const excelWith = (...sets: string[]): Features => new Features((set) => sets.includes(set));

  test('are written if functions can return only plain numbers, even for earlier results', async () => {
    const session = createTestSession();
    await session.ready;
    session.cells.early = [];
    jest.useFakeTimers();
    formatWhereNeeded(session, excelWith('ExcelApi'));
    session.cells.endCall(createCall({ address: 'Model!A1' }), RESULT);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalled();
  });

  test('are not written if functions can return number formats', async () =>
    expect(await isAsked(await begin(excelWith('ExcelApi', 'CustomFunctionsRuntime')))).toBe(false));

  test('are not written while the user has turned formats off', async () => {
    const features = excelWith('ExcelApi');
    features.richValues = 'off';
    const session = await begin(features);
    expect(await isAsked(session)).toBe(false);
    features.richValues = 'auto';
    await session.save({ richValues: 'auto' });
    expect(await isAsked(session)).toBe(true);
    features.richValues = 'off';
    run.mockClear();
    // Also not what is still to be looked at.
    session.cells.endCall(createCall({ address: 'Model!A4' }), RESULT);
    await session.save({ richValues: 'off' });
    expect(await isAsked(session)).toBe(false);
  });
});
