/**
 * The exchange whose sessions an index follows, by the index's usual symbols. Source: each provider's methodology or
 * fact sheet, which names the constituents' exchange and the index's calculation hours (S&P Dow Jones Indices, Nasdaq,
 * FTSE Russell, Cboe, STOXX, Deutsche Börse, Euronext, SIX, BME, Nasdaq Nordic, Nikkei, JPX, Hang Seng Indexes, SSE,
 * SZSE, KRX, SGX, ASX, NZX, NSE, BSE, JSE, TASE, Saudi Exchange, B3, BMV, TMX). An index across several exchanges has
 * the exchange that its provider uses for the calculation hours. "=" joins the names of one index, first the one under
 * which services usually quote it.
 */
const INDICES_OF: Readonly<Record<string, string>> = {
  XNYS: 'SPX=GSPC=INX=SP50=US500 DJI=DJIA=INDU=US30 OEX RUT=RTY RUI RUA VIX=VIX NYA',
  XNAS: 'NDX=US100 COMP IXIC SOX',
  XTSE: 'TSX=GSPTSE=SPTSX=OSPTX TXCX TX60',
  BVMF: 'BVSP=IBOV=IBOVESPA',
  XMEX: 'MXX=IPC=MEXBOL',
  XETR: 'DAX=GDAXI=DE40 MDAX=MDAXI SDAX TECDAX SX5E=STOXX50E=EU50 SXXP',
  XLON: 'UKX=FTSE=UK100 MCX=FTMC',
  XPAR: 'CAC=FCHI=PX1=FR40 SBF120',
  XAMS: 'AEX=NL25 AMX',
  XBRU: 'BEL20=BFX',
  XLIS: 'PSI=PSI20',
  XDUB: 'ISEQ',
  XMAD: 'IBEX=IBEX35=ES35',
  XMIL: 'FTSEMIB=FTMIB=IT40',
  XSWX: 'SMI=SSMI=CH20 SLI',
  XWBO: 'ATX',
  XSTO: 'OMXS30=OMX',
  XCSE: 'OMXC25 OMXC20',
  XHEL: 'OMXH25',
  XOSL: 'OBX OSEBX',
  XWAR: 'WIG20 WIG',
  XTKS: 'NKY=N225=NI225=JP225 TPX=TOPX=TOPIX',
  XHKG: 'HSI=HK50 HSCEI HSTECH',
  XSHG: 'SHCOMP=SSEC CSI300',
  XSHE: 'SZCOMP SZSC',
  XKRX: 'KOSPI=KS11 KOSPI200',
  XSES: 'STI=FSSTI',
  XASX: 'AS51=XJO=AXJO=AU200 XAO',
  XNZE: 'NZ50=NZ50 NZ50G',
  XNSE: 'NIFTY=NSEI=NIFTY50 BANKNIFTY',
  XBOM: 'SENSEX=BSESN',
  XJSE: 'TOP40=JTOPI J203',
  XTAE: 'TA35=TA35 TA125',
  XSAU: 'TASI=TASI',
};

const exchanges = new Map<string, string>();
const usualNames = new Map<string, string>();
for (const [mic, indices] of Object.entries(INDICES_OF))
  for (const index of indices.split(' ')) {
    const [usual = '', ...others] = index.split('=');
    for (const name of [usual, ...others]) {
      exchanges.set(name, mic);
      if (others.length > 0) usualNames.set(name, usual);
    }
  }

export const exchangeOfIndex = (symbol: string): string | undefined => exchanges.get(symbol.toUpperCase());

/** The usual name of an index, by any of its names in upper case. */
export const usualIndexName = (name: string): string | undefined => usualNames.get(name);
