import type { Bar } from '../../core/calendar/bars';
import type { Span } from '../../core/calendar/bar-rules';
import { MS_PER_DAY } from '../../core/calendar/units';

/** A span within a day whose minute bars are in memory. */
export interface KeptMinutes extends Span {
  readonly bars: readonly Bar[];
}

/** A part of a window: one kept day, minutes in memory, or what is between them and not kept. */
export interface WindowPiece extends Span {
  readonly keptDayMs?: number;
  readonly bars?: readonly Bar[];
}

/**
 * Divides a window into pieces, in order of time.
 *
 * @param days the kept days, each by its first millisecond
 * @param minutes kept spans of other days, within the window and in order of time
 * @param pageSize rows per page
 */
export function piecesOf(
  window: Span,
  days: ReadonlySet<number>,
  minutes: readonly KeptMinutes[] = [],
  pageSize = 1,
): readonly WindowPiece[] {
  const kept: WindowPiece[] = [...minutes];
  for (const dayMs of days) {
    const [fromMs, toMs] = [Math.max(window.fromMs, dayMs), Math.min(window.toMs, dayMs + MS_PER_DAY)];
    if (fromMs < toMs) kept.push({ fromMs, toMs, keptDayMs: dayMs });
  }
  kept.sort((one, other) => one.fromMs - other.fromMs);
  return withGaps(
    window,
    kept.filter((piece, index) => {
      const beforeMs = kept[index - 1]?.toMs ?? window.fromMs;
      const afterMs = kept[index + 1]?.fromMs ?? window.toMs;
      const isBetweenGaps = beforeMs < piece.fromMs && piece.toMs < afterMs;
      // Two readings around it would take more requests than one across it.
      return !isBetweenGaps || piece.bars === undefined || tickCountOf(piece.bars) >= pageSize;
    }),
  );
}

function withGaps(window: Span, kept: readonly WindowPiece[]): WindowPiece[] {
  const pieces: WindowPiece[] = [];
  let { fromMs } = window;
  for (const piece of kept) {
    if (piece.fromMs > fromMs) pieces.push({ fromMs, toMs: piece.fromMs });
    pieces.push(piece);
    fromMs = piece.toMs;
  }
  if (fromMs < window.toMs) pieces.push({ fromMs, toMs: window.toMs });
  return pieces;
}

const tickCountOf = (bars: readonly Bar[]): number => bars.reduce((sum, { count }) => sum + count, 0);
