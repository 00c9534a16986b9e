import {
  barsOfRecord,
  piecesOf,
  recordOfBars,
  recordOfTicks,
  ticksOfRecord,
  type WindowPiece,
} from '../../../../src/api/ticks/kept';
import { MS_PER_DAY } from '../../../../src/core/calendar/dates';

const ticksIn = (fromMs: number, toMs: number, count: number): WindowPiece => ({
  fromMs,
  toMs,
  ticks: { rows: Array.from({ length: count }, () => ({})), times: Array<number>(count).fill(fromMs) },
});
const spans = (pieces: ReturnType<typeof piecesOf>): unknown[] =>
  pieces.map(({ fromMs, toMs, ticks }) => [fromMs, toMs, ticks !== undefined]);

describe('a window', () => {
  test.each([
    [99, 1],
    [100, 3],
  ])('uses ticks within it if they save a page of 100: of %d ticks', (count, pieceCount) => {
    const kept = [ticksIn(300, 600, count)];
    expect(piecesOf({ fromMs: 0, toMs: 1_000 }, new Set(), kept, 100)).toHaveLength(pieceCount);
  });

  test('uses ticks that meet other ticks', () => {
    const kept = [ticksIn(300, 600, 1), ticksIn(600, 800, 1)];
    expect(spans(piecesOf({ fromMs: 0, toMs: 1_000 }, new Set(), kept, 100))).toEqual([
      [0, 300, false],
      [300, 600, true],
      [600, 800, true],
      [800, 1_000, false],
    ]);
  });

  test('uses ticks beside an archived day, which divide it no further', () => {
    const window = { fromMs: 0, toMs: 3 * MS_PER_DAY };
    const kept = [ticksIn(2 * MS_PER_DAY, 2 * MS_PER_DAY + 60_000, 1)];
    expect(piecesOf(window, new Set([MS_PER_DAY]), kept, 100)).toHaveLength(4);
  });
});

describe('the record of a day', () => {
  const DAY_MS = 3 * MS_PER_DAY;
  const tick = (price: number | null) => ({ ask: price, bid: price, mid: price });
  const ticksAt = (...offsets: readonly number[]) => ({
    rows: offsets.map((_, index) => tick(index)),
    times: offsets.map((offset) => DAY_MS + offset),
  });
  const dayOf = (record: unknown, name = 'day') => ticksOfRecord(record, name, DAY_MS);
  const bar = { time: DAY_MS / 1000 + 60, open: 1, high: 4, low: 0.5, close: 2, count: 3 };

  test.each([
    ['its first moment', 0, true],
    ['its last millisecond', MS_PER_DAY - 1, true],
    ['the day before', -1, false],
    ['the day after', MS_PER_DAY, false],
  ])('may have a tick of %s: %s', (_, offset, isRight) => {
    expect(dayOf(recordOfTicks('day', ticksAt(offset))) !== undefined).toBe(isRight);
    const bars = recordOfBars('day', [{ ...bar, time: (DAY_MS + offset) / 1000 }]);
    expect(barsOfRecord(bars, 'day', DAY_MS) !== undefined).toBe(isRight);
  });

  test('is not trusted if its ticks go back in time', () => {
    expect(dayOf(recordOfTicks('day', ticksAt(500, 500)))).toBeDefined();
    expect(dayOf(recordOfTicks('day', ticksAt(500, 499)))).toBeUndefined();
  });
});
