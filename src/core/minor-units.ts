/** A currency unit as written in prices, and how many of it make one unit of what the service converts. */
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

/** "KWd", "EUr": two capitals and a small letter are a part of a currency on terminals, but not always a hundredth. */
export const looksLikePart = (written: string): boolean => /^[A-Z]{2}[a-z]$/.test(written);
