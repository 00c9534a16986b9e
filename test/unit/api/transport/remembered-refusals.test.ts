import type { Learned } from '../../../../src/api/transport/concurrency-limit';
import { seededRandom } from '../../../bench/pairs';
import { ask, createTransport, LimitedService, settle, START_MS, useFakeTime } from './limits-service';
import { limited, simulateFrom, threeTimes } from './simulated-service';

useFakeTime();

describe('a service that an earlier session has learned of', () => {
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
});
