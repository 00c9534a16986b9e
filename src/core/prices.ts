/** More decimals are noise of the arithmetic, or a price so small that no common format suits it. */
const MOST_DECIMALS = 10;

/**
 * The number format of a quote's prices: as many decimals as the longest of them has, so that 1.0850 stands in line with 1.0852.
 * Undefined where they are better shown as they are.
 *
 * @param decimals how many were asked for; undefined leaves it to the prices
 */
export function priceFormat(prices: readonly unknown[], decimals?: number): string | undefined {
  const wanted =
    decimals ??
    prices.reduce<number>((most, price) => (typeof price === 'number' ? Math.max(most, decimalsOf(price)) : most), 0);
  if (wanted > MOST_DECIMALS) return undefined;
  return wanted === 0 ? '#,##0' : `#,##0.${'0'.repeat(wanted)}`;
}

/**
 * The number format of an amount of money: with thousands, at least two decimals, and five significant digits. Undefined where it is better
 * shown as it is.
 *
 * @param decimals how many were asked for
 */
export const amountFormat = (amount: number, decimals?: number): string | undefined =>
  priceFormat([], decimals ?? Math.max(2, ENOUGH_DIGITS - 1 - (amount === 0 ? 0 : exponentOf(amount))));

/** A price of fewer significant digits is too coarse to be multiplied with an amount of money. */
const ENOUGH_DIGITS = 5;
const FINER_DIGITS = 6;
/** More than a number of a cell can hold. */
const FINEST = 15;
/** For a price that was rounded away, of which nothing is known but that it is small. */
const DECIMALS_FOR_ZERO = 12;

/**
 * The decimals that prices need to have six significant digits; undefined where they have at least five already, or can have no
 * more. Prices of one quote are alike, so the largest tells: a bid of 0 is no small price.
 *
 * @param decimals to how many the prices are rounded
 */
export function finerDecimals(prices: readonly unknown[], decimals: number): number | undefined {
  const known = prices.filter((price): price is number => Number.isFinite(price)).map((price) => Math.abs(price));
  if (known.length === 0) return undefined;
  const largest = Math.max(...known);
  if (largest === 0) return decimals < DECIMALS_FOR_ZERO ? DECIMALS_FOR_ZERO : undefined;
  const written = Math.max(decimals, ...known.map(decimalsOf).filter(Number.isFinite));
  const finer = Math.min(FINEST, FINER_DIGITS - 1 - exponentOf(largest));
  return exponentOf(largest) + 1 + written < ENOUGH_DIGITS && finer > decimals ? finer : undefined;
}

/** 3 for 1,234; -4 for 0.0007. */
const exponentOf = (price: number): number => Number(price.toExponential().split('e')[1]);

/** Digits behind the point of the shortest text that is this number; Infinity where that text has an exponent. */
function decimalsOf(price: number): number {
  const text = String(price);
  if (text.includes('e')) return Infinity;
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}
