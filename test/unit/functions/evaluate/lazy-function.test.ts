import { CellError } from '../../../../src/core/errors';
import type { AnyDeclaration } from '../../../../src/functions/define';
import { invoke } from '../../../../src/functions/evaluate/invoke';
import { LazyFunction } from '../../../../src/functions/evaluate/lazy-function';
import { usage } from '../../../../src/functions/usage';
import { createCall, createTestSession } from '../../../support/evaluate';

const echo: AnyDeclaration = {
  ...usage,
  id: 'ECHO',
  result: 'scalar',
  handle: ({ limit }: { limit: number }) => limit,
};

const evaluate = (declaration: LazyFunction, limit: number, session = createTestSession()) =>
  invoke(declaration, session, [null, limit, null], createCall());

describe('a function whose code loads late', () => {
  test('answers the first formula when its code has loaded, and at once from then on', async () => {
    const declaration = new LazyFunction('ECHO', () => Promise.resolve([echo]));
    const session = createTestSession();
    await session.ready;
    const first = evaluate(declaration, 1, session);
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toEqual([[1]]);
    expect(evaluate(declaration, 2, session)).toEqual([[2]]);
  });

  test('is not loaded before a formula needs it', () => {
    const load = jest.fn(() => Promise.resolve([echo]));
    expect(new LazyFunction('ECHO', load).declaration).toBeUndefined();
    expect(load).not.toHaveBeenCalled();
  });

  test('checks the arguments once it is loaded', async () => {
    const declaration = new LazyFunction('ECHO', () => Promise.resolve([echo]));
    expect(await evaluate(declaration, 1.5)).toMatchObject({
      code: '#VALUE!',
      message: 'limit: 1.5 is not a whole number from 1 to 168',
    });
  });

  test('says what to do if its code cannot be loaded, and tries again at the next recalculation', async () => {
    const reason = new Error('https://addin.example.com/more.js is missing');
    const declaration = new LazyFunction('ECHO', jest.fn(() => Promise.resolve([echo])).mockRejectedValueOnce(reason));
    const session = createTestSession();
    const refused = await evaluate(declaration, 1, session);
    expect(refused).toBeInstanceOf(CellError);
    expect(refused).toMatchObject({
      code: '#N/A',
      message: 'Part of MD could not be loaded: check the connection, then recalculate',
      cause: reason,
    });
    expect(session.activity.counts).toMatchObject({ cells: 1, errors: 1 });
    expect(await evaluate(declaration, 1, session)).toEqual([[1]]);
  });
});
