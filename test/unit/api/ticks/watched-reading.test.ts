import type { ClientObserver } from '../../../../src/api/lookup/lookup';
import { readWatched } from '../../../../src/api/ticks/ticks';
import { CellError } from '../../../../src/core/errors';
import { createSandbox } from '../../../../src/sandbox/app';
import { createTestSession, evaluate, plain } from '../../../support/evaluate';

const NOW = Date.UTC(2026, 10, 20, 15);

const never = new AbortController().signal;
const READING = { what: 'SPX', maxRows: 7 };

/** ClientObserver that writes down what it is told, and can stop the reading. */
function createWatcher() {
  const told: unknown[] = [];
  const traffic: ClientObserver = {
    lookups: 0,
    hits: 0,
    questions: 0,
    onRequest: () => undefined,
    onReading({ stop, ...reading }) {
      told.push(reading);
      watcher.stop = stop;
      return { advance: (count) => told.push(count), end: () => told.push('end') };
    },
  };
  const watcher = {
    told,
    traffic,
    stop: (): void => {
      throw new Error('nothing is read');
    },
  };
  return watcher;
}

describe('a reading that is watched', () => {
  test('is announced, reports its rows, and ends', async () => {
    const { told, traffic } = createWatcher();
    expect(
      await readWatched(READING, traffic, never, (onRows) => {
        onRows(3);
        onRows(4);
        return Promise.resolve('all');
      }),
    ).toBe('all');
    expect(told).toEqual([READING, 3, 4, 'end']);
  });

  test('works without anybody who watches', async () => {
    const traffic = { lookups: 0, hits: 0, questions: 0, onRequest: () => undefined };
    expect(
      await readWatched(READING, traffic, never, (onRows) => {
        onRows(3);
        return Promise.resolve('all');
      }),
    ).toBe('all');
  });

  test('says that it was stopped, whatever error follows', async () => {
    const watcher = createWatcher();
    await expect(
      readWatched(READING, watcher.traffic, never, (__, own) => {
        watcher.stop();
        return Promise.reject(own.reason as Error);
      }),
    ).rejects.toEqual(
      new CellError('#N/A', 'The reading of "SPX" was stopped in the pane: recalculate the cell to start it again'),
    );
    expect(watcher.told.at(-1)).toBe('end');
  });

  test('fails with its own error if nobody stopped it', async () => {
    const { told, traffic } = createWatcher();
    await expect(readWatched(READING, traffic, never, () => Promise.reject(new RangeError('no')))).rejects.toThrow(
      new RangeError('no'),
    );
    expect(told.at(-1)).toBe('end');
  });

  test('does not count as stopped if those who wait for it are cancelled', async () => {
    const cancel = new AbortController();
    await expect(
      readWatched(READING, createWatcher().traffic, cancel.signal, () => {
        cancel.abort();
        return Promise.reject(new RangeError('cancelled'));
      }),
    ).rejects.toThrow(new RangeError('cancelled'));
  });
});

/** A session whose service counts pages and answers each a moment later. */
function createSession() {
  const sandbox = createSandbox({ now: () => NOW });
  let pageCount = 0;
  const session = createTestSession({
    apiKey: 'demo',
    now: () => NOW,
    service: {
      async fetch(request) {
        pageCount++;
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
        return sandbox.fetch(request as Request);
      },
    },
  });
  return { session, pages: () => pageCount };
}

const TICKS = ['TICKS', 'SPX', '2026-11-02', '2026-11-20', 3_000] as const;

describe('a long reading', () => {
  test('reports its progress, and no longer once it is over', async () => {
    const { session } = createSession();
    const seen: number[] = [];
    session.activity.onChange(() => {
      const [reading] = session.activity.readings;
      if (reading) seen.push(reading.rowCount);
      expect(reading ?? { what: 'SPX', maxRows: 3_000 }).toMatchObject({ what: 'SPX', maxRows: 3_000 });
    });
    expect(await evaluate(session, ...TICKS)).toHaveLength(3_001);
    expect(seen.length).toBeGreaterThan(10);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(session.activity.readings).toEqual([]);
  });

  test('can be stopped, and then the cell says so and requests nothing more', async () => {
    const { session, pages } = createSession();
    const leave = session.activity.onChange(() => {
      session.activity.readings[0]?.stop();
    });
    expect(plain(await evaluate(session, ...TICKS))).toEqual(
      '#N/A: The reading of "SPX" was stopped in the pane: recalculate the cell to start it again',
    );
    expect(session.activity.readings).toEqual([]);
    const asked = pages();
    expect(asked).toBeLessThan(15);
    leave();
    expect(await evaluate(session, ...TICKS)).toHaveLength(3_001);
    expect(pages()).toBeGreaterThan(asked + 10);
  });
});
