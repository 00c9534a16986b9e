/**
 * The texts about an operation, in the help pages and the sandbox's interface document. No script of the add-in
 * contains them.
 */
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
  'GET /commodities/symbols': { tag: 'Commodities', summary: 'Symbols of commodities' },
  'GET /crypto/symbols': { tag: 'Crypto', summary: 'Symbols of crypto' },
  'GET /currencies/symbols': { tag: 'Currencies', summary: 'Symbols of currencies' },
  'GET /stocks/symbols': { tag: 'Stocks', summary: 'Symbols of stocks' },
  'GET /commodities/quote': { tag: 'Commodities', summary: 'Last quote of one symbol of commodities' },
  'GET /crypto/quote': { tag: 'Crypto', summary: 'Last quote of one symbol of crypto' },
  'GET /currencies/quote': { tag: 'Currencies', summary: 'Last quote of one symbol of currencies' },
  'GET /indices/quote': { tag: 'Indices', summary: 'Last quote of one symbol of indices' },
  'GET /stocks/quote': { tag: 'Stocks', summary: 'Last quote of one symbol of stocks' },
  'GET /commodities/quotes': { tag: 'Commodities', summary: 'Last quotes of commodities' },
  'GET /crypto/quotes': { tag: 'Crypto', summary: 'Last quotes of crypto' },
  'GET /indices/quotes': { tag: 'Indices', summary: 'Last quotes of indices' },
  'GET /stocks/quotes': { tag: 'Stocks', summary: 'Last quotes of stocks' },
  'GET /commodities/news': { tag: 'Commodities', summary: 'News on commodities' },
  'GET /crypto/news': { tag: 'Crypto', summary: 'News on crypto' },
  'GET /currencies/news': { tag: 'Currencies', summary: 'News on currencies' },
  'GET /indices/news': { tag: 'Indices', summary: 'News on indices' },
  'GET /stocks/news': { tag: 'Stocks', summary: 'News on stocks' },
  'GET /crypto/convert/{from}/{to}': { tag: 'Crypto', summary: 'Conversion of an amount in crypto' },
  'GET /currencies/convert/{from}/{to}': { tag: 'Currencies', summary: 'Conversion of an amount in currencies' },
  'GET /commodities/types': { tag: 'Commodities', summary: 'Types of commodities' },
  'GET /crypto/exchanges': { tag: 'Crypto', summary: 'Crypto exchanges' },
  'GET /stocks/countries': { tag: 'Stocks', summary: 'Countries with listed stocks' },
  'GET /stocks/markets/status': { tag: 'Markets', summary: 'Whether exchanges are open now' },
  'GET /algo/symbols': { tag: 'Algo', summary: 'Symbols with history for backtests' },
  'POST /algo/upload/backtesting': { tag: 'Algo', summary: 'Upload of a backtesting strategy; payload unpublished' },
  'POST /algo/upload/backtrader': { tag: 'Algo', summary: 'Upload of a backtrader strategy; payload unpublished' },
};

/** Throws if a row of the table of operations has no text. */
export function operationTextOf(id: string): OperationText {
  const text = TEXTS[id];
  if (!text) throw new RangeError(`operations.help.ts says nothing of "${id}": add its tag and summary there`);
  return text;
}
