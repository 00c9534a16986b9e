import { strFromU8, unzipSync } from 'fflate';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tokenCommand } from './add-token';
import { passing, until } from '../support/until';
import { GatewayProcess, runThroughNpm } from './node-process';
import { NotingService } from './noting-service';
import { KEY_HEADER } from '../support/published-fields';

const folder = mkdtempSync(path.join(tmpdir(), 'md-process-'));
function file(name: string, text: string): string {
  writeFileSync(path.join(folder, name), text);
  return path.join(folder, name);
}

const QUOTES = '/currencies/quotes';
const QUOTE = `/api${QUOTES}?symbols=EURUSD`;

const jsonOf = async ({ url }: GatewayProcess, pathname: string, token?: string): Promise<unknown> =>
  (await fetch(url + pathname, token === undefined ? {} : { headers: { [KEY_HEADER]: token } })).json();

const LENGTH = 'GET /currencies/quotes symbols length';
const symbols = { name: 'symbols', in: 'query', required: true, schema: { type: 'string', maxLength: 200 } };

test.each([
  ['the service describes itself at its start', [], 1],
  [
    '--profile FILE has what the check wrote',
    ['--profile', file('check.json', JSON.stringify({ names: { [LENGTH]: '20' } }))],
    4,
  ],
])('a running gateway knows how long lists may be: %s', async (_, options, lists) => {
  const service = await NotingService.start(
    {},
    { openapi: '3.1.0', paths: { [QUOTES]: { get: { parameters: [symbols] } } } },
  );
  const gateway = await GatewayProcess.start([...service.options, ...options]);
  try {
    const names = Array.from({ length: 11 }, (__, index) => `EUR${index + 100}`);
    await until(async () => {
      const { items } = (await jsonOf(gateway, `/api${QUOTES}?symbols=${names.join()}`)) as { items: unknown[] };
      expect(items).toHaveLength(11);
      const count = service.count(QUOTES);
      for (const [index, name] of names.entries()) names[index] = `${name.slice(0, 3)}${Number(name.slice(3)) + 11}`;
      service.asked.length = 0;
      return count === lists;
    });
  } finally {
    await gateway.stop();
    service.close();
  }
});

describe('a running gateway', () => {
  const notices = file('notices.txt', '\nMaintenance on Sunday\n  Ask Ann for a token  \n');
  let [ann, ben] = ['', ''];
  let gateway: GatewayProcess;
  beforeAll(async () => {
    const groups = file(
      'groups.json',
      JSON.stringify({
        desk: { areas: ['currencies'], operations: ['GET /stocks/quotes'] },
        stocks: { areas: ['stocks'] },
      }),
    );
    const tokens = path.join(folder, 'tokens.json');
    // A remark that "desk" is none of the usual groups comes before the token.
    const tokenOf = async (name: string, ofToken: string): Promise<string> =>
      (await tokenCommand('add', name, '--tokens', tokens, '--groups', ofToken)).split('\n').at(-1)!;
    [ann, ben] = [await tokenOf('ann', 'desk'), await tokenOf('ben', 'desk,stocks')];
    gateway = await GatewayProcess.start([
      ...['--sandbox', '--tokens', tokens, '--groups', groups, '--notices', notices],
      ...['--public-url', 'https://md.example.com/excel/'],
    ]);
  });
  afterAll(() => gateway.stop());

  test('--groups FILE: a person of a group may request its areas and operations, and an error explains the others', async () => {
    const ask = async (token: string, pathname: string): Promise<[number, unknown]> => {
      const answer = await fetch(`${gateway.url}/api${pathname}`, { headers: { [KEY_HEADER]: token } });
      return [answer.status, answer.status === 200 ? 'an answer' : await answer.json()];
    };
    expect(await ask(ann, '/currencies/quotes?symbols=EURUSD')).toEqual([200, 'an answer']);
    expect(await ask(ann, '/currencies/news')).toEqual([200, 'an answer']);
    expect(await ask(ann, '/stocks/quotes?symbols=AAPL')).toEqual([200, 'an answer']);
    expect(await ask(ann, '/account/usage')).toEqual([200, 'an answer']);
    expect(await ask(ann, '/stocks/AAPL/scores')).toEqual([
      403,
      {
        detail:
          "ann may not ask for /stocks/{symbol}/scores: the groups of the token (desk) allow currencies, GET /stocks/quotes; ask the gateway's administrator",
      },
    ]);
    expect(await ask(ben, '/stocks/AAPL/scores')).toEqual([200, 'an answer']);
    expect((await ask(ben, '/crypto/exchanges'))[0]).toBe(403);
  });

  test('--notices FILE: everybody reads its lines, and others as soon as the file has changed', async () => {
    const lines = ['Maintenance on Sunday', 'Ask Ann for a token'];
    expect(await jsonOf(gateway, '/config.json')).toMatchObject({ notices: lines });
    expect(await jsonOf(gateway, '/api/me', ann)).toMatchObject({ notices: lines });
    file('notices.txt', 'Back again');
    await until(async () => JSON.stringify(await jsonOf(gateway, '/config.json')).includes('["Back again"]'));
    rmSync(notices);
    await until(async () => JSON.stringify(await jsonOf(gateway, '/config.json')).includes('"notices":[]'));
  });

  test('explains why it refuses a list that is far too long, and an unknown method', async () => {
    const answer = await fetch(`${gateway.url}/api${QUOTES}?symbols=${'EURUSD,'.repeat(8_000)}`, {
      headers: { [KEY_HEADER]: ann },
    });
    expect([answer.status, await answer.json()]).toEqual([
      422,
      {
        detail: [
          { loc: ['query', 'symbols'], msg: 'String should have at most 4000 characters', type: 'string_too_long' },
        ],
      },
    ]);
    const { status, headers } = await fetch(`${gateway.url}/taskpane.html`, { method: 'DELETE' });
    expect([status, headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  test('serves the add-in with its public address, and 304 to a client that has the file', async () => {
    const ask = (pathname: string, headers: Record<string, string> = {}): Promise<Response> =>
      fetch(gateway.url + pathname, { headers: { 'accept-encoding': 'identity', ...headers } });
    expect(await (await ask('/manifest.xml')).text()).toContain('https://md.example.com/excel/taskpane.html');
    expect(await (await ask('/excel/functions.json')).text()).toContain('https://md.example.com/excel');
    const packaged = unzipSync(new Uint8Array(await (await ask('/md-for-excel.zip')).arrayBuffer()));
    expect(JSON.parse(strFromU8(packaged['manifest.json']!))).toEqual({
      page: 'https://md.example.com/excel/taskpane.html',
      domain: 'md.example.com',
    });
    expect(await (await ask('/config.json')).json()).toMatchObject({ serviceAddress: '/excel/api' });
    const caching = async (pathname: string): Promise<string | null> =>
      (await ask(pathname)).headers.get('cache-control');
    expect(await caching('/config.json')).toBe('no-store');
    expect(await caching('/taskpane.html')).toBe('no-cache');
    expect(await caching('/pane.0123abcd.js')).toBe('public, max-age=31536000, immutable');
    expect((await ask('/functions.json')).headers.get('access-control-allow-origin')).toBe('*');
    expect((await ask('/taskpane.html')).headers.get('access-control-allow-origin')).toBeNull();
    const etag = (await ask('/taskpane.html')).headers.get('etag')!;
    for (const kept of [etag, `"other", W/${etag}`])
      expect((await ask('/taskpane.html', { 'if-none-match': kept })).status).toBe(304);
    expect((await ask('/taskpane.html', { 'if-none-match': '"other"' })).status).toBe(200);
  });
});

describe('a running gateway of its own', () => {
  let [gateway, service]: [GatewayProcess | undefined, NotingService | undefined] = [undefined, undefined];
  afterEach(async () => {
    await gateway?.stop();
    service?.close();
  });

  test('--ahead: a quote that is still being read is requested again before it is old', async () => {
    const freshMs = 500;
    service = await NotingService.start();
    gateway = await GatewayProcess.start([...service.options, '--ahead', '--quotes-fresh', String(freshMs / 1_000)]);
    const ask = (): Promise<Response> => fetch(gateway!.url + QUOTE);
    await until(async () => {
      // The second reading says that the quote is still wanted, if it comes before the quote is old.
      await ask();
      await ask();
      const asked = service!.count(QUOTES);
      // Nobody asks meanwhile.
      await passing(3 * freshMs);
      return service!.count(QUOTES) > asked;
    });
    const isQuiet = async (): Promise<boolean> => {
      const count = service!.count(QUOTES);
      await passing(3 * freshMs);
      return service!.count(QUOTES) === count;
    };
    await until(isQuiet);
  });

  test('npm run gateway: SIGTERM to npm ends the gateway too, after it has answered its pending requests', async () => {
    service = await NotingService.start();
    gateway = await GatewayProcess.start(service.options, {}, undefined, runThroughNpm);
    let answer = (): void => undefined;
    service.isReady = new Promise((resolve) => (answer = resolve));
    const pending = fetch(gateway.url + QUOTE);
    await until(() => service!.count(QUOTES) === 1);
    gateway.kill('SIGTERM');
    const isGone = (address: string): Promise<boolean> =>
      fetch(address).then(
        () => false,
        () => true,
      );
    await until(() => isGone(`${gateway!.url}/config.json`));
    answer();
    expect((await pending).status).toBe(200);
    // This port is closed last of all.
    await until(() => isGone(`${gateway!.adminUrl}/healthz`));
  });

  test('checks the usage of the day by itself, and keeps quotes for longer when little of the quota is left', async () => {
    const midnight = Math.floor(Date.now() / 86_400_000) * 86_400;
    service = await NotingService.start({ [midnight]: { requests: 9_900, quota: 10_000 } });
    gateway = await GatewayProcess.start(service.options, {
      NODE_OPTIONS: `--require ${require.resolve('./fast-minutes.cjs')}`,
    });
    await until(async () => {
      await fetch(gateway!.url + QUOTE);
      return (await gateway!.count('md_quota_requests{kind="limit"}')) === 10_000;
    });
    expect(service.count('/account/usage')).toBeGreaterThan(0);
    const kept = "The day's requests to the service are running short: quotes are kept for 3600 s";
    expect(await jsonOf(gateway, '/api/me')).toMatchObject({
      quotesFreshSeconds: 3_600,
      quota: { of: 10_000 },
      notices: [kept],
    });
    expect(await jsonOf(gateway, '/config.json')).toMatchObject({ notices: [kept] });
    expect(await gateway.count('md_quota_stretch')).toBe(240);
  });
});
