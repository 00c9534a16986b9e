/** More decimals are noise of the arithmetic, or a price so small that no common format suits it. */
const MOST_DECIMALS = 10;

/**
 * The number format of a quote's prices: as many decimals as the longest of them has, so that 1.0850 stands in line with 1.0852.
 * Undefined where they are better shown as they are.
 *
 * @param decimals how many were asked for; undefined leaves it to the prices
 */
export function priceFormat(prices: readonly unknown[], decimals?: number): string | undefined {
  const wanted = decimals ?? prices.reduce<number>((most, price) => (typeof price === 'number' ? Math.max(most, decimalsOf(price)) : most), 0);
  if (wanted > MOST_DECIMALS) return undefined;
  return wanted === 0 ? '#,##0' : `#,##0.${'0'.repeat(wanted)}`;
}

/** Digits behind the point of the shortest text that is this number; Infinity where that text has an exponent. */
function decimalsOf(price: number): number {
  const text = String(price);
  if (text.includes('e')) return Infinity;
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}
