import {
  CellValueType,
  getNumfmtParseValueFilter,
  HorizontalAlign,
  isRealNum,
  willLoseNumericPrecision,
} from '@univerjs/core';
import { FontCache } from '@univerjs/preset-sheets-core';
import { fittedCell, fittedNumber } from '../../../../src/workbench/univer-patches/narrow-columns';
import type { Spreadsheet } from '../../../../src/workbench/sheet/spreadsheet';
import { leaveOutLateResults } from '../../../../src/workbench/univer-patches/late-results';
import { readableFormula } from '../../../../src/workbench/engine/readable-formulas';
import { parseDate as parseByThePackage } from 'numfmt';
import { format, parseDate, parseNumber, parseTime } from '../../../../src/workbench/univer-patches/typed-dates';

const inCharacters = (width: number) => (text: string) => text.length <= width;

test.each([
  ['with room for it stays as it is', '1234.5', 6, '1234.5'],
  ['loses decimals, rounded', '0.6666666666667', 6, '0.6667'],
  ['loses zeros at its end after rounding', '1.999999', 4, '2'],
  ['keeps only its whole part', '1234.5678', 4, '1235'],
  ['with a whole part too wide becomes a power of ten', '3200000000', 8, '3.2E+09'],
  ['keeps as many digits of a power of ten as fit', '31415926535', 9, '3.142E+10'],
  ['that would be rounded to zero becomes a power of ten', '0.0000123456', 7, '1.2E-05'],
  ['below zero keeps its sign', '-0.123456', 6, '-0.123'],
  ['without any room becomes # signs', '3200000000', 4, '####'],
  ['that a rounded digit would falsify becomes a power of ten', '0.0000666666666667', 11, '6.66667E-05'],
  ['that is small and short stays as it is', '-0.00006', 11, '-0.00006'],
  ['that is small, short and too wide becomes a power of ten', '0.00001', 6, '1E-05'],
  ['has at most 11 characters', '0.333333333333', 20, '0.333333333'],
  ['has at most 11 digits', '6666666666.67', 20, '6666666667'],
  ['beyond 11 digits is a power of ten', '99999999999.9', 20, '1E+11'],
  ['of 12 digits is a power of ten', '-123456789012', 20, '-1.23457E+11'],
  ['with a power of ten has two digits in it', '1e-9', 6, '1E-09'],
  ['zero stays as it is', '0', 11, '0'],
])('a number without a format %s', (_, text, width, shown) => {
  expect(fittedNumber(text, false, inCharacters(width))).toBe(shown);
});

test.each([
  ['with room for it stays as it is', '3,200,000,000', 13, '3,200,000,000'],
  ['is never cut', '3,200,000,000', 12, '############'],
  ['such as a date is never cut', '2026-11-20 14:30', 10, '##########'],
  ['that is a last value loses its time but not its clock', '1.04175 ⏱ 12:03', 10, '1.04175 ⏱'],
  ['that is a last value is never shown without its clock', '1.04175 ⏱ 12:03', 8, '########'],
  ['has at least one # sign', '2026-11-20', 0, '#'],
])('a number with a format %s', (_, text, width, shown) => {
  expect(fittedNumber(text, true, inCharacters(width))).toBe(shown);
});

/** Each character is 7 pixels wide. */
const drawn = (v: string | number, t: CellValueType, widthPx: number, style = {}) => {
  jest.spyOn(FontCache, 'getMeasureText').mockImplementation((text) => ({ width: 7 * text.length }) as never);
  const font = { cellData: { v, t }, fontString: '10', horizontalAlign: HorizontalAlign.UNSPECIFIED, style };
  const shown = fittedCell(font, widthPx);
  return shown && [shown.cellData.v, shown.horizontalAlign];
};

test.each([
  ['an error', '#DIV/0!', 100, ['#DIV/0!', HorizontalAlign.CENTER]],
  ['an error without room', '#DIV/0!', 30, ['####', HorizontalAlign.CENTER]],
  ['a cell that waits', '#GETTING_DATA', 50, ['#BUSY!', HorizontalAlign.CENTER]],
  ['what Excel has not as a date', '########', 79, ['###########', HorizontalAlign.UNSPECIFIED]],
  ['a text', 'a long text', 30, undefined],
])('%s is drawn as in Excel', (_, text, width, expected) => {
  expect(drawn(text, CellValueType.STRING, width)).toEqual(expected);
});

test.each([
  ['#,##0.00 [$€-407]', '45,351.50 €'],
  ['[$CHF-807] #,##0.0;-[$CHF-807] 0', 'CHF 45,351.5'],
  ['[$-407]0.0', '45351.5'],
  ['[$€] 0.00', '€ 45351.50'],
  ['[$-407]mmmm yyyy', 'Februar 2024'],
])('%s shows numbers with the signs of others, and names in its language', (pattern, shown) => {
  expect(format(pattern, 45_351.5)).toBe(shown);
});

test.each([
  ['yyyy-mm-dd hh:mm:ss.000', 46_023.99999998843, '2026-01-01 23:59:59.999'],
  ['yyyy-mm-dd hh:mm:ss.00', 46_023.99999998843, '2026-01-02 00:00:00.00'],
  ['yyyy-mm-dd hh:mm:ss', 46_023.999999, '2026-01-02 00:00:00'],
  ['d mmm hh:mm', 46_023.999999999993, '2 Jan 00:00'],
  ['d mmm h AM/PM', 46_023.99999998843, '2 Jan 12 AM'],
  ['yyyy-mm-dd hh:mm:ss', 46_023.99999, '2026-01-01 23:59:59'],
  ['[hh]:mm:ss', 0.99999998843, '24:00:00'],
  ['0.00 "hours"', 0.99999998843, '1.00 hours'],
])('with %s, %s is on the day that its time belongs to, as in Excel: %s', (pattern, value, shown) => {
  expect(format(pattern, value)).toBe(shown);
});

test.each([
  ['24:30', 24.5, '24:30:00'],
  ['36:00', 36, '36:00:00'],
  [' 100:15:30 ', 100 + 15.5 / 60, '100:15:30'],
  ['9:05', 9 + 5 / 60, '9:05:00'],
])('the time %s has %s hours', (typed, hours, shown) => {
  const time = parseTime(typed)!;
  expect(time.v).toBeCloseTo(hours / 24, 12);
  expect(format('[h]:mm:ss', time.v as number)).toBe(shown);
  expect(time.z === '[h]:mm:ss').toBe(hours >= 24);
});

test.each(['24:60', '12345:00', '36:00 PM', '36:0:0:0', '36:'])('%s is no time', (typed) => {
  expect(parseTime(typed)).toBeNull();
});

test.each(['0x1F', '0B11', ' 0o7 ', '1e400', '-Infinity'])('%s is no number', (typed) => {
  expect(isRealNum(typed)).toBe(false);
});

test.each([
  ['507.57142857142856', 507.571428571428],
  ['0.30000000000000004', 0.3],
  ['-12345678901234567890', -12_345_678_901_234_500_000],
  ['1,234,567,890,123,456.78', 1_234_567_890_123_450],
  ['0.00012345678901234567E-5', 0.000123456789012345e-5],
])('%s is a number with 15 digits', (typed, value) => {
  expect(willLoseNumericPrecision(typed)).toBe(false);
  expect(parseNumber(typed)?.v).toBe(value);
});

test.each([
  ['500-', -500],
  ['1,234.5-', -1234.5],
  ['0 1/2', 0.5],
  ['-1 3/16', -1.1875],
])('%s is the number %s', (typed, value) => {
  expect(getNumfmtParseValueFilter(typed)?.v).toBe(value);
});

test.each(['5-3-', '12-34', '-5-', '1/2', '1 1/0', 'A-1 1/2'])('%s is a text', (typed) => {
  expect(parseNumber(typed)).toBeNull();
});

test('a time without room is drawn as signs, and its cell stays', () => {
  expect(drawn('10:30', CellValueType.NUMBER, 30, { n: { pattern: 'h:mm' } })).toEqual([
    '####',
    HorizontalAlign.UNSPECIFIED,
  ]);
  expect(drawn('10:30', CellValueType.NUMBER, 40, { n: { pattern: 'h:mm' } })).toBeUndefined();
});

test('a result whose formula has been removed meanwhile is not written, and the others are', () => {
  let before: (command: unknown) => void = () => undefined;
  leaveOutLateResults({
    commands: { beforeCommandExecuted: (listener: typeof before) => (before = listener) },
    sheetOf: () => ({
      getCellRaw: (row: number, column: number) => (row === 1 ? [{ f: '=1+1' }, { v: 7 }][column] : undefined),
    }),
  } as unknown as Spreadsheet);
  const results = { 1: { 0: { v: 1.5 }, 1: { v: 2.5 } }, 7: { 0: { v: 4.5 } } };
  before({ id: 'another', params: { unitData: { book: { sheet: results } } } });
  expect(Object.keys(results[1])).toEqual(['0', '1']);
  before({
    id: 'formula.mutation.set-formula-calculation-result',
    params: { unitData: { book: { sheet: results } } },
  });
  expect(results).toEqual({ 1: { 0: { v: 1.5 } }, 7: {} });
});

test('a spill whose formula has been removed meanwhile is not written, and what depends on it is calculated', () => {
  let before: (command: unknown) => void = () => undefined;
  const calculated: unknown[] = [];
  leaveOutLateResults({
    commands: {
      beforeCommandExecuted: (listener: typeof before) => (before = listener),
      executeCommand: (...command: readonly unknown[]) => calculated.push(command),
    },
    sheetOf: ({ sheetId }: { sheetId: string }) =>
      sheetId === 'deleted'
        ? undefined
        : { getCellRaw: (_: number, column: number) => (column === 1 ? { f: '=SEQUENCE(2)' } : null) },
  } as unknown as Spreadsheet);
  const rangeIn = (column: number) => ({ startRow: 0, endRow: 1, startColumn: column, endColumn: column });
  const [lost, kept] = [rangeIn(0), rangeIn(1)];
  const values = () => ({ 0: { 0: { v: 1 }, 1: { v: 1 } }, 1: { 0: { v: 2 }, 1: { v: 2 } } });
  const params = {
    arrayFormulaRange: { book: { sheet: { 0: { 0: lost, 1: kept } }, deleted: { 0: { 0: lost } } } },
    arrayFormulaCellData: { book: { sheet: values(), deleted: values() } },
  };
  before({ id: 'formula.mutation.set-array-formula-data', params });
  expect(params).toEqual({
    arrayFormulaRange: { book: { sheet: { 0: { 1: kept } }, deleted: { 0: { 0: lost } } } },
    arrayFormulaCellData: { book: { sheet: { 0: { 1: { v: 1 } }, 1: { 1: { v: 2 } } }, deleted: values() } },
  });
  expect(calculated).toEqual([
    [
      'formula.mutation.set-trigger-formula-calculation-start',
      { dirtyRanges: [{ unitId: 'book', sheetId: 'sheet', range: lost }] },
      { onlyLocal: true },
    ],
  ]);
});

describe('a formula with @', () => {
  const KNOWN = { sheets: [], isFunction: () => true };

  it.each([
    ['a text', '=@"a ""b"" @c"&1', '=@("a ""b"" @c")&1'],
    ['a number', '=-@5', '=-@(5)'],
    ['a logical value', '=IF(@TRUE,1,2)', '=IF(@(TRUE),1,2)'],
    ['an array', '=@{1,2;"}",4}+1', '=@({1,2;"}",4})+1'],
    ['a name', '=SUM(@Rates,@Sheet1!Rates)', '=SUM(@(Rates),@(Sheet1!Rates))'],
  ])('has parentheses around %s', (_, typed, read) => {
    expect(readableFormula(typed, KNOWN)).toBe(read);
  });

  it.each(['=@A1:A5', '=@SEQUENCE(3)', '=@(1+2)', '="@TRUE"', '=[@Amount]*2', '=@', '=1+2'])(
    'stays as it is where the engine reads it: %s',
    (formula) => {
      expect(readableFormula(formula, KNOWN)).toBe(formula);
    },
  );
});

test.each([
  '2026-12-01',
  '2026-12-1',
  '2026/12/1',
  '2026年12月1日',
  '２０２６／１２／０１',
  '1 Dec 2026',
  'Dec 1, 2026',
  '1 December 2026',
])('%s is read as a date', (text) => {
  expect(parseDate(text)?.v).toBe(46_357);
});

describe('a month with a number of two digits is read as Excel reads it', () => {
  /** No leap year. */
  beforeAll(() => jest.useFakeTimers({ now: new Date(2026, 6, 1) }));
  afterAll(() => jest.useRealTimers());

  test.each([
    ['Dec-25', '2026-12-25'],
    ['dec 25', '2026-12-25'],
    ['December 25', '2026-12-25'],
    ['Dec. 25', '2026-12-25'],
    ['Dec-5', '2026-12-05'],
    ['Dec-05', '2026-12-05'],
    ['25-Dec', '2026-12-25'],
    ['25 Dec', '2026-12-25'],
    ['Dec-25 09:30', '2026-12-25 09:30'],
    ['Dec-31', '2026-12-31'],
    ['Dec-32', '1932-12-01'],
    ['Dec 99', '1999-12-01'],
    ['Feb-28', '2026-02-28'],
    ['Feb-29', '2029-02-01'],
    ['Apr-31', '1931-04-01'],
    ['Dec-00', '2000-12-01'],
    ['Dec-2025', '2025-12-01'],
    ['25-Dec-25', '2025-12-25'],
    ['Dec 25, 2025', '2025-12-25'],
  ])('%s is %s', (text, date) => {
    expect(format(date.includes(':') ? 'yyyy-mm-dd hh:mm' : 'yyyy-mm-dd', parseDate(text)!.v as number)).toBe(date);
  });

  test.each(['29-Feb', '31-Apr', '32-Dec', '12/25', 'Sales 25', 'Q4 25', 'Dec-100'])('%s stays a text', (text) => {
    expect(parseDate(text)).toBeNull();
  });

  test.each([
    ['Dec-25', 'd-mmm'],
    ['Dec-32', 'mmm-yy'],
  ])('%s has the format %s', (text, pattern) => {
    expect(parseDate(text)?.z).toBe(pattern);
  });
});

test.each(['2026-12-01 09:30', '1 Dec 2026 09:30'])('%s is read as a date with its time', (text) => {
  expect(parseDate(text)?.v).toBeCloseTo(46_357 + 9.5 / 24, 9);
});

test.each(['1.12.2026', '1/12/2026', '12-1-2026', '1.12.26', '1/2', '12-1', '2026-12', '2026/12'])(
  '%s stays a text, because it may mean two days, or none',
  (text) => {
    expect(parseDate(text)).toBeNull();
  },
);

test.each(['EURUSD', '=DATE(2026,12,1)', '', 'May'])('%s is not read as a date', (text) => {
  expect(parseDate(text)).toBeNull();
});

test('the package itself still reads a text that may mean two days: otherwise the patch can go', () => {
  expect(parseByThePackage('1/2/2026')).not.toBeNull();
});
