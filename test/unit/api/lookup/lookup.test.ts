import { Lookup, type LookupKind } from '../../../../src/api/lookup/lookup';
import { ANY_AGE, type Ask } from '../../../../src/api/lookup/ask';
import { createCall } from '../../../support/evaluate';
import { createStub } from '../transport/stub-transport';
import type { Call } from '../../../../src/core/call';
import { Cancellation } from '../../../../src/core/cancellation';

interface Answer {
  readonly answer: string;
}

const upperCased = (asked: readonly Ask<string>[]): Promise<Answer>[] =>
  asked.map(({ question }) => Promise.resolve({ answer: question.toUpperCase() }));

/** A lookup of upper-case letters, and the batches that it asked for. */
function setUp(ask = upperCased, traits: Partial<LookupKind<string, Answer>> = {}) {
  const { context, clock } = createStub(() => []);
  const batches: (readonly Ask<string>[])[] = [];
  const lookup = new Lookup<string, Answer>(
    {
      keyOf: (question) => question,
      freshSeconds: 15,
      maxAnswers: 10,
      ...traits,
      ask: (asked) => {
        batches.push(asked);
        return ask(asked);
      },
    },
    context,
  );
  return {
    lookup,
    batches,
    clock,
    observer: context.observer,
    questions: () => batches.map((batch) => batch.map(({ question }) => question)),
    read: async (question: string, cancellation = new Cancellation()) =>
      lookup.read(question, createCall({ cancellation })),
  };
}

describe('a lookup', () => {
  test('sends the questions of one recalculation together, each once, and answers each', async () => {
    const { read, questions } = setUp();
    expect(await Promise.all([read('a'), read('b'), read('a')])).toEqual([
      { answer: 'A' },
      { answer: 'B' },
      { answer: 'A' },
    ]);
    expect(questions()).toEqual([['a', 'b']]);
  });

  test('counts questions, answers from the cache, and questions that it sends', async () => {
    const { read, observer } = setUp();
    await Promise.all([read('a'), read('a'), read('b')]);
    await read('a');
    expect(observer.counts).toMatchObject({ lookups: 4, hits: 1, questions: 2 });
  });

  test('does not send questions that were cancelled during collection, and still answers their neighbours correctly', async () => {
    const { read, questions } = setUp();
    const cancellation = new Cancellation();
    const [gone, stays] = [read('a', cancellation), read('b')];
    cancellation.cancel();
    await expect(gone).rejects.toMatchObject({ kind: 'cancelled' });
    expect(await stays).toEqual({ answer: 'B' });
    expect(questions()).toEqual([['b']]);
  });

  test('marks which questions are repeated ones from a stream', async () => {
    const { lookup, batches } = setUp();
    await Promise.all([lookup.read('a', createCall({ isPoll: true })), lookup.read('b', createCall())]);
    expect(batches[0]!.map(({ isPoll }) => isPoll)).toEqual([true, false]);
  });

  test('says which calls wait for a question: one of them pays for its request', async () => {
    const { lookup, batches } = setUp();
    const calls = [createCall(), createCall()];
    await Promise.all(calls.map(async (call) => lookup.read('a', call)));
    expect(batches[0]!.map(({ callers }) => callers)).toEqual([calls]);
  });
});

interface Loading {
  readonly question: string;
  readonly cancellation: Cancellation;
  readonly isPoll: boolean;
  readonly maxAgeMs: number | undefined;
  readonly requested: Ask<string>['requested'];
  readonly resolve: (value: { answer: string }) => void;
  readonly reject: (error: Error) => void;
}

/** A lookup whose questions leave at once, each by itself, and are answered by the test. */
function createCache(maxAnswers = 10, isComplete?: (value: { answer: string }) => boolean) {
  const loads: Loading[] = [];
  const counted = new Map<Call, number | undefined>();
  const { context, clock } = createStub(() => []);
  jest.spyOn(context.batchWindow, 'schedule').mockImplementation((dispatch) => dispatch());
  const cache = new Lookup<string, { answer: string }>(
    {
      keyOf: (question) => question,
      freshSeconds: 15,
      maxAnswers,
      ...(isComplete && { isComplete }),
      ask: (asked) =>
        asked.map(
          ({ question, cancellation, isPoll, maxAgeMs, requested }) =>
            new Promise((resolve, reject) => {
              loads.push({ question, cancellation, isPoll, maxAgeMs, requested, resolve, reject });
            }),
        ),
    },
    { ...context, notBefore: (call) => counted.get(call) },
  );
  const readFor = (key: string, call: Call): { answer: string } | Promise<{ answer: string }> => cache.read(key, call);
  return {
    cache,
    loads,
    clock,
    readFor,
    read: (key: string, cancellation = new Cancellation()): unknown => readFor(key, createCall({ cancellation })),
    /** Reads for a call to which only answers from that time on count. */
    readFrom: (key: string, time: number | undefined, call = createCall()): unknown => {
      counted.set(call, time);
      return readFor(key, call);
    },
  };
}

describe('the cache of a lookup', () => {
  test('asks once for all waiting calls, and answers at once afterwards', async () => {
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

  test('keeps only complete answers, but passes incomplete ones to waiting calls', async () => {
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

  test('reports the answers of a traced call, and also serves calls without a trace', async () => {
    const { loads, readFor } = createCache();
    const untraced = createCall({ trace: undefined });
    const asked = readFor('a', untraced);
    loads[0]!.resolve({ answer: 'A' });
    expect(await asked).toEqual({ answer: 'A' });
    expect(readFor('a', untraced)).toEqual({ answer: 'A' });
    const onKept = jest.fn();
    void readFor('a', createCall({ trace: { onKept } }));
    expect(onKept.mock.calls).toEqual([['a', expect.objectContaining({ value: { answer: 'A' }, newAt: 0 })]]);
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

  test('requests nothing during a preview and waits for nothing, but shows what is fresh', async () => {
    const { loads, read, readFor } = createCache();
    const preview = () => readFor('a', createCall({ isPreview: true }));
    const refusal = expect.objectContaining({ code: '#N/A', message: 'Press Enter to fetch' }) as Error;
    expect(preview).toThrow(refusal);
    const asked = read('a');
    expect(preview).toThrow(refusal);
    loads[0]!.resolve({ answer: 'A' });
    await asked;
    expect(preview()).toEqual({ answer: 'A' });
  });
});

describe('cancelling a read of a lookup', () => {
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

test('closing a lookup stops all requests and rejects everybody, now and later', async () => {
  const { cache, loads, read } = createCache();
  const waiting = read('a');
  cache.close();
  expect(loads[0]!.cancellation.isCancelled).toBe(true);
  loads[0]!.resolve({ answer: 'old' });
  await expect(waiting).rejects.toMatchObject({ kind: 'closed' });
  expect(() => read('a')).toThrow(expect.objectContaining({ kind: 'closed' }) as Error);
  expect(cache.pendingCount).toBe(0);
});

describe('a call that takes an answer of any age', () => {
  test('is given one that is no longer fresh', async () => {
    const { loads, clock, read, readFrom } = createCache();
    const asked = read('a');
    loads[0]!.resolve({ answer: 'old' });
    await asked;
    clock.now = 60_000;
    expect(readFrom('a', ANY_AGE)).toEqual({ answer: 'old' });
  });

  test('requests nothing where there is none', () => {
    const { loads, readFrom } = createCache();
    expect(() => readFrom('a', ANY_AGE)).toThrow(expect.objectContaining({ kind: 'preview' }) as Error);
    expect(loads).toEqual([]);
  });
});

describe('a gateway', () => {
  test.each([
    ['as old as the call accepts', { maxAgeMs: 2_000 }, undefined, 2_000],
    ['of the age that it chooses', {}, undefined, undefined],
    ['of its cache to a call that accepts no older answers', { maxAgeMs: 2_000 }, 5, 0],
  ])('may give an answer %s', (_, details, notBefore, maxAgeMs) => {
    const { loads, readFrom } = createCache();
    void readFrom('a', notBefore, createCall(details));
    expect(loads).toMatchObject([{ maxAgeMs }]);
  });

  test('says how old its answer is, which is then fresh for a shorter time and counts as that old', async () => {
    const { loads, clock, read, readFor } = createCache();
    clock.now = 10_000;
    const call = createCall();
    const asked = readFor('a', call);
    loads[0]!.requested.request = { at: 10_000, what: '/a', status: 200, ms: 1, ageMs: 4_000 };
    loads[0]!.resolve({ answer: 'A' });
    await asked;
    expect(call.trace?.oldest?.at).toBe(6_000);
    clock.now = 20_999;
    expect(read('a')).toEqual({ answer: 'A' });
    clock.now = 21_000;
    expect(read('a')).toBeInstanceOf(Promise);
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

  test('leaves older pending answers to the calls that wait for them, until these are cancelled or the cache is closed', async () => {
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
