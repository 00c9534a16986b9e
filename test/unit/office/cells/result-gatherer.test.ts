import fc from 'fast-check';
import { ResultGatherer } from '../../../../src/office/cells/result-gatherer';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A gatherer, the forecast of the pending answers, and when each result was handed over, in ms. */
function createGatherer(intervalMs = 500) {
  const start = Date.now();
  const situation = { dueAt: 0, isKnown: true };
  const handedOver: Record<string, number> = {};
  const gatherer = new ResultGatherer({
    expectedMs: () => (situation.isKnown ? Math.max(0, start + situation.dueAt - Date.now()) : Infinity),
    intervalMs: () => intervalMs,
  });
  return {
    handedOver,
    gatherer,
    /** Everything is expected at that time. */
    expect: (dueAt: number, isKnown = true) => {
      Object.assign(situation, { dueAt, isKnown });
    },
    /** A result that had to wait comes at that time. */
    result: async (name: string, at: number) => {
      await jest.advanceTimersByTimeAsync(start + at - Date.now());
      void gatherer.gather().then(() => (handedOver[name] = Date.now() - start));
      await jest.advanceTimersByTimeAsync(0);
    },
    passUntil: (at: number) => jest.advanceTimersByTimeAsync(start + at - Date.now()),
  };
}

describe('the results of one recalculation', () => {
  test('are passed on together when the last is there', async () => {
    const { handedOver, expect: expectAt, result } = createGatherer();
    expectAt(310);
    await result('first', 110);
    await result('second', 210);
    expect(handedOver).toEqual({});
    expectAt(0);
    await result('last', 310);
    expect(handedOver).toEqual({ first: 310, second: 310, last: 310 });
  });

  test.each([
    [500, 560, true],
    [500, 561, false],
    [200, 385, true],
    [200, 386, false],
  ])(
    'are held back with messages %i ms apart and the rest expected after %i ms: %s',
    async (intervalMs, dueAt, isHeld) => {
      const { handedOver, expect: expectAt, result } = createGatherer(intervalMs);
      expectAt(dueAt);
      await result('first', 110);
      expect(handedOver).toEqual(isHeld ? {} : { first: 110 });
    },
  );

  test('are passed on at once if nobody can predict the rest, because of a pause, a failure or a slow request', async () => {
    const { handedOver, expect: expectAt, result } = createGatherer();
    expectAt(300, false);
    await result('first', 110);
    expect(handedOver).toEqual({ first: 110 });
  });

  test('are released as soon as nobody can predict the rest any more', async () => {
    const { handedOver, expect: expectAt, result, passUntil } = createGatherer();
    expectAt(300);
    await result('first', 110);
    expectAt(300, false);
    await passUntil(400);
    expect(handedOver).toEqual({ first: 315 });
  });

  test('are released shortly after the rest should have come if that was cancelled', async () => {
    const { handedOver, expect: expectAt, result, passUntil } = createGatherer();
    expectAt(300);
    await result('first', 110);
    await passUntil(400);
    expect(handedOver).toEqual({ first: 315 });
  });

  test('are never held back for a single cell', async () => {
    const { handedOver, result } = createGatherer();
    await result('only', 110);
    expect(handedOver).toEqual({ only: 110 });
  });

  test('join a message that is about to leave', async () => {
    const { handedOver, gatherer, expect: expectAt, result } = createGatherer();
    gatherer.noteSent();
    expectAt(400);
    await result('in time', 40);
    expect(handedOver).toEqual({ 'in time': 40 });
  });

  test('are held back while the client could not send them anyway, and passed on in time for its next message', async () => {
    const { handedOver, gatherer, expect: expectAt, result, passUntil } = createGatherer();
    gatherer.noteSent();
    expectAt(5_000, false);
    await result('early', 110);
    await result('late', 300);
    await passUntil(1_000);
    expect(handedOver).toEqual({ early: 515, late: 515 });
  });

  test('wait for a question that follows from an answer in the same moment', async () => {
    const { handedOver, gatherer, expect: expectAt, result } = createGatherer();
    let isFirstHandedOver = false;
    void gatherer.gather().then(() => (isFirstHandedOver = true));
    expectAt(100);
    await result('second', 60);
    expect([isFirstHandedOver, handedOver]).toEqual([false, {}]);
    expectAt(0);
    await result('last', 90);
    expect([isFirstHandedOver, handedOver]).toEqual([true, { second: 90, last: 90 }]);
  });

  test('are gathered for a later message if they miss the next one', async () => {
    const { handedOver, gatherer, expect: expectAt, result } = createGatherer();
    gatherer.noteSent();
    expectAt(700);
    await result('first', 500);
    expect(handedOver).toEqual({});
    expectAt(0);
    await result('last', 700);
    expect(handedOver).toEqual({ first: 700, last: 700 });
  });

  test('are never held back for longer than 450 ms, whatever is predicted', async () => {
    jest.useRealTimers();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ afterMs: fc.nat(300), expectedMs: fc.nat(600) }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(200, 500),
        async (steps, intervalMs) => {
          jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
          let expected = 0;
          const waits: number[] = [];
          const gatherer = new ResultGatherer({
            expectedMs: () => expected,
            intervalMs: () => intervalMs,
          });
          for (const { afterMs, expectedMs } of steps) {
            await jest.advanceTimersByTimeAsync(afterMs);
            expected = expectedMs;
            const at = Date.now();
            void gatherer.gather().then(() => waits.push(Date.now() - at));
          }
          await jest.advanceTimersByTimeAsync(1_000);
          jest.useRealTimers();
          expect(waits).toHaveLength(steps.length);
          expect(Math.max(...waits)).toBeLessThanOrEqual(450);
        },
      ),
      { numRuns: 100 },
    );
  });
});
