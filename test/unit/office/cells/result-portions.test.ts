import { MAX_RESULTS, ResultPortions } from '../../../../src/office/cells/result-portions';

beforeEach(() => {
  jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask'] });
});
afterEach(() => {
  jest.useRealTimers();
  Reflect.deleteProperty(globalThis, 'document');
});

/** Portions with `count` results in the first one, and a list of the later results that have gone. */
function createPortions(count: number) {
  const portions = new ResultPortions();
  const gone: string[] = [];
  expect(portions.timeFor(count)).toBeUndefined();
  return {
    portions,
    gone,
    add: (name: string, cells?: number) =>
      void Promise.resolve(portions.timeFor(cells)).then(() => {
        gone.push(name);
      }),
    pass: (ms: number) => jest.advanceTimersByTimeAsync(ms),
  };
}

describe('the portions of a large recalculation', () => {
  test('leave one with each message, and the next recalculation starts with a first portion', async () => {
    const { portions, gone, add, pass } = createPortions(MAX_RESULTS);
    const first = portions.watch([[1]]);
    add('second', MAX_RESULTS);
    add('third');
    await pass(0);
    expect(gone).toEqual([]);
    JSON.stringify(first);
    await pass(0);
    expect(gone).toEqual(['second']);
    JSON.stringify(portions.watch([[2]]));
    await pass(0);
    expect(gone).toEqual(['second', 'third']);
    JSON.stringify(portions.watch([[3]]));
    expect(portions.timeFor(MAX_RESULTS)).toBeUndefined();
  });

  test('do not start while the message is being written', async () => {
    const { portions, gone, add, pass } = createPortions(MAX_RESULTS);
    add('second');
    JSON.stringify(portions.watch([[1]]));
    await Promise.resolve();
    expect(gone).toEqual([]);
    await pass(0);
    expect(gone).toEqual(['second']);
  });

  test('leave after one second each if no result could be observed', async () => {
    const { gone, add, pass } = createPortions(MAX_RESULTS);
    add('second', MAX_RESULTS);
    add('third');
    await pass(999);
    expect(gone).toEqual([]);
    await pass(1);
    expect(gone).toEqual(['second']);
    await pass(1_000);
    expect(gone).toEqual(['second', 'third']);
  });

  test('are not divided in a hidden page', () => {
    Object.assign(globalThis, { document: { hidden: true } });
    const { portions } = createPortions(MAX_RESULTS);
    expect(portions.timeFor()).toBeUndefined();
  });
});

describe('an observed result', () => {
  test('is the same in the message, for each cell that shows it', () => {
    const result = new ResultPortions().watch([[1, 'text']]);
    expect(JSON.stringify([result, result])).toBe('[[[1,"text"]],[[1,"text"]]]');
  });

  test('is the only observed one of its message', () => {
    const portions = new ResultPortions();
    const [one, other] = [[[1]], [[2]]];
    expect(portions.watch(one)).not.toBe(one);
    expect(portions.watch(other)).toBe(other);
  });

  test('is always a table: values and promises are not changed', () => {
    const portions = new ResultPortions();
    const later = Promise.resolve([[1]]);
    expect([portions.watch(1), portions.watch(later)]).toEqual([1, later]);
  });
});
