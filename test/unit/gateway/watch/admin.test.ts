import { createAdmin } from '../../../../src/gateway/watch/admin';
import { createMetrics } from '../../../support/metrics';

const metrics = createMetrics();
let problem: string | undefined;
const admin = createAdmin({ metrics, notReady: () => problem, status: () => new Response('<h1>Gateway</h1>') });
const ask = async (path: string): Promise<[number, string]> => {
  const response = await admin(new Request(`http://127.0.0.1:9464${path}`));
  return [response.status, await response.text()];
};

describe("the operator's port", () => {
  afterEach(() => {
    problem = undefined;
  });

  test('says that the node is alive, even if it is not ready', async () => {
    problem = 'It is shutting down';
    expect(await ask('/healthz')).toEqual([200, 'ok\n']);
  });

  test('says that the node is ready', async () => {
    expect(await ask('/readyz')).toEqual([200, 'ready\n']);
  });

  test('says with status 503 why the node should receive no requests', async () => {
    problem = 'It is shutting down';
    expect(await ask('/readyz')).toEqual([503, 'It is shutting down\n']);
  });

  test('serves metrics and the status page, and nothing else', async () => {
    expect((await ask('/metrics'))[1]).toContain('# TYPE md_speaker gauge');
    expect(await ask('/status')).toEqual([200, '<h1>Gateway</h1>']);
    expect(await ask('/api/me')).toEqual([404, 'Not Found\n']);
  });
});
