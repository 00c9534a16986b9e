import type { Area } from '../../api/interface/operation';
import { type Instrument, type Leg, sharedOn } from './instrument';
import { WEEKDAYS, ALWAYS } from './trading-times';
import type { SATURDAY, SUNDAY } from '../../core/calendar/iso-dates';
import written from './tables.json';
import stocks from './stocks.json';

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
const CURRENCY_ROWS = written.currencies as unknown as readonly (readonly [
  code: string,
  name: string,
  symbol: string,
  usd: number,
  tie?: Partial<Currency>,
])[];

/** @internal */
export const CURRENCIES: readonly Currency[] = CURRENCY_ROWS.map(([code, name, symbol, usd, tie]) => ({
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

/** All ordered pairs of two currencies: both EURUSD and USDEUR exist. @internal */
export const CURRENCY_PAIRS: readonly Instrument[] = CURRENCIES.flatMap((base) =>
  CURRENCIES.filter((quote) => quote !== base).map((quote) => ({
    symbol: `${base.code}${quote.code}`,
    name: `${base.name} / ${quote.name}`,
    over: currencyLeg(base),
    under: currencyLeg(quote),
    spread: SPREAD,
  })),
);

const COINS = written.coins as unknown as readonly (readonly [code: string, name: string, usd: number])[];

const MONIES = ['USD', 'EUR', 'GBP'].flatMap((code) => {
  const currency = currencyOf(code);
  return currency ? [{ code, name: currency.name, leg: currencyLeg(currency) }] : [];
});

const isStable = (code: string): boolean => code.startsWith('USD');

const coinLeg = (code: string, usd: number): Leg => ({
  key: `coin ${code}`,
  level: usd,
  hours: ALWAYS,
  ...(isStable(code) ? { swing: 0.002 } : { swing: 0.7, shared: [['coins', 0.6]] }),
});

const coins = new Map(COINS.map(([code, , usd]) => [code, coinLeg(code, usd)]));

export const cryptoLeg = (code: string): Leg | undefined => coins.get(code);

const bitcoin = { code: 'BTC', name: 'Bitcoin', leg: coinLeg('BTC', 64_000) };

/** Each coin against the dollar, the euro, the pound and bitcoin. */
const CRYPTO_PAIRS: readonly Instrument[] = COINS.flatMap(([code, name, usd]) =>
  [...MONIES, bitcoin]
    .filter((money) => money.code !== code)
    .map((money) => ({
      symbol: `${code}${money.code}`,
      name: `${name} / ${money.name}`,
      over: coinLeg(code, usd),
      under: money.leg,
      spread: 0.0006,
    })),
);

/** id, name, year of foundation, country, website. */
export const CRYPTO_EXCHANGES = written.cryptoExchanges as unknown as readonly (readonly [
  string,
  string,
  number | null,
  string | null,
  string,
])[];

/** An index and the exchange in whose hours it ticks. */
export interface Index extends Instrument {
  readonly mic: string;
}

const INDEX_ROWS = written.indices as unknown as readonly (readonly [
  symbol: string,
  name: string,
  country: string,
  mic: string,
  level: number,
])[];

/** An index of volatility rises when prices fall, and moves by more. */
const OF_FEAR: Partial<Leg> = { swing: 0.9, shared: sharedOn('XNYS', -0.4, -0.35) };

const INDICES: readonly Index[] = INDEX_ROWS.map(([symbol, name, country, mic, level]) => ({
  symbol,
  name,
  country,
  mic,
  type: 'index',
  spread: 0.0001,
  over: {
    key: `index ${symbol}`,
    level,
    swing: 0.3,
    hours: mic,
    shared: sharedOn(mic, 0.5, 0.4),
    ...(symbol === 'VIX' && OF_FEAR),
  },
}));

export const COMMODITY_TYPES = ['agricultural', 'energy', 'metal'] as const;

/** How much of its movements a commodity shares with its type. */
const SHARED = { agricultural: 0.3, energy: 0.7, metal: 0.5 };

const COMMODITY_ROWS = written.commodities as unknown as readonly (readonly [
  type: (typeof COMMODITY_TYPES)[number],
  symbol: string,
  name: string,
  level: number,
])[];

const COMMODITIES: readonly Instrument[] = COMMODITY_ROWS.map(([type, symbol, name, level]) => ({
  symbol,
  name,
  type,
  spread: 0.0004,
  over: { key: `commodity ${symbol}`, level, swing: 0.35, hours: WEEKDAYS, shared: [[type, SHARED[type]]] },
}));

/** A listed company. Its price is in its exchange's currency. */
export interface Stock extends Instrument {
  readonly mic: string;
  readonly country: string;
  readonly description: string;
  /** Banks and insurers, for which models based on working capital do not apply. */
  readonly isFinancial: boolean;
  /** Undefined if it does not file with the SEC. */
  readonly company: Company | undefined;
}

/** What the sandbox knows about companies that file with the SEC, besides their prices. */
export interface Company {
  /** The company's number at the SEC (Central Index Key). */
  readonly cik: number;
  /** @default the end of December */
  readonly yearEnd?: YearEnd;
  /** A foreign issuer files 20-F and 6-K instead of 10-K, 10-Q and 8-K. */
  readonly isForeign?: true;
  /** Approximate Altman Z; undefined if the model does not apply or the value is not known. */
  readonly altmanZ?: number;
}

/** The last day of a fiscal year: the last of a month, or the weekday before or nearest to it. */
export interface YearEnd {
  readonly month: number;
  readonly weekday?: typeof SATURDAY | typeof SUNDAY;
  readonly isNearest?: true;
}

const FUND = 'exchange-traded fund';

/** By country and exchange. */
const TABLE = stocks as unknown as readonly {
  readonly country: string;
  readonly mic: string;
  readonly rows: readonly (readonly [symbol: string, name: string, sector: string, price: number, company?: Company])[];
}[];

const legOf = (list: readonly Instrument[], symbol: string): Partial<Leg> | undefined =>
  list.find((one) => one.symbol === symbol)?.over;

/** A fund moves like its holdings, and two shares of one company move alike. */
const FOLLOWED: Readonly<Record<string, Partial<Leg> | undefined>> = {
  GOOG: { key: 'stock GOOGL' },
  SPY: legOf(INDICES, 'SPX'),
  QQQ: legOf(INDICES, 'NDX'),
  IWM: legOf(INDICES, 'RUT'),
  GLD: legOf(COMMODITIES, 'XAUUSD'),
  TLT: { swing: 0.2, shared: [] },
};

const STOCKS: readonly Stock[] = TABLE.flatMap(({ country, mic, rows }) =>
  rows.map(([symbol, name, sector, price, company]) => ({
    symbol,
    name,
    country,
    mic,
    type: sector === FUND ? 'etf' : 'stock',
    description: `${name}: ${sector}`,
    isFinancial: sector === 'financials',
    company,
    spread: 0.0003,
    over: {
      key: `stock ${symbol}`,
      swing: 0.4,
      shared: sharedOn(mic, 0.3, 0.3),
      ...FOLLOWED[symbol],
      level: price,
      hours: mic,
    },
  })),
);

/** All instruments with quotes, by area. */
export const INSTRUMENTS: Readonly<Record<Area, readonly Instrument[]>> = {
  currencies: CURRENCY_PAIRS,
  crypto: CRYPTO_PAIRS,
  indices: INDICES,
  stocks: STOCKS,
  commodities: COMMODITIES,
};

const bySymbol = new Map(
  Object.entries(INSTRUMENTS).flatMap(([area, list]) =>
    list.map((instrument) => [`${area} ${instrument.symbol}`, instrument]),
  ),
);

/** An instrument by its symbol; case does not matter. */
export const instrumentOf = (area: Area, symbol: string): Instrument | undefined =>
  bySymbol.get(`${area} ${symbol.toUpperCase()}`);

/** A company by its ticker; case does not matter. */
export const stockOf = (ticker: string): Stock | undefined => instrumentOf('stocks', ticker) as Stock | undefined;
