import { AdaptiveConcurrency, type Learned } from '../../../../src/api/transport/concurrency-limit';
import { seededRandom } from '../../../bench/pairs';
import { ask, createTransport, LimitedService, settle, START_MS, useFakeTime } from './limits-service';
import { CONSTANT, limited, simulateFrom, slowUnderLoad } from './simulated-service';

useFakeTime();

/** So many requests a minute apart, three times. */
const threeTimes = (size: number): number[] => [0, 60_000, 120_000].flatMap((at) => Array<number>(size).fill(at));

describe('a service that an earlier session has learned of', () => {
  test('gets as many requests at once as it answered quickly then, and no more', () => {
    const learned: Learned = {};
    simulateFrom(threeTimes(25), CONSTANT(50), undefined, learned);
    expect(learned.atOnce).toBeGreaterThan(20);
    const next = new AdaptiveConcurrency({ learned: { ...learned } });
    expect([next.limit, next.spare]).toEqual([learned.atOnce, 0]);
    let most = 0;
    const counted = (now: number, out: readonly number[]) => {
      most = Math.max(most, out.length + 1);
      return CONSTANT(50)(now, out);
    };
    const { endsAt } = simulateFrom(Array<number>(learned.atOnce!).fill(0), counted, undefined, { ...learned });
    expect([endsAt, most]).toEqual([50, learned.atOnce]);
  });

  test('gets 25 at most, however many it took: it may have halved its limits', () => {
    expect(new AdaptiveConcurrency({ learned: { atOnce: 48 } }).limit).toBe(25);
  });

  test('is treated as unknown from its first refusal on, and in the next session', () => {
    const learned: Learned = { atOnce: 20 };
    const refused = new AdaptiveConcurrency({ learned });
    const nothingKnown = new AdaptiveConcurrency();
    for (const one of [refused, nothingKnown]) one.overloaded(1, 2);
    expect([refused.limit, learned.atOnce]).toEqual([nothingKnown.limit, 0]);
    for (let answer = 0; answer < 50; answer++)
      refused.answered({ kind: 'a', startedAt: 3 + answer, now: 53 + answer, outCount: 9, isBinding: true });
    expect(new AdaptiveConcurrency({ learned }).limit).toBe(6);
  });

  test('that has become slow gets fewer, now and in the next session', () => {
    const learned: Learned = { atOnce: 24 };
    simulateFrom(threeTimes(60), slowUnderLoad(50), undefined, learned);
    expect(learned.atOnce).toBeLessThan(12);
  });

  test('gets no more than the fixed number of requests at once, whatever was learned', () => {
    expect(new AdaptiveConcurrency({ initial: 2, min: 2, max: 2, learned: { atOnce: 20 } }).limit).toBe(2);
    expect(new AdaptiveConcurrency({ atMost: 8, learned: { atOnce: 20 } }).limit).toBe(8);
  });

  test('and that has halved its limits overnight, refuses no more requests in all than one that is not remembered', async () => {
    /** Refusals on the second day: with nothing known, and with what the first day has taught. */
    const all: { readonly size: number; readonly unknown: number; readonly remembered: number }[] = [];
    for (let most = 8; most <= 120; most += 2)
      for (const size of [10, 25, 40, 60, 100]) {
        const learned: Learned = {};
        simulateFrom(threeTimes(size), limited(50, most), undefined, learned);
        const onNextDay = (known?: Learned) =>
          simulateFrom(threeTimes(size), limited(50, most / 2), undefined, known).refused;
        all.push({ size, unknown: onNextDay(), remembered: onNextDay(learned) });
      }
    async function refusedOn(count: number, seconds: number, size: number, learned: Learned): Promise<number> {
      jest.setSystemTime(START_MS);
      const service = new LimitedService({ limits: [{ count, seconds }], latencyMs: 50 });
      const transport = createTransport(service, learned);
      for (let recalculation = 0; recalculation < 2; recalculation++) {
        await settle(Array.from({ length: size }, () => ask(transport)));
        await jest.advanceTimersByTimeAsync(60_000);
      }
      return service.refused;
    }
    for (const seconds of [1, 60])
      for (const count of [16, 24, 30, 40, 50, 60, 80, 100])
        for (const size of [10, 25, 60, 100]) {
          const learned: Learned = {};
          await refusedOn(count, seconds, size, learned);
          const unknown = await refusedOn(count / 2, seconds, size, {});
          all.push({ size, unknown, remembered: await refusedOn(count / 2, seconds, size, learned) });
        }
    // Of a hundred requests, one more round can by chance be the one that meets the limit.
    for (const { size, unknown, remembered } of all) if (size < 100) expect(remembered).toBeLessThanOrEqual(unknown);
    expect(all.filter(({ unknown, remembered }) => remembered > unknown).length).toBeLessThanOrEqual(1);
    const sum = (kind: 'unknown' | 'remembered') => all.reduce((total, one) => total + one[kind], 0);
    expect(sum('unknown')).toBeGreaterThan(0);
    expect(sum('remembered')).toBeLessThanOrEqual(sum('unknown'));
  });

  test.each([25, 60, 100])(
    'and that refuses one request in thirteen at random, refuses no more of %i than one that is not remembered',
    async (size) => {
      const refused = async (seed: number, learned: Learned): Promise<number> => {
        const random = seededRandom(seed);
        const service = new LimitedService({ limits: [], latencyMs: 50, refusesAtRandom: () => random() < 1 / 13 });
        const transport = createTransport(service, learned);
        await settle(Array.from({ length: size }, () => ask(transport)));
        return service.refused;
      };
      for (let seed = 0; seed < 10; seed++)
        expect(await refused(seed, { atOnce: 25 })).toBeLessThanOrEqual(await refused(seed, {}));
    },
  );

  test('gets no more than an unknown one that has answered as often, once more are wanted than were remembered', () => {
    const concurrency = new AdaptiveConcurrency({ learned: { atOnce: 20 } });
    const unknown = new AdaptiveConcurrency();
    for (let answer = 0; answer < 20; answer++)
      for (const one of [concurrency, unknown])
        one.answered({ kind: 'a', startedAt: 1, now: 51, outCount: 20, isBinding: true });
    expect(concurrency.limit).toBe(unknown.limit);
  });
});
