import type { Operation, OperationKind } from './interface/operation';

/** An operation's texts for the help pages and the sandbox's interface document, outside the add-in's scripts. */
interface OperationText {
  /** The tag under which the service lists the operation. */
  readonly tag: string;
  readonly summary: string;
}

const TEXTS: Readonly<Record<string, OperationText>> = {
  'GET /stocks/markets': { tag: 'Markets', summary: 'Details of stock exchanges' },
  'GET /stocks/markets/holidays': { tag: 'Markets', summary: 'Market holidays and half days' },
  'GET /stocks/markets/hours': { tag: 'Markets', summary: 'Trading hours, half days included' },
  'GET /indices/{symbol}/ticks': { tag: 'Indices', summary: 'Historical ticks of an index' },
  'GET /indices/symbols': { tag: 'Indices', summary: 'Index symbols' },
  'GET /stocks/filings': { tag: 'Fundamentals', summary: 'Regulatory filings of a company, newest first' },
  'GET /currencies/quotes': { tag: 'Currencies', summary: 'Last quotes of currency pairs' },
  'GET /stocks/{symbol}/scores': { tag: 'Stocks', summary: 'Financial health scores of a stock' },
  'GET /account/usage': { tag: 'Account', summary: 'Requests used, by period' },
  'GET /commodities/types': { tag: 'Commodities', summary: 'Types of commodities' },
  'GET /crypto/exchanges': { tag: 'Crypto', summary: 'Crypto exchanges' },
  'GET /stocks/countries': { tag: 'Stocks', summary: 'Countries with listed stocks' },
  'GET /stocks/markets/status': { tag: 'Markets', summary: 'Whether exchanges are open now' },
  'GET /algo/symbols': { tag: 'Algo', summary: 'Symbols with history for backtests' },
  'POST /algo/upload/backtesting': { tag: 'Algo', summary: 'Upload of a backtesting strategy; payload unpublished' },
  'POST /algo/upload/backtrader': { tag: 'Algo', summary: 'Upload of a backtrader strategy; payload unpublished' },
};

/** Summaries that several areas share; the interface document words some of them differently. */
const OF_AREAS: Readonly<Partial<Record<OperationKind, (area: string) => string>>> = {
  symbols: (area) => `Symbols of ${area}`,
  quote: (area) => `Last quote of one symbol of ${area}`,
  quotes: (area) => `Last quotes of ${area}`,
  news: (area) => `News on ${area}`,
  conversion: (area) => `Conversion of an amount in ${area}`,
};

/** Throws if a row of the table of operations has no text. */
export function operationTextOf({ id, area, kind }: Operation): OperationText {
  const summary = area && OF_AREAS[kind]?.(area);
  const text = TEXTS[id] ?? (summary && { tag: area[0]!.toUpperCase() + area.slice(1), summary });
  if (!text) throw new RangeError(`operations.help.ts says nothing of "${id}": add its tag and summary there`);
  return text;
}
