import { COMMODITIES } from './commodities';
import { INDICES } from './indices';
import { type Instrument, type Leg, sharedOn } from './instrument';

/** A listed company. Its price is in its exchange's currency. */
export interface Stock extends Instrument {
  readonly mic: string;
  readonly country: string;
  readonly description: string;
  /** Banks and insurers, for which models based on working capital do not apply. */
  readonly isFinancial: boolean;
}

type StockRow = readonly [symbol: string, name: string, sector: string, price: number];

const FINANCIAL = 'Financials';
const FUND = 'Exchange-traded fund';

const legOf = (list: readonly Instrument[], symbol: string): Partial<Leg> | undefined =>
  list.find((one) => one.symbol === symbol)?.over;

/** A fund moves as what it holds, and so do two shares of one company. */
const FOLLOWED: Readonly<Record<string, Partial<Leg> | undefined>> = {
  GOOG: { key: 'stock GOOGL' },
  SPY: legOf(INDICES, 'SPX'),
  QQQ: legOf(INDICES, 'NDX'),
  IWM: legOf(INDICES, 'RUT'),
  GLD: legOf(COMMODITIES, 'XAUUSD'),
  TLT: { swing: 0.2, shared: [] },
};

const stocksOf = (country: string, mic: string, rows: readonly StockRow[]): readonly Stock[] =>
  rows.map(([symbol, name, sector, price]) => ({
    symbol,
    name,
    country,
    mic,
    type: sector === FUND ? 'etf' : 'stock',
    description: `${name}: ${sector.toLowerCase()}`,
    isFinancial: sector === FINANCIAL,
    spread: 0.0003,
    over: {
      key: `stock ${symbol}`,
      swing: 0.4,
      shared: sharedOn(mic, 0.3, 0.3),
      ...FOLLOWED[symbol],
      level: price,
      hours: mic,
    },
  }));

export const STOCKS: readonly Stock[] = [
  ...stocksOf('us', 'XNYS', [
    ['AAPL', 'Apple Inc.', 'Technology', 210],
    ['MSFT', 'Microsoft Corporation', 'Technology', 430],
    ['NVDA', 'NVIDIA Corporation', 'Technology', 120],
    ['AMZN', 'Amazon.com, Inc.', 'Consumer Discretionary', 185],
    ['GOOGL', 'Alphabet Inc. Class A', 'Communication Services', 175],
    ['GOOG', 'Alphabet Inc. Class C', 'Communication Services', 176],
    ['META', 'Meta Platforms, Inc.', 'Communication Services', 500],
    ['TSLA', 'Tesla, Inc.', 'Consumer Discretionary', 210],
    ['AVGO', 'Broadcom Inc.', 'Technology', 160],
    ['JPM', 'JPMorgan Chase & Co.', FINANCIAL, 205],
    ['BAC', 'Bank of America Corporation', FINANCIAL, 40],
    ['GS', 'The Goldman Sachs Group, Inc.', FINANCIAL, 460],
    ['V', 'Visa Inc.', 'Industrials', 270],
    ['MA', 'Mastercard Incorporated', 'Industrials', 450],
    ['BRK.B', 'Berkshire Hathaway Inc. Class B', FINANCIAL, 415],
    ['JNJ', 'Johnson & Johnson', 'Health Care', 150],
    ['PFE', 'Pfizer Inc.', 'Health Care', 28],
    ['UNH', 'UnitedHealth Group Incorporated', 'Health Care', 500],
    ['LLY', 'Eli Lilly and Company', 'Health Care', 850],
    ['XOM', 'Exxon Mobil Corporation', 'Energy', 114],
    ['CVX', 'Chevron Corporation', 'Energy', 157],
    ['PG', 'The Procter & Gamble Company', 'Consumer Staples', 167],
    ['KO', 'The Coca-Cola Company', 'Consumer Staples', 63],
    ['PEP', 'PepsiCo, Inc.', 'Consumer Staples', 168],
    ['WMT', 'Walmart Inc.', 'Consumer Staples', 68],
    ['COST', 'Costco Wholesale Corporation', 'Consumer Staples', 840],
    ['HD', 'The Home Depot, Inc.', 'Consumer Discretionary', 345],
    ['MCD', "McDonald's Corporation", 'Consumer Discretionary', 255],
    ['NKE', 'NIKE, Inc.', 'Consumer Discretionary', 94],
    ['DIS', 'The Walt Disney Company', 'Communication Services', 100],
    ['NFLX', 'Netflix, Inc.', 'Communication Services', 670],
    ['INTC', 'Intel Corporation', 'Technology', 31],
    ['AMD', 'Advanced Micro Devices, Inc.', 'Technology', 160],
    ['IBM', 'International Business Machines Corporation', 'Technology', 173],
    ['ORCL', 'Oracle Corporation', 'Technology', 140],
    ['CRM', 'Salesforce, Inc.', 'Technology', 245],
    ['BA', 'The Boeing Company', 'Industrials', 180],
    ['CAT', 'Caterpillar Inc.', 'Industrials', 330],
    ['GE', 'GE Aerospace', 'Industrials', 160],
    ['F', 'Ford Motor Company', 'Consumer Discretionary', 12],
    ['T', 'AT&T Inc.', 'Communication Services', 18.5],
    ['SPY', 'SPDR S&P 500 ETF Trust', FUND, 540],
    ['QQQ', 'Invesco QQQ Trust', FUND, 463],
    ['IWM', 'iShares Russell 2000 ETF', FUND, 208],
    ['GLD', 'SPDR Gold Shares', FUND, 217],
    ['TLT', 'iShares 20+ Year Treasury Bond ETF', FUND, 92],
  ]),
  ...stocksOf('nl', 'XAMS', [
    ['ASML', 'ASML Holding N.V.', 'Technology', 900],
    ['HEIA', 'Heineken N.V.', 'Consumer Staples', 91],
    ['INGA', 'ING Groep N.V.', FINANCIAL, 16],
  ]),
  ...stocksOf('de', 'XETR', [
    ['SAP', 'SAP SE', 'Technology', 185],
    ['SIE', 'Siemens AG', 'Industrials', 175],
    ['ALV', 'Allianz SE', FINANCIAL, 262],
    ['BMW', 'Bayerische Motoren Werke AG', 'Consumer Discretionary', 88],
  ]),
  ...stocksOf('fr', 'XPAR', [
    ['MC', 'LVMH Moët Hennessy Louis Vuitton SE', 'Consumer Discretionary', 710],
    ['OR', "L'Oréal S.A.", 'Consumer Staples', 410],
    ['TTE', 'TotalEnergies SE', 'Energy', 63],
    ['BNP', 'BNP Paribas S.A.', FINANCIAL, 61],
  ]),
  ...stocksOf('uk', 'XLON', [
    ['SHEL', 'Shell plc', 'Energy', 28],
    ['AZN', 'AstraZeneca PLC', 'Health Care', 123],
    ['HSBA', 'HSBC Holdings plc', FINANCIAL, 6.8],
    ['VOD', 'Vodafone Group plc', 'Communication Services', 0.7],
  ]),
  ...stocksOf('ch', 'XSWX', [
    ['NESN', 'Nestlé S.A.', 'Consumer Staples', 93],
    ['NOVN', 'Novartis AG', 'Health Care', 97],
    ['UBSG', 'UBS Group AG', FINANCIAL, 27],
  ]),
  ...stocksOf('es', 'XMAD', [
    ['ITX', 'Industria de Diseño Textil, S.A.', 'Consumer Discretionary', 46],
    ['SAN', 'Banco Santander, S.A.', FINANCIAL, 4.5],
  ]),
  ...stocksOf('it', 'XMIL', [
    ['ENEL', 'Enel S.p.A.', 'Utilities', 6.6],
    ['RACE', 'Ferrari N.V.', 'Consumer Discretionary', 385],
  ]),
  ...stocksOf('be', 'XBRU', [['ABI', 'Anheuser-Busch InBev SA/NV', 'Consumer Staples', 55]]),
  ...stocksOf('pt', 'XLIS', [['EDP', 'EDP, S.A.', 'Utilities', 3.6]]),
  ...stocksOf('cn', 'XNYS', [['BABA', 'Alibaba Group Holding Limited', 'Consumer Discretionary', 76]]),
  ...stocksOf('gr', 'XATH', [['OPAP', 'OPAP S.A.', 'Consumer Discretionary', 15]]),
  ...stocksOf('nz', 'XNZE', [['FPH', 'Fisher & Paykel Healthcare Corporation Limited', 'Health Care', 30]]),
];

const bySymbol = new Map(STOCKS.map((stock) => [stock.symbol, stock]));

/** A company by its ticker; case does not matter. */
export const stockOf = (ticker: string): Stock | undefined => bySymbol.get(ticker.toUpperCase());
