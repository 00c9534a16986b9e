import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateCertificates } from 'office-addin-dev-certs';
import { DayCounts, shareCounts } from '../../src/gateway/access/allowances';
import { runTokenCommand } from '../../src/gateway/command/token-command';
import { StartError } from '../../src/gateway/errors';
import { Store } from '../../src/gateway/nodes/store';
import { addTokenTo, tokenCommand } from './add-token';
import { Engine, findEngine, freePort } from './engine';
import { until } from './firm';
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
  afterAll(() => {
    service.close();
  });
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

  test('with the users of deploy/store.acl gives the gateway every right that it needs, and others none', async () => {
    const acl = readFileSync('deploy/store.acl', 'utf8')
      .split('\n')
      .filter((line) => line.startsWith('user'))
      .join('\n')
      .replace(/#0{64}/, `#${createHash('sha256').update(PASSWORD).digest('hex')}`);
    store = await Engine.start(engine!, undefined, ['--aclfile', file('store.acl', `${acl}\n`)]);
    const url = `redis://md@127.0.0.1:${store.port}`;
    const options = ['--store', url, '--store-password-file', file('password', `${PASSWORD}\n`)];
    const { stdout, code } = await outcomeOf(runGateway(['token', 'add', 'ann', ...options]));
    expect(code).toBe(0);
    const [first, second] = await Promise.all([startNode(options), startNode(options)]);
    const headers = { [KEY_HEADER]: stdout.trim() };
    for (const node of [first, second]) expect((await fetch(node.url + QUOTE, { headers })).status).toBe(200);
    // What nodes share has arrived: counts, and who speaks.
    await until(async () => (await second.count('md_person_requests_today{person="ann"}')) === 2);
    expect((await first.count('md_leader ')) + (await second.count('md_leader '))).toBe(1);
    expect([await first.count('md_store_errors_total{'), await second.count('md_store_errors_total{')]).toEqual([0, 0]);
    expect(commandLines()).not.toContain(PASSWORD);
    expect(first.output + second.output).not.toContain(PASSWORD);

    const list = (at: string, given: readonly string[], environment = {}): Promise<string[]> =>
      runTokenCommand(['list', '--store', at, ...given], environment);
    const refused = `--store: redis://127.0.0.1:${store.port} refuses the password: name the right one with --store-password-file or MD_STORE_PASSWORD`;
    const wrong = ['--store-password-file', file('wrong', 'wrong')];
    await expect(list(url, wrong)).rejects.toEqual(new StartError(refused));
    await expect(list(url, [])).rejects.toEqual(new StartError(refused));
    expect(await list(url, [], { MD_STORE_PASSWORD: PASSWORD })).toEqual([expect.stringMatching(/^ann\t/)]);
    const { stderr } = await outcomeOf(runGateway(['token', 'list', '--store', url.replace('md@', `md:${PASSWORD}@`)]));
    expect(stderr).toContain('everybody on this computer can read a password in an argument');
    expect(stderr).not.toContain(PASSWORD);
  });

  test('is reached over TLS, and one with a certificate of somebody else is not', async () => {
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
    const list = ['list', '--store', `rediss://localhost:${port}`];
    // What a process trusts is settled as it starts.
    const trusting = runGateway(['token', ...list], { NODE_EXTRA_CA_CERTS: ca });
    expect(await outcomeOf(trusting)).toEqual({ code: 0, stdout: '', stderr: '' });
    await expect(tokenCommand(...list)).rejects.toThrow('no Valkey or Redis answers at rediss://localhost');
  });

  test('counts the requests of a person once, also if it was frozen and finds them again when it wakes', async () => {
    store = await Engine.start(engine!);
    const open = await Store.open(store.url, 'default');
    const counts = new DayCounts();
    const end = await shareCounts(counts, open, 'day', 100);
    store.process.kill('SIGSTOP');
    counts.add('ann', 3);
    await until(() => (open.errors.get('away') ?? 0) >= 2);
    counts.add('ann', 4);
    store.process.kill('SIGCONT');
    await until(async () => /:day:.*"ann"/.test(await store!.dump()));
    await end();
    expect(await store.dump()).toContain('{"ann":"7"}');
    expect(counts.today.get('ann')).toBe(7);
    open.close();
  });

  test('keeps the messages of its databases apart, and one that it does not have is a sentence', async () => {
    store = await Engine.start(engine!);
    const url = store.url;
    const [one, other] = await Promise.all([1, 2].map((number) => Store.open(`${url}/${number}`, 'default')));
    const heard: string[] = [];
    await one!.subscribe('updates', (message) => heard.push(message));
    await other!.subscribe('updates', (message) => heard.push(`other ${message}`));
    expect(await one!.publish('updates', 'a price')).toBe(1);
    await until(() => heard.length > 0);
    expect(heard).toEqual(['a price']);
    one!.close();
    other!.close();
    await expect(Store.open(`${url}/99`, 'default')).rejects.toThrow(`${url}/99 has no database of that number`);
  });

  test('that is full is one sentence for whoever adds a token, and for the operator; what is known is answered on', async () => {
    store = await Engine.start(engine!);
    const token = await addTokenTo(store.url);
    const node = await startNode(['--store', store.url]);
    const client = await Store.open(store.url, 'default');
    await client.ask((one) => one.configSet({ maxmemory: '1mb', 'maxmemory-policy': 'noeviction' }));
    const full =
      '--store: the store is full and keeps nothing more: give it more memory (maxmemory), or remove what is not of the gateway';
    await expect(tokenCommand('add', 'ben', '--store', store.url)).rejects.toEqual(new StartError(full));
    const headers = { [KEY_HEADER]: token };
    expect((await fetch(node.url + QUOTE, { headers })).status).toBe(200);
    await until(() => node.output.includes('The store is full and keeps nothing more'));
    expect(await node.count('md_store_errors_total{kind="full"}')).toBeGreaterThan(0);
    client.close();
    // A node that starts meanwhile says so, too.
    const options = ['--http', '--port', '0', '--files', smallAddIn(), '--store', store.url];
    const started = await outcomeOf(runGateway([...service.options, ...options]));
    expect([started.code, started.stderr]).toEqual([1, expect.stringContaining('the store is full')]);
  });

  test('that does not answer is told once, and once that it answers again', async () => {
    store = await Engine.start(engine!);
    const said: string[] = [];
    const open = await Store.open(store.url, 'default', { say: (text) => said.push(text) });
    const ping = (): Promise<unknown> => open.ask((one) => one.ping()).catch(() => undefined);
    const told = async (count: number): Promise<void> =>
      until(async () => {
        await ping();
        return said.length >= count;
      });
    store.process.kill('SIGSTOP');
    await told(1);
    for (let count = 0; count < 3; count++) await ping();
    store.process.kill('SIGCONT');
    await told(2);
    const { port } = store;
    await store.stop();
    await told(3);
    store = await Engine.start(engine!, port);
    await told(4);
    open.close();
    const away = 'The store does not answer: until it does, each node asks the service for itself';
    expect(said).toEqual([away, 'The store answers again', away, 'The store answers again']);
  });

  test('shows a node whose clock is apart, once', async () => {
    store = await Engine.start(engine!);
    const options = ['--store', store.url];
    const [node, right] = await Promise.all([
      startNode(options, {
        NODE_OPTIONS: `--require ${require.resolve('./shifted-clock.cjs')}`,
        MD_TEST_SHIFT: '7200000',
      }),
      startNode(options),
    ]);
    await until(() => node.output.includes('The clock of this computer is 7200 s ahead of that of the store'));
    expect(Math.round(await node.count('md_clock_offset_seconds'))).toBe(7_200);
    expect(right.output).not.toContain('The clock');
    expect(Math.abs(await right.count('md_clock_offset_seconds'))).toBeLessThan(5);
  });
});
