import type { Row } from '../core/columns';
import { type CellError, notAvailable } from '../core/errors';
import type { Call } from '../core/call';
import { unitOf } from '../core/amounts';
import { micMeant } from '../core/names/colloquial-names';
import type { LookupHolder } from './lookup/lookup';
import { readsOf } from './reads';
import { ServiceError } from './service-error';

/** The number of rows that a search in a list of symbols reads. */
const MAX_SYMBOLS = 10_000;

/**
 * Makes sure that the service's stock of a symbol is the one of an exchange. The service has one stock for each symbol,
 * mostly that of the United States: its SAN is Santander in New York, and Sanofi in Paris is another company. Throws
 * #N/A unless the service's own record of the symbol agrees with the exchange.
 */
export async function checkListing(symbol: string, mic: string, client: LookupHolder, call: Call): Promise<void> {
  const where = countryOfMic(mic);
  if (where?.country === 'US') return;
  const record = where && (await recordOf(symbol, where, client, call));
  if (!record || !agrees(record, mic, where)) throw mayBeAnother(`${mic}:${symbol}`, symbol);
}

/** The error for a symbol that names its exchange. */
export const mayBeAnother = (written: string, share: string, cause?: unknown): CellError =>
  notAvailable(
    `"${written}" names an exchange, which symbols do not have here: ` +
      `"stocks:${share}" may be another company; check its name in the MD pane`,
    cause,
  );

/** One list serves all symbols of a country. If the service cannot list a country, its first page is enough. */
async function recordOf(
  symbol: string,
  { country }: ExchangeCountry,
  client: LookupHolder,
  call: Call,
): Promise<Row | undefined> {
  const stocks = readsOf(client, 'GET /stocks/symbols');
  const read = async (question: Parameters<typeof stocks.read>[0]): Promise<readonly Row[]> => {
    try {
      return (await stocks.read(question, call)).rows;
    } catch (error) {
      if (error instanceof ServiceError && error.isRefusal) return [];
      throw error;
    }
  };
  const ofCountry = await read({ values: { country: inService(country) }, minRows: MAX_SYMBOLS });
  const rows = ofCountry.length > 0 ? ofCountry : await read({ values: {} });
  return rows.find((row) => textIn(row, 'symbol')?.toUpperCase() === symbol);
}

/** The service's abbreviation of a country. */
const inService = (country: string): string => (country === 'GB' ? 'uk' : country.toLowerCase());

/** Whether a record names its market and all that it says fits the exchange. */
function agrees(record: Row, mic: string, { country, currency }: ExchangeCountry): boolean {
  const isOf: Readonly<Record<string, (text: string) => boolean>> = {
    mic: (text) => text === mic,
    exchange: (text) => text === mic || micMeant(text) === mic,
    country: (text) => [country, inService(country).toUpperCase(), nameOf(country)].includes(text),
    currency: (text) => unitOf(text).code === currency,
  };
  const said = Object.keys(isOf).filter((field) => textIn(record, field) !== undefined);
  return (
    said.some((field) => field !== 'currency') &&
    said.every((field) => isOf[field]!(textIn(record, field)!.toUpperCase()))
  );
}

const nameOf = (country: string): string | undefined =>
  new Intl.DisplayNames('en', { type: 'region' }).of(country)?.toUpperCase();

const textIn = (row: Row, field: string): string | undefined => {
  const value = row[field];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/** A country with stock exchanges. */
interface ExchangeCountry {
  /** ISO 3166-1. */
  readonly country: string;
  /** ISO 4217: what its shares are quoted in. */
  readonly currency: string;
}

/** Country, currency, and the MICs of its larger stock exchanges. Source: the list of market identifier codes (ISO 10383). */
const EXCHANGES: readonly string[] = [
  'US USD XNYS XNAS XASE XNGS XNMS XNCM XCBO XPHL XPSX XBOS XCHI XCIS XOTC',
  'CA CAD XTSE XTSX XCNQ NEOE',
  'MX MXN XMEX',
  'BR BRL BVMF',
  'AR ARS XBUE',
  'CL CLP XSGO',
  'GB GBP XLON AIMX AQSE',
  'IE EUR XDUB',
  'FR EUR XPAR ALXP',
  'BE EUR XBRU ALXB',
  'NL EUR XAMS ALXA',
  'PT EUR XLIS ALXL',
  'ES EUR XMAD XBAR',
  'IT EUR XMIL MTAA EXGM',
  'DE EUR XETR XFRA XBER XDUS XHAM XHAN XMUN XSTU',
  'AT EUR XWBO',
  'CH CHF XSWX',
  'GR EUR XATH',
  'FI EUR XHEL',
  'SE SEK XSTO',
  'DK DKK XCSE',
  'NO NOK XOSL',
  'IS ISK XICE',
  'PL PLN XWAR',
  'CZ CZK XPRA',
  'HU HUF XBUD',
  'RO RON XBSE',
  'TR TRY XIST',
  'RU RUB MISX',
  'IL ILS XTAE',
  'SA SAR XSAU',
  'AE AED XADS XDFM',
  'QA QAR DSMD',
  'KW KWD XKUW',
  'EG EGP XCAI',
  'ZA ZAR XJSE',
  'IN INR XNSE XBOM',
  'PK PKR XKAR',
  'CN CNY XSHG XSHE',
  'HK HKD XHKG XGEM',
  'TW TWD XTAI',
  'JP JPY XTKS XJPX',
  'KR KRW XKRX XKOS',
  'SG SGD XSES',
  'MY MYR XKLS',
  'TH THB XBKK',
  'ID IDR XIDX',
  'PH PHP XPHS',
  'VN VND XSTC HSTC',
  'AU AUD XASX',
  'NZ NZD XNZE',
];

const COUNTRY_BY_MIC = new Map(
  EXCHANGES.flatMap((line) => {
    const [country = '', currency = '', ...mics] = line.split(' ');
    return mics.map((mic) => [mic, { country, currency }] as const);
  }),
);

/** The country of a stock exchange; undefined if it is not listed here. @internal */
export const countryOfMic = (mic: string): ExchangeCountry | undefined => COUNTRY_BY_MIC.get(mic);
