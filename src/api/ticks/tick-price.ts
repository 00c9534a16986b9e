import type { Span } from '../../core/calendar/bar-rules';
import { MS_PER_DAY } from '../../core/calendar/units';
import { isRecord } from '../../core/is-record';
import type { DecodedAnswer } from '../transport/decode';
import type { Spending } from '../spending';
import { tooManyTicks } from './tick-bars';
import { rounded } from './overruns';
import { estimate, isShort, maxRequestsToRead, type TickEstimate } from './tick-estimate';
import type { TickHistory } from './tick-history';
import { tickPage } from './tick-page';
import { probe } from './tick-probe';
import type { TickSource } from './tick-reader';
import { MAX_TICKS, type TicksQuestion } from './ticks-question';

interface PriceContext {
  /** Identifies the question when the user allows it. */
  readonly key: string;
  readonly history: TickHistory;
  readonly source: TickSource;
  readonly signal: AbortSignal;
  readonly now: () => number;
  readonly spending: Spending | undefined;
  /** The minimum number of requests to say. */
  readonly leastRequests: number;
  /** Whether requests may be sent to find out the price. */
  readonly mayAsk: boolean;
}

/** Fewer requests leave at once anyway. */
const AT_ONCE = 6;
/** Page size for a sample page that shows how large pages may be. A page of the usual size is asked for beside it. */
const LARGE_SAMPLE = 10_000;

/**
 * Throws if a question needs more requests than the user allows for a formula or today's budget leaves, or more ticks
 * than a formula may read. Called before any of them is requested.
 */
export async function checkPrice(question: TicksQuestion, context: PriceContext): Promise<void> {
  const { key, source, spending, leastRequests } = context;
  const most = maxRequestsOf(spending);
  const bound = maxRequestsToRead(question, source.pages.size);
  if (leastRequests === 0 && ((bound !== undefined && bound <= most) || (bound === undefined && isShort(question))))
    return;
  const price = await priceOf(question, context);
  if (price === undefined) return;
  const { tickCount, requestCount } = price;
  if (isTooMuch(question, price)) throw tooManyTicks(rounded(tickCount));
  if (requestCount > most) spending?.check(key, rounded(requestCount));
}

/**
 * What a question needs, judged by what has been read of the index and what is kept; if nothing is known, by a few
 * pages. Undefined if those may not be requested.
 */
export async function priceOf(
  question: TicksQuestion,
  context: Omit<PriceContext, 'key'>,
): Promise<TickEstimate | undefined> {
  const price = await estimateOf(question, context);
  if (price === undefined) return undefined;
  // What is refused sends nothing.
  const requestCount = isTooMuch(question, price) ? 0 : Math.max(price.requestCount, context.leastRequests);
  return { ...price, requestCount };
}

async function estimateOf(
  question: TicksQuestion,
  { history, source, signal, now, spending, mayAsk }: Omit<PriceContext, 'key'>,
): Promise<TickEstimate | undefined> {
  const { pages } = source;
  const window = { fromMs: question.startMs, toMs: question.endMs };
  const profile = history.profileOf(question.symbol, window);
  if (!profile.isKnown(window, true))
    await history.learnBefore(question.symbol, Math.min(question.endMs, now()), profile);
  const price = await estimate(question, profile, history, pages.certainSize, now());
  const isUncertain = pages.certainSize < pages.size && price.requestCount > AT_ONCE;
  const mayBeLess = isUncertain || (pages.mayGrow && price.requestCount > maxRequestsOf(spending));
  if (profile.isKnown(window) && !mayBeLess) return price;
  if (!mayAsk) return profile.isKnown(window) ? price : undefined;
  const toMs = Math.min(window.toMs, now());
  if (toMs > window.fromMs)
    await probe({ ...window, toMs }, question.sessionsIn, first, pages.mayGrow ? 2 : 3, profile);
  return estimate(question, profile, history, pages.certainSize, now());

  async function first({ fromMs, toMs }: Span) {
    const request = {
      start: Math.floor(fromMs / 1000),
      end: Math.ceil(toMs / 1000),
      cursor: undefined,
      limit: pages.size,
    };
    const answer = await pages.getFirst(request, LARGE_SAMPLE, source.send, signal);
    const { times, next } = tickPage(answer);
    return { times, isAll: next === null || times.length === 0, total: totalOf(answer) };
  }
}

/** The number of rows on all pages, if the service tells it. */
function totalOf({ body, rows, cursors }: DecodedAnswer): number | undefined {
  const total = isRecord(body) ? body.total : undefined;
  const least = rows.length + ((cursors?.next ?? null) === null ? 0 : 1);
  return typeof total === 'number' && total >= least ? total : undefined;
}

/**
 * Whether bars are surely made of more ticks than a formula may read. If not sure, the number of requests alone decides:
 * the user cannot allow what is refused here.
 */
const isTooMuch = ({ startMs, endMs, bars }: TicksQuestion, { tickCount, sureTickCount }: TickEstimate): boolean =>
  bars !== undefined &&
  (sureTickCount > MAX_TICKS * ROUGHLY || (endMs - startMs >= LONG_MS && tickCount > MAX_TICKS * FAR));

/** In so long a window a few bursts a day, which deceive those who look at a few pages, are too many ticks as well. */
const LONG_MS = 5 * 365 * MS_PER_DAY;
const FAR = 10;

/** How many requests may be sent without looking closer. */
const maxRequestsOf = (spending: Spending | undefined): number =>
  Math.min(spending?.maxRequests ?? Infinity, spending?.budget?.left ?? Infinity);

/** Tolerance, because other days may have only half as many ticks as those that were read. */
const ROUGHLY = 2;
