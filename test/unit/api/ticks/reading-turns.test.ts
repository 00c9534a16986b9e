import { ReadingTurns } from '../../../../src/api/ticks/ticks';

const signal = new AbortController().signal;
const FROM_MS = Date.UTC(2026, 10, 20);
const spanOf = (from: number, to: number) => ({ fromMs: FROM_MS + from, toMs: FROM_MS + to });
const DAY = spanOf(0, 1_000);

/** Readings that end when the test says so. */
function openTurns() {
  const turns = new ReadingTurns();
  const begun: string[] = [];
  const read = (name: string, span = DAY, symbol = 'SPX', own = signal) => {
    let end!: () => void;
    let fail!: () => void;
    const ended = new Promise<string>((resolve, reject) => {
      end = () => {
        resolve(name);
      };
      fail = () => {
        reject(new Error(name));
      };
    });
    const done = turns.take(symbol, span, own, () => {
      begun.push(name);
      return ended;
    });
    done.catch(() => undefined);
    return { done, end, fail };
  };
  return { begun, read };
}

const pause = () =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

describe('a reading of ticks', () => {
  test('waits for earlier ones of the same ticks, one after the other', async () => {
    const { begun, read } = openTurns();
    const [first, second, third] = [read('first'), read('second'), read('third')];
    expect(begun).toEqual(['first']);
    first.end();
    await pause();
    expect(begun).toEqual(['first', 'second']);
    second.end();
    await pause();
    third.end();
    expect(await third.done).toBe('third');
    expect(begun).toEqual(['first', 'second', 'third']);
  });

  test.each([
    ['of another index', DAY, 'DAX'],
    ['of later hours', spanOf(1_000, 2_000), 'SPX'],
    ['of earlier hours', spanOf(-1_000, 0), 'SPX'],
    ['of a much shorter time, which would be there sooner', spanOf(0, 249), 'SPX'],
  ])('%s does not wait', (_, span, symbol) => {
    const { begun, read } = openTurns();
    read('first');
    read('other', span, symbol);
    expect(begun).toEqual(['first', 'other']);
  });

  test('waits for one that takes up to four times as long', () => {
    const { begun, read } = openTurns();
    read('first');
    read('other', spanOf(0, 250));
    expect(begun).toEqual(['first']);
  });

  test('tries at once when an earlier one has failed, without waiting for the others', async () => {
    const { begun, read } = openTurns();
    const [first] = [read('first'), read('second'), read('third')];
    first.fail();
    await pause();
    expect(begun).toEqual(['first', 'second', 'third']);
    await expect(first.done).rejects.toThrow('first');
  });

  test('ends at once when nobody waits for it any more', async () => {
    const { begun, read } = openTurns();
    const stop = new AbortController();
    read('first');
    const second = read('second', DAY, 'SPX', stop.signal);
    stop.abort();
    await expect(second.done).rejects.toBe(stop.signal.reason);
    expect(begun).toEqual(['first']);
  });

  test('does not begin if nobody waits for it from the start', async () => {
    const { begun, read } = openTurns();
    read('first');
    const stopped = AbortSignal.abort();
    await expect(read('second', DAY, 'SPX', stopped).done).rejects.toBe(stopped.reason);
    expect(begun).toEqual(['first']);
  });

  test('does not wait for a reading that has ended', async () => {
    const { begun, read } = openTurns();
    const first = read('first');
    first.end();
    await first.done;
    await pause();
    read('second');
    expect(begun).toEqual(['first', 'second']);
  });
});
