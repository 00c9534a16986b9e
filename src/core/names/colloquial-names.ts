/** Common names of exchanges, by MIC. Source: ISO 10383 and the exchanges' own names. */
const EXCHANGES: Readonly<Record<string, readonly string[]>> = {
  XNYS: ['NYSE', 'NYS', 'NEW YORK', 'NEW YORK STOCK EXCHANGE'],
  XNAS: ['NASDAQ', 'NMS', 'NGS'],
  ARCX: ['NYSE ARCA', 'ARCA'],
  XASE: ['AMEX', 'NYSE AMERICAN'],
  XLON: ['LSE', 'LON', 'LONDON', 'LONDON STOCK EXCHANGE'],
  XETR: ['XETRA', 'ETR', 'GETTEX', 'DEUTSCHE BOERSE', 'DEUTSCHE BÖRSE'],
  XFRA: ['FRANKFURT', 'FRA', 'FSE'],
  XPAR: ['PARIS', 'EURONEXT', 'EURONEXT PARIS'],
  XAMS: ['AMSTERDAM', 'EURONEXT AMSTERDAM', 'AEX'],
  XBRU: ['BRUSSELS', 'EURONEXT BRUSSELS'],
  XLIS: ['LISBON', 'EURONEXT LISBON'],
  XDUB: ['DUBLIN', 'EURONEXT DUBLIN'],
  XMIL: ['MILAN', 'BORSA ITALIANA', 'MIL'],
  XMAD: ['MADRID', 'BME', 'BOLSA DE MADRID'],
  XSWX: ['SIX', 'SWISS', 'ZURICH', 'SIX SWISS EXCHANGE'],
  XSTO: ['STOCKHOLM', 'OMX', 'NASDAQ STOCKHOLM'],
  XCSE: ['COPENHAGEN', 'NASDAQ COPENHAGEN'],
  XHEL: ['HELSINKI', 'NASDAQ HELSINKI'],
  XOSL: ['OSLO', 'OSE', 'OSLO BORS'],
  XWAR: ['WARSAW', 'WSE', 'GPW'],
  XWBO: ['VIENNA', 'WIENER BOERSE', 'WIENER BÖRSE'],
  XIST: ['ISTANBUL', 'BIST'],
  XTSE: ['TSX', 'TORONTO', 'TORONTO STOCK EXCHANGE'],
  XMEX: ['BMV', 'MEXICO'],
  BVMF: ['B3', 'BOVESPA', 'SAO PAULO'],
  XTKS: ['TSE', 'TYO', 'TOKYO', 'JPX', 'TOKYO STOCK EXCHANGE'],
  XHKG: ['HKEX', 'SEHK', 'HONG KONG', 'HK'],
  XSHG: ['SSE', 'SHANGHAI'],
  XSHE: ['SZSE', 'SHENZHEN'],
  XTAI: ['TWSE', 'TAIWAN', 'TAIPEI'],
  XKRX: ['KRX', 'KOREA', 'KSE', 'KOSPI', 'SEOUL'],
  XSES: ['SGX', 'SINGAPORE'],
  XASX: ['ASX', 'SYDNEY', 'AUSTRALIA'],
  XNZE: ['NZX', 'NEW ZEALAND'],
  XNSE: ['NSE', 'NSE INDIA'],
  XBOM: ['BSE', 'BOMBAY', 'MUMBAI'],
  XJSE: ['JSE', 'JOHANNESBURG'],
  XTAE: ['TASE', 'TEL AVIV'],
  XSAU: ['TADAWUL', 'SAUDI', 'RIYADH'],
};

const MIC_BY_NAME = new Map(
  Object.entries(EXCHANGES).flatMap(([mic, names]) => names.map((name) => [name, mic] as const)),
);

/** The MIC of an exchange by its common name: "NYSE" → "XNYS". */
export const micMeant = (text: string): string | undefined =>
  MIC_BY_NAME.get(text.trim().toUpperCase().replaceAll(/\s+/g, ' '));

export const namesOfMic = (mic: string): readonly string[] => EXCHANGES[mic] ?? [];
