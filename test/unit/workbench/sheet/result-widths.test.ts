import type { ICellData, IStyleData } from '@univerjs/core';
import { SetRangeValuesCommand } from '@univerjs/preset-sheets-core';
import { widenForResults } from '../../../../src/workbench/sheet/result-widths';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();
const { sheet } = bench;
const CALIBRI = { ff: 'Calibri', fs: 12 };
const USUAL = 64;

beforeAll(() => {
  globalThis.requestAnimationFrame = (draw) => Number(setImmediate(draw, 0));
  widenForResults(sheet);
});

/** The width of a column of an opened file when the engine has put a number into its first cell. */
async function widthFor(text: string, look: IStyleData, w?: number): Promise<number> {
  const calculated = bench.openSheet({
    defaultColumnWidth: USUAL,
    defaultStyle: look,
    columnData: w === undefined ? {} : { 0: { w } },
    cellData: { 0: { 0: { f: `=${text}*1`, s: { n: { pattern: '0.00' } } } } },
  });
  await calculated;
  await new Promise(setImmediate);
  return sheet.workbook.getActiveSheet().getColumnWidth(0);
}

test.each<[string, string, IStyleData, number | undefined, number]>([
  ['a price that fits in the usual font', '12267.12', { fs: 10 }, undefined, USUAL],
  ['a longer one', '1234567.12', { fs: 10 }, undefined, 75],
  ['the price in a larger font', '12267.12', CALIBRI, undefined, 72],
  ['a price in a column of which the file says the usual width', '12267.12', CALIBRI, USUAL, 72],
  ['a price in a column of which somebody has chosen the width', '1267.12', CALIBRI, 50, 50],
])('%s has a column in which it can be read', async (_, text, look, w, width) => {
  expect(await widthFor(text, look, w)).toBe(width);
});

test('a spill widens columns for numbers with a format, and not for texts, which may stand below a table', async () => {
  const results = '={"a text that is far longer than the usual width",1234567.12,"another text"}';
  const calculated = bench.openSheet({
    defaultColumnWidth: USUAL,
    cellData: { 0: { 0: { f: results }, 1: { s: { n: { pattern: '0.00' } } } } },
  });
  await calculated;
  await new Promise(setImmediate);
  const worksheet = sheet.workbook.getActiveSheet();
  expect([0, 1, 2].map((column) => worksheet.getColumnWidth(column))).toEqual([USUAL, 75, USUAL]);
});

test.each<[string, ICellData, number | undefined, number]>([
  ['a number with a format', { v: 1234567.12, s: { n: { pattern: '0.00' } } }, undefined, 75],
  ['one in a column of which somebody has chosen the width', { v: 1267.12, s: { n: { pattern: '0.00' } } }, 50, 50],
  ['a number without a format', { v: 12345678901 }, undefined, USUAL],
  ['a text', { v: 'longer than the usual width' }, undefined, USUAL],
])('what is typed widens its column as in Excel: %s', async (_, value, w, width) => {
  void bench.openSheet({ defaultColumnWidth: USUAL, columnData: w === undefined ? {} : { 0: { w } } });
  await bench.change(SetRangeValuesCommand.id, 'A1', { value, redoUndoId: 'typed' });
  await new Promise(setImmediate);
  expect(sheet.workbook.getActiveSheet().getColumnWidth(0)).toBe(width);
});

test('what the pane writes leaves the width of a column, as in Excel', async () => {
  void bench.openSheet({ defaultColumnWidth: USUAL });
  const value = { v: 1234567.12, s: { n: { pattern: '0.00' } } };
  await bench.change(SetRangeValuesCommand.id, 'A1', { value });
  await new Promise(setImmediate);
  expect(sheet.workbook.getActiveSheet().getColumnWidth(0)).toBe(USUAL);
});
