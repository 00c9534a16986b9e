import type { Row } from '../../core/columns';
import type { DecodedAnswer } from '../transport/wire';
import type { Operation } from '../interface/operation';
import { ServiceError } from '../service-error';
import type { LookupContext } from './lookup';
import { isRecord } from '../../core/basics';
import { type Asker, leftOf, type Spending } from '../spending';
import { addMissing, PriceError } from '../price-error';

/** Loads the page at a cursor, or the first page. */
export type LoadPage = (cursor?: string) => Promise<DecodedAnswer>;

export interface RowFilter {
  /** Tells filters apart. */
  readonly id: string;
  has(row: Row): boolean;
}

/** After this many consecutive pages without a row, a reading ends. */
export const MAX_EMPTY_PAGES = 3;

const NO_CURSORS = { current: null, next: null };

/**
 * A reading of pages until there are enough different rows. It can be interrupted by a failing page, and goes on from
 * there. Several pages without a row end it.
 */
export class PagedReading {
  readonly #rows: Row[] = [];
  readonly #seenRows = new Set<string>();
  readonly #seenCursors = new Set<unknown>();
  #first: DecodedAnswer | undefined;
  #last: DecodedAnswer | undefined;
  #pageCount = 0;
  /** How many pages without a row came last, one after the other. */
  #emptyCount = 0;

  /** Whether pages without a row ended it, though more follow. */
  wasCut = false;

  /** @param keepsRepeats whether equal rows are all kept, unless a page is the same as the one before it */
  constructor(
    private readonly keepsRepeats = false,
    private readonly only?: RowFilter,
  ) {}

  get rowCount(): number {
    return this.#rows.length;
  }

  get soFar(): DecodedAnswer {
    return { ...this.#first!, rows: this.#rows, cursors: this.#last!.cursors ?? NO_CURSORS };
  }

  /** The first page with the rows of all pages. It has a next cursor if there is more to read. */
  async readTo(minRows: number, load: LoadPage): Promise<DecodedAnswer> {
    this.#first ??= this.#take(await load());
    for (let next = this.#nextFor(minRows); next !== undefined; next = this.#nextFor(minRows)) {
      const page = await load(next);
      // A repeated cursor leads in a circle.
      this.#seenCursors.add(next);
      this.#take(page);
    }
    const { cursors } = this.#last!;
    const hasMore = typeof cursors?.next === 'string';
    this.wasCut = hasMore && this.#rows.length < minRows && this.#emptyCount >= MAX_EMPTY_PAGES;
    // If a reading was cut short, asking for more rows does not help.
    return { ...this.#first, rows: this.#rows, ...(cursors && { cursors: this.wasCut ? NO_CURSORS : cursors }) };
  }

  /** About how many more pages it needs; undefined before the first. */
  missingPages(minRows: number): number | undefined {
    if (this.#pageCount === 0) return undefined;
    const rowCount = Math.min(this.#total ?? Infinity, minRows);
    // The total is unknown, so the estimate is as many pages again.
    if (rowCount === Infinity) return this.#pageCount;
    if (this.only && this.#rows.length === 0) return this.#pageCount;
    const rowsOfPage = this.#rows.length / this.#pageCount;
    return Math.max(1, Math.ceil((rowCount - this.#rows.length) / Math.max(1, rowsOfPage)));
  }

  /** The number of missing pages if the service says how many rows there are, otherwise 0. */
  surelyMissingPages(minRows: number): number {
    return this.#total === undefined || this.only ? 0 : (this.missingPages(minRows) ?? 0);
  }

  get #total(): number | undefined {
    const total = isRecord(this.#first?.body) ? this.#first.body.total : undefined;
    return typeof total === 'number' ? total : undefined;
  }

  #nextFor(minRows: number): string | undefined {
    const next = this.#last!.cursors?.next;
    const isEnough = this.#emptyCount >= MAX_EMPTY_PAGES || this.#rows.length >= minRows;
    return isEnough || typeof next !== 'string' || this.#seenCursors.has(next) ? undefined : next;
  }

  #take(page: DecodedAnswer): DecodedAnswer {
    this.#pageCount++;
    this.#seenCursors.add(page.cursors?.current);
    this.#last = page;
    const keys = page.rows.map((row) => JSON.stringify(row));
    // A service that ignores the parameter for the next page sends the first page again and again.
    const isRepeat = this.keepsRepeats && this.#pageCount > 1 && keys.every((key) => this.#seenRows.has(key));
    this.#emptyCount = page.rows.length === 0 ? this.#emptyCount + 1 : isRepeat ? MAX_EMPTY_PAGES : 0;
    page.rows.forEach((row, index) => {
      if (isRepeat || (this.#seenRows.has(keys[index]!) && !this.keepsRepeats)) return;
      this.#seenRows.add(keys[index]!);
      if (this.only?.has(row) !== false) this.#rows.push(row);
    });
    return page;
  }
}

/** Tells the user of rows that were not read because only empty pages came. */
export const noteCut = (what: string, { observer, now }: Pick<LookupContext, 'observer' | 'now'>): void =>
  observer.note?.(now(), `${what}: the service went on with empty pages, so there may be more than is shown`);

/** Requests a page of at most that many rows. */
type SendPage = (size: number) => Promise<DecodedAnswer>;

/** With larger pages a cell would wait too long without progress. */
const MAX_PAGE_SIZE = 10_000;
/** Tried if the service refuses more without naming its maximum. */
const SECOND_TRIAL_SIZE = 1_000;

/**
 * How many rows a page can have. The service publishes its default but not its maximum, so this learns it: from a page
 * that is shorter than requested although more follow, or from a refusal, which may name the
 * maximum.
 */
export class PageSize {
  #current: number;
  #refused = Infinity;
  #isTrying = false;

  /**
   * @param byDefault rows of a page without a requested size; the service always accepts this many
   * @param parameter the operation's name for the size
   */
  constructor(
    private readonly byDefault: number,
    private readonly parameter: string,
  ) {
    this.#current = byDefault;
  }

  /** Undefined if the operation has no size. */
  static of({ parameters }: Operation, parameter: string): PageSize | undefined {
    const definition = parameters.find(({ name }) => name === parameter);
    return definition && new PageSize(Number(definition.default), parameter);
  }

  /** The largest size known to work. */
  get current(): number {
    return this.#current;
  }

  /** A larger size worth trying for that many rows. Only one is tried at a time, until its result is known. */
  beginTrial(rowCount: number): number | undefined {
    if (this.#isTrying) return undefined;
    const size = [MAX_PAGE_SIZE, SECOND_TRIAL_SIZE]
      .map((max) => Math.min(max, rowCount))
      .find((one) => one < this.#refused);
    if (size === undefined || size <= this.#current) return undefined;
    this.#isTrying = true;
    return size;
  }

  /** Loads a page of at most that many rows. A refused size is not tried again. */
  async get(size: number, send: SendPage): Promise<DecodedAnswer> {
    return (await this.#try(size, send)) ?? this.get(Math.min(size, this.#current), send);
  }

  /**
   * The first page of an answer that should have `rowCount` rows. While the maximum page size is unknown, a larger page
   * is tried beside one that surely succeeds. So a refusal costs no time.
   */
  async getFirst(size: number, rowCount: number, send: SendPage): Promise<DecodedAnswer> {
    const larger = this.beginTrial(rowCount);
    if (larger === undefined) return this.get(size, send);
    const trial = this.#try(larger, send).catch(() => undefined);
    const [sure, tried] = await Promise.all([this.get(size, send), trial]);
    return tried && tried.rows.length > sure.rows.length ? tried : sure;
  }

  /** Undefined if the service refuses the size. */
  async #try(size: number, send: SendPage): Promise<DecodedAnswer | undefined> {
    try {
      const answer = await send(size);
      this.notePage(size, answer.rows.length, (answer.cursors?.next ?? null) !== null);
      return answer;
    } catch (error) {
      if (this.noteRefusal(size, error)) return undefined;
      throw error;
    }
  }

  notePage(limit: number, rowCount: number, hasMore: boolean): void {
    if (limit <= this.byDefault) return;
    this.#isTrying = false;
    const isShort = hasMore && rowCount < limit;
    if (isShort) this.#refused = Math.min(this.#refused, limit);
    this.#current = isShort
      ? Math.max(this.byDefault, Math.min(rowCount, this.#refused))
      : Math.max(this.#current, limit);
  }

  /** Whether an error may be about the size; that size is then not requested again. */
  noteRefusal(limit: number, error: unknown): boolean {
    if (limit <= this.byDefault) return false;
    this.#isTrying = false;
    if (!(error instanceof ServiceError) || (error.status !== 400 && error.status !== 422)) return false;
    if (error.parameter !== undefined && error.parameter !== this.parameter) return false;
    const stated = Number(/says ".*?(\d+)\D*\(422\)$/.exec(error.message)?.[1]);
    this.#refused = Math.min(this.#refused, limit);
    this.#current = stated < limit ? Math.max(this.byDefault, stated) : this.byDefault;
    if (stated >= this.byDefault) this.#refused = Math.min(this.#refused, stated + 1);
    return true;
  }
}

/** Removes rows that equal, field by field, an earlier row with the same key. Rows without a key are all kept. */
export function withoutRepeats(rows: readonly Row[], keyOf: (row: Row) => string | undefined): readonly Row[] {
  const first = new Map<string, Row>();
  /** The rows whose key occurs more than once. */
  const texts = new Set<string>();
  return rows.filter((row) => {
    const key = keyOf(row);
    if (key === undefined) return true;
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, row);
      return true;
    }
    const text = JSON.stringify(row);
    const isRepeat = texts.add(JSON.stringify(earlier)).has(text);
    texts.add(text);
    return !isRepeat;
  });
}

/** How many more requests may be sent for a question: limited by its formulas' allowances and by today's budget. */
export function leftFor(asker: Asker, spending: Spending | undefined): number {
  if (spending === undefined) return Infinity;
  const left = asker.callers.map((call) => leftOf(spending.allowanceOf(call), asker));
  return Math.min(Math.max(0, ...left), spending.budget?.left ?? Infinity);
}

/**
 * Stops a question that needs more requests than allowed, and tells its formulas about how many more it needs.
 * @param missing undefined if nothing is known of it yet
 * @param isMost whether it is the most that may be needed
 */
export function stopAsk(
  asker: Asker,
  spending: Spending | undefined,
  missing: number | undefined,
  isMost?: boolean,
): Error {
  // If nobody counts requests, nothing is stopped.
  for (const call of asker.callers) {
    const allowance = spending!.allowanceOf(call);
    // A formula that may send nothing has already reported what it needs.
    if (allowance.max <= 0) continue;
    const count = missing && roundedUp(allowance.missing + missing);
    const { told = 0 } = allowance;
    // An estimate does not go up, unless what was told has become clearly wrong.
    addMissing(allowance, count && count > told && count <= CLEARLY_MORE * told ? told : count, asker, isMost);
    allowance.isEstimate = true;
  }
  return new PriceError(spending!.allowanceOf(asker.callers[0]!));
}

const CLEARLY_MORE = 1.5;

/** To two digits, since it is an estimate. */
function roundedUp(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / unit) * unit;
}
