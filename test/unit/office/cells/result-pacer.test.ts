import { ResultPacer } from '../../../../src/office/cells/result-pacer';
import type { RichCell } from '../../../../src/office/cells/rich-cell';

const MEGABYTE = 1_000_000;
const table = (bytes: number): string[][] => [['', 'x'.repeat(bytes)]];

/** How long each of the results waits, in milliseconds. */
async function waits(pacer: ResultPacer, results: readonly string[][][]): Promise<number[]> {
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

describe('results that are ready at the same time', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test('are sent at once, without a promise, while they fit into one message', () => {
    const pacer = new ResultPacer();
    const [first, second] = [table(2 * MEGABYTE), table(MEGABYTE)];
    expect(pacer.send(first)).toBe(first);
    expect(pacer.send(second)).toBe(second);
  });

  test('wait for the next message if they would make one too large', async () => {
    const tables = [3, 3, 3].map((megabytes) => table(megabytes * MEGABYTE));
    expect(await waits(new ResultPacer(), tables)).toEqual([0, 5_000, 10_000]);
  });

  test('wait as long as a busy page has not written the one before, unless that never happens', async () => {
    const pacer = new ResultPacer();
    const first = pacer.send(table(3 * MEGABYTE));
    const [second, third] = [pacer.send(table(3 * MEGABYTE)), pacer.send(table(3 * MEGABYTE))].map((result) => {
      const sent = { result: undefined as unknown };
      void Promise.resolve(result).then((ready) => (sent.result = ready));
      return sent;
    });
    await jest.advanceTimersByTimeAsync(30_000);
    expect([second!.result, third!.result]).toEqual([undefined, undefined]);
    expect(JSON.stringify(first)).toBe(JSON.stringify(table(3 * MEGABYTE)));
    await jest.advanceTimersByTimeAsync(1);
    expect([second!.result === undefined, third!.result]).toEqual([false, undefined]);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(third!.result).toBeDefined();
  });

  test('share later messages too', async () => {
    const tables = [3, 2, 1, 2].map((megabytes) => table(megabytes * MEGABYTE));
    expect(await waits(new ResultPacer(), tables)).toEqual([0, 5_000, 5_000, 10_000]);
  });

  test('never wait if they are single cells', () => {
    const pacer = new ResultPacer();
    void pacer.send(table(3.9 * MEGABYTE));
    const text = [['x'.repeat(30_000)]];
    for (let cell = 0; cell < 100; cell += 1) expect(pacer.send(text)).toBe(text);
    expect(pacer.send(1.5)).toBe(1.5);
  });

  test('do not wait for results from long ago', async () => {
    const pacer = new ResultPacer();
    JSON.stringify(pacer.send(table(3 * MEGABYTE)));
    await jest.advanceTimersByTimeAsync(5_000);
    const later = table(3 * MEGABYTE);
    expect(pacer.send(later)).toBe(later);
  });

  test('are not delayed by a clock that is set back', async () => {
    const pacer = new ResultPacer();
    void pacer.send(table(3 * MEGABYTE));
    await jest.advanceTimersByTimeAsync(5_000);
    jest.setSystemTime(Date.now() - 3_600_000);
    const small = table(1_000);
    expect(pacer.send(small)).toBe(small);
  });

  test('wait even if they are many small tables', async () => {
    const tables = Array.from({ length: 1_000 }, () => table(10_000));
    const waiting = await waits(new ResultPacer(), tables);
    expect(waiting[0]).toBe(0);
    expect(waiting.at(-1)).toBeGreaterThan(0);
  });
});

describe('single cells with formats or properties', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const PLAIN = [[1.085]];
  const QUOTE: RichCell = {
    rich: [[{ type: 'Double', basicValue: 1.085, properties: {} }]],
    bytes: 400,
    plain: () => PLAIN,
  };
  const MAX_AT_ONCE = 10_000;

  test('are sent at once while they fit into one message, and the others are sent as plain numbers, which is reported', () => {
    const onTrim = jest.fn();
    const pacer = new ResultPacer(() => false, onTrim);
    const left = Array.from({ length: 12_000 }, () => pacer.sendRich(QUOTE));
    expect(left.filter((result) => result === QUOTE.rich)).toHaveLength(MAX_AT_ONCE);
    expect(left.slice(MAX_AT_ONCE)).toEqual(Array.from({ length: 2_000 }, () => PLAIN));
    expect(onTrim).toHaveBeenCalledTimes(1);
  });

  test('keep formats alone in more cells, because they are smaller', () => {
    const pacer = new ResultPacer();
    const left = Array.from({ length: 34_000 }, () => pacer.sendRich({ ...QUOTE, bytes: 120 }));
    expect(left.filter((result) => result === QUOTE.rich)).toHaveLength(33_333);
  });

  test('have their properties again after the next recalculation', async () => {
    const pacer = new ResultPacer();
    for (let cell = 0; cell < 11_000; cell++) void pacer.sendRich(QUOTE);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(pacer.sendRich(QUOTE)).toBe(QUOTE.rich);
  });

  test('are sent as plain numbers while a large table fills the message', () => {
    const pacer = new ResultPacer();
    void pacer.send(table(4 * MEGABYTE - 100));
    expect(pacer.sendRich(QUOTE)).toBe(PLAIN);
  });

  test('are sent together if they share a result: at once, later if the user wants all of them, or as plain numbers', async () => {
    const auto = new ResultPacer();
    expect([auto.sendRich(QUOTE, 6_000), auto.sendRich(QUOTE, 6_000), auto.sendRich(QUOTE, 4_000)]).toEqual([
      QUOTE.rich,
      PLAIN,
      QUOTE.rich,
    ]);
    const all = new ResultPacer(() => true);
    expect(all.sendRich(QUOTE, 6_000)).toBe(QUOTE.rich);
    const second = all.sendRich(QUOTE, 6_000);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await second).toBe(QUOTE.rich);
    expect(all.sendRich(QUOTE, MAX_AT_ONCE + 1)).toBe(PLAIN);
  });

  test('wait for their turn if the user wants all of them', async () => {
    const pacer = new ResultPacer(() => true);
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
