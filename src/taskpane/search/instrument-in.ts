/** What other products write around a symbol of the United States, an index or a currency; $AAPL, .SPX. */
const NOTATION =
  /\s+u[snqwap]\s+equity$|(?<!\s[a-z]{2})\s+equity$|\s+(?:index|curncy|comdty)$|(?<=^[a-z]+)(?:\.(?:o|oq|n|k|us)|:us|-us)$|=x?$|^(?:nasdaq|nyse|nysearca|amex|xnas|xnys)\s*:\s*|^[$.^](?=[a-z])/i;

/** Words for what is wanted of an instrument, in the languages of the pane. */
const WANTED =
  /^(?:(?:stock|share|price|quote|ticker|symbol|value|equitie|rate)s?|of|the|for|current|today|live|latest|kurs|aktie|aktienkurs|preis|cours|prix|actions?|de|du|d[eu]l?|l['’]action|precio|acci[oó]n|acciones|cotizaci[oó]n|株価|価格|の|股价|价格|行情)$/i;

/** The instrument in "apple stock price", "AAPL US Equity", "NASDAQ:AAPL": the query without what is said around it. */
export function instrumentIn(query: string): string {
  // Not of a stock exchange.
  const plain = query
    .trim()
    .replace(NOTATION, '')
    .replace(/\bexchange (?=rate)/i, '')
    .trim();
  const named = plain.split(/\s+/).filter((word) => !WANTED.test(word));
  return named.length === 0 ? query : named.join(' ');
}
