import { execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { connect, type ConnectionOptions } from 'node:tls';
import { generateCertificates } from 'office-addin-dev-certs';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { findEngine, freePort, onPath } from './engine';
import { Firm, until } from './firm';
import { KEY_HEADER } from '../support/published-fields';

const engine = findEngine();
const nginx = onPath('nginx');
if (nginx === undefined)
  process.stderr.write('Tests of the proxy are left out: they need nginx (apt-get install nginx-light)\n');

const agent = new Agent({ rejectUnauthorized: false, keepAlive: true, maxSockets: 64 });

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly caching: string | undefined;
  readonly headers: IncomingHttpHeaders;
}

const ask = (url: string, headers: Readonly<Record<string, string>> = {}): Promise<Answer> =>
  new Promise((resolve, reject) => {
    request(url, { agent, headers }, (response) => {
      let body = '';
      response.on('data', (data: Buffer) => (body += data.toString()));
      response.on('close', () => {
        if (response.complete)
          resolve({
            status: response.statusCode ?? 0,
            body,
            caching: response.headers['cache-control'],
            headers: response.headers,
          });
        else reject(new Error('The answer broke off'));
      });
    })
      .on('error', reject)
      .end();
  });

/** The configuration as it is deployed, with ports, paths and a certificate of this test. */
async function configure(
  nodePorts: readonly [string, string],
): Promise<{ folder: string; file: string; port: number }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'md-nginx-'));
  const [ca, cert, key] = ['ca.pem', 'cert.pem', 'key.pem'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  const { log } = console;
  console.log = () => undefined;
  await generateCertificates(ca, cert, key, 2).finally(() => {
    console.log = log;
  });
  mkdirSync(path.join(folder, 'scripts'));
  // Whoever the workers run as must get there.
  execFileSync('chmod', ['-R', 'a+rX', folder]);
  const port = await freePort();
  const text = [
    ['127.0.0.1:3451', `127.0.0.1:${nodePorts[0]}`],
    ['127.0.0.1:3452', `127.0.0.1:${nodePorts[1]}`],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['md.example.com', 'localhost'],
    ['/etc/ssl/md/cert.pem', cert],
    ['/etc/ssl/md/key.pem', key],
    ['/srv/md/scripts', path.join(folder, 'scripts')],
  ].reduce(
    (before, [from, to]) => {
      expect(before).toContain(from);
      return before.replaceAll(from!, to!);
    },
    readFileSync('deploy/nginx.conf', 'utf8'),
  );
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(file, text);
  return { folder, file, port };
}

const optionsOf = (folder: string, file: string): string[] => [
  ...['-p', folder, '-c', file],
  ...['-g', `daemon off; pid ${folder}/pid; error_log ${folder}/error.log;`],
];

(engine === undefined || nginx === undefined ? describe.skip : describe)('nginx in front of two nodes', () => {
  let firm: Firm;
  let proxy: ChildProcess | undefined;
  let [folder, address] = ['', ''];

  beforeAll(async () => {
    firm = await Firm.open(engine!, { sandbox: { latencyMs: 20 } });
    const ports = firm.nodes.map(({ url }) => new URL(url).port) as [string, string];
    const { file, port, ...made } = await configure(ports);
    folder = made.folder;
    address = `https://localhost:${port}`;
    // Fails with what is wrong in the file.
    execFileSync(nginx!, [...optionsOf(folder, file), '-t'], { stdio: 'pipe' });
    proxy = spawn(nginx!, optionsOf(folder, file), { stdio: 'ignore' });
    await until(() =>
      ask(`${address}/config.json`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    );
  });

  afterEach(() => {
    firm.sandbox.setFaults([]);
  });

  afterAll(async () => {
    if (proxy?.exitCode === null) {
      const ended = once(proxy, 'exit');
      proxy.kill('SIGTERM');
      await ended;
    }
    await firm.close();
    agent.destroy();
  });

  test('no request fails while one node after the other is restarted', async () => {
    const failures: string[] = [];
    let [isOn, count] = [true, 0];
    const person = async (index: number): Promise<void> => {
      for (let round = index; isOn; round++) {
        const file = round % 3 === 0 ? '/taskpane.html' : `/api/currencies/quotes?symbols=EURUSD,GBPUSD`;
        await ask(address + file, firm.headers).then(
          ({ status, body }) => {
            if (status !== 200) failures.push(`${status} ${body}`);
          },
          (error: unknown) => {
            failures.push(String(error));
          },
        );
        count++;
        // All have one address, which may ask 600 times a second.
        await setTimeout(60);
      }
    };
    const people = Array.from({ length: 6 }, (_, index) => person(index));
    for (const [index, node] of firm.nodes.entries()) {
      const before = count;
      await until(() => count > before + 50);
      const ended = once(node.process, 'exit');
      node.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
      const renewed = await firm.startNode(Number(new URL(node.url).port));
      firm.nodes[index] = renewed;
      // The proxy has found it again.
      await until(async () => (await renewed.count('md_inbound_requests_total')) > 5);
    }
    isOn = false;
    await Promise.all(people);
    expect(failures).toEqual([]);
  });

  test('an error that the service answers does not count as a fault of a node', async () => {
    firm.sandbox.setFaults(parseFaults('status:503@/stocks/countries'));
    const quotes = (): Promise<Answer> => ask(`${address}/api/currencies/quotes?symbols=EURUSD`, firm.headers);
    for (let round = 0; round < 3; round++) {
      expect((await ask(`${address}/api/stocks/countries`, firm.headers)).status).toBe(503);
      expect((await quotes()).status).toBe(200);
    }
  });

  test('a service that takes six seconds is waited for, and no node counts as failed', async () => {
    firm.sandbox.setFaults(parseFaults('latency:6000@/currencies/quotes'));
    const pairs = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDUSD', 'USDCAD', 'USDCHF', 'NZDUSD', 'EURGBP'];
    const answers = await Promise.all(
      pairs.map((pair) => ask(`${address}/api/currencies/quotes?symbols=${pair}`, firm.headers)),
    );
    expect(answers.map(({ status }) => status)).toEqual(pairs.map(() => 200));
    expect(readFileSync(path.join(folder, 'error.log'), 'utf8')).not.toMatch(/timed out|no live upstreams/);
  });

  test('scripts of earlier releases are still served beside those of the nodes', async () => {
    writeFileSync(path.join(folder, 'scripts/pane.89abcdef.js'), 'void "of the release before";');
    const answers = await Promise.all(
      ['/pane.89abcdef.js', '/pane.0123abcd.js', '/pane.00000000.js'].map((file) => ask(address + file)),
    );
    expect(answers.map(({ status, body }) => [status, body.split(' ')[0]])).toEqual([
      [200, 'void'],
      [200, 'void'],
      [404, expect.any(String)],
    ]);
    expect(answers.slice(0, 2).map(({ caching }) => caching)).toEqual([
      'public, max-age=31536000, immutable',
      'public, max-age=31536000, immutable',
    ]);
  });

  test('requests go to the other node while one is frozen', async () => {
    firm.nodes[0]!.kill('SIGSTOP');
    const startedAt = performance.now();
    const answers = await Promise.all(Array.from({ length: 8 }, () => ask(`${address}/config.json`)));
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(performance.now() - startedAt).toBeGreaterThan(3_000);
    firm.nodes[0]!.kill('SIGCONT');
  });

  test('lets nobody say from which address he comes', async () => {
    const quote = (headers: Readonly<Record<string, string>>): Promise<Answer> =>
      ask(`${address}/api/currencies/quotes?symbols=EURUSD`, headers);
    const statuses: number[] = [];
    for (let count = 0; count < 70; count++)
      statuses.push((await quote({ [KEY_HEADER]: 'md_wrong', 'x-forwarded-for': `10.0.0.${count}` })).status);
    expect(new Set(statuses)).toEqual(new Set([401, 429]));
    expect((await quote(firm.headers)).status).toBe(200);
  });

  test('tells browsers to stay with https, and speaks neither an old TLS nor for another name', async () => {
    for (const file of ['/config.json', '/taskpane.html', '/pane.0123abcd.js', '/api/me'])
      expect([file, (await ask(address + file)).headers['strict-transport-security']]).toEqual([
        file,
        'max-age=31536000',
      ]);
    const shake = (options: ConnectionOptions): Promise<string> =>
      new Promise((resolve) => {
        const socket = connect({
          port: Number(new URL(address).port),
          host: '127.0.0.1',
          rejectUnauthorized: false,
          ...options,
        });
        socket.on('secureConnect', () => {
          resolve(socket.getProtocol() ?? '');
          socket.destroy();
        });
        socket.on('error', () => {
          resolve('refused');
        });
      });
    expect(await shake({ servername: 'localhost' })).toBe('TLSv1.3');
    expect(await shake({ servername: 'localhost', maxVersion: 'TLSv1.2' })).toBe('TLSv1.2');
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL@SECLEVEL=0' } as const;
    expect(await shake({ servername: 'localhost', ...old })).toBe('refused');
    expect(await shake({ servername: 'evil.example' })).toBe('refused');
  });

  // The last one, since no node is left.
  test('what the proxy says itself is JSON with a sentence', async () => {
    const long = await ask(`${address}/api/currencies/quotes?symbols=${'EURUSD,'.repeat(3_000)}`, firm.headers);
    expect([long.status, JSON.parse(long.body)]).toEqual([
      400,
      { detail: 'The request is too long, or is none: ask for fewer symbols at a time' },
    ]);
    for (const node of firm.nodes) await node.stop();
    const { status, body } = await ask(`${address}/api/currencies/quotes?symbols=EURUSD`, firm.headers);
    expect([status, JSON.parse(body)]).toEqual([
      503,
      { detail: 'No gateway answers: try again in a few seconds, or tell its administrator' },
    ]);
  });
});
