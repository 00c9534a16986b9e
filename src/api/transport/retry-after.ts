/** A pause of days or years is a mistake of the service. It must not last so long, so one request tries sooner. */
const MAX_PAUSE_MS = 300_000;

/**
 * The pause in a Retry-After header, in milliseconds from now and five minutes at most; undefined if it is unreadable.
 * RFC 9110, section 10.2.3: whole seconds in digits, or a date.
 */
export function retryAfterMs(header: string, now: number): number | undefined {
  if (/^\d+$/.test(header)) return Math.min(Number(header) * 1000, MAX_PAUSE_MS);
  const at = readHttpDate(header, now);
  return at === undefined ? undefined : Math.min(Math.max(0, at - now), MAX_PAUSE_MS);
}

const MONTHS = 'JanFebMarAprMayJunJulAugSepOctNovDec';

type DateFields = Readonly<Record<'day' | 'month' | 'year' | 'time', string>>;

/** The three forms of an HTTP-date (RFC 9110, section 5.6.7), whose weekday some services get wrong. */
const DATES: readonly RegExp[] = [
  // IMF-fixdate: "Sun, 06 Nov 1994 08:49:37 GMT"
  /^[A-Z][a-z]{2}, (?<day>\d{2}) (?<month>[A-Z][a-z]{2}) (?<year>\d{4}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  // RFC 850: "Sunday, 06-Nov-94 08:49:37 GMT"
  /^[A-Z][a-z]+day, (?<day>\d{2})-(?<month>[A-Z][a-z]{2})-(?<year>\d{2}) (?<time>\d{2}:\d{2}:\d{2}) GMT$/,
  // asctime: "Sun Nov  6 08:49:37 1994"
  /^[A-Z][a-z]{2} (?<month>[A-Z][a-z]{2}) (?<day>[ \d]\d) (?<time>\d{2}:\d{2}:\d{2}) (?<year>\d{4})$/,
];

/** An HTTP-date in milliseconds since 1970; undefined for any other text. */
function readHttpDate(text: string, now: number): number | undefined {
  const fields = DATES.map((form) => form.exec(text)?.groups).find((groups) => groups !== undefined);
  if (fields === undefined) return undefined;
  const { day, month, year, time } = fields as DateFields;
  const monthIndex = MONTHS.indexOf(month) / 3;
  if (monthIndex < 0) return undefined;
  const [hours, minutes, seconds] = time.split(':').map(Number) as [number, number, number];
  if (hours > 23 || minutes > 59 || seconds > 60) return undefined;
  const at = Date.UTC(fullYear(year, now), monthIndex, Number(day), hours, minutes, seconds);
  // Date.UTC moves a day that the month does not have into the next month.
  return new Date(Date.UTC(fullYear(year, now), monthIndex, Number(day))).getUTCDate() === Number(day) ? at : undefined;
}

/** Two digits that seem to be more than 50 years ahead belong to the previous century. */
function fullYear(year: string, now: number): number {
  if (year.length === 4) return Number(year);
  const present = new Date(now).getUTCFullYear();
  const same = Math.floor(present / 100) * 100 + Number(year);
  return same > present + 50 ? same - 100 : same;
}
