import { priceFormat } from '../../../src/core/prices';

describe('the number format of prices', () => {
  test.each([
    [[1.0852, 1.085, 1.0851], '#,##0.0000'],
    [[151.2, 151.234, 151.217], '#,##0.000'],
    [[97_000, 97_001, 97_000.5], '#,##0.0'],
    [[5, 6, 7], '#,##0'],
    [[1.08, null, undefined], '#,##0.00'],
    [[null, 'text', undefined], '#,##0'],
  ])('of %j is %s: as many decimals as the longest has', (prices, format) => {
    expect(priceFormat(prices)).toBe(format);
  });

  test('has the decimals that were asked for, also where the prices end in zeros', () => {
    expect(priceFormat([1.08, 1.09, 1.085], 3)).toBe('#,##0.000');
    expect(priceFormat([1.08, 1.09, 1.085], 0)).toBe('#,##0');
  });

  test('has at most ten decimals', () => {
    expect([priceFormat([], 10), priceFormat([], 11)]).toEqual(['#,##0.0000000000', undefined]);
  });

  test.each([[[1.0850650000000001]], [[8.1e-7]]])('is none where it would show noise, or hide a small price: %j', (prices) => {
    expect(priceFormat(prices)).toBeUndefined();
  });
});
