import { CacheModes } from '../../../../src/api/transport/http';

/** The mode of a path after answers with these Cache-Control headers. */
function modeAfter(...headers: (string | undefined)[]): RequestCache {
  const modes = new CacheModes();
  for (const header of headers) modes.note('/a', new Headers(header === undefined ? {} : { 'cache-control': header }));
  return modes.modeFor('/a');
}

describe('the cache mode of a request', () => {
  test.each<[string, (string | undefined)[], RequestCache]>([
    ['goes past the cache at first', [], 'reload'],
    ['keeps preflights once an answer may not be stored', ['no-store'], 'default'],
    ['reads the header in any case and among others', ['Private, NO-STORE , max-age=0'], 'default'],
    ['goes past the cache where an answer may be stored', ['max-age=600'], 'reload'],
    ['goes past the cache where a service says nothing', [undefined], 'reload'],
    ['goes past the cache where only the name resembles', ['x-no-store'], 'reload'],
    ['follows the last answer', ['no-store', 'max-age=600'], 'reload'],
  ])('%s', (_, headers, mode) => {
    expect(modeAfter(...headers)).toBe(mode);
  });

  test('is separate for each path', () => {
    const modes = new CacheModes();
    modes.note('/a', new Headers({ 'cache-control': 'no-store' }));
    expect([modes.modeFor('/a'), modes.modeFor('/b')]).toEqual(['default', 'reload']);
  });
});
