import { whyMissing } from '../../../src/app/missing-code';

const FAILED = Object.assign(new Error('Loading chunk 7 failed'), { request: 'https://addin.example/days.1234.js' });

/** What the web server says of the file. */
function answering(status: number, type = 'text/html'): jest.SpyInstance {
  return jest
    .spyOn(globalThis, 'fetch')
    .mockResolvedValue(new Response(null, { status, headers: { 'content-type': type } }));
}

describe('code that did not load', () => {
  afterEach(() => jest.restoreAllMocks());

  test.each([
    [404, 'text/html', 'gone'],
    [410, 'text/html', 'gone'],
    [200, 'text/html; charset=utf-8', 'gone'],
    [200, 'text/javascript', 'unreachable'],
    [200, 'application/javascript', 'unreachable'],
    [503, 'text/html', 'unreachable'],
  ])('and whose address answers with %d %s is %s', async (status, type, why) => {
    const asked = answering(status, type);
    expect(await whyMissing(FAILED)).toBe(why);
    expect(asked).toHaveBeenCalledWith(FAILED.request, { method: 'HEAD', cache: 'no-store' });
  });

  test('is unreachable if there is no connection', async () => {
    jest.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
    expect(await whyMissing(FAILED)).toBe('unreachable');
  });

  test('is unreachable if its address is unknown', async () => {
    const asked = jest.spyOn(globalThis, 'fetch');
    expect(await whyMissing(new Error('no file'))).toBe('unreachable');
    expect(asked).not.toHaveBeenCalled();
  });
});
