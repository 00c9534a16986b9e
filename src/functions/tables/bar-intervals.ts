import { exchangeOfIndex } from '../../core/calendar/index-exchanges';
import { type ExchangeYear, yearOf } from '../../core/calendar/trading-days';
import type { Call } from '../../core/call';
import { CellError } from '../../core/errors';
import type { Context } from '../define';
import { lookUpEach, whenReady } from './look-up-each';
import { exchangeYear, exchangeYearIfAny, yearOrThrow } from './trading-years';
import type { MaybePromise } from '../../core/basics';
import { MS_PER_DAY, MS_PER_MINUTE } from '../../core/calendar/dates';
import { DAYS_PER_WEEK } from '../../core/calendar/iso-dates';
import { barsOfLength, barsOfSessions, type BarRule, type Span } from '../../core/calendar/bars';

export const INTERVALS = [
  'tick',
  'minute',
  '5 minutes',
  '15 minutes',
  '30 minutes',
  'hour',
  'day',
  'week',
  'session',
] as const;
export type Interval = (typeof INTERVALS)[number];

/** The first Monday since 1970, as weeks begin on Mondays. */
const A_MONDAY_MS = 4 * MS_PER_DAY;

const RULES: Readonly<Record<Exclude<Interval, 'tick' | 'session'>, BarRule>> = {
  minute: barsOfLength(MS_PER_MINUTE),
  '5 minutes': barsOfLength(5 * MS_PER_MINUTE),
  '15 minutes': barsOfLength(15 * MS_PER_MINUTE),
  '30 minutes': barsOfLength(30 * MS_PER_MINUTE),
  hour: barsOfLength(60 * MS_PER_MINUTE),
  day: barsOfLength(MS_PER_DAY),
  week: barsOfLength(DAYS_PER_WEEK * MS_PER_DAY, A_MONDAY_MS),
};

/**
 * How an index's window is divided into bars; undefined for ticks. The sessions are those of the index's exchange, from
 * the service.
 */
export function barRule(
  interval: Interval,
  symbol: string,
  window: Span,
  context: Context,
  call: Call,
): BarRule | undefined | Promise<BarRule> {
  if (interval === 'tick') return undefined;
  if (interval !== 'session') return RULES[interval];
  const mic = exchangeOfIndex(symbol);
  if (mic === undefined)
    throw new CellError(
      '#VALUE!',
      `interval: the exchange of ${symbol} is not known, so it has no "session"; give "day", or "hour"`,
    );
  return whenReady(sessionsOf(mic, window, context, call), (sessions) => barsOfSessions(`session ${mic}`, sessions));
}

/**
 * One span for each trading day that touches the window, from the first opening to the last close. In UTC a session may
 * belong to the day before or after, so the neighbouring year counts too, but only if the calendar has it.
 */
function sessionsOf(mic: string, { fromMs, toMs }: Span, context: Context, call: Call): MaybePromise<readonly Span[]> {
  const [first, last] = [yearAt(fromMs), yearAt(toMs - 1)];
  const [nearFirst, nearLast] = [yearAt(fromMs - MS_PER_DAY), yearAt(toMs + MS_PER_DAY)];
  const years = Array.from({ length: nearLast - nearFirst + 1 }, (_, index) => nearFirst + index);
  const spansOf = (calendars: readonly (ExchangeYear | undefined)[]): Span[] =>
    calendars
      .flatMap((year) => year?.days.map((day) => year.sessionsOf.get(day) ?? []) ?? [])
      .map((sessions) => ({
        fromMs: Math.min(...sessions.map(({ opens }) => opens.utcMs)),
        toMs: Math.max(...sessions.map(({ closes }) => closes.utcMs)),
      }))
      .filter((span) => span.fromMs < toMs && span.toMs > fromMs);
  return lookUpEach(
    years,
    (year) => (year < first || year > last ? exchangeYearIfAny : exchangeYear)(mic, year, context, call),
    (answers) => spansOf(answers.map((answer) => answer && yearOrThrow(answer))),
  );
}

const yearAt = (timeMs: number): number => yearOf(Math.floor(timeMs / MS_PER_DAY));
