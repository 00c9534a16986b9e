import { dayFromIso, FRIDAY, weekdayOf } from './iso-dates';

/** Trades from `from` on settle this number of trading days later. */
export interface Cycle {
  /** "2024-05-28"; empty if it applies to all earlier dates. */
  readonly from: string;
  readonly days: number;
}

interface SettlementRule {
  readonly where: string;
  /** ISO 3166-1 codes. */
  readonly countries: readonly string[];
  /** Oldest first. Before the first cycle, settlement is unknown. */
  readonly cycles: readonly Cycle[];
  readonly source: string;
}

const EUROPE = 'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI SE IS LI NO';
const T1_FROM_2027 = { from: '2027-10-11', days: 1 };
const T2_SINCE_2014 = { from: '2014-10-06', days: 2 };
const T2_IN_AMERICA = { from: '2017-09-05', days: 2 };
const ALWAYS_T2 = { from: '', days: 2 };

const rule = (where: string, countries: string, cycles: readonly Cycle[], source: string): SettlementRule => ({
  where,
  countries: countries.split(' '),
  cycles,
  source,
});

/**
 * Settlement of shares traded on an exchange, by country and by the first trade date of each cycle. Changes that are
 * decided but not yet in force are listed with their date. Countries that are not listed are not guessed.
 */
export const SETTLEMENT_RULES: readonly SettlementRule[] = [
  rule(
    'United States',
    'US',
    [{ from: '1995-06-07', days: 3 }, T2_IN_AMERICA, { from: '2024-05-28', days: 1 }],
    'SEC Rule 15c6-1 and its amendments of 2017 and 2023',
  ),
  rule(
    'Canada',
    'CA',
    [T2_IN_AMERICA, { from: '2024-05-27', days: 1 }],
    'National Instrument 24-101 of the Canadian Securities Administrators',
  ),
  rule(
    'Mexico',
    'MX',
    [T2_IN_AMERICA, { from: '2024-05-27', days: 1 }],
    'Contraparte Central de Valores de México, change of the cycle in 2024',
  ),
  rule(
    'Argentina',
    'AR',
    [T2_IN_AMERICA, { from: '2024-05-27', days: 1 }],
    'Comisión Nacional de Valores, change of the cycle in 2024',
  ),
  rule('Brazil', 'BR', [{ from: '2019-05-27', days: 2 }], 'B3, change of the cycle in 2019'),
  rule(
    'European Union but Spain, Iceland, Liechtenstein, Norway',
    EUROPE,
    [T2_SINCE_2014, T1_FROM_2027],
    'Regulation (EU) No 909/2014, article 5, and Regulation (EU) 2025/2075',
  ),
  rule(
    'Spain',
    'ES',
    [{ from: '2016-10-03', days: 2 }, T1_FROM_2027],
    'Regulation (EU) No 909/2014, article 5, and Regulation (EU) 2025/2075',
  ),
  rule(
    'United Kingdom',
    'GB',
    [T2_SINCE_2014, T1_FROM_2027],
    'UK Accelerated Settlement Taskforce, implementation plan of February 2025',
  ),
  rule(
    'Switzerland',
    'CH',
    [T2_SINCE_2014, T1_FROM_2027],
    'Swiss Securities Post-Trade Council, recommendation of January 2025',
  ),
  rule('Israel', 'IL', [{ from: '2012-03-18', days: 1 }], 'Clearstream, settlement process of Israel'),
  rule('Saudi Arabia', 'SA', [{ from: '2017-04-23', days: 2 }], 'Edaa, settlement cycle'),
  rule('South Africa', 'ZA', [{ from: '2016-07-11', days: 3 }], 'Clearstream, change of the cycle in 2016'),
  rule(
    'India',
    'IN',
    [
      { from: '2003-04-01', days: 2 },
      { from: '2023-01-27', days: 1 },
    ],
    'SEBI circular of 7 September 2021; smaller companies settled a day after the trade from 25 February 2022 on',
  ),
  rule('China (A shares)', 'CN', [{ from: '', days: 1 }], 'ChinaClear; B shares settle three days after the trade'),
  rule('Hong Kong', 'HK', [ALWAYS_T2], 'CCASS rules of HKEX'),
  rule('Japan', 'JP', [{ from: '2019-07-16', days: 2 }], 'Japan Exchange Group, change of the cycle in 2019'),
  rule('South Korea', 'KR', [ALWAYS_T2], 'KRX business regulation'),
  rule('Taiwan', 'TW', [{ from: '2009-02-02', days: 2 }], 'Taiwan Stock Exchange, change of the cycle in 2009'),
  rule('Singapore', 'SG', [{ from: '2018-12-10', days: 2 }], 'SGX, change of the cycle in 2018'),
  rule('Thailand', 'TH', [{ from: '2018-03-02', days: 2 }], 'Stock Exchange of Thailand, change of the cycle in 2018'),
  rule('Malaysia', 'MY', [{ from: '2019-04-29', days: 2 }], 'Bursa Malaysia, change of the cycle in 2019'),
  rule('Indonesia', 'ID', [{ from: '2018-11-26', days: 2 }], 'Indonesia Stock Exchange, change of the cycle in 2018'),
  rule(
    'Philippines',
    'PH',
    [{ from: '2023-08-24', days: 2 }],
    'Philippine Stock Exchange, change of the cycle in 2023',
  ),
  rule('Australia', 'AU', [{ from: '2016-03-07', days: 2 }], 'ASX, change of the cycle in 2016'),
  rule('New Zealand', 'NZ', [{ from: '2016-03-07', days: 2 }], 'NZX, change of the cycle in 2016'),
];

export const cyclesOf = (country: string): readonly Cycle[] | undefined =>
  SETTLEMENT_RULES.find(({ countries }) => countries.includes(country))?.cycles;

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
