/** What the simulated service has, as far as formulas and service must agree on it. */
export const MODELS = ['piotroski', 'altman-z', 'beneish-m'] as const;
export const MARKETS = ['XNYS', 'XLON', 'XTKS'] as const;

/** First day, last day, days from the one to the other. */
export const DAYS = [
  ['2026-11-23', '2026-11-23', 1],
  ['2026-11-23', '2026-11-24', 2],
] as const;

export const filingCount = (ticker: string, limit: number): number => Math.min(limit, ticker === 'AAPL' ? 2 : 1);
