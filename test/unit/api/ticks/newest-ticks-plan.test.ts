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

  test('are there if the ends that are read have exactly enough, without a copy of them', () => {
    const plan = planOf(0, 160, 4);
    const found = page([151, 153, 155, 157], null);
    plan.next(PAGE, 6)!.receive(found);
    expect([plan.isComplete, plan.hasMore]).toEqual([true, true]);
    expect(plan.rows).toBe(found.rows);
    expect(plan.times).toBe(found.times);
  });

  test.each<[place: string, when: string, to: number, wished: number, seconds: number[], look: number[]]>([
    ['everything before', 'if the end has less than half of them', 160, 15, [155, 159], [0, 150]],
    ['the likely place of the rest', 'if it has half', 160, 10, [150, 152, 154, 156, 158], [135, 150]],
    ['the likely place of the rest', 'if it has more', 160, 10, [150, 152, 154, 156, 158, 159], [140, 150]],
    ['all that is left', 'if that place is more than half of it', 3, 10, [2, 2.1, 2.2, 2.3, 2.4], [0, 2]],
    ['the later half of what is left', 'after a silence', 160, 15, [], [75, 150]],
  ])('are looked for in %s, %s', (_place, _when, to, wished, seconds, look) => {
    const plan = planOf(0, to, wished);
    plan.next(PAGE, 6)!.receive(page(seconds, null));
    expect(spanOf(plan.next(PAGE, 6))).toEqual(look);
  });

  test.each([
    [1_520, [1_500, 1_520]],
    [1_521, [1_518, 1_521]],
  ])('are read on if a page probably has the rest up to %d seconds', (to, look) => {
    const plan = planOf(1_500 - 15 * (to - 1_500), to, 2);
    plan.next(PAGE, 6)!.receive(page(every(1, 1_501, 1_511), 'more'));
    expect(spanOf(plan.next(PAGE, 6))).toEqual(look);
  });

  test.each([
    [1_525, undefined],
    [1_526, 1_520],
  ])('are read in two places at once if more than half a page is left beyond the next: up to %d', (to, fromSecond) => {
    const plan = planOf(1_500 - 15 * (to - 1_500), to, 25);
    plan.next(PAGE, 6)!.receive(page(every(1, 1_501, 1_511), 'more'));
    expect(spanOf(plan.next(PAGE, 6))).toEqual([1_500, to]);
    expect(plan.next(PAGE, 5)?.fromMs).toBe(fromSecond && fromSecond * 1000);
  });

  test('are read in one place if they are all within a second', () => {
    const plan = planOf(0, 1, 100);
    plan.next(PAGE, 6)!.receive(page(every(0.001, 0, 0.03), 'more'));
    expect(spanOf(plan.next(PAGE, 6))).toEqual([0, 1]);
    expect(plan.next(PAGE, 5)).toBeUndefined();
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

const DAY = 86_400;
const WEEKDAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'];
/** The day of the week and of the window, and the time. */
const momentOf = (second: number, from: number): string => {
  const weekday = WEEKDAYS[(Math.floor(second / DAY) + 3) % 7]!;
  return `${weekday} ${Math.floor((second - from) / DAY)} ${new Date(second * 1000).toISOString().slice(11, 19)}`;
};

interface Silence {
  /** The weekday on which the window begins. */
  readonly weekday?: string;
  readonly days?: number;
  /** When the first of ten ticks comes on the day after the second look begins, in hours, */
  readonly opens?: number;
  /** and how many seconds are between them. */
  readonly step?: number;
  readonly limit?: number;
}

/**
 * Where the looks for the newest ticks, by default 15, begin in a window that is silent, but for what the second look meets. The
 * first look is at its last sixteenth.
 */
function looksInSilence({ weekday = 'Mon', days = 32, opens = 13.5, step = 60, limit = 15 }: Silence): string[] {
  const from = (704 + WEEKDAYS.indexOf(weekday)) * DAY;
  const plan = planOf(from, from + days * DAY, limit);
  const looks: string[] = [];
  for (;;) {
    const segment = plan.next(PAGE, 6)!;
    // It is read on.
    if (segment.hasAnswer) return looks;
    looks.push(momentOf(segment.fromMs / 1000, from));
    const opening = (Math.floor(segment.fromMs / 1000 / DAY) + 1) * DAY + opens * 3_600;
    const ticks = Array.from({ length: 10 }, (_, index) => opening + index * step);
    segment.receive(looks.length === 2 ? page(ticks, 'more') : page([], null));
  }
}

describe('the newest ticks of a window that ends in weeks of silence', () => {
  test('are looked for from the night before its middle on, when an exchange will open', () => {
    expect(looksInSilence({}).slice(0, 2)).toEqual(['Wed 30 00:00:00', 'Mon 14 22:00:00']);
    const plan = planOf(704 * DAY, 708 * DAY + 4 * DAY * (1 / 15) + 15, 15);
    plan.next(PAGE, 6)!.receive(page([], null));
    expect(momentOf(plan.next(PAGE, 6)!.fromMs / 1000, 704 * DAY)).toBe('Tue 1 22:00:00');
  });

  test('are looked for in its later half if that is less than two days', () => {
    const plan = planOf(704 * DAY, 708 * DAY + 4 * DAY * (1 / 15), 15);
    plan.next(PAGE, 6)!.receive(page([], null));
    expect(momentOf(plan.next(PAGE, 6)!.fromMs / 1000, 704 * DAY)).toBe('Wed 2 00:00:00');
  });

  test.each<[string, Silence, string[]]>([
    [
      'so that half as many again are missing come until it closes, six and a half hours after the opening',
      {},
      ['Tue 22 19:39:45', 'Fri 18 19:39:45', 'Wed 16 19:39:45', 'Tue 15 19:39:45'],
    ],
    [
      'not at weekends, and halfway where no working day is left',
      { weekday: 'Sat' },
      ['Mon 23 19:39:45', 'Thu 19 19:39:45', 'Tue 17 19:39:45', 'Mon 16 19:39:45', 'Mon 16 04:39:22'],
    ],
    [
      'of the days nearest to the middle',
      { weekday: 'Sun' },
      ['Mon 22 19:39:45', 'Thu 18 19:39:45', 'Tue 16 19:39:45', 'Mon 15 19:39:45'],
    ],
    [
      'of a whole session if it has fewer ticks than that',
      { step: 3_600 },
      ['Tue 22 13:30:00', 'Fri 18 13:30:00', 'Thu 17 13:30:00'],
    ],
    [
      'or eight and a half hours after it where that is the only time on a working day',
      { weekday: 'Sat', opens: 16, limit: 10 },
      ['Mon 23 22:16:30', 'Thu 19 22:16:30', 'Tue 17 22:16:30', 'Mon 16 22:16:30', 'Mon 16 00:16:30'],
    ],
    [
      'up to ten times, and then halfway',
      { days: 4_096 },
      [
        'Wed 2879 19:39:45',
        'Fri 2398 19:39:45',
        'Thu 2159 19:39:45',
        'Wed 2039 19:39:45',
        'Fri 1978 19:39:45',
        'Thu 1949 19:39:45',
        'Wed 1934 19:39:45',
        'Wed 1927 19:39:45',
        'Fri 1922 19:39:45',
        'Thu 1921 19:39:45',
        'Thu 1921 04:39:22',
      ],
    ],
  ])('are then looked for before an exchange closes, %s', (_, silence, looks) => {
    expect(looksInSilence(silence).slice(2, 2 + looks.length)).toEqual(looks);
  });

  test('are looked for just where a page suggests, and not before a closing, if that is in the later half', () => {
    const [from, to] = [704 * DAY, 736 * DAY];
    const plan = planOf(from, to, 2);
    plan.next(PAGE, 6)!.receive(page(every(60, 734.5 * DAY, 734.5 * DAY + 600), 'more'));
    // Ten ticks in twelve hours and nine minutes: so long an end has three.
    expect(plan.next(PAGE, 6)!.fromMs / 1000).toBe(to - (3 * (43_200 + 540)) / 10);
  });

  test.each<[string, Silence]>([
    ['two hours after the look begins', { opens: 0 }],
    ['all at once', { step: 0 }],
  ])('are looked for from a night on as before, if the ticks that are met come %s', (_, silence) => {
    expect(looksInSilence(silence)[2]).toBe('Mon 21 22:00:00');
  });

  test('are looked for before a closing if the ticks that are met come later than that', () => {
    expect(looksInSilence({ opens: 1 / 3_600 })[2]).toBe('Tue 22 06:09:46');
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
