import type { Call } from '../../core/call';
import type { MaybePromise } from '../../core/maybe-promise';
import { barsOf, rowsOfBars } from '../../core/calendar/bars';
import { tickPage } from './tick-page';
import type { Ticks, TickSource } from './tick-reader';
import type { TicksQuestion } from './ticks-question';

/** The part of an answer that is in the first page of its window. */
export async function readSample(
  { startMs, endMs, limit, bars }: TicksQuestion,
  { pages, send }: TickSource,
  signal: AbortSignal,
): Promise<Ticks> {
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
export async function markIfCut(
  { bars, limit }: TicksQuestion,
  sample: MaybePromise<Ticks>,
  { trace }: Call,
): Promise<Ticks> {
  const ticks = await sample;
  if (trace && ticks.hasMore && (bars !== undefined || ticks.rows.length < limit || limit < 0)) trace.isCut = true;
  return ticks;
}
