import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { findEngine } from './engine';
import { Firm } from './firm';
import { passing, until } from '../support/until';
import { GatewayProcess, outcomeOf, runGateway, smallAddIn } from './node-process';
import { NotingService } from './noting-service';

const engine = findEngine();
const QUOTES = '/currencies/quotes';
const QUOTE = `/api${QUOTES}?symbols=EURUSD`;

describe('a gateway that is told to end', () => {
  let [gateway, service]: [GatewayProcess | undefined, NotingService | undefined] = [undefined, undefined];
  afterEach(async () => {
    await gateway?.stop();
    service?.close();
  });

  (existsSync('/dev/full') ? test : test.skip)(
    'ends with a full log disk, also after it was told to begin a new file',
    async () => {
      service = await NotingService.start();
      gateway = await GatewayProcess.start([...service.options, '--log', '/dev/full']);
      for (let round = 0; round < 2; round++) {
        for (let count = 0; count < 40; count++) expect((await fetch(gateway.url + QUOTE)).status).toBe(200);
        await until(() => gateway!.output.includes('The log cannot be written: ENOSPC'));
        if (round === 0) gateway.kill('SIGHUP');
      }
      const ended = once(gateway.process, 'exit');
      gateway.kill('SIGTERM');
      expect(await ended).toEqual([0, null]);
    },
  );

  test('answers its pending requests before it ends, with a sentence if the service is silent, also if it is told twice', async () => {
    service = await NotingService.start();
    service.isReady = new Promise(() => undefined);
    gateway = await GatewayProcess.start(service.options);
    const pending = Array.from({ length: 20 }, (_, index) =>
      fetch(`${gateway!.url}/api${QUOTES}?symbols=AAA${String(index).padStart(3, '0')}`),
    );
    await until(() => service!.count(QUOTES) > 0);
    const ended = once(gateway.process, 'exit');
    gateway.kill('SIGTERM');
    await passing(300);
    gateway.kill('SIGTERM');
    const answers = await Promise.all(pending);
    expect(await ended).toEqual([0, null]);
    for (const answer of answers) {
      expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '1']);
      expect(await answer.json()).toEqual({ detail: 'The gateway is closing: try again in a moment' });
    }
  });

  (engine === undefined ? test.skip : test)(
    'answers every lookup that it has, also those that come while it ends',
    async () => {
      let asked = '';
      const onRequest = (_: number, url: string): void => {
        asked += decodeURIComponent(url);
      };
      const firm = await Firm.open(engine!, { nodes: 1, sandbox: { latencyMs: 300, onRequest } });
      try {
        const [node] = firm.nodes as [GatewayProcess];
        const failures: string[] = [];
        let [count, isOpen] = [0, true];
        const cutOff: number[] = [];
        const symbolOf = (index: number): string => `Q${String(index).padStart(5, '0')}`;
        const lookUp = async (index: number): Promise<void> => {
          try {
            const answer = await firm.ask(node, `currencies/quotes?symbols=${symbolOf(index)}`);
            if (answer.status !== 200) failures.push(`${index}: ${answer.status}`);
            await answer.text();
            count++;
          } catch (error) {
            // A connection that is refused is for the proxy: the node never had that request.
            const cause = String((error as Error).cause);
            if (cause.includes('ECONNREFUSED')) isOpen = false;
            else if (/ECONNRESET|other side closed/.test(cause)) cutOff.push(index);
            else failures.push(`${index}: ${String(error)}, ${cause}`);
          }
        };
        const lookups: Promise<void>[] = [];
        for (let index = 0; index < 20; index++) lookups.push(lookUp(index));
        // Now the node has all of them, and the service takes a while to answer.
        await until(() =>
          Array.from({ length: 20 }, (_, index) => symbolOf(index)).every((name) => asked.includes(name)),
        );
        node.kill('SIGTERM');
        for (let index = 20; isOpen && index < 200; index++) {
          lookups.push(lookUp(index));
          await passing(20);
        }
        await Promise.all(lookups);
        expect(failures).toEqual([]);
        // The system resets connections that arrive as the port closes; the node never had those requests either. What
        // it has, it asks at once, and it waits for fifteen answers at any time.
        expect(cutOff.filter((index) => asked.includes(symbolOf(index)))).toEqual([]);
        expect(count).toBeGreaterThan(20);
      } finally {
        await firm.close();
      }
    },
  );
});

describe('SIGHUP', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'md-hup-'));
  let gateway: GatewayProcess | undefined;
  let service: NotingService;
  beforeAll(async () => {
    service = await NotingService.start();
  });
  afterEach(() => gateway?.stop());
  afterAll(() => service.close());

  test('continues in a new log file', async () => {
    const log = path.join(folder, 'log');
    gateway = await GatewayProcess.start([...service.options, '--log', log]);
    await fetch(gateway.url + QUOTE);
    await until(() => readFileSync(log, 'utf8') !== '');
    renameSync(log, `${log}.1`);
    gateway.kill('SIGHUP');
    await until(() => existsSync(log));
    await fetch(gateway.url + QUOTE);
    await until(() => readFileSync(log, 'utf8').includes('"status":200'));
  });

  test('does not end a gateway that still starts', async () => {
    const issuer = createServer((_, response) => {
      child.kill('SIGHUP');
      setTimeout(() => response.writeHead(500).end(), 200);
    });
    await once(issuer.listen(0), 'listening');
    const oidc = [
      '--oidc-issuer',
      `http://localhost:${(issuer.address() as AddressInfo).port}`,
      '--oidc-audience',
      'md',
    ];
    const child = runGateway([
      ...service.options,
      ...oidc,
      '--http',
      '--port',
      '0',
      '--admin-port',
      '0',
      '--files',
      smallAddIn(),
    ]);
    const ended = outcomeOf(child);
    await Promise.race([ended, once(child.stdout!, 'data')]);
    child.kill('SIGTERM');
    issuer.close();
    expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Gateway: http') });
  });

  /** The certificate that a port shows. */
  const shownBy = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().fingerprint256);
        socket.destroy();
      });
      socket.on('error', reject);
    });

  test('reads certificate and key again, and keeps the old ones while a file is wrong', async () => {
    const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
    const make = (): void => {
      const subject = ['-subj', '/CN=localhost', '-days', '2'];
      execFileSync(
        'openssl',
        ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject],
        { stdio: 'ignore' },
      );
    };
    make();
    const own = ['--cert', cert, '--cert-key', key];
    const node = await GatewayProcess.start([...service.options, ...own], {}, undefined, runGateway, 'https');
    const port = Number(new URL(node.url).port);
    try {
      const before = await shownBy(port);
      writeFileSync(cert, 'no certificate');
      node.kill('SIGHUP');
      await until(() => node.output.includes('the certificate before is used on'));
      expect(await shownBy(port)).toBe(before);
      make();
      node.kill('SIGHUP');
      await until(() => node.output.includes('A new certificate is in use'));
      expect(await shownBy(port)).not.toBe(before);
    } finally {
      await node.stop();
    }
  });
});
