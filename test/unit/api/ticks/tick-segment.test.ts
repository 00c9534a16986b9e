import { type TickPage, TickSegment } from '../../../../src/api/ticks/plan';
import { tickAt } from './tick-service';

/** A page of ticks at these times; more follow unless the cursor is null. */
const page = (times: readonly number[], next: string | null = 'more', isValid = true): TickPage => ({
  rows: times.map(tickAt),
  times,
  next,
  isValid,
});

/** A segment of ten seconds, read up to `readMs` by a page with `tickCount` ticks. */
function readUpTo(readMs: number, tickCount = 1): TickSegment {
  const segment = new TickSegment(0, 10_000);
  segment.receive(page([...Array<number>(tickCount - 1).fill(0), readMs]));
  return segment;
}

describe('a segment of ticks', () => {
  test('continues from the last tick and the cursor of a page', () => {
    const segment = new TickSegment(0, 10_000);
    segment.isOut = true;
    segment.receive(page([1_000, 4_000], 'second'));
    expect(segment).toMatchObject({
      isOut: false,
      hasAnswer: true,
      isDone: false,
      cursor: 'second',
      orderedFromMs: 4_000,
      readMs: 4_000,
      unreadMs: 6_000,
    });
    expect([segment.hasFollowed('second'), segment.hasFollowed('third')]).toEqual([true, false]);
    segment.receive(page([4_000, 5_000], null));
    expect(segment).toMatchObject({ isDone: true, cursor: undefined, orderedFromMs: 5_000, unreadMs: 0, rowCount: 4 });
  });

  test('goes on after pages without rows, and ends with the third in a row', () => {
    const segment = readUpTo(4_000);
    for (const [cursor, isDone] of [
      ['b', false],
      ['c', false],
      ['d', true],
    ] as const) {
      segment.receive(page([], cursor));
      expect(segment).toMatchObject({ isDone, orderedFromMs: 4_000, readMs: 4_000 });
    }
  });

  test('counts a page that ends before its beginning as nothing', () => {
    const segment = new TickSegment(1_500, 3_500);
    segment.receive(page([1_000, 1_250]));
    expect(segment).toMatchObject({ rowCount: 0, isDone: false, readMs: 1_500 });
  });

  test('is complete in its fields only if every one of its pages is', () => {
    const segment = new TickSegment(0, 10_000);
    expect(segment.isValid).toBe(true);
    segment.receive(page([1_000], 'second', false));
    segment.receive(page([2_000], null, true));
    expect(segment.isValid).toBe(false);
  });
});

test('a segment that is read cannot be cut', () => {
  const segment = readUpTo(2_500);
  segment.receive(page([3_000], null));
  expect(segment.cutBefore(6_000)).toBeUndefined();
});

describe('the number of ticks still expected in a segment', () => {
  test('is at least one while the density is unknown, and zero once it is read', () => {
    const segment = new TickSegment(0, 10_000);
    expect(segment.expectUnread(0, 10)).toBe(1);
    segment.receive(page([1_000], null));
    expect(segment.expectUnread(0, 10)).toBe(0);
  });

  test('keeps a weight of 40 percent for everything before the last page', () => {
    const segment = readUpTo(1_000, 10);
    segment.receive(page(Array<number>(26).fill(3_000)));
    // 10 × 0.4 + 26 ticks and a page of 10 in 1 s × 0.4 + 2 s and 1.6 s: 10 a second in the 7 s left.
    expect(segment.expectUnread(10 / 1_600, 10)).toBeCloseTo(70);
  });
});
