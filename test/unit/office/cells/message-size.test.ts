import { CellError } from '../../../../src/core/errors';
import type { ExcelCell } from '../../../../src/office/cells/excel-cell';
import { fitToMessage, MAX_BYTES } from '../../../../src/office/cells/message-size';

const date = { type: 'Double', basicValue: 46_353, numberFormat: 'yyyy-mm-dd' } as const;
const rowsOf = (count: number, row: readonly ExcelCell[]): ExcelCell[][] =>
  Array.from({ length: count }, () => [...row]);
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value));

describe('the size of a result', () => {
  test('leaves the array unchanged if it fits', () => {
    const rows = rowsOf(1_000, [1, 'text', date]);
    expect(fitToMessage(rows)).toBe(rows);
  });

  test('is small enough for plain numbers up to the limit, although each might be longer', () => {
    const rows = rowsOf(200_000, [1]);
    expect(fitToMessage(rows)).toBe(rows);
  });

  test('is reduced to plain numbers if it is too large with number formats', () => {
    const rows = rowsOf(70_000, [date]);
    expect(bytesOf(rows)).toBeGreaterThan(MAX_BYTES);
    expect(fitToMessage(rows)).toEqual(rowsOf(70_000, [46_353]));
  });

  test('is never reduced by removing the mark of a last value', () => {
    const last = { ...date, layouts: { compact: { icon: 'Clock' } } } as const;
    expect(fitToMessage(rowsOf(50_000, [date, last]))).toBeInstanceOf(CellError);
    expect(fitToMessage(rowsOf(35_000, [date, last]))).toEqual(rowsOf(35_000, [46_353, last]));
  });

  test('gives #VALUE! with the number of rows that fit if it is too large even then', () => {
    const row = ['x'.repeat(996)];
    const error = fitToMessage(rowsOf(5_000, row));
    expect(error).toEqual(
      new CellError(
        '#VALUE!',
        'The result of 5,000 rows is too large for Excel; 3,996 rows fit: ask for fewer rows or fields',
      ),
    );
    expect(bytesOf(rowsOf(3_996, row))).toBeLessThanOrEqual(MAX_BYTES);
    expect(fitToMessage(rowsOf(3_996, row))).toEqual(rowsOf(3_996, row));
  });

  test('does not count a header row as one of the rows', () => {
    const error = fitToMessage([['text', 'number'], ...rowsOf(5_000, ['x'.repeat(994), 1])]) as CellError;
    const [, rows = '', fitting = ''] = /^The result of (\S+) rows .*; (\S+) rows fit/.exec(error.message) ?? [];
    expect(rows).toBe('5,000');
    const most = Number(fitting.replace(',', ''));
    const table = (count: number) => [['text', 'number'], ...rowsOf(count, ['x'.repeat(994), 1])];
    expect(fitToMessage(table(most))).not.toBeInstanceOf(CellError);
    expect(fitToMessage(table(most + 1))).toBeInstanceOf(CellError);
  });

  test('counts bytes for letters that need several', () => {
    expect(fitToMessage(rowsOf(2_000, ['日'.repeat(1_000)]))).toBeInstanceOf(CellError);
  });

  test('gives the advice to use fewer fields if a single row is too large', () => {
    const wide = Array.from({ length: 200 }, () => 'x'.repeat(30_000));
    expect(fitToMessage([wide])).toEqual(
      new CellError('#VALUE!', 'The result is too large for Excel; ask for fewer fields'),
    );
  });
});
