import { AdaptiveConcurrency } from '../../../../src/api/transport/concurrency-limit';

/** A concurrency that is given answers of these milliseconds while other requests wait. */
function createAnswered(kind = 'a') {
  const concurrency = new AdaptiveConcurrency();
  let now = 0;
  const answer = (ms: number, { count = 1, outCount = 7, of = kind } = {}): void => {
    for (let given = 0; given < count; given++) {
      const startedAt = ++now;
      now += ms;
      concurrency.answered({ kind: of, startedAt, now, outCount, isBinding: true });
    }
  };
  const overload = (doubtfulWith?: number): void => {
    const startedAt = ++now;
    concurrency.overloaded(startedAt, ++now, doubtfulWith);
  };
  /** How many answers of 50 ms, of another kind, raise the limit to the next whole number. */
  const answersToGrow = (): number => {
    const { limit } = concurrency;
    let count = 0;
    for (; concurrency.limit === limit; count++) answer(50, { of: 'b' });
    return count;
  };
  return { concurrency, answer, overload, answersToGrow };
}

describe('an answer', () => {
  test('raises the limit by half a request if its latency is at most one and a half times that at rest, and ten milliseconds more', () => {
    for (const [ms, limit] of [
      [330, 7],
      [334, 6],
    ] as const) {
      const { concurrency, answer } = createAnswered();
      answer(90);
      answer(ms);
      expect(concurrency.limit).toBe(limit);
    }
  });

  test.each([
    ['not if latency is twice that at rest', 24, 530, 24],
    ['in the proportion in which latency is above one and a half times that at rest', 24, 534, 17],
    ['to the half at most', 24, 20_000, 12],
    ['to the first six at most', 8, 20_000, 6],
  ])('lowers the limit %s', (_, grown, ms, limit) => {
    const { concurrency, answer } = createAnswered();
    while (concurrency.limit < grown) answer(90);
    answer(ms);
    expect(concurrency.limit).toBe(limit);
  });

  test('that is late leaves a limit of less than six as it is', () => {
    const { concurrency, answer, overload } = createAnswered();
    overload();
    for (const ms of [90, 20_000]) answer(ms);
    expect(concurrency.limit).toBe(4);
  });

  test('that is late does not slow the growth from six on', () => {
    const concurrency = new AdaptiveConcurrency();
    const answer = (kind: string, now: number): void => {
      concurrency.answered({ kind, startedAt: 0, now, outCount: 6, isBinding: kind === 'b' });
    };
    for (const ms of [90, 20_000]) answer('a', ms);
    for (let count = 0; count < 2; count++) answer('b', 50);
    expect(concurrency.limit).toBe(7);
  });

  test('does not change a limit that it was not sent under', () => {
    const concurrency = new AdaptiveConcurrency();
    const answer = (startedAt: number): void => {
      for (let count = 0; count < 60; count++)
        concurrency.answered({ kind: 'a', startedAt, now: startedAt + 50, outCount: 6, isBinding: true });
    };
    concurrency.overloaded(10, 20);
    expect(concurrency.limit).toBe(4);
    concurrency.overloaded(20, 25);
    answer(20);
    expect(concurrency.limit).toBe(4);
    answer(21);
    expect(concurrency.limit).toBe(5);
  });

  test('raises the limit less after latency was high, and much less after a refusal', () => {
    const { concurrency, answer, overload, answersToGrow } = createAnswered();
    while (concurrency.limit < 24) answer(90);
    answer(20_000);
    expect([concurrency.limit, answersToGrow(), concurrency.spare]).toEqual([12, 4, 0]);
    while (concurrency.limit < 20) answersToGrow();
    overload();
    expect([concurrency.limit, answersToGrow()]).toEqual([14, expect.any(Number)]);
    const eightRoundTrips = 8 * concurrency.limit;
    const count = answersToGrow();
    expect(count).toBeGreaterThan(eightRoundTrips);
    expect(count).toBeLessThan(eightRoundTrips + 8);
  });

  test('of a request alone moves the latency at rest by a fifth, up or down', () => {
    const { concurrency, answer } = createAnswered();
    answer(90);
    answer(590, { outCount: 1 });
    expect(concurrency.limit).toBe(7);
    answer(90, { outCount: 1 });
    answer(90, { outCount: 1 });
    // At rest 90, 190, 170, 154; recently 90, 215, 184, 160, then 246.
    answer(504);
    expect(concurrency.limit).toBe(8);
  });

  test('beside others moves the latency at rest by a tenth, and only down', () => {
    const answersOf = (ms: number): number => {
      const { concurrency, answer } = createAnswered();
      answer(50, { of: 'b' });
      answer(1_090);
      answer(90);
      const { limit } = concurrency;
      answer(ms);
      return concurrency.limit - limit;
    };
    // At rest 990, recently 840, then 1,500 or 1,501.
    expect([answersOf(3_480), answersOf(3_484)]).toEqual([1, 0]);
  });

  test('of six or fewer moves the latency at rest by a twentieth, also up: there are never less', () => {
    const { concurrency, answer } = createAnswered();
    answer(90, { count: 8 });
    const { limit } = concurrency;
    answer(2_000, { outCount: 6, count: 30 });
    expect(concurrency.limit).toBeLessThan(limit);
    answer(2_000, { outCount: 6, count: 40 });
    expect(concurrency.limit).toBeGreaterThan(limit);
  });
});

describe('failures that may come from what is asked', () => {
  test('count as overload while many requests are out', () => {
    const { concurrency, overload } = createAnswered();
    for (const outCount of [6, 4, 3]) overload(outCount);
    expect(concurrency.limit).toBe(2);
  });

  test('leave six, and a growth as after high latency, once one had hardly any others beside it', () => {
    const { concurrency, answer, overload, answersToGrow } = createAnswered();
    for (const outCount of [6, 4, 3, 2]) overload(outCount);
    expect(concurrency.limit).toBe(6);
    for (let failure = 0; failure < 5; failure++) overload(6);
    expect(concurrency.limit).toBe(6);
    answer(50, { of: 'b' });
    expect(answersToGrow()).toBeLessThan(6);
  });

  test('never lower the limit below six if the first has hardly any others beside it', () => {
    const { concurrency, overload } = createAnswered();
    for (const outCount of [1, 6, 6]) overload(outCount);
    expect(concurrency.limit).toBe(6);
  });

  test('count again after a refusal', () => {
    const { concurrency, overload } = createAnswered();
    for (const outCount of [6, 4, 3, 2]) overload(outCount);
    overload();
    overload(6);
    expect(concurrency.limit).toBe(2);
  });
});

test('as many requests may be out as the usual rate takes, until the service refuses', () => {
  const concurrency = new AdaptiveConcurrency();
  const answer = (now: number, ms: number): void => {
    concurrency.answered({ kind: 'a', startedAt: now - ms, now, outCount: 6, isBinding: false });
  };
  for (let now = 200; now < 20_000; now += 200) answer(now, 100);
  expect(concurrency.limit).toBe(6);
  for (let count = 0; count < 20; count++) answer(24_000 + count, 4_000);
  expect(concurrency.limit).toBeGreaterThanOrEqual(19);
  concurrency.overloaded(25_000, 26_000);
  expect(concurrency.limit).toBe(4);
});

test('keeps the usual rate of a service that becomes slower, although its sender always holds others back', () => {
  const concurrency = new AdaptiveConcurrency({ isShared: true });
  const answer = (count: number, from: number, ms: number, outCount: number): void => {
    for (let index = 0; index < count; index++) {
      const startedAt = from + index * 20;
      const sample = { kind: 'quotes', startedAt, now: startedAt + ms, outCount, isBinding: false, isHolding: true };
      concurrency.answered(sample);
    }
  };
  answer(1_500, 0, 100, 6);
  // Fifty a second for 0.5 s are 25, and twice as many may be out.
  answer(200, 30_000, 500, 60);
  expect(concurrency.limit).toBeGreaterThanOrEqual(45);
  for (let index = 0; index < 20; index++) concurrency.overloaded(40_000 + index * 1_000, 40_500 + index * 1_000);
  expect(concurrency.limit).toBe(2);
});
