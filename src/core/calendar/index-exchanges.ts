/**
 * The exchange whose sessions an index follows, by the index's usual symbols. Source: each provider's methodology or
 * fact sheet, which names the constituents' exchange and the index's calculation hours (S&P Dow Jones Indices, Nasdaq,
 * FTSE Russell, Cboe, STOXX, Deutsche Börse, Euronext, SIX, BME, Nasdaq Nordic, Nikkei, JPX, Hang Seng Indexes, SSE,
 * SZSE, KRX, SGX, ASX, NZX, NSE, BSE, JSE, TASE, Saudi Exchange, B3, BMV, TMX). An index across several exchanges has
 * the exchange that its provider uses for the calculation hours.
 */
const INDICES_OF: Readonly<Record<string, string>> = {
  XNYS: 'SPX GSPC INX US500 DJI DJIA US30 OEX RUT RUI RUA VIX NYA',
  XNAS: 'NDX COMP IXIC US100 SOX',
  XTSE: 'TSX GSPTSE TXCX TX60',
  BVMF: 'BVSP IBOV IBOVESPA',
  XMEX: 'MXX IPC MEXBOL',
  XETR: 'DAX GDAXI DE40 MDAX SDAX TECDAX SX5E STOXX50E EU50 SXXP',
  XLON: 'UKX FTSE UK100 MCX FTMC',
  XPAR: 'CAC FCHI PX1 FR40 SBF120',
  XAMS: 'AEX AMX NL25',
  XBRU: 'BEL20 BFX',
  XLIS: 'PSI PSI20',
  XDUB: 'ISEQ',
  XMAD: 'IBEX IBEX35 ES35',
  XMIL: 'FTSEMIB FTMIB IT40',
  XSWX: 'SMI SSMI CH20 SLI',
  XWBO: 'ATX',
  XSTO: 'OMXS30 OMX',
  XCSE: 'OMXC25 OMXC20',
  XHEL: 'OMXH25',
  XOSL: 'OBX OSEBX',
  XWAR: 'WIG20 WIG',
  XTKS: 'NKY N225 NI225 JP225 TPX TOPIX',
  XHKG: 'HSI HK50 HSCEI HSTECH',
  XSHG: 'SHCOMP SSEC CSI300',
  XSHE: 'SZCOMP SZSC',
  XKRX: 'KOSPI KS11 KOSPI200',
  XSES: 'STI',
  XASX: 'AS51 XJO AXJO AU200 XAO',
  XNZE: 'NZ50 NZ50G',
  XNSE: 'NIFTY NSEI NIFTY50 BANKNIFTY',
  XBOM: 'SENSEX BSESN',
  XJSE: 'TOP40 JTOPI J203',
  XTAE: 'TA35 TA125',
  XSAU: 'TASI',
};

const exchanges = new Map(
  Object.entries(INDICES_OF).flatMap(([mic, symbols]) => symbols.split(' ').map((symbol) => [symbol, mic] as const)),
);

export const exchangeOfIndex = (symbol: string): string | undefined => exchanges.get(symbol.toUpperCase());
