import { Departures } from '../../../src/office/departures';

const MEGABYTE = 1_000_000;
const table = (bytes: number): string[][] => [['', 'x'.repeat(bytes)]];

/** How long each of the results waits, in milliseconds. */
async function waits(departures: Departures, results: readonly string[][][]): Promise<number[]> {
  const start = Date.now();
  const leaving = results.map(async (result) => {
    await departures.leave(result);
    return Date.now() - start;
  });
  await jest.advanceTimersByTimeAsync(60_000);
  return Promise.all(leaving);
}

describe('results that are ready together', () => {
  beforeEach(() => { jest.useFakeTimers(); });
  afterEach(() => { jest.useRealTimers(); });

  test('leave at once, without a promise, while one message holds them', () => {
    const departures = new Departures();
    const [first, second] = [table(2 * MEGABYTE), table(MEGABYTE)];
    expect(departures.leave(first)).toBe(first);
    expect(departures.leave(second)).toBe(second);
  });

  test('wait for the next message when they would make one too large', async () => {
    const tables = [3, 3, 3].map((megabytes) => table(megabytes * MEGABYTE));
    expect(await waits(new Departures(), tables)).toEqual([0, 5_000, 10_000]);
  });

  test('share the later messages too', async () => {
    const tables = [3, 2, 1, 2].map((megabytes) => table(megabytes * MEGABYTE));
    expect(await waits(new Departures(), tables)).toEqual([0, 5_000, 5_000, 10_000]);
  });

  test('of single cells never wait', () => {
    const departures = new Departures();
    void departures.leave(table(3.9 * MEGABYTE));
    const text = [['x'.repeat(30_000)]];
    for (let cell = 0; cell < 100; cell += 1) expect(departures.leave(text)).toBe(text);
    expect(departures.leave(1.5)).toBe(1.5);
  });

  test('do not wait for results of long ago', async () => {
    const departures = new Departures();
    void departures.leave(table(3 * MEGABYTE));
    await jest.advanceTimersByTimeAsync(5_000);
    const later = table(3 * MEGABYTE);
    expect(departures.leave(later)).toBe(later);
  });

  test('that are many small tables count as well', async () => {
    const tables = Array.from({ length: 1_000 }, () => table(10_000));
    const waiting = await waits(new Departures(), tables);
    expect(waiting[0]).toBe(0);
    expect(waiting.at(-1)).toBeGreaterThan(0);
  });
});
