import { MIN_PAGES_TO_CUT, TickPlan } from './tick-plan';
import type { TickSegment } from './tick-segment';

/** The first look is at this fraction of the window. */
const LAST_PART = 16;
/** An end is taken so long that it has half as many rows again as are missing, if its segment is even. */
const RESERVE = 1.5;
/** A segment that has fewer rows than this many times the missing ones is read to its end. */
const MAX_READ_ON_RATIO = 1.2;

/** About how many looks find where the newest ticks of a window begin: its halvings down to a second. */
export const looksIn = (lengthMs: number): number => Math.ceil(Math.log2(Math.max(2, lengthMs / 1000)));

/**
 * The newest ticks of a window. The service pages forwards only, so what is read must begin not far before them: ends
 * are cut off and looked at until one has enough.
 *
 * A page shows how dense its segment is, and thus how long an end to take. Where bursts and lulls deceive, that end has
 * too few rows; the rest is then cut in half, as in a binary search. So, whatever the distribution, there are about as
 * many looks as halvings from the window to a second, and everything else are pages that are needed.
 */
export class NewestTicksPlan extends TickPlan {
  get isComplete(): boolean {
    let count = 0;
    for (const { isDone, rowCount } of this.segments.toReversed()) {
      if (!isDone) return false;
      count += rowCount;
      if (count >= this.demand.rowLimit) return true;
    }
    return true;
  }

  protected wantedOf<T>(all: readonly T[]): readonly T[] {
    return all.length <= this.demand.rowLimit ? all : all.slice(-this.demand.rowLimit);
  }

  protected choose(pageSize: number, idle: number): TickSegment | undefined {
    let missing = this.demand.rowLimit;
    let faster: (() => TickSegment) | undefined;
    for (const segment of this.segments.toReversed()) {
      if (missing <= 0) break;
      if (segment.isDone) {
        missing -= segment.rowCount;
        continue;
      }
      // What it holds decides what is needed before it.
      if (segment.isOut && !segment.hasAnswer) break;
      const unread = segment.unreadMs * segment.recentDensity;
      const isReadOn = segment.hasAnswer && unread <= Math.max(pageSize, MAX_READ_ON_RATIO * missing);
      const endMs = isReadOn ? undefined : this.#endOf(segment, missing);
      if (endMs !== undefined) return this.cut(segment, endMs);
      if (!segment.isOut) return segment;
      faster ??= this.#cutForSpeed(segment, unread, Math.min(unread, missing), pageSize, idle);
      missing -= segment.rowCount + unread;
    }
    return faster?.();
  }

  /** Where to cut off an end to look at; undefined if the whole segment is to be looked at. */
  #endOf(segment: TickSegment, missing: number): number | undefined {
    const { unreadMs, toMs, hasAnswer, recentDensity } = segment;
    const after = this.segments[this.segments.indexOf(segment) + 1];
    const isDeceived = after?.isDone === true && after.rowCount < missing;
    const density = recentDensity || this.#densityFrom(toMs);
    let lengthMs = isDeceived || density === 0 ? Infinity : (RESERVE * missing) / density;
    if (!hasAnswer && !after) lengthMs = unreadMs / LAST_PART;
    // More rows than are needed follow, so its beginning is not needed.
    if (hasAnswer) lengthMs = Math.min(lengthMs, unreadMs / 2);
    return lengthMs > unreadMs / 2 ? undefined : segment.cutBefore(toMs - lengthMs);
  }

  /** Ticks per millisecond from a time on, which have all been read. */
  #densityFrom(timeMs: number): number {
    const later = this.segments.filter(({ fromMs }) => fromMs >= timeMs);
    return later.reduce((sum, { rowCount }) => sum + rowCount, 0) / Math.max(this.demand.endMs - timeMs, 1);
  }

  #cutForSpeed(
    segment: TickSegment,
    unread: number,
    needed: number,
    pageSize: number,
    idle: number,
  ): (() => TickSegment) | undefined {
    if (!this.mayWaste(pageSize) || needed - pageSize <= MIN_PAGES_TO_CUT * pageSize) return undefined;
    const cutMs = segment.cutFor(unread, Math.max(pageSize, needed / (idle + 1)));
    return cutMs === undefined ? undefined : () => this.cut(segment, cutMs);
  }
}
