import type { Call } from '../../../src/core/call';
import type { Result } from '../../../src/core/cell';
import { CellError } from '../../../src/core/errors';
import type { StreamingDeclaration } from '../../../src/functions/define';
import { LazyFunction } from '../../../src/functions/evaluate/lazy-function';
import { usage } from '../../../src/functions/usage';
import { Features } from '../../../src/office/features';
import { streamFunction, type StreamInvocation } from '../../../src/office/stream-function';
import { createTestSession } from '../../support/evaluate';
import { useFakeTimers } from '../../support/fake-timers';
import { ANY_PARAMETER } from './any-parameter';
import { installCustomFunctions, OfficeError } from './custom-functions';

beforeAll(installCustomFunctions);

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
