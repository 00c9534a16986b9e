import { once } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { connect, type ConnectionOptions } from 'node:tls';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { KEY_HEADER } from '../support/published-fields';
import { type Answer, Balancer } from './balancer';
import { findEngine, onPath } from './engine';
import { Firm } from './firm';
import { until } from '../support/until';
import type { GatewayProcess } from './node-process';

const engine = findEngine();
const haproxy = onPath('haproxy');
if (haproxy === undefined)
  process.stderr.write('Tests of the balancer are left out: they need HAProxy (apt-get install haproxy)\n');

const QUOTES = '/api/currencies/quotes?symbols=EURUSD,GBPUSD';

(engine === undefined || haproxy === undefined ? describe.skip : describe)('HAProxy in front of two nodes', () => {
  let firm: Firm;
  let balancer: Balancer;

  beforeAll(async () => {
    firm = await Firm.open(engine!, { sandbox: { latencyMs: 20 } });
    balancer = await Balancer.start(haproxy!, firm.nodes as [GatewayProcess, GatewayProcess]);
  });
  afterEach(async () => {
    firm.sandbox.setFaults([]);
    await mend();
  });
  afterAll(async () => {
    await balancer.stop();
    await firm.close();
  });

  const ask = (path: string, headers: Readonly<Record<string, string>> = firm.headers): Promise<Answer> =>
    balancer.ask(path, headers);
  const nodeOf = async (path: string): Promise<GatewayProcess> => {
    const told = String((await ask(path)).headers['md-node'])
      .split(':')
      .at(-1);
    return firm.nodes.find(({ url }) => new URL(url).port === told)!;
  };
  /** Starts what has ended, wakes what is frozen, and waits until the balancer asks it again. */
  const mend = async (): Promise<void> => {
    for (const [index, node] of firm.nodes.entries()) {
      node.kill('SIGCONT');
      if (node.hasEnded) firm.nodes[index] = await firm.startNode(node);
    }
    await setTimeout(1_500);
  };
  /** Six people who ask for everything, until they are ended. */
  const load = (): { readonly end: () => Promise<{ readonly failures: string[]; readonly maxMs: number }> } => {
    const failures: string[] = [];
    let [isOn, maxMs] = [true, 0];
    const person = async (index: number): Promise<void> => {
      for (let round = index; isOn; round++) {
        const startedAt = performance.now();
        const file = ['/taskpane.html', QUOTES, '/api/stocks/quotes?symbols=AAPL', '/api/me'][round % 4]!;
        await ask(file).then(
          ({ status, body }) => {
            if (status !== 200) failures.push(`${file} ${status} ${body}`);
          },
          (error: unknown) => {
            failures.push(`${file} ${String(error)}`);
          },
        );
        maxMs = Math.max(maxMs, performance.now() - startedAt);
        await setTimeout(30);
      }
    };
    const people = Array.from({ length: 6 }, (_, index) => person(index));
    return {
      end: async () => {
        isOn = false;
        await Promise.all(people);
        return { failures, maxMs };
      },
    };
  };

  test('the quotes of an area meet at one node, whatever is asked, and another one has other paths', async () => {
    const nodes = new Set<GatewayProcess>();
    for (const symbols of ['EURUSD', 'GBPUSD,USDJPY', 'AUDUSD&precision=3', 'NOSUCH'])
      nodes.add(await nodeOf(`/api/currencies/quotes?symbols=${symbols}`));
    expect(nodes.size).toBe(1);
    const others = await Promise.all(
      ['stocks', 'crypto', 'indices', 'commodities'].map((area) => nodeOf(`/api/${area}/quotes?symbols=A`)),
    );
    expect(new Set([...nodes, ...others]).size).toBe(2);
  });

  test.each([
    ['SIGKILL', 1_500],
    ['SIGSTOP', 5_000],
  ] as const)('after %s of a node no request fails, and nobody waits longer than %i ms', async (signal, most) => {
    const { end } = load();
    await setTimeout(500);
    (await nodeOf(QUOTES)).kill(signal);
    await setTimeout(most + 1_000);
    const { failures, maxMs } = await end();
    expect(failures).toEqual([]);
    expect(maxMs).toBeLessThan(most);
  });

  test('while one node after the other is replaced no request fails, and nobody waits longer than 1,500 ms', async () => {
    const { end } = load();
    for (const [index, node] of firm.nodes.entries()) {
      await setTimeout(500);
      const ended = once(node.process, 'exit');
      node.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      firm.nodes[index] = await firm.startNode(node);
      await setTimeout(1_500);
    }
    const { failures, maxMs } = await end();
    expect(failures).toEqual([]);
    expect(maxMs).toBeLessThan(1_500);
  });

  test('a service that fails or takes six seconds does not make a node count as failed', async () => {
    firm.sandbox.setFaults(parseFaults('status:503@/stocks/countries'));
    expect((await ask('/api/stocks/countries')).status).toBe(503);
    firm.sandbox.setFaults(parseFaults('latency:6000@/crypto/quotes'));
    expect((await ask('/api/crypto/quotes?symbols=BTCUSD')).status).toBe(200);
    expect(balancer.output).not.toMatch(/DOWN.*response-timeout/);
  });

  test('an upload is sent once, also when its node breaks off', async () => {
    const path = '/api/algo/upload/backtrader';
    const before = await Promise.all(firm.nodes.map((node) => node.count('md_inbound_requests_total')));
    for (const node of firm.nodes) node.kill('SIGSTOP');
    const sent = balancer.ask(path, firm.headers, 'POST', '{}');
    await setTimeout(200);
    for (const node of firm.nodes) node.kill('SIGCONT');
    expect((await sent).status).toBe(403);
    await until(async () => {
      const after = await Promise.all(firm.nodes.map((node) => node.count('md_inbound_requests_total')));
      return after.reduce((a, b) => a + b) - before.reduce((a, b) => a + b) === 1;
    });
  });

  test("ignores a client's own statement of its address", async () => {
    const statuses: number[] = [];
    for (let count = 0; count < 70; count++)
      statuses.push((await ask(QUOTES, { [KEY_HEADER]: 'md_wrong', 'x-forwarded-for': `10.0.0.${count}` })).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await ask(QUOTES)).status).toBe(200);
  });

  test('tells browsers to stay with https, and does not speak an old TLS', async () => {
    for (const file of ['/config.json', '/taskpane.html', '/api/me', '/no'])
      expect((await ask(file)).headers['strict-transport-security']).toBe('max-age=31536000');
    const shake = (options: ConnectionOptions): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect({
          port: Number(new URL(balancer.url).port),
          host: '127.0.0.1',
          rejectUnauthorized: false,
          ...options,
        });
        socket.on('secureConnect', () => {
          resolve(socket.getProtocol() ?? '');
          socket.destroy();
        });
        socket.on('error', () => resolve('refused'));
      });
    expect(await shake({})).toBe('TLSv1.3');
    expect(await shake({ maxVersion: 'TLSv1.2' })).toBe('TLSv1.2');
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } as const;
    expect(await shake(old)).toBe('refused');
  });

  const others = ['evil.example', '127.0.0.1', 'localhost.evil.example', 'xlocalhost', 'localhost.'];
  test.each([...others, 'localhost, evil.example', 'evil.example, localhost', 'localhost:80:evil.example'])(
    'whoever asks for %j gets 421 and nothing else',
    async (host) => {
      for (const path of ['/', '/taskpane.html', QUOTES]) {
        const { status, body } = await ask(path, { ...firm.headers, host });
        expect([status, JSON.parse(body)]).toEqual([421, { detail: 'This server does not answer to that name' }]);
      }
    },
  );

  test('the log of the balancer tells of nodes, and neither of requests nor of addresses', async () => {
    await ask('/api/stocks/AAPL/scores');
    firm.nodes[0]!.kill('SIGKILL');
    await until(() => balancer.output.includes('Server nodes/node1 is DOWN'));
    expect(balancer.output).not.toMatch(/AAPL|EURUSD|quotes|taskpane|GET |POST /);
  });

  // The last one, since no node is left.
  test("the balancer's own errors are JSON with a sentence", async () => {
    // A request that is refused while it is still being sent may break off: browsers send it once more.
    const askAgain: typeof ask = (...request) => ask(...request).catch(() => ask(...request));
    const long = await askAgain(`${QUOTES}${',EURUSD'.repeat(6_000)}`);
    expect([long.status, long.body]).toEqual([422, expect.stringContaining('at most 4000 characters')]);
    // What a node does not read any more, in the address or in the other headers.
    const most = ',EURUSD'.repeat(34_000);
    for (const [path, more] of [
      [`${QUOTES}${',EURUSD'.repeat(10_000)}`, ''],
      [QUOTES, most],
      [QUOTES + most, ''],
    ] as const) {
      const answer = await askAgain(path, { ...firm.headers, 'x-more': more });
      expect([answer.headers['content-type'], Math.floor(answer.status / 100)]).toEqual(['application/json', 4]);
      expect(JSON.parse(answer.body)).toHaveProperty('detail');
    }
    for (const node of firm.nodes) await node.stop();
    const { status, body, headers } = await askAgain(QUOTES);
    expect([status, JSON.parse(body), headers['retry-after'], headers['content-type']]).toEqual([
      503,
      { detail: 'No gateway answers: try again in a few seconds, or tell its administrator' },
      '5',
      'application/json',
    ]);
    await setTimeout(2_500);
    expect((await askAgain(QUOTES)).status).toBe(503);
  });
});
