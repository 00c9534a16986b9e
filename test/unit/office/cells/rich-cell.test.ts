import { MarkedNumber, RichNumber } from '../../../../src/core/cell';
import { CellError } from '../../../../src/core/errors';
import { Features } from '../../../../src/office/features';
import { richCellOf } from '../../../../src/office/cells/rich-cell';
import { installCustomFunctions } from '../custom-functions';

beforeAll(installCustomFunctions);

const TODAY = new Features(() => true);
TODAY.properties = 'auto';
const ASOF = { value: 46_353.5, format: 'yyyy-mm-dd hh:mm:ss' };
const quote = (): RichNumber => new RichNumber(1.085, '0.000', { asOf: ASOF, bid: 1.084, source: 'api.example.com' });

describe('a single number with properties', () => {
  test('has them as data types, and is plain if there is no room for them', () => {
    const cell = richCellOf([[quote()]], 'matrix', TODAY)!;
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
        },
      ],
    ]);
    expect(cell.plain()).toEqual([[1.085]]);
  });

  test('is one value and not a block if the function gives one value', () => {
    const cell = richCellOf([[quote()]], 'scalar', TODAY)!;
    expect([cell.rich, cell.plain()]).toEqual([expect.objectContaining({ basicValue: 1.085 }), 1.085]);
  });

  test('is converted once for all cells with the same result', () => {
    const shared = [[quote()]];
    expect(richCellOf(shared, 'matrix', TODAY)).toBe(richCellOf(shared, 'matrix', TODAY));
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
      const cell = richCellOf([[last]], result, TODAY)!;
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
    ['a row', [[quote(), quote()]]],
    ['a column', [[quote()], [quote()]]],
  ])('for %s', (_, outcome) => {
    expect(richCellOf(outcome, 'matrix', TODAY)).toBeUndefined();
  });
});
