import type { Bar, Span } from '../../core/calendar/bars';
import type { Row } from '../../core/columns';
import type { TickPart, TickRows } from './plan';
import { isRecord, RecentMap } from '../../core/basics';
import { MS_PER_DAY, MS_PER_MINUTE } from '../../core/calendar/dates';

/** Increased when the format of records changes: older ones are then dropped. */
const VERSION = 1;
const TICK_NUMBERS = 4;
const BAR_NUMBERS = 6;

/** A day as stored: plain numbers, with a checksum that tells whether they are unchanged. */
interface KeptRecord {
  readonly version: number;
  /** The record's own name, which exposes a record in the wrong place. */
  readonly name: string;
  readonly numbers: Float64Array;
  readonly checksum: number;
}

export const recordOfTicks = (name: string, ticks: TickRows): KeptRecord =>
  toRecord(name, Float64Array.from(numbersOf(ticks)));

/** Parts of a day whose ticks are all known: before the ticks of each, its span and how many they are. */
export const recordOfParts = (name: string, parts: readonly TickPart[]): KeptRecord =>
  toRecord(
    name,
    Float64Array.from(parts.flatMap((part) => [part.fromMs, part.toMs, part.rows.length, 0, ...numbersOf(part)])),
  );

const numbersOf = ({ rows, times }: TickRows): number[] =>
  rows.flatMap(({ ask, bid, mid }, index) => [times[index]!, numberOf(ask), numberOf(bid), numberOf(mid)]);

export const recordOfBars = (name: string, bars: readonly Bar[]): KeptRecord =>
  toRecord(
    name,
    Float64Array.from(bars.flatMap(({ time, open, high, low, close, count }) => [time, open, high, low, close, count])),
  );

/** The ticks of the day, in order; undefined if the record is damaged, of another day or not ours. */
export function ticksOfRecord(record: unknown, name: string, dayMs: number): TickRows | undefined {
  const numbers = fromRecord(record, name, TICK_NUMBERS);
  return numbers && ticksOfNumbers(numbers, { fromMs: dayMs, toMs: dayMs + MS_PER_DAY });
}

/** The parts of the day, in no order; undefined under the same conditions. */
export function partsOfRecord(record: unknown, name: string, dayMs: number): readonly TickPart[] | undefined {
  const numbers = fromRecord(record, name, TICK_NUMBERS);
  if (!numbers) return undefined;
  const parts: TickPart[] = [];
  for (let at = 0; at < numbers.length;) {
    const [fromMs, toMs, count] = numbers.subarray(at) as unknown as readonly [number, number, number];
    const endAt = at + TICK_NUMBERS * (1 + count);
    const span = { fromMs, toMs };
    const ticks = ticksOfNumbers(numbers.subarray(at + TICK_NUMBERS, endAt), span);
    if (ticks?.rows.length !== count || fromMs < dayMs || toMs > dayMs + MS_PER_DAY) return undefined;
    parts.push({ ...span, ...ticks });
    at = endAt;
  }
  return parts;
}

function ticksOfNumbers(numbers: Float64Array, span: Span): TickRows | undefined {
  const [rows, times]: [Row[], number[]] = [[], []];
  for (let at = 0; at < numbers.length; at += TICK_NUMBERS) {
    const timeMs = numbers[at]!;
    times.push(timeMs);
    rows.push({
      time: new Date(timeMs).toISOString(),
      ask: priceOf(numbers[at + 1]!),
      bid: priceOf(numbers[at + 2]!),
      mid: priceOf(numbers[at + 3]!),
    });
  }
  return isWithin(times, span) ? { rows, times } : undefined;
}

/** The bars of the day; undefined under the same conditions. */
export function barsOfRecord(record: unknown, name: string, dayMs: number): readonly Bar[] | undefined {
  const numbers = fromRecord(record, name, BAR_NUMBERS);
  if (!numbers?.every(Number.isFinite)) return undefined;
  const bars: Bar[] = [];
  for (let at = 0; at < numbers.length; at += BAR_NUMBERS) {
    const [time, open, high, low, close, count] = numbers.subarray(at) as unknown as readonly number[];
    bars.push({ time: time!, open: open!, high: high!, low: low!, close: close!, count: count! });
  }
  return isWithin(
    bars.map(({ time }) => time * 1000),
    { fromMs: dayMs, toMs: dayMs + MS_PER_DAY },
  )
    ? bars
    : undefined;
}

/** A price that is not published becomes NaN. */
const numberOf = (price: unknown): number => (typeof price === 'number' ? price : NaN);
const priceOf = (number: number): number | null => (Number.isNaN(number) ? null : number);

const toRecord = (name: string, numbers: Float64Array): KeptRecord => ({
  version: VERSION,
  name,
  numbers,
  checksum: checksumOf(numbers),
});

function fromRecord(record: unknown, name: string, each: number): Float64Array | undefined {
  if (!isRecord(record) || record.version !== VERSION || record.name !== name) return undefined;
  const { numbers, checksum } = record;
  // Checked by its tag, because an object from a database may belong to another realm.
  const isList = Object.prototype.toString.call(numbers) === '[object Float64Array]';
  const list = isList ? (numbers as Float64Array) : undefined;
  return list && list.length % each === 0 && checksumOf(list) === checksum ? list : undefined;
}

/** FNV-1a, over 32 bits at a time. */
function checksumOf({ buffer, byteOffset, byteLength }: Float64Array): number {
  let hash = 0x811c9dc5;
  for (const word of new Uint32Array(buffer, byteOffset, byteLength / 4)) hash = Math.imul(hash ^ word, 0x01000193);
  return hash >>> 0;
}

function isWithin(times: readonly number[], { fromMs, toMs }: Span): boolean {
  let last = fromMs;
  for (const time of times) {
    if (!(time >= last && time < toMs)) return false;
    last = time;
  }
  return true;
}

/** Days in memory, each of one index: at most twice as many. A day takes about 100 kB. */
const MAX_DAYS = 40;

/** By minute of the day: its bar, or null if it has no ticks. Minutes that are not known are missing. */
type Minutes = (Bar | null | undefined)[];

/** The minute bars of parts of days, in memory. Only minutes that get no more ticks belong here. */
export class SettledMinutes {
  readonly #days = new RecentMap<string, Minutes>(MAX_DAYS);

  /**
   * Keeps the minutes that lie within a span completely.
   *
   * @param bars all minute bars of the span
   */
  keep(symbol: string, { fromMs, toMs }: Span, bars: readonly Bar[]): void {
    const barAt = new Map(bars.map((bar) => [bar.time * 1000, bar]));
    for (const part of daysIn({ fromMs, toMs })) {
      const [first, last] = minutesOf(part);
      if (first >= last) continue;
      const key = keyOf(symbol, part.dayMs);
      const minutes = this.#days.get(key) ?? [];
      for (let minute = first; minute < last; minute++)
        minutes[minute] = barAt.get(part.dayMs + minute * MS_PER_MINUTE) ?? null;
      this.#days.set(key, minutes);
    }
  }

  /** The kept parts of a span, in order of time, each within a day. */
  in(symbol: string, { fromMs, toMs }: Span): readonly KeptMinutes[] {
    const kept: KeptMinutes[] = [];
    for (const part of daysIn({ fromMs, toMs })) {
      const minutes = this.#days.get(keyOf(symbol, part.dayMs));
      if (!minutes) continue;
      const [first, last] = minutesOf(part);
      for (let minute = first; minute < last; minute++) {
        if (minutes[minute] === undefined) continue;
        const begin = minute;
        while (minute < last && minutes[minute] !== undefined) minute++;
        kept.push({
          fromMs: part.dayMs + begin * MS_PER_MINUTE,
          toMs: part.dayMs + minute * MS_PER_MINUTE,
          bars: minutes.slice(begin, minute).filter((bar) => bar != null),
        });
      }
    }
    return kept;
  }
}

const keyOf = (symbol: string, dayMs: number): string => `${symbol} ${dayMs}`;

interface DayPart extends Span {
  readonly dayMs: number;
}

function* daysIn({ fromMs, toMs }: Span): Generator<DayPart> {
  for (let dayMs = Math.floor(fromMs / MS_PER_DAY) * MS_PER_DAY; dayMs < toMs; dayMs += MS_PER_DAY)
    yield { dayMs, fromMs: Math.max(fromMs, dayMs), toMs: Math.min(toMs, dayMs + MS_PER_DAY) };
}

/** The whole minutes of a part of a day: the first, and the one after the last. */
const minutesOf = ({ dayMs, fromMs, toMs }: DayPart): readonly [number, number] => [
  Math.ceil((fromMs - dayMs) / MS_PER_MINUTE),
  Math.floor((toMs - dayMs) / MS_PER_MINUTE),
];

/** A span within a day whose minute bars are in memory. */
interface KeptMinutes extends Span {
  readonly bars: readonly Bar[];
}

/** A part of a window: one kept day, minutes or ticks in memory, or what is between them and not kept. */
export interface WindowPiece extends Span {
  readonly keptDayMs?: number;
  readonly bars?: readonly Bar[];
  readonly ticks?: TickRows;
}

/**
 * Divides a window into pieces, in order of time.
 *
 * @param days the kept days, each by its first millisecond
 * @param memory spans in memory of other days, within the window
 * @param pageSize rows per page
 */
export function piecesOf(
  window: Span,
  days: ReadonlySet<number>,
  memory: readonly WindowPiece[],
  pageSize: number,
): readonly WindowPiece[] {
  const kept: WindowPiece[] = [...memory];
  for (const dayMs of days) {
    const [fromMs, toMs] = [Math.max(window.fromMs, dayMs), Math.min(window.toMs, dayMs + MS_PER_DAY)];
    if (fromMs < toMs) kept.push({ fromMs, toMs, keptDayMs: dayMs });
  }
  kept.sort((one, other) => one.fromMs - other.fromMs);
  return withGaps(
    window,
    kept.filter((piece, index) => {
      const beforeMs = kept[index - 1]?.toMs ?? window.fromMs;
      const afterMs = kept[index + 1]?.fromMs ?? window.toMs;
      const isBetweenGaps = beforeMs < piece.fromMs && piece.toMs < afterMs;
      // Two readings around it would take more requests than one across it.
      return !isBetweenGaps || piece.keptDayMs !== undefined || tickCountOf(piece) >= pageSize;
    }),
  );
}

/** Pieces in order of time, and what of the window is between them. */
export function withGaps(window: Span, kept: readonly WindowPiece[]): WindowPiece[] {
  const pieces: WindowPiece[] = [];
  let { fromMs } = window;
  for (const piece of kept) {
    if (piece.fromMs > fromMs) pieces.push({ fromMs, toMs: piece.fromMs });
    pieces.push(piece);
    fromMs = piece.toMs;
  }
  if (fromMs < window.toMs) pieces.push({ fromMs, toMs: window.toMs });
  return pieces;
}

const tickCountOf = ({ bars = [], ticks }: WindowPiece): number =>
  bars.reduce((sum, { count }) => sum + count, ticks?.rows.length ?? 0);
