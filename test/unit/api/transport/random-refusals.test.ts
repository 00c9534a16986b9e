import { seededRandom } from '../../../bench/pairs';
import { ask, createTransport, LimitedService, settle, START_MS, useFakeTime } from './limits-service';

useFakeTime();

const REQUESTS = 150;
/** From different moments of the clock on. */
const TRIES = process.env.MD_TESTS === 'night' ? 60 : 15;

/**
 * The seconds that 150 requests take under a service that refuses one in thirteen for no reason, from different moments
 * of the clock on.
 */
async function secondsUnder(seed: number, latencyMs: number): Promise<number> {
  const began = START_MS + seed * 777;
  jest.setSystemTime(began);
  const random = seededRandom(seed);
  const service = new LimitedService({ limits: [], latencyMs, refusesAtRandom: () => random() < 1 / 13 });
  const transport = createTransport(service);
  const results = await settle(Array.from({ length: REQUESTS }, () => ask(transport)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(REQUESTS);
  return (Date.now() - began) / 1000;
}

test.each([20, 80, 300])(
  'a service that refuses one request in thirteen at random is not mistaken for one with a limit: 150 requests of %i ms never take a minute, and usually a few seconds',
  async (latencyMs) => {
    const seconds = [];
    for (let seed = 0; seed < TRIES; seed++) seconds.push(await secondsUnder(seed, latencyMs));
    seconds.sort((one, other) => one - other);
    // After that many refusals at least two requests at once remain.
    const ofTwoAtOnce = ((REQUESTS / 2) * latencyMs) / 1000;
    expect(seconds[Math.floor(TRIES / 2)]).toBeLessThan(ofTwoAtOnce + 5);
    expect(seconds.at(-1)).toBeLessThan(40);
  },
);

test('a service with a limit of 100 in a minute is respected: 150 requests need the next minute, and few are refused', async () => {
  const service = new LimitedService({ limits: [{ count: 100, seconds: 60 }] });
  const transport = createTransport(service);
  const results = await settle(Array.from({ length: REQUESTS }, () => ask(transport)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(REQUESTS);
  expect(service.windowsUsed(60)).toBe(2);
  // What was out together, up to 48, the probes of the windows that it might have been, and one every five seconds.
  expect(service.refused).toBeLessThanOrEqual(48 + 5 + 12);
});
