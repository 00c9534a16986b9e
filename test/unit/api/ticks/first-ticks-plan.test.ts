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
function stretches(plan: FirstTicksPlan, idle = 6): number[] {
  const from: number[] = [];
  for (let free = idle; ; free--) {
    const segment = plan.next(PAGE, free);
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

  test('is complete in its fields only if all of its pages are', () => {
    expect(begun(planOf(100, 5), TEN).plan.isValid).toBe(true);
    expect(begun(planOf(100, 5), page([1], null, false)).plan.isValid).toBe(false);
  });
});
