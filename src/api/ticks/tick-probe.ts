import type { Span } from '../../core/calendar/bar-rules';
import { MS_PER_DAY } from '../../core/calendar/units';
import { dailySessions, type SessionsIn, within } from './tick-hours';
import type { TickRows } from './tick-page';
import { looksAt } from './look-times';
import type { TickProfile } from './tick-profile';

/** The first page of a span. */
interface FirstPage extends Pick<TickRows, 'times'> {
  /** Whether it is all of the span. */
  readonly isAll: boolean;
  /** The number of ticks in the whole span, if the service tells it. */
  readonly total: number | undefined;
}

/** Longer than a weekend with holidays: the index had no ticks then. */
const SILENCE_MS = 5 * MS_PER_DAY;
/** Holidays may leave a window without sessions; those before it show when there are some. */
const WEEK_MS = 7 * MS_PER_DAY;
/** A page within one burst does not show the rest of it. Measured on bursty ticks. */
const REST_OF_BURST = 2;
/** A page is within a burst if what came before it is this many times as long. */
const LONG_WAIT = 2;

/**
 * Looks at pages spread over a window, and assumes that other hours of trading are similar: a price that is about
 * right, and costs next to nothing.
 */
export async function probe(
  window: Span,
  sessionsIn: SessionsIn | undefined,
  first: (span: Span) => Promise<FirstPage>,
  pageCount: number,
  profile: TickProfile,
): Promise<void> {
  const known = (await sessionsIn?.({ fromMs: window.fromMs - WEEK_MS, toMs: window.toMs }).catch(() => [])) ?? [];
  const lookAt = async (fromMs: number): Promise<Look> =>
    lookFrom(fromMs, window.toMs, await first({ fromMs, toMs: window.toMs }));
  const [firstMs, ...others] = looksAt(window, known, pageCount);
  // The first page shows how large the others may be.
  const one = await lookAt(firstMs!);
  const looks = [one, ...(await Promise.all(others.map(lookAt)))];
  for (const { fromMs, firstMs } of looks)
    if (firstMs - fromMs > SILENCE_MS) profile.noteSilence({ fromMs, toMs: firstMs });
  const sessions = known.length > 0 ? known : dailySessions(window, looks);
  profile.assume(densityOf(looks, sessions), sessions, sessions[0] !== window);
}

/** What a page shows of a window from a moment on. */
interface Look {
  readonly fromMs: number;
  /** The time of the first tick; the end of the window if there is none. */
  readonly firstMs: number;
  /** Until when all ticks are known. */
  readonly toMs: number;
  readonly count: number;
  readonly isAll: boolean;
}

function lookFrom(fromMs: number, endMs: number, { times, isAll, total }: FirstPage): Look {
  const firstMs = times[0] ?? endMs;
  if (total !== undefined) return { fromMs, firstMs, toMs: endMs, count: total, isAll: true };
  return { fromMs, firstMs, toMs: isAll ? endMs : times.at(-1)!, count: times.length, isAll };
}

/** Ticks per millisecond of trading. */
function densityOf(looks: readonly Look[], sessions: readonly Span[]): number {
  let [count, lengthMs] = [0, 0];
  for (const look of looks) {
    const waitMs = look.firstMs - look.fromMs;
    const fromMs = waitMs > SILENCE_MS ? look.firstMs : look.fromMs;
    const openMs = within(sessions, { fromMs, toMs: look.toMs });
    const innerMs = look.toMs - look.firstMs;
    const openWaitMs = openMs - within(sessions, { fromMs: look.firstMs, toMs: look.toMs });
    const isInBurst = !look.isAll && openWaitMs > LONG_WAIT * innerMs;
    count += look.count * (isInBurst ? REST_OF_BURST : 1);
    // A look at closed hours without ticks says nothing of the open ones.
    if (look.count > 0 || openMs > 0) lengthMs += openMs || look.toMs - fromMs;
  }
  return count / Math.max(lengthMs, 1000);
}
