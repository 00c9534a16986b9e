import type { IWorksheetData } from '@univerjs/core';
import {
  type ISetFormulaCalculationResultMutation,
  SetFormulaCalculationResultMutation,
} from '@univerjs/preset-sheets-core';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const IN_ONE = 10_000;
/** Enough for three times, and for two. */
const [MANY, ROWS] = [2 * IN_ONE + 10, IN_ONE + 10];
const bench = new OpenedWorkbook();

/** How many results were written at once, each time: as if each time had taken 40 ms. */
let written: number[] = [];
let laterMs = 0;
jest.spyOn(performance, 'now').mockImplementation(() => Date.now() + laterMs);
bench.sheet.commands.onCommandExecuted(({ id, params }) => {
  if (id !== SetFormulaCalculationResultMutation.id) return;
  laterMs += 40;
  const [sheets] = Object.values((params as ISetFormulaCalculationResultMutation).unitData);
  written.push(Object.keys(sheets?.one ?? {}).length);
});

/** Calls this after the first results are written. */
function afterFirst(act: () => void): void {
  const listening = bench.sheet.commands.onCommandExecuted(({ id }) => {
    if (id !== SetFormulaCalculationResultMutation.id) return;
    queueMicrotask(() => listening.dispose());
    act();
  });
}

/** Each cell of A has a formula; they refer to B1. */
const formulas = (count: number): IWorksheetData['cellData'] => ({
  ...Object.fromEntries(Array.from({ length: count }, (_, row) => [row, { 0: { f: `=B$1+${row}` } }])),
  0: { 0: { f: '=B$1+0' }, 1: { v: 1, t: 2 } },
});

async function open(count = ROWS): Promise<void> {
  await bench.openSheet({ rowCount: count + 10, columnCount: 5, cellData: formulas(count) });
  written = [];
}
const enter = (address: string, value: object): Promise<void> =>
  bench.change('sheet.command.set-range-values', address, { value });
const lastShows = async (value: number): Promise<void> => {
  while (bench.valueAt(`A${ROWS}`) !== value) await new Promise(setImmediate);
};

test('the results of a large calculation are written in turns, and nobody hears of its end before', async () => {
  await open(MANY);
  const calculated = bench.calculated();
  await enter('B1', { v: 10, t: 2 });
  await calculated;
  expect(written).toEqual([IN_ONE, IN_ONE, MANY - 2 * IN_ONE, 0]);
  expect([bench.valueAt('A1'), bench.valueAt(`A${MANY}`)]).toEqual([10, MANY + 9]);
});

test('those of a small one are written at once', async () => {
  await open(2);
  const calculated = bench.calculated();
  await enter('C1', { f: '=A2*2' });
  await calculated;
  expect(written).toEqual([1]);
});

test('what is entered meanwhile counts, and no result is of before', async () => {
  await open();
  afterFirst(() => void enter('B1', { v: 1_000, t: 2 }));
  await enter('B1', { v: 10, t: 2 });
  await lastShows(ROWS + 999);
  expect(bench.valueAt('A1')).toBe(1_000);
});

test('a formula that is emptied meanwhile stays empty', async () => {
  await open();
  afterFirst(() => void enter(`A${ROWS}`, { v: null, f: null }));
  await enter('B1', { v: 10, t: 2 });
  while (bench.valueAt(`A${ROWS - 1}`) !== ROWS + 8) await new Promise(setImmediate);
  expect(bench.valueAt(`A${ROWS}`)).toBeNull();
});

test('rows that are inserted meanwhile have the results of their formulas', async () => {
  await open();
  afterFirst(() => void bench.change('sheet.command.insert-row', 'A1:E1', { direction: 0 }));
  await enter('B1', { v: 10, t: 2 });
  while (bench.valueAt(`A${ROWS + 1}`) !== ROWS + 9) await new Promise(setImmediate);
  expect([bench.valueAt('A1'), bench.valueAt('A2'), bench.valueAt('A3')]).toEqual([null, 10, 11]);
});

test('another workbook may be opened meanwhile', async () => {
  await open();
  const isOpen = new Promise<void>((resolve, reject) => {
    afterFirst(() => void bench.openSheet({ cellData: { 0: { 0: { f: '=1+1' } } } }).then(resolve, reject));
  });
  await enter('B1', { v: 10, t: 2 });
  await isOpen;
  while (bench.valueAt('A1') !== 2) await new Promise(setImmediate);
  expect(bench.valueAt('A2')).toBeNull();
});
