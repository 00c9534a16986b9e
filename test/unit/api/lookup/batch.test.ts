import { PACE, BatchWindow, Batcher, askByGroup } from '../../../../src/api/lookup/batch';
import { Ask, signalOf } from '../../../../src/api/lookup/ask';
import { createStub } from '../transport/stub-transport';

describe('a batch window', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  function start() {
    const recalculation = new BatchWindow({ quietMs: 8, maxMs: 60 });
    const dispatch = jest.fn();
    recalculation.noteLookup();
    recalculation.schedule(dispatch);
    return { recalculation, dispatch };
  }

  test('stays open longer with every further lookup', () => {
    const { recalculation, dispatch } = start();
    jest.advanceTimersByTime(5);
    recalculation.noteLookup();
    jest.advanceTimersByTime(5);
    expect(dispatch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(6);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('closes at the latest after its longest time', () => {
    const recalculation = new BatchWindow({ quietMs: 10, maxMs: 60 });
    let dispatchedAt: number | undefined;
    const beganAt = Date.now();
    recalculation.schedule(() => (dispatchedAt = Date.now() - beganAt));
    for (let elapsedMs = 0; elapsedMs < 100; elapsedMs++) {
      recalculation.noteLookup();
      jest.advanceTimersByTime(1);
    }
    expect(dispatchedAt).toBe(60);
  });

  test('closes after 8 ms without lookups, and after 60 ms in any case, by default', () => {
    expect(PACE).toEqual({ quietMs: 8, maxMs: 60 });
    const recalculation = new BatchWindow(PACE);
    const dispatch = jest.fn();
    recalculation.noteLookup();
    recalculation.schedule(dispatch);
    jest.advanceTimersByTime(7);
    expect(dispatch).not.toHaveBeenCalled();
    jest.advanceTimersByTime(1);
    expect(dispatch).toHaveBeenCalledTimes(1);
  });

  test('closes at the end of the first event if that has brought much, and not in a later one', () => {
    const recalculation = new BatchWindow({ quietMs: 8, maxMs: 60 });
    const [dispatch, dispatchLater] = [jest.fn(), jest.fn()];
    let isLarge = false;
    recalculation.noteLookup();
    recalculation.schedule(dispatch, undefined, () => true);
    recalculation.schedule(dispatchLater, undefined, () => isLarge);
    jest.advanceTimersByTime(1);
    expect([dispatch.mock.calls.length, dispatchLater.mock.calls.length]).toEqual([1, 0]);
    recalculation.noteLookup();
    isLarge = true;
    jest.advanceTimersByTime(8);
    expect(dispatchLater).not.toHaveBeenCalled();
    jest.advanceTimersByTime(8);
    expect(dispatchLater).toHaveBeenCalledTimes(1);
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
  const batcher = new Batcher<number, Answer>((pending: readonly Ask<number>[]) => {
    asked.push(pending.map(({ question }) => question));
    return ask(asked.at(-1)!);
  }, context);
  return {
    asked,
    batches,
    load: (question: number, one = new Ask(question)) => batcher.loadAnswer(one),
    poll: (question: number) => batcher.loadAnswer(new Ask(question, { isPoll: true })),
    /** Whether the batch that is collected is known to hold questions of cells. */
    holdsCells: () => schedule.mock.lastCall![1]!(),
    isLarge: () => schedule.mock.lastCall![2]!(),
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

  test('need not wait for more once it has questions for many lists', () => {
    const { load, isLarge } = createBatcher();
    for (let question = 1; question < 150; question++) void load(question);
    expect(isLarge()).toBe(false);
    void load(150);
    expect(isLarge()).toBe(true);
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

  test.each([
    ['fewer', 1],
    ['more', 3],
  ])('tells every cell when %s answers come back than there are questions', async (_, count) => {
    const { load, batches } = createBatcher(() => named(Array(count).fill(0)));
    const answers = [load(7), load(8)];
    batches[0]!();
    const reason = new TypeError(`${count} answers to 2`);
    expect(await Promise.allSettled(answers)).toEqual(Array(2).fill({ status: 'rejected', reason }));
  });
});

const pending = (question: string): Ask<string> => new Ask(question);

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
  const signal = signalOf(all);
  all[1]!.cancellation.cancel();
  expect(signal.aborted).toBe(false);
  all[0]!.cancellation.cancel();
  expect(signal.aborted).toBe(true);
});
