import { fittedNumber } from '../../../../src/workbench/univer-patches/fitted-number';
import type { Spreadsheet } from '../../../../src/workbench/sheet/spreadsheet';
import { leaveOutLateResults } from '../../../../src/workbench/univer-patches/late-results';
import { withOneValueOperands } from '../../../../src/workbench/univer-patches/one-value-operands';
import { parseDate as parseByThePackage } from 'numfmt';
import { parseDate } from '../../../../src/workbench/univer-patches/typed-dates';

const inCharacters = (width: number) => (text: string) => text.length <= width;

test.each([
  ['with room for it stays as it is', '1234.5', 6, '1234.5'],
  ['loses decimals, rounded', '0.6666666666667', 6, '0.6667'],
  ['loses zeros at its end after rounding', '1.999999', 4, '2'],
  ['keeps only its whole part', '1234.5678', 4, '1235'],
  ['with a whole part too wide becomes a power of ten', '3200000000', 8, '3.2E+09'],
  ['keeps as many digits of a power of ten as fit', '31415926535', 9, '3.142E+10'],
  ['that would round to nothing becomes a power of ten', '0.0000123456', 7, '1.2E-05'],
  ['below zero keeps its sign', '-0.123456', 6, '-0.123'],
  ['without any room becomes # signs', '3200000000', 4, '####'],
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

test('a result whose formula has been removed meanwhile is not written, and the others are', () => {
  let before: (command: unknown) => void = () => undefined;
  leaveOutLateResults({
    commands: { beforeCommandExecuted: (listener: typeof before) => (before = listener) },
    sheetOf: () => ({
      getCellRaw: (row: number, column: number) =>
        row === 1 ? [{ f: '=1+1' }, { v: 7 }, { si: 'shared' }][column] : undefined,
    }),
  } as unknown as Spreadsheet);
  const results = { 1: { 0: { v: 1.5 }, 1: { v: 2.5 }, 2: { v: 3.5 } }, 7: { 0: { v: 4.5 } } };
  before({ id: 'another', params: { unitData: { book: { sheet: results } } } });
  expect(Object.keys(results[1])).toEqual(['0', '1', '2']);
  before({
    id: 'formula.mutation.set-formula-calculation-result',
    params: { unitData: { book: { sheet: results } } },
  });
  expect(results).toEqual({ 1: { 0: { v: 1.5 }, 2: { v: 3.5 } }, 7: {} });
});

describe('a formula with @', () => {
  it.each([
    ['a text', '=@"a ""b"" @c"&1', '=@("a ""b"" @c")&1'],
    ['a number', '=-@5', '=-@(5)'],
    ['a logical value', '=IF(@TRUE,1,2)', '=IF(@(TRUE),1,2)'],
    ['an array', '=@{1,2;"}",4}+1', '=@({1,2;"}",4})+1'],
    ['a name', '=SUM(@Rates,@Sheet1!Rates)', '=SUM(@(Rates),@(Sheet1!Rates))'],
  ])('has parentheses around %s', (_, typed, read) => {
    expect(withOneValueOperands(typed)).toBe(read);
  });

  it.each(['=@A1:A5', '=@SEQUENCE(3)', '=@(1+2)', '="@TRUE"', '=[@Amount]*2', '=@', '=@{1', '=1+2'])(
    'stays as it is where the engine reads it: %s',
    (formula) => {
      expect(withOneValueOperands(formula)).toBe(formula);
    },
  );
});

test.each(['2026-12-01', '2026-12-1', '1 Dec 2026', 'Dec 1, 2026', '1 December 2026'])(
  '%s is read as a date',
  (text) => {
    expect(parseDate(text)?.v).toBe(46_357);
  },
);

test.each(['2026-12-01 09:30', '1 Dec 2026 09:30'])('%s is read as a date with its time', (text) => {
  expect(parseDate(text)?.v).toBeCloseTo(46_357 + 9.5 / 24, 9);
});

test.each(['1.12.2026', '1/12/2026', '12-1-2026', '1.12.26', '1/2', '12-1', '2026-12'])(
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
