import { MarkedNumber } from '../../../../src/core/cell';
import { CellError } from '../../../../src/core/errors';
import { excelCell } from '../../../../src/office/cells/excel-cell';
import { Features } from '../../../../src/office/features';
import { installCustomFunctions, OfficeError } from '../custom-functions';

/** An Excel that supports ExcelApi up to a version. */
const excelApi = (highest: number): Features =>
  new Features((apiSet, version) => apiSet !== 'ExcelApi' || Number(version) <= highest);
const TODAY = excelApi(1.19);

beforeAll(installCustomFunctions);

describe('a formatted number', () => {
  const date = { value: 46_353, format: 'yyyy-mm-dd' };

  test.each([
    [1.19, { type: 'Double', basicValue: 46_353, numberFormat: 'yyyy-mm-dd' }],
    [1.16, { type: 'FormattedNumber', basicValue: 46_353, numberFormat: 'yyyy-mm-dd' }],
    [1.15, 46_353],
  ])('under ExcelApi %d is %j', (version, expected) => {
    expect(excelCell(date, excelApi(version))).toEqual(expected);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, null, undefined, 'text', { value: 1, format: '0' }])(
    'that holds %p is sent without the format',
    (value) => {
      const cell = excelCell({ value, format: '0' }, TODAY);
      expect(typeof cell === 'string' || cell instanceof OfficeError).toBe(true);
    },
  );
});

describe('a marked number', () => {
  const error = new CellError('#N/A', 'The service failed (500): recalculate in a moment');
  const marked = new MarkedNumber(1.085, '0.000" ⏱ 12:03"', '⏱ 12:03', error);

  test('has its mark in its number format, and also beside it, where no cell format can hide it', () => {
    expect(excelCell(marked, TODAY)).toEqual({
      type: 'Double',
      basicValue: 1.085,
      numberFormat: '0.000" ⏱ 12:03"',
      layouts: { compact: { icon: 'Clock' } },
      properties: { lastValue: { type: 'String', basicValue: '⏱ 12:03' } },
    });
  });

  test.each([1.15, 1.16])('becomes its error if Excel shows no icon beside a number: ExcelApi %d', (version) => {
    expect(excelCell(marked, excelApi(version))).toEqual(new OfficeError('#N/A', error.message));
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY])('becomes its error if it is %p, which no cell shows', (value) => {
    expect(excelCell(new MarkedNumber(value, '0', '⏱ 12:03', error), TODAY)).toEqual(
      new OfficeError('#N/A', error.message),
    );
  });
});

describe('an error', () => {
  test.each(['#VALUE!', '#N/A', '#DIV/0!', '#NUM!', '#NULL!'] as const)('%s keeps its code in every Excel', (code) => {
    expect(excelCell(new CellError(code, 'why'), excelApi(1.1))).toEqual(new OfficeError(code, 'why'));
  });

  test.each([
    ['#REF!', 'Ref'],
    ['#NAME?', 'Name'],
    ['#SPILL!', 'Spill'],
    ['#CALC!', 'Calc'],
    ['#BUSY!', 'Busy'],
    ['#FIELD!', 'Field'],
  ] as const)('%s is a data type if Excel has data types', (code, errorType) => {
    expect(excelCell(new CellError(code), TODAY)).toEqual({
      type: 'Error',
      basicType: 'Error',
      basicValue: code,
      errorType,
    });
  });

  test('with any other code becomes #VALUE! if Excel has no data types, and names the code', () => {
    expect(excelCell(new CellError('#REF!'), excelApi(1.1))).toEqual(
      new OfficeError('#VALUE!', 'The argument is #REF!'),
    );
  });

  test('for pending data becomes #N/A if Excel has no data types', () => {
    expect(excelCell(new CellError('#GETTING_DATA'), excelApi(1.1))).toEqual(
      new OfficeError('#N/A', 'The argument is #GETTING_DATA'),
    );
  });
});

describe('a result that is not a value for a cell', () => {
  test.each([
    [null, ''],
    [undefined, ''],
    [10n, 10],
    [12_345_678_901_234_567_890n, '12345678901234567890'],
  ])('%p becomes %p', (value, expected) => {
    expect(excelCell(value, TODAY)).toBe(expected);
  });

  test.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY])('%p is #N/A with a message', (value) => {
    expect(excelCell(value, TODAY)).toEqual(
      new OfficeError('#N/A', `The result is ${value}, which is not a number in a cell`),
    );
  });

  const circular: Record<string, unknown> = {};
  circular.self = circular;

  test.each([
    ['a date', new Date(0), 'date'],
    ['a function', () => 1, 'function'],
    ['a symbol', Symbol('s'), 'symbol'],
    ['a circular object', circular, 'object'],
    ['a promise', Promise.resolve(1), 'promise'],
    ['a row within a cell', [1], 'array'],
  ])('%s is #N/A that names its kind', (_, value, kind) => {
    expect(excelCell(value, TODAY)).toEqual(
      new OfficeError('#N/A', `The result is of a kind that no cell can show (${kind}); please report this`),
    );
  });

  test('is #VALUE! for a text that is too long for a cell, whereas the longest possible text passes', () => {
    expect(excelCell('x'.repeat(32_767), TODAY)).toHaveLength(32_767);
    expect(excelCell('x'.repeat(32_768), TODAY)).toEqual(
      new OfficeError('#VALUE!', 'The text has 32,768 characters; a cell holds 32,767'),
    );
  });
});
