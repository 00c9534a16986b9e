import { byName } from '../basics';

/** The fields and symbols of one product. The names of fields are in upper case, with "_" for a space. */
export interface Vendor {
  readonly quote: Readonly<Record<string, string>>;
  /** Fields of a day: they need a date. */
  readonly bars: Readonly<Record<string, string>>;
  /** Fields of the previous close, without a date. */
  readonly previous: readonly string[];
  /** Whether a bare "AAPL" is a share. */
  readonly hasBareShares?: boolean;
  /** The letter before the unit in "-1CM", the same day a month ago; another means the end of a month. */
  readonly ago?: 'A' | 'C' | '';
  /** Its codes of exchanges outside the United States, where they differ from common names. */
  readonly mics: Readonly<Record<string, string>>;
}

export const BLOOMBERG: Vendor = {
  quote: byName('mid: PX_LAST PX_MID LAST_PRICE MID; bid: PX_BID BID; ask: PX_ASK ASK; timestamp: LAST_UPDATE'),
  bars: byName('close: PX_LAST LAST_PRICE; open: PX_OPEN OPEN; high: PX_HIGH HIGH; low: PX_LOW LOW'),
  ago: 'C',
  previous: ['PX_YEST_CLOSE', 'YEST_CLOSE', 'PX_CLOSE_1D', 'PREV_CLOSE_VALUE_REALTIME'],
  mics: byName(
    'XLON: LN; XETR: GY; XPAR: FP; XAMS: NA; XMIL: IM; XMAD: SM; XSWX: SE SW; XTKS: JT JP; XHKG: HK; XASX: AT AU; XTSE: CT',
  ),
};

export const LSEG: Vendor = {
  quote: byName('mid: CF_LAST TRDPRC_1 MID_PRICE; bid: CF_BID BID; ask: CF_ASK ASK'),
  bars: byName(
    'close: TR.PRICECLOSE TR.CLOSEPRICE TRDPRC_1 CLOSE; open: TR.PRICEOPEN TR.OPENPRICE OPEN_PRC OPEN; ' +
      'high: TR.PRICEHIGH TR.HIGHPRICE HIGH_1 HIGH; low: TR.PRICELOW TR.LOWPRICE LOW_1 LOW; ' +
      'time: TR.PRICECLOSE.DATE TIMESTAMP',
  ),
  ago: '',
  previous: ['HST_CLOSE', 'CF_CLOSE'],
  mics: byName(
    'XLON: L; XETR: DE; XPAR: PA; XAMS: AS; XMIL: MI; XMAD: MC; XSWX: S; XTKS: T; XHKG: HK; XASX: AX; XTSE: TO',
  ),
};

export const FACTSET: Vendor = {
  quote: {},
  bars: byName('close: P_PRICE FG_PRICE; open: P_PRICE_OPEN; high: P_PRICE_HIGH; low: P_PRICE_LOW'),
  previous: [],
  hasBareShares: true,
  ago: 'A',
  mics: { GB: 'XLON' },
};

export const CAPITAL_IQ: Vendor = {
  quote: { IQ_LASTSALEPRICE: 'mid' },
  bars: byName('close: IQ_CLOSEPRICE; open: IQ_OPENPRICE; high: IQ_HIGHPRICE; low: IQ_LOWPRICE'),
  previous: [],
  hasBareShares: true,
  mics: byName('XETR: XTRA; XPAR: ENXTPA; XAMS: ENXTAM; XSWX: SWX; XHKG: SEHK; XMIL: BIT; XMAD: BME'),
};

export const GOOGLE: Vendor = {
  quote: byName('mid: PRICE; timestamp: TRADETIME'),
  bars: byName('close: PRICE CLOSE; open: OPEN; high: HIGH; low: LOW'),
  previous: ['CLOSEYEST'],
  hasBareShares: true,
  mics: byName('XTSE: TSE; XPAR: EPA; XAMS: AMS; XMIL: BIT; XMAD: BME; XSWX: SWX; XHKG: HKG'),
};

export const EXCEL: Vendor = {
  quote: byName('mid: PRICE; timestamp: LAST_TRADE_TIME'),
  bars: {},
  previous: ['PREVIOUS_CLOSE'],
  hasBareShares: true,
  mics: {},
};

/** Fields of Excel's data type Stocks that the service does not have. Others belong to other data types. */
export const OTHER_FIELDS_OF_EXCEL =
  /^(?:(?:EX|%_?)?CHANGE(?:_[(A].*)?|PRICE_\(.*|VOLUME.*|MARKET_CAP|P\/E|BETA|(?:52_WEEK_)?(?:HIGH|LOW)|OPEN|SHARES_OUTSTANDING|CURRENCY|TICKER_SYMBOL|INSTRUMENT_TYPE|INDUSTRY|EMPLOYEES|YEAR_INCORPORATED)$/;

/** Scores under the names of all products. */
export const SCORE_FIELDS: readonly (readonly [RegExp, string])[] = [
  [/ALTMAN.*Z|^IQ_Z_SCORE$|^FF_Z_?SCORE/, 'altman-z'],
  [/PIOTROSKI/, 'piotroski'],
  [/BENEISH/, 'beneish-m'],
];
