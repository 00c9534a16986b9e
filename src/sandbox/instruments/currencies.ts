import type { Instrument, Leg } from './instrument';
import written from './tables.json';
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

/** Without a swing of its own, a currency moves freely; with 0 it is pegged to the dollar. Hong Kong's has a band. */
const ROWS = written.currencies as unknown as readonly (readonly [
  code: string,
  name: string,
  symbol: string,
  usd: number,
  tie?: Partial<Currency>,
])[];

/** @internal */
export const CURRENCIES: readonly Currency[] = ROWS.map(([code, name, symbol, usd, tie]) => ({
  code,
  name,
  symbol,
  usd,
  swing: SWING,
  movesWith: code,
  ...tie,
}));

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
