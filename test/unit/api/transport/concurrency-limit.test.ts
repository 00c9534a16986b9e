import { ConcurrencyLimit, WaitQueue, AdaptiveConcurrency } from '../../../../src/api/transport/concurrency-limit';
import type { Priority, Reply } from '../../../../src/api/transport/policy';
import { outgoing } from './outgoing';
import fc from 'fast-check';
import { CONSTANT, finishedIn, held, limited, simulate, simulateFrom, slowUnderLoad } from './simulated-service';
const never = (): AbortSignal => new AbortController().signal;

/** Work that ends when the test says so, and a list of what has begun. */
function createWork(limit: ConcurrencyLimit) {
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const start = async (name: string, signal = never(), priority: Priority = 'foreground'): Promise<string> => {
    const { body } = await limit.sendRequest(
      outgoing({ signal, priority }),
      () =>
        new Promise((resolve) => {
          begun.push(name);
          ends.set(name, () => resolve({ body: name } as Reply));
        }),
    );
    return body;
  };
  return { begun, start, end: (name: string) => ends.get(name)!() };
}

describe('a concurrency limit', () => {
  test('lets the last few run with the others if there is room to spare for all of them', async () => {
    const { begun, start, end } = createWork(new ConcurrencyLimit({ limit: 4, spare: 1 }));
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void start(name);
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    end('a');
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    void start('g', never(), 'background');
    await new Promise(setImmediate);
    expect(begun).not.toContain('g');
  });

  test('lets one more run without waiting for another to end, whatever waits in the background', async () => {
    const { begun, start } = createWork(new ConcurrencyLimit({ limit: 2, spare: 1 }));
    for (const name of ['p', 'q']) void start(name, never(), 'background');
    for (const name of ['a', 'b']) void start(name);
    expect(begun).toEqual(['p', 'a']);
    await new Promise(setImmediate);
    expect(begun).toEqual(['p', 'a', 'b']);
  });

  test('never runs a task that was cancelled while it waited', async () => {
    const { begun, start, end } = createWork(new ConcurrencyLimit({ limit: 1, spare: 0 }));
    const cancel = new AbortController();
    const [working, gone, next] = [start('a'), start('b', cancel.signal), start('c')];
    cancel.abort(new RangeError('enough'));
    await expect(gone).rejects.toThrow('enough');
    end('a');
    await working;
    expect(begun).toEqual(['a', 'c']);
    end('c');
    await next;
  });

  test('runs the foreground first, and gives the background at most half of the slots', async () => {
    const places = { limit: 5, spare: 0 };
    const limit = new ConcurrencyLimit(places);
    const { begun, start, end } = createWork(limit);
    const background = ['p', 'q', 'r'].map((name) => start(name, never(), 'background'));
    expect(begun).toEqual(['p', 'q']);
    const foreground = ['a', 'b', 'c', 'd'].map((name) => start(name));
    expect([begun, limit.foregroundCount]).toEqual([['p', 'q', 'a', 'b', 'c'], 4]);
    end('p');
    await background[0];
    expect(begun).toEqual(['p', 'q', 'a', 'b', 'c', 'd']);
    places.limit = 6;
    end('a');
    await foreground[0];
    expect(begun).toEqual(['p', 'q', 'a', 'b', 'c', 'd', 'r']);
    for (const name of ['q', 'b', 'c', 'd', 'r']) end(name);
    await Promise.all([...background, ...foreground]);
  });

  test('runs follow-ups before the foreground, and counts them as tasks that a user waits for', async () => {
    const limit = new ConcurrencyLimit({ limit: 1, spare: 0 });
    const { begun, start, end } = createWork(limit);
    const tasks = [start('a'), start('b'), start('p', never(), 'background'), start('c', never(), 'follow-up')];
    expect(limit.foregroundCount).toBe(3);
    for (const [index, name] of ['a', 'c', 'b', 'p'].entries()) {
      expect(begun[index]).toBe(name);
      end(name);
      await tasks[['a', 'b', 'p', 'c'].indexOf(name)];
    }
    expect(limit.foregroundCount).toBe(0);
  });

  test('tells whether another request has waited for a slot since some moment, or did already then', async () => {
    const limit = new ConcurrencyLimit({ limit: 1, spare: 0 });
    const told: boolean[] = [];
    const run = () =>
      limit.sendRequest(outgoing(), async () => {
        const hasWaited = limit.watchWaiting();
        await Promise.resolve();
        told.push(hasWaited());
        return {} as Reply;
      });
    await run();
    await Promise.all([run(), run(), run()]);
    expect(told).toEqual([false, true, true, false]);
  });
});

describe('a wait queue', () => {
  test('releases waiters in the order of their arrival', async () => {
    const queue = new WaitQueue<string>();
    const [first, second] = [queue.wait(never()), queue.wait(never())];
    expect([queue.releaseNext('a'), queue.releaseNext('b')]).toEqual([true, true]);
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect([queue.size, queue.releaseNext('c')]).toEqual([0, false]);
  });

  test('refuses a waiter who was cancelled before', async () => {
    const queue = new WaitQueue<string>();
    await expect(queue.wait(AbortSignal.abort(new RangeError('enough')))).rejects.toThrow('enough');
    expect(queue.size).toBe(0);
  });

  test('rejects all current waiters, but not later ones', async () => {
    const queue = new WaitQueue<string>();
    const refused = Promise.allSettled([queue.wait(never()), queue.wait(never())]);
    queue.rejectAll(new RangeError('closed'));
    expect(queue.size).toBe(0);
    const later = queue.wait(never());
    queue.releaseNext('a');
    expect(await refused).toEqual(Array(2).fill({ status: 'rejected', reason: new RangeError('closed') }));
    await expect(later).resolves.toBe('a');
  });
});

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
    const answer = (ms: number) =>
      concurrency.answered({ kind: 'a', startedAt: 0, now: ms, outCount: concurrency.limit, isBinding: true });
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
      fc.property(latency, (ms) => expect(simulate(1_000, slowUnderLoad(ms)).limit).toBeLessThanOrEqual(12)),
      RUNS,
    );
  });

  describe('serves', () => {
    const OF_A_FIRM = Array.from({ length: 570 }, (_, index) => Math.floor((index / 4.75) * 1_000));
    const OF_A_WORKBOOK = Array.from({ length: 200 }, (_, index) => Math.floor(index / 25) * 15_000);
    const medianWait = (wantedAt: readonly number[], ms: number): number => {
      const slowsDown = (now: number) => ({ at: now + (now < 45_000 ? 100 : ms) });
      const late = simulateFrom(wantedAt, slowsDown).waits.filter((one) => one.wantedAt >= 75_000);
      const sorted = late.map((one) => one.ms).sort((a, b) => a - b);
      return sorted[Math.floor(sorted.length / 2)]!;
    };

    test.each([500, 2_000, 3_000, 6_000])(
      'a firm that wants 4.75 lists a second, half a minute after each takes %i ms for good',
      (ms) => expect(medianWait(OF_A_FIRM, ms)).toBeLessThanOrEqual(ms + 2_000),
    );

    test.each([2_000, 3_000, 6_000])(
      'a workbook that wants 25 lists every 15 seconds in two round trips, half a minute after each takes %i ms for good',
      (ms) => expect(medianWait(OF_A_WORKBOOK, ms)).toBeLessThanOrEqual(2 * ms),
    );

    test.each([2, 4, 8])('%i at once by a service that handles no more, without many more in flight', (places) => {
      const wantedAt = Array.from({ length: 2_000 }, (_, index) => index * 10);
      expect(simulateFrom(wantedAt, held(100, places)).limit).toBeLessThanOrEqual(Math.max(12, 4 * places));
    });
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

  test('expects a new kind of request to take as long as the last answer, and nothing before the first answer', () => {
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
