import { ENOUGH_DIGITS, exponentOf, FINER_DIGITS, priceFormat } from './prices';

/** Rules for amounts of money, and the units in which they are written. Apart from those of prices, because quotes need only these. */

/** The decimals to which a converted amount is rounded: as the service does, or more for six significant digits. */
export const amountDecimals = (amount: number, usual: number): number =>
  amount === 0 || exponentOf(amount) + 1 + usual >= ENOUGH_DIGITS ? usual : FINER_DIGITS - 1 - exponentOf(amount);

/**
 * The number format of an amount of money: thousands separators, at least two decimals, five significant digits.
 * Undefined if the amount looks better without a format: it is tiny, or has an exponent.
 * @param decimals the requested number
 */
export const amountFormat = (amount: number, decimals?: number): string | undefined =>
  Math.abs(amount) < 1e21
    ? priceFormat([], decimals ?? Math.max(2, ENOUGH_DIGITS - 1 - exponentOf(amount)))
    : undefined;

/** A currency unit as written in prices, and how many of it make one unit of the currency that the service converts. */
export interface Unit {
  /** ISO 4217, upper case. */
  readonly code: string;
  readonly perUnit: number;
}

const HUNDREDTHS: Readonly<Record<string, string>> = {
  GBp: 'GBP',
  GBX: 'GBP',
  ZAc: 'ZAR',
  ZAC: 'ZAR',
  ZAr: 'ZAR',
  ILA: 'ILS',
  ILs: 'ILS',
  USd: 'USD',
  USX: 'USD',
};

/** As most people write them, with their names. */
export const MINOR_UNITS = [
  { code: 'GBp', of: 'GBP', name: 'Pence' },
  { code: 'ZAc', of: 'ZAR', name: 'Cents' },
  { code: 'ILA', of: 'ILS', name: 'Agorot' },
] as const;

/**
 * Shares in London, Johannesburg and Tel Aviv are quoted in pence, cents and agorot: "GBp" and "GBX", "ZAc" and "ZAr",
 * "ILA" and "ILs"; grain in Chicago in cents: "USd" and "USX". Case matters where the capitals are a currency.
 */
export function unitOf(written: string): Unit {
  const code = written.toUpperCase();
  const major = HUNDREDTHS[written] ?? HUNDREDTHS[code];
  return major === undefined ? { code, perUnit: 1 } : { code: major, perUnit: 100 };
}

/** "KWd", "EUr": on terminals two capitals and a small letter mean a part of a currency, but not always a hundredth. */
export const looksLikePart = (written: string): boolean => /^[A-Z]{2}[a-z]$/.test(written);
