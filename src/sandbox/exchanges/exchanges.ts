import { type HolidayRule, holidayRule, type WrittenHoliday } from '../calendar/holiday-rules';
import written from './exchanges.json';

/** What the calendar and the market record need to know about a stock exchange. */
export interface Exchange {
  readonly mic: string;
  readonly exchange: string;
  readonly acronym: string | null;
  /** Its Legal Entity Identifier, as in the list of market identifier codes (ISO 10383); made up if it begins with MDSX. */
  readonly lei: string;
  readonly url: string;
  readonly city: string;
  readonly country: string;
  readonly countryCode: string;
  readonly currencyCode: string;
  readonly region: string;
  readonly zone: string;
  /** Abbreviations of standard time and daylight saving time. */
  readonly zoneNames: readonly [standard: string, summer: string];
  readonly week: Week;
  /** Another trading week from a day on: "2026-01-05". */
  readonly laterWeek?: { readonly from: string; readonly week: Week };
  /** Wall-clock time, "09:30". */
  readonly open: string;
  readonly close: string;
  readonly earlyClose: string | null;
  readonly holidays: readonly HolidayRule[];
}

/** Trading weekdays; Sunday is 0. */
export type Week = readonly number[];

const WEEKS = { 'Monday to Friday': [1, 2, 3, 4, 5], 'Sunday to Thursday': [0, 1, 2, 3, 4] } as const;

/** As in exchanges.json, where weeks and lists of holidays stand by their names. */
interface WrittenExchange extends Omit<Exchange, 'week' | 'laterWeek' | 'holidays'> {
  readonly week: keyof typeof WEEKS;
  readonly laterWeek?: { readonly from: string; readonly week: keyof typeof WEEKS };
  readonly holidays: string;
}

/**
 * The table of the sandbox's exchanges, and of the holidays of each market. Holidays of the lunar calendar are listed as
 * dates, 2024 to 2028; those that an exchange has not decided yet are estimates.
 */
const TABLE = written as unknown as {
  readonly exchanges: readonly WrittenExchange[];
  readonly holidays: Readonly<Record<string, readonly WrittenHoliday[]>>;
};

const holidays = new Map(Object.entries(TABLE.holidays).map(([market, list]) => [market, list.map(holidayRule)]));

/** All exchanges of the sandbox, by MIC. */
export const EXCHANGES: readonly Exchange[] = TABLE.exchanges.map(({ laterWeek, ...exchange }) => ({
  ...exchange,
  week: WEEKS[exchange.week],
  ...(laterWeek && { laterWeek: { from: laterWeek.from, week: WEEKS[laterWeek.week] } }),
  holidays: holidays.get(exchange.holidays) ?? [],
}));

const byMic = new Map(EXCHANGES.map((exchange) => [exchange.mic, exchange]));

export const exchangeOf = (mic: string): Exchange | undefined => byMic.get(mic);
