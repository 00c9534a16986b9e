import { dayFromIso, FRIDAY, weekdayOf } from './iso-dates';

/** Trades from `from` on settle this number of trading days later. */
interface Cycle {
  /** "2024-05-28"; empty if it applies to all earlier dates. */
  readonly from: string;
  readonly days: number;
}

export const EUROPE = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI SE IS LI NO';

/**
 * Settlement of shares traded on an exchange, by country (ISO 3166-1) and by the first trade date of each cycle, oldest
 * first. Before the first cycle, settlement is unknown. Changes that are decided but not yet in force are listed with
 * their date. Countries that are not listed are not guessed. The sources are in the help of MD.SETTLE.
 */
export const CYCLES = {
  US: 'T+3 from 1995-06-07; T+2 from 2017-09-05; T+1 from 2024-05-28',
  CA: 'T+2 from 2017-09-05; T+1 from 2024-05-27',
  MX: 'T+2 from 2017-09-05; T+1 from 2024-05-27',
  AR: 'T+2 from 2017-09-05; T+1 from 2024-05-27',
  BR: 'T+2 from 2019-05-27',
  [EUROPE]: 'T+2 from 2014-10-06; T+1 from 2027-10-11',
  ES: 'T+2 from 2016-10-03; T+1 from 2027-10-11',
  GB: 'T+2 from 2014-10-06; T+1 from 2027-10-11',
  CH: 'T+2 from 2014-10-06; T+1 from 2027-10-11',
  IL: 'T+1 from 2012-03-18',
  SA: 'T+2 from 2017-04-23',
  ZA: 'T+3 from 2016-07-11',
  IN: 'T+2 from 2003-04-01; T+1 from 2023-01-27',
  CN: 'T+1',
  HK: 'T+2',
  JP: 'T+2 from 2019-07-16',
  KR: 'T+2',
  TW: 'T+2 from 2009-02-02',
  SG: 'T+2 from 2018-12-10',
  TH: 'T+2 from 2018-03-02',
  MY: 'T+2 from 2019-04-29',
  ID: 'T+2 from 2018-11-26',
  PH: 'T+2 from 2023-08-24',
  AU: 'T+2 from 2016-03-07',
  NZ: 'T+2 from 2016-03-07',
} as const;

export function cyclesOf(country: string): readonly Cycle[] | undefined {
  const [, cycles] = Object.entries(CYCLES).find(([countries]) => countries.split(' ').includes(country)) ?? [];
  return cycles?.split('; ').map((cycle) => {
    const [, days, from = ''] = /^T\+(\d)(?: from (.*))?$/.exec(cycle)!;
    return { from, days: Number(days) };
  });
}

/** Trading days from trade to settlement; undefined for a trade before the first known cycle. */
export const settlementDays = (cycles: readonly Cycle[], tradeDay: number): number | undefined =>
  cycles.findLast(({ from }) => from === '' || dayFromIso(from)! <= tradeDay)?.days;

/** An exchange that settles the trades of a weekday on a day on which it does not trade. */
export interface OwnSettlementDay {
  readonly mic: string;
  /** The first day on which it applies. */
  readonly from: string;
  readonly tradeWeekday: number;
  readonly daysLater: number;
  readonly what: string;
  readonly source: string;
}

export const OWN_SETTLEMENT_DAYS: readonly OwnSettlementDay[] = [
  {
    mic: 'XTAE',
    from: '2026-01-05',
    tradeWeekday: FRIDAY,
    daysLater: 2,
    what: 'since it trades from Monday to Friday, a trade of Friday settles on the Sunday after it',
    source: 'Tel Aviv Stock Exchange, announcement of December 2025',
  },
];

/** The settlement day that follows a trading day without being one; undefined if the next trading day does. */
export function ownSettlementDay(mic: string, day: number): number | undefined {
  const own = OWN_SETTLEMENT_DAYS.find(
    (one) => one.mic === mic && one.tradeWeekday === weekdayOf(day) && day >= dayFromIso(one.from)!,
  );
  return own && day + own.daysLater;
}
