import { MS_PER_DAY } from '../../core/calendar/dates';
import type { Span } from '../../core/calendar/bar-rules';
import { dayAt } from './tick-history';
import type { TickRows } from './tick-page';
import { isWeekday, type TickProfile } from './tick-profile';

/** The trading sessions of an index's exchange in a span, in order. */
export type SessionsIn = (span: Span) => Promise<readonly Span[]>;

/** The first page of a span, and whether that is all of it. */
export type FirstPage = (span: Span) => Promise<TickRows & { readonly isAll: boolean }>;

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Used if the sessions of an index's exchange are not at hand: exchanges in Europe, Africa and the Americas trade then. */
const [USUAL_BEGIN_MS, USUAL_LENGTH_MS] = [13 * HOUR_MS, 8 * HOUR_MS];
/** Positions in a session to look at. A page may be all burst or all lull, so two are better than one. */
const PLACES = [0.3, 0.7];
/** A page mostly ends within a burst and does not show the rest of it. Measured on bursty ticks. */
const REST_OF_BURST = 1.5;
/** The last sessions may be holidays: a page begins in an earlier one, and reaches as far as there are ticks. */
const SESSIONS_BACK = 3;

/**
 * Looks at a page or two near the end of a window, and assumes that other sessions are similar: a price that is about
 * right, and costs next to nothing.
 */
export async function probe(
  window: Span,
  nowMs: number,
  sessionsIn: SessionsIn | undefined,
  first: FirstPage,
  pageCount: number,
  profile: TickProfile,
): Promise<void> {
  const endMs = Math.min(window.toMs, nowMs);
  const session = await sessionBefore(endMs, sessionsIn);
  const { fromMs, toMs } = session;
  const densities = await Promise.all(
    PLACES.slice(0, pageCount).map(async (place) => {
      const { times, isAll } = await first({ fromMs: Math.floor(fromMs + (toMs - fromMs) * place), toMs: endMs });
      // A day without ticks may be a holiday: what counts is from the first tick on.
      const beginMs = times[0] ?? toMs;
      return densityOf(times, beginMs, isAll ? Math.max(toMs, beginMs) : times.at(-1)!);
    }),
  );
  profile.assume((densities.reduce((sum, one) => sum + one, 0) / densities.length) * REST_OF_BURST, session);
}

/** Ticks per millisecond: between those of the page and those of its usual minute, which no burst distorts. */
function densityOf(times: readonly number[], beginMs: number, endMs: number): number {
  if (times.length === 0) return 0;
  const lengthMs = Math.max(1000, endMs - beginMs);
  const counts = new Array<number>(Math.ceil(lengthMs / MINUTE_MS)).fill(0);
  for (const time of times) counts[Math.min(counts.length - 1, Math.floor((time - beginMs) / MINUTE_MS))]! += 1;
  const usual = counts.sort((one, other) => one - other)[Math.floor((counts.length - 1) / 2)]!;
  return Math.sqrt((times.length / lengthMs) * (Math.max(1, usual) / MINUTE_MS));
}

/** A session that ended some days before a moment; a usual one if the exchange's sessions are not at hand. */
async function sessionBefore(timeMs: number, sessionsIn: SessionsIn | undefined): Promise<Span> {
  const weeks = { fromMs: dayAt(timeMs) - 14 * MS_PER_DAY, toMs: timeMs };
  const sessions = (await sessionsIn?.(weeks).catch(() => []))?.filter(({ toMs }) => toMs <= timeMs);
  const last = sessions?.at(-SESSIONS_BACK) ?? sessions?.[0];
  if (last) return last;
  let dayMs = dayAt(timeMs) - SESSIONS_BACK * MS_PER_DAY;
  while (!isWeekday(dayMs)) dayMs -= MS_PER_DAY;
  return { fromMs: dayMs + USUAL_BEGIN_MS, toMs: dayMs + USUAL_BEGIN_MS + USUAL_LENGTH_MS };
}
