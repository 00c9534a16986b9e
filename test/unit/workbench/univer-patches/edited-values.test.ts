import { CellValueType, getNumfmtParseValueFilter, type ICellData } from '@univerjs/core';
import { AFTER_CELL_EDIT, BEFORE_CELL_EDIT, SheetInterceptorService } from '@univerjs/preset-sheets-core';
import { editWholeValues } from '../../../../src/workbench/univer-patches/edited-values';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const bench = new OpenedWorkbook();
const { sheet } = bench;
editWholeValues(sheet);
const cells = sheet.serviceOf(SheetInterceptorService);

/** 15 December 2025. */
const DAY = 46_006;

const locationIn = (workbook: typeof sheet.workbook) => ({
  workbook,
  worksheet: workbook.getActiveSheet(),
  unitId: workbook.getUnitId(),
  subUnitId: workbook.getActiveSheet().getSheetId(),
  row: 0,
  col: 0,
});

function editedIn(workbook: typeof sheet.workbook): unknown {
  const { worksheet, ...location } = locationIn(workbook);
  const raw = worksheet.getCellRaw(0, 0);
  return cells.writeCellInterceptor.fetchThroughInterceptors(BEFORE_CELL_EDIT)(worksheet.getCell(0, 0), {
    ...location,
    worksheet,
    origin: raw,
    rawData: raw,
  } as never)?.v;
}

function cellWith(v: number, pattern: string): { readonly edited: unknown; enter(text: unknown): ICellData } {
  void bench.openSheet({ cellData: { 0: { 0: { v, t: CellValueType.NUMBER, s: { n: { pattern } } } } } });
  const { workbook } = sheet;
  const worksheet = workbook.getActiveSheet();
  const raw = worksheet.getCellRaw(0, 0)!;
  return {
    edited: editedIn(workbook),
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
  ['a number with more digits than it shows', 1 / 3, '0.00', '0.333333333333333'],
  ['a number without a format', 1 / 150_000, 'General', '0.00000666666666666667'],
  ['a share', 1 / 3, '0%', '33.3333333333333%'],
  ['a share that is no binary number', 0.07, '0.0%', '7%'],
  ['a fraction', 0.625, '# ?/?', '0.625'],
])('%s is edited as a whole, and is unchanged when it is left so', (_, value, pattern, text) => {
  const cell = cellWith(value, pattern);
  expect(String(cell.edited)).toBe(text);
  expect(cell.enter(text)).toMatchObject({ v: value, t: CellValueType.NUMBER });
});

test('another day may be typed', () => {
  expect(cellWith(DAY, 'mmm-yy').enter('2025-12-16').v).not.toBe(DAY);
});

test.each([
  ['12', 0.12],
  ['-3', -0.03],
  ['0.5', 0.005],
  ['.5', 0.5],
  ['7%', 0.07],
  ['1,250', 12.5],
  ['(12)', -0.12],
  ['12.', 0.12],
  ['100', 1],
])('%s in a cell of percent is %s', (typed, value) => {
  const cell = cellWith(0.1, '0%');
  const read = (text: string): number | undefined => getNumfmtParseValueFilter(text)?.v as number;
  cells.writeCellInterceptor.intercept(AFTER_CELL_EDIT, {
    handler: (one, _, next) => next({ ...one, v: read(String(one?.v)) }),
  });
  expect(cell.enter(typed).v).toBe(value);
});

test('a cell of a column of percent is edited as a share', () => {
  const cellData = { 0: { 0: { v: 0.25, t: CellValueType.NUMBER } } };
  void bench.openSheet({ cellData, columnData: { 0: { s: { n: { pattern: '0%' } } } } });
  expect(editedIn(sheet.workbook)).toBe('25%');
});

test('what is no date in Excel is edited as a number', () => {
  expect(cellWith(-1, 'mmm-yy').edited).toBe(-1);
});
