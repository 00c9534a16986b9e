import type { Session } from '../../../../src/app/session';
import { type Cell, MarkedNumber } from '../../../../src/core/cell';
import { notAvailable } from '../../../../src/core/errors';
import { formatCells, formatWhereNeeded } from '../../../../src/office/workbook/cell-formats';
import { createCall, createTestSession } from '../../../support/evaluate';
import { Features } from '../../../../src/office/features';

const PRICE: Cell = { value: 1.5, format: '0.00' };

/** An Excel of one sheet, whose cells show what the test says. */
class OneSheet {
  readonly shown = new Map<string, unknown>();
  readonly formats = new Map<string, string>();
  readonly hiddenRows = new Set<string>();
  isProtected = false;
  readOnly = false;
  runs = 0;
  refusal: Error | undefined;
  writes = 0;
  beforeAnswer = (): void => undefined;

  install(): void {
    Object.assign(globalThis, {
      Excel: {
        run: async (_: unknown, batch: (context: unknown) => Promise<unknown>) => {
          this.runs++;
          if (this.refusal) throw this.refusal;
          const answer = await batch(this.#context());
          this.beforeAnswer();
          return answer;
        },
      },
    });
  }

  #context(): unknown {
    const sheet = { name: 'Model', protection: { protected: this.isProtected } };
    const workbook = {
      readOnly: this.readOnly,
      load: () => workbook,
      worksheets: {
        load: () => ({ items: [sheet] }),
        getItem: () => ({ getRange: (address: string) => this.#range(address) }),
      },
    };
    return { workbook, sync: () => Promise.resolve() };
  }

  #range(address: string): unknown {
    const [first = '', last = first] = address.split(':');
    const [column, from, to] = [first.charCodeAt(0), Number(first.slice(1)), Number(last.slice(1))];
    const width = last.charCodeAt(0) - column + 1;
    const places = Array.from({ length: to - from + 1 }, (_, down) =>
      Array.from({ length: width }, (__, across) => `${String.fromCharCode(column + across)}${from + down}`),
    );
    const note = (formats: (string | null)[][]): void => {
      this.writes++;
      for (const [down, row] of formats.entries())
        for (const [across, format] of row.entries())
          if (format !== null) this.formats.set(places[down]![across]!, format);
    };
    const range = {
      untrack: () => undefined,
      load: () => range,
      rowHidden: places.some(([place]) => this.hiddenRows.has(place!.slice(1))),
      values: places.map((row) => row.map((place) => this.shown.get(place) ?? '')),
      get numberFormat(): string[][] {
        return own();
      },
      set numberFormat(formats: (string | null)[][]) {
        note(formats);
      },
    };
    const own = (): string[][] => places.map((row) => row.map((place) => this.formats.get(place) ?? 'General'));
    return range;
  }
}

describe('the number formats of results that are plain numbers', () => {
  let excel: OneSheet;
  let session: Session;
  let stop: () => void;

  beforeEach(async () => {
    session = createTestSession();
    await session.ready;
    jest.useFakeTimers();
    excel = new OneSheet();
    excel.install();
    stop = formatCells(session, []);
  });

  afterEach(() => {
    stop();
    jest.useRealTimers();
  });

  const end = (address: string, result: unknown, isShown = true): void => {
    if (isShown) excel.shown.set(address, 1.5);
    session.cells.end(createCall({ address: `Model!${address}` }), result);
  };
  const later = (): Promise<void> => jest.advanceTimersByTimeAsync(10_000);

  test('are written together, in one call of Excel.run', async () => {
    for (const address of ['A1', 'A2', 'A3', 'C7']) end(address, PRICE);
    await later();
    expect([...excel.formats]).toEqual([
      ['A1', '0.00'],
      ['A2', '0.00'],
      ['A3', '0.00'],
      ['C7', '0.00'],
    ]);
    expect([excel.runs, excel.writes]).toEqual([1, 2]);
  });

  test('are written row by row where some are hidden: beside a filter, Excel writes the first one everywhere', async () => {
    excel.hiddenRows.add('2');
    for (const address of ['A1', 'A2', 'A3', 'C7']) end(address, PRICE);
    await later();
    expect([excel.formats.size, excel.writes]).toEqual([4, 4]);
  });

  test('are written for results from before this code was loaded, too', async () => {
    stop();
    excel.shown.set('B2', 1.5);
    stop = formatCells(session, [[createCall({ address: 'Model!B2' }), [[PRICE]]]]);
    await later();
    expect(excel.formats.get('B2')).toBe('0.00');
  });

  test('are written only to the cells of a table that have a format', async () => {
    excel.shown.set('A1', 'day').set('B1', 'price').set('A2', 46_000).set('B2', 1.5);
    end(
      'A1',
      [
        ['day', 'price'],
        [{ value: 46_000, format: 'yyyy-mm-dd' }, PRICE],
      ],
      false,
    );
    await later();
    expect([...excel.formats]).toEqual([
      ['A2', 'yyyy-mm-dd'],
      ['B2', '0.00'],
    ]);
  });

  test('are written once: the same result again causes no call, even if the user has changed the format', async () => {
    end('A1', PRICE);
    await later();
    excel.formats.set('A1', 'General');
    end('A1', PRICE);
    await later();
    expect(excel.runs).toBe(1);
    expect(excel.formats.get('A1')).toBe('General');
  });

  test('are replaced by one with more decimals, unless the user has changed them', async () => {
    end('A1', PRICE);
    end('A2', PRICE);
    await later();
    excel.formats.set('A2', '0.0%');
    const finer = { value: 1.5, format: '0.0000' };
    end('A1', finer);
    end('A2', finer);
    await later();
    end('A1', PRICE);
    await later();
    expect([excel.formats.get('A1'), excel.formats.get('A2')]).toEqual(['0.0000', '0.0%']);
  });

  test('wait for a result that Excel does not show yet', async () => {
    end('A1', PRICE, false);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(excel.formats.size).toBe(0);
    excel.shown.set('A1', 1.5);
    await later();
    expect(excel.formats.get('A1')).toBe('0.00');
  });

  test('are not checked again after the end, even if a call of Excel was running', async () => {
    end('A1', PRICE, false);
    excel.beforeAnswer = stop;
    await later();
    expect(excel.runs).toBe(1);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('are not written if the formula makes another value of the result', async () => {
    excel.shown.set('A1', 150);
    end('A1', PRICE, false);
    await later();
    const { runs } = excel;
    end('A1', PRICE, false);
    await later();
    expect([runs, excel.runs, excel.formats.size]).toEqual([3, 3, 0]);
  });

  test('are not written for errors, texts, plain numbers and last values', async () => {
    end('A1', notAvailable('gone'));
    end('A2', 'text');
    end('A3', 7);
    end('A4', new MarkedNumber(1.5, '0.00" ⏱"', '12:00', notAvailable('gone')));
    await later();
    expect(excel.runs).toBe(0);
  });

  test('are written to a protected sheet as soon as its protection ends', async () => {
    excel.isProtected = true;
    end('A1', PRICE);
    await later();
    expect([excel.runs, excel.formats.size]).toEqual([1, 0]);
    excel.isProtected = false;
    end('A1', PRICE);
    await later();
    expect(excel.formats.get('A1')).toBe('0.00');
  });

  test.each([
    ['a read-only workbook', { readOnly: true }, []],
    [
      'a refusal',
      { refusal: new Error('AccessDenied') },
      ['Excel does not let MD format cells in this workbook: choose number formats yourself'],
    ],
  ])('are given up after %s', async (_, trouble, notes) => {
    Object.assign(excel, trouble);
    end('A1', PRICE);
    await later();
    end('A2', PRICE);
    await later();
    expect(excel.runs).toBe(1);
    expect(session.activity.notes.map(({ text }) => text)).toEqual(notes);
  });
});

const RESULT = { value: 1.5, format: '0.00' };

describe('number formats that the add-in writes into cells', () => {
  const run = jest.fn(() => Promise.resolve(new Map()));
  beforeEach(() => {
    run.mockClear();
    Object.assign(globalThis, { Excel: { run } });
  });

  afterEach(() => {
    jest.useRealTimers();
  });

  /** Whether Excel is asked when the time for it has come. */
  async function isAsked(session: Session): Promise<boolean> {
    session.cells.end(createCall({ address: 'Model!A2' }), RESULT);
    await jest.advanceTimersByTimeAsync(10_000);
    return run.mock.calls.length > 0;
  }

  async function begin(features: Features): Promise<Session> {
    const session = createTestSession();
    await session.ready;
    session.cells.early = [];
    session.cells.end(createCall({ address: 'Model!A1' }), RESULT);
    jest.useFakeTimers();
    formatWhereNeeded(session, features);
    // One more before the code is there.
    session.cells.end(createCall({ address: 'Model!A3' }), RESULT);
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
    session.cells.end(createCall({ address: 'Model!A1' }), RESULT);
    await jest.advanceTimersByTimeAsync(10_000);
    expect(run).toHaveBeenCalled();
  });

  test('are not written if functions can return number formats', async () => {
    expect(await isAsked(await begin(excelWith('ExcelApi', 'CustomFunctionsRuntime')))).toBe(false);
  });

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
    session.cells.end(createCall({ address: 'Model!A4' }), RESULT);
    await session.save({ richValues: 'off' });
    expect(await isAsked(session)).toBe(false);
  });
});
