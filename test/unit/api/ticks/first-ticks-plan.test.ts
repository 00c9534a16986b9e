import { FirstTicksPlan, type TickDemand, type TickPage, type TickSegment } from '../../../../src/api/ticks/plan';
import { tickAt } from './tick-service';

const PAGE = 10;

/** A page of ticks at these seconds. By default more follow. */
const page = (seconds: readonly number[], next: string | null = 'more', isValid = true): TickPage => {
  const times = seconds.map((second) => second * 1000);
  return { rows: times.map(tickAt), times, next, isValid };
};

/** Ten ticks, one every two seconds. */
const TEN = page([2, 4, 6, 8, 10, 12, 14, 16, 18, 20]);

const planOf = (seconds: number, rowLimit: number, traits: Partial<TickDemand> = {}): FirstTicksPlan =>
  new FirstTicksPlan({ startMs: 0, endMs: seconds * 1000, rowLimit, isNewest: false, ...traits });

/** Where the stretches begin, in seconds, that are asked for until nothing more would help. */
function stretches(plan: FirstTicksPlan, idle = 6, left = Infinity): number[] {
  const from: number[] = [];
  for (let free = idle; ; free--) {
    const segment = plan.next(PAGE, free, left);
    if (!segment) return from;
    from.push(segment.fromMs / 1000);
  }
}

/** A plan whose first page has come. */
function begun(
  plan: FirstTicksPlan,
  first: TickPage,
): { readonly plan: FirstTicksPlan; readonly segment: TickSegment } {
  const segment = plan.next(PAGE, 6)!;
  segment.receive(first);
  return { plan, segment };
}

const secondsOf = (plan: FirstTicksPlan): number[] => plan.times.map((timeMs) => timeMs / 1000);

describe('the first ticks of a window', () => {
  test('begin with one page, because nothing is known', () => {
    expect(stretches(planOf(100, 50))).toEqual([0]);
  });

  test('are then read in stretches of about a page each, along with the next page of the first', () => {
    expect(stretches(begun(planOf(100, 50), TEN).plan)).toEqual([0, 40, 60, 80]);
  });

  test('are cut into as many parts as there are free requests, if more pages are expected', () => {
    const { plan } = begun(planOf(100, 50), TEN);
    plan.next(PAGE, 2);
    expect(plan.next(PAGE, 1)!.fromMs).toBe(60_000);
  });

  test.each([
    [70, [0, 40]],
    [72, [0, 40, 60]],
  ])('are cut if more than half a page is left beyond the pending one: %i seconds', (seconds, from) => {
    expect(stretches(begun(planOf(seconds, 50), TEN).plan)).toEqual(from);
  });

  test('are read no further than wanted', () => {
    expect(stretches(begun(planOf(1_000, 30), TEN).plan)).toEqual([0, 40]);
  });

  test.each<[string, number, Partial<TickDemand>, boolean]>([
    ['more than forty pages of ticks are wanted', 401, {}, true],
    ['exactly forty pages are wanted', 400, {}, false],
    ['many are wanted, but few are expected', 10_000, { expected: 400 }, false],
    ['many are expected, but few are wanted', 400, { expected: 10_000 }, false],
  ])(
    'are requested in several places at once if more than forty pages are both wanted and expected: %s',
    (_, rowLimit, traits, isMany) => {
      expect(stretches(planOf(1_000, rowLimit, traits)).length > 1).toBe(isMany);
    },
  );

  test.each([
    [41, true],
    [40.9, false],
  ])('are requested so only if the reading may send enough requests for all of them: %d for 410', (left, isMany) => {
    expect(stretches(planOf(1_000, 410), 6, left).length > 1).toBe(isMany);
  });

  test('are cut only as far as they are wanted, however many are expected', () => {
    const plan = planOf(1_000, 401, { expected: 10_000 });
    plan.next(PAGE, 5);
    expect(plan.next(PAGE, 4)!.fromMs).toBe(200_000);
  });

  test('are cut as if they were in the window only, which may begin at any time', () => {
    const plan = planOf(0, 600, { startMs: 100_000_000, endMs: 100_100_000 });
    expect(stretches(plan)).toEqual(stretches(planOf(100, 600)).map((second) => 100_000 + second));
  });

  test('are cut where most of them are still to come, and the first of equal stretches first', () => {
    const plan = planOf(1_000, 5_000);
    for (const idle of [5, 4, 3, 2, 1]) plan.next(PAGE, idle);
    expect(plan.next(PAGE, 1)!.fromMs).toBe(100_000);
  });

  test('are not cut on, once an answer has no ticks', () => {
    const plan = planOf(1_000, 5_000);
    const first = plan.next(PAGE, 5)!;
    expect(plan.next(PAGE, 4)).toBeDefined();
    first.receive(page([], null));
    expect(plan.next(PAGE, 4)).toBeUndefined();
  });

  test('are read in one place if they are all within a second', () => {
    const { plan, segment } = begun(planOf(1, 1_000), page([0, 0.1, 0.2, 0.3]));
    expect(plan.next(PAGE, 5)).toBe(segment);
    expect(plan.next(PAGE, 4)).toBeUndefined();
  });

  test('are not read on in a stretch before which there are probably enough', () => {
    const { plan, segment } = begun(planOf(1_000, 30), TEN);
    expect(plan.next(PAGE, 6)).toBe(segment);
    const later = plan.next(PAGE, 5)!;
    later.receive(page([42, 44, 46, 48, 50, 52, 54, 56, 58, 60]));
    segment.receive(page([20, 20, 20, 20, 20, 21, 21, 21, 21, 21]));
    expect(plan.next(PAGE, 6)).toBe(segment);
    expect(plan.next(PAGE, 5)).not.toBe(later);
  });

  test.each([
    [9, 1, true],
    [10, 1, false],
    [10, 2, false],
    [10, 3, true],
  ])(
    'follow one chain once four pages and half of all are wasted: %d requests, the first with %d ticks',
    (requestCount, firstCount, isCut) => {
      const plan = planOf(100_000, 100_000);
      const segment = plan.next(PAGE, 6)!;
      for (let request = 1; request < requestCount; request++) {
        segment.receive(page(request === 1 ? Array<number>(firstCount).fill(1) : [request]));
        expect(plan.next(PAGE, 0)).toBe(segment);
      }
      expect(plan.next(PAGE, 5) !== undefined).toBe(isCut);
    },
  );

  test('are then cut evenly, as if they were spread over the window', () => {
    const plan = planOf(1_000, 5_000);
    plan.next(PAGE, 5);
    expect(plan.next(PAGE, 4)!.fromMs).toBe(200_000);
    expect(plan.next(PAGE, 0)).toBeUndefined();
  });
});

describe('a plan for reading ticks', () => {
  test('is complete once there are as many ticks as wanted, even if more follow', () => {
    const { plan, segment } = begun(planOf(100, 12), TEN);
    expect(plan.isComplete).toBe(false);
    segment.receive(page([22, 24, 26]));
    expect([plan.isComplete, plan.hasMore, secondsOf(plan).slice(-2), plan.rows.length]).toEqual([
      true,
      true,
      [22, 24],
      12,
    ]);
  });

  test('is complete once everything is read', () => {
    const { plan, segment } = begun(planOf(100, 12), TEN);
    segment.receive(page([22], null));
    expect([plan.isComplete, plan.hasMore, plan.rows.length]).toEqual([true, false, 11]);
  });

  test('has more if more was read than wanted', () => {
    expect(
      begun(
        planOf(100, 10),
        page(
          TEN.times.map((timeMs) => timeMs / 1000),
          null,
        ),
      ).plan.hasMore,
    ).toBe(false);
    expect(
      begun(
        planOf(100, 9),
        page(
          TEN.times.map((timeMs) => timeMs / 1000),
          null,
        ),
      ).plan.hasMore,
    ).toBe(true);
  });

  test('does not count ticks behind a stretch that is not read to its end', () => {
    const { plan, segment } = begun(planOf(100, 20), TEN);
    plan.next(PAGE, 6);
    plan.next(PAGE, 5)!.receive(page([40, 50, 60, 70, 80, 85, 90, 93, 96, 99], null));
    expect([plan.isComplete, plan.hasMore]).toEqual([false, true]);
    segment.receive(page([22], null));
    expect([plan.isComplete, secondsOf(plan).slice(9)]).toEqual([true, [20, 22, 40, 50, 60, 70, 80, 85, 90, 93, 96]]);
  });

  test('is complete in its fields only if all of its stretches are', () => {
    const { plan, segment } = begun(planOf(100, 50), TEN);
    plan.next(PAGE, 6);
    plan.next(PAGE, 5)!.receive(page([50], null, false));
    segment.receive(page([22], null));
    expect(plan.isValid).toBe(false);
  });

  test.each([10, 11])('gives a page as it came if %d ticks are wanted, because it may be long', (rowLimit) => {
    const { plan } = begun(planOf(100, rowLimit), TEN);
    expect(plan.rows).toBe(TEN.rows);
    expect(plan.times).toBe(TEN.times);
  });
});

/** Reads a window of a hundred seconds from the thousandth on: its first twenty, and the third of five stretches. */
function readInPart() {
  const shifted = (seconds: readonly number[]): number[] => seconds.map((second) => 1_000 + second);
  const own = planOf(0, 50, { startMs: 1_000_000, endMs: 1_100_000 });
  const { plan, segment } = begun(own, page(shifted([2, 4, 6, 8, 10, 12, 14, 16, 18, 20])));
  plan.next(PAGE, 6);
  const second = plan.next(PAGE, 5)!;
  plan.next(PAGE, 4);
  second.receive(page(shifted([45, 50]), null));
  return { plan, segment };
}

describe('a plan that is stopped', () => {
  test('reports the spans that it has read without a gap', () => {
    const { plan, segment } = readInPart();
    const seconds = (): unknown[] =>
      plan.parts.map(({ fromMs, toMs, rows, times }) => {
        expect(rows.map(({ time }) => time)).toEqual(times.map((timeMs) => new Date(timeMs).toISOString()));
        return [fromMs / 1000 - 1_000, toMs / 1000 - 1_000, times.map((timeMs) => timeMs / 1000 - 1_000)];
      });
    const first = [2, 4, 6, 8, 10, 12, 14, 16, 18, 20];
    expect(seconds()).toEqual([
      [0, 20, first],
      [40, 60, [45, 50]],
    ]);
    segment.receive(page([1_030], null));
    expect(seconds()).toEqual([[0, 60, [...first, 30, 45, 50]]]);
  });

  test('reports how much of the window it has not read, and about how many ticks that holds', () => {
    const { plan } = readInPart();
    expect(plan.unreadMs).toBe(20_000 + 40_000);
    // Twelve ticks in forty seconds: 0.3 a second. The first stretch had 0.5 a second in its page.
    const ofFirst = (20 * (10 + PAGE)) / (20 + PAGE / 0.3);
    expect(plan.unreadRows(PAGE)).toBeCloseTo(ofFirst + 0.3 * 40);
  });

  test('expects at least a tick in each stretch if it has found none', () => {
    const plan = planOf(100, 50);
    expect([plan.unreadMs, plan.unreadRows(PAGE)]).toEqual([100_000, 1]);
  });

  test('reports how many ticks are missing at most', () => {
    expect(begun(planOf(100, 12), TEN).plan.missingRows).toBe(2);
    expect(begun(planOf(100, 9), TEN).plan.missingRows).toBe(0);
  });
});
