import { type Bar, barsOf } from '../../core/calendar/bars';
import { barsOfLength, type Span } from '../../core/calendar/bar-rules';
import { isoFromDay } from '../../core/calendar/dates';
import { MS_PER_DAY } from '../../core/calendar/units';
import type { Archive } from '../archive';
import { barsOfRecord, recordOfBars, recordOfTicks, ticksOfRecord } from './kept-day';
import type { TickRows } from './tick-page';
import { isWeekday, TickProfile } from './tick-profile';
import type { Ticks } from './tick-reader';

/** The shortest bars, from which all others are made. */
export const MINUTE_BARS = barsOfLength(60_000);
/** Late ticks still count for their day. */
const SETTLED_AFTER_MS = 3_600_000;

/** The number of days to learn from, and how far back to look for them. */
const [DAYS_TO_LEARN, DAYS_TO_LEARN_FROM] = [5, 60];

type HistoryKind = 'ticks' | 'bars';

/**
 * The finished days (UTC) of indices that have been read: their ticks and their minute bars. Kept in the archive, if
 * there is one. If anything fails there, or a record is damaged, it is as if nothing had been kept.
 */
export class TickHistory {
  readonly #profiles = new Map<string, TickProfile>();
  #archive: Promise<Archive | undefined> | undefined;

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

  /** What is known about the number of an index's ticks. */
  profileOf(symbol: string): TickProfile {
    const profile = this.#profiles.get(symbol) ?? new TickProfile();
    this.#profiles.set(symbol, profile);
    return profile;
  }

  /** Updates the profile from the last kept days before a moment. */
  async learnBefore(symbol: string, timeMs: number): Promise<void> {
    const span = { fromMs: timeMs - DAYS_TO_LEARN_FROM * MS_PER_DAY, toMs: timeMs };
    const days = [...(await this.daysOf(symbol, 'bars', span))].filter(isWeekday);
    for (const dayMs of days.slice(-DAYS_TO_LEARN)) {
      const bars = await this.barsOf(symbol, dayMs);
      if (bars) this.profileOf(symbol).learnDay(dayMs, bars);
    }
  }

  ticksOf(symbol: string, dayMs: number): Promise<TickRows | undefined> {
    return this.#read(nameOf(symbol, 'ticks', dayMs), (record, name) => ticksOfRecord(record, name, dayMs));
  }

  barsOf(symbol: string, dayMs: number): Promise<readonly Bar[] | undefined> {
    return this.#read(nameOf(symbol, 'bars', dayMs), (record, name) => barsOfRecord(record, name, dayMs));
  }

  /**
   * Keeps the days that a reading covers completely, including days without ticks. If the reading found no ticks at
   * all, nothing is kept: they may have been lost.
   */
  async keep(symbol: string, { fromMs, toMs }: Span, { rows, times, isValid }: Ticks): Promise<void> {
    if (!isValid || rows.length === 0) return;
    this.profileOf(symbol).learn({ fromMs, toMs: Math.min(toMs, this.now()) }, times);
    const archive = await this.#opened();
    if (archive === undefined) return;
    const lastMs = Math.min(toMs, this.now() - SETTLED_AFTER_MS);
    let next = 0;
    for (let dayMs = dayAt(fromMs - 1) + MS_PER_DAY; dayMs + MS_PER_DAY <= lastMs; dayMs += MS_PER_DAY) {
      while (next < times.length && times[next]! < dayMs) next++;
      const first = next;
      while (next < times.length && times[next]! < dayMs + MS_PER_DAY) next++;
      const day = { rows: rows.slice(first, next), times: times.slice(first, next) };
      const [ticksName, barsName] = [nameOf(symbol, 'ticks', dayMs), nameOf(symbol, 'bars', dayMs)];
      try {
        await archive.write(barsName, recordOfBars(barsName, minuteBarsOf(day)));
        await archive.write(ticksName, recordOfTicks(ticksName, day));
      } catch {
        // A full disk keeps no more.
        return;
      }
    }
  }

  async #read<T>(name: string, decode: (record: unknown, name: string) => T | undefined): Promise<T | undefined> {
    const archive = await this.#opened();
    const record = await archive?.read(name).catch(() => undefined);
    const decoded = record === undefined ? undefined : decode(record, name);
    if (record !== undefined && decoded === undefined) await archive?.remove(name).catch(() => undefined);
    return decoded;
  }

  #opened(): Promise<Archive | undefined> {
    return (this.#archive ??= this.open().catch(() => undefined));
  }
}

export const minuteBarsOf = ({ rows, times }: TickRows): Bar[] =>
  barsOf(
    rows.map((row, index) => ({ timeMs: times[index]!, price: row.mid })),
    MINUTE_BARS,
  );

/** The start of the moment's day. */
export const dayAt = (timeMs: number): number => Math.floor(timeMs / MS_PER_DAY) * MS_PER_DAY;

const nameOf = (symbol: string, kind: HistoryKind, dayMs: number): string =>
  `${kind} ${symbol} ${isoFromDay(dayMs / MS_PER_DAY)}`;
