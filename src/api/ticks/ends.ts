import type { BarRule, Span } from '../../core/calendar/bars';
import { MS_PER_DAY, MS_PER_HOUR } from '../../core/calendar/dates';
import { isWeekend } from '../../core/calendar/iso-dates';
import { joined, type TickPart, type TickRows, within } from './plan';

/** Which ticks of bars are wanted: the first of each, the last, or both. */
export type BarEnds = 'open' | 'close' | 'both';

/** The first ticks of a span, as many as one page holds. */
export interface Look extends TickRows {
  /** Reads the next page; undefined if the span has no more ticks. */
  readonly next?: (() => Promise<Look>) | undefined;
}

export interface EndsSource {
  lookAt(span: Span, limit: number): Promise<Look>;
  /** A kept part, within the window, that ends at or after a moment, or that begins at or before it. */
  keptPart(atMs: number, side: 'before' | 'from'): Promise<TickPart | undefined>;
  /** Keeps a span whose ticks are all known. */
  keepPart(part: TickPart): Promise<void>;
  /** Whether something is kept of the day of a moment. */
  hasKept(atMs: number): boolean;
  /** Throws if about this many requests are not allowed. */
  foreseeRequests(requestCount: number): void;
  /** The error to throw instead of another if about this many more requests are needed. */
  explainError(error: unknown, requestCount: number): unknown;
  readonly atOnce: number;
}

/** A tick with a price. */
export interface Point {
  readonly timeMs: number;
  readonly price: number;
}

/** The positions of the bars in time. */
interface Bars {
  readonly rule: BarRule;
  /** When the exchange is open, in order of time; none if that is not known. */
  readonly sessions: readonly Span[];
  readonly source: EndsSource;
}

/** Rows of a request for last ticks: as many as the service sends by default. */
const PAGE = 100;
/** One is enough for a first tick, unless others share its time or have no price. */
const FIRST_TICKS = 10;
/** A request begins so early that it probably finds this many ticks: neither none nor more than a page. */
const AIM = PAGE / 4;
/** Up to this many ticks are read page by page. If there are more, the end is searched. */
const READ_ON = 1.5 * PAGE;
/** Where to begin if nothing is known: at this part of a bar, or this long before the exchange closes. */
const [FIRST_PART, FIRST_MS] = [16, 60_000];
/** The number of bars in each of several parallel readings. */
const BARS_AT_ONCE = 5;
/** Extra requests, since some find nothing. */
const LOOKS_PER_BAR = 1.1;

/**
 * The first or last price of each bar of a window, in order of time, without the ticks between them. The service pages
 * forwards only, so that a first tick is read, and a last tick is searched.
 */
export async function readBarEnds(ends: BarEnds, window: Span, bars: Bars): Promise<readonly Point[]> {
  const points: Point[] = [];
  if (ends !== 'close') {
    const readings = partsOf(window, bars).map((part) => new OpensReading(part, bars));
    await readSome(readings, bars);
    points.push(...readings.flatMap((reading) => reading.points));
  }
  if (ends !== 'open') {
    // The newest bar shows at which time of day the others end.
    const first = new ClosesReading(window, bars);
    await readSome([first], bars, () => first.points.length > 0);
    const others = partsOf(first.left, bars).map((part) => new ClosesReading(part, bars, first.habit));
    await readSome(others, bars);
    points.push(...[first, ...others].flatMap((reading) => reading.points));
  }
  return points.sort((one, other) => one.timeMs - other.timeMs);
}

interface EndsReading {
  readonly points: readonly Point[];
  /** The part of its span that is still to be read. */
  readonly left: Span;
  /** Sends the next request. False at the end. */
  step(): Promise<boolean>;
}

/** Reads spans side by side. */
async function readSome(readings: readonly EndsReading[], bars: Bars, isEnough = () => false): Promise<void> {
  const { source } = bars;
  const busyBars = (): number => readings.reduce((sum, { left }) => sum + busyBarsIn(left, bars), 0);
  const barsAtFirst = busyBars();
  let looks = 0;
  source.foreseeRequests(Math.ceil(barsAtFirst * LOOKS_PER_BAR));
  const outcomes = await Promise.allSettled(
    readings.map(async (reading) => {
      while (await reading.step()) {
        looks++;
        if (isEnough()) break;
      }
    }),
  );
  const failed = outcomes.find(({ status }) => status === 'rejected') as PromiseRejectedResult | undefined;
  if (failed === undefined) return;
  const barsLeft = busyBars();
  throw source.explainError(failed.reason, barsLeft * Math.max(1, looks / Math.max(1, barsAtFirst - barsLeft)));
}

class OpensReading implements EndsReading {
  readonly points: Point[] = [];
  #atMs: number;

  constructor(
    private readonly span: Span,
    private readonly bars: Bars,
  ) {
    this.#atMs = startIn(bars.rule, span.fromMs);
  }

  get left(): Span {
    return { fromMs: this.#atMs, toMs: this.span.toMs };
  }

  async step(): Promise<boolean> {
    const { rule, source } = this.bars;
    const { fromMs, toMs } = this.left;
    if (!(fromMs < toMs)) return false;
    const kept = await source.keptPart(fromMs, 'from');
    const knownMs = Math.min(toMs, kept?.toMs ?? toMs);
    let look: Look = kept
      ? within({ fromMs, toMs: knownMs }, kept)
      : await source.lookAt({ fromMs, toMs }, FIRST_TICKS);
    while (look.next && pointsOf(look).length === 0) look = await followed(look, look.next);
    const seenMs = look.next ? look.times.at(-1)! : knownMs;
    if (!kept) await source.keepPart({ fromMs, toMs: seenMs, ...within({ fromMs, toMs: seenMs }, look) });
    const [first] = pointsOf(look);
    const startMs = first === undefined ? NaN : rule.startOf(first.timeMs);
    if (first && !Number.isNaN(startMs)) this.points.push(first);
    this.#atMs = startIn(rule, Number.isNaN(startMs) ? (first?.timeMs ?? seenMs) : rule.endOf(startMs));
    return true;
  }
}

/** The moment itself if a bar contains it, otherwise the start of the next one. */
const startIn = (rule: BarRule, timeMs: number): number =>
  Number.isNaN(rule.startOf(timeMs)) ? rule.step(timeMs, 0) : timeMs;

/** The usual positions of the last ticks in their bars. */
interface Habit {
  readonly base: 'closing' | 'end';
  /** How long before that moment the last tick is; negative: after it. */
  readonly lagMs: number;
  /** The length of time in which as many ticks come as a request aims at. */
  readonly aimMs: number;
}

/**
 * Reads the last ticks of bars, from the end of its span backwards. Each step looks at what lies between a guessed moment
 * and the end of the unread part:
 *
 * 1. For a new bar the moment is a little before the time of the last ticks of earlier bars, or before the exchange
 *    closes. Quiet bars are read together with the bar before.
 * 2. If the page reaches the end, its last ticks are those of their bars, and the next step goes on before them. If it
 *    has no ticks, the moment was too late, and all the rest of the bar is looked at.
 * 3. If the page is full before the end, the moment was too early. The next one lies between that page, called dense,
 *    and the end; or the next page is read, if few ticks are left.
 */
class ClosesReading implements EndsReading {
  readonly points: Point[] = [];
  /** From this moment on, everything that matters is known. */
  #toMs: number;
  /** The part that is known without a gap from there on. */
  #known: TickPart;
  /** A page that did not reach the end. */
  #dense: { readonly fromMs: number; readonly look: Look } | undefined;
  /** Whether a request after the dense page found nothing, or a request across several bars was too dense. */
  #wasInVain = false;
  /** Where the search began, as earlier bars suggested. */
  #predictedMs: number | undefined;

  constructor(
    private readonly span: Span,
    private readonly bars: Bars,
    public habit?: Habit,
  ) {
    this.#toMs = span.toMs;
    this.#known = nothingAt(span.toMs);
  }

  get left(): Span {
    return { fromMs: this.span.fromMs, toMs: this.#toMs };
  }

  async step(): Promise<boolean> {
    const { source } = this.bars;
    const bar = await this.#goToBar();
    if (bar === undefined) return false;
    const toMs = this.#toMs;
    const kept = await source.keptPart(toMs, 'before');
    if (kept) {
      const fromMs = Math.max(kept.fromMs, this.span.fromMs);
      await this.#receive(bar, fromMs, within({ fromMs, toMs }, kept), true);
      return true;
    }
    const dense = this.#dense;
    const fromMs = this.#momentAnHourAway(bar) ?? (dense ? this.#momentAfter(dense.look) : this.#firstMoment(bar));
    if (fromMs !== undefined) await this.#receive(bar, fromMs, await source.lookAt({ fromMs, toMs }, PAGE));
    else await this.#receive(bar, dense!.fromMs, await followed(dense!.look, dense!.look.next!));
    return true;
  }

  /** The bar in which the unread part ends; undefined if no bar is left. Ticks between bars do not matter. */
  async #goToBar(): Promise<BarAtHand | undefined> {
    const bar = barBefore(this.#toMs, this.span, this.bars);
    if (bar !== undefined && bar.toMs === this.#toMs) return bar;
    await this.bars.source.keepPart(this.#known);
    this.#goTo(bar?.toMs ?? this.span.fromMs);
    return bar;
  }

  /** The moment for a new bar, or after one that was too late. */
  #firstMoment(bar: BarAtHand): number {
    const { habit, span, bars } = this;
    if (this.#wasInVain) return bar.fromMs;
    // Where ticks are few, a page has those of several bars.
    const fewMs = wholeSecond(this.#toMs - (habit?.aimMs ?? 0));
    if (this.#toMs < Math.min(bar.endMs, span.toMs)) return Math.max(span.fromMs, Math.min(bar.fromMs, fewMs));
    // The quiet bars, and the first of the others.
    let look = bar;
    for (let before: BarAtHand | undefined = bar; before && isQuiet(look, bars); look = before ?? look)
      before = barBefore(look.fromMs, span, bars);
    if (isQuiet(look, bars)) return look.fromMs;
    const baseMs = habit?.base === 'end' ? look.endMs : (look.closingMs ?? look.endMs);
    const usualMs = look.closingMs === undefined ? (look.endMs - look.fromMs) / FIRST_PART : FIRST_MS;
    const { lagMs, aimMs } = habit ?? { lagMs: 0, aimMs: usualMs };
    const fromMs = Math.max(span.fromMs, wholeSecond(Math.min(baseMs - lagMs, this.#toMs) - aimMs));
    this.#predictedMs = habit && bars.sessions.length === 0 && fromMs >= bar.fromMs ? fromMs : undefined;
    return fromMs;
  }

  /** The moment after a dense page; undefined: its next page is read. */
  #momentAfter({ times }: Look): number | undefined {
    const lastMs = times.at(-1)!;
    const leftMs = this.#toMs - lastMs;
    const density = times.length / Math.max(1, lastMs - times[0]!);
    const lengthMs = this.#wasInVain ? leftMs / 2 : Math.min(leftMs / 2, AIM / density);
    const fromMs = wholeSecond(this.#toMs - lengthMs);
    return density * leftMs <= READ_ON || fromMs <= lastMs ? undefined : fromMs;
  }

  /** The moment if daylight saving may have changed since the bar that suggested the first position. */
  #momentAnHourAway({ fromMs, endMs }: BarAtHand): number | undefined {
    const [predictedMs, toMs] = [this.#predictedMs, this.#toMs];
    const lastMs = this.#dense?.look.times.at(-1);
    if (predictedMs === undefined || (lastMs === undefined && toMs === Math.min(endMs, this.span.toMs)))
      return undefined;
    this.#predictedMs = undefined;
    const hourMs = predictedMs + (lastMs === undefined ? -MS_PER_HOUR : MS_PER_HOUR);
    return hourMs > (lastMs ?? fromMs) && hourMs < toMs ? hourMs : undefined;
  }

  async #receive(bar: BarAtHand, fromMs: number, look: Look, wasKept = false): Promise<void> {
    if (look.next) {
      // If a page ends before the bar, the bar is looked at alone.
      this.#dense = look.times.at(-1)! < bar.fromMs ? undefined : { fromMs, look };
      this.#wasInVain = this.#dense === undefined;
      return;
    }
    const isNew = !wasKept || this.#toMs < this.#known.toMs;
    const known = { fromMs, toMs: this.#toMs, ...within({ fromMs, toMs: this.#toMs }, look) };
    this.#known = joined(known, this.#known);
    if (this.#dense && fromMs <= this.#dense.look.times.at(-1)!) this.#dense = undefined;
    this.#toMs = fromMs;
    const { rule, source } = this.bars;
    const found = pointsOf(known).filter(({ timeMs }) => !Number.isNaN(rule.startOf(timeMs)));
    this.#wasInVain = found.length === 0 && this.#dense !== undefined;
    if (found.length === 0) return;
    const lasts = found.filter(({ timeMs }, index) => {
      const next = found[index + 1];
      return next === undefined || rule.startOf(next.timeMs) !== rule.startOf(timeMs);
    });
    this.points.push(...lasts);
    this.#learn(lasts[0]!, found, fromMs);
    if (isNew) await source.keepPart(this.#known);
    this.#dense = undefined;
    // Ticks before the close of a bar do not matter.
    this.#goTo(Math.min(fromMs, rule.startOf(lasts[0]!.timeMs)));
  }

  #goTo(timeMs: number): void {
    this.#toMs = timeMs;
    this.#known = nothingAt(timeMs);
    this.#predictedMs = undefined;
  }

  #learn({ timeMs }: Point, found: readonly Point[], fromMs: number): void {
    const { endMs, closingMs = NaN } = barBefore(timeMs + 1, this.span, this.bars)!;
    // A bar that is not over does not show where the others end.
    if (endMs > this.span.toMs) return;
    const last = found.filter((point) => point.timeMs <= timeMs).slice(-AIM);
    const tookMs =
      last.length === AIM ? timeMs - last[0]!.timeMs : ((found.at(-1)!.timeMs - fromMs) * AIM) / found.length;
    // A burst may be the end of one bar, and not of the next.
    const aimMs = Math.max(1_000, tookMs, (this.habit?.aimMs ?? 0) / 2);
    const isAtClosing = Math.abs(closingMs - timeMs) < endMs - timeMs;
    this.habit = isAtClosing
      ? { base: 'closing', lagMs: closingMs - timeMs, aimMs }
      : { base: 'end', lagMs: endMs - timeMs, aimMs };
  }
}

/** A bar before some moment, as far as it lies in a span. */
interface BarAtHand extends Span {
  /** Of the whole bar. */
  readonly endMs: number;
  /** When the exchange closes in it for the last time. */
  readonly closingMs: number | undefined;
}

function barBefore(timeMs: number, span: Span, { rule, sessions }: Bars): BarAtHand | undefined {
  const own = rule.startOf(timeMs - 1);
  const startMs = Number.isNaN(own) ? rule.step(timeMs, -1) : own;
  const endMs = rule.endOf(startMs);
  const [fromMs, toMs] = [Math.max(startMs, span.fromMs), Math.min(endMs, timeMs)];
  if (!(fromMs < toMs)) return undefined;
  return { fromMs, toMs, endMs, closingMs: sessions.findLast((one) => one.toMs <= endMs && one.toMs > startMs)?.toMs };
}

/** Whether no tick is expected in a bar. */
function isQuiet({ fromMs, endMs, closingMs }: BarAtHand, { sessions }: Bars): boolean {
  if (sessions.length > 0) return closingMs === undefined;
  return (
    endMs - fromMs <= MS_PER_DAY && [fromMs, endMs - 1].every((timeMs) => isWeekend(Math.floor(timeMs / MS_PER_DAY)))
  );
}

function barsIn(span: Span, bars: Bars): readonly BarAtHand[] {
  const all: BarAtHand[] = [];
  for (let bar = barBefore(span.toMs, span, bars); bar; bar = barBefore(bar.fromMs, span, bars)) all.push(bar);
  return all.reverse();
}

/** How many bars of a span need their own request. */
const busyBarsIn = (span: Span, bars: Bars): number =>
  barsIn(span, bars).filter((bar) => !isQuiet(bar, bars) && !bars.source.hasKept(bar.endMs - 1)).length;

/** Divides a span between bars. */
function partsOf({ fromMs, toMs }: Span, bars: Bars): readonly Span[] {
  const starts = barsIn({ fromMs, toMs }, bars).map((bar) => bar.fromMs);
  const size = Math.max(BARS_AT_ONCE, Math.ceil(starts.length / bars.source.atOnce));
  const first = starts.filter((_, index) => index % size === 0);
  return first.map((startMs, index) => ({ fromMs: startMs, toMs: first[index + 1] ?? toMs }));
}

const wholeSecond = (timeMs: number): number => Math.floor(timeMs / 1000) * 1000;

const nothingAt = (timeMs: number): TickPart => ({ fromMs: timeMs, toMs: timeMs, rows: [], times: [] });

async function followed(look: Look, next: () => Promise<Look>): Promise<Look> {
  const more = await next();
  return { ...more, rows: look.rows.concat(more.rows), times: look.times.concat(more.times) };
}

const pointsOf = ({ rows, times }: TickRows): readonly Point[] =>
  rows.flatMap(({ mid }, index) => (typeof mid === 'number' ? [{ timeMs: times[index]!, price: mid }] : []));
