import { StartError } from '../../../../src/gateway/errors';
import { shownUrl, Store } from '../../../../src/gateway/nodes/store';

describe('the password of a store', () => {
  test.each([
    ['redis://:secret@store.test:6379', 'redis://store.test:6379'],
    ['rediss://ann:secret@store.test:6379/2', 'rediss://store.test:6379/2'],
    ['redis://:se@c/ret@store.test', 'redis://store.test'],
    ['redis:/:secret@store.test', 'redis:/store.test'],
    [':secret@store.test', ':store.test'],
    ['ann:secret@store.test', 'ann:store.test'],
    ['redis://store.test?password=secret', 'redis://store.test'],
    ['redis://store.test:6379', 'redis://store.test:6379'],
  ])('is not shown: %s', (url, shown) => {
    expect(shownUrl(url)).toBe(shown);
  });

  test.each(['redis:/:secret@store.test', 'redis://:secret@127.0.0.1:1', 'redis://:secret@[::'])(
    'does not appear in the sentence about %s',
    async (url) => {
      const problem = await Store.open(url, 'default').catch(String);
      expect(problem).toContain('--store: ');
      expect(problem).not.toContain('secret');
    },
  );
});

test.each(['redis://store.test/gateway', 'redis://store.test/1/', 'redis://%zz@store.test'])(
  'the address of a store is refused with a sentence if it has something else than the number of a database: %s',
  async (url) => {
    await expect(Store.open(url, 'default')).rejects.toThrow(
      new StartError(`--store: "${shownUrl(url)}" is not an address such as redis://localhost:6379`),
    );
  },
);
