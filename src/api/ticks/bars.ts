import { type Bar, mergeBars, type BarRule, type Span } from '../../core/calendar/bars';
import { CellError } from '../../core/errors';
import type { TickDemand } from './plan';
import type { Ticks } from './reader';

/** The maximum number of ticks to read for one formula. */
export const MAX_TICKS = 200_000;

/** Reads all minute bars of a window; undefined if that needs more ticks than may be read. */
export type ReadMinuteBars = (
  window: Span,
  maxTicks: number,
  expected: number,
) => Promise<{ readonly bars: readonly Bar[]; readonly tickCount: number; readonly isValid: boolean } | undefined>;

/** Decides which parts of a window to read, one after the other, to find bars at one side of it. */
export class BarSearch {
  #leftMs: number;
  #rightMs: number;
  #barCount = 0;
  #looked = 0;
  #ahead: number;

  constructor(
    private readonly demand: Omit<TickDemand, 'expected'>,
    private readonly rule: BarRule,
  ) {
    this.#leftMs = demand.startMs;
    this.#rightMs = demand.endMs;
    this.#ahead = demand.rowLimit;
  }

  /**
   * The next part to read. It is first as long as the missing bars; after gaps, it grows by the share of bars found so
   * far, or doubles if there were none.
   */
  next(): { readonly part: Span; readonly ahead: number } | undefined {
    const { rowLimit, isNewest } = this.demand;
    if (this.#leftMs >= this.#rightMs || this.#barCount >= rowLimit) return undefined;
    const ahead = this.#ahead;
    this.#looked += ahead;
    const [fromMs, toMs] = [this.#leftMs, this.#rightMs];
    if (isNewest) {
      this.#rightMs = Math.max(fromMs, this.rule.step(toMs, -ahead));
      return { part: { fromMs: this.#rightMs, toMs }, ahead };
    }
    this.#leftMs = Math.min(toMs, this.rule.step(fromMs, ahead));
    return { part: { fromMs, toMs: this.#leftMs }, ahead };
  }

  /** Notes how many bars were in the last part. */
  noteFound(count: number): void {
    this.#barCount += count;
    const missing = this.demand.rowLimit - this.#barCount;
    this.#ahead = count === 0 ? this.#ahead * 2 : Math.ceil((missing * this.#looked) / this.#barCount) + 1;
  }

  /** Whether part of the window is still unread. */
  get hasMore(): boolean {
    return this.#leftMs < this.#rightMs;
  }
}

/** The first or the newest bars of a window. */
export async function readBars(
  { startMs, endMs, rowLimit, isNewest }: Omit<TickDemand, 'expected'>,
  rule: BarRule,
  read: ReadMinuteBars,
): Promise<Ticks> {
  const search = new BarSearch({ startMs, endMs, rowLimit, isNewest }, rule);
  let bars: readonly Bar[] = [];
  let tickCount = 0;
  let isValid = true;
  for (let step = search.next(); step !== undefined; step = search.next()) {
    const part = await read(step.part, MAX_TICKS - tickCount, step.ahead);
    if (part === undefined) throw tooManyTicks();
    tickCount += part.tickCount;
    isValid &&= part.isValid;
    const more = mergeBars(part.bars, rule);
    search.noteFound(more.length);
    bars = isNewest ? [...more, ...bars] : [...bars, ...more];
  }
  const hasMore = search.hasMore || bars.length > rowLimit;
  const kept = isNewest ? bars.slice(-rowLimit) : bars.slice(0, rowLimit);
  return { rows: kept, times: kept.map(({ time }) => time * 1000), hasMore, isValid };
}

/** @param count the number of ticks, if known beforehand */
export function tooManyTicks(count?: number): CellError {
  const most = MAX_TICKS.toLocaleString('en');
  const problem =
    count === undefined
      ? `more than ${most} ticks lie behind these bars`
      : `about ${count.toLocaleString('en')} ticks lie behind these bars, and one formula reads at most ${most}`;
  return new CellError('#VALUE!', `start, end: ${problem}; give a shorter window or a smaller limit`);
}
