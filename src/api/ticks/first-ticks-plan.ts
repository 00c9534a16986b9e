import { MIN_PAGES_TO_CUT, TickPlan } from './tick-plan';
import type { TickSegment } from './tick-segment';

/** Expected rows before a segment are overestimated by half, until that leaves nothing to do. */
const CAUTION = 1.5;
/** With this many pages, probably every window has some. */
export const PAGES_EXPECTED = 40;

/**
 * The first ticks of a window. The density of ticks is not known in advance, so the first page is requested alone.
 * Later, whenever a request could leave and no chain waits for one, the segment with most unread rows is divided
 * according to what has been learned.
 */
export class FirstTicksPlan extends TickPlan {
  get isComplete(): boolean {
    let count = 0;
    for (const { isDone, rowCount } of this.segments) {
      count += rowCount;
      if (count >= this.demand.rowLimit) return true;
      if (!isDone) return false;
    }
    return true;
  }

  protected wantedOf<T>(all: readonly T[]): readonly T[] {
    return all.length <= this.demand.rowLimit ? all : all.slice(0, this.demand.rowLimit);
  }

  protected choose(pageSize: number, idle: number): TickSegment | undefined {
    if (!this.#mayGoOn(pageSize, idle)) return undefined;
    return this.#chooseWith(CAUTION, pageSize, idle) ?? this.#chooseWith(1, pageSize, idle);
  }

  /**
   * Nothing is known before the first answer. Several windows are tried at once only if very many rows are expected.
   */
  #mayGoOn(pageSize: number, idle: number): boolean {
    const { rowLimit, expected = rowLimit } = this.demand;
    return (
      this.segments.some(({ hasAnswer }) => hasAnswer) ||
      this.segments.every(({ isOut }) => !isOut) ||
      (Math.min(expected, rowLimit) > PAGES_EXPECTED * pageSize && idle > 0)
    );
  }

  #chooseWith(caution: number, pageSize: number, idle: number): TickSegment | undefined {
    const density = this.#density || this.#assumedDensity;
    let best: { segment: TickSegment; worth: number; cutMs: number } | undefined;
    let before = 0;
    for (const segment of this.segments) {
      const missing = this.demand.rowLimit - before * caution;
      if (missing <= 0) break;
      if (!segment.isDone && !segment.isOut) return segment;
      const unread = segment.expectUnread(density, pageSize);
      const needed = Math.min(unread, missing);
      const pending = segment.isOut ? pageSize : 0;
      const cutMs = segment.cutFor(unread, Math.max(pending, needed / (idle + 1)));
      before += segment.rowCount + unread;
      const worth = needed - pending;
      const isWorthIt = this.mayWaste(pageSize) && worth > MIN_PAGES_TO_CUT * pageSize;
      if (cutMs !== undefined && isWorthIt && worth > (best?.worth ?? 0)) best = { segment, worth, cutMs };
    }
    return best && this.cut(best.segment, best.cutMs);
  }

  get #assumedDensity(): number {
    const { rowLimit, startMs, endMs, expected = rowLimit } = this.demand;
    return this.segments.some(({ hasAnswer }) => hasAnswer) ? 0 : Math.min(expected, rowLimit) / (endMs - startMs);
  }

  /**
   * Ticks per millisecond: the mean over the segments, weighted by their whole length, not by how much of it was read.
   */
  get #density(): number {
    let [sum, lengthMs] = [0, 0];
    for (const segment of this.segments) {
      if (!segment.hasAnswer) continue;
      const ownMs = segment.toMs - segment.fromMs;
      sum += (ownMs * segment.rowCount) / Math.max(segment.isDone ? ownMs : segment.readMs - segment.fromMs, 1000);
      lengthMs += ownMs;
    }
    return sum / Math.max(lengthMs, 1);
  }
}
