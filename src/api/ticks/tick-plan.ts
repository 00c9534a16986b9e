import type { Row } from '../../core/columns';
import type { TickRows } from './tick-page';
import { TickSegment } from './tick-segment';

export interface TickDemand {
  readonly startMs: number;
  readonly endMs: number;
  /** How many rows are wanted. */
  readonly wanted: number;
  /** Whether they are the last of the window instead of the first. */
  readonly isNewest: boolean;
  /** At least how many rows the one who asks thinks that there are; as many as are wanted when left out. */
  readonly expected?: number;
}

/** A segment is cut in two when it holds more than this beyond the page on its way. */
const LEAST_PAGES_TO_CUT = 0.5;
/** Segments end in pages that are not full. Where that costs more than this, ticks come in clumps, and chains do no worse. */
const PAGES_TO_WASTE = { atFirst: 4, ofEach: 0.5 };
/** What is expected before a segment counts half as much again until nothing is left to do under that caution. */
const CAUTION = 1.5;
/** So many pages make it likely that every window has some. */
const PAGES_EXPECTED = 40;
/** Fewer are read from the beginning on, rather than searched for their end. */
const LEAST_PAGES_TO_SEARCH = 3;
/** Where the newest are wanted, the first look is at this part of the window. */
const LAST_PART = 16;

/**
 * Decides which pages of ticks to ask for side by side, so that together they are the rows of the one chain of cursors.
 *
 * Segments tile the window without gap or overlap; each is a chain of its own. How dense the ticks are is not known before they
 * are there, so the first page is asked for alone. Later, whenever a request could leave and no chain waits for one, the
 * segment with most left is cut in two by what has been learned so far. Cuts are at whole seconds, the finest that the service
 * takes: the ticks of one second are always read by one chain.
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
   * The segment whose next page should be asked for now; undefined when nothing more would help before an answer comes.
   *
   * @param pageSize rows that a page can hold
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

  /** Whether the rows wanted are all there. */
  get isComplete(): boolean {
    let count = 0;
    for (const { isDone, rowCount } of this.#byUrgency) {
      if (isDone || !this.demand.isNewest) count += rowCount;
      if (count >= this.demand.wanted) return true;
      if (!isDone) return false;
    }
    return true;
  }

  /** The rows wanted, oldest first. */
  get rows(): readonly Row[] {
    return this.#wantedOf(this.#pages.map(({ rows }) => rows));
  }

  /** Of each row. */
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

  /** Whether the window holds more rows than were wanted, or may: what lies beyond them has not all been read. */
  get hasMore(): boolean {
    return this.#segments.some(({ isDone }) => !isDone) || this.#rowCount > this.demand.wanted;
  }

  get isSound(): boolean {
    return this.#segments.every(({ isSound }) => isSound);
  }

  /** Nothing is known before the first answer; only where very many rows are expected, several windows are tried at once. */
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
    // Where nothing has been found yet, one look at a time.
    if (this.demand.isNewest && density === 0 && this.#segments.some(({ isOut }) => isOut)) return undefined;
    let best: { segment: TickSegment; worth: number; cutMs: number } | undefined;
    let before = 0;
    for (const segment of this.#byUrgency) {
      const missing = this.demand.wanted - before * caution;
      if (missing <= 0) break;
      const unread = this.#expectUnread(segment, density, pageSize);
      const needed = Math.min(unread, missing);
      // A segment whose beginning is not wanted is not worth reading from its beginning.
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
   * How much of the end of a segment holds what is missing, with something to spare; all of it where that is not known. Where the end was
   * silent it is half of what is left, so that a silence of months costs a few steps.
   */
  #endWanted(segment: TickSegment, share: number, pageSize: number): number {
    const { unreadMs, recentDensity, hasAnswer } = segment;
    if (hasAnswer && unreadMs * recentDensity < LEAST_PAGES_TO_SEARCH * pageSize) return Infinity;
    const after = this.#segments[this.#segments.indexOf(segment) + 1];
    if (after?.isDone === true && after.rowCount === 0) return unreadMs / 2;
    // Each end is twice as long as the one after it, so that a wrong idea of the density costs few steps.
    const leastMs = after && !hasAnswer ? 2 * (after.toMs - after.fromMs) : 0;
    return Math.max(1.2 * share * unreadMs, leastMs);
  }

  /** An end that was cut off to be looked at first is taken for as dense as what it was cut from. */
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

  /** Ticks in a millisecond: the mean of the segments, each weighing as much as it is long, not as much of it as was read. */
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
