import { AnswerAges } from '../../../../src/api/transport/ages';
import { FreshCache, type Load } from '../../../../src/api/lookup/fresh-cache';
import type { Call } from '../../../../src/core/call';
import { Cancellation } from '../../../../src/core/cancellation';
import { createCall } from '../../../support/evaluate';

interface Loading {
  readonly question: string;
  readonly cancellation: Cancellation;
  readonly isPoll: boolean;
  readonly resolve: (value: { answer: string }) => void;
  readonly reject: (error: Error) => void;
}

function createCache(maxAnswers = 10, isComplete?: (value: { answer: string }) => boolean) {
  const loads: Loading[] = [];
  const clock = { now: 0 };
  const counted = new Map<Call, number>();
  const cache = new FreshCache<string, { answer: string }>(
    { freshSeconds: 15, maxAnswers, ...(isComplete && { isComplete }) },
    { now: () => clock.now, notBefore: (call) => counted.get(call), ages: new AnswerAges() },
  );
  const load: Load<string, { answer: string }> = {
    load: ({ question, cancellation, isPoll }) =>
      new Promise((resolve, reject) => {
        loads.push({ question, cancellation, isPoll, resolve, reject });
      }),
  };
  const readFor = (key: string, call: Call): { answer: string } | Promise<{ answer: string }> =>
    cache.read(key, key, call, load);
  return {
    cache,
    loads,
    clock,
    readFor,
    read: (key: string, cancellation = new Cancellation()): unknown => readFor(key, createCall({ cancellation })),
    /** Reads for a call to which only answers from that time on count. */
    readFrom: (key: string, time: number): unknown => {
      const call = createCall();
      counted.set(call, time);
      return readFor(key, call);
    },
  };
}

describe('the cache of answers', () => {
  test('asks once for everybody who waits, and answers at once afterwards', async () => {
    const { loads, read } = createCache();
    const waiting = [read('a'), read('a')];
    loads[0]!.resolve({ answer: 'A' });
    expect(await Promise.all(waiting)).toEqual([{ answer: 'A' }, { answer: 'A' }]);
    expect(read('a')).toEqual({ answer: 'A' });
    expect(loads).toHaveLength(1);
  });

  test('asks again once the answer is no longer fresh, and not before', async () => {
    const { loads, clock, read } = createCache();
    const first = read('a');
    loads[0]!.resolve({ answer: 'A' });
    await first;
    clock.now = 14_999;
    expect(read('a')).toEqual({ answer: 'A' });
    clock.now = 15_000;
    expect(read('a')).toBeInstanceOf(Promise);
    expect(loads).toHaveLength(2);
  });

  test('never keeps a failure', async () => {
    const { loads, read } = createCache();
    const first = read('a');
    loads[0]!.reject(new Error('down'));
    await expect(first).rejects.toThrow('down');
    const second = read('a');
    loads[1]!.resolve({ answer: 'up again' });
    expect(await second).toEqual({ answer: 'up again' });
  });

  test('keeps only complete answers, but passes the others to those who wait', async () => {
    const { loads, read } = createCache(10, ({ answer }) => answer !== 'half');
    for (const answer of ['half', 'whole']) {
      const asked = read('a');
      loads.at(-1)!.resolve({ answer });
      expect(await asked).toEqual({ answer });
    }
    expect(read('a')).toEqual({ answer: 'whole' });
  });

  test('asks again for a poll, shares it with other polls, and keeps its answer as fresh for everybody', async () => {
    const { loads, read, readFor } = createCache();
    const first = read('a');
    loads[0]!.resolve({ answer: 'old' });
    await first;
    const poll = async (): Promise<unknown> => readFor('a', createCall({ isPoll: true }));
    const polls = [poll(), poll()];
    expect(read('a')).toEqual({ answer: 'old' });
    expect(loads.map(({ isPoll }) => isPoll)).toEqual([false, true]);
    loads[1]!.resolve({ answer: 'new' });
    expect(await Promise.all(polls)).toEqual([{ answer: 'new' }, { answer: 'new' }]);
    expect(read('a')).toEqual({ answer: 'new' });
  });

  test('drops the least recently used answer', async () => {
    const { loads, read } = createCache(2);
    for (const key of ['a', 'b', 'c', 'd', 'e']) {
      const asked = read(key);
      loads.at(-1)!.resolve({ answer: key });
      await asked;
    }
    expect(read('e')).toEqual({ answer: 'e' });
    expect(read('a')).toBeInstanceOf(Promise);
  });

  test('requests nothing during a preview, but shows what is fresh', async () => {
    const { loads, read, readFor } = createCache();
    const preview = () => readFor('a', createCall({ isPreview: true }));
    expect(preview).toThrow(expect.objectContaining({ code: '#N/A', message: 'Press Enter to fetch' }) as Error);
    const asked = read('a');
    loads[0]!.resolve({ answer: 'A' });
    await asked;
    expect(preview()).toEqual({ answer: 'A' });
  });
});

describe('cancelling a read', () => {
  test('stops the request when the last waiter leaves, and not before', async () => {
    const { cache, loads, read } = createCache();
    const [one, two] = [new Cancellation(), new Cancellation()];
    const waiting = [read('a', one), read('a', two)];
    one.cancel();
    expect(loads[0]!.cancellation.isCancelled).toBe(false);
    two.cancel();
    expect(loads[0]!.cancellation.isCancelled).toBe(true);
    expect(cache.pendingCount).toBe(0);
    loads[0]!.reject(new Error('aborted'));
    expect(await Promise.allSettled(waiting)).toMatchObject([
      { reason: { kind: 'cancelled' } },
      { reason: { kind: 'cancelled' } },
    ]);
  });

  test('does not affect a later read, which never gets the late answer of the stopped request', async () => {
    const { loads, read } = createCache();
    const cancellation = new Cancellation();
    const stopped = read('a', cancellation);
    cancellation.cancel();
    const again = read('a');
    loads[0]!.resolve({ answer: 'stale' });
    loads[1]!.resolve({ answer: 'new' });
    await expect(stopped).rejects.toMatchObject({ kind: 'cancelled' });
    expect(await again).toEqual({ answer: 'new' });
    expect(read('a')).toEqual({ answer: 'new' });
  });

  test('changes nothing once the answer has arrived', async () => {
    const { loads, read } = createCache();
    const cancellation = new Cancellation();
    const asked = read('a', cancellation);
    loads[0]!.resolve({ answer: 'A' });
    await asked;
    cancellation.cancel();
    expect(read('a')).toEqual({ answer: 'A' });
  });
});

describe('closing the cache', () => {
  test('stops all requests and rejects everybody, now and later', async () => {
    const { cache, loads, read } = createCache();
    const waiting = read('a');
    cache.close();
    expect(loads[0]!.cancellation.isCancelled).toBe(true);
    loads[0]!.resolve({ answer: 'old' });
    await expect(waiting).rejects.toMatchObject({ kind: 'closed' });
    expect(() => read('a')).toThrow(expect.objectContaining({ kind: 'closed' }) as Error);
    expect(cache.pendingCount).toBe(0);
  });

  test('drops all answers', async () => {
    const { cache, loads, read } = createCache();
    const asked = read('a');
    loads[0]!.resolve({ answer: 'A' });
    await asked;
    cache.close();
    expect(() => read('a')).toThrow(expect.objectContaining({ kind: 'closed' }) as Error);
  });
});

describe('a call that accepts no older answers', () => {
  test('is not given a cached answer, even if that is fresh for others', async () => {
    const { loads, clock, read, readFrom } = createCache();
    const first = read('a');
    loads[0]!.resolve({ answer: 'old' });
    await first;
    clock.now = 5;
    const asked = readFrom('a', 5);
    loads[1]!.resolve({ answer: 'new' });
    expect(await asked).toEqual({ answer: 'new' });
    expect(read('a')).toEqual({ answer: 'new' });
  });

  test('shares a pending answer if that was requested late enough, and no other', async () => {
    const { cache, loads, clock, read, readFrom } = createCache();
    const early = read('a');
    clock.now = 5;
    const [one, two] = [readFrom('a', 5), readFrom('a', 5)];
    expect(loads).toHaveLength(2);
    expect(cache.pendingCount).toBe(2);
    loads[1]!.resolve({ answer: 'new' });
    expect(await Promise.all([one, two])).toEqual([{ answer: 'new' }, { answer: 'new' }]);
    loads[0]!.resolve({ answer: 'old' });
    expect(await early).toEqual({ answer: 'old' });
    expect(read('a')).toEqual({ answer: 'new' });
    expect(cache.pendingCount).toBe(0);
  });

  test('leaves older pending answers to those who wait for them, until they are cancelled or the cache is closed', async () => {
    const { cache, loads, clock, read, readFrom } = createCache();
    const cancellation = new Cancellation();
    const [cancelled, closed] = [read('a', cancellation), read('b')];
    clock.now = 5;
    const newest = [readFrom('a', 5), readFrom('b', 5)];
    cancellation.cancel();
    expect(loads.map(({ cancellation: { isCancelled } }) => isCancelled)).toEqual([true, false, false, false]);
    cache.close();
    expect(loads.every(({ cancellation: { isCancelled } }) => isCancelled)).toBe(true);
    expect(cache.pendingCount).toBe(0);
    for (const { resolve } of loads) resolve({ answer: 'late' });
    await expect(closed).rejects.toMatchObject({ kind: 'closed' });
    for (const waiting of [cancelled, ...newest]) await expect(waiting).rejects.toThrow();
  });

  test('is told the age of the oldest of its answers', async () => {
    const { cache, loads, clock, readFor } = createCache();
    const call = createCall();
    const first = readFor('a', call);
    loads[0]!.resolve({ answer: 'A' });
    await first;
    clock.now = 5;
    const later = createCall();
    void readFor('b', later);
    expect(later.trace?.oldest).toEqual({ at: 5 });
    void readFor('a', later);
    expect(later.trace?.oldest).toEqual({ at: 0 });
    void readFor('c', later);
    expect(later.trace?.oldest).toEqual({ at: 0 });
    cache.close();
  });
});
