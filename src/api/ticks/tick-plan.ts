import type { Row } from '../../core/columns';
import type { TickRows } from './tick-page';
import { TickSegment } from './tick-segment';

export interface TickDemand {
  readonly startMs: number;
  readonly endMs: number;
  /** The number of requested rows. */
  readonly wanted: number;
  /** Whether they are the last rows of the window instead of the first. */
  readonly isNewest: boolean;
  /** The minimum number of rows that the caller expects. @default `wanted` */
  readonly expected?: number;
}

/** A segment is divided if it holds more than this many pages beyond the pending one. */
const LEAST_PAGES_TO_CUT = 0.5;
/**
 * Segments end in partly filled pages. If that wastes more pages than this, ticks are clustered, and a single chain is
 * no worse.
 */
const PAGES_TO_WASTE = { atFirst: 4, ofEach: 0.5 };
/** Expected rows before a segment are overestimated by half, until that leaves nothing to do. */
const CAUTION = 1.5;
/** With this many pages, probably every window has some. */
const PAGES_EXPECTED = 40;
/** With fewer pages, a segment is read from its beginning instead of searching for its end. */
const LEAST_PAGES_TO_SEARCH = 3;
/** To find the newest rows, the first look is at this fraction of the window. */
const LAST_PART = 16;

/**
 * Decides which pages of ticks to request in parallel so that together they equal the rows of a single chain of
 * cursors.
 *
 * Segments divide the window without gap or overlap; each is its own chain. The density of ticks is not known in
 * advance, so the first page is requested alone. Later, whenever a request could leave and no chain waits for one, the
 * segment with most unread rows is divided according to what has been learned. Segments end at whole seconds, the
 * service's finest unit, so the ticks of one second are always read by one chain.
 */
export class TickPlan {
  readonly #segments: TickSegment[];
  #requestCount = 0;

  constructor(private readonly demand: TickDemand) {
    const { startMs, endMs, isNewest } = demand;
    const whole = new TickSegment(startMs, endMs);
    const lastPartMs = wholeSecond(endMs - (endMs - startMs) / LAST_PART);
    this.#segments = isNewest && lastPartMs > startMs ? [whole, whole.cutAt(lastPartMs)] : [whole];
  }

  /**
   * The segment whose next page should be requested now; undefined if no further request would help before the next
   * answer.
   *
   * @param pageSize rows per page
   * @param idle requests that could leave now
   */
  next(pageSize: number, idle: number): TickSegment | undefined {
    if (this.#requestCount > 0 && !this.#mayGoOn(pageSize, idle)) return undefined;
    const segment = this.#choose(pageSize, idle, CAUTION) ?? this.#choose(pageSize, idle, 1);
    if (!segment) return undefined;
    segment.isOut = true;
    this.#requestCount++;
    return segment;
  }

  /** Whether all requested rows are there. */
  get isComplete(): boolean {
    let count = 0;
    for (const { isDone, rowCount } of this.#byUrgency) {
      if (isDone || !this.demand.isNewest) count += rowCount;
      if (count >= this.demand.wanted) return true;
      if (!isDone) return false;
    }
    return true;
  }

  /** The requested rows, oldest first. */
  get rows(): readonly Row[] {
    return this.#wantedOf(this.#pages.map(({ rows }) => rows));
  }

  /** The time of each requested row. */
  get times(): readonly number[] {
    return this.#wantedOf(this.#pages.map(({ times }) => times));
  }

  get #pages(): readonly TickRows[] {
    return this.#segments.flatMap(({ pages }) => pages);
  }

  #wantedOf<T>([first = [], ...others]: readonly (readonly T[])[]): readonly T[] {
    const { wanted, isNewest } = this.demand;
    const all = others.length === 0 ? first : first.concat(...others);
    if (all.length <= wanted) return all;
    return isNewest ? all.slice(-wanted) : all.slice(0, wanted);
  }

  /** Whether the window has, or may have, more rows than requested: not everything beyond them has been read. */
  get hasMore(): boolean {
    return this.#segments.some(({ isDone }) => !isDone) || this.#rowCount > this.demand.wanted;
  }

  get isSound(): boolean {
    return this.#segments.every(({ isSound }) => isSound);
  }

  /**
   * Nothing is known before the first answer. Several windows are tried at once only if very many rows are expected.
   */
  #mayGoOn(pageSize: number, idle: number): boolean {
    const { wanted, isNewest, expected = wanted } = this.demand;
    return (
      this.#segments.some(({ hasAnswer }) => hasAnswer) ||
      (!isNewest && Math.min(expected, wanted) > PAGES_EXPECTED * pageSize && idle > 0)
    );
  }

  #choose(pageSize: number, idle: number, caution: number): TickSegment | undefined {
    const density = this.#density || this.#assumedDensity;
    const wasted = this.#requestCount - this.#rowCount / pageSize;
    const mayWaste = wasted < PAGES_TO_WASTE.atFirst + PAGES_TO_WASTE.ofEach * this.#requestCount;
    // Until something has been found, one look at a time.
    if (this.demand.isNewest && density === 0 && this.#segments.some(({ isOut }) => isOut)) return undefined;
    let best: { segment: TickSegment; worth: number; cutMs: number } | undefined;
    let before = 0;
    for (const segment of this.#byUrgency) {
      const missing = this.demand.wanted - before * caution;
      if (missing <= 0) break;
      const unread = this.#expectUnread(segment, density, pageSize);
      const needed = Math.min(unread, missing);
      // If a segment's beginning is not needed, it should not be read from its beginning.
      const endMs = this.demand.isNewest ? this.#endWanted(segment, needed / unread, pageSize) : Infinity;
      const isOnlyEnd = endMs <= segment.unreadMs / 2;
      const cutMs = isOnlyEnd
        ? segment.cutBefore(segment.toMs - endMs)
        : segment.cutFor(unread, Math.max(segment.isOut ? pageSize : 0, needed / (idle + 1)));
      if (!segment.isDone && !segment.isOut && (!isOnlyEnd || cutMs === undefined)) return segment;
      before += segment.rowCount + unread;
      const worth = needed - (segment.isOut ? pageSize : 0);
      const isWorthIt = isOnlyEnd || (mayWaste && worth > LEAST_PAGES_TO_CUT * pageSize);
      if (cutMs !== undefined && isWorthIt && worth > (best?.worth ?? 0)) best = { segment, worth, cutMs };
    }
    if (!best) return undefined;
    const rest = best.segment.cutAt(best.cutMs);
    this.#segments.splice(this.#segments.indexOf(best.segment) + 1, 0, rest);
    return rest;
  }

  /**
   * How much of a segment's end contains the missing rows, with a reserve; all of it if not known. If the end had no
   * ticks, half of the rest, so that a silence of months needs only a few steps.
   */
  #endWanted(segment: TickSegment, share: number, pageSize: number): number {
    const { unreadMs, recentDensity, hasAnswer } = segment;
    if (hasAnswer && unreadMs * recentDensity < LEAST_PAGES_TO_SEARCH * pageSize) return Infinity;
    const after = this.#segments[this.#segments.indexOf(segment) + 1];
    if (after?.isDone === true && after.rowCount === 0) return unreadMs / 2;
    // Each end is twice as long as the one after it, so that a wrong density costs only a few steps.
    const leastMs = after && !hasAnswer ? 2 * (after.toMs - after.fromMs) : 0;
    return Math.max(1.2 * share * unreadMs, leastMs);
  }

  /** An end that was split off to be looked at first is assumed to be as dense as the rest of its segment. */
  #expectUnread(segment: TickSegment, density: number, pageSize: number): number {
    const expected = segment.expectUnread(density, pageSize);
    return this.demand.isNewest && !segment.hasAnswer
      ? Math.max(expected, segment.unreadMs * segment.densityBefore)
      : expected;
  }

  get #byUrgency(): readonly TickSegment[] {
    return this.demand.isNewest ? this.#segments.toReversed() : this.#segments;
  }

  get #rowCount(): number {
    return this.#segments.reduce((sum, { rowCount }) => sum + rowCount, 0);
  }

  get #assumedDensity(): number {
    const { wanted, startMs, endMs, expected = wanted } = this.demand;
    return this.#segments.some(({ hasAnswer }) => hasAnswer) ? 0 : Math.min(expected, wanted) / (endMs - startMs);
  }

  /**
   * Ticks per millisecond: the mean over the segments, weighted by their whole length, not by how much of it was read.
   */
  get #density(): number {
    let [sum, lengthMs] = [0, 0];
    for (const segment of this.#segments) {
      if (!segment.hasAnswer) continue;
      const ownMs = segment.toMs - segment.fromMs;
      sum += (ownMs * segment.rowCount) / Math.max(segment.isDone ? ownMs : segment.readMs - segment.fromMs, 1000);
      lengthMs += ownMs;
    }
    return sum / Math.max(lengthMs, 1);
  }
}

const wholeSecond = (timeMs: number): number => Math.floor(timeMs / 1000) * 1000;
