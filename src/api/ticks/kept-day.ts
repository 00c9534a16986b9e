import type { Bar } from '../../core/calendar/bars';
import { MS_PER_DAY } from '../../core/calendar/units';
import type { Row } from '../../core/columns';
import { isRecord } from '../../core/is-record';
import type { TickRows } from './tick-page';

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

export const recordOfTicks = (name: string, { rows, times }: TickRows): KeptRecord =>
  toRecord(
    name,
    Float64Array.from(
      rows.flatMap(({ ask, bid, mid }, index) => [times[index]!, numberOf(ask), numberOf(bid), numberOf(mid)]),
    ),
  );

export const recordOfBars = (name: string, bars: readonly Bar[]): KeptRecord =>
  toRecord(
    name,
    Float64Array.from(bars.flatMap(({ time, open, high, low, close, count }) => [time, open, high, low, close, count])),
  );

/** The ticks of the day, in order; undefined if the record is damaged, of another day or not ours. */
export function ticksOfRecord(record: unknown, name: string, dayMs: number): TickRows | undefined {
  const numbers = fromRecord(record, name, TICK_NUMBERS);
  if (!numbers) return undefined;
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
  return isWithinDay(times, dayMs) ? { rows, times } : undefined;
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
  return isWithinDay(
    bars.map(({ time }) => time * 1000),
    dayMs,
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

function isWithinDay(times: readonly number[], dayMs: number): boolean {
  let last = dayMs;
  for (const time of times) {
    if (!(time >= last && time < dayMs + MS_PER_DAY)) return false;
    last = time;
  }
  return true;
}
