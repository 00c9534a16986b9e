import type { BarRule, Span } from '../../core/calendar/bar-rules';
import { MS_PER_DAY, MS_PER_HOUR } from '../../core/calendar/units';
import { BarSearch } from './tick-bars';
import { PAGES_EXPECTED } from './first-ticks-plan';
import { looksIn } from './newest-ticks-plan';
import type { TickHistory } from './tick-history';
import type { TickProfile } from './tick-profile';
import { MAX_TICKS, type TicksQuestion } from './ticks-question';
import type { WindowPiece } from './window-pieces';

/**
 * Windows that are read side by side end in partly filled pages: up to so many more for each page, but not more than so
 * many in all, and so many for each of very many pages. As measured on many readings.
 */
const WASTE = { ofFew: 0.9, max: 16, ofMany: 0.06, ofWide: 4 };

/** The newest ticks are mostly found with so many looks more than there are pages of them. As measured, too. */
const USUAL_LOOKS = 2;

/**
 * About how many requests read so many ticks. A window that is read completely wastes half as much, and one from which
 * very many rows are wanted is begun in several places at once.
 */
function requestsFor(tickCount: number, pageSize: number, isComplete: boolean, isWide: boolean): number {
  const pages = tickCount / pageSize;
  if (pages <= 1) return 1;
  const waste = Math.min(WASTE.ofFew * (pages - 1), WASTE.max);
  return pages * (1 + WASTE.ofMany) + Math.max(isComplete ? waste / 2 : waste, isWide ? WASTE.ofWide : 0);
}

export interface TickEstimate {
  /** Ticks that have to be read because they are not kept. */
  readonly tickCount: number;
  /** As far as readings of the index show it, not only a few pages of it. */
  readonly sureTickCount: number;
  /** For bars, until the reading ends because it has met too many ticks. */
  readonly requestCount: number;
}

/**
 * The maximum number of requests for ticks, however they are spread, unless a second has more than a page; undefined for
 * bars, which may contain any number of ticks.
 */
export function maxRequestsToRead(
  { startMs, endMs, limit, bars }: TicksQuestion,
  pageSize: number,
): number | undefined {
  if (bars) return undefined;
  const pages = Math.ceil(Math.abs(limit) / pageSize);
  return limit > 0 ? 3 * pages + 8 : 2 * (pages + 1 + looksIn(endMs - startMs));
}

/**
 * What a question needs, judged by how many ticks the index usually has at such hours and what is kept of them.
 *
 * @param nowMs the ticks after this are not there yet
 */
export async function estimate(
  question: TicksQuestion,
  profile: TickProfile,
  history: TickHistory,
  pageSize: number,
  nowMs: number,
): Promise<TickEstimate> {
  const { symbol, startMs, endMs, limit, bars } = question;
  const untilNow = ({ fromMs, toMs }: Span): Span => ({ fromMs, toMs: Math.min(toMs, nowMs) });
  const parts = bars ? partsOf(question, bars, profile, nowMs) : [{ fromMs: startMs, toMs: endMs }];
  let rowsLeft = bars ? Infinity : Math.abs(limit);
  let [tickCount, sureTickCount, requestCount] = [0, 0, 0];
  for (const part of parts) {
    const pieces = await history.piecesOf(symbol, bars ? 'bars' : 'ticks', part, pageSize);
    for (const piece of limit < 0 ? pieces.toReversed() : pieces) {
      if (rowsLeft <= 0) break;
      const count = Math.min(rowsLeft, profile.expect(untilNow(piece)));
      rowsLeft -= count;
      if (isKept(piece)) continue;
      const maxToRead = bars ? MAX_TICKS - tickCount : Infinity;
      tickCount += count;
      sureTickCount += profile.expectSurely(untilNow(piece));
      if (maxToRead < 0) continue;
      requestCount += requestsFor(
        Math.min(count, maxToRead),
        pageSize,
        bars !== undefined,
        !bars && limit > PAGES_EXPECTED * pageSize,
      );
      if (!bars && limit < 0) requestCount += USUAL_LOOKS;
    }
  }
  return { tickCount: Math.round(tickCount), sureTickCount, requestCount: Math.ceil(requestCount) };
}

const isKept = ({ keptDayMs, bars }: WindowPiece): boolean => keptDayMs !== undefined || bars !== undefined;

/** The parts of the window that have to be read one after the other for the requested bars. */
function partsOf({ startMs, endMs, limit }: TicksQuestion, rule: BarRule, profile: TickProfile, nowMs: number): Span[] {
  const search = new BarSearch({ startMs, endMs, rowLimit: Math.abs(limit), isNewest: limit < 0 }, rule);
  const parts: Span[] = [];
  for (let step = search.next(); step !== undefined; step = search.next()) {
    const { fromMs, toMs } = step.part;
    parts.push(step.part);
    search.noteFound(Math.floor(barCount(rule, { fromMs, toMs: Math.min(toMs, nowMs) }, profile)));
  }
  return parts;
}

/** Bars shorter than an hour fill only the trading hours. */
function barCount(rule: BarRule, span: Span, profile: TickProfile): number {
  const starts = new Set<number>();
  let hours = 0;
  for (const hourMs of profile.activeHours(span)) {
    hours++;
    starts.add(rule.startOf(Math.max(hourMs, span.fromMs)));
  }
  starts.delete(NaN);
  return rule.lengthMs < MS_PER_HOUR ? (hours * MS_PER_HOUR) / rule.lengthMs : starts.size;
}

/** A window too short to need an estimate. */
export const isShort = ({ startMs, endMs }: TicksQuestion): boolean => endMs - startMs <= MS_PER_DAY / 12;
