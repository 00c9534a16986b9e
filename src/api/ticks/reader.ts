import { utcMsFromIso } from '../../core/calendar/iso-dates';
import type { Row } from '../../core/columns';
import { withoutZeros } from '../../core/prices';
import { PagedReading, type PageSize } from '../lookup/pages';
import { bodyError } from '../service-error';
import { PriceError } from '../price-error';
import {
  FirstTicksPlan,
  NewestTicksPlan,
  type TickDemand,
  type TickPage,
  type TickPart,
  type TickPlan,
  type TickRows,
  TickSegment,
} from './plan';
import type { Look } from './ends';
import type { Span } from '../../core/calendar/bars';
import type { DecodedAnswer } from '../transport/wire';
import { isRecord } from '../../core/basics';

/** Oldest first. */
export interface Ticks extends TickRows {
  /** Whether the window has, or may have, more rows. */
  readonly hasMore: boolean;
  /** Whether every tick has all fields. */
  readonly isValid: boolean;
  /** Whether ticks may be missing between them: they came out of order, or some pages were empty. */
  readonly hasHoles?: boolean;
  /** Set if the reading was stopped, with its progress; there are no rows then. */
  readonly stopped?: StoppedReading;
}

/** The missing part of a reading that may not send more requests. */
export interface StoppedReading {
  readonly parts: readonly TickPart[];
  readonly unreadMs: number;
  /** About how many rows are missing. */
  readonly unreadRows: number;
  /** The maximum number of missing rows. */
  readonly missingRows: number;
}

/** Facts from the first answer to a reading. */
export interface FirstLook extends Pick<StoppedReading, 'unreadMs' | 'missingRows'> {
  readonly rowCount: number;
  /** From its first tick to its last. */
  readonly readMs: number;
  /** The number of ticks in the whole window, if the service tells it. */
  readonly total: number | undefined;
}

/** The parameters of one request for ticks. */
export interface TickRequest {
  /** Unix seconds. */
  readonly start: number;
  readonly end: number;
  readonly cursor: string | undefined;
  readonly limit: number;
}

export type SendTicks = (request: TickRequest, signal: AbortSignal) => Promise<DecodedAnswer>;

export interface TickSource {
  readonly send: SendTicks;
  /** Rows of a page. */
  readonly pages: PageSize;
  readonly pagesAtOnce: number;
  /** How many more requests may be sent. @default any number */
  readonly left?: () => number;
  /** Stops before the last requests, if so many or fewer would clearly not be enough. @default 0 */
  readonly reserve?: () => number;
  /** Called with the first answer's facts if more are needed; returns whether to continue. @default true */
  readonly mayGoOn?: (look: FirstLook) => boolean;
  /** Called when pages without a row ended a reading although more follow. */
  readonly onCut?: () => void;
}

/** The service does not send ticks in order of time, so windows cannot be joined. */
export class DisorderError extends Error {}

/**
 * The ticks of a window: the same rows as a single chain of cursors, in less time. If the service sends them out of
 * order, falls back to the single chain. Aborts everything with the signal.
 */
export async function readTicks(demand: TickDemand, source: TickSource, signal: AbortSignal): Promise<Ticks> {
  try {
    // Some pending pages may turn out not to be needed.
    return await withOwnSignal(signal, (own) => new SideBySide(demand, source, own).read());
  } catch (error) {
    if (!(error instanceof DisorderError)) throw error;
    return readChain(demand, source, signal);
  }
}

/**
 * The first page of a span, and how to read on. Throws a DisorderError if pages do not fit together.
 *
 * @param limit rows per page
 */
export function lookAt(
  { fromMs, toMs }: Span,
  limit: number,
  source: TickSource,
  signal: AbortSignal,
): Promise<CheckedLook> {
  const segment = new TickSegment(fromMs, toMs);
  const load = async (): Promise<CheckedLook> => {
    const { length } = segment.pages;
    while (!segment.isDone && segment.pages.length === length)
      segment.receive((await readPage(segment, limit, source, signal)).page);
    if (segment.wasCut) throw new DisorderError();
    const { rows, times } = segment.pages[length] ?? { rows: [], times: [] };
    return { rows, times, isValid: segment.isValid, ...(!segment.isDone && { next: load }) };
  };
  return load();
}

/** The next page of a segment. Throws a DisorderError if it does not fit to those before. */
async function readPage(
  segment: TickSegment,
  limit: number,
  source: TickSource,
  signal: AbortSignal,
  rowLimit?: number,
): Promise<{ readonly answer: DecodedAnswer; readonly page: TickPage }> {
  const { window, cursor, orderedFromMs } = segment;
  const answer = await pageOf({ ...window, cursor, limit }, source, signal, rowLimit);
  const page = tickPage(answer);
  if (!isInOrder(page.times, orderedFromMs)) throw new DisorderError();
  if (segment.hasFollowed(page.next)) throw bodyError('pages that lead in a circle');
  return { answer, page };
}

interface CheckedLook extends Look {
  /** Whether every tick of the pages so far has all fields. */
  readonly isValid: boolean;
}

/** A reading clearly needs too many requests if it seems to need this many times the allowed number. */
export const CLEARLY = 2;

/** The requests kept for a survey are sent in at least so many parts. */
const PARTS_OF_RESERVE = 4;

/** One reading of several pages at a time. */
class SideBySide {
  readonly #plan: TickPlan;
  readonly #running = new Set<Promise<void>>();
  #isFirst = true;
  #isStopped = false;

  constructor(
    private readonly demand: TickDemand,
    private readonly source: TickSource,
    private readonly signal: AbortSignal,
  ) {
    this.#plan = demand.isNewest ? new NewestTicksPlan(demand) : new FirstTicksPlan(demand);
  }

  async read(): Promise<Ticks> {
    while (!this.#plan.isComplete) {
      const segment = this.#next();
      if (segment !== undefined) this.#start(segment);
      else if (this.#running.size > 0) await Promise.race(this.#running);
      else if (this.#isStopped) return this.#stopped();
      // A plan without progress would keep the cell waiting for ever.
      else throw new RangeError('The plan of the ticks has no next page');
    }
    const { rows, times, hasMore, isValid, wasCut } = this.#plan;
    if (wasCut) this.source.onCut?.();
    return { rows, times, hasMore, isValid, hasHoles: wasCut };
  }

  #next(): TickSegment | undefined {
    const { pagesAtOnce, left = () => Infinity, reserve = () => 0 } = this.source;
    // Whether the last requests are to be spent is decided by what those before have shown.
    const atOnce = left() > reserve() ? pagesAtOnce : Math.max(1, Math.ceil(left() / PARTS_OF_RESERVE));
    const free = Math.min(pagesAtOnce, atOnce) - this.#running.size;
    if (free <= 0) return undefined;
    this.#isStopped ||= left() <= 0 || this.#isReserved(left());
    return this.#isStopped ? undefined : this.#plan.next(pageSizeFor(this.demand, this.source), free, left());
  }

  #isReserved(left: number): boolean {
    const { pages, reserve = () => 0 } = this.source;
    return left <= reserve() && this.#plan.unreadRows(pages.current) > left * pages.current;
  }

  #start(segment: TickSegment): void {
    // A failed request stays in the list, so that the race sees its failure even if others settle at the same time.
    const work: Promise<void> = withOwnSignal(this.signal, (own) => this.#readPage(segment, own)).then(
      () => {
        this.#running.delete(work);
      },
      (error: unknown) => {
        if (!(error instanceof PriceError)) throw error;
        // Requests that were sent are still worth waiting for.
        this.#isStopped = true;
        this.#running.delete(work);
      },
    );
    // Requests that still run at the end are not awaited.
    work.catch(() => undefined);
    this.#running.add(work);
  }

  async #readPage(segment: TickSegment, signal: AbortSignal): Promise<void> {
    const { demand, source } = this;
    const rowLimit = segment.cursor === undefined ? demand.rowLimit : undefined;
    const { answer, page } = await readPage(segment, pageSizeFor(demand, source), source, signal, rowLimit);
    segment.receive(page);
    if (this.#isFirst) this.#look(segment, answer, page);
    this.#isFirst = false;
  }

  #look({ window }: TickSegment, answer: DecodedAnswer, { times }: TickPage): void {
    const { unreadMs, missingRows, isComplete } = this.#plan;
    // The new segment begins later; the remaining segment keeps the whole window.
    const isAll = window.start * 1000 <= this.demand.startMs;
    const look = {
      unreadMs,
      missingRows,
      readMs: (times.at(-1) ?? 0) - (times[0] ?? 0),
      rowCount: answer.rows.length,
      total: isAll ? totalOf(answer) : undefined,
    };
    if (!isComplete && this.source.mayGoOn?.(look) === false) this.#isStopped = true;
  }

  #stopped(): Ticks {
    const { isValid, parts, unreadMs, missingRows } = this.#plan;
    const unreadRows = this.#plan.unreadRows(this.source.pages.current);
    return { rows: [], times: [], hasMore: true, isValid, stopped: { parts, unreadMs, unreadRows, missingRows } };
  }
}

/** Requests begin at whole seconds. A page has room for so many ticks that lie before the start, within its second. */
const ROOM_BEFORE_START = 100;

const pageSizeFor = ({ startMs, rowLimit, isNewest }: TickDemand, { pages }: TickSource): number =>
  isNewest ? pages.current : Math.min(pages.current, rowLimit + (startMs % 1000 === 0 ? 0 : ROOM_BEFORE_START));

/** Reads one page after the other as the service sends them, and sorts the rows at the end. */
async function readChain(demand: TickDemand, source: TickSource, signal: AbortSignal): Promise<Ticks> {
  const { startMs, endMs, rowLimit, isNewest } = demand;
  const { window } = new TickSegment(startMs, endMs);
  const reading = new PagedReading(true, {
    id: '',
    has: (row) => hasTime(row) && !(timeOf(row) < startMs || timeOf(row) >= endMs),
  });
  let answer: DecodedAnswer;
  try {
    answer = await reading.readTo(isNewest ? Infinity : rowLimit, (cursor) =>
      pageOf({ ...window, cursor, limit: pageSizeFor(demand, source) }, source, signal),
    );
  } catch (error) {
    if (!(error instanceof PriceError)) throw error;
    // Unordered rows are useless without the rest.
    const missingRows = Math.max(0, rowLimit - reading.rowCount);
    const stopped = { parts: [], unreadMs: endMs - startMs, unreadRows: missingRows, missingRows };
    return { rows: [], times: [], hasMore: true, isValid: true, stopped };
  }
  if (reading.wasCut) source.onCut?.();
  const { rows, times, next, isValid } = tickPage(answer);
  const ticks = rows.map((row, index) => ({ row, timeMs: times[index]! }));
  if (!times.some(Number.isNaN)) ticks.sort((a, b) => a.timeMs - b.timeMs);
  const kept = isNewest ? ticks.slice(-rowLimit) : ticks.slice(0, rowLimit);
  return {
    rows: kept.map(({ row }) => row),
    times: kept.map(({ timeMs }) => timeMs),
    hasMore: next !== null || ticks.length > kept.length,
    isValid,
    hasHoles: next !== null || reading.wasCut,
  };
}

/**
 * The page at a cursor, or the first page of a window.
 *
 * @param rowLimit of a first page: the number of wanted rows
 */
function pageOf(
  request: TickRequest,
  { pages, send }: TickSource,
  signal: AbortSignal,
  rowLimit?: number,
): Promise<DecodedAnswer> {
  const sendOf = (limit: number): Promise<DecodedAnswer> => send({ ...request, limit }, signal);
  return rowLimit === undefined ? pages.get(request.limit, sendOf) : pages.getFirst(request.limit, rowLimit, sendOf);
}

const hasTime = ({ time }: Row): boolean => time === undefined || Boolean(time);

/** The ticks of a page, without those that have no time. A price of 0 counts as not published. */
export function tickPage({ rows: sent, cursors }: DecodedAnswer): TickPage {
  // Ticks of which none has a time were not what was asked for.
  let isValid = !sent[0] || sent.some(hasTime);
  const rows: Row[] = [];
  const times: number[] = [];
  // In one pass, because a page may have a hundred thousand rows.
  for (const one of sent) {
    if (!hasTime(one)) continue;
    const timeMs = timeOf(one);
    const row = withoutZeros(one);
    isValid &&= !Number.isNaN(timeMs) && isPrice(row.ask) && isPrice(row.bid) && isPrice(row.mid);
    rows.push(row);
    times.push(timeMs);
  }
  return { rows, times, next: cursors?.next ?? null, isValid };
}

const isPrice = (value: unknown): boolean => typeof value === 'number' || value === null;

/** NaN if it is not a time. */
const timeOf = ({ time }: Row): number => (typeof time === 'string' ? utcMsFromIso(time) : NaN);

/**
 * Whether the times never go back, starting at `fromMs`. NaN is never in order.
 */
export function isInOrder(times: readonly number[], fromMs: number): boolean {
  let lastMs = fromMs;
  for (const time of times) {
    if (!(time >= lastMs)) return false;
    lastMs = time;
  }
  return true;
}

/** The number of rows on all pages, if the service tells it. */
function totalOf({ body, rows, cursors }: DecodedAnswer): number | undefined {
  const total = isRecord(body) ? body.total : undefined;
  const least = rows.length + ((cursors?.next ?? null) === null ? 0 : 1);
  return typeof total === 'number' && total >= least ? total : undefined;
}

/** Runs work with its own signal, which follows the outer one and aborts everything left when the work ends. */
export async function withOwnSignal<T>(
  signal: AbortSignal,
  work: (own: AbortSignal, abort: () => void) => Promise<T>,
): Promise<T> {
  const own = new AbortController();
  const abort = (): void => own.abort();
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort);
  try {
    return await work(own.signal, abort);
  } finally {
    signal.removeEventListener('abort', abort);
    abort();
  }
}
