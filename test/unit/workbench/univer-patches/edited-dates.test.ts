import { CellValueType, type ICellData } from '@univerjs/core';
import { BEFORE_CELL_EDIT, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { editWholeDates } from '../../../../src/workbench/univer-patches/edited-dates';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();
const { sheet } = bench;
editWholeDates(sheet);
const cells = sheet.serviceOf(SheetInterceptorService);

/** 15 December 2025. */
const DAY = 46_006;

function cellWith(v: number, pattern: string): { readonly edited: unknown; enter(text: unknown): ICellData } {
  void bench.openSheet({ cellData: { 0: { 0: { v, t: CellValueType.NUMBER, s: { n: { pattern } } } } } });
  const { workbook } = sheet;
  const worksheet = workbook.getActiveSheet();
  const raw = worksheet.getCellRaw(0, 0)!;
  const location = {
    workbook,
    worksheet,
    unitId: workbook.getUnitId(),
    subUnitId: worksheet.getSheetId(),
    row: 0,
    col: 0,
  };
  return {
    edited: cells.writeCellInterceptor.fetchThroughInterceptors(BEFORE_CELL_EDIT)(worksheet.getCell(0, 0), {
      ...location,
      origin: raw,
      rawData: raw,
    } as never)?.v,
    // As the editor does when it is left.
    enter: (text) => cells.onWriteCell(workbook, worksheet, 0, 0, { ...raw, t: undefined, v: text } as ICellData)!,
  };
}

test.each([
  ['a day of which the month is shown', DAY, 'mmm-yy', '2025-12-15'],
  ['a day in the order of another country', DAY, 'dd.mm.yyyy', '2025-12-15'],
  ['a day with a time that is not shown', DAY + 0.25, 'yyyy-mm-dd', '2025-12-15 06:00:00'],
  ['a time without its seconds', 0.5 + 5 / 86_400, 'hh:mm', '12:00:05'],
  ['hours beyond a day', 2.5, '[h]:mm', '60:00:00'],
])('%s is edited as a whole, and is unchanged when it is left so', (_, value, pattern, text) => {
  const cell = cellWith(value, pattern);
  expect(cell.edited).toBe(text);
  expect(cell.enter(text)).toMatchObject({ v: value, t: CellValueType.NUMBER });
});

test('another day may be typed', () => {
  expect(cellWith(DAY, 'mmm-yy').enter('2025-12-16').v).not.toBe(DAY);
});

test.each([
  ['a number', 1.005, '0.00'],
  ['what is no date in Excel', -1, 'mmm-yy'],
])('%s is edited as before', (_, value, pattern) => {
  expect(String(cellWith(value, pattern).edited)).not.toMatch(/^\d{4}-/);
});
