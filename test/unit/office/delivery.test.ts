import fc from 'fast-check';
import type { RichCell } from '../../../src/office/rich-cell';
import type { ExcelCell } from '../../../src/office/excel-message';
import { Gathering, MAX_RESULTS, MessageClock, Pacer, Portions } from '../../../src/office/delivery';
import { OfficeClient } from './office-client';
import { useFakeTimers } from '../../support/fake-timers';

describe('results that are gathered', () => {
  useFakeTimers({ now: 1_000_000, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });

  /** A gathering, the forecast of the pending answers, and when each result was handed over, in ms. */
  function createGathering(intervalMs = 500) {
    const situation = { dueAt: 0, isKnown: true };
    const handedOver: Record<string, number> = {};
    const clock = new MessageClock();
    const portions = new Portions(clock);
    const gathering = new Gathering(
      () => (situation.isKnown ? Math.max(0, start + situation.dueAt - Date.now()) : Infinity),
      clock,
    );
    /** The client writes a message with a result of this moment. */
    const writeMessage = (): void => {
      JSON.stringify(portions.watch([[1]]));
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
      gathering,
      clock,
      portions,
      /** Everything is expected at that time. */
      expect: (dueAt: number, isKnown = true) => {
        Object.assign(situation, { dueAt, isKnown });
      },
      /** A result that had to wait comes at that time. */
      result: async (name: string, at: number) => {
        await jest.advanceTimersByTimeAsync(start + at - Date.now());
        void gathering.add().then(() => (handedOver[name] = Date.now() - start));
        await jest.advanceTimersByTimeAsync(0);
      },
      passUntil: (at: number) => jest.advanceTimersByTimeAsync(start + at - Date.now()),
    };
  }

  describe('the results of one recalculation', () => {
    test('are passed on together when the last one has arrived', async () => {
      const { handedOver, expect: expectAt, result } = createGathering();
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
        const { handedOver, expect: expectAt, result } = createGathering(intervalMs);
        expectAt(dueAt);
        await result('first', 110);
        expect(handedOver).toEqual(isHeld ? {} : { first: 110 });
      },
    );

    test('are passed on at once if the time of the rest cannot be predicted, because of a pause, a failure or a slow request', async () => {
      const { handedOver, expect: expectAt, result } = createGathering();
      expectAt(300, false);
      await result('first', 110);
      expect(handedOver).toEqual({ first: 110 });
    });

    test('are released as soon as the time of the rest can no longer be predicted', async () => {
      const { handedOver, expect: expectAt, result, passUntil } = createGathering();
      expectAt(300);
      await result('first', 110);
      expectAt(300, false);
      await passUntil(400);
      expect(handedOver).toEqual({ first: 315 });
    });

    test('are released shortly after the rest should have come if that was cancelled', async () => {
      const { handedOver, expect: expectAt, result, passUntil } = createGathering();
      expectAt(300);
      await result('first', 110);
      await passUntil(400);
      expect(handedOver).toEqual({ first: 315 });
    });

    test('are never held back for a single cell', async () => {
      const { handedOver, result } = createGathering();
      await result('only', 110);
      expect(handedOver).toEqual({ only: 110 });
    });

    test('are added to a message that is about to leave', async () => {
      const { handedOver, clock, expect: expectAt, result } = createGathering();
      clock.handOver();
      expectAt(400);
      await result('in time', 40);
      expect(handedOver).toEqual({ 'in time': 40 });
    });

    test('are held back while the client could not send them anyway, and passed on in time for its next message', async () => {
      const { handedOver, writeMessage, expect: expectAt, result, passUntil } = createGathering(200);
      writeMessage();
      expectAt(5_000, false);
      await result('early', 60);
      await result('late', 150);
      await passUntil(1_000);
      expect(handedOver).toEqual({ early: 170, late: 170 });
    });

    test('are added to a message whose time is unknown, and are not held for the one after it', async () => {
      const { handedOver, portions, expect: expectAt, result } = createGathering();
      void portions.watch([[1]]);
      expectAt(2_000);
      await result('first', 300);
      await result('second', 900);
      expect(handedOver).toEqual({ first: 300, second: 900 });
    });

    test('are held back again after the observed result of a message was lost with its cell', async () => {
      const { handedOver, clock, portions, expect: expectAt, result } = createGathering();
      clock.handOver();
      void portions.watch([[1]]);
      expectAt(10_500);
      await result('first', 10_200);
      expect(handedOver).toEqual({});
    });

    test('wait for a lookup that starts at the moment when an answer arrives', async () => {
      const { handedOver, gathering, expect: expectAt, result } = createGathering();
      let isFirstHandedOver = false;
      void gathering.add().then(() => (isFirstHandedOver = true));
      expectAt(100);
      await result('second', 60);
      expect([isFirstHandedOver, handedOver]).toEqual([false, {}]);
      expectAt(0);
      await result('last', 90);
      expect([isFirstHandedOver, handedOver]).toEqual([true, { second: 90, last: 90 }]);
    });

    test('are gathered for a later message if they miss the next one', async () => {
      const { handedOver, writeMessage, expect: expectAt, result } = createGathering(200);
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
            const clock = new MessageClock();
            const portions = new Portions(clock);
            const gathering = new Gathering(() => expected, clock);
            for (const { afterMs, expectedMs } of steps) {
              await jest.advanceTimersByTimeAsync(afterMs);
              expected = expectedMs;
              const cameAt = Date.now();
              const result = gathering.add().then(() => portions.watch([[1]]));
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
});

describe('portions', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
  });
  afterEach(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'document');
  });

  /** Portions with `count` results in the first one, and a list of the later results that have gone. */
  function createPortions(count: number) {
    const clock = new MessageClock();
    const portions = new Portions(clock);
    const gone: string[] = [];
    expect(portions.timeFor(count)).toBeUndefined();
    return {
      clock,
      portions,
      gone,
      add: (name: string, cells = 1) =>
        void Promise.resolve(portions.timeFor(cells)).then(() => {
          gone.push(name);
        }),
      pass: (ms: number) => jest.advanceTimersByTimeAsync(ms),
    };
  }

  describe('the portions of a large recalculation', () => {
    test('leave one with each message, and the next recalculation starts with a first portion', async () => {
      const { portions, gone, add, pass } = createPortions(MAX_RESULTS);
      const first = portions.watch([[1]]);
      add('second', MAX_RESULTS);
      add('third');
      await pass(0);
      expect(gone).toEqual([]);
      JSON.stringify(first);
      await pass(0);
      expect(gone).toEqual(['second']);
      JSON.stringify(portions.watch([[2]]));
      await pass(0);
      expect(gone).toEqual(['second', 'third']);
      JSON.stringify(portions.watch([[3]]));
      expect(portions.timeFor(MAX_RESULTS)).toBeUndefined();
    });

    test('do not start while the message is being written', async () => {
      const { portions, gone, add, pass } = createPortions(MAX_RESULTS);
      add('second');
      JSON.stringify(portions.watch([[1]]));
      await Promise.resolve();
      expect(gone).toEqual([]);
      await pass(0);
      expect(gone).toEqual(['second']);
    });

    test('leave after one second each if no result could be observed', async () => {
      const { gone, add, pass } = createPortions(MAX_RESULTS);
      add('second', MAX_RESULTS);
      add('third');
      await pass(999);
      expect(gone).toEqual([]);
      await pass(1);
      expect(gone).toEqual(['second']);
      await pass(1_000);
      expect(gone).toEqual(['second', 'third']);
    });

    test('wait for seconds while Excel takes no message, because two may be too large for one', async () => {
      const { clock, portions, gone, add, pass } = createPortions(MAX_RESULTS);
      clock.handOver();
      const first = portions.watch([[1]]);
      add('second', MAX_RESULTS);
      add('third');
      await pass(8_000);
      expect(gone).toEqual([]);
      JSON.stringify(first);
      await pass(0);
      expect(gone).toEqual(['second']);
    });

    test('leave after ten seconds although the observed result is in no message, because its cell was cancelled', async () => {
      const { clock, portions, gone, add, pass } = createPortions(MAX_RESULTS);
      clock.handOver();
      void portions.watch([[1]]);
      add('second');
      await pass(11_000);
      expect(gone).toEqual(['second']);
    });

    test('are as large as a message may be in a hidden page', () => {
      Object.assign(globalThis, { document: { hidden: true } });
      const { portions } = createPortions(54_000);
      expect(portions.timeFor(1)).toBeInstanceOf(Promise);
    });
  });

  describe('an observed result', () => {
    test('is the same in the message, for each cell that shows it', () => {
      const clock = new MessageClock();
      const result = new Portions(clock).watch([[1, 'text']]);
      expect(JSON.stringify([result, result])).toBe('[[[1,"text"]],[[1,"text"]]]');
      // One message, not two soon after one another.
      expect([clock.minMs, clock.maxMs]).toEqual([200, 500]);
    });

    test('is the only observed one of its message', () => {
      const portions = new Portions(new MessageClock());
      const [one, other] = [[[1]], [[2]]];
      expect(portions.watch(one)).not.toBe(one);
      expect(portions.watch(other)).toBe(other);
    });

    test('is always a table: values and promises are not changed', () => {
      const portions = new Portions(new MessageClock());
      const later = Promise.resolve([[1]]);
      expect([portions.watch(1), portions.watch(later)]).toEqual([1, later]);
    });
  });
});

describe('the clock of messages', () => {
  useFakeTimers({ now: 0 });

  /** Results are handed over (+) and messages leave (^) at these times, in ms. */
  function clockAfter(events: string): MessageClock {
    const clock = new MessageClock();
    const start = performance.now();
    for (const [, what, atMs] of events.matchAll(/([+^])(\d+)/g)) {
      jest.advanceTimersByTime(start + Number(atMs) - performance.now());
      if (what === '^') clock.leave();
      else clock.handOver();
    }
    return clock;
  }

  test.each([
    ['unknown at first', 200, 500, ''],
    ['unknown after one message', 200, 500, '+0 ^50'],
    ['the short one after two messages at that interval', 200, 200, '+0 ^50 ^270'],
    ['the long one after a message that had to wait that long', 500, 500, '+0 ^50 +200 ^570'],
    ['still unknown if the next results came too late to show it', 200, 500, '+0 ^50 +5000 ^5050'],
    ['the short one even if one message of a busy page took long', 200, 200, '+0 ^50 +100 ^900 ^1150'],
  ])('the time between two messages is %s', (_, least, most, events) =>
    expect(clockAfter(events)).toMatchObject({ minMs: least, maxMs: most }),
  );

  test.each([
    ['short', 100, '+0 ^50 ^270', 200],
    ['unknown', 100, '+0 ^50', 500],
    ['unknown, and many results are still to come', 1_001, '+0 ^50', 200],
  ])(
    'results are handed over just before the next message can leave, if the interval is %s',
    (_, expected, events, interval) =>
      expect(clockAfter(events).freeAt(expected) - performance.now()).toBe(interval + 20 - 50),
  );

  test('a message that is not observed counts as sent 50 ms after its first result, and the next one an interval later', () => {
    const clock = clockAfter('+0 +30');
    expect(clock.at - performance.now()).toBe(20);
    jest.advanceTimersByTime(60);
    clock.handOver();
    expect(clock.at - performance.now()).toBe(50 + 200 - 90);
  });
});

describe('large results', () => {
  const MEGABYTE = 1_000_000;
  const table = (bytes: number): string[][] => [['', 'x'.repeat(bytes)]];

  /** How long each of the results waits, in milliseconds. */
  async function waits(pacer: Pacer, results: readonly string[][][]): Promise<number[]> {
    const start = Date.now();
    const leaving = results.map(async (result) => {
      const sent = await pacer.send(result);
      // Excel's client writes it into a message.
      JSON.stringify(sent);
      return Date.now() - start;
    });
    await jest.advanceTimersByTimeAsync(60_000);
    return Promise.all(leaving);
  }

  const INTERVAL_MS = 200;

  /** When Excel has got each of the results, in milliseconds. */
  async function seenAt(client: OfficeClient, pacer: Pacer, results: readonly ExcelCell[][][]): Promise<number[]> {
    const start = Date.now();
    const seen = results.map((result) => client.take(pacer.send(result)).then(() => Date.now() - start));
    await jest.advanceTimersByTimeAsync(120_000);
    return Promise.all(seen);
  }

  describe('results that are ready at the same time', () => {
    useFakeTimers();

    test('are sent at once, without a promise, while they fit into one message', () => {
      const pacer = new Pacer();
      const [first, second] = [table(MEGABYTE), table(MEGABYTE)];
      expect(pacer.send(first)).toBe(first);
      expect(pacer.send(second)).toBe(second);
    });

    test('wait until the one before has arrived if both do not fit into one message', async () => {
      const tables = [3, 3, 3].map((megabytes) => table(megabytes * MEGABYTE));
      expect(await waits(new Pacer(), tables)).toEqual([0, 5_000, 10_000]);
    });

    test('wait as long as a busy page has not written the one before, unless that never happens', async () => {
      const pacer = new Pacer();
      const first = pacer.send(table(3 * MEGABYTE));
      const [second, third] = [pacer.send(table(3 * MEGABYTE)), pacer.send(table(3 * MEGABYTE))].map((result) => {
        const sent = { result: undefined as unknown };
        void Promise.resolve(result).then((ready) => (sent.result = ready));
        return sent;
      });
      await jest.advanceTimersByTimeAsync(15_000);
      expect([second!.result, third!.result]).toEqual([undefined, undefined]);
      expect(JSON.stringify(first)).toBe(JSON.stringify(table(3 * MEGABYTE)));
      await jest.advanceTimersByTimeAsync(5_100);
      expect([second!.result === undefined, third!.result]).toEqual([false, undefined]);
      await jest.advanceTimersByTimeAsync(20_000);
      expect(third!.result).toBeDefined();
    });

    test('leave as soon as a message without the earlier ones shows that those have arrived', async () => {
      const tables = [3, 3, 0.1].map((megabytes) => table(megabytes * MEGABYTE));
      const client = new OfficeClient(INTERVAL_MS);
      expect(await seenAt(client, new Pacer(), tables)).toEqual([50, 452, 251]);
    });

    test('fill half a message each while more wait, as fast as the client sends them', async () => {
      const client = new OfficeClient(INTERVAL_MS);
      const tables = Array.from({ length: 50 }, () => table(0.85 * MEGABYTE));
      const times = await seenAt(client, new Pacer(), tables);
      expect(Math.max(...times)).toBeLessThanOrEqual(50 + 24 * (INTERVAL_MS + 50));
      expect(client.messages.map(({ count }) => count)).toEqual(Array.from({ length: 25 }, () => 2));
    });

    test('leave every five seconds under a client that does not let them be watched', async () => {
      const [pacer, start] = [new Pacer(), Date.now()];
      const left = Array.from({ length: 6 }, async () => {
        await pacer.send(table(0.85 * MEGABYTE));
        return Date.now() - start;
      });
      await jest.advanceTimersByTimeAsync(60_000);
      expect(await Promise.all(left)).toEqual([0, 0, 5_000, 5_000, 10_000, 10_000]);
    });

    test('do not wait for larger ones', async () => {
      const client = new OfficeClient(INTERVAL_MS);
      const large = Array.from({ length: 40 }, () => table(0.85 * MEGABYTE));
      const times = await seenAt(client, new Pacer(), [...large, ...Array.from({ length: 40 }, () => table(30_000))]);
      // In the first message that leaves after them.
      expect(Math.max(...times.slice(40))).toBeLessThanOrEqual(50 + INTERVAL_MS + 50);
    });

    test('never come to more than one message takes, whatever fails, and all arrive', async () => {
      jest.useRealTimers();
      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.integer({ min: 10_000, max: 3_990_000 }), { minLength: 1, maxLength: 8 }),
          fc.array(fc.boolean(), { maxLength: 12 }),
          async (sizes, failures) => {
            jest.useFakeTimers();
            const left = [...failures];
            const client = new OfficeClient(INTERVAL_MS, () => left.shift() !== true);
            const times = seenAt(client, new Pacer(), sizes.map(table));
            await jest.advanceTimersByTimeAsync(120_000);
            expect((await times).every((ms) => ms > 0)).toBe(true);
            expect(Math.max(...client.messages.map(({ length }) => length))).toBeLessThan(4_001_000);
            jest.useRealTimers();
          },
        ),
        { numRuns: 15 },
      );
    });

    test('go on when the cells of earlier ones are gone and those are never written', async () => {
      const pacer = new Pacer();
      const client = new OfficeClient(INTERVAL_MS);
      const isGone = (index: number): boolean => index >= 2 && index < 12;
      const sent = Array.from({ length: 16 }, (_, index) => {
        const result = pacer.send(table(0.85 * MEGABYTE));
        return isGone(index) ? Promise.resolve() : client.take(result);
      });
      await jest.advanceTimersByTimeAsync(120_000);
      await Promise.all(sent);
      expect(client.messages.reduce((sum, { count }) => sum + count, 0)).toBe(6);
    });

    test('never wait if they are single cells', () => {
      const pacer = new Pacer();
      void pacer.send(table(3.9 * MEGABYTE));
      const text = [['x'.repeat(30_000)]];
      for (let cell = 0; cell < 100; cell += 1) expect(pacer.send(text)).toBe(text);
      expect(pacer.send(1.5)).toBe(1.5);
    });

    test('do not wait for results from long ago', async () => {
      const pacer = new Pacer();
      JSON.stringify(pacer.send(table(3 * MEGABYTE)));
      await jest.advanceTimersByTimeAsync(5_000);
      const later = table(3 * MEGABYTE);
      expect(pacer.send(later)).toBe(later);
    });

    test('are not delayed if the clock is set back', async () => {
      const pacer = new Pacer();
      JSON.stringify(pacer.send(table(3 * MEGABYTE)));
      await jest.advanceTimersByTimeAsync(5_001);
      jest.setSystemTime(Date.now() - 3_600_000);
      const small = table(1_000);
      expect(pacer.send(small)).toBe(small);
    });

    test('are counted as they are, however small: 1,500 spills of twenty formatted numbers leave in two messages', async () => {
      const client = new OfficeClient(INTERVAL_MS);
      const spill = (): ExcelCell[][] =>
        Array.from({ length: 10 }, () => [
          { type: 'Double', basicValue: 46_353.5, numberFormat: 'yyyy-mm-dd hh:mm' },
          { type: 'Double', basicValue: 1.08451, numberFormat: '#,##0.00000' },
        ]);
      await seenAt(client, new Pacer(), Array.from({ length: 1_500 }, spill));
      expect(client.messages).toHaveLength(2);
    });

    test('count once for each cell that shows them, and lose their formats if even one message cannot take them', () => {
      const row = (): ExcelCell[][] => [
        Array.from({ length: 3 }, () => ({ type: 'Double', basicValue: 1.08451, numberFormat: '#,##0.00000' })),
      ];
      const pacer = new Pacer();
      const bytes = JSON.stringify(row()).length;
      const [shared, other] = [row(), row()];
      expect(pacer.send(shared, Math.floor(3_500_000 / (bytes + 30)))).toBe(shared);
      expect(pacer.send(other, 1_000)).toBeInstanceOf(Promise);
      const plain = new Pacer().send(row(), Math.floor(4_100_000 / bytes));
      expect(JSON.stringify(plain)).toBe('[[1.08451,1.08451,1.08451]]');
    });

    test('wait even if they are many small tables', async () => {
      const tables = Array.from({ length: 1_000 }, () => table(10_000));
      const waiting = await waits(new Pacer(), tables);
      expect(waiting[0]).toBe(0);
      expect(waiting.at(-1)).toBeGreaterThan(0);
    });
  });

  describe('single cells with formats or properties', () => {
    useFakeTimers();

    const PLAIN = [[1.085]];
    const QUOTE: RichCell = {
      rich: [[{ type: 'Double', basicValue: 1.085, properties: {} }]],
      bytes: 400,
      plain: () => PLAIN,
    };
    const MAX_AT_ONCE = 10_000;

    test('are sent at once while they fit into one message, and the others are sent as plain numbers, which is reported', () => {
      const onTrim = jest.fn();
      const pacer = new Pacer(() => false, onTrim);
      const left = Array.from({ length: 12_000 }, () => pacer.sendRich(QUOTE));
      expect(left.filter((result) => result === QUOTE.rich)).toHaveLength(MAX_AT_ONCE);
      expect(left.slice(MAX_AT_ONCE)).toEqual(Array.from({ length: 2_000 }, () => PLAIN));
      expect(onTrim).toHaveBeenCalledTimes(1);
    });

    test('keep formats alone in more cells, because they are smaller', () => {
      const pacer = new Pacer();
      const left = Array.from({ length: 34_000 }, () => pacer.sendRich({ ...QUOTE, bytes: 120 }));
      expect(left.filter((result) => result === QUOTE.rich)).toHaveLength(33_333);
    });

    test('have their properties again after the next recalculation', async () => {
      const pacer = new Pacer();
      for (let cell = 0; cell < 11_000; cell++) void pacer.sendRich(QUOTE);
      await jest.advanceTimersByTimeAsync(5_000);
      expect(pacer.sendRich(QUOTE)).toBe(QUOTE.rich);
    });

    test('are sent as plain numbers while a large table fills the message', () => {
      const pacer = new Pacer();
      void pacer.send(table(4 * MEGABYTE - 100));
      expect(pacer.sendRich(QUOTE)).toBe(PLAIN);
    });

    test('are sent together if they share a result: at once, later if the user wants all of them, or as plain numbers', async () => {
      const auto = new Pacer();
      expect([auto.sendRich(QUOTE, 6_000), auto.sendRich(QUOTE, 6_000), auto.sendRich(QUOTE, 4_000)]).toEqual([
        QUOTE.rich,
        PLAIN,
        QUOTE.rich,
      ]);
      const all = new Pacer(() => true);
      expect(all.sendRich(QUOTE, 6_000)).toBe(QUOTE.rich);
      const second = all.sendRich(QUOTE, 6_000);
      await jest.advanceTimersByTimeAsync(5_000);
      expect(await second).toBe(QUOTE.rich);
      expect(all.sendRich(QUOTE, MAX_AT_ONCE + 1)).toBe(PLAIN);
    });

    test('wait for their turn if the user wants all of them', async () => {
      const pacer = new Pacer(() => true);
      const left = Array.from({ length: 24_000 }, () => pacer.sendRich(QUOTE));
      expect(left.filter((result) => result === QUOTE.rich)).toHaveLength(MAX_AT_ONCE);
      const start = Date.now();
      const waiting = left.map(async (result) => [await result, Date.now() - start] as const);
      await jest.advanceTimersByTimeAsync(10_000);
      const arrived = await Promise.all(waiting);
      expect(arrived.every(([result]) => result === QUOTE.rich)).toBe(true);
      expect([0, 5_000, 10_000].map((ms) => arrived.filter(([, at]) => at === ms).length)).toEqual([
        MAX_AT_ONCE,
        MAX_AT_ONCE,
        4_000,
      ]);
    });
  });
});
