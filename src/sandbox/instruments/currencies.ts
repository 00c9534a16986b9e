import type { Instrument, Leg } from './instrument';
import { WEEKDAYS } from './trading-times';

interface Currency {
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** Approximate value of one unit in US dollars. */
  readonly usd: number;
  /** How far the value strays from `usd`: 0.1 is about a tenth. */
  readonly swing: number;
  /** The currency whose movements it follows. */
  readonly movesWith: string;
}

const SWING = 0.12;

/** @param tie how closely the currency is tied, and to which other */
const row = (code: string, name: string, symbol: string, usd: number, tie: Partial<Currency> = {}): Currency => ({
  code,
  name,
  symbol,
  usd,
  swing: SWING,
  movesWith: code,
  ...tie,
});

/** Pegged to the dollar, or kept in a band around it. */
const pegged = (swing = 0): Partial<Currency> => ({ swing });
/** The band of the Hong Kong dollar: 7.75 to 7.85. */
const HONG_KONG_BAND = 0.0063;
const EURO = 1.09;
const YUAN = 0.139;

/** @internal */
export const CURRENCIES: readonly Currency[] = [
  row('EUR', 'Euro', '€', EURO),
  row('USD', 'US Dollar', '$', 1, pegged()),
  row('GBP', 'Pound Sterling', '£', 1.28),
  row('JPY', 'Yen', '¥', 0.0066),
  row('CHF', 'Swiss Franc', 'CHF', 1.13),
  row('AUD', 'Australian Dollar', '$', 0.66),
  row('CAD', 'Canadian Dollar', '$', 0.73),
  row('NZD', 'New Zealand Dollar', '$', 0.6),
  row('SEK', 'Swedish Krona', 'kr', 0.095),
  row('NOK', 'Norwegian Krone', 'kr', 0.093),
  row('DKK', 'Danish Krone', 'kr', EURO / 7.46, { movesWith: 'EUR' }),
  row('SGD', 'Singapore Dollar', '$', 0.75),
  row('HKD', 'Hong Kong Dollar', '$', 1 / 7.8, pegged(HONG_KONG_BAND)),
  row('CNY', 'Yuan Renminbi', '¥', YUAN, { swing: 0.03 }),
  row('CNH', 'Offshore Yuan Renminbi', '¥', YUAN * 0.9992, { swing: 0.03, movesWith: 'CNY' }),
  row('TWD', 'New Taiwan Dollar', 'NT$', 0.031, { swing: 0.05 }),
  row('INR', 'Indian Rupee', '₹', 0.0119),
  row('KRW', 'Won', '₩', 0.00072),
  row('MXN', 'Mexican Peso', '$', 0.054),
  row('BRL', 'Brazilian Real', 'R$', 0.18),
  row('ZAR', 'Rand', 'R', 0.055),
  row('PLN', 'Zloty', 'zł', 0.254),
  row('CZK', 'Czech Koruna', 'Kč', 0.043),
  row('HUF', 'Forint', 'Ft', 0.0027),
  row('TRY', 'Turkish Lira', '₺', 0.029),
  row('ILS', 'New Israeli Sheqel', '₪', 0.27),
  row('THB', 'Baht', '฿', 0.0285),
  row('SAR', 'Saudi Riyal', '﷼', 1 / 3.75, pegged()),
  row('AED', 'UAE Dirham', 'د.إ', 1 / 3.6725, pegged()),
];

const byCode = new Map(CURRENCIES.map((currency) => [currency.code, currency]));

export const currencyOf = (code: string): Currency | undefined => byCode.get(code);

const SPREAD = 0.0001;

export const currencyLeg = ({ movesWith, usd, swing }: Currency): Leg => ({
  key: movesWith,
  level: usd,
  swing,
  hours: WEEKDAYS,
});

/** All ordered pairs of two currencies: both EURUSD and USDEUR exist. */
export const CURRENCY_PAIRS: readonly Instrument[] = CURRENCIES.flatMap((base) =>
  CURRENCIES.filter((quote) => quote !== base).map((quote) => ({
    symbol: `${base.code}${quote.code}`,
    name: `${base.name} / ${quote.name}`,
    over: currencyLeg(base),
    under: currencyLeg(quote),
    spread: SPREAD,
  })),
);
