import { byName } from '../basics';

/** "stocks:AAPL" → stocks and AAPL, each trimmed; a text without a colon has no prefix. */
export function splitPrefix(text: string): { readonly prefix: string | undefined; readonly name: string } {
  const colon = text.indexOf(':');
  return colon < 0
    ? { prefix: undefined, name: text }
    : { prefix: text.slice(0, colon).trim(), name: text.slice(colon + 1).trim() };
}

/** "EUR/USD", also with spaces around the slash. */
const PAIR = /^([a-z]{3}) *\/ *([a-z]{3})$/i;
/** "XNAS:AAPL": the prefix of an exchange means a stock. Those of the United States need no further check. */
export const AMERICAN = /^(?:XNYS|XNAS|XASE|ARCX|BAT[SY]|EDG[AX]|IEXG|MEMX|LTSE|OOTC|OTC[BMQ]|PINX|NASDAQ|NYSE|AMEX)$/i;
const EXCHANGE = /^(?:X[A-Z]{3}|AIMX|ALX[ABLP]|AQSE|BVMF|DSMD|EXGM|HSTC|MISX|MTAA|NEOE)$/i;

interface SymbolParts {
  readonly area: string | undefined;
  readonly symbol: string;
  /** The exchange that is named before the colon, upper case. Undefined for those of the United States. */
  readonly mic?: string;
}

/**
 * A symbol as it may be written, and the area before its colon: "stocks:AAPL" and "XNAS:AAPL" → stocks and AAPL,
 * "EUR/USD" → EURUSD. The area is as written, and may not exist.
 */
export function symbolParts(text: string): SymbolParts {
  const { prefix, name } = splitPrefix(text);
  const symbol = name.replace(PAIR, '$1$2');
  if (prefix === undefined) return { area: undefined, symbol };
  if (AMERICAN.test(prefix)) return { area: 'stocks', symbol };
  return EXCHANGE.test(prefix) ? { area: 'stocks', symbol, mic: prefix.toUpperCase() } : { area: prefix, symbol };
}

/** Other products' names of the service's areas, without words that are similar to an area's own name. */
const AREA_BY_NAME = byName('currencies: fx forex; indices: index; stocks: equity equities shares');

/** The area by another name: "fx" → "currencies". */
export const areaMeant = (text: string): string | undefined => AREA_BY_NAME[text.trim().toLowerCase()];
