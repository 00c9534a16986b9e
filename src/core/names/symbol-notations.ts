import { byName } from '../basics';
import { usualIndexName } from './index-exchanges';

/** A symbol in the service's notation, with its area. */
export interface MeantSymbol {
  readonly symbol: string;
  readonly area: 'currencies' | 'crypto' | 'indices' | 'stocks' | 'commodities';
}

/** ISO 4217 codes of currencies that are quoted in pairs. The lev, BGN, became the euro in 2026. */
const CURRENCY_CODES = new Set(
  (
    'AED ARS AUD BDT BHD BRL CAD CHF CLP CNH CNY COP CZK DKK EGP EUR GBP GHS HKD HUF IDR ILS INR ISK JOD JPY KES ' +
    'KRW KWD KZT LKR MAD MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD TZS UAH ' +
    'UGX USD UYU VND XAF XAG XAU XOF XPD XPT ZAR ZMW'
  ).split(' '),
);

const isMetal = (code: string): boolean => /^X(?:A[UG]|P[TD])$/.test(code);

const isPair = (base: string, quote: string): boolean =>
  base !== quote && CURRENCY_CODES.has(base) && CURRENCY_CODES.has(quote);

/** The price sources that terminals write between a currency and "Curncy". BGN is a source there, and no currency. */
const SOURCES = 'BGN[ELT]?|CMP[LNT]?|BVAL|BFIX|CBBT|WMCO';

interface Notation {
  readonly pattern: RegExp;
  /** @param parts the groups of the pattern */
  readonly meant: (first: string, second: string) => MeantSymbol | undefined;
}

const pair = (base: string, quote: string): MeantSymbol | undefined =>
  isPair(base, quote) ? { symbol: base + quote, area: 'currencies' } : undefined;
/** The dollar is the second currency in pairs with these, and the first in all others. */
export const BEFORE_DOLLAR: readonly string[] = ['AUD', 'EUR', 'GBP', 'NZD'];
const againstDollar = (code: string): MeantSymbol | undefined =>
  code.startsWith('X') ? undefined : BEFORE_DOLLAR.includes(code) ? pair(code, 'USD') : pair('USD', code);
const stock = (symbol: string): MeantSymbol => ({ symbol, area: 'stocks' });

function knownIndex(name: string): MeantSymbol | undefined {
  const symbol = usualIndexName(name);
  return symbol === undefined ? undefined : { symbol, area: 'indices' };
}

/** Notations of other services and terminals; the first match counts. */
const NOTATIONS: readonly Notation[] = [
  // EUR/USD, EUR-USD, EUR USD, EUR.USD, EUR_USD; EURUSD=X, EURUSD=R; EURUSD Curncy, EURUSD BGN Curncy, EURUSD BGN; FX:EURUSD
  { pattern: /^([A-Z]{3})[/\-. _]([A-Z]{3})(?:=X| CURNCY)?$/, meant: pair },
  { pattern: /^(?:FX(?:_IDC)?:)?([A-Z]{3})([A-Z]{3})(?:=[XR]?|(?: [A-Z]{3,4})? CURNCY)$/, meant: pair },
  { pattern: new RegExp(`^([A-Z]{3})([A-Z]{3}) (?:${SOURCES})$`), meant: pair },
  { pattern: /^FX(?:_IDC)?:([A-Z]{3})([A-Z]{3})$/, meant: pair },
  // EURUSD.FOREX
  { pattern: /^([A-Z]{3})([A-Z]{3})\.(?:FOREX|FX)$/, meant: pair },
  // EUR=, JPY=, EUR Curncy, EUR BGN Curncy; the same with an X is always units per dollar
  { pattern: new RegExp(`^([A-Z]{3})(?:=|(?: (?:${SOURCES}))? CURNCY)$`), meant: againstDollar },
  { pattern: /^([A-Z]{3})=X$/, meant: (quote) => pair('USD', quote) },
  // CURRENCY:EURUSD, CURRENCY:BTCUSD
  {
    pattern: /^CURRENCY:([A-Z0-9]{2,5})([A-Z]{3})$/,
    meant: (base, quote) => pair(base, quote) ?? symbolMeant(`${base}/${quote}`),
  },
  // XBTUSD, XBT Curncy, XET Curncy; BTC=, BTCUSD Curncy
  {
    pattern: /^X(BT|ET)(USD|EUR|)(?: CURNCY)?$/,
    meant: (coinCode, quote) => ({ symbol: (coinCode === 'BT' ? 'BTC' : 'ETH') + (quote || 'USD'), area: 'crypto' }),
  },
  { pattern: /^(BTC|ETH)(?:=|USD CURNCY)$/, meant: (code) => ({ symbol: `${code}USD`, area: 'crypto' }) },
  // AAPL US Equity, /ticker/AAPL US Equity, BRK/B UN Equity, AAPL US, AAPL-US
  {
    pattern: /^(?:\/TICKER\/)?([A-Z0-9.-]+)(?:\/([A-Z]))?(?: U[SNWQPARV](?: EQUITY)?|-USA?)$/,
    meant: (symbol, share) => stock(share ? `${symbol}.${share}` : symbol),
  },
  // XNAS:AAPL, NASDAQ:AAPL, NasdaqGS:AAPL, NYSE:IBM
  {
    pattern: /^(?:XNAS|XNYS|ARCX|XASE|NASDAQ(?:GS|GM|CM)?|NYSE(?:ARCA|AMERICAN)?|ARCA|AMEX):([A-Z0-9.-]+)$/,
    meant: stock,
  },
  // AAPL.US, BRK-B.US
  { pattern: /^([A-Z0-9-]+)\.US$/, meant: (symbol) => stock(symbol.replace('-', '.')) },
  // AAPL.O, IBM.N
  { pattern: /^([A-Z]{1,5})\.(?:OQ|O|N)$/, meant: stock },
  // BRK/B
  { pattern: /^([A-Z]{1,5})\/([A-Z])$/, meant: (symbol, share) => stock(`${symbol}.${share}`) },
  // SPX Index, INDU Index; ^GSPC, .GSPC; GSPC.INDX
  { pattern: /^([A-Z0-9]+) INDEX$/, meant: (symbol) => knownIndex(symbol) ?? { symbol, area: 'indices' } },
  { pattern: /^[\^.]([A-Z0-9]+)$/, meant: knownIndex },
  // INDEXSP:.INX, INDEXDB:DAX; SP50
  { pattern: /^INDEX[A-Z]+:\.?([A-Z0-9]+)$/, meant: knownIndex },
  { pattern: /^(SP50)$/, meant: knownIndex },
  { pattern: /^([A-Z0-9]+)\.INDX$/, meant: knownIndex },
  // BTC-USD, SHIB/USD, BTC_USDT, BTC-USD.CC
  {
    pattern: /^([A-Z0-9]{2,10})[/\-_](USD[TC]?|EUR|GBP|BTC|ETH)(?:\.CC)?$/,
    meant: (base, quote) => (isMetal(base) ? undefined : { symbol: base + quote, area: 'crypto' }),
  },
];

/** "BRKb.N": a small letter is the class of the shares. */
const SHARE_CLASS = /^([A-Z]{1,5})([a-z])\.(?:OQ|O|N)$/;

const plainName = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([/-]) ?/g, '$1');

/** The meaning of a symbol in another service's notation; undefined if it is in none of them. */
export function symbolMeant(text: string): MeantSymbol | undefined {
  const [, company, shareClass = ''] = SHARE_CLASS.exec(text.trim()) ?? [];
  if (company !== undefined) return stock(`${company}.${shareClass.toUpperCase()}`);
  const name = plainName(text);
  for (const { pattern, meant } of NOTATIONS) {
    const parts = pattern.exec(name);
    const meaning = parts && meant(parts[1]!, parts[2]!);
    if (meaning) return meaning;
  }
  return undefined;
}

const CURRENCY = new RegExp(`^([A-Z]{3})(?:=[XR]?|(?: (?:${SOURCES}))? CURNCY)$`);

const CURRENCY_BY_NAME = byName(
  'EUR: € EURO EUROS; USD: $ DOLLAR DOLLARS; GBP: £ POUND STERLING; JPY: YEN; CHF: FRANC',
);

/** The code of a currency by its name or in another service's notation: "EUR=" → EUR. Undefined if it is in none. */
export function currencyMeant(text: string): string | undefined {
  const name = plainName(text);
  const code = CURRENCY_BY_NAME[name] ?? CURRENCY.exec(name)?.[1];
  return code !== undefined && CURRENCY_CODES.has(code) ? code : undefined;
}

/** A pair for a single currency: "USD", "dollar" → EURUSD. Undefined for any other text. */
export function pairWith(text: string): string | undefined {
  const name = plainName(text);
  const code = currencyMeant(name) ?? (CURRENCY_CODES.has(name) ? name : '');
  return code === 'USD' ? 'EURUSD' : againstDollar(code)?.symbol;
}

const commodity = (symbol: string): MeantSymbol => ({ symbol, area: 'commodities' });

/** By common name or other services' symbol: the symbols under which a service may quote it. */
const BY_NAME: Readonly<Record<string, readonly MeantSymbol[]>> = Object.fromEntries([
  ...named(
    'commodities',
    'XAUUSD,GOLD: GOLD XAU GC=F GC1 GCC1; XAGUSD,SILVER: SILVER XAG SI=F SI1 SIC1; ' +
      'XPTUSD,PLATINUM: PLATINUM XPT PL=F; XPDUSD,PALLADIUM: PALLADIUM XPD PA=F; ' +
      'WTI,WTIUSD: WTI OIL CRUDE USOIL CL=F CL1 CLC1; BRENT,BRENTUSD: BRENT UKOIL BZ=F CO1 LCOC1; ' +
      'NATGAS,NGUSD: NATGAS NG=F NG1 NGC1; COPPER,XCUUSD: COPPER XCU HG=F',
  ),
  ...named(
    'indices',
    'SPX: GSPC S&P S&P500 SP500 SPX500 US500; DJI: DJIA DOW DOWJONES US30; NDX: NDX100 NASDAQ100 NAS100 US100; ' +
      'UKX: FTSE FTSE100 UK100; DAX: GDAXI DE40 GER40 DAX40; CAC: CAC40; SX5E: EUROSTOXX50; ' +
      'NKY: N225 NIKKEI NIKKEI225 JP225; HSI: HK50 HANGSENG',
  ),
  ...named('currencies', 'EURUSD: EURO EUROS; GBPUSD: POUND STERLING; USDJPY: YEN; USDCHF: FRANC'),
  ...named('crypto', 'BTCUSD: BITCOIN; ETHUSD: ETHER ETHEREUM'),
  ...named(
    'stocks',
    'AAPL: APPLE; MSFT: MICROSOFT; AMZN: AMAZON; GOOGL: ALPHABET GOOGLE; META: FACEBOOK; TSLA: TESLA; NVDA: NVIDIA; ' +
      'NFLX: NETFLIX; JPM: JPMORGAN; XOM: EXXON; KO: COCA-COLA; WMT: WALMART; DIS: DISNEY; INTC: INTEL; BA: BOEING',
  ),
]);

function named(area: MeantSymbol['area'], rows: string): readonly (readonly [string, readonly MeantSymbol[]])[] {
  return Object.entries(byName(rows)).map(([name, symbols]) => [
    name,
    symbols.split(',').map((symbol) => ({ symbol, area })),
  ]);
}

/** "S&P 500", "GC1 Comdty". */
const namedSymbols = (name: string): readonly MeantSymbol[] =>
  BY_NAME[name.toUpperCase().replace(NAME_SUFFIX, '').replaceAll(/\s/g, '')] ?? [];

/** A stock by its company's name, an index by its common one: "Apple" → AAPL. Undefined for any other text. */
export const symbolNamed = (text: string, area: 'indices' | 'stocks'): string | undefined =>
  namedSymbols(text).find((one) => one.area === area)?.symbol;

/** Common names and other services' symbols for a symbol of an area: SPX → "GSPC", "S&P500" and more. */
export const namesOfSymbol = (symbol: string, area: MeantSymbol['area']): readonly string[] =>
  NAMES.get(`${area}:${symbol}`) ?? [];

const NAMES = new Map<string, readonly string[]>();
for (const [name, meant] of Object.entries(BY_NAME))
  for (const { symbol, area } of meant) NAMES.set(`${area}:${symbol}`, [...namesOfSymbol(symbol, area), name]);

/** The suffixes of other services for shares that are listed outside the United States. */
const SUFFIXES = new Set(
  (
    'T L DE F PA AS BR LS MI MC SW VX ST CO HE OL WA VI IR AT IS TO V NE MX SA HK SS SZ SH TW TWO KS KQ SI BK JK KL AX ' +
    'NZ NS BO JO TA LSE XETRA STU MU HM BE LU KO SHG SHE'
  ).split(' '),
);
const LISTED_ABROAD = /^([A-Z0-9-]+)\.([A-Z]{1,5})$/;
/** "VOD LN Equity", as terminals write it; "AAPL US Equity" has a meaning of its own. */
const EQUITY_ABROAD = /^([A-Z0-9/-]+) [A-Z]{2} EQUITY$/;
const COIN = /^[A-Z]{2,5}$/;
/** "BTCUSDT": a service may quote the coin only in dollars, whatever stands for them elsewhere. */
const IN_DOLLARS = /^([A-Z0-9]{2,10}?)[/\-_]?(?:USD[TC]|BUSD)(?:\.CC)?$/;
const METAL = /^(X[A-Z]{2})[/\-. _]?USD$/;
/** Excel drops the zeros before a number: 700 for 0700 in Hong Kong, 5930 for 005930 in Seoul. */
const NUMBER = /^[1-9]\d{0,4}$/;
const LENGTHS_OF_NUMBERS = [4, 5, 6] as const;
/** What follows a name: the suffixes of terminals, "GC1 Comdty", "XAU=", and the legal form of a company, "Apple Inc." */
const NAME_SUFFIX = /(?: COMDTY| CURNCY|=| (?:INC|CORP|CORPORATION|CO|COMPANY)\.?)$/;
/** A class of shares behind a hyphen, "BRK-B", or before an exchange in New York, "BRKb.N". */
const OTHER_CLASS = /^([A-Z]{1,5})(?:-([A-Z])|([A-Z])\.(?:OQ|O|N))$/;

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
 * Possible meanings of a symbol if the service quotes it: commodities and indices by name, shares with the suffix of an
 * exchange or with their class, coins without a currency.
 */
export function possibleSymbols(text: string): readonly MeantSymbol[] {
  const name = text.trim().toUpperCase();
  const share = bareShare(name);
  return [
    ...namedSymbols(name),
    ...(OTHER_CLASS.test(name) ? [{ symbol: name.replace(OTHER_CLASS, '$1.$2$3'), area: 'stocks' } as const] : []),
    ...(share === undefined ? [] : [{ symbol: share, area: 'stocks' } as const]),
    ...(NUMBER.test(name) ? LENGTHS_OF_NUMBERS : [])
      .filter((length) => length > name.length)
      .map((length) => ({ symbol: name.padStart(length, '0'), area: 'stocks' }) as const),
    ...(isMetal(METAL.exec(name)?.[1] ?? '') ? [commodity(name.replace(METAL, '$1USD'))] : []),
    ...(IN_DOLLARS.test(name) ? [{ symbol: name.replace(IN_DOLLARS, '$1USD'), area: 'crypto' } as const] : []),
    ...(COIN.test(name) ? [{ symbol: `${name}USD`, area: 'crypto' } as const] : []),
  ];
}

/** Pence, cents and agorot in capitals, beside a currency: "GBXUSD". Alone they may be a share or a coin. */
export const isSmallUnitPair = (text: string): boolean => {
  const [, base = '', quote = ''] = /^([A-Z]{3})[/\-. _]?([A-Z]{3})$/.exec(plainName(text)) ?? [];
  return (SMALL_UNITS.has(base) && CURRENCY_CODES.has(quote)) || (CURRENCY_CODES.has(base) && SMALL_UNITS.has(quote));
};

const SMALL_UNITS = new Set(['GBX', 'ZAC', 'ILA', 'USX']);
