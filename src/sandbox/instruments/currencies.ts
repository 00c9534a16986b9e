import type { Instrument } from './instrument';

export interface Currency {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** About what one unit is worth in US dollars. */
  readonly usd: number;
}

const row = (code: string, name: string, symbol: string, usd: number): Currency => ({ code, name, symbol, usd });

export const CURRENCIES: readonly Currency[] = [
  row('EUR', 'Euro', '€', 1.09), row('USD', 'US Dollar', '$', 1), row('GBP', 'Pound Sterling', '£', 1.28),
  row('JPY', 'Yen', '¥', 0.0066), row('CHF', 'Swiss Franc', 'CHF', 1.13), row('AUD', 'Australian Dollar', '$', 0.66),
  row('CAD', 'Canadian Dollar', '$', 0.73), row('NZD', 'New Zealand Dollar', '$', 0.6), row('SEK', 'Swedish Krona', 'kr', 0.095),
  row('NOK', 'Norwegian Krone', 'kr', 0.093), row('DKK', 'Danish Krone', 'kr', 0.146), row('SGD', 'Singapore Dollar', '$', 0.75),
  row('HKD', 'Hong Kong Dollar', '$', 0.128), row('CNY', 'Yuan Renminbi', '¥', 0.139), row('INR', 'Indian Rupee', '₹', 0.0119),
  row('KRW', 'Won', '₩', 0.00072), row('MXN', 'Mexican Peso', '$', 0.054), row('BRL', 'Brazilian Real', 'R$', 0.18),
  row('ZAR', 'Rand', 'R', 0.055), row('PLN', 'Zloty', 'zł', 0.254), row('CZK', 'Czech Koruna', 'Kč', 0.043),
  row('HUF', 'Forint', 'Ft', 0.0027), row('TRY', 'Turkish Lira', '₺', 0.029), row('ILS', 'New Israeli Sheqel', '₪', 0.27),
  row('THB', 'Baht', '฿', 0.0285), row('SAR', 'Saudi Riyal', '﷼', 0.2666),
];

const byCode = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

export const currencyOf = (code: string): Currency | undefined => byCode.get(code);

const SWING = 0.12;
const SPREAD = 0.0001;

export const currencyLeg = ({ code, usd }: Currency) => ({ key: code, level: usd, swing: code === 'USD' ? 0 : SWING });

/** Every ordered pair of two currencies: EURUSD and USDEUR are both there. */
export const CURRENCY_PAIRS: readonly Instrument[] = CURRENCIES.flatMap((base) =>
  CURRENCIES.filter((quote) => quote !== base).map((quote) => ({
    symbol: `${base.code}${quote.code}`,
    name: `${base.name} / ${quote.name}`,
    over: currencyLeg(base),
    under: currencyLeg(quote),
    spread: SPREAD,
  })),
);
