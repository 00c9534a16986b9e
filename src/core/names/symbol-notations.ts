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

const isPair = (base: string, quote: string): boolean =>
  base !== quote && CURRENCY_CODES.has(base) && CURRENCY_CODES.has(quote);

/** What terminals write between a currency and "Curncy": whose prices they show. BGN is one of them, and no currency. */
const SOURCES = 'BGN[ELT]?|CMP[LNT]?|BVAL|BFIX|CBBT|WMCO';

interface Notation {
  readonly pattern: RegExp;
  readonly meant: (...parts: string[]) => MeantSymbol | undefined;
}

const pair = (base = '', quote = ''): MeantSymbol | undefined =>
  isPair(base, quote) ? { symbol: base + quote, area: 'currencies' } : undefined;
/** The dollar is the second currency of a few pairs, and the first of all others. */
const againstDollar = (code = ''): MeantSymbol | undefined =>
  code.startsWith('X') ? undefined : /^(?:EUR|GBP|AUD|NZD)$/.test(code) ? pair(code, 'USD') : pair('USD', code);
const stock = (symbol = ''): MeantSymbol => ({ symbol, area: 'stocks' });

/** Notations of other services and terminals; the first match counts. */
const NOTATIONS: readonly Notation[] = [
  // EUR/USD, EUR-USD, EUR USD, EUR.USD; EURUSD=X, EURUSD=R; EURUSD Curncy, EURUSD BGN Curncy, EURUSD BGN; FX:EURUSD
  { pattern: /^([A-Z]{3})[/\-. ]([A-Z]{3})(?:=X| CURNCY)?$/, meant: pair },
  { pattern: /^(?:FX(?:_IDC)?:)?([A-Z]{3})([A-Z]{3})(?:=[XR]?|(?: [A-Z]{3,4})? CURNCY)$/, meant: pair },
  { pattern: new RegExp(`^([A-Z]{3})([A-Z]{3}) (?:${SOURCES})$`), meant: pair },
  { pattern: /^FX(?:_IDC)?:([A-Z]{3})([A-Z]{3})$/, meant: pair },
  // EUR=, JPY=, EUR Curncy, EUR BGN Curncy; the same with an X is always so many to the dollar
  { pattern: new RegExp(`^([A-Z]{3})(?:=|(?: (?:${SOURCES}))? CURNCY)$`), meant: againstDollar },
  { pattern: /^([A-Z]{3})=X$/, meant: (quote) => pair('USD', quote) },
  // XBTUSD, XBT Curncy
  { pattern: /^XBT(USD|EUR)?(?: CURNCY)?$/, meant: (quote = 'USD') => ({ symbol: `BTC${quote}`, area: 'crypto' }) },
  // AAPL US Equity, BRK/B UN Equity, AAPL US, AAPL-US
  {
    pattern: /^([A-Z0-9./-]+)(?: U[SNWQPARV](?: EQUITY)?|-USA?)$/,
    meant: (symbol = '') => stock(symbol.replace('/', '.')),
  },
  // XNAS:AAPL, NASDAQ:AAPL, NYSE:IBM
  { pattern: /^(?:XNAS|XNYS|ARCX|XASE|NASDAQ|NYSE|AMEX):([A-Z0-9.-]+)$/, meant: stock },
  // AAPL.O, IBM.N
  { pattern: /^([A-Z]{1,5})\.(?:OQ|O|N)$/, meant: stock },
  // BRK/B
  { pattern: /^([A-Z]{1,5})\/([A-Z])$/, meant: (symbol = '', share = '') => stock(`${symbol}.${share}`) },
  // SPX Index, INDU Index; ^GSPC, .GSPC
  { pattern: /^([A-Z0-9]+) INDEX$/, meant: (symbol = '') => index(INDEX_NAMES[symbol] ?? symbol) },
  { pattern: /^[\^.]([A-Z0-9]+)$/, meant: (name = '') => index(INDEX_NAMES[name]) },
  // BTC-USD, BTC/USD, BTC/USDT
  {
    pattern: /^(BTC|ETH|SOL|XRP|ADA|DOGE|LTC|DOT|AVAX|BNB|LINK)[/-](USD|USDT|EUR)$/,
    meant: (base = '', quote = '') => ({ symbol: base + quote, area: 'crypto' }),
  },
];

const INDEX_NAMES: Readonly<Record<string, string>> = {
  GSPC: 'SPX',
  SPX: 'SPX',
  INX: 'SPX',
  NDX: 'NDX',
  DJI: 'DJI',
  INDU: 'DJI',
  RUT: 'RUT',
  RTY: 'RUT',
  VIX: 'VIX',
  FTSE: 'UKX',
  GDAXI: 'DAX',
  FCHI: 'CAC',
  STOXX50E: 'SX5E',
  N225: 'NKY',
  HSI: 'HSI',
};

const index = (symbol: string | undefined): MeantSymbol | undefined =>
  symbol === undefined ? undefined : { symbol, area: 'indices' };

/** "BRKb.N": a small letter is the class of the shares. */
const SHARE_CLASS = /^([A-Z]{1,5})([a-z])\.(?:OQ|O|N)$/;

const plainName = (text: string): string =>
  text
    .trim()
    .toUpperCase()
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?([/-]) ?/g, '$1');

/** What a symbol in another service's notation means here; undefined if it is in none of them. */
export function symbolMeant(text: string): MeantSymbol | undefined {
  const [, company, shareClass = ''] = SHARE_CLASS.exec(text.trim()) ?? [];
  if (company !== undefined) return stock(`${company}.${shareClass.toUpperCase()}`);
  const name = plainName(text);
  for (const { pattern, meant } of NOTATIONS) {
    const parts = pattern.exec(name);
    const meaning = parts && meant(...parts.slice(1));
    if (meaning) return meaning;
  }
  return undefined;
}

const CURRENCY = new RegExp(`^([A-Z]{3})(?:=[XR]?|(?: (?:${SOURCES}))? CURNCY)$`);

/** The code of a currency in another service's notation: "EUR=" → EUR. Undefined if it is in none of them. */
export function currencyMeant(text: string): string | undefined {
  const code = CURRENCY.exec(plainName(text))?.[1];
  return code !== undefined && CURRENCY_CODES.has(code) ? code : undefined;
}
