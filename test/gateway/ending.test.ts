import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { addTokenTo } from './add-token';
import { Engine, findEngine } from './engine';
import { Firm, passing, until } from './firm';
import { GatewayProcess, runGateway } from './node-process';
import { NotingService } from './noting-service';
import { KEY_HEADER } from '../support/published-fields';

const engine = findEngine();
const QUOTES = '/currencies/quotes';
const QUOTE = `/api${QUOTES}?symbols=EURUSD`;

describe('a gateway that is told to end', () => {
  let [gateway, service]: [GatewayProcess | undefined, NotingService | undefined] = [undefined, undefined];
  afterEach(async () => {
    await gateway?.stop();
    service?.close();
  });

  (existsSync('/dev/full') ? test : test.skip)('ends with a full log disk', async () => {
    service = await NotingService.start();
    gateway = await GatewayProcess.start([...service.options, '--log', '/dev/full']);
    for (let count = 0; count < 40; count++) expect((await fetch(gateway.url + QUOTE)).status).toBe(200);
    await until(() => gateway!.output.includes('The log cannot be written: ENOSPC'));
    const ended = once(gateway.process, 'exit');
    gateway.kill('SIGTERM');
    expect(await ended).toEqual([0, null]);
  });

  test('answers what it has before it ends, with a sentence if the service does not, also if it is told twice', async () => {
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
    'answers every lookup that it has when it was the leader, also those that come while another one takes over',
    async () => {
      let asked = '';
      const onRequest = (_: number, url: string): void => {
        asked += decodeURIComponent(url);
      };
      const firm = await Firm.open(engine!, { shifts: [0, 0], sandbox: { latencyMs: 300, onRequest } });
      try {
        const { leader } = await firm.theLeader();
        const failures: string[] = [];
        let [count, isOpen] = [0, true];
        const cutOff: number[] = [];
        const symbolOf = (index: number): string => `Q${String(index).padStart(5, '0')}`;
        const lookUp = async (index: number): Promise<void> => {
          try {
            const answer = await firm.ask(leader, `currencies/quotes?symbols=${symbolOf(index)}`);
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
        leader.kill('SIGTERM');
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
  afterAll(() => {
    service.close();
  });

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

  /** The certificate that a port shows. */
  const shownBy = (port: number): Promise<string> =>
    new Promise((resolve, reject) => {
      const socket = connect({ port, host: '127.0.0.1', rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().fingerprint256);
        socket.destroy();
      });
      socket.on('error', reject);
    });

  (engine === undefined ? test.skip : test)(
    'reads certificate and key again, and keeps the old ones while a file is wrong; other nodes notice nothing',
    async () => {
      const [cert, key] = [path.join(folder, 'cert.pem'), path.join(folder, 'key.pem')];
      const make = (): void => {
        const subject = ['-subj', '/CN=localhost', '-days', '2'];
        execFileSync(
          'openssl',
          ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject],
          {
            stdio: 'ignore',
          },
        );
      };
      make();
      const store = await Engine.start(engine!);
      const token = await addTokenTo(store.url);
      const start = async (options: readonly string[]): Promise<{ node: GatewayProcess; port: number }> => {
        const args = [...service.options, '--store', store.url, ...options];
        const node = await GatewayProcess.start(args, {}, undefined, runGateway, 'https');
        return { node, port: Number(new URL(node.url).port) };
      };
      const own = ['--cert', cert, '--cert-key', key];
      const [first, second] = await Promise.all([start(own), start(own)]);
      try {
        const before = await shownBy(first.port);
        writeFileSync(cert, 'no certificate');
        first.node.kill('SIGHUP');
        await until(() => first.node.output.includes('the certificate before is used on'));
        expect(await shownBy(first.port)).toBe(before);
        make();
        first.node.kill('SIGHUP');
        await until(() => first.node.output.includes('A new certificate is in use'));
        expect(await shownBy(first.port)).not.toBe(before);
        // The other node asks the leader as before, and does not take over.
        await until(async () => (await first.node.isLeading()) !== (await second.node.isLeading()));
        const [leader, other] = (await first.node.isLeading()) ? [first, second] : [second, first];
        expect(await statusOf(`https://localhost:${other.port}${QUOTE}`, token)).toBe(200);
        expect(await other.node.count('md_upstream_requests_total')).toBe(0);
        expect(await leader.node.count('md_upstream_requests_total')).toBe(1);
      } finally {
        await first.node.stop();
        await second.node.stop();
        await store.stop();
      }
    },
  );
});

const statusOf = (url: string, token: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    request(url, { rejectUnauthorized: false, headers: { [KEY_HEADER]: token } }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
