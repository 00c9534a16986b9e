import { barsOf } from '../core/bars';
import type { Row } from '../core/columns';
import { CellError } from '../core/errors';
import type { Ticks } from './tick-reader';
import type { TickDemand } from './tick-plan';
import { MOST_TICKS } from './ticks-question';

/**
 * The first or the newest bars of a window. So many bars reach at least so far, so the ticks of that time are read first; then, where
 * there were gaps, twice as much time, and so on.
 */
export async function readBars(demand: TickDemand, barMs: number, read: (demand: TickDemand) => Promise<Ticks>): Promise<Ticks> {
  const { startMs, endMs, wanted, isNewest } = demand;
  let [leftMs, rightMs] = [startMs, endMs];
  let bars: readonly Row[] = [];
  let tickCount = 0;
  let isSound = true;
  for (let ahead = wanted; leftMs < rightMs && bars.length < wanted; ahead *= 2) {
    const cutMs = isNewest
      ? Math.max(leftMs, (Math.ceil(rightMs / barMs) - ahead) * barMs)
      : Math.min(rightMs, (Math.floor(leftMs / barMs) + ahead) * barMs);
    const part = isNewest ? { startMs: cutMs, endMs: rightMs } : { startMs: leftMs, endMs: cutMs };
    const { rows, times, hasMore, isSound: isPartSound } = await read({ ...part, wanted: MOST_TICKS - tickCount, isNewest: false, expected: (part.endMs - part.startMs) / barMs });
    if (hasMore) throw tooManyTicks();
    tickCount += rows.length;
    isSound &&= isPartSound;
    const more = barsOf(rows.map((row, index) => ({ timeMs: times[index]!, price: row.mid })), barMs);
    bars = isNewest ? [...more, ...bars] : [...bars, ...more];
    if (isNewest) rightMs = cutMs;
    else leftMs = cutMs;
  }
  const hasMore = leftMs < rightMs || bars.length > wanted;
  const kept = isNewest ? bars.slice(-wanted) : bars.slice(0, wanted);
  return { rows: kept, times: kept.map(({ time }) => Number(time) * 1000), hasMore, isSound };
}

const tooManyTicks = (): CellError =>
  new CellError('#VALUE!', `start, end: more than ${MOST_TICKS.toLocaleString('en')} ticks lie behind these bars; give a shorter window or a smaller limit`);
