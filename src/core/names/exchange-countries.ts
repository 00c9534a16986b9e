/** A country with stock exchanges. */
export interface ExchangeCountry {
  /** ISO 3166-1. */
  readonly country: string;
  /** ISO 4217: what its shares are quoted in. */
  readonly currency: string;
}

/** Country, currency, and the MICs of its stock exchanges. Source: the list of market identifier codes (ISO 10383). */
const EXCHANGES: readonly string[] = [
  'US USD XNYS XNAS XASE ARCX BATS BATY EDGA EDGX XNGS XNMS XNCM XCBO XPHL XPSX XBOS XCHI XCIS IEXG MEMX LTSE OTCM PINX OOTC OTCB OTCQ XOTC',
  'CA CAD XTSE XTSX XTNX XCNQ NEOE',
  'MX MXN XMEX BIVA',
  'BR BRL BVMF',
  'AR ARS XBUE',
  'CL CLP XSGO',
  'CO COP XBOG',
  'PE PEN XLIM',
  'GB GBP XLON AIMX AQSE',
  'IE EUR XDUB XMSM',
  'FR EUR XPAR ALXP',
  'BE EUR XBRU ALXB',
  'NL EUR XAMS ALXA',
  'PT EUR XLIS ALXL',
  'ES EUR XMAD XBAR XBIL XVAL BMEX',
  'IT EUR XMIL MTAA EXGM',
  'DE EUR XETR XFRA XBER XDUS XHAM XHAN XMUN XSTU XGAT',
  'AT EUR XWBO',
  'CH CHF XSWX XVTX XBRN',
  'LU EUR XLUX',
  'GR EUR XATH',
  'CY EUR XCYS',
  'FI EUR XHEL FNFI',
  'SE SEK XSTO FNSE XNGM XSAT',
  'DK DKK XCSE DSME',
  'NO NOK XOSL XOAS MERK',
  'IS ISK XICE',
  'EE EUR XTAL',
  'LV EUR XRIS',
  'LT EUR XLIT',
  'PL PLN XWAR XNCO',
  'CZ CZK XPRA',
  'HU HUF XBUD',
  'RO RON XBSE',
  'BG BGN XBUL',
  'HR EUR XZAG',
  'SI EUR XLJU',
  'TR TRY XIST',
  'RU RUB MISX',
  'IL ILS XTAE',
  'SA SAR XSAU',
  'AE AED XADS XDFM',
  'QA QAR DSMD',
  'KW KWD XKUW',
  'EG EGP XCAI',
  'ZA ZAR XJSE',
  'NG NGN XNSA',
  'KE KES XNAI',
  'IN INR XNSE XBOM',
  'PK PKR XKAR',
  'LK LKR XCOL',
  'BD BDT XDHA',
  'CN CNY XSHG XSHE XSSC XSEC XBEI',
  'HK HKD XHKG XGEM',
  'TW TWD XTAI ROCO',
  'JP JPY XTKS XJPX XOSE XNGO XSAP XFKA',
  'KR KRW XKRX XKOS XKON',
  'SG SGD XSES',
  'MY MYR XKLS',
  'TH THB XBKK',
  'ID IDR XIDX',
  'PH PHP XPHS',
  'VN VND XSTC HSTC',
  'AU AUD XASX XNEC',
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
