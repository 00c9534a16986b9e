import { MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../core/calendar/units';
import type { Span } from '../../core/calendar/bar-rules';
import { dayAt } from './tick-history';
import type { TickRows } from './tick-page';
import { isWeekday, type TickProfile } from './tick-profile';

/** The trading sessions of an index's exchange in a span, in order. */
export type SessionsIn = (span: Span) => Promise<readonly Span[]>;

/** The first page of a span, and whether that is all of it. */
type FirstPage = (span: Span) => Promise<TickRows & { readonly isAll: boolean }>;

/**
 * Used if the sessions of an index's exchange are not at hand: exchanges in Europe, Africa and the Americas trade then.
 */
const [USUAL_BEGIN_MS, USUAL_LENGTH_MS] = [13 * MS_PER_HOUR, 8 * MS_PER_HOUR];
/**
 * Which shares of a session lie before the pages that are looked at. A page may be all burst or all lull, so two are
 * better than one.
 */
const LOOK_AT = [0.3, 0.7];
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
  const looks = await Promise.all(
    LOOK_AT.slice(0, pageCount).map(async (share) => {
      const { times, isAll } = await first({ fromMs: Math.floor(fromMs + (toMs - fromMs) * share), toMs: endMs });
      // A day without ticks may be a holiday: what counts is from the first tick on.
      const beginMs = times[0] ?? toMs;
      return lookAt(times, beginMs, isAll ? Math.max(toMs, beginMs) : times.at(-1)!);
    }),
  );
  profile.assume(densityOf(looks) * REST_OF_BURST, session);
}

/** What a page shows: its length, and the ticks of each of its minutes. */
interface Look {
  readonly lengthMs: number;
  readonly counts: readonly number[];
}

function lookAt(times: readonly number[], beginMs: number, endMs: number): Look {
  const lengthMs = Math.max(1000, endMs - beginMs);
  const counts = new Array<number>(Math.ceil(lengthMs / MS_PER_MINUTE)).fill(0);
  for (const time of times) counts[Math.min(counts.length - 1, Math.floor((time - beginMs) / MS_PER_MINUTE))]! += 1;
  return { lengthMs, counts };
}

/** Ticks per millisecond: between those of all pages and those of their usual minute, which no burst distorts. */
function densityOf(looks: readonly Look[]): number {
  const sorted = looks.flatMap(({ counts }) => counts).sort((one, other) => one - other);
  const tickCount = sorted.reduce((sum, count) => sum + count, 0);
  if (tickCount === 0) return 0;
  const usual = Math.max(1, sorted[Math.floor((sorted.length - 1) / 2)]!);
  const lengthMs = looks.reduce((sum, look) => sum + look.lengthMs, 0);
  return Math.sqrt((tickCount / lengthMs) * (usual / MS_PER_MINUTE));
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
