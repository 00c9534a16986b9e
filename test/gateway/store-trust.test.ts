import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateCertificates } from 'office-addin-dev-certs';
import { StartError } from '../../src/gateway/errors';
import { SharedCounts } from '../../src/gateway/access/shared-counts';
import { newTokenFile, tokenCommand } from './add-token';
import { Engine, findEngine, freePort } from './engine';
import { until } from '../support/until';
import { GatewayProcess, outcomeOf, runGateway, smallAddIn } from './node-process';
import { NotingService } from './noting-service';
import { KEY_HEADER } from '../support/published-fields';

const engine = findEngine();
const PASSWORD = 'pass-of-the-store-4711';
const QUOTE = '/api/currencies/quotes?symbols=EURUSD';
const folder = mkdtempSync(path.join(tmpdir(), 'md-store-'));

function file(name: string, text: string): string {
  writeFileSync(path.join(folder, name), text, { mode: 0o600 });
  return path.join(folder, name);
}

/** The command lines of everything that runs on this computer. */
const commandLines = (): string =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'latin1');
      } catch {
        // It has ended meanwhile.
        return '';
      }
    })
    .join('\n');

(engine === undefined ? describe.skip : describe)('the store', () => {
  let store: Engine | undefined;
  let service: NotingService;
  const nodes: GatewayProcess[] = [];
  beforeAll(async () => {
    service = await NotingService.start();
  });
  afterAll(() => service.close());
  afterEach(async () => {
    await Promise.all(nodes.splice(0).map((node) => node.stop()));
    await store?.stop();
    store = undefined;
  });
  const startNode = async (options: readonly string[], environment = {}): Promise<GatewayProcess> => {
    const node = await GatewayProcess.start([...service.options, ...options], environment);
    nodes.push(node);
    return node;
  };

  /** What two nodes with one file of tokens start with. */
  const withTokens = async (url: string): Promise<{ options: string[]; headers: Record<string, string> }> => {
    const tokens = newTokenFile();
    const token = await tokenCommand('add', 'ann', '--tokens', tokens);
    return { options: ['--tokens', tokens, '--store', url], headers: { [KEY_HEADER]: token } };
  };

  test('with the users of deploy/store.acl gives the gateway every right that it needs, and others none', async () => {
    // As it is shipped, but for the password.
    const acl = readFileSync('deploy/store.acl', 'utf8').replace(
      /#0{64}/,
      `#${createHash('sha256').update(PASSWORD).digest('hex')}`,
    );
    store = await Engine.start(engine!, undefined, ['--aclfile', file('store.acl', acl)]);
    const url = `redis://md@127.0.0.1:${store.port}`;
    const { options, headers } = await withTokens(url);
    const own = [...options, '--store-password-file', file('password', `${PASSWORD}\n`)];
    const [first, second] = await Promise.all([startNode(own), startNode(own)]);
    for (const node of [first, second]) expect((await fetch(node.url + QUOTE, { headers })).status).toBe(200);
    const reader = ['--user', 'md', '--pass', PASSWORD, '-p', String(store.port), '--no-auth-warning'];
    const day = new Date().toISOString().slice(0, 10);
    const counted = (): string =>
      execFileSync('redis-cli', [...reader, 'get', `md:default:symbols:${day}:ann`], { encoding: 'utf8' }).trim();
    await until(() => counted() === '2');
    expect([await first.count('md_store_errors_total{'), await second.count('md_store_errors_total{')]).toEqual([0, 0]);
    expect(commandLines()).not.toContain(PASSWORD);
    expect(first.output + second.output).not.toContain(PASSWORD);
    for (const [user, command] of [
      [['-p', String(store.port)], ['ping']],
      [reader, ['keys', '*']],
      [reader, ['set', 'else', '1']],
      [reader, ['flushall']],
    ] as const)
      expect(execFileSync('redis-cli', [...user, ...command], { encoding: 'utf8' })).toMatch(
        /NOAUTH|NOPERM|permission/,
      );

    const refused = `--store: redis://127.0.0.1:${store.port} refuses the password: name the right one with --store-password-file or MD_STORE_PASSWORD`;
    await expect(SharedCounts.openStore(url, 'default', { password: 'wrong' })).rejects.toEqual(
      new StartError(refused),
    );
    await expect(SharedCounts.openStore(url, 'default')).rejects.toEqual(new StartError(refused));
  });

  test('is reached over TLS, but not with another certificate', async () => {
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
    const port = await freePort();
    store = await Engine.start(engine!, undefined, [
      ...['--tls-port', String(port), '--tls-cert-file', cert, '--tls-key-file', key],
      ...['--tls-ca-cert-file', ca, '--tls-auth-clients', 'no'],
    ]);
    const url = `rediss://localhost:${port}`;
    const { options, headers } = await withTokens(url);
    // What a process trusts is settled as it starts.
    const node = await startNode(options, { NODE_EXTRA_CA_CERTS: ca });
    expect((await fetch(node.url + QUOTE, { headers })).status).toBe(200);
    await expect(SharedCounts.openStore(url, 'default')).rejects.toThrow(
      'no Valkey or Redis answers at rediss://localhost',
    );
  });

  test('gets the missing counts when it is back, and no count twice', async () => {
    store = await Engine.start(engine!);
    const said: string[] = [];
    const open = await SharedCounts.openStore(store.url, 'default', { say: (text) => said.push(text) });
    const ofOthers: number[] = [];
    const add = open.counterOf('symbols', (_, amount) => ofOthers.push(amount));
    const sum = async (): Promise<string | undefined> => /:symbols:\S+:ann "(\d+)"/.exec(await store!.dump())?.[1];
    add('ann', 3);
    await until(async () => (await sum()) === '3');
    const { port } = store;
    await store.stop();
    await until(() => said.length === 1);
    for (let count = 0; count < 4; count++) add('ann', 1);
    store = await Engine.start(engine!, port);
    await until(async () => (await sum()) === '4');
    await until(() => said.length === 2);
    store.process.kill('SIGSTOP');
    add('ann', 1);
    await until(() => said.length === 3);
    add('ann', 2);
    store.process.kill('SIGCONT');
    await until(() => said.length === 4);
    // What had been sent when it froze has arrived; it is not sent again.
    await until(async () => (await sum()) === '7');
    // Nor is it taken for somebody else's.
    expect(ofOthers).toEqual([]);
    open.closeStore();
    const away = 'The store does not answer: until it does, each node counts for itself';
    expect(said).toEqual([away, 'The store answers again', away, 'The store answers again']);
  });

  test('tells each node the counts of the others, from its first count on', async () => {
    store = await Engine.start(engine!);
    const heard: unknown[] = [];
    const [one, other] = await Promise.all([1, 2].map(() => SharedCounts.openStore(store!.url, 'default')));
    const [addToOne, addToOther] = [
      one!.counterOf('symbols', (...all) => heard.push(all)),
      other!.counterOf('symbols', () => undefined),
    ];
    const sum = async (): Promise<string | undefined> => /:symbols:\S+:ann "(\d+)"/.exec(await store!.dump())?.[1];
    addToOther('ann', 5);
    await until(async () => (await sum()) === '5');
    addToOne('ann', 1);
    await until(() => heard.length === 1);
    addToOther('ann', 3);
    await until(async () => (await sum()) === '9');
    addToOne('ann', 2);
    await until(() => heard.length === 2);
    addToOne('ben', 1);
    await until(async () => (await store!.dump()).includes(':ben '));
    expect(heard).toEqual([
      ['ann', 5, true],
      ['ann', 3, false],
    ]);
    one!.closeStore();
    other!.closeStore();
  });

  test('that is a cluster, a replica or without that database does not count, and is quoted', async () => {
    const cluster = ['--cluster-enabled', 'yes', '--cluster-config-file', path.join(folder, 'nodes.conf')];
    for (const [options, words] of [
      [cluster, 'CLUSTERDOWN'],
      [['--replicaof', '127.0.0.1', '1'], 'READONLY'],
    ] as const) {
      store = await Engine.start(engine!, undefined, [...options]);
      await expect(SharedCounts.openStore(store.url, 'default')).rejects.toThrow(
        new RegExp(`^--store: ${store.url} does not count: it says "[^"]*${words}[^"]*"$`),
      );
      await store.stop();
    }
    store = await Engine.start(engine!);
    await expect(SharedCounts.openStore(`${store.url}/99`, 'default')).rejects.toThrow(
      `${store.url}/99 does not count: it says "ERR DB index is out of range"`,
    );
    (await SharedCounts.openStore(`${store.url}/3`, 'default')).closeStore();
  });

  test('that was full gets what it refused, and counts none of it as that of others', async () => {
    store = await Engine.start(engine!);
    const setMemory = (size: string) =>
      execFileSync('redis-cli', ['-p', String(store!.port), 'config', 'set', 'maxmemory', size]);
    const open = await SharedCounts.openStore(store.url, 'default');
    const ofOthers: number[] = [];
    const add = open.counterOf('symbols', (_, amount) => ofOthers.push(amount));
    setMemory('1mb');
    for (let count = 1; count <= 3; count++) {
      add('ann', 1);
      await until(() => open.errors.get('full') === count);
    }
    setMemory('0');
    add('ann', 1);
    await until(async () => /:symbols:\S+:ann "4"/.test(await store!.dump()));
    expect(ofOthers).toEqual([]);
    open.closeStore();
  });

  test('that is full gives the operator one sentence, and known people still get answers', async () => {
    store = await Engine.start(engine!);
    const { options, headers } = await withTokens(store.url);
    const node = await startNode(options);
    execFileSync('redis-cli', ['-p', String(store.port), 'config', 'set', 'maxmemory', '1mb']);
    await until(async () => {
      expect((await fetch(node.url + QUOTE, { headers })).status).toBe(200);
      return node.output.includes('The store is full and keeps nothing more');
    });
    expect(await node.count('md_store_errors_total{kind="full"}')).toBeGreaterThan(0);
    // A node that starts meanwhile says so, too.
    const started = await outcomeOf(
      runGateway([...service.options, '--http', '--port', '0', '--files', smallAddIn(), ...options]),
    );
    expect([started.code, started.stderr]).toEqual([1, expect.stringContaining('is full and keeps nothing more')]);
  });
});
