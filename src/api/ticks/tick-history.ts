import { countBefore } from '../../core/count-before';
import { type Bar, barsOf } from '../../core/calendar/bars';
import { barsOfLength, type Span } from '../../core/calendar/bar-rules';
import { isoFromDay } from '../../core/calendar/dates';
import { MS_PER_DAY } from '../../core/calendar/units';
import type { Archive } from '../archive';
import { barsOfRecord, recordOfBars, recordOfTicks, ticksOfRecord } from './kept-day';
import { SettledMinutes } from './settled-minutes';
import type { TickRows } from './tick-page';
import { isWeekday, TickProfile } from './tick-profile';
import type { Ticks } from './tick-reader';
import { piecesOf, type WindowPiece } from './window-pieces';

/** The shortest bars, from which all others are made. */
export const MINUTE_BARS = barsOfLength(60_000);
/** Late ticks still count for their day. */
const SETTLED_AFTER_MS = 3_600_000;
/**
 * A minute of an unfinished day counts as settled once a tick this much later is known. By the ticks, not by the clock,
 * because they may arrive with a delay.
 */
const OVERTAKEN_BY_MS = 5 * 60_000;

/** The number of days to learn from, and how far back to look for them. */
const [DAYS_TO_LEARN, DAYS_TO_LEARN_FROM] = [5, 60];

/** An index may have had far fewer ticks some years ago, so each half of a year is judged by itself. */
const ERA_MS = 182 * MS_PER_DAY;

type HistoryKind = 'ticks' | 'bars';

/** What was read at some time. */
export interface DatedTicks extends Ticks {
  /** What the service had at this time is there, if in the window. A gateway may have kept pages. */
  readonly asOfMs: number;
}

/**
 * What has been read of indices. Finished days (UTC) are kept in the archive, if there is one: their ticks and their
 * minute bars. If anything fails there, or a record is damaged, it is as if nothing had been kept. Minute bars of parts
 * of days are kept in memory.
 */
export class TickHistory {
  readonly #profiles = new Map<string, TickProfile>();
  readonly #minutes = new SettledMinutes();
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
    const names = await archive?.names(first, last).catch(() => []);
    return new Set((names ?? []).map((name) => Date.parse(name.slice(-'2026-11-20'.length))));
  }

  /**
   * What is kept of a window, and what is missing. A finished day that the window contains is read as a whole, so that
   * it can be kept for good.
   *
   * @param pageSize rows per page
   */
  async piecesOf(symbol: string, kind: HistoryKind, window: Span, pageSize: number): Promise<readonly WindowPiece[]> {
    const days = await this.daysOf(symbol, kind, window);
    if (kind === 'ticks') return piecesOf(window, days);
    const archive = await this.#opened();
    const finishedMs = Math.min(window.toMs, archive ? dayAt(this.now() - SETTLED_AFTER_MS) : 0);
    const isReadWhole = (dayMs: number): boolean => dayMs >= window.fromMs && dayMs + MS_PER_DAY <= finishedMs;
    const minutes = this.#minutes.in(symbol, window).filter(({ fromMs }) => {
      const dayMs = dayAt(fromMs);
      return !days.has(dayMs) && !isReadWhole(dayMs);
    });
    return piecesOf(window, days, minutes, pageSize);
  }

  /** What is known about the number of an index's ticks around the middle of a span. */
  profileOf(symbol: string, { fromMs, toMs }: Span): TickProfile {
    const key = `${symbol} ${Math.floor((fromMs + toMs) / 2 / ERA_MS)}`;
    const profile = this.#profiles.get(key) ?? new TickProfile();
    this.#profiles.set(key, profile);
    return profile;
  }

  /** Updates a profile from the last kept days before a moment. */
  async learnBefore(symbol: string, timeMs: number, profile: TickProfile): Promise<void> {
    const span = { fromMs: timeMs - DAYS_TO_LEARN_FROM * MS_PER_DAY, toMs: timeMs };
    const days = [...(await this.daysOf(symbol, 'bars', span))].filter(isWeekday);
    for (const dayMs of days.slice(-DAYS_TO_LEARN)) {
      const bars = await this.barsOf(symbol, dayMs);
      if (bars) profile.learnDay(dayMs, bars);
    }
  }

  ticksOf(symbol: string, dayMs: number): Promise<TickRows | undefined> {
    return this.#read(nameOf(symbol, 'ticks', dayMs), (record, name) => ticksOfRecord(record, name, dayMs));
  }

  barsOf(symbol: string, dayMs: number): Promise<readonly Bar[] | undefined> {
    return this.#read(nameOf(symbol, 'bars', dayMs), (record, name) => barsOfRecord(record, name, dayMs));
  }

  /**
   * Keeps the days that a reading covers completely, including days without ticks, and the settled minutes of others. If
   * the reading found no ticks at all, nothing is kept: they may have been lost.
   */
  async keep(symbol: string, { fromMs, toMs }: Span, ticks: DatedTicks): Promise<void> {
    const { rows, times, isValid, asOfMs } = ticks;
    if (!isValid || rows.length === 0) return;
    this.profileOf(symbol, { fromMs, toMs }).learn({ fromMs, toMs: Math.min(toMs, asOfMs) }, times);
    const settledMs = Math.min(toMs, this.#settledUntil(ticks));
    const firstDayMs = dayAt(fromMs - 1) + MS_PER_DAY;
    const endOfDaysMs = await this.#archive(symbol, firstDayMs, Math.min(toMs, asOfMs - SETTLED_AFTER_MS), ticks);
    const parts =
      endOfDaysMs > firstDayMs
        ? [
            { fromMs, toMs: firstDayMs },
            { fromMs: endOfDaysMs, toMs: settledMs },
          ]
        : [{ fromMs, toMs: settledMs }];
    for (const part of parts)
      if (part.fromMs < part.toMs) this.#minutes.keep(symbol, part, minuteBarsOf(within(part, ticks)));
  }

  /**
   * Whatever comes before this gets no more ticks. The first of the pages may have been answered long before the last
   * one, which shows the newest tick.
   */
  #settledUntil({ times, asOfMs }: DatedTicks): number {
    const nowMs = this.now();
    const newestMs = Math.min(times.at(-1)!, nowMs) - Math.max(0, nowMs - asOfMs);
    return Math.max(dayAt(asOfMs - SETTLED_AFTER_MS), newestMs - OVERTAKEN_BY_MS);
  }

  /** Archives days one after the other, and returns the end of the last one; the start if there was none. */
  async #archive(symbol: string, fromMs: number, toMs: number, ticks: TickRows): Promise<number> {
    const archive = await this.#opened();
    let dayMs = fromMs;
    for (; archive && dayMs + MS_PER_DAY <= toMs; dayMs += MS_PER_DAY) {
      const day = within({ fromMs: dayMs, toMs: dayMs + MS_PER_DAY }, ticks);
      const [ticksName, barsName] = [nameOf(symbol, 'ticks', dayMs), nameOf(symbol, 'bars', dayMs)];
      try {
        await archive.write(barsName, recordOfBars(barsName, minuteBarsOf(day)));
        await archive.write(ticksName, recordOfTicks(ticksName, day));
      } catch {
        // A full disk keeps no more.
        break;
      }
    }
    return dayMs;
  }

  async #read<T>(name: string, decode: (record: unknown, name: string) => T | undefined): Promise<T | undefined> {
    const archive = await this.#opened();
    const record = await archive?.read(name).catch(() => undefined);
    const decoded = record === undefined ? undefined : decode(record, name);
    if (record !== undefined && decoded === undefined) await archive?.remove(name).catch(() => undefined);
    return decoded;
  }

  #opened(): Promise<Archive | undefined> {
    return (this.#opening ??= this.open().catch(() => undefined));
  }
}

export const minuteBarsOf = ({ rows, times }: TickRows): Bar[] =>
  barsOf(
    rows.map((row, index) => ({ timeMs: times[index]!, price: row.mid })),
    MINUTE_BARS,
  );

/** The ticks of a span. They are in order of time. */
function within({ fromMs, toMs }: Span, { rows, times }: TickRows): TickRows {
  const [from, to] = [countBefore(times, fromMs), countBefore(times, toMs)];
  return { rows: rows.slice(from, to), times: times.slice(from, to) };
}

/** The start of the moment's day. */
const dayAt = (timeMs: number): number => Math.floor(timeMs / MS_PER_DAY) * MS_PER_DAY;

const nameOf = (symbol: string, kind: HistoryKind, dayMs: number): string =>
  `${kind} ${symbol} ${isoFromDay(dayMs / MS_PER_DAY)}`;
