import { RichNumber } from '../../../src/core/cell';
import { CellError } from '../../../src/core/errors';
import { Features } from '../../../src/office/features';
import { richCellOf } from '../../../src/office/rich-cell';

const TODAY = new Features(() => true);
const ASOF = { value: 46_353.5, format: 'yyyy-mm-dd hh:mm:ss' };
const quote = (): RichNumber => new RichNumber(1.085, '0.000', { asOf: ASOF, bid: 1.084, source: 'api.example.com' });

describe('a single number with properties', () => {
  test('carries them as data types, and is plain where there is no room for them', () => {
    expect(richCellOf([[quote()]], TODAY)).toEqual({
      rich: [[{
        type: 'Double', basicValue: 1.085, numberFormat: '0.000',
        properties: {
          asOf: { type: 'Double', basicValue: 46_353.5, numberFormat: 'yyyy-mm-dd hh:mm:ss' },
          bid: { type: 'Double', basicValue: 1.084 },
          source: { type: 'String', basicValue: 'api.example.com' },
        },
      }]],
      plain: [[1.085]],
    });
  });

  test('is converted once for all cells that show it', () => {
    const shared = [[quote()]];
    expect(richCellOf(shared, TODAY)).toBe(richCellOf(shared, TODAY));
  });
});

describe('there are no properties', () => {
  const off = new Features(() => true);
  off.richValues = 'off';

  test.each([
    ['in an Excel that knows none of numbers', new Features((_, version) => version === '1.16')],
    ['while the user wants none', off],
  ])('%s', (_, features) => {
    expect(richCellOf([[quote()]], features)).toBeUndefined();
  });

  test.each([
    ['an error', new CellError('#N/A')], ['a plain number', [[1]]], ['a number with a format alone', [[ASOF]]],
    ['a row', [[quote(), quote()]]], ['a column', [[quote()], [quote()]]],
  ])('in %s', (_, outcome) => {
    expect(richCellOf(outcome, TODAY)).toBeUndefined();
  });
});
