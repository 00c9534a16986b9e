import { type MeantSymbol, symbolMeant } from './symbol-notations';

const commodity = (symbol: string): MeantSymbol => ({ symbol, area: 'commodities' });
const index = (symbol: string): MeantSymbol => ({ symbol, area: 'indices' });

/** By what people and other services call it: the symbols under which a service may quote it. */
const BY_NAME: Readonly<Record<string, readonly MeantSymbol[]>> = Object.fromEntries(
  (
    [
      ['GOLD XAU GC=F GC1 GCC1', [commodity('XAUUSD'), commodity('GOLD')]],
      ['SILVER XAG SI=F SI1 SIC1', [commodity('XAGUSD'), commodity('SILVER')]],
      ['PLATINUM XPT PL=F', [commodity('XPTUSD'), commodity('PLATINUM')]],
      ['PALLADIUM XPD PA=F', [commodity('XPDUSD'), commodity('PALLADIUM')]],
      ['WTI OIL CRUDE USOIL CL=F CL1 CLC1', [commodity('WTI'), commodity('WTIUSD')]],
      ['BRENT UKOIL BZ=F CO1 LCOC1', [commodity('BRENT'), commodity('BRENTUSD')]],
      ['NATGAS NG=F NG1 NGC1', [commodity('NATGAS'), commodity('NGUSD')]],
      ['COPPER XCU HG=F', [commodity('COPPER'), commodity('XCUUSD')]],
      ['GSPC S&P500 SP500 US500', [index('SPX')]],
      ['DJIA DOW US30', [index('DJI')]],
      ['NDX100 US100', [index('NDX')]],
      ['FTSE FTSE100 UK100', [index('UKX')]],
      ['GDAXI DE40', [index('DAX')]],
      ['N225 NIKKEI JP225', [index('NKY')]],
      ['HK50', [index('HSI')]],
    ] as const
  ).flatMap(([names, symbols]) => names.split(' ').map((name) => [name, symbols] as const)),
);

/** What people and other services call a symbol of an area: SPX → "GSPC", "S&P500" and more. */
export const namesOfSymbol = (symbol: string, area: MeantSymbol['area']): readonly string[] =>
  NAMES.get(`${area}:${symbol}`) ?? [];

const NAMES = new Map<string, readonly string[]>();
for (const [name, meant] of Object.entries(BY_NAME))
  for (const { symbol, area } of meant) NAMES.set(`${area}:${symbol}`, [...namesOfSymbol(symbol, area), name]);

/** What other services write behind a share that is listed outside the United States. */
const SUFFIXES = new Set(
  (
    'T L DE F PA AS BR LS MI MC SW VX ST CO HE OL WA VI IR AT IS TO V NE MX SA HK SS SZ SH TW TWO KS KQ SI BK JK KL AX ' +
    'NZ NS BO JO TA'
  ).split(' '),
);
const LISTED_ABROAD = /^([A-Z0-9-]+)\.([A-Z]{1,3})$/;
/** "VOD LN Equity", as terminals write it; "AAPL US Equity" has a meaning of its own. */
const EQUITY_ABROAD = /^([A-Z0-9/-]+) [A-Z]{2} EQUITY$/;
const COIN = /^[A-Z]{2,5}$/;
/** What terminals write behind a commodity or a metal: "GC1 Comdty", "XAU=". */
const TERMINAL_SUFFIX = /(?: COMDTY| CURNCY|=)$/;
/** A class of shares behind a hyphen, "BRK-B", or before an exchange in New York, "BRKb.N". */
const SHARE_CLASS = /^([A-Z]{1,5})(?:-([A-Z])|([A-Z])\.(?:OQ|O|N))$/;

/**
 * A share in another service's notation, without the exchange that it names: "7203.T" → "7203". The same letters may be
 * another company elsewhere: SAN is Sanofi in Paris and Santander in Madrid.
 */
export function bareShare(text: string): string | undefined {
  const name = text.trim().toUpperCase().replaceAll(/\s+/g, ' ');
  const [, share, suffix = ''] = LISTED_ABROAD.exec(name) ?? [];
  if (SUFFIXES.has(suffix)) return share;
  return symbolMeant(name) === undefined ? EQUITY_ABROAD.exec(name)?.[1] : undefined;
}

/**
 * What a symbol may mean if the service quotes it: commodities and indices by name, shares with the suffix of an
 * exchange or with their class, coins alone.
 */
export function possibleSymbols(text: string): readonly MeantSymbol[] {
  const name = text.trim().toUpperCase();
  const share = bareShare(name);
  return [
    ...(BY_NAME[name.replace(TERMINAL_SUFFIX, '')] ?? []),
    ...(SHARE_CLASS.test(name) ? [{ symbol: name.replace(SHARE_CLASS, '$1.$2$3'), area: 'stocks' } as const] : []),
    ...(share === undefined ? [] : [{ symbol: share, area: 'stocks' } as const]),
    ...(COIN.test(name) ? [{ symbol: `${name}USD`, area: 'crypto' } as const] : []),
  ];
}
