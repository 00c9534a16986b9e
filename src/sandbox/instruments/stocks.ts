import type { SATURDAY, SUNDAY } from '../../core/calendar/iso-dates';
import { COMMODITIES } from './commodities';
import { INDICES } from './indices';
import { type Instrument, type Leg, sharedOn } from './instrument';
import written from './stocks.json';

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
const TABLE = written as unknown as readonly {
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

export const STOCKS: readonly Stock[] = TABLE.flatMap(({ country, mic, rows }) =>
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

const bySymbol = new Map(STOCKS.map((stock) => [stock.symbol, stock]));

/** A company by its ticker; case does not matter. */
export const stockOf = (ticker: string): Stock | undefined => bySymbol.get(ticker.toUpperCase());
