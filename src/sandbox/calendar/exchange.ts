import type { HolidayRule } from './rules';

/** What the calendar and the market record need to know about a stock exchange. */
export interface Exchange {
  readonly mic: string;
  readonly exchange: string;
  readonly acronym: string | null;
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
export const MONDAY_TO_FRIDAY: Week = [1, 2, 3, 4, 5];
export const SUNDAY_TO_THURSDAY: Week = [0, 1, 2, 3, 4];
