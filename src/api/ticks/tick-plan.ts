import type { Row } from '../../core/columns';
import type { Span } from '../../core/calendar/bar-rules';
import type { TickRows } from './tick-page';
import { TickSegment } from './tick-segment';

export interface TickDemand {
  readonly startMs: number;
  readonly endMs: number;
  /** The number of requested rows. */
  readonly rowLimit: number;
  /** Whether they are the last rows of the window instead of the first. */
  readonly isNewest: boolean;
  /** The minimum number of rows that the caller expects. @default `wanted` */
  readonly expected?: number;
}

/** All ticks of a span, and perhaps some after it. */
export interface TickPart extends TickRows, Span {}

/** Only a segment that holds more than this many pages beyond the pending one is divided to be read faster. */
export const MIN_PAGES_TO_CUT = 0.5;
/**
 * Segments end in partly filled pages. If that wastes more pages than this, ticks are clustered, and a single chain is
 * no worse.
 */
const PAGES_TO_WASTE = { atFirst: 4, ofEach: 0.5 };

/**
 * Decides which pages of ticks to request in parallel so that together they equal the rows of a single chain of
 * cursors.
 *
 * Segments divide the window without gap or overlap; each is its own chain. Segments end at whole seconds, the
 * service's finest unit, so the ticks of one second are always read by one chain.
 */
export abstract class TickPlan {
  protected readonly segments: TickSegment[];
  #requestCount = 0;

  constructor(protected readonly demand: TickDemand) {
    this.segments = [new TickSegment(demand.startMs, demand.endMs)];
  }

  /**
   * The segment whose next page should be requested now; undefined if no further request would help before the next
   * answer.
   *
   * @param pageSize rows per page
   * @param idle requests that could leave now
   */
  next(pageSize: number, idle: number): TickSegment | undefined {
    const segment = this.choose(pageSize, idle);
    if (!segment) return undefined;
    segment.isOut = true;
    this.#requestCount++;
    return segment;
  }

  protected abstract choose(pageSize: number, idle: number): TickSegment | undefined;

  /** Whether all requested rows are there. */
  abstract get isComplete(): boolean;

  /** The requested ones of all rows. */
  protected abstract wantedOf<T>(all: readonly T[]): readonly T[];

  /** The requested rows, oldest first. */
  get rows(): readonly Row[] {
    return this.wantedOf(concatenate(this.#pages.map(({ rows }) => rows)));
  }

  /** The time of each requested row. */
  get times(): readonly number[] {
    return this.wantedOf(concatenate(this.#pages.map(({ times }) => times)));
  }

  /** Whether the window has, or may have, more rows than requested: not everything beyond them has been read. */
  get hasMore(): boolean {
    return this.segments.some(({ isDone }) => !isDone) || this.#rowCount > this.demand.rowLimit;
  }

  /** The spans that have been read without a gap, with all their ticks. */
  get parts(): readonly TickPart[] {
    const parts: TickPart[] = [];
    for (const { fromMs, toMs, readMs, isDone, pages } of this.segments) {
      const last = parts.at(-1);
      const own = {
        fromMs,
        toMs: isDone ? toMs : readMs,
        rows: concatenate(pages.map(({ rows }) => rows)),
        times: concatenate(pages.map(({ times }) => times)),
      };
      if (last?.toMs !== fromMs) parts.push(own);
      else
        parts[parts.length - 1] = {
          fromMs: last.fromMs,
          toMs: own.toMs,
          rows: last.rows.concat(own.rows),
          times: last.times.concat(own.times),
        };
    }
    return parts;
  }

  /** About how much of the reading is done, up to 1. */
  get share(): number {
    const { startMs, endMs, rowLimit } = this.demand;
    const readMs = endMs - startMs - this.segments.reduce((sum, { unreadMs }) => sum + unreadMs, 0);
    return Math.min(1, Math.max(readMs / (endMs - startMs), this.#rowCount / rowLimit));
  }

  get isValid(): boolean {
    return this.segments.every(({ isValid }) => isValid);
  }

  /** Hands what comes from `timeMs` on in a segment to a new one. */
  protected cut(segment: TickSegment, timeMs: number): TickSegment {
    const rest = segment.cutAt(timeMs);
    this.segments.splice(this.segments.indexOf(segment) + 1, 0, rest);
    return rest;
  }

  protected mayWaste(pageSize: number): boolean {
    const wasted = this.#requestCount - this.#rowCount / pageSize;
    return wasted < PAGES_TO_WASTE.atFirst + PAGES_TO_WASTE.ofEach * this.#requestCount;
  }

  get #pages(): readonly TickRows[] {
    return this.segments.flatMap(({ pages }) => pages);
  }

  get #rowCount(): number {
    return this.segments.reduce((sum, { rowCount }) => sum + rowCount, 0);
  }
}

/** Copies a long list only if there are several. */
export function concatenate<T>([first = [], ...others]: readonly (readonly T[])[]): readonly T[] {
  return others.length === 0 ? first : first.concat(...others);
}
