import type { Span } from '../../core/calendar/bar-rules';
import { MS_PER_DAY } from '../../core/calendar/dates';
import { dayAt } from './tick-history';
import type { TickRows } from './tick-page';
import { isWeekday, type TickProfile } from './tick-profile';

/** The trading sessions of an index's exchange in a span, in order. */
export type SessionsIn = (span: Span) => Promise<readonly Span[]>;

/** The first page of a span, and whether that is all of it. */
export type FirstPage = (span: Span) => Promise<TickRows & { readonly isAll: boolean }>;

const HOUR_MS = 3_600_000;
/** Exchanges in Europe, Africa and the Americas all trade at this time. Used if an index's exchange is not known. */
const [USUAL_BEGIN_MS, USUAL_LENGTH_MS] = [13 * HOUR_MS, 8 * HOUR_MS];
/** Positions in a session to look at, since a single page may be all burst or all lull. */
const PLACES = [0.07, 0.24, 0.41, 0.58, 0.75, 0.9];
/** A page mostly ends within a burst and does not show the rest of it. Measured on bursty ticks. */
const REST_OF_BURST = 1.35;
/** A day without ticks may be a holiday. */
const MOST_DAYS = 3;

/** Samples pages of a session near the end of a window, and assumes that other sessions are similar. */
export async function probe(
  window: Span,
  nowMs: number,
  sessionsIn: SessionsIn | undefined,
  first: FirstPage,
  profile: TickProfile,
): Promise<void> {
  let session = await sessionBefore(Math.min(window.toMs, nowMs), sessionsIn);
  for (let day = 1; ; day++) {
    const { fromMs, toMs } = session;
    const samples = await Promise.all(
      PLACES.map(async (place) => {
        const beginMs = Math.floor(fromMs + (toMs - fromMs) * place);
        const { times, isAll } = await first({ fromMs: beginMs, toMs });
        return { ticks: times.length, lengthMs: Math.max(1000, (isAll ? toMs : times.at(-1)!) - beginMs) };
      }),
    );
    const [ticks, lengthMs] = [sum(samples.map((one) => one.ticks)), sum(samples.map((one) => one.lengthMs))];
    profile.assume((ticks * REST_OF_BURST) / lengthMs, session);
    if (ticks > 0 || day === MOST_DAYS) return;
    session = await sessionBefore(fromMs, sessionsIn);
  }
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);

/** The last session that ended before a moment; a usual session if the exchange's sessions are not known. */
async function sessionBefore(timeMs: number, sessionsIn: SessionsIn | undefined): Promise<Span> {
  const week = { fromMs: dayAt(timeMs) - 10 * MS_PER_DAY, toMs: timeMs };
  const sessions = await sessionsIn?.(week).catch(() => []);
  const last = sessions?.findLast(({ toMs }) => toMs <= timeMs);
  if (last) return last;
  let dayMs = dayAt(timeMs);
  while (!isWeekday(dayMs) || dayMs + USUAL_BEGIN_MS + USUAL_LENGTH_MS > timeMs) dayMs -= MS_PER_DAY;
  return { fromMs: dayMs + USUAL_BEGIN_MS, toMs: dayMs + USUAL_BEGIN_MS + USUAL_LENGTH_MS };
}
