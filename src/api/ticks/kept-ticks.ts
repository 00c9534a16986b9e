import type { Bar } from '../../core/calendar/bars';
import type { Span } from '../../core/calendar/bar-rules';
import { type DatedTicks, MINUTE_BARS, minuteBarsOf, type TickHistory } from './tick-history';
import type { TickRows } from './tick-page';
import { concatenate, type TickDemand } from './tick-plan';
import type { Ticks } from './tick-reader';
import type { WindowPiece } from './window-pieces';

interface TickReader {
  read(demand: TickDemand): Promise<DatedTicks>;
  /** Rows per page. */
  readonly pageSize: number;
}

/** The ticks of an index. Only those that are not kept are requested, and what can be kept of them is from then on. */
export class KeptTicks {
  constructor(
    private readonly symbol: string,
    private readonly history: TickHistory,
    private readonly reader: TickReader,
  ) {}

  /** Reads from one side of a window, day by day, until there are enough ticks. */
  async ticks({ startMs, endMs, rowLimit, isNewest, expected }: TickDemand): Promise<Ticks> {
    const oldestFirst = await this.#piecesOf('ticks', { fromMs: startMs, toMs: endMs });
    const pieces = isNewest ? oldestFirst.toReversed() : oldestFirst;
    const parts: TickRows[] = [];
    let [count, hasMore, isValid] = [0, false, true];
    for (const piece of pieces) {
      if (count >= rowLimit) {
        hasMore = true;
        break;
      }
      const part =
        (await this.#keptIn(piece)) ??
        (await this.#ask(piece, {
          rowLimit: rowLimit - count,
          isNewest,
          ...(expected === undefined ? {} : { expected }),
        }));
      parts.push(part);
      count += part.rows.length;
      hasMore ||= part.hasMore;
      isValid &&= part.isValid;
    }
    if (isNewest) parts.reverse();
    const rows = concatenate(parts.map((part) => part.rows));
    const times = concatenate(parts.map((part) => part.times));
    if (count <= rowLimit) return { rows, times, hasMore, isValid };
    const [from, to] = isNewest ? [count - rowLimit, count] : [0, rowLimit];
    return { rows: rows.slice(from, to), times: times.slice(from, to), hasMore: true, isValid };
  }

  /**
   * All minute bars of a window, oldest first; undefined if more ticks would have to be read.
   *
   * @param maxTicks the maximum number of ticks to read
   */
  async minuteBars(
    window: Span,
    maxTicks: number,
    expected: number,
  ): Promise<{ readonly bars: readonly Bar[]; readonly tickCount: number; readonly isValid: boolean } | undefined> {
    const pieces = await this.#piecesOf('bars', window);
    const bars: (readonly Bar[])[] = [];
    let [tickCount, isValid] = [0, true];
    for (const piece of pieces) {
      const kept = await this.#keptBarsIn(piece);
      if (kept) {
        bars.push(kept);
        continue;
      }
      const part = await this.#ask(piece, { rowLimit: maxTicks - tickCount, isNewest: false, expected });
      if (part.hasMore) return undefined;
      tickCount += part.rows.length;
      isValid &&= part.isValid;
      bars.push(minuteBarsOf(part));
    }
    return { bars: bars.flat(), tickCount, isValid };
  }

  #piecesOf(kind: 'ticks' | 'bars', window: Span): Promise<readonly WindowPiece[]> {
    return this.history.piecesOf(this.symbol, kind, window, this.reader.pageSize);
  }

  async #keptIn({ keptDayMs, fromMs, toMs }: WindowPiece): Promise<Ticks | undefined> {
    if (keptDayMs === undefined) return undefined;
    const day = await this.history.ticksOf(this.symbol, keptDayMs);
    if (day === undefined) return undefined;
    const isIn = (timeMs: number): boolean => timeMs >= fromMs && timeMs < toMs;
    const isWhole = day.times.every(isIn);
    return {
      rows: isWhole ? day.rows : day.rows.filter((_, index) => isIn(day.times[index]!)),
      times: isWhole ? day.times : day.times.filter(isIn),
      hasMore: false,
      isValid: true,
    };
  }

  /** If a window begins or ends within a minute, only the ticks tell what belongs to it. */
  async #keptBarsIn(piece: WindowPiece): Promise<readonly Bar[] | undefined> {
    const { keptDayMs, fromMs, toMs } = piece;
    if (keptDayMs === undefined) return piece.bars;
    const [first, last] = [fromMs, toMs].map((timeMs) => MINUTE_BARS.startOf(timeMs));
    if (first !== fromMs || last !== toMs) {
      const ticks = await this.#keptIn(piece);
      return ticks && minuteBarsOf(ticks);
    }
    const bars = await this.history.barsOf(this.symbol, keptDayMs);
    return bars?.filter(({ time }) => time * 1000 >= fromMs && time * 1000 < toMs);
  }

  async #ask({ fromMs, toMs }: Span, demand: Omit<TickDemand, 'startMs' | 'endMs'>): Promise<Ticks> {
    const ticks = await this.reader.read({ startMs: fromMs, endMs: toMs, ...demand });
    if (ticks.ended) {
      for (const part of ticks.ended.parts) await this.history.keep(this.symbol, part, { ...ticks, ...part });
      throw ticks.ended.by;
    }
    const covered = coveredBy(ticks, { fromMs, toMs }, demand.isNewest);
    if (covered) await this.history.keep(this.symbol, covered, ticks);
    return ticks;
  }
}

/**
 * The span in which a reading contains every tick: up to its last tick, or from its first on, if the reading is
 * incomplete. Undefined if that is not known. Ticks of one moment do not show in which order the service sends them.
 */
function coveredBy({ hasMore, hasHoles, times }: Ticks, { fromMs, toMs }: Span, isNewest: boolean): Span | undefined {
  if (!hasMore) return { fromMs, toMs };
  const [firstMs = toMs, lastMs = fromMs] = [times[0], times.at(-1)];
  if (hasHoles) return undefined;
  if (isNewest) return { fromMs: firstMs + 1, toMs };
  return firstMs < lastMs ? { fromMs, toMs: lastMs } : undefined;
}
