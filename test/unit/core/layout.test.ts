import type { Matrix } from '../../../src/core/cell';
import { planLayout } from '../../../src/core/layout';

const gridOf = (height: number, width: number) => ({ height, width, items: Array.from({ length: height * width }) });

/** Each cell says which name and which field it belongs to. */
function layOut(height: number, width: number, fields: readonly string[], hasHeaders = false): Matrix {
  return planLayout(gridOf(height, width), fields, hasHeaders)((index) => fields.map((field) => `${field}${index}`));
}

describe('the layout of one answer for each name', () => {
  test('gives a column of names one row each, with a column for each field', () => {
    expect(layOut(3, 1, ['bid', 'ask'])).toEqual([
      ['bid0', 'ask0'],
      ['bid1', 'ask1'],
      ['bid2', 'ask2'],
    ]);
  });

  test('puts headers into the first row', () => {
    expect(layOut(2, 1, ['bid', 'ask'], true)).toEqual([
      ['bid', 'ask'],
      ['bid0', 'ask0'],
      ['bid1', 'ask1'],
    ]);
  });

  test('transposes the table for a row of names', () => {
    expect(layOut(1, 3, ['bid', 'ask'])).toEqual([
      ['bid0', 'bid1', 'bid2'],
      ['ask0', 'ask1', 'ask2'],
    ]);
  });

  test('then puts headers into the first column', () => {
    expect(layOut(1, 2, ['bid', 'ask'], true)).toEqual([
      ['bid', 'bid0', 'bid1'],
      ['ask', 'ask0', 'ask1'],
    ]);
  });

  test('gives one name one row', () => {
    expect(layOut(1, 1, ['bid'])).toEqual([['bid0']]);
    expect(layOut(1, 1, ['bid', 'ask'], true)).toEqual([
      ['bid', 'ask'],
      ['bid0', 'ask0'],
    ]);
  });

  test('gives a block of names a block of the same shape', () => {
    expect(layOut(2, 3, ['mid'])).toEqual([
      ['mid0', 'mid1', 'mid2'],
      ['mid3', 'mid4', 'mid5'],
    ]);
  });

  test('refuses several fields for a block before it is filled', () => {
    expect(() => planLayout(gridOf(2, 3), ['bid', 'ask'], false)).toThrow(
      expect.objectContaining({
        code: '#VALUE!',
        message:
          'symbols: a block of 2 × 3 cells has room for one value each, not for bid, ask; name one of them, or give a column or a row',
      }) as Error,
    );
  });

  test('refuses headers for a block', () => {
    expect(() => planLayout(gridOf(2, 2), ['mid'], true)).toThrow(
      expect.objectContaining({
        code: '#VALUE!',
        message:
          'symbols: a block of 2 × 2 cells has no room for headers; leave headers out, or give a column or a row',
      }) as Error,
    );
  });
});
