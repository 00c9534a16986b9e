import type { Call } from '../../core/call';
import type { MaybePromise } from '../../core/maybe-promise';
import { barsOf, rowsOfBars } from '../../core/calendar/bars';
import { tickPage } from './tick-page';
import type { Ticks, TickSource } from './tick-reader';
import type { TicksQuestion } from './ticks-question';

/** The part of an answer that is in the first page of its window, or of its first bar. */
export async function readSample(
  question: TicksQuestion,
  { pages, send }: TickSource,
  signal: AbortSignal,
): Promise<Ticks> {
  const { endMs, limit, bars } = question;
  const startMs = firstBarOf(question);
  const request = {
    start: Math.floor(startMs / 1000),
    end: Math.ceil(endMs / 1000),
    cursor: undefined,
    limit: bars ? pages.size : Math.min(pages.size, Math.abs(limit)),
  };
  const { rows, times, next, isValid } = tickPage(await pages.get(request, send, signal));
  const isIn = (index: number): boolean => times[index]! >= startMs && times[index]! < endMs;
  const inside = { rows: rows.filter((_, index) => isIn(index)), times: times.filter((_, index) => isIn(index)) };
  const hasMore = next !== null;
  if (!bars) return { ...inside, hasMore, isValid };
  const kept = barsOf(
    inside.rows.map((row, index) => ({ timeMs: inside.times[index]!, price: row.mid })),
    bars,
  ).slice(0, Math.abs(limit));
  return { rows: rowsOfBars(kept), times: kept.map(({ time }) => time * 1000), hasMore, isValid };
}

/** Notes on the call that its sample lacks ticks which the formula reads: rows, or parts of bars. */
export async function markIfCut(question: TicksQuestion, sample: MaybePromise<Ticks>, { trace }: Call): Promise<Ticks> {
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

/** The window's start, or the first bar's if that begins later, as a session does: what is before it is in no bar. */
function firstBarOf({ startMs, endMs, bars }: TicksQuestion): number {
  if (!bars || !Number.isNaN(bars.startOf(startMs))) return startMs;
  // Back from the end of the next bar.
  const firstMs = bars.step(bars.step(startMs, 1), -1);
  return firstMs > startMs && firstMs < endMs ? firstMs : startMs;
}
