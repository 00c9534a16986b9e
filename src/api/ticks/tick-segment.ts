import type { TickPage, TickRows } from './tick-page';

/** How much of what was known of the density still counts once the next page is there. */
const REMEMBERED = 0.4;

/**
 * A stretch of time whose ticks are read page by page from its beginning. Its end moves forward when another segment
 * takes over the rest; a page that was asked for before then may reach past it and is cut.
 */
export class TickSegment {
  /** What has been read, as it came: a page may hold a hundred thousand rows, which are copied only where they must be. */
  readonly pages: TickRows[] = [];
  rowCount = 0;
  /** What its requests ask for, in whole seconds. It stays as it was: a cursor is only good for its own window. */
  readonly window: { readonly start: number; readonly end: number };
  cursor: string | undefined = undefined;
  /** No tick of the next page may be before this. */
  orderedFromMs: number;
  /** A request is on its way. */
  isOut = false;
  hasAnswer = false;
  isDone = false;
  isSound = true;
  /** Up to here everything has been read, though more may follow at this very time. */
  #readMs: number;
  #toMs: number;
  #recentRows = 0;
  #recentMs = 0;
  readonly #followed = new Set<string>();

  constructor(
    readonly fromMs: number,
    toMs: number,
    /** Ticks in a millisecond of what lies before it, as far as that is known. */
    readonly densityBefore = 0,
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

  /** Ticks in a millisecond of what was read of it last. */
  get recentDensity(): number {
    return this.#recentRows / Math.max(this.#recentMs, 1000);
  }

  get unreadMs(): number {
    return this.isDone ? 0 : this.#toMs - this.#readMs;
  }

  hasFollowed(cursor: string): boolean {
    return this.#followed.has(cursor);
  }

  receive({ rows, times, next, isSound }: TickPage): void {
    this.isOut = false;
    this.hasAnswer = true;
    this.orderedFromMs = times.at(-1) ?? this.orderedFromMs;
    this.isSound &&= isSound;
    const past = times.findIndex((time) => time >= this.#toMs);
    const end = past < 0 ? rows.length : past;
    const first = times.findIndex((time) => time >= this.fromMs);
    if (first >= 0 && first < end)
      this.#add(
        first === 0 && past < 0 ? { rows, times } : { rows: rows.slice(first, end), times: times.slice(first, end) },
      );
    const lastMs = Math.max(this.#readMs, times[end - 1] ?? 0);
    this.#recentRows = this.#recentRows * REMEMBERED + end;
    this.#recentMs = this.#recentMs * REMEMBERED + lastMs - this.#readMs;
    this.#readMs = lastMs;
    this.cursor = next ?? undefined;
    if (next !== null) this.#followed.add(next);
    // A page without rows promises nothing behind it.
    this.isDone = past >= 0 || next === null || rows.length === 0;
  }

  #add(page: TickRows): void {
    this.pages.push(page);
    this.rowCount += page.rows.length;
  }

  /** How many rows it is expected to hold still: as dense as what was read last, evened out by the density of all. */
  expectUnread(density: number, pageSize: number): number {
    if (density === 0) return this.unreadMs > 0 ? 1 : 0;
    return (this.unreadMs * (this.#recentRows + pageSize)) / (this.#recentMs + pageSize / density);
  }

  /** Where to cut so that about `kept` of the rows that are unread stay; undefined where no cut is possible. */
  cutFor(unread: number, kept: number): number | undefined {
    return this.cutBefore(this.#readMs + (this.unreadMs * kept) / unread);
  }

  /** The last possible cut before a time, or the first one there is: at a whole second of which nothing has been read. */
  cutBefore(timeMs: number): number | undefined {
    const firstMs = (Math.floor(this.#readMs / 1000) + 1) * 1000;
    const cutMs = Math.max(firstMs, Math.floor(timeMs / 1000) * 1000);
    return !this.isDone && cutMs < this.#toMs ? cutMs : undefined;
  }

  /** Leaves everything from that time on to the segment that it returns. */
  cutAt(timeMs: number): TickSegment {
    const rest = new TickSegment(timeMs, this.#toMs, this.recentDensity || this.densityBefore);
    this.#toMs = timeMs;
    return rest;
  }
}
