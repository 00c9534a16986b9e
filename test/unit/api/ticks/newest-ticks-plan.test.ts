import * as fc from 'fast-check';
import { NewestTicksPlan, type TickPage, type TickSegment } from '../../../../src/api/ticks/plan';
import { clumpsOf } from './clumps';
import { tickAt } from './tick-service';
import { countBefore } from '../../../../src/core/basics';

const PAGE = 10;

/** A page of ticks at these seconds. */
const page = (seconds: readonly number[], next: string | null): TickPage => {
  const times = seconds.map((second) => second * 1000);
  return { rows: times.map(tickAt), times, next, isValid: true };
};
/** A tick at every `step` seconds. */
const every = (step: number, from: number, to: number): number[] =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, index) => from + index * step);

const planOf = (fromSeconds: number, toSeconds: number, rowLimit: number): NewestTicksPlan =>
  new NewestTicksPlan({ startMs: fromSeconds * 1000, endMs: toSeconds * 1000, rowLimit, isNewest: true });
const spanOf = (segment: TickSegment | undefined): number[] => [segment!.fromMs / 1000, segment!.toMs / 1000];

describe('the newest ticks of a window', () => {
  test.each([
    [0, 160, [150, 160]],
    [0, 168, [157, 168]],
    [0.2, 0.9, [0.2, 0.9]],
  ])('are looked for in its last sixteenth first, from a whole second on: %d to %d', (from, to, look) => {
    const plan = planOf(from, to, 15);
    expect(spanOf(plan.next(PAGE, 6))).toEqual(look);
    expect(plan.next(PAGE, 5)).toBeUndefined();
  });

  test('are there once the ends that are read have enough; more may lie before them', () => {
    const plan = planOf(0, 160, 2);
    const end = plan.next(PAGE, 6)!;
    end.receive(page([151, 153, 155], 'more'));
    expect(plan.isComplete).toBe(false);
    end.receive(page([157], null));
    expect([plan.isComplete, plan.hasMore, plan.times]).toEqual([true, true, [155_000, 157_000]]);
  });

  test('are looked for in everything before, if the end has less than half of them', () => {
    const plan = planOf(0, 160, 15);
    plan.next(PAGE, 6)!.receive(page([155, 159], null));
    expect(spanOf(plan.next(PAGE, 6))).toEqual([0, 150]);
  });

  test('are looked for where the rest of them should be, if the end has more than half of them', () => {
    const plan = planOf(0, 160, 10);
    plan.next(PAGE, 6)!.receive(page([150, 152, 154, 156, 158, 159], null));
    expect(spanOf(plan.next(PAGE, 6))).toEqual([140, 150]);
  });

  test('are looked for in an end of half as many again, if a page shows that there are more', () => {
    const plan = planOf(0, 1_600, 10);
    plan.next(PAGE, 6)!.receive(page(every(1, 1_500, 1_510), 'more'));
    expect(spanOf(plan.next(PAGE, 6))).toEqual([1_586, 1_600]);
  });

  test('are looked for by halving what is left, once the page turns out to be a burst', () => {
    const plan = planOf(0, 1_600, 10);
    plan.next(PAGE, 6)!.receive(page(every(1, 1_500, 1_510), 'more'));
    plan.next(PAGE, 6)!.receive(page([], null));
    const half = plan.next(PAGE, 6)!;
    expect(spanOf(half)).toEqual([1_547, 1_586]);
    half.receive(page([], null));
    expect(spanOf(plan.next(PAGE, 6))).toEqual([1_528, 1_547]);
  });

  test('are read page by page and in several places at once, if about as many follow as are missing', () => {
    const plan = planOf(0, 1_600, 90);
    plan.next(PAGE, 6)!.receive(page(every(1, 1_500, 1_510), 'more'));
    const [chain, piece] = [plan.next(PAGE, 6), plan.next(PAGE, 5)];
    expect([chain, piece].map(spanOf)).toEqual([
      [1_500, 1_522],
      [1_522, 1_600],
    ]);
    expect(plan.next(PAGE, 4)).toBeUndefined();
  });
});

/** The halvings of a window down to a second. */
const looksIn = (lengthMs: number): number => Math.ceil(Math.log2(Math.max(2, lengthMs / 1000)));

const clumps = clumpsOf({ clumps: 20, ticks: 4_000 });
/** From a quarter of a minute to a year. */
const windows = fc.double({ min: 4, max: 25, noNaN: true }).map((exponent) => Math.floor(2 ** exponent * 1000));

test('whatever the distribution, they take at most twice the pages that they fill and twice the halvings of the window', () => {
  fc.assert(
    fc.property(
      clumps,
      windows,
      fc.integer({ min: 1, max: 3_000 }),
      fc.constantFrom(20, 100, 1_000),
      (parts, endMs, rowLimit, size) => {
        const times = parts
          .flatMap(({ at, spread, count }) =>
            every(1, 0, count).map((index) =>
              Math.floor((at + ((1 - at) * spread ** 4 * index) / count) * (endMs - 1)),
            ),
          )
          .sort((one, other) => one - other);
        const { rows, requestCount } = readAll(times, endMs, rowLimit, size);
        expect(rows).toEqual(
          times
            .slice(-rowLimit)
            .map((timeMs, index) => tickAt(timeMs, times.length - Math.min(rowLimit, times.length) + index)),
        );
        // A second is the service's finest unit: it is read from its beginning.
        const pages = Math.ceil(Math.min(times.length, rowLimit + fullestSecond(times)) / size);
        expect(requestCount).toBeLessThanOrEqual(2 * (pages + looksIn(endMs)));
      },
    ),
    { numRuns: 120 },
  );
});

/** Reads with six requests at a time, which are answered in the order in which they left. */
function readAll(times: readonly number[], endMs: number, rowLimit: number, size: number) {
  const plan = planOf(0, endMs / 1000, rowLimit);
  const pending: TickSegment[] = [];
  let requestCount = 0;
  while (!plan.isComplete) {
    const segment = pending.length < 6 ? plan.next(size, 6 - pending.length) : undefined;
    if (segment) {
      requestCount++;
      pending.push(segment);
      continue;
    }
    const { window, cursor } = pending[0]!;
    const last = countBefore(times, window.end * 1000);
    const first = cursor === undefined ? countBefore(times, window.start * 1000) : Number(cursor);
    const end = Math.min(first + size, last);
    const found = times.slice(first, end);
    pending.shift()!.receive({
      rows: found.map((timeMs, index) => tickAt(timeMs, first + index)),
      times: found,
      next: end < last ? String(end) : null,
      isValid: true,
    });
  }
  return { rows: plan.rows, requestCount };
}

function fullestSecond(times: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const timeMs of times) counts.set(Math.floor(timeMs / 1000), (counts.get(Math.floor(timeMs / 1000)) ?? 0) + 1);
  return Math.max(0, ...counts.values());
}
