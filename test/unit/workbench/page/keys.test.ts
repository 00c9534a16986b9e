import { IUniverInstanceService, RANGE_TYPE } from '@univerjs/core';
import { ISheetClipboardService, SetSelectionsOperation, SheetsSelectionsService } from '@univerjs/preset-sheets-core';
import type { WrittenBlock } from '../../../../src/app/host';
import { tellUser } from '../../../../src/workbench/page/dialog';
import { copyWhatIsMeant, holdEntries, useKeysOfExcel } from '../../../../src/workbench/page/keys';
import { OpenedWorkbook } from '../../../support/opened-workbook';

jest.mock('../../../../src/workbench/page/dialog', () => ({ tellUser: jest.fn() }));

const bench = new OpenedWorkbook();
const page = Object.assign(new EventTarget(), { closest: () => null });
const write = jest.fn((_parts: readonly WrittenBlock[]) => Promise.resolve());
const C4 = { startRow: 3, endRow: 3, startColumn: 2, endColumn: 2 };

beforeAll(() => {
  Object.assign(globalThis, { document: page, Element: EventTarget });
  const workbook = { selection: () => Promise.resolve({ sheet: 'One', row: 3, column: 2 }), write };
  useKeysOfExcel({ contains: () => true } as never, bench.sheet, workbook as never);
});

test.each([
  ['Shift+Space selects the row', { shiftKey: true }, { ...C4, startColumn: 0, endColumn: 9 }, RANGE_TYPE.ROW],
  ['Ctrl+Space the column', { ctrlKey: true }, { ...C4, startRow: 0, endRow: 19 }, RANGE_TYPE.COLUMN],
  [
    'Ctrl+Shift+Space every cell',
    { shiftKey: true, ctrlKey: true },
    { startRow: 0, endRow: 19, startColumn: 0, endColumn: 9 },
    RANGE_TYPE.COLUMN,
  ],
])('%s of the selected cell, which stays the active one and takes no blank', (_, keys, range, rangeType) => {
  void bench.openSheet({ rowCount: 20, columnCount: 10 });
  const { workbook, commands } = bench.sheet;
  const target = { unitId: workbook.getUnitId(), subUnitId: 'one' };
  const primary = { ...C4, actualRow: 3, actualColumn: 2, isMerged: false, isMergedMainCell: false };
  commands.syncExecuteCommand(SetSelectionsOperation.id, {
    ...target,
    selections: [{ range: C4, primary, style: null }],
  });
  const pressed = Object.assign(new Event('keydown', { cancelable: true }), { key: ' ', code: 'Space', ...keys });
  page.dispatchEvent(pressed);
  expect(pressed.defaultPrevented).toBe(true);
  const [selected] = bench.sheet.serviceOf(SheetsSelectionsService).getCurrentSelections();
  expect(selected).toEqual({ range: { ...range, rangeType }, primary, style: null });
});

test('a whole column is not copied on a sheet with something in its last row, and it is said why', async () => {
  const copy = jest.fn(() => Promise.resolve(true));
  const clipboard = Object.assign(bench.sheet.serviceOf(ISheetClipboardService), { copy });
  copyWhatIsMeant(bench.sheet);
  const copyRows = async (rowCount: number): Promise<boolean> => {
    void bench.openSheet({ rowCount, cellData: { [rowCount - 1]: { 0: { v: 1 } } } });
    bench.sheet.selectOnly({ startRow: 0, endRow: rowCount - 1, startColumn: 2, endColumn: 2 });
    return clipboard.copy();
  };
  expect(await copyRows(1_048_576)).toBe(false);
  expect(tellUser).toHaveBeenLastCalledWith('Nothing was copied', expect.stringContaining('last row'));
  expect(copy).not.toHaveBeenCalled();
  expect(await copyRows(200)).toBe(true);
});

test.each([
  ['Ctrl+; enters the day of today', { key: ';', code: 'Semicolon' }, 46_354, 'yyyy-mm-dd'],
  ['Ctrl+Shift+; the minute', { key: ':', code: 'Semicolon', shiftKey: true }, 22.5 / 24, 'hh:mm'],
])('%s into the selected cell, by the clock of the computer', async (_, keys, value, format) => {
  jest.useFakeTimers({ now: new Date(2026, 10, 28, 22, 30, 59), doNotFake: ['setImmediate', 'nextTick'] });
  page.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { ctrlKey: true, ...keys }));
  await new Promise(setImmediate);
  jest.useRealTimers();
  const [[{ block, cells }]] = write.mock.lastCall as unknown as [[WrittenBlock]];
  expect(block).toMatchObject({ sheet: 'One', row: 3, column: 2, rows: 1, columns: 1 });
  expect(cells).toEqual([[{ value: expect.closeTo(value, 9), format }]]);
});

describe('with whole lines selected', () => {
  const press = async (key: string): Promise<void> => {
    page.dispatchEvent(Object.assign(new Event('keydown', { cancelable: true }), { key, ctrlKey: true }));
    await new Promise(setImmediate);
  };
  const shown = (): unknown[] => ['A1', 'A2', 'A3', 'A4', 'B1', 'C1'].map((cell) => bench.valueAt(cell));

  test.each([
    [RANGE_TYPE.ROW, { startRow: 1, endRow: 2, startColumn: 0, endColumn: 9 }, [1, null, null, 2, 10, null]],
    [RANGE_TYPE.COLUMN, { startRow: 0, endRow: 19, startColumn: 0, endColumn: 1 }, [null, null, null, null, null, 1]],
  ])('Ctrl++ inserts as many before them, and Ctrl+- deletes them (%#)', async (rangeType, range, inserted) => {
    const numbers = { 0: { 0: { v: 1, t: 2 }, 1: { v: 10, t: 2 } }, 1: { 0: { v: 2, t: 2 } } };
    void bench.openSheet({ rowCount: 20, columnCount: 10, cellData: numbers });
    const { workbook, commands } = bench.sheet;
    bench.sheet.serviceOf(IUniverInstanceService).focusUnit(workbook.getUnitId());
    const before = shown();
    const selections = [{ range: { ...range, rangeType }, primary: null, style: null }];
    commands.syncExecuteCommand(SetSelectionsOperation.id, {
      unitId: workbook.getUnitId(),
      subUnitId: 'one',
      selections,
    });
    await press('+');
    expect(shown()).toEqual(inserted);
    await press('-');
    expect(shown()).toEqual(before);
  });
});

describe('while rows come to a large workbook', () => {
  const window = new EventTarget();
  const other = jest.fn();
  beforeAll(() => Object.assign(globalThis, { window }));
  const enter = (type: string, key?: string): void => {
    window.dispatchEvent(Object.assign(new Event(type, { cancelable: true }), { key }));
  };

  test.each([
    ['a digit', ['5'], 1],
    ['Enter after another key', ['Shift', 'Enter'], 1],
    ['nothing but the keys that were held', ['Control', 'Shift'], 0],
  ])('entries reach nobody, and the user is told of what was typed: %s', (_, keys, dialogs) => {
    jest.clearAllMocks();
    const release = holdEntries();
    for (const type of ['keydown', 'click']) window.addEventListener(type, other);
    enter('click');
    for (const key of keys) enter('keydown', key);
    expect(other).not.toHaveBeenCalled();
    release();
    expect(tellUser).toHaveBeenCalledTimes(dialogs);
    enter('keydown', '5');
    expect(other).toHaveBeenCalledTimes(1);
    for (const type of ['keydown', 'click']) window.removeEventListener(type, other);
  });
});
