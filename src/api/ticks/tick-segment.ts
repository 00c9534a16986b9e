import type { TickPage, TickRows } from './tick-page';

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
  /**
   * The window of its requests, in whole seconds. It never changes, since a cursor is valid only for its own window.
   */
  readonly window: { readonly start: number; readonly end: number };
  cursor: string | undefined = undefined;
  /** The next page may not have ticks before this. */
  orderedFromMs: number;
  /** A request is pending. */
  isOut = false;
  hasAnswer = false;
  isDone = false;
  isValid = true;
  /** Everything before this has been read; more ticks may follow at exactly this time. */
  #readMs: number;
  #toMs: number;
  #recentRows = 0;
  #recentMs = 0;
  readonly #followed = new Set<string>();

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

  hasFollowed(cursor: string): boolean {
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
    if (next !== null) this.#followed.add(next);
    // A page without rows suggests that nothing follows.
    this.isDone = past >= 0 || next === null || rows.length === 0;
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

  /** Passes everything from `timeMs` on to a new segment, and returns it. */
  cutAt(timeMs: number): TickSegment {
    const rest = new TickSegment(timeMs, this.#toMs);
    this.#toMs = timeMs;
    return rest;
  }
}
