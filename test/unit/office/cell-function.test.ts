import type { Result } from '../../../src/core/cell';
import { Session } from '../../../src/app/session';
import type { Call } from '../../../src/core/call';
import { CellError } from '../../../src/core/errors';
import type { AnyDeclaration, Context, StreamingDeclaration } from '../../../src/functions/define';
import { Features } from '../../../src/office/features';
import { deliveryAtOnce } from '../../support/delivery-at-once';
import { createMemoryHost } from '../../support/memory-host';
import { ANY_PARAMETER } from './any-parameter';
import { installCustomFunctions, OfficeError, thrownBy } from './custom-functions';
import {
  cellFunction,
  type Invocation,
  streamFunction,
  type StreamInvocation,
} from '../../../src/office/cell-function';
import { LazyFunction } from '../../../src/functions/evaluate/lazy-function';
import { usage } from '../../../src/functions/usage';
import { createTestSession } from '../../support/evaluate';
import { useFakeTimers } from '../../support/fake-timers';

beforeAll(installCustomFunctions);

interface Seen {
  readonly args: Readonly<Record<string, unknown>>;
  readonly call: Call;
}

/** A function of two parameters that hands back what the test says, and remembers how it was called. */
async function functionThatGives(
  result: (seen: Seen) => Result | Promise<Result>,
): Promise<{ call: ReturnType<typeof cellFunction>; seen: Seen[] }> {
  const seen: Seen[] = [];
  const declaration: AnyDeclaration = {
    id: 'TEST',
    result: 'matrix',
    sources: [],
    requests: 'alone',
    parameters: { first: ANY_PARAMETER, second: ANY_PARAMETER },
    handle(args: Seen['args'], _: Context, call: Call) {
      seen.push({ args, call });
      return result(seen.at(-1)!);
    },
  };
  const session = new Session(createMemoryHost());
  await session.ready;
  return { call: cellFunction(declaration, session, new Features(() => true), deliveryAtOnce()), seen };
}

describe('a function as Excel calls it', () => {
  test('gets the last argument as the invocation and the others as arguments', async () => {
    const { call, seen } = await functionThatGives(() => [[1]]);
    void call('a', 2, {});
    expect(seen[0]!.args).toEqual({ first: 'a', second: 2 });
  });

  test.each([[[undefined, undefined]], [[null, null]], [['a']], [[]]])(
    'reads %j as omitted arguments',
    async (args) => {
      const { call, seen } = await functionThatGives(() => [[1]]);
      void call(...args, {});
      expect(Object.keys(seen[0]!.args)).toEqual(['first', 'second']);
      expect(seen[0]!.args.second ?? 'omitted').toBe('omitted');
    },
  );

  test('returns without a promise if all answers are cached', async () => {
    const { call } = await functionThatGives(() => [[1.5]]);
    expect(call('a', 'b', {})).toEqual([[1.5]]);
  });

  test.each([
    [true, true],
    ['true', true],
    [false, false],
    ['false', false],
    [undefined, false],
  ])('with isInValuePreview %p counts as a preview: %p', async (isInValuePreview, expected) => {
    const { call, seen } = await functionThatGives(() => [[1]]);
    const invocation: Invocation = isInValuePreview === undefined ? {} : { isInValuePreview };
    void call('a', 'b', invocation);
    expect(seen[0]!.call.isPreview).toBe(expected);
  });

  test('throws its errors as CustomFunctions.Error, at once or later', async () => {
    const error = new CellError('#N/A', 'Enter your API key');
    const { call } = await functionThatGives(() => error);
    expect(thrownBy(() => call({}))).toEqual({ code: '#N/A', message: 'Enter your API key' });
    const { call: callLater } = await functionThatGives(() => Promise.reject(error));
    await expect(callLater({})).rejects.toEqual(new OfficeError('#N/A', 'Enter your API key'));
  });

  test('turns an exception into #N/A that reveals nothing about the exception', async () => {
    const { call } = await functionThatGives(() => {
      throw new TypeError('secret');
    });
    expect(thrownBy(() => call({}))).toEqual({ code: '#N/A', message: expect.not.stringContaining('secret') });
  });
});

describe('cancelling a cell', () => {
  test('stops the running function', async () => {
    let hasStopped = false;
    const { call } = await functionThatGives(
      ({ call: { cancellation } }) =>
        new Promise(() => {
          cancellation.add({ onCancel: () => (hasStopped = true) });
        }),
    );
    const invocation: Invocation = {};
    void call(invocation);
    invocation.onCanceled?.();
    expect(hasStopped).toBe(true);
  });

  test.each([
    ['at once', () => [[1]]],
    ['later', () => Promise.resolve([[1]])],
  ])('is no longer possible once the cell has its value %s, because Office keeps the invocation', async (_, result) => {
    const { call } = await functionThatGives(({ call: { cancellation } }) => {
      cancellation.add({ onCancel: () => undefined });
      return result();
    });
    const invocation: Invocation = {};
    await call(invocation);
    expect(invocation.onCanceled).toBeUndefined();
  });

  test('prepares nothing if the function does not use it', async () => {
    const { call } = await functionThatGives(() => Promise.resolve([[1]]));
    const invocation: Invocation = {};
    await call(invocation);
    expect(Object.keys(invocation)).toEqual([]);
  });
});

type Tell = (result: Result) => void;

/** A streaming function whose values the test gives, called once as Excel calls it. */
async function call(
  stream: (tell: Tell, call: Call) => void,
  { isInValuePreview = false, load = (): Promise<void> => Promise.resolve() } = {},
) {
  const declaration: StreamingDeclaration = {
    ...usage,
    id: 'TEST',
    result: 'scalar',
    parameters: { first: ANY_PARAMETER },
    handle: () => {
      throw new CellError('#N/A', 'Press Enter to fetch');
    },
    stream: (_: never, __, streaming, listener) => stream(listener, streaming),
  };
  const set: unknown[] = [];
  const invocation: StreamInvocation = { isInValuePreview, setResult: (value) => set.push(value) };
  const session = createTestSession();
  const later = new LazyFunction(
    'TEST',
    async () => {
      await load();
      return [declaration];
    },
    true,
  );
  streamFunction(later, session, new Features(() => true))('a', invocation);
  for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
  return { set, cancel: () => invocation.onCanceled!() };
}

const told = (value: unknown): unknown =>
  value instanceof OfficeError ? { code: value.code, message: value.message } : value;

describe('a streaming function as Excel calls it', () => {
  test('sets every value in the form that Excel expects', async () => {
    const { set } = await call((tell) => {
      for (const value of [1, { value: 2, format: '0.0' }, 'three']) tell(value);
    });
    expect(set).toEqual([1, 2, 'three']);
  });

  test('sets an error, because Excel would not see a thrown one, and then the next value', async () => {
    const { set } = await call((tell) => {
      tell(new CellError('#N/A', 'No connection'));
      tell(1);
    });
    expect(set.map(told)).toEqual([{ code: '#N/A', message: 'No connection' }, 1]);
  });

  test.each([
    ['an error with a sentence', new CellError('#VALUE!', 'field: no'), { code: '#VALUE!', message: 'field: no' }],
    [
      'an unexpected exception',
      new TypeError('x is undefined'),
      { code: '#N/A', message: expect.stringContaining('Unexpected error in MD') },
    ],
  ])('sets %s that is thrown at the start', async (_, error, expected) => {
    const { set } = await call(() => {
      throw error;
    });
    expect(set.map(told)).toEqual([expected]);
  });

  test.each([
    ['NaN', Number.NaN, /is NaN/],
    ['an object that no cell can show', new Map() as unknown as number, /please report this/],
  ])('never sets %s, which would delay all other cells', async (_, value, sentence) => {
    const { set } = await call((tell) => tell(value));
    expect(set.map(told)).toEqual([{ code: '#N/A', message: expect.stringMatching(sentence) }]);
  });

  test('sets nothing more after Excel has cancelled it', async () => {
    let tell: Tell = () => undefined;
    const { set, cancel } = await call((listener, { cancellation }) => {
      tell = listener;
      cancellation.add({ onCancel: () => tell(2) });
    });
    tell(1);
    cancel();
    tell(3);
    expect(set).toEqual([1]);
  });

  test('does not stream during a preview', async () => {
    const stream = jest.fn();
    const { set } = await call(stream, { isInValuePreview: true });
    expect(stream).not.toHaveBeenCalled();
    expect(set.map(told)).toEqual([{ code: '#N/A', message: 'Press Enter to fetch' }]);
  });
});

describe('a streaming function whose code cannot be loaded', () => {
  useFakeTimers({ doNotFake: ['setImmediate'] });

  /** Fails the first time, as without a connection. */
  async function callOffline() {
    const load = jest.fn(() => Promise.resolve()).mockRejectedValueOnce(new Error('no connection'));
    return { ...(await call((tell) => tell(1), { load })), load };
  }

  const UNAVAILABLE = {
    code: '#N/A',
    message: 'Part of MD could not be loaded: check the connection, then recalculate',
  };

  test('shows that as an error, and tries to load the code again by itself', async () => {
    const { set } = await callOffline();
    expect(set.map(told)).toEqual([UNAVAILABLE]);
    await jest.advanceTimersByTimeAsync(30_000);
    for (let turn = 0; turn < 4; turn++) await new Promise(setImmediate);
    expect(set.map(told)).toEqual([UNAVAILABLE, 1]);
  });

  test('does not try to load the code again for a deleted cell', async () => {
    const { cancel, load } = await callOffline();
    cancel();
    await jest.advanceTimersByTimeAsync(60_000);
    expect(load).toHaveBeenCalledTimes(1);
    expect(jest.getTimerCount()).toBe(0);
  });
});
