import { MAX_EMPTY_PAGES } from '../lookup/pages';
import { countBefore } from '../../core/basics';
import type { Row } from '../../core/columns';
import { MS_PER_DAY, MS_PER_HOUR } from '../../core/calendar/dates';
import { isWeekend } from '../../core/calendar/iso-dates';
import type { Span } from '../../core/calendar/bars';

export interface TickRows {
  readonly rows: readonly Row[];
  /** The time of each row, in milliseconds since 1970; NaN for a row without one. */
  readonly times: readonly number[];
}

export interface TickPage extends TickRows {
  /** The next page's cursor; null at the end of the window. */
  readonly next: string | null;
  /** Whether every tick has all fields. */
  readonly isValid: boolean;
}

export interface TickDemand {
  readonly startMs: number;
  readonly endMs: number;
  /** The number of requested rows. */
  readonly rowLimit: number;
  /** Whether they are the last rows of the window instead of the first. */
  readonly isNewest: boolean;
  /** The only parts to read, in order of time. @default the whole window */
  readonly gaps?: readonly Span[];
  /** The minimum number of rows that the caller expects. @default `rowLimit` */
  readonly expected?: number;
}

/** All ticks of a span, and perhaps some after it. */
export interface TickPart extends TickRows, Span {}

/** A segment is divided only if it holds more than this many pages beyond the pending one. */
const MIN_PAGES_TO_CUT = 0.5;
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
    const { startMs, endMs, gaps = [{ fromMs: startMs, toMs: endMs }] } = demand;
    this.segments = gaps.map(({ fromMs, toMs }) => new TickSegment(fromMs, toMs));
  }

  /**
   * The segment whose next page should be requested now; undefined if no further request would help before the next
   * answer.
   *
   * @param pageSize rows per page
   * @param idle requests that could leave now
   * @param left requests that may be sent at all
   */
  next(pageSize: number, idle: number, left = Infinity): TickSegment | undefined {
    const segment = this.choose(pageSize, idle, left);
    if (!segment) return undefined;
    segment.isOut = true;
    this.#requestCount++;
    return segment;
  }

  protected abstract choose(pageSize: number, idle: number, left: number): TickSegment | undefined;

  /** How many rows have been read from the side of the window that is asked for, without a gap. */
  protected abstract get sureCount(): number;

  /** Whether all requested rows are there. */
  get isComplete(): boolean {
    return this.missingRows === 0 || this.segments.every(({ isDone }) => isDone);
  }

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

  /** Whether the window has, or may have, more rows than requested, because the rest was not read completely. */
  get hasMore(): boolean {
    return this.segments.some(({ isDone }) => !isDone) || this.rowCount > this.demand.rowLimit;
  }

  /** The spans that have been read without a gap, with all their ticks. */
  get parts(): readonly TickPart[] {
    const parts: TickPart[] = [];
    for (const { fromMs, toMs, readMs, isDone, wasCut, pages } of this.segments) {
      const last = parts.at(-1);
      const own = {
        fromMs,
        toMs: isDone && !wasCut ? toMs : readMs,
        rows: concatenate(pages.map(({ rows }) => rows)),
        times: concatenate(pages.map(({ times }) => times)),
      };
      if (last?.toMs !== fromMs) parts.push(own);
      else parts[parts.length - 1] = joined(last, own);
    }
    return parts;
  }

  /** How much of the window has not been read. */
  get unreadMs(): number {
    return this.segments.reduce((sum, { unreadMs }) => sum + unreadMs, 0);
  }

  /** About how many rows have not been read. */
  unreadRows(pageSize: number): number {
    const readMs = this.segments.reduce((sum, { fromMs, toMs }) => sum + toMs - fromMs, -this.unreadMs);
    const density = this.rowCount / Math.max(readMs, 1000);
    return this.segments
      .filter(({ isDone }) => !isDone)
      .reduce((sum, segment) => sum + segment.expectUnread(density, pageSize), 0);
  }

  /** The maximum number of missing rows. */
  get missingRows(): number {
    return Math.max(0, this.demand.rowLimit - this.sureCount);
  }

  /** Whether rows may be missing because pages without a row ended a segment. */
  get wasCut(): boolean {
    return this.missingRows > 0 && this.segments.some(({ wasCut }) => wasCut);
  }

  get isValid(): boolean {
    return this.segments.every(({ isValid }) => isValid);
  }

  /** Moves everything from `timeMs` on from a segment to a new one. */
  protected cut(segment: TickSegment, timeMs: number): TickSegment {
    const rest = segment.cutAt(timeMs);
    this.segments.splice(this.segments.indexOf(segment) + 1, 0, rest);
    return rest;
  }

  protected mayWaste(pageSize: number): boolean {
    const wasted = this.#requestCount - this.rowCount / pageSize;
    return wasted < PAGES_TO_WASTE.atFirst + PAGES_TO_WASTE.ofEach * this.#requestCount;
  }

  get #pages(): readonly TickRows[] {
    return this.segments.flatMap(({ pages }) => pages);
  }

  protected get rowCount(): number {
    return rowCountOf(this.segments);
  }
}

const rowCountOf = (segments: readonly TickSegment[]): number =>
  segments.reduce((sum, { rowCount }) => sum + rowCount, 0);

/** Two parts, of which the second begins where the first ends. */
export const joined = (one: TickPart, next: TickPart): TickPart => ({
  fromMs: one.fromMs,
  toMs: next.toMs,
  rows: one.rows.concat(next.rows),
  times: one.times.concat(next.times),
});

/** The ticks of a span. They are in order of time. Copies no list that lies within it. */
export function within({ fromMs, toMs }: Span, { rows, times }: TickRows): TickRows {
  const [from, to] = [countBefore(times, fromMs), countBefore(times, toMs)];
  if (to - from === times.length) return { rows, times };
  return { rows: rows.slice(from, to), times: times.slice(from, to) };
}

/** Copies a long list only if there are several. */
export function concatenate<T>([first = [], ...others]: readonly (readonly T[])[]): readonly T[] {
  return others.length === 0 ? first : first.concat(...others);
}

/** Rows before a segment are overestimated by half, unless nothing would be left to request. */
const CAUTION = 1.5;
/** With this many pages, probably every window has some. */
const PAGES_EXPECTED = 40;

/**
 * The first ticks of a window. The density of ticks is not known in advance, so the first page is requested alone.
 * Later, whenever a request could leave and no chain waits for one, a segment is divided by what has been learned: the
 * one with most unread rows.
 */
export class FirstTicksPlan extends TickPlan {
  protected get sureCount(): number {
    const end = this.segments.findIndex(({ isDone }) => !isDone);
    return rowCountOf(end < 0 ? this.segments : this.segments.slice(0, end + 1));
  }

  protected wantedOf<T>(all: readonly T[]): readonly T[] {
    return all.length <= this.demand.rowLimit ? all : all.slice(0, this.demand.rowLimit);
  }

  protected choose(pageSize: number, idle: number, left: number): TickSegment | undefined {
    if (!this.#mayGoOn(pageSize, idle, left)) return undefined;
    return this.#chooseWith(CAUTION, pageSize, idle) ?? this.#chooseWith(1, pageSize, idle);
  }

  /**
   * Nothing is known before the first answer. Several windows are tried at once only if very many rows are expected and
   * enough requests are allowed.
   */
  #mayGoOn(pageSize: number, idle: number, left: number): boolean {
    const { rowLimit, expected = rowLimit } = this.demand;
    return (
      this.segments.some(({ hasAnswer, isOut }) => hasAnswer || !isOut) ||
      (Math.min(expected, rowLimit) > PAGES_EXPECTED * pageSize && rowLimit <= left * pageSize && idle > 0)
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
   * NaN before the first answer.
   */
  get #density(): number {
    let [sum, lengthMs] = [0, 0];
    for (const segment of this.segments) {
      if (!segment.hasAnswer) continue;
      const ownMs = segment.toMs - segment.fromMs;
      sum += (ownMs * segment.rowCount) / Math.max(segment.isDone ? ownMs : segment.readMs - segment.fromMs, 1000);
      lengthMs += ownMs;
    }
    return sum / lengthMs;
  }
}

/** The first request begins at this fraction of the window. */
const LAST_PART = 16;
/** The end to read is long enough for 1.5 times the missing rows if the segment is even. */
const RESERVE = 1.5;
/** A segment with fewer rows than this many times the missing ones is read to its end. */
const MAX_READ_ON_RATIO = 1.2;
/** If the first tick comes only after this long, an exchange opened at that time. */
const NIGHT_MS = 2 * MS_PER_HOUR;
/** At this time (UTC) hardly any exchange is open, so a request from there finds an opening. */
const NIGHT_HOUR_MS = 22 * MS_PER_HOUR;
/** Exchanges mostly close this long after they open: in America and Asia, and in Europe. */
const USUAL_SESSIONS_MS = [6.5 * MS_PER_HOUR, 8.5 * MS_PER_HOUR];
/** The number of requests near a closing that may find nothing. */
const MAX_CLOSINGS = 10;

/**
 * The newest ticks of a window. The service pages forwards only, so a reading must begin shortly before them: ends of
 * the window are cut off and read until one has enough ticks.
 *
 * A page shows the density of its segment, and so how long the end must be. If bursts or lulls mislead, that end has
 * too few rows, and the rest is halved, as in a binary search. So for any distribution the number of extra requests is
 * about the number of halvings from the window to a second; all other pages are needed anyway. Far fewer are needed if
 * the index has ticks at the same hours of each day: then the cuts are moved to just before a closing.
 */
export class NewestTicksPlan extends TickPlan {
  #closingCount = 0;

  protected get sureCount(): number {
    return rowCountOf(this.segments.slice(this.segments.findLastIndex(({ isDone }) => !isDone) + 1));
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
      // Its rows decide how many are needed before it.
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

  /** Where to cut off an end to read; undefined to read the whole segment. */
  #endOf(segment: TickSegment, missing: number): number | undefined {
    const { unreadMs, toMs, hasAnswer, recentDensity } = segment;
    const after = this.segments[this.segments.indexOf(segment) + 1];
    if (!hasAnswer && !after) return segment.cutBefore(toMs - unreadMs / LAST_PART);
    const isDeceived = after?.isDone === true && after.rowCount < missing;
    // Without an answer, it is the first segment, and everything known comes after it.
    const density = recentDensity || this.rowCount / (this.demand.endMs - toMs);
    let lengthMs = isDeceived ? Infinity : (RESERVE * missing) / density;
    // More rows than needed follow, so its beginning is not needed. After a pause without ticks it is probably not
    // needed either.
    if (hasAnswer || after?.rowCount === 0) lengthMs = Math.min(lengthMs, unreadMs / 2);
    if (lengthMs > unreadMs / 2) return undefined;
    const cutMs = toMs - lengthMs;
    return segment.cutBefore(
      (lengthMs === unreadMs / 2 ? this.#closingNear(cutMs, segment, missing) : undefined) ?? cutMs,
    );
  }

  /**
   * The moment in a segment from which about the missing rows come until a closing, as near as possible to the given
   * moment; undefined if there is none. While no opening is known, a moment at night.
   */
  #closingNear(timeMs: number, { readMs, toMs }: TickSegment, missing: number): number | undefined {
    const dayMs = Math.floor(timeMs / MS_PER_DAY) * MS_PER_DAY;
    const opening = this.#opening;
    if (opening === undefined) return toMs - readMs > 4 * MS_PER_DAY ? dayMs - MS_PER_DAY + NIGHT_HOUR_MS : undefined;
    if (this.#closingCount >= MAX_CLOSINGS) return undefined;
    const marginMs = Math.min(USUAL_SESSIONS_MS[0]!, (RESERVE * missing) / opening.density);
    for (const sessionMs of USUAL_SESSIONS_MS) {
      const closings = [0, -1, 1, -2, 2, -3, 3]
        .map((days) => dayMs + days * MS_PER_DAY + opening.ofDayMs + sessionMs - marginMs)
        .filter((atMs) => atMs > readMs + 1000 && atMs < toMs - 1000 && !isWeekend(Math.floor(atMs / MS_PER_DAY)))
        .sort((one, other) => Math.abs(one - timeMs) - Math.abs(other - timeMs));
      if (closings.length === 0) continue;
      this.#closingCount++;
      return closings[0];
    }
    return undefined;
  }

  /** The time of day when trading opens, and the ticks per millisecond then; undefined if no request has found it. */
  get #opening(): { readonly ofDayMs: number; readonly density: number } | undefined {
    for (const { fromMs, pages } of this.segments) {
      const times = pages[0]?.times ?? [];
      const [firstMs = fromMs, lastMs = fromMs] = [times[0], times.at(-1)];
      if (firstMs - fromMs > NIGHT_MS && lastMs > firstMs)
        return { ofDayMs: firstMs % MS_PER_DAY, density: times.length / (lastMs - firstMs) };
    }
    return undefined;
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

/** The weight of the previous density once the next page is there. */
const WEIGHT_OF_PREVIOUS = 0.4;

/**
 * A span whose ticks are read page by page from its start. Its end moves earlier when another segment takes over the
 * rest; a page that was requested before may reach past the new end and is then cut.
 */
export class TickSegment {
  /** The pages as they arrived: a page may have a hundred thousand rows, which are copied only if necessary. */
  readonly pages: TickRows[] = [];
  rowCount = 0;
  /** The window of its requests, in whole seconds. It never changes: a cursor is valid only for its own window. */
  readonly window: { readonly start: number; readonly end: number };
  cursor: string | undefined = undefined;
  /** The next page may not have ticks before this. */
  orderedFromMs: number;
  /** A request is pending. */
  isOut = false;
  hasAnswer = false;
  isDone = false;
  /** Whether pages without a row ended it, though more follow. */
  wasCut = false;
  isValid = true;
  /** Everything before this has been read; more ticks may follow at exactly this time. */
  #readMs: number;
  #toMs: number;
  #recentRows = 0;
  #recentMs = 0;
  /** Of the last pages. */
  #emptyCount = 0;
  readonly #followed = new Set<string | null>();

  constructor(
    readonly fromMs: number,
    toMs: number,
  ) {
    this.#readMs = fromMs;
    this.#toMs = toMs;
    this.window = { start: Math.floor(fromMs / 1000), end: Math.ceil(toMs / 1000) };
    this.orderedFromMs = this.window.start * 1000;
  }

  get toMs(): number {
    return this.#toMs;
  }

  get readMs(): number {
    return this.#readMs;
  }

  /** Ticks per millisecond in its latest pages. */
  get recentDensity(): number {
    return this.#recentRows / Math.max(this.#recentMs, 1000);
  }

  get unreadMs(): number {
    return this.isDone ? 0 : this.#toMs - this.#readMs;
  }

  hasFollowed(cursor: string | null): boolean {
    return this.#followed.has(cursor);
  }

  receive({ rows, times, next, isValid }: TickPage): void {
    this.isOut = false;
    this.hasAnswer = true;
    this.orderedFromMs = times.at(-1) ?? this.orderedFromMs;
    this.isValid &&= isValid;
    const past = times.findIndex((time) => time >= this.#toMs);
    const end = past < 0 ? rows.length : past;
    const first = times.findIndex((time) => time >= this.fromMs);
    if (first >= 0 && first < end)
      this.#add(
        first === 0 && past < 0 ? { rows, times } : { rows: rows.slice(first, end), times: times.slice(first, end) },
      );
    const lastMs = Math.max(this.#readMs, times[end - 1] ?? 0);
    this.#recentRows = this.#recentRows * WEIGHT_OF_PREVIOUS + end;
    this.#recentMs = this.#recentMs * WEIGHT_OF_PREVIOUS + lastMs - this.#readMs;
    this.#readMs = lastMs;
    this.cursor = next ?? undefined;
    this.#followed.add(next);
    this.#emptyCount = rows.length === 0 ? this.#emptyCount + 1 : 0;
    this.wasCut = past < 0 && next !== null && this.#emptyCount >= MAX_EMPTY_PAGES;
    this.isDone = past >= 0 || next === null || this.wasCut;
  }

  #add(page: TickRows): void {
    this.pages.push(page);
    this.rowCount += page.rows.length;
  }

  /** The expected number of unread rows: assumes the density of its latest pages, balanced with the overall density. */
  expectUnread(density: number, pageSize: number): number {
    if (density === 0) return this.unreadMs > 0 ? 1 : 0;
    return (this.unreadMs * (this.#recentRows + pageSize)) / (this.#recentMs + pageSize / density);
  }

  /** Where to cut so that about `kept` of its unread rows stay; undefined if it cannot be cut. */
  cutFor(unread: number, kept: number): number | undefined {
    return this.cutBefore(this.#readMs + (this.unreadMs * kept) / unread);
  }

  /** The last possible cut before a time, or else the first: at a whole second of which nothing has been read. */
  cutBefore(timeMs: number): number | undefined {
    const firstMs = (Math.floor(this.#readMs / 1000) + 1) * 1000;
    const cutMs = Math.max(firstMs, Math.floor(timeMs / 1000) * 1000);
    return !this.isDone && cutMs < this.#toMs ? cutMs : undefined;
  }

  /** Moves everything from `timeMs` on to a new segment, and returns that. */
  cutAt(timeMs: number): TickSegment {
    const rest = new TickSegment(timeMs, this.#toMs);
    this.#toMs = timeMs;
    return rest;
  }
}
