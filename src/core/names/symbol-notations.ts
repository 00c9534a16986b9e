/** A symbol in the service's notation, with its area. */
export interface MeantSymbol {
  readonly symbol: string;
  readonly area: 'currencies' | 'crypto' | 'indices' | 'stocks' | 'commodities';
}

/** ISO 4217 codes of currencies that are quoted in pairs. */
const CURRENCY_CODES = new Set(
  (
    'AED ARS AUD BDT BGN BHD BRL CAD CHF CLP CNH CNY COP CZK DKK EGP EUR GBP GHS HKD HUF IDR ILS INR ISK JOD JPY KES ' +
    'KRW KWD KZT LKR MAD MXN MYR NGN NOK NZD OMR PEN PHP PKR PLN QAR RON RSD RUB SAR SEK SGD THB TND TRY TWD TZS UAH ' +
    'UGX USD UYU VND XAF XAG XAU XOF XPD XPT ZAR ZMW'
  ).split(' '),
);

const isPair = (base: string, quote: string): boolean => CURRENCY_CODES.has(base) && CURRENCY_CODES.has(quote);

interface Notation {
  readonly pattern: RegExp;
  readonly meant: (...parts: string[]) => MeantSymbol | undefined;
}

const pair = (base = '', quote = ''): MeantSymbol | undefined =>
  isPair(base, quote) ? { symbol: base + quote, area: 'currencies' } : undefined;
const stock = (symbol = ''): MeantSymbol => ({ symbol, area: 'stocks' });

/** Notations of other services and terminals; the first match counts. */
const NOTATIONS: readonly Notation[] = [
  // EUR/USD, EUR-USD, EUR USD, EUR.USD; EURUSD=X; EURUSD Curncy, EURUSD CURNCY; FX:EURUSD
  { pattern: /^([A-Z]{3})[/\-. ]([A-Z]{3})(?:=X| CURNCY)?$/, meant: pair },
  { pattern: /^(?:FX(?:_IDC)?:)?([A-Z]{3})([A-Z]{3})(?:=X|=| CURNCY)$/, meant: pair },
  { pattern: /^FX(?:_IDC)?:([A-Z]{3})([A-Z]{3})$/, meant: pair },
  // AAPL US Equity, BRK/B US Equity
  { pattern: /^([A-Z0-9./-]+) [A-Z]{2} EQUITY$/, meant: (symbol = '') => stock(symbol.replace('/', '.')) },
  // XNAS:AAPL, NASDAQ:AAPL, NYSE:IBM
  { pattern: /^(?:XNAS|XNYS|ARCX|XASE|NASDAQ|NYSE|AMEX):([A-Z0-9.-]+)$/, meant: stock },
  // AAPL.O, IBM.N
  { pattern: /^([A-Z]{1,5})\.(?:OQ|O|N)$/, meant: stock },
  // BRK/B
  { pattern: /^([A-Z]{1,5})\/([A-Z])$/, meant: (symbol = '', share = '') => stock(`${symbol}.${share}`) },
  // SPX Index; ^GSPC
  { pattern: /^([A-Z0-9]+) INDEX$/, meant: (symbol = '') => ({ symbol, area: 'indices' }) },
  { pattern: /^(\^[A-Z0-9]+)$/, meant: (name = '') => index(INDEX_NAMES[name]) },
  // BTC-USD, BTC/USD, BTC/USDT
  {
    pattern: /^(BTC|ETH|SOL|XRP|ADA|DOGE|LTC|DOT|AVAX|BNB|LINK)[/-](USD|USDT|EUR)$/,
    meant: (base = '', quote = '') => ({ symbol: base + quote, area: 'crypto' }),
  },
];

const INDEX_NAMES: Readonly<Record<string, string>> = {
  '^GSPC': 'SPX',
  '^SPX': 'SPX',
  '^NDX': 'NDX',
  '^DJI': 'DJI',
  '^RUT': 'RUT',
  '^VIX': 'VIX',
  '^FTSE': 'UKX',
  '^GDAXI': 'DAX',
  '^FCHI': 'CAC',
  '^STOXX50E': 'SX5E',
  '^N225': 'NKY',
  '^HSI': 'HSI',
};

const index = (symbol: string | undefined): MeantSymbol | undefined =>
  symbol === undefined ? undefined : { symbol, area: 'indices' };

/** What a symbol in another service's notation means here; undefined if it is in none of them. */
export function symbolMeant(text: string): MeantSymbol | undefined {
  const name = text.trim().toUpperCase().replaceAll(/\s+/g, ' ');
  for (const { pattern, meant } of NOTATIONS) {
    const parts = pattern.exec(name);
    const meaning = parts && meant(...parts.slice(1));
    if (meaning) return meaning;
  }
  return undefined;
}
