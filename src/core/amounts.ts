import { ENOUGH_DIGITS, exponentOf, FINER_DIGITS, priceFormat } from './prices';

/** Rules for amounts of money. Apart from those of prices, because quotes need only these. */

/** The decimals to which a converted amount is rounded: as the service does, or more for six significant digits. */
export const amountDecimals = (amount: number, usual: number): number =>
  amount === 0 || exponentOf(amount) + 1 + usual >= ENOUGH_DIGITS ? usual : FINER_DIGITS - 1 - exponentOf(amount);

/**
 * The number format of an amount of money: thousands separators, at least two decimals, five significant digits.
 * Undefined if the amount looks better without a format.
 *
 * @param decimals the requested number
 */
export const amountFormat = (amount: number, decimals?: number): string | undefined =>
  priceFormat([], decimals ?? Math.max(2, ENOUGH_DIGITS - 1 - (amount === 0 ? 0 : exponentOf(amount))));
