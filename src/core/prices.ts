import type { Row } from './columns';

/**
 * A record with null where services write 0 for a missing value: a side of the price, the mid of a price with one side,
 * and the time. Among prices below zero, 0 is a price.
 * @param exact the same record with more decimals, in which a tiny price is not 0
 */
export function withoutZeros(row: Row, exact: Row = row): Row {
  const { bid, ask, mid, timestamp } = exact;
  if (bid !== 0 && ask !== 0 && mid !== 0 && timestamp !== 0) return row;
  const prices = [bid, ask, mid];
  const isBelowZero = prices.some((price) => typeof price === 'number' && price < 0);
  const isOneSided = [bid, ask].includes(0) && [bid, ask].some((price) => typeof price === 'number' && price > 0);
  const isMissing = (price: unknown): boolean => price === 0 && !isBelowZero;
  return {
    ...row,
    ...(isMissing(bid) && { bid: null }),
    ...(isMissing(ask) && { ask: null }),
    ...((isMissing(mid) || isOneSided) && { mid: null }),
    ...(timestamp === 0 && { timestamp: null }),
  };
}

/** Rounds prices that may have been requested with more decimals to the given number. */
export function roundedPrices(row: Row, decimals: number): Row {
  const prices = ['bid', 'ask', 'mid'].flatMap((name) => {
    const price = row[name];
    const isLong = typeof price === 'number' && decimals <= FINEST && Number(price.toFixed(decimals)) !== price;
    return isLong ? [[name, Number(price.toFixed(decimals))] as const] : [];
  });
  return prices.length === 0 ? row : { ...row, ...Object.fromEntries(prices) };
}

/** More decimals are rounding noise, or the price is too small for any common format. */
const MAX_DECIMALS = 10;

/**
 * The number format of a quote's prices: with the decimals of the longest price, so that 1.0850 lines up with 1.0852.
 * Undefined if the prices look better without a format.
 * @param decimals the requested number; undefined to derive it from the prices
 */
export function priceFormat(prices: readonly unknown[], decimals?: number): string | undefined {
  const places = decimals ?? Math.max(0, ...numbersIn(prices).map(decimalsOf));
  if (places > MAX_DECIMALS) return undefined;
  return places === 0 ? '#,##0' : `#,##0.${'0'.repeat(places)}`;
}

/** The spread, with the decimals of the longer side; undefined if a side is missing. */
export const spreadOf = (bid: unknown, ask: unknown): number | undefined =>
  typeof bid === 'number' && typeof ask === 'number'
    ? Number((ask - bid).toFixed(Math.min(FINEST, Math.max(decimalsOf(bid), decimalsOf(ask)))))
    : undefined;

/** With fewer significant digits a price is too coarse to multiply with an amount of money. */
export const ENOUGH_DIGITS = 5;
export const FINER_DIGITS = 6;
/** More than a cell's number can hold. */
const FINEST = 15;
/** For a price that was rounded to zero: it is only known to be small. */
const DECIMALS_FOR_ZERO = 12;

/**
 * The decimals that give each price of a quote six significant digits; undefined if each has at least five already, or
 * cannot have more. The smallest decides, since a bid may be just below 0.1 beside an ask just above. A bid of 0 beside
 * an ask does not mean a small price.
 * @param decimals to which the prices are rounded
 */
export function finerDecimals(prices: readonly unknown[], decimals: number): number | undefined {
  const amounts = numbersIn(prices).map((price) => Math.abs(price));
  if (amounts.length === 0) return undefined;
  const smallest = Math.min(...amounts.filter((amount) => amount > 0));
  if (smallest === Infinity) return decimals < DECIMALS_FOR_ZERO ? DECIMALS_FOR_ZERO : undefined;
  const exponent = exponentOf(smallest);
  const finer = Math.min(FINEST, FINER_DIGITS - 1 - exponent);
  if (finer <= decimals) return undefined;
  const written = Math.max(decimals, ...amounts.map(decimalsOf).filter(Number.isFinite));
  return exponent + 1 + written < ENOUGH_DIGITS ? finer : undefined;
}

const numbersIn = (prices: readonly unknown[]): number[] => prices.filter(Number.isFinite) as number[];

/** 3 for 1,234; -4 for 0.0007. */
export const exponentOf = (price: number): number => Number(price.toExponential().split('e')[1]);

/** Digits after the decimal point in the shortest text of the number; Infinity if that text has an exponent. */
function decimalsOf(price: number): number {
  const text = String(price);
  if (text.includes('e')) return Infinity;
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}
