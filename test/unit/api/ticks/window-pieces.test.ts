import { type WindowPiece, piecesOf } from '../../../../src/api/ticks/kept';
import { MS_PER_DAY, MS_PER_HOUR } from '../../../../src/core/calendar/dates';

const minutesAt = (fromMs: number, toMs: number, count: number): WindowPiece => ({
  fromMs,
  toMs,
  bars: [{ time: fromMs / 1000, open: 1, high: 1, low: 1, close: 1, count }],
});
const spans = (pieces: ReturnType<typeof piecesOf>): unknown[] =>
  pieces.map(({ fromMs, toMs, bars }) => [fromMs, toMs, bars !== undefined]);

describe('a window', () => {
  test('is divided into archived days and the spans between them', () => {
    const span = { fromMs: MS_PER_HOUR, toMs: 4 * MS_PER_DAY };
    expect(piecesOf(span, new Set([2 * MS_PER_DAY, 0, 9 * MS_PER_DAY]))).toEqual([
      { fromMs: MS_PER_HOUR, toMs: MS_PER_DAY, keptDayMs: 0 },
      { fromMs: MS_PER_DAY, toMs: 2 * MS_PER_DAY },
      { fromMs: 2 * MS_PER_DAY, toMs: 3 * MS_PER_DAY, keptDayMs: 2 * MS_PER_DAY },
      { fromMs: 3 * MS_PER_DAY, toMs: 4 * MS_PER_DAY },
    ]);
  });

  test('uses minutes in memory at its ends, however few ticks they have', () => {
    const kept = [minutesAt(0, 600, 1), minutesAt(900, 1_000, 1)];
    expect(spans(piecesOf({ fromMs: 0, toMs: 1_000 }, new Set(), kept, 100))).toEqual([
      [0, 600, true],
      [600, 900, false],
      [900, 1_000, true],
    ]);
  });

  test.each([
    [99, 1],
    [100, 3],
  ])('uses minutes within it if they save a page of 100: of %d ticks', (count, pieceCount) => {
    const kept = [minutesAt(300, 600, count)];
    expect(piecesOf({ fromMs: 0, toMs: 1_000 }, new Set(), kept, 100)).toHaveLength(pieceCount);
  });

  test('uses minutes beside an archived day, which divide it no further', () => {
    const window = { fromMs: 0, toMs: 3 * MS_PER_DAY };
    const kept = [minutesAt(2 * MS_PER_DAY, 2 * MS_PER_DAY + 60_000, 1)];
    expect(piecesOf(window, new Set([MS_PER_DAY]), kept, 100)).toHaveLength(4);
  });
});
