import { ConcurrencyLimit, type Priority } from '../../../../src/api/transport/concurrency-limit';
const never = (): AbortSignal => new AbortController().signal;

/** Work that ends when the test says so, and a list of what has begun. */
function createWork(limit: ConcurrencyLimit) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const start = (name: string, signal = never(), priority: Priority = 'foreground'): Promise<string> =>
    limit.run(
      () =>
        new Promise((resolve, reject) => {
          begun.push(name);
          ends.set(name, (error) => {
            if (error) reject(error);
            else resolve(name);
          });
        }),
      { signal, priority },
    );
  return {
    begun,
    start,
    end: (name: string, error?: Error) => {
      ends.get(name)!(error);
    },
  };
}

describe('a concurrency limit', () => {
  test('runs that many tasks at once, the next when one is done, and again as many when all are', async () => {
    const { begun, start, end } = createWork(new ConcurrencyLimit({ limit: 2, spare: 0 }));
    const working = ['a', 'b', 'c'].map((name) => start(name));
    expect(begun).toEqual(['a', 'b']);
    end('b');
    expect(await working[1]).toBe('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) end(name);
    await Promise.all(working);
    for (const name of ['d', 'e', 'f']) void start(name);
    expect(begun.slice(3)).toEqual(['d', 'e']);
  });

  test('lets the last few run with the others if there is room to spare for all of them', async () => {
    const { begun, start, end } = createWork(new ConcurrencyLimit({ limit: 4, spare: 1 }));
    for (const name of ['a', 'b', 'c', 'd', 'e', 'f']) void start(name);
    await Promise.resolve();
    expect(begun).toEqual(['a', 'b', 'c', 'd']);
    end('a');
    await new Promise(setImmediate);
    expect(begun).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    void start('g', never(), 'background');
    await new Promise(setImmediate);
    expect(begun).not.toContain('g');
  });

  test('gives the slot of a failed task to the next', async () => {
    const { begun, start, end } = createWork(new ConcurrencyLimit({ limit: 1, spare: 0 }));
    const failing = start('a');
    end('a', new RangeError('broken'));
    await expect(failing).rejects.toThrow('broken');
    void start('b');
    expect(begun).toEqual(['a', 'b']);
  });

  test('never runs a task that was cancelled while it waited', async () => {
    const { begun, start, end } = createWork(new ConcurrencyLimit({ limit: 1, spare: 0 }));
    const cancel = new AbortController();
    const [working, gone, next] = [start('a'), start('b', cancel.signal), start('c')];
    cancel.abort(new RangeError('enough'));
    await expect(gone).rejects.toThrow('enough');
    end('a');
    await working;
    expect(begun).toEqual(['a', 'c']);
    end('c');
    await next;
  });

  test('rejects the waiting tasks on demand, and lets the others run', async () => {
    const limit = new ConcurrencyLimit({ limit: 1, spare: 0 });
    const { start, end } = createWork(limit);
    const [working, waiting] = [start('a'), start('b')];
    limit.rejectWaiting(new RangeError('closed'));
    await expect(waiting).rejects.toThrow('closed');
    end('a');
    await expect(working).resolves.toBe('a');
  });

  test('runs the foreground first, and gives the background at most half of the slots', async () => {
    const places = { limit: 5, spare: 0 };
    const limit = new ConcurrencyLimit(places);
    const { begun, start, end } = createWork(limit);
    const background = ['p', 'q', 'r'].map((name) => start(name, never(), 'background'));
    expect(begun).toEqual(['p', 'q']);
    const foreground = ['a', 'b', 'c', 'd'].map((name) => start(name));
    expect([begun, limit.waitingCount, limit.foregroundCount]).toEqual([['p', 'q', 'a', 'b', 'c'], 2, 4]);
    end('p');
    await background[0];
    expect(begun).toEqual(['p', 'q', 'a', 'b', 'c', 'd']);
    places.limit = 6;
    end('a');
    await foreground[0];
    expect(begun).toEqual(['p', 'q', 'a', 'b', 'c', 'd', 'r']);
    for (const name of ['q', 'b', 'c', 'd', 'r']) end(name);
    await Promise.all([...background, ...foreground]);
  });

  test('runs follow-ups before the foreground, and counts them as tasks that a user waits for', async () => {
    const limit = new ConcurrencyLimit({ limit: 1, spare: 0 });
    const { begun, start, end } = createWork(limit);
    const tasks = [start('a'), start('b'), start('p', never(), 'background'), start('c', never(), 'follow-up')];
    expect([limit.waitingCount, limit.foregroundCount]).toEqual([3, 3]);
    for (const [index, name] of ['a', 'c', 'b', 'p'].entries()) {
      expect(begun[index]).toBe(name);
      end(name);
      await tasks[['a', 'b', 'p', 'c'].indexOf(name)];
    }
    expect([limit.waitingCount, limit.foregroundCount]).toEqual([0, 0]);
  });

  test('tells a task whether another waited for a slot meanwhile', async () => {
    const limit = new ConcurrencyLimit({ limit: 1, spare: 0 });
    const asked: boolean[] = [];
    const run = () =>
      limit.run(
        async (isBinding) => {
          await Promise.resolve();
          asked.push(isBinding());
        },
        { signal: never() },
      );
    await run();
    await Promise.all([run(), run()]);
    expect(asked).toEqual([false, true, false]);
  });
});
