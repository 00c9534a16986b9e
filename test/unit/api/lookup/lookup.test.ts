import { Lookup } from '../../../../src/api/lookup/lookup';
import type { LookupKind } from '../../../../src/api/lookup/lookup-kind';
import type { PendingQuestion } from '../../../../src/api/lookup/pending-question';
import { Cancellation } from '../../../../src/core/cancellation';
import { createCall } from '../../../support/evaluate';
import { createStub } from '../transport/stub-transport';

interface Answer {
  readonly answer: string;
}

const upperCased = (asked: readonly PendingQuestion<string>[]): Promise<Answer>[] =>
  asked.map(({ question }) => Promise.resolve({ answer: question.toUpperCase() }));

/** A lookup of upper-case letters, and the batches that it asked for. */
function setUp(ask = upperCased, traits: Partial<LookupKind<string, Answer>> = {}) {
  const { context, clock } = createStub(() => []);
  const batches: (readonly PendingQuestion<string>[])[] = [];
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
    expect(observer).toMatchObject({ lookups: 4, hits: 1, questions: 2 });
  });

  test('asks again once an answer is no longer fresh', async () => {
    const { read, batches, clock } = setUp();
    await read('a');
    clock.now = 14_999;
    await read('a');
    expect(batches).toHaveLength(1);
    clock.now = 15_000;
    await read('a');
    expect(batches).toHaveLength(2);
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

  test('aborts its request when nobody waits for the answer any more', async () => {
    const cancellation = new Cancellation();
    const { signal } = await new Promise<PendingQuestion<string>>((resolve) => {
      const { read } = setUp((asked) => {
        resolve(asked[0]!);
        return [new Promise(() => undefined)];
      });
      void read('a', cancellation);
    });
    expect(signal.aborted).toBe(false);
    cancellation.cancel();
    expect(signal.aborted).toBe(true);
  });

  test('marks which questions are repeated ones from a stream', async () => {
    const { lookup, batches } = setUp();
    await Promise.all([lookup.read('a', createCall({ isPoll: true })), lookup.read('b', createCall())]);
    expect(batches[0]!.map(({ isPoll }) => isPoll)).toEqual([true, false]);
  });

  test('keeps only complete answers', async () => {
    const { read, questions } = setUp(upperCased, { isComplete: ({ answer }) => answer === 'A' });
    for (const question of ['a', 'a', 'b', 'b']) await read(question);
    expect(questions()).toEqual([['a'], ['b'], ['b']]);
  });

  test('keeps no more answers than its limit', async () => {
    const { read, questions } = setUp(upperCased, { maxAnswers: 1 });
    for (const question of ['a', 'b', 'c', 'a']) await read(question);
    expect(questions()).toHaveLength(4);
  });
});
