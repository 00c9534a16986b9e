import type { Route } from '../../support/stub-service';

interface Quote {
  readonly symbol: string;
  readonly ask: number | null;
  readonly bid: number | null;
  readonly mid: number | null;
  readonly timestamp: number | null;
}

/** 2026-11-20 12:00:00 UTC, serial 46346.5. */
export const NOON = 1_795_176_000;

export const quoteOf = (symbol: string, mid: number): Quote => ({
  symbol,
  ask: mid + 0.25,
  bid: mid - 0.25,
  mid,
  timestamp: NOON,
});

/** A quotes route that knows these mid prices and leaves unknown symbols out of its answer. */
export const quotes =
  (mids: Readonly<Record<string, number>>): Route =>
  ({ query }) => ({
    items: query
      .get('symbols')!
      .split(',')
      .filter((symbol) => symbol in mids)
      .map((symbol) => quoteOf(symbol, mids[symbol]!)),
  });

export const PAIRS = { EURUSD: 1.5, GBPUSD: 2.5, USDJPY: 150, AUDUSD: 0.75 };

/** A session of one exchange; times as the service writes them, "2026-11-20T09:30:00-05:00". */
export const session = (
  mic: string,
  open: string,
  close: string,
  holiday: string | null = null,
): Record<string, unknown> => ({
  mic,
  date: open.slice(0, 10),
  day_of_week: 'Friday',
  is_early_close: holiday !== null,
  open_time: open,
  close_time: close,
  holiday_name: holiday,
});

export const filing = (type: string, date: string): Record<string, unknown> => ({
  accession_number: `0000-${date}`,
  filing_type: type,
  filing_date: date,
  report_date: date,
  period_of_report: date.slice(0, 7),
  file_url: `https://filings.example/${date}`,
});
