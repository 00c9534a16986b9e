import { type Bar, type BarRule, barsOf, barsOfLength, type Span } from '../../core/calendar/bars';
import { isoFromDay, MS_PER_DAY, MS_PER_HOUR, MS_PER_MINUTE } from '../../core/calendar/dates';
import type { Archive } from '../lookup/long-read';
import {
  barsOfRecord,
  partsOfRecord,
  piecesOf,
  recordOfBars,
  recordOfParts,
  recordOfTicks,
  ticksOfRecord,
  type WindowPiece,
  withGaps,
} from './kept';
import { concatenate, joined, type TickDemand, type TickPart, type TickRows, within } from './plan';
import { type BarEnds, type EndsSource, type Look, readBarEnds } from './ends';
import type { StoppedReading, Ticks } from './reader';

/**
 * The shortest bars, from which all others are made.
 *
 * @internal
 */
export const MINUTE_BARS = barsOfLength(MS_PER_MINUTE);
/** How long a day waits for late ticks before it is finished. */
const SETTLED_AFTER_MS = MS_PER_HOUR;
/**
 * A minute of an unfinished day counts as settled once a tick this much later is known. By the ticks, not by the clock,
 * because they may arrive with a delay.
 */
const OVERTAKEN_BY_MS = 5 * MS_PER_MINUTE;

/** Ticks in memory are read again after a day, since the service may have sent wrong ones. */
const HELD_MS = MS_PER_DAY;
/** The maximum number of ticks in memory, for all indices together. The latest reading is always kept. */
const MAX_HELD_ROWS = 400_000;

/** `parts`: days of which only the ends of bars were read. */
type HistoryKind = 'ticks' | 'bars' | 'parts';

/** What was read at some time. */
export interface DatedTicks extends Ticks {
  /** It contains every tick of the window that the service had at this time. A gateway may have sent kept pages. */
  readonly asOfMs: number;
}

/**
 * The ticks of indices that have been read and that later ticks cannot change. Finished days (UTC) are kept in the
 * archive, if there is one: their ticks and their minute bars. If the archive fails, or a record is damaged, nothing
 * counts as kept. All other ticks are held in memory.
 */
export class TickHistory {
  /** By index: separate parts. The index that was read last comes last. */
  readonly #held = new Map<string, readonly TickPart[]>();
  /** By index: the time since when ticks are held. */
  readonly #heldSince = new Map<string, number>();
  /** By index: no more ticks can come before this time, since later ones are known. */
  readonly #settledMs = new Map<string, number>();
  #opening: Promise<Archive | undefined> | undefined;

  /** @param open returns the account's archive; called on first use */
  constructor(
    private readonly open: () => Promise<Archive | undefined>,
    private readonly now: () => number,
  ) {}

  /** The kept days of a window, each by its first millisecond. */
  async daysOf(symbol: string, kind: HistoryKind, { fromMs, toMs }: Span): Promise<ReadonlySet<number>> {
    const archive = await this.#opened();
    const [first, last] = [dayAt(fromMs), dayAt(toMs - 1)].map((dayMs) => nameOf(symbol, kind, dayMs)) as [
      string,
      string,
    ];
    const names = await archive?.recordNames(first, last).catch(() => undefined);
    return new Set(names?.map((name) => Date.parse(name.slice(-'2026-11-20'.length))));
  }

  /**
   * The kept and the missing parts of a window.
   *
   * @param pageSize rows per page
   */
  async piecesOf(symbol: string, kind: HistoryKind, window: Span, pageSize: number): Promise<readonly WindowPiece[]> {
    const days = await this.daysOf(symbol, kind, window);
    return piecesOf(window, days, this.#heldIn(symbol, window, days), pageSize);
  }

  /**
   * Keeps the final ticks of a part that was read, so that the next reading continues from there if this one is
   * stopped. If this completes a day, the day is archived.
   */
  async hold(symbol: string, known: TickPart, { isValid, asOfMs }: DatedTicks): Promise<void> {
    if (!isValid) return;
    // A page may go on beyond the part of which it has every tick.
    const part = { ...known, ...within(known, known) };
    // Several readings at a time may have read the same ticks.
    const others = this.#heldOf(symbol).flatMap((one) => outside(part, one));
    const all = join(part, others);
    const finalMs = asOfMs - SETTLED_AFTER_MS;
    const settledMs = Math.max(dayAt(finalMs), this.#overtakenUntil(all, asOfMs));
    this.#settledMs.set(symbol, Math.max(settledMs, this.#settledMs.get(symbol) ?? 0));
    const whole = until(Math.max(finalMs, settledMs), all);
    if (whole === undefined) return;
    const apart = others.filter((one) => one.toMs <= all.fromMs || one.fromMs >= all.toMs);
    this.#holdAll(symbol, [...apart, whole]);
    // A reading that found no ticks at all may have lost them.
    if (part.rows.length === 0) return;
    const days = await this.#archive(symbol, { fromMs: whole.fromMs, toMs: Math.min(whole.toMs, finalMs) }, whole);
    if (days.fromMs < days.toMs)
      this.#holdAll(
        symbol,
        this.#heldOf(symbol).flatMap((one) => outside(days, one)),
      );
  }

  /**
   * Called when a window was read completely. Drops parts that later readings might find changed: parts without ticks,
   * and the end of an unfinished day that no later tick has confirmed.
   */
  release(symbol: string, { fromMs, toMs }: Span): void {
    this.#holdAll(
      symbol,
      this.#heldOf(symbol).flatMap((part) => {
        if (part.rows.length === 0 && part.fromMs >= fromMs && part.toMs <= toMs) return [];
        if (part.rows.length === 0 || part.toMs <= fromMs || part.fromMs >= toMs) return [part];
        return until(this.#settledMs.get(symbol)!, part) ?? [];
      }),
    );
  }

  #heldOf(symbol: string): readonly TickPart[] {
    const sinceMs = this.#heldSince.get(symbol) ?? Infinity;
    return this.now() - sinceMs < HELD_MS ? (this.#held.get(symbol) ?? []) : [];
  }

  #holdAll(symbol: string, parts: readonly TickPart[]): void {
    if (this.#heldOf(symbol).length === 0) this.#heldSince.set(symbol, this.now());
    this.#held.delete(symbol);
    this.#held.set(symbol, parts);
    const oldestFirst = [...this.#held].flatMap(([one, ofOne]) => ofOne.map((part) => ({ one, part })));
    let count = oldestFirst.reduce((sum, { part }) => sum + part.rows.length, 0);
    for (const { one, part } of oldestFirst.slice(0, -1)) {
      if (count <= MAX_HELD_ROWS) return;
      count -= part.rows.length;
      this.#held.set(
        one,
        this.#heldOf(one).filter((other) => other !== part),
      );
    }
  }

  /** By day, without the kept days. */
  #heldIn(symbol: string, window: Span, days: ReadonlySet<number>): readonly WindowPiece[] {
    const pieces: WindowPiece[] = [];
    for (const part of this.#heldOf(symbol)) {
      const [firstMs, endMs] = [Math.max(part.fromMs, window.fromMs), Math.min(part.toMs, window.toMs)];
      for (let fromMs = firstMs; fromMs < endMs;) {
        const toMs = Math.min(dayAt(fromMs) + MS_PER_DAY, endMs);
        if (!days.has(dayAt(fromMs))) pieces.push({ fromMs, toMs, ticks: within({ fromMs, toMs }, part) });
        fromMs = toMs;
      }
    }
    return pieces;
  }

  ticksOf(symbol: string, dayMs: number): Promise<TickRows | undefined> {
    return this.#read(nameOf(symbol, 'ticks', dayMs), (record, name) => ticksOfRecord(record, name, dayMs));
  }

  partsOf(symbol: string, dayMs: number): Promise<readonly TickPart[] | undefined> {
    return this.#read(nameOf(symbol, 'parts', dayMs), (record, name) => partsOfRecord(record, name, dayMs));
  }

  /** Keeps the finished days of a span, and returns them. */
  async keepPart(symbol: string, { fromMs, toMs, ...ticks }: TickPart, asOfMs: number): Promise<readonly number[]> {
    const archive = await this.#opened();
    const days: number[] = [];
    const finishedMs = dayAt(asOfMs - SETTLED_AFTER_MS);
    for (let dayMs = dayAt(fromMs); archive && dayMs < Math.min(toMs, finishedMs); dayMs += MS_PER_DAY) {
      const span = { fromMs: Math.max(fromMs, dayMs), toMs: Math.min(toMs, dayMs + MS_PER_DAY) };
      const name = nameOf(symbol, 'parts', dayMs);
      const others = ((await this.partsOf(symbol, dayMs)) ?? []).flatMap((one) => outside(span, one));
      const whole = join({ ...span, ...within(span, ticks) }, others);
      const apart = others.filter((one) => one.toMs <= whole.fromMs || one.fromMs >= whole.toMs);
      try {
        await archive.writeRecord(name, recordOfParts(name, [...apart, whole]));
      } catch {
        // A full disk keeps no more.
        break;
      }
      days.push(dayMs);
    }
    return days;
  }

  barsOf(symbol: string, dayMs: number): Promise<readonly Bar[] | undefined> {
    return this.#read(nameOf(symbol, 'bars', dayMs), (record, name) => barsOfRecord(record, name, dayMs));
  }

  /**
   * The time before which ticks are final, because a later tick is known. The first of the pages may have been answered
   * long before the last one, which shows the newest tick.
   */
  #overtakenUntil({ times }: TickRows, asOfMs: number): number {
    const nowMs = this.now();
    return Math.min(times.at(-1) ?? -Infinity, nowMs) - Math.max(0, nowMs - asOfMs) - OVERTAKEN_BY_MS;
  }

  /** Archives the whole days of a span, one after the other, and returns the archived span. */
  async #archive(symbol: string, { fromMs, toMs }: Span, ticks: TickRows): Promise<Span> {
    const archive = await this.#opened();
    const firstMs = dayAt(fromMs - 1) + MS_PER_DAY;
    let dayMs = firstMs;
    for (; archive && dayMs + MS_PER_DAY <= toMs; dayMs += MS_PER_DAY) {
      const day = within({ fromMs: dayMs, toMs: dayMs + MS_PER_DAY }, ticks);
      const [ticksName, barsName] = [nameOf(symbol, 'ticks', dayMs), nameOf(symbol, 'bars', dayMs)];
      try {
        await archive.writeRecord(barsName, recordOfBars(barsName, minuteBarsOf(day)));
        await archive.writeRecord(ticksName, recordOfTicks(ticksName, day));
      } catch {
        // A full disk keeps no more.
        break;
      }
    }
    return { fromMs: firstMs, toMs: dayMs };
  }

  async #read<T>(name: string, decode: (record: unknown, name: string) => T | undefined): Promise<T | undefined> {
    const archive = await this.#opened();
    const record = await archive?.readRecord(name).catch(() => undefined);
    const decoded = decode(record, name);
    if (record !== undefined && decoded === undefined) await archive?.removeRecord(name).catch(() => undefined);
    return decoded;
  }

  #opened(): Promise<Archive | undefined> {
    return (this.#opening ??= this.open().catch(() => undefined));
  }
}

/** @internal */
export const minuteBarsOf = ({ rows, times }: TickRows): Bar[] =>
  barsOf(
    rows.map((row, index) => ({ timeMs: times[index]!, price: row.mid })),
    MINUTE_BARS,
  );

/** A part joined with the other parts that it touches. */
function join(part: TickPart, others: readonly TickPart[]): TickPart {
  const before = others.find(({ toMs }) => toMs === part.fromMs);
  if (before) return join(joined(before, part), others);
  const after = others.find(({ fromMs }) => fromMs === part.toMs);
  return after ? join(joined(part, after), others) : part;
}

/** The piece of a part before a moment. */
const until = (timeMs: number, part: TickPart): TickPart | undefined => {
  const span = { fromMs: part.fromMs, toMs: Math.min(part.toMs, timeMs) };
  return span.fromMs < span.toMs ? { ...span, ...within(span, part) } : undefined;
};

/** The pieces of a part before and after a span. */
const outside = (span: Span, part: TickPart): TickPart[] =>
  [
    { fromMs: part.fromMs, toMs: Math.min(part.toMs, span.fromMs) },
    { fromMs: Math.max(part.fromMs, span.toMs), toMs: part.toMs },
  ]
    .filter(({ fromMs, toMs }) => fromMs < toMs)
    .map((own) => ({ ...own, ...within(own, part) }));

/** The ticks of a span, in any order. */
function inSpan({ fromMs, toMs }: Span, { rows, times }: TickRows): TickRows {
  const isIn = (timeMs: number): boolean => timeMs >= fromMs && timeMs < toMs;
  if (times.every(isIn)) return { rows, times };
  return { rows: rows.filter((_, index) => isIn(times[index]!)), times: times.filter(isIn) };
}

const NO_TICKS: Ticks = { rows: [], times: [], hasMore: false, isValid: true };

/** The start of the moment's day. */
const dayAt = (timeMs: number): number => Math.floor(timeMs / MS_PER_DAY) * MS_PER_DAY;

const nameOf = (symbol: string, kind: HistoryKind, dayMs: number): string =>
  `${kind} ${symbol} ${isoFromDay(dayMs / MS_PER_DAY)}`;

export interface EndsQuestion {
  readonly ends: BarEnds;
  readonly rule: BarRule;
  /** Of the exchange, in order of time; none if they are not known. */
  readonly sessions: readonly Span[];
}

/** Reads ticks from the service. */
interface DatedReader {
  read(demand: TickDemand): Promise<DatedTicks>;
  /**
   * Why a reading was stopped; undefined if what is left may be read after all.
   *
   * @param unread the parts that this reading has not read
   * @param hold keeps pages that are read to find out
   */
  explain(
    stopped: StoppedReading,
    unread: readonly Span[],
    hold: (part: TickPart) => Promise<void>,
  ): Error | undefined | Promise<Error | undefined>;
  /** Rows per page. */
  readonly pageSize: number;
}

/** Looks for the ends of bars. */
export interface EndsReader extends Pick<EndsSource, 'foreseeRequests' | 'explainError' | 'atOnce'> {
  lookAt(span: Span, limit: number): Promise<Look & Pick<DatedTicks, 'isValid' | 'asOfMs'>>;
}

interface MinuteBars {
  readonly bars: readonly Bar[];
  readonly tickCount: number;
  readonly isValid: boolean;
}

/** The ticks of an index. Only ticks that are not kept are requested; those that can be kept are kept from then on. */
export class KeptTicks {
  constructor(
    private readonly symbol: string,
    private readonly history: TickHistory,
    private readonly reader: DatedReader,
  ) {}

  /** Reads from one side of a window, day by day, until there are enough ticks. */
  async ticks({ startMs, endMs, rowLimit, isNewest }: Omit<TickDemand, 'expected'>): Promise<Ticks> {
    const oldestFirst = await this.#piecesOf('ticks', { fromMs: startMs, toMs: endMs });
    const pieces = isNewest ? oldestFirst.toReversed() : oldestFirst;
    const parts: TickRows[] = [];
    let [count, hasMore, isValid] = [0, false, true];
    for (const piece of pieces) {
      if (count >= rowLimit) {
        hasMore = true;
        break;
      }
      const demand = { rowLimit: rowLimit - count, isNewest };
      const part = (await this.#keptIn(piece)) ?? (await this.#ask([piece], demand));
      if (part === undefined) return this.ticks({ startMs, endMs, rowLimit, isNewest });
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
  async minuteBars(window: Span, maxTicks: number, expected: number): Promise<MinuteBars | undefined> {
    const pieces = await this.#piecesOf('bars', window);
    const kept: (readonly Bar[] | undefined)[] = [];
    for (const piece of pieces) kept.push(await this.#keptBarsIn(piece));
    const gaps = pieces.filter((_, index) => kept[index] === undefined);
    const demand = { rowLimit: maxTicks, isNewest: false, expected };
    const ticks = gaps.length === 0 ? NO_TICKS : await this.#ask(gaps, demand);
    if (ticks === undefined) return this.minuteBars(window, maxTicks, expected);
    if (ticks.hasMore) return undefined;
    const bars = pieces.flatMap((piece, index) => kept[index] ?? minuteBarsOf(inSpan(piece, ticks)));
    return { bars, tickCount: ticks.rows.length, isValid: ticks.isValid };
  }

  /** Bars of a window with only their open, close or both correct. */
  async barEnds(window: Span, { ends, rule, sessions }: EndsQuestion, reader: EndsReader): Promise<MinuteBars> {
    const { history, symbol } = this;
    const days = {
      ticks: await history.daysOf(symbol, 'ticks', window),
      parts: new Set(await history.daysOf(symbol, 'parts', window)),
    };
    let [isValid, asOfMs] = [true, Infinity];
    const empty: TickPart[] = [];
    const source: EndsSource = {
      ...reader,
      async lookAt(span, limit) {
        const look = await reader.lookAt(span, limit);
        isValid &&= look.isValid;
        asOfMs = Math.min(asOfMs, look.asOfMs);
        return look;
      },
      async keptPart(atMs, side) {
        const dayMs = dayAt(side === 'before' ? atMs - 1 : atMs);
        if (days.ticks.has(dayMs)) {
          const ticks = await history.ticksOf(symbol, dayMs);
          if (ticks) return { fromMs: dayMs, toMs: dayMs + MS_PER_DAY, ...ticks };
        }
        const parts = days.parts.has(dayMs) ? await history.partsOf(symbol, dayMs) : undefined;
        return parts?.find(({ fromMs, toMs }) =>
          side === 'before' ? fromMs < atMs && atMs <= toMs : fromMs <= atMs && atMs < toMs,
        );
      },
      async keepPart(part) {
        if (part.rows.length === 0) empty.push(part);
        else if (isValid) for (const dayMs of await history.keepPart(symbol, part, asOfMs)) days.parts.add(dayMs);
      },
      hasKept: (atMs) => days.ticks.has(dayAt(atMs)) || days.parts.has(dayAt(atMs)),
    };
    try {
      const points = await readBarEnds(ends, window, { rule, sessions, source });
      return { bars: barsOf(points, rule), tickCount: 0, isValid };
    } finally {
      // A window without any ticks may have lost them.
      if (isValid && days.parts.size > 0) for (const part of empty) await history.keepPart(symbol, part, asOfMs);
    }
  }

  #piecesOf(kind: 'ticks' | 'bars', window: Span): Promise<readonly WindowPiece[]> {
    return this.history.piecesOf(this.symbol, kind, window, this.reader.pageSize);
  }

  async #keptIn({ keptDayMs, ticks, fromMs, toMs }: WindowPiece): Promise<Ticks | undefined> {
    if (ticks) return { ...ticks, hasMore: false, isValid: true };
    if (keptDayMs === undefined) return undefined;
    const day = await this.history.ticksOf(this.symbol, keptDayMs);
    if (day === undefined) return undefined;
    return { ...inSpan({ fromMs, toMs }, day), hasMore: false, isValid: true };
  }

  /** If a window begins or ends within a minute, only the ticks show which part belongs to it. */
  async #keptBarsIn(piece: WindowPiece): Promise<readonly Bar[] | undefined> {
    const { keptDayMs, ticks: inMemory, fromMs, toMs } = piece;
    if (keptDayMs === undefined) return inMemory && minuteBarsOf(inMemory);
    const [first, last] = [fromMs, toMs].map((timeMs) => MINUTE_BARS.startOf(timeMs));
    if (first !== fromMs || last !== toMs) {
      const ticks = await this.#keptIn(piece);
      return ticks && minuteBarsOf(ticks);
    }
    const bars = await this.history.barsOf(this.symbol, keptDayMs);
    return bars?.filter(({ time }) => time * 1000 >= fromMs && time * 1000 < toMs);
  }

  /** The ticks of some gaps; undefined if pages of them were read, and the rest may be read. */
  async #ask(
    gaps: readonly Span[],
    demand: Omit<TickDemand, 'startMs' | 'endMs' | 'gaps'>,
  ): Promise<Ticks | undefined> {
    const { history, symbol, reader } = this;
    const window = { fromMs: gaps[0]!.fromMs, toMs: gaps.at(-1)!.toMs };
    const ticks = await reader.read({ startMs: window.fromMs, endMs: window.toMs, gaps, ...demand });
    if (ticks.stopped) {
      const { parts } = ticks.stopped;
      for (const part of parts) await history.hold(symbol, part, ticks);
      const read = parts.map((part) => ({ ...part, ticks: part }));
      const unread = gaps.flatMap((gap) =>
        withGaps(
          gap,
          read.filter(({ fromMs, toMs }) => fromMs >= gap.fromMs && toMs <= gap.toMs),
        ).filter((piece) => !isKept(piece)),
      );
      const reason = await reader.explain(ticks.stopped, unread, (part) => history.hold(symbol, part, ticks));
      if (reason !== undefined) throw reason;
      return undefined;
    }
    const covered = coveredBy(ticks, window, demand.isNewest);
    if (covered)
      for (const gap of gaps) {
        const part = { fromMs: Math.max(gap.fromMs, covered.fromMs), toMs: Math.min(gap.toMs, covered.toMs) };
        if (part.fromMs < part.toMs) await history.hold(symbol, { ...part, ...within(part, ticks) }, ticks);
      }
    return ticks;
  }
}
/**
 * The span in which a reading contains every tick. For an incomplete reading it ends at its last tick, or begins at its
 * first. Undefined if unknown: ticks of a single moment do not show the service's order.
 */
function coveredBy({ hasMore, hasHoles, times }: Ticks, { fromMs, toMs }: Span, isNewest: boolean): Span | undefined {
  if (hasHoles) return undefined;
  if (!hasMore) return { fromMs, toMs };
  const [firstMs = toMs, lastMs = fromMs] = [times[0], times.at(-1)];
  if (isNewest) return { fromMs: firstMs + 1, toMs };
  return firstMs < lastMs ? { fromMs, toMs: lastMs } : undefined;
}

const isKept = ({ keptDayMs, ticks }: WindowPiece): boolean => keptDayMs !== undefined || ticks !== undefined;
