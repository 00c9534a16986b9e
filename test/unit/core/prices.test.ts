import { finerDecimals, priceFormat } from '../../../src/core/prices';

describe('the number format of prices', () => {
  test.each([
    [[1.0852, 1.085, 1.0851], '#,##0.0000'],
    [[151.2, 151.234, 151.217], '#,##0.000'],
    [[97_000, 97_001, 97_000.5], '#,##0.0'],
    [[5, 6, 7], '#,##0'],
    [[1.08, null, undefined], '#,##0.00'],
    [[null, 'text', undefined], '#,##0'],
  ])('for %j is %s: as many decimals as the longest price has', (prices, format) => {
    expect(priceFormat(prices)).toBe(format);
  });

  test('has the decimals that were asked for, even if the prices end in zeros', () => {
    expect(priceFormat([1.08, 1.09, 1.085], 3)).toBe('#,##0.000');
    expect(priceFormat([1.08, 1.09, 1.085], 0)).toBe('#,##0');
  });

  test('has at most ten decimals', () => {
    expect([priceFormat([], 10), priceFormat([], 11)]).toEqual(['#,##0.0000000000', undefined]);
  });

  test.each([[[1.0850650000000001]], [[8.1e-7]]])(
    'does not exist if it would show noise or hide a small price: %j',
    (prices) => {
      expect(priceFormat(prices)).toBeUndefined();
    },
  );
});

describe('the decimals that a price needs', () => {
  test.each<[string, readonly unknown[], number, number | undefined]>([
    ['a rate of two digits', [0.0007, 0.00069, 0.0007], 5, 9],
    ['a rate of three digits', [0.00667, 0.00666, 0.00666], 5, 8],
    ['a rate of four digits', [0.05012], 5, 7],
    ['a rate of five digits', [0.12345], 5, undefined],
    ['a tenth, whose zeros are not written', [0.1], 5, undefined],
    ['a thousandth', [0.001], 5, 8],
    ['a price of hundreds', [157.2], 5, undefined],
    ['a coin with eight decimals', [0.00001234], 8, 10],
    ['a coin with digits enough', [0.00012345], 8, undefined],
    ['a small rate that is written in full all the same', [0.00069541], 5, undefined],
    ['a price rounded away', [0, 0, 0], 5, 12],
    ['a price rounded away at many decimals', [0], 12, undefined],
    ['a bid of nothing beside an ask', [150, 0, null], 5, undefined],
    ['a bid just below a tenth beside an ask just above', [0.09999, 0.10001, 0.1], 5, 7],
    ['an ask of five digits beside a bid of two', [12.345, 0.00012], 5, 9],
    ['a negative rate', [-0.0007], 5, 9],
    ['a price below what a number shows', [1e-14], 12, 15],
    ['a price that cannot be finer', [1e-14], 15, undefined],
    ['a rate beside a price that is missing', [undefined, 0.0007, 'x'], 5, 9],
    ['no price', [null, undefined, 'x'], 5, undefined],
  ])('are right for %s: %j at %d decimals gives %p', (_, prices, decimals, finer) => {
    expect(finerDecimals(prices, decimals)).toBe(finer);
  });
});
