import { Guard } from '../../../../src/gateway/access/people';
import { createAdmin } from '../../../../src/gateway/watch/metrics';
import { createMetrics } from '../../../support/metrics';

const metrics = createMetrics();
let isReady = true;
const guard = new Guard(['http://127.0.0.1:9464', 'http://gateway1:9464'], true);
const admin = createAdmin({ metrics, isReady: () => isReady, problemOf: (headers) => guard.problemOf(headers) });
const ask = async (path: string, headers: Record<string, string> = {}): Promise<[number, string]> => {
  const response = await admin(
    new Request(`http://127.0.0.1:9464${path}`, { headers: { host: '127.0.0.1:9464', ...headers } }),
  );
  return [response.status, await response.text()];
};

describe("the operator's port", () => {
  afterEach(() => {
    isReady = true;
  });

  test('says that the node is alive, even if it is not ready', async () => {
    isReady = false;
    expect(await ask('/healthz')).toEqual([200, 'ok\n']);
  });

  test('says that the node is ready', async () => expect(await ask('/readyz')).toEqual([200, 'ready\n']));

  test('says with status 503 why the node should receive no requests', async () => {
    isReady = false;
    expect(await ask('/readyz')).toEqual([503, 'closing\n']);
  });

  test('serves metrics, and nothing else', async () => {
    expect((await ask('/metrics'))[1]).toContain('# TYPE md_ready gauge');
    expect(await ask('/api/me')).toEqual([404, 'Not Found\n']);
  });

  test.each<[string, Record<string, string>, boolean]>([
    ['the address of this computer', { host: '10.0.0.7:9464' }, true],
    ['an address of the other kind', { host: '[fd00::7]:9464' }, true],
    ['the name of this computer', { host: 'gateway1:9464' }, true],
    ['this computer', { host: 'localhost:9464' }, true],
    ['another name that leads here', { host: 'evil.example:9464' }, false],
    ['no name', { host: '' }, false],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['a page of another address', { origin: 'https://evil.example' }, false],
  ])('answers a request by %s %j: %s', async (_, headers, isAnswered) => {
    for (const path of ['/metrics', '/readyz']) expect((await ask(path, headers))[0]).toBe(isAnswered ? 200 : 403);
  });
});
