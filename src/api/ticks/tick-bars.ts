import { type Bar, mergeBars, rowsOfBars } from '../../core/calendar/bars';
import type { BarRule, Span } from '../../core/calendar/bar-rules';
import { CellError } from '../../core/errors';
import type { TickDemand } from './tick-plan';
import type { Ticks } from './tick-reader';
import { MOST_TICKS } from './ticks-question';

/** Reads all bars of a minute in a window; undefined where that takes more ticks than may be read. */
export type ReadMinuteBars = (
  window: Span,
  mostTicks: number,
  expected: number,
) => Promise<{ readonly bars: readonly Bar[]; readonly tickCount: number; readonly isSound: boolean } | undefined>;

/** Where bars are wanted on one side of a window: the parts of it to look at, one after the other. */
export class BarSearch {
  #leftMs: number;
  #rightMs: number;
  #found = 0;
  #looked = 0;
  #ahead: number;

  constructor(
    private readonly demand: Omit<TickDemand, 'expected'>,
    private readonly rule: BarRule,
  ) {
    this.#leftMs = demand.startMs;
    this.#rightMs = demand.endMs;
    this.#ahead = demand.wanted;
  }

  /**
   * That many bars reach at least that far, so that time comes first; then, where there were gaps, as much as the share of bars that was
   * found says, or twice as much where there were none.
   */
  next(): { readonly part: Span; readonly ahead: number } | undefined {
    const { wanted, isNewest } = this.demand;
    if (this.#leftMs >= this.#rightMs || this.#found >= wanted) return undefined;
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

  /** That many bars were in the part that was given last. */
  found(count: number): void {
    this.#found += count;
    const missing = this.demand.wanted - this.#found;
    this.#ahead = count === 0 ? this.#ahead * 2 : Math.ceil((missing * this.#looked) / this.#found) + 1;
  }

  /** Whether there is more of the window. */
  get hasMore(): boolean {
    return this.#leftMs < this.#rightMs;
  }

  /** What has been given out so far. */
  get span(): Span {
    const { startMs, endMs, isNewest } = this.demand;
    return isNewest ? { fromMs: this.#rightMs, toMs: endMs } : { fromMs: startMs, toMs: this.#leftMs };
  }
}

/** The first or the newest bars of a window. */
export async function readBars(
  { startMs, endMs, wanted, isNewest }: Omit<TickDemand, 'expected'>,
  rule: BarRule,
  read: ReadMinuteBars,
): Promise<Ticks> {
  const search = new BarSearch({ startMs, endMs, wanted, isNewest }, rule);
  let bars: readonly Bar[] = [];
  let tickCount = 0;
  let isSound = true;
  for (let step = search.next(); step !== undefined; step = search.next()) {
    const found = await read(step.part, MOST_TICKS - tickCount, step.ahead);
    if (found === undefined) throw tooManyTicks();
    tickCount += found.tickCount;
    isSound &&= found.isSound;
    const more = mergeBars(found.bars, rule);
    search.found(more.length);
    bars = isNewest ? [...more, ...bars] : [...bars, ...more];
  }
  const hasMore = search.hasMore || bars.length > wanted;
  const kept = isNewest ? bars.slice(-wanted) : bars.slice(0, wanted);
  return { rows: rowsOfBars(kept), times: kept.map(({ time }) => time * 1000), hasMore, isSound };
}

/** @param count how many there are, where that is known beforehand */
export function tooManyTicks(count?: number): CellError {
  const most = MOST_TICKS.toLocaleString('en');
  const found =
    count === undefined
      ? `more than ${most} ticks lie behind these bars`
      : `about ${count.toLocaleString('en')} ticks lie behind these bars, and one formula reads at most ${most}`;
  return new CellError('#VALUE!', `start, end: ${found}; give a shorter window or a smaller limit`);
}
