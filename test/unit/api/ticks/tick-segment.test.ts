import { type TickPage, TickSegment } from '../../../../src/api/ticks/plan';
import { tickAt, indexOf } from './tick-service';

/** A page of ticks at these times; more follow unless the cursor is null. */
const page = (times: readonly number[], next: string | null = 'more', isValid = true): TickPage => ({
  rows: times.map(tickAt),
  times,
  next,
  isValid,
});

/** The numbers of the ticks that a segment holds, in the page that they came in. */
const held = ({ pages }: TickSegment): unknown[] => pages.flatMap(({ rows }) => rows).map(indexOf);

/** A segment of ten seconds, read up to `readMs` by a page with `tickCount` ticks. */
function readUpTo(readMs: number, tickCount = 1): TickSegment {
  const segment = new TickSegment(0, 10_000);
  segment.receive(page([...Array<number>(tickCount - 1).fill(0), readMs]));
  return segment;
}

describe('a segment of ticks', () => {
  test('requests the whole seconds around it', () => {
    const segment = new TickSegment(1_500, 3_500);
    expect(segment.window).toEqual({ start: 1, end: 4 });
    expect(segment.orderedFromMs).toBe(1_000);
  });

  test('includes its beginning and excludes its end', () => {
    const segment = new TickSegment(1_500, 3_500);
    segment.receive(page([1_499, 1_500, 3_499, 3_500]));
    expect(held(segment)).toEqual([1, 2]);
    expect(segment.isDone).toBe(true);
  });

  test('ignores ticks in a page from before its beginning', () => {
    const segment = new TickSegment(1_500, 3_500);
    segment.receive(page([1_499, 1_500, 1_600]));
    expect([held(segment), segment.rowCount, segment.isDone]).toEqual([[1, 2], 2, false]);
  });

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

describe('a segment that is cut', () => {
  test('leaves the rest to another segment and requests the same window as before', () => {
    const segment = new TickSegment(0, 10_000);
    const rest = segment.cutAt(4_000);
    expect([segment.fromMs, segment.toMs, rest.fromMs, rest.toMs]).toEqual([0, 4_000, 4_000, 10_000]);
    expect([segment.window, rest.window]).toEqual([
      { start: 0, end: 10 },
      { start: 4, end: 10 },
    ]);
  });

  test('drops the ticks of a pending page that belong to the rest', () => {
    const segment = new TickSegment(0, 10_000);
    segment.cutAt(4_000);
    segment.receive(page([3_000, 4_000, 5_000]));
    expect(held(segment)).toEqual([0]);
    expect(segment).toMatchObject({ isDone: true, readMs: 3_000 });
  });
});

describe('the point where a segment can be cut', () => {
  test.each([
    ['at the whole second before a time', 6_700, 6_000],
    ['at the time itself where that is a whole second', 6_000, 6_000],
    ['after the second that is being read', 500, 3_000],
    ['before its end', 9_999, 9_000],
  ])('is %s', (_, timeMs, cutMs) => {
    expect(readUpTo(2_500).cutBefore(timeMs)).toBe(cutMs);
  });

  test('is after the second of the last tick, because more ticks may follow in it', () => {
    expect(readUpTo(2_000).cutBefore(0)).toBe(3_000);
  });

  test('does not exist if it would be the end, or if the segment is read', () => {
    expect(readUpTo(2_500).cutBefore(10_000)).toBeUndefined();
    expect(readUpTo(9_000).cutBefore(9_500)).toBeUndefined();
    const segment = readUpTo(2_500);
    segment.receive(page([3_000], null));
    expect(segment.cutBefore(6_000)).toBeUndefined();
  });

  test('leaves the given share of the unread part', () => {
    expect(readUpTo(2_000).cutFor(80, 40)).toBe(6_000);
  });
});

describe('the number of ticks still expected in a segment', () => {
  test('is at least one while the density is unknown, and zero once it is read', () => {
    const segment = new TickSegment(0, 10_000);
    expect(segment.expectUnread(0, 10)).toBe(1);
    segment.receive(page([1_000], null));
    expect(segment.expectUnread(0, 10)).toBe(0);
  });

  test('follows the overall density if the segment has no page yet', () => {
    expect(new TickSegment(0, 10_000).expectUnread(0.02, 10)).toBe(200);
  });

  test('lies between the density of its own page and the overall density', () => {
    // 10 ticks in 1 s here and a page of 10 in 3 s elsewhere: 5 a second in the 9 s left.
    expect(readUpTo(1_000, 10).expectUnread(10 / 3_000, 10)).toBeCloseTo(45);
  });

  test('keeps a weight of 40 percent for everything before the last page', () => {
    const segment = readUpTo(1_000, 10);
    segment.receive(page(Array<number>(26).fill(3_000)));
    // 10 × 0.4 + 26 ticks and a page of 10 in 1 s × 0.4 + 2 s and 1.6 s: 10 a second in the 7 s left.
    expect(segment.expectUnread(10 / 1_600, 10)).toBeCloseTo(70);
  });
});
