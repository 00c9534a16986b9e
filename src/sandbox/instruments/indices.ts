import { type Instrument, type Leg, sharedOn } from './instrument';

/** An index and the exchange in whose hours it ticks. */
export interface Index extends Instrument {
  readonly mic: string;
}

const row = (
  symbol: string,
  name: string,
  country: string,
  mic: string,
  level: number,
  movement: Partial<Leg> = {},
): Index => ({
  symbol,
  name,
  country,
  mic,
  type: 'index',
  spread: 0.0001,
  over: { key: `index ${symbol}`, level, swing: 0.3, hours: mic, shared: sharedOn(mic, 0.5, 0.4), ...movement },
});

export const INDICES: readonly Index[] = [
  row('SPX', 'S&P 500', 'us', 'XNYS', 5_400),
  row('NDX', 'Nasdaq 100', 'us', 'XNAS', 19_000),
  row('DJI', 'Dow Jones Industrial Average', 'us', 'XNYS', 40_000),
  row('RUT', 'Russell 2000', 'us', 'XNYS', 2_100),
  // Fear rises when prices fall, and by more.
  row('VIX', 'Cboe Volatility Index', 'us', 'XNYS', 16, { swing: 0.9, shared: sharedOn('XNYS', -0.4, -0.35) }),
  row('TSX', 'S&P/TSX Composite', 'ca', 'XTSE', 22_500),
  row('BVSP', 'Ibovespa', 'br', 'BVMF', 128_000),
  row('MXX', 'S&P/BMV IPC', 'mx', 'XMEX', 53_000),
  row('DAX', 'DAX', 'de', 'XETR', 18_500),
  row('MDAX', 'MDAX', 'de', 'XETR', 26_000),
  row('UKX', 'FTSE 100', 'uk', 'XLON', 8_200),
  row('MCX', 'FTSE 250', 'uk', 'XLON', 20_600),
  row('CAC', 'CAC 40', 'fr', 'XPAR', 7_600),
  row('SX5E', 'EURO STOXX 50', 'de', 'XETR', 4_950),
  row('AEX', 'AEX', 'nl', 'XAMS', 910),
  row('BEL20', 'BEL 20', 'be', 'XBRU', 4_000),
  row('PSI', 'PSI', 'pt', 'XLIS', 6_600),
  row('IBEX', 'IBEX 35', 'es', 'XMAD', 11_200),
  row('FTSEMIB', 'FTSE MIB', 'it', 'XMIL', 33_800),
  row('SMI', 'Swiss Market Index', 'ch', 'XSWX', 12_100),
  row('OMXS30', 'OMX Stockholm 30', 'se', 'XSTO', 2_560),
  row('NKY', 'Nikkei 225', 'jp', 'XTKS', 39_000),
  row('TPX', 'TOPIX', 'jp', 'XTKS', 2_750),
  row('HSI', 'Hang Seng', 'hk', 'XHKG', 17_800),
  row('SHCOMP', 'SSE Composite', 'cn', 'XSHG', 2_980),
  row('KOSPI', 'KOSPI', 'kr', 'XKRX', 2_750),
  row('STI', 'Straits Times', 'sg', 'XSES', 3_350),
  row('AS51', 'S&P/ASX 200', 'au', 'XASX', 7_800),
  row('NZ50', 'S&P/NZX 50', 'nz', 'XNZE', 11_900),
  row('SENSEX', 'BSE Sensex', 'in', 'XBOM', 77_000),
  row('NIFTY', 'Nifty 50', 'in', 'XNSE', 23_500),
  row('TOP40', 'FTSE/JSE Top 40', 'za', 'XJSE', 73_000),
  row('TA35', 'TA-35', 'il', 'XTAE', 2_000),
  row('TASI', 'Tadawul All Share', 'sa', 'XSAU', 11_700),
];
