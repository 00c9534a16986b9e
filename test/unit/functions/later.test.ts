import type { Context } from '../../../src/functions/define';
import { later } from '../../../src/functions/later';
import type { Handler } from '../../../src/functions/later';
import { createCall } from '../../support/evaluate';

const context = {} as Context;
const call = createCall();
const echo: Handler<string> = (given) => `${given}!`;

describe('a handler whose code is loaded later', () => {
  test('answers the first formula when its code is there, and at once from then on', async () => {
    const handle = later(() => Promise.resolve({ handle: echo }));
    const first = handle('one', context, call);
    expect(first).toBeInstanceOf(Promise);
    expect(await first).toBe('one!');
    expect(handle('two', context, call)).toBe('two!');
  });

  test('is not loaded before a formula needs it', () => {
    const load = jest.fn(() => Promise.resolve({ handle: echo }));
    later(load);
    expect(load).not.toHaveBeenCalled();
  });

  test('says what to do when its code cannot be loaded, and is loaded by the next recalculation', async () => {
    const reason = new Error('ChunkLoadError: https://addin.example.com/more.js');
    const load = jest.fn(() => Promise.resolve({ handle: echo })).mockRejectedValueOnce(reason);
    const handle = later(load);
    await expect(handle('one', context, call)).rejects.toMatchObject({
      code: '#N/A', message: 'The code of this function could not be loaded: check the connection, then recalculate', cause: reason,
    });
    expect(await handle('one', context, call)).toBe('one!');
  });
});
