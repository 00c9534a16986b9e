import * as fc from 'fast-check';
import { type Matrix, RichNumber, MarkedNumber } from '../../../src/core/cell';
import { CellError } from '../../../src/core/errors';
import { Features } from '../../../src/office/features';
import { installCustomFunctions, OfficeError, thrownBy } from './custom-functions';
import { richCellOf } from '../../../src/office/rich-cell';
import type { ExcelCell } from '../../../src/office/excel-message';
import { fitToMessage, MAX_BYTES } from '../../../src/office/fit-to-message';
import { toExcel, excelCell } from '../../../src/office/to-excel';

const TODAY = new Features(() => true);
const matrix = (outcome: unknown): unknown => toExcel(outcome as Matrix, 'matrix', TODAY);
const scalar = (outcome: unknown): unknown => toExcel(outcome as Matrix, 'scalar', TODAY);

beforeAll(installCustomFunctions);

describe('a result for Excel', () => {
  test('stays the same array if it is a single number', () => {
    const outcome = [[1.085]];
    expect(matrix(outcome)).toBe(outcome);
  });

  test('has no properties for a number inside a larger result, because they are for single cells', () => {
    expect(matrix([[new RichNumber(1, '0', () => ({ bid: 1 })), 2]])).toEqual([
      [{ type: 'Double', basicValue: 1, numberFormat: '0' }, 2],
    ]);
  });

  test('is the value without rows if the function is declared scalar', () => {
    expect(scalar([[1.085]])).toBe(1.085);
    expect(scalar([['open']])).toBe('open');
    expect(scalar([[true]])).toBe(true);
  });

  test('keeps numbers, texts, flags and blanks unchanged', () => {
    expect(matrix([[1, 'a', true, '']])).toEqual([[1, 'a', true, '']]);
  });

  test('is thrown with its message if it is an error of the whole formula', () => {
    expect(thrownBy(() => matrix(new CellError('#N/A', 'Enter your API key')))).toEqual({
      code: '#N/A',
      message: 'Enter your API key',
    });
    expect(thrownBy(() => scalar(new CellError('#VALUE!', 'days: "x" is not a number')))).toEqual({
      code: '#VALUE!',
      message: 'days: "x" is not a number',
    });
  });

  test('is thrown if its only cell is an error', () => {
    expect(thrownBy(() => matrix([[new CellError('#N/A', 'No such symbol')]]))).toEqual({
      code: '#N/A',
      message: 'No such symbol',
    });
  });

  test('has errors among other cells in their places', () => {
    expect(matrix([[1], [new CellError('#N/A', 'No such symbol')]])).toEqual([
      [1],
      [new OfficeError('#N/A', 'No such symbol')],
    ]);
  });
});

describe('an unexpected result still becomes valid for Excel:', () => {
  test('rows of unequal length are filled with blanks', () => {
    expect(matrix([[1, 2, 3], [4], []])).toEqual([
      [1, 2, 3],
      [4, '', ''],
      ['', '', ''],
    ]);
  });

  test.each([[[]], [[[]]], [[[], []]]])('%j is #N/A', (outcome) => {
    expect(thrownBy(() => matrix(outcome))).toEqual({ code: '#N/A', message: 'There is nothing to show' });
  });

  test('a bare value becomes a cell', () => {
    expect(matrix(7)).toEqual([[7]]);
    expect(matrix([1, 2])).toEqual([[1], [2]]);
    expect(matrix(undefined)).toEqual([['']]);
  });

  test('a value that cannot even be inspected becomes #N/A', () => {
    const trap = {
      format: '0',
      get value(): number {
        throw new Error('secret');
      },
    };
    expect(thrownBy(() => matrix([[trap, 1]]))).toEqual({
      code: '#N/A',
      message: 'The result could not be written: please report this',
    });
  });

  test('any result becomes rows of equal length that are JSON, or a CustomFunctions.Error', () => {
    const anything = fc.anything({
      withBigInt: true,
      withDate: true,
      withSparseArray: true,
      withNullPrototype: true,
      withTypedArray: true,
    });
    fc.assert(
      fc.property(fc.oneof(anything, fc.array(fc.array(anything))), (outcome) => {
        let rows: unknown;
        try {
          rows = matrix(outcome);
        } catch (error) {
          return error instanceof OfficeError;
        }
        const widths = new Set((rows as unknown[][]).map((row) => row.length));
        const cells = (rows as unknown[][]).flat();
        return widths.size === 1 && cells.every(isAcceptable) && typeof JSON.stringify(rows) === 'string';
      }),
    );
  });
});

const isAcceptable = (cell: unknown): boolean =>
  Number.isFinite(cell) ||
  typeof cell === 'string' ||
  typeof cell === 'boolean' ||
  cell instanceof OfficeError ||
  (cell as { type?: string }).type === 'Double';

/** An Excel that supports ExcelApi up to a version. */
const excelApi = (highest: number): Features =>
  new Features((apiSet, version) => apiSet !== 'ExcelApi' || Number(version) <= highest);

describe('a formatted number', () => {
  const date = { value: 46_353, format: 'yyyy-mm-dd' };

  test.each([
    [1.19, { type: 'Double', basicValue: 46_353, numberFormat: 'yyyy-mm-dd' }],
    [1.16, { type: 'FormattedNumber', basicValue: 46_353, numberFormat: 'yyyy-mm-dd' }],
    [1.15, 46_353],
  ])('under ExcelApi %d is %j', (version, expected) => expect(excelCell(date, excelApi(version))).toEqual(expected));

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
  ])('%p becomes %p', (value, expected) => expect(excelCell(value, TODAY)).toBe(expected));

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
    ['a whole number without a limit', 10n, 'bigint'],
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

const WITH_PROPERTIES = new Features(() => true);
WITH_PROPERTIES.properties = 'auto';
const ASOF = { value: 46_353.5, format: 'yyyy-mm-dd hh:mm:ss' };
const quote = (): RichNumber =>
  new RichNumber(1.085, '0.000', () => ({ asOf: ASOF, bid: 1.084, source: 'api.example.com' }));

describe('a single number with properties', () => {
  test('has them as data types, and is plain if there is no room for them', () => {
    const cell = richCellOf([[quote()]], 'matrix', WITH_PROPERTIES)!;
    expect(cell.rich).toEqual([
      [
        {
          type: 'Double',
          basicValue: 1.085,
          numberFormat: '0.000',
          properties: {
            asOf: { type: 'Double', basicValue: 46_353.5, numberFormat: 'yyyy-mm-dd hh:mm:ss' },
            bid: { type: 'Double', basicValue: 1.084 },
            source: { type: 'String', basicValue: 'api.example.com' },
          },
          provider: { description: 'api.example.com' },
        },
      ],
    ]);
    expect(cell.plain()).toEqual([[1.085]]);
  });

  test('weighs what its message weighs, however long the name of the service', () => {
    for (const source of ['a.de', `${'long-name.'.repeat(20)}example.com`])
      for (const properties of ['auto', 'off'] as const) {
        const features = new Features(() => true);
        features.properties = properties;
        const { rich, bytes } = richCellOf([[new RichNumber(1.085, '0.000', () => ({ source }))]], 'matrix', features)!;
        const sent = JSON.stringify(JSON.stringify([12_345, true, rich])).length;
        expect(bytes).toBeGreaterThanOrEqual(sent);
        expect(bytes).toBeLessThan(sent + 40);
      }
  });

  test('is one value and not a block if the function gives one value', () => {
    const cell = richCellOf([[quote()]], 'scalar', WITH_PROPERTIES)!;
    expect([cell.rich, cell.plain()]).toEqual([expect.objectContaining({ basicValue: 1.085 }), 1.085]);
  });

  test('is converted once for all cells with the same result', () => {
    const shared = [[quote()]];
    expect(richCellOf(shared, 'matrix', WITH_PROPERTIES)).toBe(richCellOf(shared, 'matrix', WITH_PROPERTIES));
  });
});

describe('a single last value', () => {
  const last = new MarkedNumber(
    46_353,
    'yyyy-mm-dd" ⏱ 12:03"',
    '⏱ 12:03',
    new CellError('#N/A', 'The service failed (500)'),
  );

  test.each(['matrix', 'scalar'] as const)(
    'has its mark beside it, and is its error if there is no room for that: %s',
    (result) => {
      const cell = richCellOf([[last]], result, WITH_PROPERTIES)!;
      expect([cell.rich].flat(2)).toEqual([
        expect.objectContaining({ basicValue: 46_353, layouts: { compact: { icon: 'Clock' } } }),
      ]);
      expect(Array.isArray(cell.rich)).toBe(result === 'matrix');
      expect(() => cell.plain()).toThrow('The service failed (500)');
    },
  );
});

describe('a single number', () => {
  const shownBy = (features: Features): unknown => richCellOf([[quote()]], 'matrix', features)?.rich;

  test('has no properties unless the user has turned them on', () => {
    expect(shownBy(new Features(() => true))).toEqual([[{ type: 'Double', basicValue: 1.085, numberFormat: '0.000' }]]);
  });

  test('has none in an Excel without properties for numbers', () => {
    const features = new Features((set, version) => set !== 'ExcelApi' || version === '1.16');
    features.properties = 'on';
    expect(shownBy(features)).toEqual([[{ type: 'FormattedNumber', basicValue: 1.085, numberFormat: '0.000' }]]);
  });

  test('follows the setting at once', () => {
    const shared = [[quote()]];
    const features = new Features(() => true);
    const before = richCellOf(shared, 'matrix', features)?.rich;
    features.properties = 'auto';
    expect(richCellOf(shared, 'matrix', features)?.rich).not.toEqual(before);
  });

  test('is plain if the user has turned formats off', () => {
    const features = new Features(() => true);
    features.richValues = 'off';
    expect(shownBy(features)).toBeUndefined();
  });
});

describe('no data type is used', () => {
  test.each([
    ['an error', new CellError('#N/A')],
    ['a plain number', [[1]]],
    ['a number with a format alone', [[ASOF]]],
    ['what is no number in a cell', [[new RichNumber(Infinity, 'General', () => ({ rate: 160 }))]]],
    ['a row', [[quote(), quote()]]],
    ['a column', [[quote()], [quote()]]],
  ])('for %s', (_, outcome) => expect(richCellOf(outcome, 'matrix', WITH_PROPERTIES)).toBeUndefined());
});

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
