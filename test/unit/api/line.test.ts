import { Line } from '../../../src/api/line';

const never = (): AbortSignal => new AbortController().signal;

describe('a line', () => {
  test('lets those who wait go on in the order in which they came', async () => {
    const line = new Line<string>();
    const [first, second] = [line.join(never()), line.join(never())];
    expect([line.admitFirst('a'), line.admitFirst('b')]).toEqual([true, true]);
    expect(await Promise.all([first, second])).toEqual(['a', 'b']);
    expect([line.isEmpty, line.admitFirst('c')]).toEqual([true, false]);
  });

  test('is left at once by who is cancelled, and tells why', async () => {
    const line = new Line<string>();
    const [cancel, onLeave] = [new AbortController(), jest.fn()];
    const [gone, stays] = [line.join(cancel.signal, onLeave), line.join(never())];
    cancel.abort(new RangeError('enough'));
    expect(onLeave).toHaveBeenCalledTimes(1);
    line.admitFirst('a');
    await expect(gone).rejects.toThrow(new RangeError('enough'));
    await expect(stays).resolves.toBe('a');
  });

  test('is not joined by who was cancelled before', async () => {
    const line = new Line<string>();
    await expect(line.join(AbortSignal.abort(new RangeError('enough')))).rejects.toThrow('enough');
    expect(line.isEmpty).toBe(true);
  });

  test('refuses all who wait, and not those who come later', async () => {
    const line = new Line<string>();
    const refused = Promise.allSettled([line.join(never()), line.join(never())]);
    line.refuseAll(new RangeError('closed'));
    expect(line.isEmpty).toBe(true);
    const later = line.join(never());
    line.admitFirst('a');
    expect(await refused).toEqual(Array(2).fill({ status: 'rejected', reason: new RangeError('closed') }));
    await expect(later).resolves.toBe('a');
  });

  test.each<[string, (line: Line<string>) => void]>([
    ['had a turn', (line) => line.admitFirst('a')], ['was refused', (line) => { line.refuseAll(new Error('closed')); }],
  ])('has nothing to do any more with who %s', async (_, end) => {
    const line = new Line<string>();
    const [cancel, onLeave] = [new AbortController(), jest.fn()];
    const settled = Promise.allSettled([line.join(cancel.signal, onLeave)]);
    end(line);
    await settled;
    cancel.abort();
    expect(onLeave).not.toHaveBeenCalled();
  });
});
