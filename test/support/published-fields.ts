/** The header that carries the key, as the service's documentation names it. */
export const KEY_HEADER = 'api-key';

/** The fields of quotes, in the documentation's order. */
export const QUOTE_FIELDS: readonly string[] = ['symbol', 'ask', 'bid', 'mid', 'timestamp'];
/** The fields of the market records as the service's documentation lists them, in its order. */
export const MARKET_FIELDS: readonly string[] = [
  'mic',
  'exchange',
  'acronym',
  'lei',
  'url',
  'city',
  'country',
  'country_code',
  'flag',
  'currency_name',
  'currency_code',
  'currency_symbol',
  'region',
  'timezone',
  'timezone_abbr',
  'utc_offset',
  'dst',
  'previous_dst_transition',
  'next_dst_transition',
  'working_days',
  'open_time',
  'close_time',
  'early_close_time',
];
export const HOLIDAY_FIELDS: readonly string[] = [
  'exchange',
  'flag',
  'mic',
  'date',
  'day_of_week',
  'is_weekend',
  'is_business_day',
  'holiday_name',
  'is_early_close',
  'open_time',
  'close_time',
];
export const HOURS_FIELDS: readonly string[] = [
  'mic',
  'date',
  'day_of_week',
  'is_early_close',
  'open_time',
  'close_time',
  'holiday_name',
];
