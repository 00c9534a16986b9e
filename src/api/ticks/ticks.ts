import type { Call } from '../../core/call';
import { barsOf, type BarRule, type Span } from '../../core/calendar/bars';
import { notAvailable } from '../../core/errors';
import { ANY_AGE, type Ask, signalOf } from '../lookup/ask';
import type { LongRead } from '../lookup/long-read';
import { type ClientObserver, type AnyLookup, Lookup, type LookupContext } from '../lookup/lookup';
import {
  CLEARLY,
  withOwnSignal,
  DisorderError,
  type FirstLook,
  lookAt,
  readTicks,
  type StoppedReading,
  tickPage,
  type TickRequest,
  type Ticks,
  type TickSource,
} from './reader';
import { operationOf } from '../operations';
import { misspeltIn } from '../symbol-finder';
import { ServiceError } from '../service-error';
import type { Spending } from '../spending';
import { PriceError } from '../price-error';
import { leftFor, noteCut, PageSize, stopAsk } from '../lookup/pages';
import { WaitQueue } from '../transport/concurrency-limit';
import type { Transport } from '../transport/transport';
import { BarSearch, MAX_TICKS, type ReadMinuteBars, readBars, tooManyTicks } from './bars';
import { type EndsQuestion, type EndsReader, KeptTicks, TickHistory } from './history';
import type { TickDemand } from './plan';
import { surveyTicks } from './survey';
import type { DecodedAnswer } from '../transport/wire';
import { type MaybePromise, RecentMap } from '../../core/basics';
import { MS_PER_DAY, MS_PER_HOUR } from '../../core/calendar/dates';

export interface TicksQuestion {
  /** Upper case. */
  readonly symbol: string;
  readonly startMs: number;
  /** Not included in the window. */
  readonly endMs: number;
  /** This many rows from the start of the window; if negative, the newest ones. */
  readonly limit: number;
  /** Requests bars instead of ticks. */
  readonly bars?: BarRule | undefined;
  /** Only these prices of the bars are wanted. */
  readonly ends?: Pick<EndsQuestion, 'ends' | 'sessions'> | undefined;
  /** Only the first page is to be read. */
  readonly isSample?: boolean;
}

/** The cache counts answers regardless of their size, so the few large ones have their own cache. */
const MAX_ROWS_OF_MANY = 2_000;
const OPEN_WINDOW_FRESH_MS = 60_000;

interface TicksLookup extends AnyLookup {
  read(question: TicksQuestion, call: Call): MaybePromise<Ticks>;
}

/**
 * Ticks of an index with the fields of the record TICK, or bars. Source: GET /indices/{symbol}/ticks. Finished days
 * come from the archive once they have been read. A reading that reaches its formula's limit of requests stops and
 * keeps its ticks. It says about how many more requests it needs.
 */
export function createTicksLookup(transport: Transport, context: LookupContext): TicksLookup {
  const operation = operationOf('GET /indices/{symbol}/ticks');
  const { now, archive, spending } = context;
  const pages = PageSize.of(operation, 'limit')!;
  const history = new TickHistory(archive ?? (() => Promise.resolve(undefined)), now);
  const turns = new ReadingTurns();
  const places = new ReadingPlaces(transport);
  /** Pages on their way: readings of overlapping windows may go on from the same place. */
  const sent = new Map<string, { readonly atMs: number; readonly page: Promise<DecodedAnswer> }>();

  const send = async (
    asker: Ask<TicksQuestion>,
    request: TickRequest & { readonly symbol: string },
    signal: AbortSignal,
  ): Promise<DecodedAnswer> => {
    const key = JSON.stringify(request);
    const other = sent.get(key);
    // A refresh needs a page that was sent after it began. The other reading may also be stopped.
    const shared = other && other.atMs >= asker.askedAt && (await other.page.catch(() => undefined));
    if (shared) return shared;
    const page = transport.send(operation, request, signal, { askers: [asker] });
    sent.set(key, { atMs: now(), page });
    try {
      return await page;
    } finally {
      sent.delete(key);
    }
  };

  const ask = (asker: Ask<TicksQuestion>): Promise<Ticks> => {
    const { question } = asker;
    const { symbol, limit, bars } = question;
    // The number of ticks behind bars is known only at the end.
    const progress = { what: symbol, maxRows: bars === undefined ? Math.abs(limit) : undefined };
    return readWatched(progress, context.observer, signalOf([asker]), async (onRows, signal) => {
      const reading = new Reading(question, asker, spending, pages);
      let oldestAgeMs = 0;
      const source: TickSource = {
        pages,
        get pagesAtOnce() {
          return places.share;
        },
        left: () => reading.left,
        reserve: () => reading.reserve,
        mayGoOn: (look) => reading.mayGoOn(look),
        onCut: () => noteCut(symbol, context),
        async send(request, own) {
          await asker.untilWanted;
          const page = await send(asker, { symbol, ...request }, own);
          reading.notePage();
          oldestAgeMs = Math.max(oldestAgeMs, page.ageMs ?? 0);
          onRows(page.rows.length);
          return page;
        },
      };
      const kept = new KeptTicks(symbol, history, {
        async read(demand) {
          const askedAtMs = now();
          const ticks = await readTicks(demand, source, signal);
          return { ...ticks, asOfMs: askedAtMs - oldestAgeMs };
        },
        explain: (stopped, unread, hold) =>
          reading.explain(stopped, unread, transport.requestsAtOnce, async (spans, count) =>
            surveyTicks(spans, count, transport.requestsAtOnce, async (span) => {
              if (reading.left <= 0) return undefined;
              // Ticks of one moment may fill several pages.
              const look = await lookAt(span, pages.current, source, signal).catch((error: unknown) => {
                if (error instanceof DisorderError || error instanceof PriceError) return undefined;
                throw error;
              });
              if (look === undefined) return undefined;
              const { isValid, next, ...ticks } = look;
              const part = { ...span, ...ticks, ...(next && { toMs: ticks.times.at(-1)! }) };
              if (isValid) await hold(part);
              return part;
            }),
          ),
        get pageSize() {
          return pages.current;
        },
      });
      const endsReader: EndsReader = {
        atOnce: transport.requestsAtOnce,
        foreseeRequests: (count) => {
          if (count > reading.left) throw reading.refuse(count);
        },
        explainError: (error, count) => (error instanceof PriceError ? reading.refuse(Math.max(1, count)) : error),
        async lookAt(span, size) {
          const askedAtMs = now();
          const look = await lookAt(span, size, source, signal);
          return { ...look, asOfMs: askedAtMs - oldestAgeMs };
        },
      };
      try {
        if (question.isSample) return await readSample(question, source, signal);
        const ticks = await inTurn(question, turns, signal, () =>
          places.take(signal, () => answer(question, kept, endsReader)),
        );
        history.release(symbol, { fromMs: question.startMs, toMs: question.endMs });
        return ticks;
      } catch (error) {
        if (!(error instanceof ServiceError) || error.status !== 404) throw error;
        throw (
          misspeltIn('indices', symbol, error) ??
          notAvailable(
            `"${symbol}" has no ticks: check the symbol; only indices have them: MD.SYMBOLS("indices")`,
            error,
          )
        );
      }
    });
  };
  const create = (maxAnswers: number): Lookup<TicksQuestion, Ticks> =>
    new Lookup<TicksQuestion, Ticks>(
      {
        keyOf: (question) => `${keyOf(question)} ${question.endMs} ${ageOf(question.endMs, now())}`,
        freshSeconds: operation.freshSeconds,
        maxAnswers,
        // An answer without records may have lost them.
        isComplete: ({ rows, isValid }) => isValid && rows.length > 0,
        ask: (pending) => pending.map(ask),
      },
      context,
    );
  const [many, large] = [create(500), create(5)];
  const ends = new MovingEnds(context);
  return {
    read(asked, call) {
      const question = ends.hold(asked, call);
      const answer = (Math.abs(question.limit) <= MAX_ROWS_OF_MANY ? many : large).read(question, call);
      return question.isSample ? markIfCut(question, answer, call) : answer;
    },
    close() {
      many.close();
      large.close();
    },
    get pendingCount() {
      return many.pendingCount + large.pendingCount;
    },
  };
}

/** A window's end may be this long ago and still mean now: Excel calls a little after it has read its clock. */
const PRESENT_MS = 10_000;
const MAX_ENDS = 500;

/**
 * Ends of windows that are now or later move with each recalculation, as NOW() does. Such an end stays in place as long
 * as a quote from that time is fresh.
 */
class MovingEnds {
  readonly #ends = new RecentMap<string, { readonly atMs: number; readonly endMs: number; readonly asked: number }>(
    MAX_ENDS,
  );

  constructor(private readonly context: LookupContext) {}

  hold(question: TicksQuestion, call: Call): TicksQuestion {
    const { now, notBefore, quotesFreshMs } = this.context;
    const nowMs = now();
    const { startMs } = question;
    const endMs = Math.min(question.endMs, nowMs);
    // A window that begins later is asked for as it is: the clock may be slow.
    if (startMs >= nowMs || endMs < nowMs - PRESENT_MS) return question;
    const key = keyOf(question);
    const since = notBefore(call);
    const before = this.#ends.get(key);
    // A fixed end, such as tonight, is requested again each minute.
    const isFresh =
      before &&
      (since === ANY_AGE ||
        nowMs < before.atMs + quotesFreshMs() ||
        (question.endMs === before.asked && minuteOf(nowMs) === minuteOf(before.atMs)));
    if (isFresh && before.endMs <= endMs && before.atMs >= (since ?? ANY_AGE))
      return { ...question, endMs: before.endMs };
    this.#ends.set(key, { atMs: nowMs, endMs, asked: question.endMs });
    return { ...question, endMs };
  }
}

/** Distinguishes questions with the same end. */
const keyOf = ({ symbol, startMs, limit, bars, ends, isSample = false }: TicksQuestion): string =>
  `${symbol} ${startMs} ${limit} ${bars?.id ?? ''} ${ends?.ends ?? ''} ${String(isSample)}`;

const demandOf = ({ startMs, endMs, limit }: TicksQuestion): TickDemand => ({
  startMs,
  endMs,
  rowLimit: Math.abs(limit),
  isNewest: limit < 0,
});

function answer(question: TicksQuestion, kept: KeptTicks, reader: EndsReader): Promise<Ticks> {
  const { bars, ends } = question;
  if (bars === undefined) return kept.ticks(demandOf(question));
  const readAll: ReadMinuteBars = (window, maxTicks, expected) => kept.minuteBars(window, maxTicks, expected);
  if (ends === undefined) return readBars(demandOf(question), bars, readAll);
  return readBars(demandOf(question), bars, (window) => kept.barEnds(window, { ...ends, rule: bars }, reader)).catch(
    (error: unknown) => {
      if (!(error instanceof DisorderError)) throw error;
      return readBars(demandOf(question), bars, readAll);
    },
  );
}

/** The past does not change. An open window gets new ticks, so its answers are reused only for a minute. */
const ageOf = (endMs: number, nowMs: number): number => (endMs <= nowMs ? 0 : minuteOf(nowMs));

const minuteOf = (timeMs: number): number => Math.floor(timeMs / OPEN_WINDOW_FRESH_MS);

/** The requests that find out how many more are needed; fewer than the first number find nothing. */
const [MIN_TO_SURVEY, SURVEY] = [24, 72];
/** A survey is sure if it may be so many times too low. */
const SURELY = 1.7;
/** How many times as many pages there are as a survey suggests: its own often end in bursts. */
const UNSEEN = 1.05;
/** The most pages of a reading: times those that its rows fill, and empty ones for each page at once. */
const [NOT_FULL, EMPTY] = [1.25, 2];
/** How many pages a reading does not fill, for each that is asked for at once. */
const WASTE = 1.2;
/** Ticks of less than a minute may be a burst. */
const BURST_MS = 60_000;
/** An index usually has ticks for so long a day, and for this part of a week. */
const [USUAL_DAY_MS, USUAL_PART_OF_WEEK] = [6.5 * MS_PER_HOUR, 0.2];
/**
 * Bars of a window this long are refused if they seem to need this many times the maximum number of ticks. In a shorter
 * window a page may show the only burst, so the user decides.
 */
const [LONG_MS, FAR] = [5 * 365 * MS_PER_DAY, 10];

/** Compares the need of one formula with its allowed requests. */
class Reading {
  #requestCount = 0;
  /** How many requests it needs, if the service tells the number of its ticks. */
  #foreseen: number | undefined;
  #isSurveyed = false;
  /** The most requests that it needs in all, by a survey. */
  #most = 0;

  constructor(
    private readonly question: TicksQuestion,
    private readonly asker: Ask<TicksQuestion>,
    private readonly spending: Spending | undefined,
    private readonly pages: PageSize,
  ) {}

  /** How many more requests it may send. */
  get left(): number {
    return leftFor(this.asker, this.spending);
  }

  /** How many of the last requests are kept for a survey. */
  get reserve(): number {
    return this.#canSurvey ? SURVEY : 0;
  }

  /** The user has allowed what was said before, so a first page says nothing new. */
  get #isAgreed(): boolean {
    const { asker, spending } = this;
    return asker.callers.some(
      (call) => spending !== undefined && spending.allowanceOf(call).max > spending.maxRequests,
    );
  }

  /** Bars need all ticks of their window. What was agreed is spent on these alone: looking around again may end nowhere. */
  get #canSurvey(): boolean {
    const isWorthIt = (this.spending?.maxRequests ?? Infinity) >= MIN_TO_SURVEY && this.left > 2;
    return this.question.bars !== undefined && !this.#isSurveyed && !this.#isAgreed && isWorthIt;
  }

  /** The error to throw if it needs about this many more requests than allowed. */
  refuse(missing: number): Error {
    this.spending?.budget?.checkRequests(1);
    return stopAsk(this.asker, this.spending, missing);
  }

  notePage(): void {
    this.#requestCount++;
  }

  /**
   * Whether, judging by its first page, the rest of a window may be read. Throws if the user could not allow it: bars
   * of too many ticks, or more requests than today's budget has left.
   */
  mayGoOn({ rowCount, readMs, unreadMs, missingRows, total }: FirstLook): boolean {
    const { bars, startMs, endMs } = this.question;
    const isSure = total !== undefined;
    const guess = (rowCount / Math.max(readMs, BURST_MS)) * usuallyOpenMs(unreadMs);
    const tickCount = isSure ? total - rowCount : guess;
    const isLong = endMs - startMs >= LONG_MS && tickCount > FAR * MAX_TICKS;
    if (bars && (isLong || (isSure && total > MAX_TICKS))) throw tooManyTicks(Number(tickCount.toPrecision(2)));
    const needed = Math.ceil(Math.min(tickCount, missingRows) / this.pages.current);
    const atLeast = isSure ? needed : needed / CLEARLY;
    const { budget } = this.spending ?? {};
    if (budget && atLeast > budget.left) budget.checkRequests(Number(needed.toPrecision(2)));
    if (atLeast <= this.left || this.#isSurveyed || this.#isAgreed) return true;
    if (isSure) this.#foreseen = needed;
    return false;
  }

  /**
   * The error of a stopped reading: how many more requests it needs, or may need. Undefined if they are allowed.
   *
   * @param unread the spans that are missing
   */
  async explain(
    { unreadRows, missingRows }: StoppedReading,
    unread: readonly Span[],
    atOnce: number,
    survey: (unread: readonly Span[], requestCount: number) => ReturnType<typeof surveyTicks>,
  ): Promise<Error | undefined> {
    const { asker, spending } = this;
    spending?.budget?.checkRequests(1);
    const mostFor = (rows: number): number => (rows / this.pages.current) * NOT_FULL + EMPTY * (atOnce + 2);
    if (this.#foreseen === undefined && this.#canSurvey) {
      const before = this.#requestCount;
      const { rows, most } = await survey(unread, Math.min(SURVEY, this.left));
      this.#isSurveyed = true;
      // Each part that is read ends with a page that is not full.
      const parts = unread.length + this.#requestCount - before;
      const pages = rows / this.pages.current;
      const notFull = parts / 2 + Math.min(WASTE * atOnce, pages / 4);
      const needed = pages * UNSEEN + notFull;
      const atMost = Math.min((most / this.pages.current) * UNSEEN + notFull, mostFor(missingRows));
      this.#most = this.#requestCount + atMost;
      // The estimate may be as many times too high as it may be too low.
      if (rows ** 2 / most > MAX_TICKS) return tooManyTicks();
      if (needed <= this.left) return undefined;
      // The survey knows little of the last pages of parts, which are not full.
      const isSure = atMost <= SURELY * needed && needed <= SURELY * pages;
      return isSure ? stopAsk(asker, spending, Number(needed.toPrecision(2))) : stopAsk(asker, spending, atMost, true);
    }
    if (this.#foreseen !== undefined || this.#requestCount === 0) return stopAsk(asker, spending, this.#foreseen);
    // A page or two say little of the others.
    const isSeen = this.#requestCount >= MIN_TO_SURVEY || this.#isAgreed;
    const atMost = mostFor(isSeen ? Math.min(unreadRows, missingRows) : missingRows);
    return stopAsk(asker, spending, Math.max(atMost, this.#most - this.#requestCount), true);
  }
}

/** About how long an index has ticks in a span that begins with a tick. */
const usuallyOpenMs = (lengthMs: number): number =>
  Math.max(Math.min(lengthMs, USUAL_DAY_MS), lengthMs * USUAL_PART_OF_WEEK);

/**
 * Lets as many readings run as requests may be out, each with its share of these. More would ask for first pages alone:
 * no formula would have its value before all have one, and none could use what another has kept.
 */
class ReadingPlaces {
  readonly #queue = new WaitQueue<void>();
  #taken = 0;

  constructor(private readonly transport: Pick<Transport, 'requestsAtOnce'>) {}

  /** How many requests a reading may have out. */
  get share(): number {
    return Math.max(1, Math.floor(this.transport.requestsAtOnce / this.#taken));
  }

  async take<T>(signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    if (this.#isFree) this.#taken++;
    else await this.#queue.wait(signal);
    try {
      return await read();
    } finally {
      this.#taken--;
      while (this.#isFree && this.#queue.releaseNext()) this.#taken++;
    }
  }

  get #isFree(): boolean {
    return this.#taken < this.transport.requestsAtOnce;
  }
}

/** Bars wait for other bars that need about the same ticks. */
function inTurn(
  question: TicksQuestion,
  turns: ReadingTurns,
  signal: AbortSignal,
  read: () => Promise<Ticks>,
): Promise<Ticks> {
  const first = question.bars && new BarSearch(demandOf(question), question.bars).next();
  return first ? turns.take(question.symbol, first.part, signal, read) : read();
}

/** A reading does not wait for one that takes more than this many times as long. */
const MAX_LENGTH_RATIO = 4;

interface ReadingUnderWay {
  readonly symbol: string;
  readonly span: Span;
  readonly done: Promise<unknown>;
}

/**
 * Readings of the same ticks take turns, so that a later one uses the ticks that an earlier one has kept: a sheet with
 * bars of several intervals is read once.
 *
 * @internal
 */
export class ReadingTurns {
  readonly #running = new Set<ReadingUnderWay>();

  /**
   * Reads once the readings of about the same span that began before are done, or one of them has failed.
   *
   * @param span the span that is probably read
   */
  async take<T>(symbol: string, span: Span, signal: AbortSignal, read: () => Promise<T>): Promise<T> {
    const earlier = [...this.#running].filter((turn) => turn.symbol === symbol && isWorthWaiting(span, turn.span));
    const reading =
      earlier.length === 0
        ? read()
        : Promise.race([
            Promise.all(earlier.map(({ done }) => done)).catch(() => undefined),
            // Nothing releases it: it ends when the reading is aborted.
            new WaitQueue().wait(signal),
          ]).then(() => read());
    const turn = { symbol, span, done: reading };
    this.#running.add(turn);
    try {
      return await reading;
    } finally {
      this.#running.delete(turn);
    }
  }
}

const isWorthWaiting = (own: Span, other: Span): boolean =>
  own.fromMs < other.toMs &&
  other.fromMs < own.toMs &&
  other.toMs - other.fromMs <= (own.toMs - own.fromMs) * MAX_LENGTH_RATIO;

/**
 * Runs a reading of many requests that can be watched and stopped.
 *
 * @param read receives a callback for the number of rows of each page, and a signal
 */
function readWatched<T>(
  { what, maxRows }: Pick<LongRead, 'what' | 'maxRows'>,
  observer: ClientObserver,
  signal: AbortSignal,
  read: (onRows: (count: number) => void, own: AbortSignal) => Promise<T>,
): Promise<T> {
  return withOwnSignal(signal, async (own, abort) => {
    const progress = observer.onReading?.({ what, maxRows, stop: abort });
    try {
      return await read((count) => progress?.advance(count), own);
    } catch (error) {
      // Aborted, but not by the caller: the user stopped it.
      throw own.aborted && !signal.aborted
        ? notAvailable(`The reading of "${what}" was stopped in the pane: recalculate the cell to start it again`)
        : error;
    } finally {
      progress?.end();
    }
  });
}

/** The part of an answer that is in the first page of its window, or of its first bar. */
async function readSample(question: TicksQuestion, { pages, send }: TickSource, signal: AbortSignal): Promise<Ticks> {
  const { endMs, limit, bars } = question;
  const startMs = firstBarOf(question);
  const request = {
    start: Math.floor(startMs / 1000),
    end: Math.ceil(endMs / 1000),
    cursor: undefined,
    limit: bars ? pages.current : Math.min(pages.current, Math.abs(limit)),
  };
  const { rows, times, next, isValid } = tickPage(
    await pages.get(request.limit, (taken) => send({ ...request, limit: taken }, signal)),
  );
  const isIn = (index: number): boolean => times[index]! >= startMs && times[index]! < endMs;
  const inside = { rows: rows.filter((_, index) => isIn(index)), times: times.filter((_, index) => isIn(index)) };
  const hasMore = next !== null;
  if (!bars) return { ...inside, hasMore, isValid };
  const kept = barsOf(
    inside.rows.map((row, index) => ({ timeMs: inside.times[index]!, price: row.mid })),
    bars,
  ).slice(0, Math.abs(limit));
  return { rows: kept, times: kept.map(({ time }) => time * 1000), hasMore, isValid };
}

/** Notes on the call that its sample lacks ticks that the formula would read: rows, or parts of bars. */
async function markIfCut(question: TicksQuestion, sample: MaybePromise<Ticks>, { trace }: Call): Promise<Ticks> {
  const { bars, limit } = question;
  const ticks = await sample;
  if (trace && ticks.hasMore && (bars !== undefined || ticks.rows.length < limit || limit < 0))
    trace.moreRows = Math.max(0, maxRowsOf(question) - ticks.rows.length);
  return ticks;
}

function maxRowsOf(question: TicksQuestion): number {
  const { endMs, limit, bars } = question;
  const maxRows = Math.abs(limit);
  if (!bars) return maxRows;
  const startMs = firstBarOf(question);
  const firstMs = bars.startOf(startMs);
  const barCount = Math.ceil((endMs - (Number.isNaN(firstMs) ? startMs : firstMs)) / bars.lengthMs);
  return Math.min(barCount, maxRows);
}

/** The window's start, or the first bar's start if that is later, as with sessions: ticks before it are in no bar. */
function firstBarOf({ startMs, endMs, bars }: TicksQuestion): number {
  if (!bars || !Number.isNaN(bars.startOf(startMs))) return startMs;
  // Goes back from the end of the next bar.
  const firstMs = bars.step(bars.step(startMs, 1), -1);
  return firstMs > startMs && firstMs < endMs ? firstMs : startMs;
}
