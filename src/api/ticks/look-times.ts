import type { Span } from '../../core/calendar/bar-rules';
import { MS_PER_DAY, MS_PER_HOUR } from '../../core/calendar/units';
import { isWeekday } from './tick-profile';

/** Which shares of a window lie before the pages that are looked at. */
const SHARES: Readonly<Record<number, readonly number[]>> = { 2: [0.3, 0.75], 3: [0.5, 0.17, 0.83] };
/** Which part of its session lies before each page, if there are many sessions. */
const [MIN_SESSIONS, PARTS] = [3, [0.3, 0.7, 0.5]];
/** If hours of trading are not known: America and Europe, Asia, and Europe alone. */
const HOURS = [15, 3, 9];

/** The moments of a window from which a page is looked at: spread over its sessions, if they are known. */
export function looksAt(window: Span, sessions: readonly Span[], count: number): readonly number[] {
  const shares = SHARES[count]!;
  const { fromMs, toMs } = window;
  const inside = sessions
    .map((session) => ({ fromMs: Math.max(session.fromMs, fromMs), toMs: Math.min(session.toMs, toMs) }))
    .filter((session) => session.fromMs < session.toMs);
  if (inside.length > 0) return shares.map((share, index) => momentIn(inside, share, PARTS[index]!));
  if (sessions.length > 0) return [fromMs];
  if (toMs - fromMs < MS_PER_DAY) return shares.map((share) => Math.floor(fromMs + (toMs - fromMs) * share));
  return shares.map((share, index) => nearHour(fromMs + (toMs - fromMs) * share, HOURS[index]!, window));
}

/** A moment in one of the sessions; each look is at another part of its session, because the ends are often busier. */
function momentIn(sessions: readonly Span[], share: number, part: number): number {
  const at = share * sessions.length;
  const { fromMs, toMs } = sessions[Math.floor(at)]!;
  return Math.floor(fromMs + (toMs - fromMs) * (sessions.length < MIN_SESSIONS ? at % 1 : part));
}

/** The moment at that hour (UTC) of a weekday that is nearest to another one, within the window. */
function nearHour(timeMs: number, hour: number, { fromMs, toMs }: Span): number {
  const midnight = Math.round((timeMs - hour * MS_PER_HOUR) / MS_PER_DAY) * MS_PER_DAY;
  const candidates = [0, 1, -1, 2, -2, 3, -3].map((days) => midnight + days * MS_PER_DAY + hour * MS_PER_HOUR);
  const inside = candidates.filter((candidate) => candidate >= fromMs && candidate < toMs);
  return inside.find(isWeekday) ?? inside[0] ?? Math.floor(timeMs);
}
