import fc from 'fast-check';
import { ResultGatherer } from '../../../../src/office/cells/result-gatherer';
import { OfficeClient } from './office-client';

beforeEach(() => {
  jest.useFakeTimers({ now: 1_000_000, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
});
afterEach(() => {
  jest.useRealTimers();
});

/** A gatherer, the forecast of the pending answers, and when each result was handed over, in ms. */
function createGatherer(intervalMs = 500) {
  const situation = { dueAt: 0, isKnown: true };
  const handedOver: Record<string, number> = {};
  const gatherer = new ResultGatherer(() =>
    situation.isKnown ? Math.max(0, start + situation.dueAt - Date.now()) : Infinity,
  );
  /** The client writes a message with a result of this moment. */
  const writeMessage = (): void => {
    JSON.stringify(gatherer.portions.watch([[1]]));
  };
  // Two messages so soon after one another show that the client sends them often.
  if (intervalMs === 200) {
    writeMessage();
    jest.advanceTimersByTime(220);
    writeMessage();
    jest.advanceTimersByTime(10_000);
  }
  const start = Date.now();
  return {
    writeMessage,
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
  test('are passed on together when the last one has arrived', async () => {
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

  test('are passed on at once if the time of the rest cannot be predicted, because of a pause, a failure or a slow request', async () => {
    const { handedOver, expect: expectAt, result } = createGatherer();
    expectAt(300, false);
    await result('first', 110);
    expect(handedOver).toEqual({ first: 110 });
  });

  test('are released as soon as the time of the rest can no longer be predicted', async () => {
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
    const { handedOver, writeMessage, expect: expectAt, result, passUntil } = createGatherer(200);
    writeMessage();
    expectAt(5_000, false);
    await result('early', 60);
    await result('late', 150);
    await passUntil(1_000);
    expect(handedOver).toEqual({ early: 170, late: 170 });
  });

  test('join a message whose time is unknown, and are not held for the one after it', async () => {
    const { handedOver, gatherer, expect: expectAt, result } = createGatherer();
    void gatherer.portions.watch([[1]]);
    expectAt(2_000);
    await result('first', 300);
    await result('second', 900);
    expect(handedOver).toEqual({ first: 300, second: 900 });
  });

  test('are held back again after the observed result of a message was lost with its cell', async () => {
    const { handedOver, gatherer, expect: expectAt, result } = createGatherer();
    gatherer.noteSent();
    void gatherer.portions.watch([[1]]);
    expectAt(10_500);
    await result('first', 10_200);
    expect(handedOver).toEqual({});
  });

  test('wait for a lookup that starts at the moment when an answer arrives', async () => {
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
    const { handedOver, writeMessage, expect: expectAt, result } = createGatherer(200);
    writeMessage();
    expectAt(400);
    await result('first', 190);
    expect(handedOver).toEqual({});
    expectAt(0);
    await result('last', 400);
    expect(handedOver).toEqual({ first: 400, last: 400 });
  });

  test('appear at most 450 ms after the client could have sent them, whatever is predicted', async () => {
    jest.useRealTimers();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ afterMs: fc.nat(300), expectedMs: fc.nat(600) }), { minLength: 1, maxLength: 20 }),
        fc.constantFrom(200, 500),
        async (steps, intervalMs) => {
          jest.useFakeTimers({ now: 0, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
          let expected = 0;
          const results: { readonly cameAt: number; readonly seenAt: number }[] = [];
          const office = new OfficeClient(intervalMs);
          const gatherer = new ResultGatherer(() => expected);
          for (const { afterMs, expectedMs } of steps) {
            await jest.advanceTimersByTimeAsync(afterMs);
            expected = expectedMs;
            const cameAt = Date.now();
            const result = gatherer.gather().then(() => gatherer.portions.watch([[1]]));
            void office.take(result).then(() => results.push({ cameAt, seenAt: Date.now() }));
          }
          await jest.advanceTimersByTimeAsync(3_000);
          jest.useRealTimers();
          expect(results).toHaveLength(steps.length);
          for (const { cameAt, seenAt } of results) {
            const before = office.messages.findLast(({ atMs }) => atMs < seenAt)?.atMs ?? -Infinity;
            expect(seenAt - Math.max(cameAt, before + MAX_INTERVAL_MS)).toBeLessThanOrEqual(450 + CLIENT_MS);
          }
        },
      ),
      { numRuns: 100 },
    );
  });
});

/** What is reckoned with until the client has shown that it sends messages more often. */
const MAX_INTERVAL_MS = 500;
/** The client's delay, and the time until it looks again. */
const CLIENT_MS = 50 + 50;
