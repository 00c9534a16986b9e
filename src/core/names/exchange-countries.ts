/** A country with stock exchanges. */
export interface ExchangeCountry {
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

/** The country of a stock exchange; undefined if it is not listed here. */
export const countryOfMic = (mic: string): ExchangeCountry | undefined => COUNTRY_BY_MIC.get(mic);
