import type { BarRule, Span } from '../../core/calendar/bar-rules';
import { MS_PER_DAY, MS_PER_HOUR } from '../../core/calendar/units';
import { BarSearch } from './tick-bars';
import { piecesOf } from './kept-ticks';
import { looksIn } from './newest-ticks-plan';
import type { TickHistory } from './tick-history';
import type { TickProfile } from './tick-profile';
import type { TicksQuestion } from './ticks-question';

/** Accounts for partly filled pages at the ends of segments, as measured on many readings of a day. */
const WASTE = 1.06;

export interface TickEstimate {
  /** Ticks that have to be read because they are not kept. */
  readonly tickCount: number;
  readonly requestCount: number;
}

/**
 * The maximum number of requests for ticks, whatever the window contains; undefined for bars, which may contain any
 * number of ticks.
 */
export function mostRequests({ startMs, endMs, limit, bars }: TicksQuestion, pageSize: number): number | undefined {
  if (bars) return undefined;
  const pages = Math.ceil(Math.abs(limit) / pageSize);
  return limit > 0 ? Math.ceil(pages * WASTE) + 2 : 2 * (pages + looksIn(endMs - startMs));
}

/** What a question needs, judged by how many ticks the index usually has at such hours and what is kept of them. */
export async function estimate(
  question: TicksQuestion,
  profile: TickProfile,
  history: TickHistory,
  pageSize: number,
): Promise<TickEstimate> {
  const { symbol, startMs, endMs, limit, bars } = question;
  const window = bars ? spanOfBars(question, bars, profile) : { fromMs: startMs, toMs: endMs };
  const kept = await history.daysOf(symbol, bars ? 'bars' : 'ticks', window);
  const pieces = piecesOf(window, kept);
  if (limit < 0) pieces.reverse();
  let rowsLeft = bars ? Infinity : Math.abs(limit);
  let [tickCount, requestCount] = [0, 0];
  for (const piece of pieces) {
    if (rowsLeft <= 0) break;
    const count = Math.min(rowsLeft, profile.expect(piece));
    rowsLeft -= count;
    if (piece.keptDayMs !== undefined) continue;
    tickCount += count;
    requestCount += Math.max(1, (count / pageSize) * WASTE);
    if (!bars && limit < 0) requestCount += looksIn(piece.toMs - piece.fromMs);
  }
  return { tickCount: Math.round(tickCount), requestCount: Math.ceil(requestCount) };
}

/** The part of the window that has to be read for the requested bars. */
function spanOfBars({ startMs, endMs, limit }: TicksQuestion, rule: BarRule, profile: TickProfile): Span {
  const search = new BarSearch({ startMs, endMs, rowLimit: Math.abs(limit), isNewest: limit < 0 }, rule);
  for (let step = search.next(); step !== undefined; step = search.next())
    search.noteFound(Math.floor(barCount(rule, step.part, profile)));
  return search.span;
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
