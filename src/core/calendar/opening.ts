import { type Instant, dayFromIso, fractionFromClock, weekdayName } from './iso-dates';
import { type ExchangeYear, yearOf } from './trading-days';
import { countBefore } from '../basics';
import { MS_PER_DAY } from './dates';

/** A moment in UTC or on the exchange's own wall clock, in milliseconds since, or as if since, 1970. */
export interface Moment {
  readonly clock: 'utc' | 'exchange';
  readonly ms: number;
}

/** A session may begin the evening before its date and last past midnight, and in UTC its date may differ. */
const REACH_DAYS = [-2, -1, 0, 1, 2] as const;

const onClock = ({ clock }: Moment, { utcMs, offsetMs }: Instant): number =>
  clock === 'utc' ? utcMs : utcMs + offsetMs;

/**
 * Whether a session of the year is on at the moment; the opening is included, the close is not. If the service lists a
 * session that spans the exchange's lunch break, the break interrupts it.
 */
export function isOpenAt({ sessionsOf, from: { mic } }: ExchangeYear, moment: Moment): boolean {
  const day = Math.floor(moment.ms / MS_PER_DAY);
  return REACH_DAYS.some((reach) =>
    sessionsOf
      .get(day + reach)
      ?.some(
        (session) =>
          onClock(moment, session.opens) <= moment.ms &&
          moment.ms < onClock(moment, session.closes) &&
          !isLunchBreak(mic, session, moment.clock === 'utc' ? moment.ms + session.opens.offsetMs : moment.ms),
      ),
  );
}

/** The years that the exchange's date may be in at the moment: one, or two around New Year. */
export function yearsAt({ ms }: Moment): readonly number[] {
  const day = Math.floor(ms / MS_PER_DAY);
  return [...new Set([yearOf(day - 1), yearOf(day + 1)])];
}

/** The exchange's own date at the moment, by its UTC offset in the nearest session. */
export function exchangeDayAt({ days, sessionsOf }: ExchangeYear, { clock, ms }: Moment): number {
  const nearest = days[Math.min(countBefore(days, Math.floor(ms / MS_PER_DAY)), days.length - 1)];
  const offsetMs =
    clock === 'exchange' || nearest === undefined ? 0 : (sessionsOf.get(nearest)?.[0]?.opens.offsetMs ?? 0);
  return Math.floor((ms + offsetMs) / MS_PER_DAY);
}

/**
 * Daily periods, on the exchange's own clock, without trading: by MIC, newest first. The sources are in the help of
 * MD.ISOPEN.
 */
export const LUNCH_BREAKS: Readonly<Record<string, string>> = {
  XTKS: '11:30 to 12:30 since 2011-11-21; 11:00 to 12:30',
  XHKG: '12:00 to 13:00 since 2012-03-05; 12:00 to 13:30 since 2011-03-07; 12:30 to 14:30',
  XSHG: '11:30 to 13:00',
  XSHE: '11:30 to 13:00',
  XKLS: '12:30 to 14:30',
  XIDX: '12:00 to 13:30 on Monday, Tuesday, Wednesday, Thursday; 11:30 to 14:00 on Friday',
  XBKK: '12:30 to 14:00 since 2024-03-25; 12:30 to 14:30',
  XPHS: '12:00 to 13:00',
  XSTC: '11:30 to 13:00',
  HSTC: '11:30 to 13:00',
};
const LUNCH_BREAK = /^([\d:]+) to ([\d:]+)(?: on ([A-Za-z, ]+?))?(?: since ([\d-]+))?$/;

interface OpenTime {
  readonly opens: Instant;
  readonly closes: Instant;
}

/**
 * Whether an exchange pauses at a moment of a session that spans its lunch break. A session that begins after the
 * break, or ends before or during it (half days), has no break.
 * @param wallMs the exchange's wall-clock time, in milliseconds as if since 1970
 */
export function isLunchBreak(mic: string, session: OpenTime, wallMs: number): boolean {
  const [from, to] = lunchBreakOn(mic, session, Math.floor(wallMs / MS_PER_DAY)) ?? [Infinity, 0];
  return wallMs >= from && wallMs < to;
}

/** Beginning and end on the exchange's own clock; undefined if the session does not span a lunch break on that day. */
export function lunchBreakOn(
  mic: string,
  { opens, closes }: OpenTime,
  day: number,
): readonly [from: number, to: number] | undefined {
  const breaks = LUNCH_BREAKS[mic]?.split('; ').map((text) => LUNCH_BREAK.exec(text)!) ?? [];
  const found = breaks.find(
    ([, , , on, since]) => (on?.includes(weekdayName(day)) ?? true) && (dayFromIso(since ?? '') ?? day) <= day,
  );
  if (found === undefined) return undefined;
  const [from = NaN, to = NaN] = found.slice(1, 3).map((clock) => (day + fractionFromClock(clock)!) * MS_PER_DAY);
  return opens.utcMs + opens.offsetMs < from && closes.utcMs + closes.offsetMs > to ? [from, to] : undefined;
}

/** The next opening, or the next close, after a moment; undefined if the year has none. A lunch break counts. */
export function nextTime(
  edge: keyof OpenTime,
  { days, sessionsOf, from: { mic } }: ExchangeYear,
  utcMs: number,
): { readonly day: number; readonly time: Instant } | undefined {
  const first = countBefore(days, Math.floor(utcMs / MS_PER_DAY) + REACH_DAYS[0]);
  for (const day of days.slice(first)) {
    const time = sessionsOf
      .get(day)!
      .flatMap((session) => {
        const { offsetMs } = session.opens;
        const pause = lunchBreakOn(mic, session, Math.floor((session.opens.utcMs + offsetMs) / MS_PER_DAY));
        const inPause = pause?.[edge === 'closes' ? 0 : 1];
        return [session[edge], ...(inPause === undefined ? [] : [{ utcMs: inPause - offsetMs, offsetMs }])];
      })
      .filter((one) => one.utcMs > utcMs)
      .sort((one, other) => one.utcMs - other.utcMs)[0];
    if (time) return { day, time };
  }
  return undefined;
}
