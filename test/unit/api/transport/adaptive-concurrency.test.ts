import fc from 'fast-check';
import { AdaptiveConcurrency } from '../../../../src/api/transport/adaptive-concurrency';
import { CONSTANT, finishedIn, held, limited, simulate, slowUnderLoad } from './simulated-service';

const RUNS = { numRuns: 60 };
const requests = fc.integer({ min: 1, max: 400 });
const latency = fc.integer({ min: 20, max: 400 });
const slots = fc.integer({ min: 1, max: 40 });

describe('the number of requests at once', () => {
  test('is 6 at first, and stays there while no request waits', () => {
    const concurrency = new AdaptiveConcurrency();
    expect(concurrency.limit).toBe(6);
    for (let now = 0; now < 100; now++)
      concurrency.answered({ kind: 'a', startedAt: now, now: now + 50, outCount: 1, isBinding: false });
    expect(concurrency.limit).toBe(6);
  });

  test('has a quarter to spare for the last few, once it has grown and until the service is slow or refuses', () => {
    const concurrency = new AdaptiveConcurrency();
    expect(concurrency.spare).toBe(0);
    const answer = (ms: number) => {
      concurrency.answered({ kind: 'a', startedAt: 0, now: ms, outCount: concurrency.limit, isBinding: true });
    };
    while (concurrency.limit < 24) answer(50);
    expect(concurrency.spare).toBe(6);
    while (concurrency.limit < 46) answer(50);
    expect(concurrency.limit + concurrency.spare).toBe(48);
    concurrency.overloaded(60, 70);
    expect(concurrency.spare).toBe(0);
  });

  test('stays within its bounds, whatever the service does', () => {
    const step = fc.record({
      ms: fc.integer({ min: 0, max: 60_000 }),
      isOverload: fc.boolean(),
      isBinding: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 300 }), (steps) => {
        const concurrency = new AdaptiveConcurrency();
        let now = 0;
        for (const { ms, isOverload, isBinding } of steps) {
          const startedAt = now;
          now += ms;
          if (isOverload) concurrency.overloaded(startedAt, now);
          else concurrency.answered({ kind: 'a', startedAt, now, outCount: concurrency.limit, isBinding });
          expect(concurrency.limit).toBeGreaterThanOrEqual(2);
          expect(concurrency.limit).toBeLessThanOrEqual(48);
        }
      }),
    );
  });

  test('grows over HTTP/2 while the service answers as fast as before, which is never slower than 6 at once, and much faster for many', () => {
    fc.assert(
      fc.property(requests, latency, (count, ms) => {
        const ours = simulate(count, CONSTANT(ms));
        expect(finishedIn(ours)).toBeLessThanOrEqual(finishedIn(simulate(count, CONSTANT(ms), 6)));
      }),
      RUNS,
    );
    expect(finishedIn(simulate(286, CONSTANT(50), 6))).toBe(2_400);
    expect(finishedIn(simulate(286, CONSTANT(50)))).toBeLessThanOrEqual(600);
    expect(simulate(286, CONSTANT(50)).limit).toBe(48);
  });

  test('costs nothing over HTTP/1.1, where the browser sends six at a time and holds back the others', () => {
    fc.assert(
      fc.property(requests, latency, (count, ms) => {
        expect(finishedIn(simulate(count, held(ms, 6)))).toBe(finishedIn(simulate(count, held(ms, 6), 6)));
      }),
      RUNS,
    );
  });

  test('follows a service that handles a fixed number at a time, with only a few more in flight, and keeps it busy', () => {
    fc.assert(
      fc.property(slots, latency, (places, ms) => {
        const ours = simulate(2_000, held(ms, places));
        expect(ours.limit).toBeLessThanOrEqual(Math.max(12, 4 * places));
        expect(finishedIn(ours)).toBeLessThanOrEqual(finishedIn(simulate(2_000, held(ms, places), 6)) * 1.02);
      }),
      RUNS,
    );
  });

  test('returns to few if the service gets slower with each request in flight', () => {
    fc.assert(
      fc.property(latency, (ms) => {
        expect(simulate(1_000, slowUnderLoad(ms)).limit).toBeLessThanOrEqual(12);
      }),
      RUNS,
    );
  });

  test('shrinks if the service refuses more than a certain number at once, and returns to that number', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 40 }), latency, (most, ms) => {
        const ours = simulate(1_000, limited(ms, most));
        expect(ours.limit).toBeLessThanOrEqual(most + 3);
        expect(ours.refused).toBeLessThan(250);
      }),
      RUNS,
    );
  });

  test('stays at 6 or above if latencies vary at random, however much', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 5_000 }), { minLength: 1, maxLength: 300 }), (latencies) => {
        const concurrency = new AdaptiveConcurrency();
        let now = 0;
        for (const ms of latencies) {
          now += ms;
          concurrency.answered({ kind: 'a', startedAt: now - ms, now, outCount: 6, isBinding: true });
          expect(concurrency.limit).toBeGreaterThanOrEqual(6);
        }
      }),
      RUNS,
    );
  });

  test.each([
    ['HTTP/1.1, where six are sent and the others wait', held(60, 6), 10],
    ['a quick service over HTTP/2', CONSTANT(60), 60 / 48],
  ])('tells how soon one answer follows another over %s', (_, service, pace) => {
    expect(simulate(400, service).pace).toBeCloseTo(pace, 0);
  });

  test('expects of a new kind what the last answer took, and of the first of all nothing', () => {
    const concurrency = new AdaptiveConcurrency();
    expect(concurrency.latencyOf('a')).toBeUndefined();
    concurrency.answered({ kind: 'a', startedAt: 0, now: 80, outCount: 8, isBinding: false });
    expect(concurrency.latencyOf('b')).toMatchObject({ recent: 80, pace: 10 });
  });

  test('expects after a request alone that as many answers come in its time as requests may be out', () => {
    const concurrency = new AdaptiveConcurrency();
    concurrency.answered({ kind: 'a', startedAt: 0, now: 60, outCount: 1, isBinding: false });
    expect(concurrency.latencyOf('a')).toMatchObject({ recent: 60, pace: 10 });
  });

  test('is not misled by operations that take longer than others', () => {
    const concurrency = new AdaptiveConcurrency();
    for (let now = 0; now < 4_000; now += 20) {
      const isTicks = now % 40 === 0;
      concurrency.answered({
        kind: isTicks ? 'ticks' : 'quotes',
        startedAt: now,
        now: now + (isTicks ? 900 : 40),
        outCount: concurrency.limit,
        isBinding: true,
      });
    }
    expect(concurrency.limit).toBe(48);
  });
});
