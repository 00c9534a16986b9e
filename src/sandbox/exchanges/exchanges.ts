import { type HolidayRule, holidayRule, type WrittenHoliday } from '../calendar/holiday-rules';
import written from './exchanges.json';
import { hashText, sampleFrom } from '../random';

/** What the calendar and the market record need to know about a stock exchange. */
export interface Exchange {
  readonly mic: string;
  readonly exchange: string;
  readonly acronym: string | null;
  /** Its Legal Entity Identifier; a valid made-up one that begins with MDSX if the sandbox does not know it. */
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
interface WrittenExchange extends Omit<Exchange, 'lei' | 'week' | 'laterWeek' | 'holidays'> {
  /** Source: the list of market identifier codes (ISO 10383). */
  readonly lei?: string;
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
  lei: exchange.lei ?? madeUpLei(exchange.exchange),
  week: WEEKS[exchange.week],
  ...(laterWeek && { laterWeek: { from: laterWeek.from, week: WEEKS[laterWeek.week] } }),
  holidays: holidays.get(exchange.holidays) ?? [],
}));

const byMic = new Map(EXCHANGES.map((exchange) => [exchange.mic, exchange]));

export const exchangeOf = (mic: string): Exchange | undefined => byMic.get(mic);

/** 18 characters, then check digits (ISO 7064 mod 97-10). */
function madeUpLei(name: string): string {
  const letters = Array.from('0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ');
  const rest = Array.from({ length: 14 }, (_, index) => sampleFrom(letters, hashText(name), index)).join('');
  // Letters count as two digits, A = 10 to Z = 35. The number is divided piece by piece.
  const remainder = Array.from(`MDSX${rest}00`).reduce((sum, letter) => {
    const value = letters.indexOf(letter);
    return (sum * (value > 9 ? 100 : 10) + value) % 97;
  }, 0);
  return `MDSX${rest}${String(98 - remainder).padStart(2, '0')}`;
}
