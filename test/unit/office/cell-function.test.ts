import type { Result } from '../../../src/core/cell';
import { Session } from '../../../src/app/session';
import type { Call } from '../../../src/core/call';
import { CellError } from '../../../src/core/errors';
import type { AnyDeclaration, Context } from '../../../src/functions/define';
import { Features } from '../../../src/office/features';
import { deliveryAtOnce } from '../../support/delivery-at-once';
import { createMemoryHost } from '../../support/memory-host';
import { ANY_PARAMETER } from './any-parameter';
import { installCustomFunctions, OfficeError, thrownBy } from './custom-functions';
import { cellFunction, type Invocation } from '../../../src/office/cell-function';

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
