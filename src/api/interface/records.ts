import { columns } from '../../core/columns';
import { isRecord, lettersOf } from '../../core/basics';
import { notAvailable } from '../../core/errors';

/**
 * The service's records with their fields, in the service's order. A "?" marks a nullable field. A "~" marks a fact
 * that the interface document does not state: which fields of a holiday and a session may be null, and the units of
 * ALGO's times. The service's public reference stated these between September 2024 and November 2025, except ALGO's
 * units.
 */

export const MARKET = columns({
  mic: 'text',
  exchange: 'text',
  acronym: 'text?',
  lei: 'text',
  url: 'text',
  city: 'text',
  country: 'text',
  country_code: 'text',
  flag: 'text',
  currency_name: 'text',
  currency_code: 'text',
  currency_symbol: 'text',
  region: 'text',
  timezone: 'text',
  timezone_abbr: 'text',
  utc_offset: 'text',
  dst: 'flag',
  previous_dst_transition: 'date?',
  next_dst_transition: 'date?',
  working_days: 'texts',
  open_time: 'clock',
  close_time: 'clock',
  early_close_time: 'clock?',
});

export const HOLIDAY = columns({
  exchange: 'text',
  flag: 'text',
  mic: 'text',
  date: 'date',
  day_of_week: 'text',
  is_weekend: 'flag',
  is_business_day: 'flag',
  holiday_name: 'text?~',
  is_early_close: 'flag?~',
  open_time: 'instant?~',
  close_time: 'instant?~',
});

export const SESSION = columns({
  mic: 'text',
  date: 'date',
  day_of_week: 'text',
  is_early_close: 'flag',
  open_time: 'instant',
  close_time: 'instant',
  holiday_name: 'text?~',
});

export const STATUS = columns({
  mic: 'text',
  day_of_week: 'text',
  is_weekend: 'flag',
  is_business_day: 'flag',
  status: 'text',
  is_early_close: 'flag?',
  local_time: 'instant',
  open_time: 'instant?',
  close_time: 'instant?',
  holiday_name: 'text?',
});

export const TICK = columns({ time: 'instant', ask: 'number', bid: 'number', mid: 'number' });

export const FILING = columns({
  accession_number: 'text',
  filing_type: 'text',
  filing_date: 'date',
  report_date: 'date',
  period_of_report: 'period',
  file_url: 'text',
});

export const CONVERSION = columns({
  'info.timestamp': 'unix',
  'info.rate': 'number',
  'query.from': 'text',
  'query.to': 'text',
  'query.amount': 'number',
  'query.precision': 'integer',
  result: 'number',
});

/** The structure of `data` is not documented. */
export const SCORE = columns({ symbol: 'text?~' });

export const SYMBOL = columns({ symbol: 'text', name: 'text' });
export const STOCK_SYMBOL = columns({ symbol: 'text', name: 'text', country: 'text', description: 'text' });
export const BARE_SYMBOL = columns({ symbol: 'text' });
export const ALGO_SYMBOL = columns({ symbol: 'text', earliest: 'unix~', latest: 'unix~' });

export const CRYPTO_EXCHANGE = columns({
  id: 'text',
  name: 'text',
  year_established: 'integer?',
  country: 'text?',
  website: 'text',
});

export const NEWS_ITEM = columns({
  timestamp: 'unix',
  content: 'text',
  'meta_data.markets': 'texts',
  'meta_data.tickets': 'texts',
  'meta_data.hashtags': 'texts',
});

/** What the service counted in one period, an hour or a day. */
interface UsagePeriod {
  /** Its start, in seconds since 1970. */
  readonly start: number;
  /** Empty if the service states something other than counts. */
  readonly counts: Readonly<Record<string, unknown>>;
}

/**
 * The periods in the body of GET /account/usage, oldest first. The service keys them by Unix time; other fields are
 * ignored. Undefined if the body is not an object.
 */
export function usagePeriodsIn(body: unknown): readonly UsagePeriod[] | undefined {
  if (!isRecord(body)) return undefined;
  // JavaScript puts whole-number keys in ascending order, however they were sent.
  return Object.entries(body)
    .filter(([start]) => UNIX_TIME.test(start))
    .map(([start, counts]) => ({ start: Number(start), counts: isRecord(counts) ? counts : {} }));
}

const UNIX_TIME = /^\d+$/;

/**
 * Throws #N/A for an answer about something else: a service ignores a parameter that it knows by another name.
 * @param the contents of the answer, such as "filings of"
 * @param said the name in the answer; ignored unless it is a text
 */
export function refuseOther(what: string, said: unknown, asked: string, isAsked = isSame): void {
  if (typeof said === 'string' && said !== '' && !isAsked(said, asked))
    throw notAvailable(
      `The service sent ${what} ${said} instead of ${asked}: check the names of parameters in the MD pane`,
    );
}

const isSame = (said: string, asked: string): boolean => lettersOf(said) === lettersOf(asked);
