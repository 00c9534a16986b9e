import type { Span } from '../../core/calendar/bar-rules';
import { MS_PER_DAY, MS_PER_HOUR } from '../../core/calendar/units';
import { isWeekday } from './tick-profile';

/** The trading sessions of an index's exchange in a span, in order. */
export type SessionsIn = (span: Span) => Promise<readonly Span[]>;

/** A session that is seen only in part is taken to be this long. */
const USUAL_LENGTH_MS = 7.5 * MS_PER_HOUR;
/** Without ticks for so long, trading is not open. */
const CLOSED_MS = 2 * MS_PER_HOUR;

/** How much of a span lies in sessions. */
export const within = (sessions: readonly Span[], { fromMs, toMs }: Span): number =>
  sessions.reduce((sum, one) => sum + Math.max(0, Math.min(one.toMs, toMs) - Math.max(one.fromMs, fromMs)), 0);

interface Seen extends Span {
  /** The time of the first tick. */
  readonly firstMs: number;
}

/**
 * The sessions of an index of which nothing is known but what was seen from some moments on: where nothing came for
 * hours, the first tick shows when trading opens. The window itself if it is shorter than a day.
 */
export function dailySessions(window: Span, looks: readonly Seen[]): readonly Span[] {
  if (window.toMs - window.fromMs < MS_PER_DAY) return [window];
  const isClosed = ({ fromMs, firstMs, toMs }: Seen): boolean =>
    firstMs - fromMs > CLOSED_MS && firstMs - fromMs > (toMs - firstMs) / 2;
  const closed = looks.filter(isClosed);
  const open = looks.filter((look) => !isClosed(look));
  const [openMs, lengthMs] = closed.length === 0 ? [0, MS_PER_DAY] : usualSession(window, open, closed);
  const sessions: Span[] = [];
  for (let dayMs = Math.floor(window.fromMs / MS_PER_DAY - 1) * MS_PER_DAY; dayMs < window.toMs; dayMs += MS_PER_DAY)
    if (isWeekday(dayMs + openMs + lengthMs / 2))
      sessions.push({ fromMs: dayMs + openMs, toMs: dayMs + openMs + lengthMs });
  return sessions;
}

/** When a session opens that is open and closed at these moments, and how long it is. */
function usualSession(
  window: Span,
  open: readonly Seen[],
  closed: readonly Seen[],
): [openMs: number, lengthMs: number] {
  const seen = closed.find(({ firstMs }) => firstMs < window.toMs)?.firstMs;
  const openMs = seen ?? (open[0]?.fromMs ?? window.fromMs) - USUAL_LENGTH_MS / 2;
  const after = (timeMs: number): number => (((timeMs - openMs) % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY;
  const lengthMs = Math.max(USUAL_LENGTH_MS, ...open.map(({ fromMs }) => after(fromMs) + MS_PER_HOUR));
  return [
    ((openMs % MS_PER_DAY) + MS_PER_DAY) % MS_PER_DAY,
    Math.min(lengthMs, ...closed.map(({ fromMs }) => after(fromMs) || MS_PER_DAY)),
  ];
}
