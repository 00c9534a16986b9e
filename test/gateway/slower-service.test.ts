import { createHanging, ofFirm, passing, useHanging } from './hanging-service';

useHanging();

test.each([2_000, 3_000, 6_000])(
  'half a minute after each answer takes %i ms for good, half of the people wait two seconds longer at most',
  async (latencyMs) => {
    const { service, quote } = createHanging(() => false);
    const names = ofFirm(500);
    const waits: (readonly [at: number, wait: ReturnType<typeof quote>])[] = [];
    // All names in fifteen seconds, which is how long a quote is fresh.
    const read = async (seconds: number): Promise<void> => {
      for (let asked = 0; asked < seconds * 33; asked++) {
        waits.push([Date.now(), quote(names[waits.length % names.length]!)]);
        await passing(30);
      }
    };
    await read(45);
    service.latencyMs = latencyMs;
    const slowAt = Date.now();
    await read(60);
    await passing(60_000);
    const late = waits.filter(([at]) => at > slowAt + 30_000).map(([, wait]) => wait);
    const times = (await Promise.all(late)).map(({ ms }) => ms).sort((one, other) => one - other);
    expect(times[Math.floor(times.length / 2)]).toBeLessThanOrEqual(latencyMs + 2_000);
  },
);
