import { SATURDAY, SUNDAY } from '../../core/calendar/iso-dates';

/** What the sandbox knows about companies that file with the SEC, besides their prices. */
export interface Company {
  /** The company's number at the SEC (Central Index Key). */
  readonly cik: number;
  readonly yearEnd: YearEnd;
  /** A foreign issuer files 20-F and 6-K instead of 10-K, 10-Q and 8-K. */
  readonly isForeign: boolean;
  /** Approximate Altman Z; undefined if the model does not apply or the value is not known. */
  readonly altmanZ?: number;
}

/** The last day of a fiscal year: the last of a month, or the weekday before or nearest to it. */
export interface YearEnd {
  readonly month: number;
  readonly weekday?: typeof SATURDAY | typeof SUNDAY;
  readonly isNearest?: true;
}

const DECEMBER: YearEnd = { month: 12 };
const LAST_SATURDAY = { weekday: SATURDAY } as const;
const LAST_SUNDAY = { weekday: SUNDAY } as const;
const NEAREST_SATURDAY = { weekday: SATURDAY, isNearest: true } as const;
const NEAREST_SUNDAY = { weekday: SUNDAY, isNearest: true } as const;

const domestic = (cik: number, altmanZ?: number, yearEnd: YearEnd = DECEMBER): Company => ({
  cik,
  yearEnd,
  isForeign: false,
  ...(altmanZ === undefined ? {} : { altmanZ }),
});
const foreign = (cik: number, altmanZ?: number, month = 12): Company => ({
  ...domestic(cik, altmanZ, { month }),
  isForeign: true,
});

/** By ticker. Companies not listed here do not file with the SEC. */
export const COMPANIES: ReadonlyMap<string, Company> = new Map(
  Object.entries({
    AAPL: domestic(320193, 9.6, { month: 9, ...LAST_SATURDAY }),
    MSFT: domestic(789019, 9.4, { month: 6 }),
    NVDA: domestic(1045810, 48, { month: 1, ...LAST_SUNDAY }),
    AMZN: domestic(1018724, 5.4),
    GOOGL: domestic(1652044, 13.2),
    GOOG: domestic(1652044, 13.2),
    META: domestic(1326801, 11.8),
    TSLA: domestic(1318605, 14.5),
    AVGO: domestic(1730168, 7.2, { month: 10, ...NEAREST_SUNDAY }),
    JPM: domestic(19617),
    BAC: domestic(70858),
    GS: domestic(886982),
    V: domestic(1403161, 8.1, { month: 9 }),
    MA: domestic(1141391, 12.4),
    'BRK.B': domestic(1067983),
    JNJ: domestic(200406, 4.4),
    PFE: domestic(78003, 2.2),
    UNH: domestic(731766, 3.4),
    LLY: domestic(59478, 9.1),
    XOM: domestic(34088, 4.2),
    CVX: domestic(93410, 3.7),
    PG: domestic(80424, 5.7, { month: 6 }),
    KO: domestic(21344, 4.8),
    PEP: domestic(77476, 3.5, { month: 12, ...LAST_SATURDAY }),
    WMT: domestic(104169, 5.1, { month: 1 }),
    COST: domestic(909832, 9.7, { month: 8, ...NEAREST_SUNDAY }),
    HD: domestic(354950, 5.9, { month: 1, ...NEAREST_SUNDAY }),
    MCD: domestic(63908, 4.7),
    NKE: domestic(320187, 5.3, { month: 5 }),
    DIS: domestic(1744489, 2.4, { month: 9, ...NEAREST_SATURDAY }),
    NFLX: domestic(1065280, 11.1),
    INTC: domestic(50863, 1.4, { month: 12, ...LAST_SATURDAY }),
    AMD: domestic(2488, 10.3, { month: 12, ...LAST_SATURDAY }),
    IBM: domestic(51143, 3.2),
    ORCL: domestic(1341439, 2.6, { month: 5 }),
    CRM: domestic(1108524, 5.2, { month: 1 }),
    BA: domestic(12927, 1.2),
    CAT: domestic(18230, 3.9),
    GE: domestic(40545, 3.3),
    F: domestic(37996, 1.1),
    T: domestic(732717, 1.5),
    ASML: foreign(937966, 9.2),
    INGA: foreign(1039765),
    SAP: foreign(1000184, 6.1),
    TTE: foreign(879764, 2.3),
    SHEL: foreign(1306965, 2.5),
    AZN: foreign(901832, 3.6),
    HSBA: foreign(1089113),
    VOD: foreign(839923, 0.9, 3),
    NOVN: foreign(1114448, 4.6),
    UBSG: foreign(1610520),
    SAN: foreign(891478),
    RACE: foreign(1648416, 8.2),
    ABI: foreign(1668717, 1.9),
    BABA: foreign(1577552, 3.8, 3),
  }),
);
