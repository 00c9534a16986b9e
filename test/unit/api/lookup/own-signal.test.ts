import { withOwnSignal } from '../../../../src/api/lookup/own-signal';

describe('work with its own signal', () => {
  test('returns its result, and then aborts anything it left running', async () => {
    const outer = new AbortController();
    let own: AbortSignal | undefined;
    expect(
      await withOwnSignal(outer.signal, (signal) => {
        own = signal;
        return Promise.resolve(signal.aborted);
      }),
    ).toBe(false);
    expect([own!.aborted, outer.signal.aborted]).toEqual([true, false]);
  });

  test('fails with its own error, and then aborts anything it left running', async () => {
    let own: AbortSignal | undefined;
    await expect(
      withOwnSignal(new AbortController().signal, (signal) => {
        own = signal;
        return Promise.reject(new RangeError('broken'));
      }),
    ).rejects.toThrow('broken');
    expect(own!.aborted).toBe(true);
  });

  test('is aborted with the outer signal, and can also abort itself alone', async () => {
    const outer = new AbortController();
    expect(
      await withOwnSignal(outer.signal, (own) => {
        outer.abort();
        return Promise.resolve(own.aborted);
      }),
    ).toBe(true);
    const other = new AbortController();
    expect(
      await withOwnSignal(other.signal, (own, abort) => {
        abort();
        return Promise.resolve([own.aborted, other.signal.aborted]);
      }),
    ).toEqual([true, false]);
  });

  test('starts aborted if the outer signal already is', async () => {
    expect(await withOwnSignal(AbortSignal.abort(), ({ aborted }) => Promise.resolve(aborted))).toBe(true);
  });

  test('leaves no listener on the outer signal, which may see a lot of work', async () => {
    const { signal } = new AbortController();
    const [add, remove] = [jest.spyOn(signal, 'addEventListener'), jest.spyOn(signal, 'removeEventListener')];
    await withOwnSignal(signal, () => Promise.resolve());
    expect(remove.mock.calls).toEqual([['abort', add.mock.calls[0]![1]]]);
  });
});
