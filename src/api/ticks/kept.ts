import type { Bar, Span } from '../../core/calendar/bars';
import type { Row } from '../../core/columns';
import type { TickPart, TickRows } from './plan';
import { isInOrder } from './reader';
import { isRecord } from '../../core/basics';
import { MS_PER_DAY } from '../../core/calendar/dates';

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

/** Parts of a day whose ticks are all known. Each part's span and number of ticks stand before its ticks. */
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

const isWithin = (times: readonly number[], { fromMs, toMs }: Span): boolean =>
  isInOrder(times, fromMs) && (times.at(-1) ?? fromMs) < toMs;

/** A part of a window: one kept day, ticks in memory, or a gap that is not kept. */
export interface WindowPiece extends Span {
  readonly keptDayMs?: number;
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
      // Two readings around a small kept part would take more requests than one across it.
      return !isBetweenGaps || piece.keptDayMs !== undefined || (piece.ticks?.rows.length ?? 0) >= pageSize;
    }),
  );
}

/** The pieces in order of time, and the gaps between them in the window. */
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
