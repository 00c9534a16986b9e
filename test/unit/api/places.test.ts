import { Places } from '../../../src/api/places';

const never = (): AbortSignal => new AbortController().signal;

/** Work that ends when the test says so, and a list of what has begun. */
function createWork(places: Places) {
  const begun: string[] = [];
  const ends = new Map<string, (error?: Error) => void>();
  const start = (name: string, signal = never()): Promise<string> => places.during(() => new Promise((resolve, reject) => {
    begun.push(name);
    ends.set(name, (error) => {
      if (error) reject(error);
      else resolve(name);
    });
  }), signal);
  return { begun, start, end: (name: string, error?: Error) => { ends.get(name)!(error); } };
}

describe('places', () => {
  test('let so many work at once, the next when one is done, and as many again when all are', async () => {
    const { begun, start, end } = createWork(new Places(2));
    const working = ['a', 'b', 'c'].map((name) => start(name));
    expect(begun).toEqual(['a', 'b']);
    end('b');
    expect(await working[1]).toBe('b');
    expect(begun).toEqual(['a', 'b', 'c']);
    for (const name of ['a', 'c']) end(name);
    await Promise.all(working);
    for (const name of ['d', 'e', 'f']) void start(name);
    expect(begun.slice(3)).toEqual(['d', 'e']);
  });

  test('are free again when the work fails', async () => {
    const { begun, start, end } = createWork(new Places(1));
    const failing = start('a');
    end('a', new RangeError('broken'));
    await expect(failing).rejects.toThrow('broken');
    void start('b');
    expect(begun).toEqual(['a', 'b']);
  });

  test('are not waited for by who is cancelled', async () => {
    const { begun, start, end } = createWork(new Places(1));
    const cancel = new AbortController();
    const [working, gone, next] = [start('a'), start('b', cancel.signal), start('c')];
    cancel.abort(new RangeError('enough'));
    await expect(gone).rejects.toThrow('enough');
    end('a');
    await working;
    expect(begun).toEqual(['a', 'c']);
    end('c');
    await next;
  });

  test('are refused to those who wait, not taken from those who work', async () => {
    const places = new Places(1);
    const { start, end } = createWork(places);
    const [working, waiting] = [start('a'), start('b')];
    places.refuseAll(new RangeError('closed'));
    await expect(waiting).rejects.toThrow('closed');
    end('a');
    await expect(working).resolves.toBe('a');
  });
});
