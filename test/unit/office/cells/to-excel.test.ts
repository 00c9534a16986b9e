import * as fc from 'fast-check';
import { type Matrix, RichNumber } from '../../../../src/core/cell';
import { CellError } from '../../../../src/core/errors';
import { Features } from '../../../../src/office/features';
import { toExcel } from '../../../../src/office/cells/to-excel';
import { installCustomFunctions, OfficeError, thrownBy } from '../custom-functions';

const TODAY = new Features(() => true);
const matrix = (outcome: unknown): unknown => toExcel(outcome as Matrix, 'matrix', TODAY);
const scalar = (outcome: unknown): unknown => toExcel(outcome as Matrix, 'scalar', TODAY);

beforeAll(installCustomFunctions);

describe('a result for Excel', () => {
  test('stays the very same array if it is a single number', () => {
    const outcome = [[1.085]];
    expect(matrix(outcome)).toBe(outcome);
  });

  test('has no properties for a number inside a larger result, because they are for single cells', () => {
    expect(matrix([[new RichNumber(1, '0', { bid: 1 }), 2]])).toEqual([
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
