import {
  PACE,
  BatchWindow,
  Batcher,
  PendingQuestion,
  askInBatches,
  askByGroup,
  cancellationsOf,
  ownerIn,
  signalWhenAllCancelled,
} from '../../../../src/api/lookup/batch';
import { createStub } from '../transport/stub-transport';
import { Cancellation } from '../../../../src/core/call';
import { ServiceError, statusError } from '../../../../src/api/service-error';
import type { Row } from '../../../../src/core/columns';

describe('a batch window', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function start() {
    const recalculation = new BatchWindow({ quietMs: 8, maxMs: 60 });
    const dispatch = jest.fn();
    recalculation.arrive();
    recalculation.schedule(dispatch);
    return { recalculation, dispatch };
  }

  test('closes after a moment without lookups', () => {
    const { dispatch } = start();
    jest.advanceTimersByTime(7);
    expect(dispatch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('stays open longer with every further lookup', () => {
    const { recalculation, dispatch } = start();
    jest.advanceTimersByTime(5);
    recalculation.arrive();
    jest.advanceTimersByTime(5);
    expect(dispatch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(6);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('closes in the end even if lookups never stop', () => {
    const { recalculation, dispatch } = start();
    for (let elapsedMs = 0; elapsedMs < 70; elapsedMs++) {
      recalculation.arrive();
      jest.advanceTimersByTime(1);
    }
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('closes at the latest after its longest time', () => {
    const recalculation = new BatchWindow({ quietMs: 10, maxMs: 60 });
    let dispatchedAt: number | undefined;
    const beganAt = Date.now();
    recalculation.schedule(() => {
      dispatchedAt = Date.now() - beganAt;
    });
    for (let elapsedMs = 0; elapsedMs < 100; elapsedMs++) {
      recalculation.arrive();
      jest.advanceTimersByTime(1);
    }
    expect(dispatchedAt).toBe(60);
  });

  test('closes after 8 ms without lookups, and after 60 ms in any case, by default', () => {
    expect(PACE).toEqual({ quietMs: 8, maxMs: 60 });
    const recalculation = new BatchWindow(PACE);
    const dispatch = jest.fn();
    recalculation.arrive();
    recalculation.schedule(dispatch);
    jest.advanceTimersByTime(7);
    expect(dispatch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('counts as open while cells are among the collected lookups, whoever opened it', () => {
    const recalculation = new BatchWindow({ quietMs: 8, maxMs: 60 });
    let holdsCells = false;
    recalculation.schedule(jest.fn(), () => holdsCells);
    expect(recalculation.isOpen).toBe(false);
    holdsCells = true;
    expect(recalculation.isOpen).toBe(true);
    jest.runAllTimers();
    expect(recalculation.isOpen).toBe(false);
  });

  test('counts as open until it closes if nobody says whose lookups it collects', () => {
    const { recalculation } = start();
    expect(recalculation.isOpen).toBe(true);
    jest.runAllTimers();
    expect(recalculation.isOpen).toBe(false);
  });

  test('leaves no timer behind', () => {
    start();
    jest.runAllTimers();
    expect(jest.getTimerCount()).toBe(0);
  });
});

interface Answer {
  readonly text: string;
}

/** A batcher of numbers whose batches leave when the test says so. */
function createBatcher(ask: (questions: readonly number[]) => Promise<Answer>[] = named) {
  const batches: (() => void)[] = [];
  const asked: (readonly number[])[] = [];
  const { context } = createStub(() => []);
  const schedule = jest.spyOn(context.batchWindow, 'schedule').mockImplementation((dispatch) => batches.push(dispatch));
  const batcher = new Batcher<number, Answer>((pending: readonly PendingQuestion<number>[]) => {
    asked.push(pending.map(({ question }) => question));
    return ask(asked.at(-1)!);
  }, context);
  return {
    asked,
    batches,
    observer: context.observer,
    load: (question: number, cancellation = new Cancellation()) =>
      batcher.load(new PendingQuestion(question, cancellation)),
    poll: (question: number) => batcher.load(new PendingQuestion(question, new Cancellation(), true)),
    /** Whether the batch that is collected is known to hold questions of cells. */
    holdsCells: () => schedule.mock.lastCall![1]!(),
  };
}

const answer = (text: string): Promise<Answer> => Promise.resolve({ text });
const named = (questions: readonly number[]): Promise<Answer>[] => questions.map((one) => answer(`answer ${one}`));

describe('a batcher', () => {
  test('knows whether cells are waiting among the streams whose questions it collects', async () => {
    const { load, poll, holdsCells, batches } = createBatcher();
    const answers = [poll(1), poll(2)];
    expect(holdsCells()).toBe(false);
    answers.push(load(3));
    expect(holdsCells()).toBe(true);
    batches[0]!();
    await Promise.all(answers);
  });

  test('sends the questions of one batch together, and answers each question individually', async () => {
    const { load, asked, batches } = createBatcher();
    const answers = [load(1), load(2)];
    expect(asked).toEqual([]);
    batches[0]!();
    expect(await Promise.all(answers)).toEqual([{ text: 'answer 1' }, { text: 'answer 2' }]);
    expect([asked, batches.length]).toEqual([[[1, 2]], 1]);
  });

  test('starts another batch for later questions', async () => {
    const { load, asked, batches } = createBatcher();
    const first = load(1);
    batches[0]!();
    const second = load(2);
    batches[1]!();
    expect(await Promise.all([first, second])).toEqual([{ text: 'answer 1' }, { text: 'answer 2' }]);
    expect(asked).toEqual([[1], [2]]);
  });

  test('lets answers arrive in any order, and lets one fail without the others', async () => {
    const { load, batches } = createBatcher(([first]) => [
      first === 1
        ? new Promise(() => {
            /* It never comes. */
          })
        : answer(''),
      answer('here'),
      Promise.reject(new Error('not here')),
    ]);
    const [, second, third] = [load(1), load(2), load(3)];
    batches[0]!();
    expect(await second).toEqual({ text: 'here' });
    await expect(third).rejects.toThrow('not here');
  });

  test('settles every question if sending fails at once', async () => {
    const { load, batches } = createBatcher(() => {
      throw new Error('no way to ask');
    });
    const answers = [load(1), load(2)];
    batches[0]!();
    expect(await Promise.allSettled(answers)).toEqual(
      answers.map(() => ({ status: 'rejected', reason: new Error('no way to ask') })),
    );
  });

  test('does not send a question that was cancelled before its batch leaves, but counts it', async () => {
    const { load, asked, batches, observer } = createBatcher();
    const cancellation = new Cancellation();
    const answers = Promise.allSettled([load(1, cancellation), load(2)]);
    cancellation.cancel();
    batches[0]!();
    expect(await answers).toMatchObject([{ reason: { kind: 'cancelled' } }, { value: { text: 'answer 2' } }]);
    expect([asked, observer.questions]).toEqual([[[2]], 2]);
  });

  test.each([
    ['fewer', 1],
    ['more', 3],
  ])('tells every cell when %s answers come back than there are questions', async (_, count) => {
    const { load, batches } = createBatcher(() => named(Array(count).fill(0)));
    const answers = [load(7), load(8)];
    batches[0]!();
    const reason = new TypeError(
      `A lookup must return one promise for each question: it returned ${count} for 2, which are [7,8]`,
    );
    expect(await Promise.allSettled(answers)).toEqual(Array(2).fill({ status: 'rejected', reason }));
  });
});

type Send = Parameters<typeof askInBatches<string>>[1]['send'];

const askedFor = (names: readonly string[]): PendingQuestion<string>[] =>
  names.map((name) => new PendingQuestion(name, new Cancellation()));
const ask = (asked: readonly PendingQuestion<string>[], send: Send) =>
  askInBatches(asked, {
    parameter: 'symbols',
    nameOf: (name) => name,
    maxLength: 50,
    send,
    ownerOf: ownerIn('symbol'),
  });
const echo: Send = (names) => Promise.resolve(names.map((symbol) => ({ symbol })));
const PAIRS = Array.from({ length: 15 }, (_, index) => `PAIR${String(index).padStart(2, '0')}`);

describe('a batch of names', () => {
  test('packs seven names of six letters into a list of 50 characters', async () => {
    const lists: string[] = [];
    await Promise.all(
      ask(askedFor(PAIRS), (names, ...rest) => {
        lists.push(names.join(','));
        return echo(names, ...rest);
      }),
    );
    expect(lists).toEqual([PAIRS.slice(0, 7).join(','), PAIRS.slice(7, 14).join(','), 'PAIR14']);
  });

  test('sends a name once, however often it is asked for', async () => {
    const send = jest.fn(echo);
    expect(await Promise.all(ask(askedFor(['A', 'B', 'A']), send))).toEqual([
      [{ symbol: 'A' }],
      [{ symbol: 'B' }],
      [{ symbol: 'A' }],
    ]);
    expect(send.mock.calls.map(([names]) => names)).toEqual([['A', 'B']]);
  });

  test('finds records by name, even if they come reordered, missing, unasked or twice', async () => {
    const rows = await Promise.all(
      ask(askedFor(['A', 'B', 'C']), () =>
        Promise.resolve([
          { symbol: 'C', mid: 3 },
          { symbol: 'X', mid: 9 },
          { symbol: 'A', mid: 1 },
          { symbol: 'A', mid: 2 },
        ]),
      ),
    );
    expect(rows).toEqual([
      [
        { symbol: 'A', mid: 1 },
        { symbol: 'A', mid: 2 },
      ],
      [],
      [{ symbol: 'C', mid: 3 }],
    ]);
  });

  test.each([404, 422])(
    'is divided by three after a refusal with %d until only the name at fault fails',
    async (status) => {
      const send = jest.fn<Promise<readonly Row[]>, Parameters<Send>>((names, ...rest) =>
        names.includes('PAIR03') ? Promise.reject(statusError(status)) : echo(names, ...rest),
      );
      const results = await Promise.allSettled(ask(askedFor(PAIRS.slice(0, 7)), send));
      expect(results.map((result) => result.status)).toEqual([
        'fulfilled',
        'fulfilled',
        'fulfilled',
        'rejected',
        'fulfilled',
        'fulfilled',
        'fulfilled',
      ]);
      expect(results[3]).toMatchObject({ reason: { status } });
      expect(send.mock.calls.length).toBeLessThanOrEqual(7);
    },
  );

  test.each([
    [2, 3, 1],
    [4, 5, 1],
    [7, 7, 2],
    [8, 7, 2],
    [16, 9, 3],
    [25, 10, 3],
  ])('of %d names takes at most %d requests for one bad name, in %d round trips more', async (count, most, trips) => {
    const names = Array.from({ length: count }, (_, index) => String.fromCharCode(65 + index));
    for (const bad of names) {
      const sent: string[][] = [];
      await Promise.allSettled(
        ask(askedFor(names), (list, ...rest) => {
          sent.push([...list]);
          return list.includes(bad) ? Promise.reject(statusError(422)) : echo(list, ...rest);
        }),
      );
      expect(sent.length).toBeLessThanOrEqual(most);
      expect(sent.filter((list) => list.includes(bad)).length).toBeLessThanOrEqual(1 + trips);
    }
  });

  test.each([
    ['the list', 'symbols', 4],
    ['nothing that it names', undefined, 4],
    ['another parameter', 'precision', 1],
  ])('is divided when the service refuses %s, and only then', async (_, parameter, requestCount) => {
    const refused = new ServiceError('refused-argument', 'no', { code: '#VALUE!', status: 422, parameter });
    const send = jest.fn<Promise<readonly Row[]>, Parameters<Send>>((names, ...rest) =>
      names.includes('B') ? Promise.reject(refused) : echo(names, ...rest),
    );
    const results = await Promise.allSettled(ask(askedFor(['A', 'B', 'C']), send));
    expect(results.map((result) => result.status)).toEqual(
      requestCount === 1 ? Array(3).fill('rejected') : ['fulfilled', 'rejected', 'fulfilled'],
    );
    expect(send).toHaveBeenCalledTimes(requestCount);
  });

  test('lets what is left of a refused list go first, since its cells have waited once', async () => {
    const sent: (readonly [string, string])[] = [];
    await Promise.allSettled(
      ask(askedFor(['A', 'B']), (names, _, { priority }) => {
        sent.push([names.join(), priority]);
        return Promise.reject(statusError(422));
      }),
    );
    expect(sent).toEqual([
      ['A,B', 'foreground'],
      ['A', 'follow-up'],
      ['B', 'follow-up'],
    ]);
  });

  test('fails for the names of one list together when the service fails, and for no others', async () => {
    const results = await Promise.allSettled(
      ask(askedFor(PAIRS), (names, ...rest) =>
        names.includes('PAIR00') ? Promise.reject(statusError(503)) : echo(names, ...rest),
      ),
    );
    expect(results.map((result) => result.status)).toEqual([
      ...Array<string>(7).fill('rejected'),
      ...Array<string>(8).fill('fulfilled'),
    ]);
  });

  test('answers each name when its own list is back', async () => {
    const [first, , , , , , , eighth] = ask(askedFor(PAIRS), (names, ...rest) =>
      names.includes('PAIR07') ? echo(names, ...rest) : new Promise(() => undefined),
    );
    await expect(eighth).resolves.toEqual([{ symbol: 'PAIR07' }]);
    expect(await Promise.race([first, Promise.resolve('still waiting')])).toBe('still waiting');
  });

  test('answers each name of a divided list when its own part is back', async () => {
    const [first, second] = ask(askedFor(['A', 'B']), (names, ...rest) => {
      if (names.length > 1) return Promise.reject(statusError(422));
      return names.includes('B') ? echo(names, ...rest) : new Promise(() => undefined);
    });
    await expect(second).resolves.toEqual([{ symbol: 'B' }]);
    expect(await Promise.race([first, Promise.resolve('still waiting')])).toBe('still waiting');
  });

  test('stops a part that nobody waits for, even if the other part was answered', async () => {
    const [one, two] = [new Cancellation(), new Cancellation()];
    let signal: AbortSignal | undefined;
    const [first] = ask([new PendingQuestion('A', one), new PendingQuestion('B', two)], (names, own, options) => {
      if (names.length > 1) return Promise.reject(statusError(422));
      if (names.includes('A')) return echo(names, own, options);
      signal = own;
      return new Promise(() => undefined);
    });
    await first;
    expect(signal!.aborted).toBe(false);
    two.cancel();
    expect(signal!.aborted).toBe(true);
  });

  test('goes on while anybody waits for a name in the list, and stops when nobody does', () => {
    const [one, two] = [new Cancellation(), new Cancellation()];
    let signal: AbortSignal | undefined;
    const answers = ask([new PendingQuestion('A', one), new PendingQuestion('B', two)], (_, own) => {
      signal = own;
      return Promise.reject(new ServiceError('cancelled', 'stopped'));
    });
    one.cancel();
    expect(signal!.aborted).toBe(false);
    two.cancel();
    expect(signal!.aborted).toBe(true);
    return expect(Promise.all(answers)).rejects.toThrow('stopped');
  });
});

const pending = (question: string): PendingQuestion<string> => new PendingQuestion(question, new Cancellation());

test('groups are sent one by one, and answers are in the order of the questions', async () => {
  const all = ['b1', 'a1', 'b2', 'b2'].map(pending);
  const groups: string[][] = [];
  const answers = askByGroup(
    all,
    (question) => question[0]!,
    (group, first) => {
      groups.push(group.map(({ question }) => question));
      return group.map(({ question }) => Promise.resolve(`${question} with ${first}`));
    },
  );
  expect(await Promise.all(answers)).toEqual(['b1 with b1', 'a1 with a1', 'b2 with b1', 'b2 with b1']);
  expect(groups).toEqual([['b1', 'b2', 'b2'], ['a1']]);
});

test('a shared request goes on until the last waiter has left', () => {
  const all = ['a', 'b'].map(pending);
  const signal = signalWhenAllCancelled(cancellationsOf(all));
  all[1]!.cancellation.cancel();
  expect(signal.aborted).toBe(false);
  all[0]!.cancellation.cancel();
  expect(signal.aborted).toBe(true);
});
