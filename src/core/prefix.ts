/** "stocks:AAPL" → stocks and AAPL, each trimmed; a text without a colon has no prefix. */
export function splitPrefix(text: string): { readonly prefix: string | undefined; readonly name: string } {
  const colon = text.indexOf(':');
  return colon < 0
    ? { prefix: undefined, name: text }
    : { prefix: text.slice(0, colon).trim(), name: text.slice(colon + 1).trim() };
}
