import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { keyRemover } from '../../src/gateway/service/upstream';
import { buildEnvironment, Site } from '../../src/gateway/site';
import { tokenCommand } from './add-token';
import { until } from '../support/until';
import { GatewayProcess, outcomeOf, runAsInstalled, smallAddIn } from './node-process';

import { Senders } from '../../src/gateway/command/listen';
import { KEY_HEADER } from '../support/published-fields';

const QUOTE = '/api/currencies/quotes?symbols=EURUSD';

describe('the key in a text of the service', () => {
  const KEY = 'Ab/1"c\\&=';
  const escapes: readonly ((character: string) => string)[] = [
    (character) => character,
    (character) => JSON.stringify(character).slice(1, -1),
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0').toUpperCase()}`,
    (character) => `\\\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    (character) => `\\x${character.charCodeAt(0).toString(16)}`,
    (character) => `%${character.charCodeAt(0).toString(16)}`,
    (character) => `%25${character.charCodeAt(0).toString(16).toUpperCase()}`,
    (character) => `&#${character.charCodeAt(0)};`,
    (character) => `&#x${character.charCodeAt(0).toString(16)};`,
    (character) => ({ '&': '&amp;', '"': '&quot;' })[character] ?? character,
    (character) => (character === '/' ? '\\/' : character),
  ];

  test('is removed however its characters are escaped', () => {
    const remove = keyRemover(KEY);
    fc.assert(
      fc.property(fc.array(fc.nat(escapes.length - 1), { minLength: KEY.length, maxLength: KEY.length }), (kinds) => {
        const written = Array.from(KEY, (character, index) => escapes[kinds[index]!]!(character)).join('');
        expect(remove(`before ${written} after`)).toBe('before ••• after');
      }),
      { numRuns: 2_000 },
    );
  });

  test.each([
    ['in Base64', Buffer.from(KEY).toString('base64')],
    ['in Base64 of an address', encodeURIComponent(Buffer.from(KEY).toString('base64'))],
    ['in hexadecimal digits', Buffer.from(KEY).toString('hex')],
    ['in other hexadecimal digits', Buffer.from(KEY).toString('hex').toUpperCase()],
  ])('is removed %s', (_, written) => expect(keyRemover(KEY)(`"${written}"`)).toMatch(/^"•••(?:=|%3D)*"$/));

  test('is looked for in a moment, whatever the service sends', () => {
    const remove = keyRemover(KEY);
    const startedAt = performance.now();
    for (const piece of ['\\', '%25', '&amp;', '&#0', 'A\\u00', '\\u{0']) remove(piece.repeat(500_000));
    // Time grows with the text alone.
    expect(performance.now() - startedAt).toBeLessThan(20_000);
  });

  test('is removed from a JSON answer without changing the rest, and other texts stay unchanged', () => {
    const remove = keyRemover('key-0123');
    expect(JSON.parse(remove('{"a":"x\\\\key\\u002d0123","b":"\\u00e9 100% &amp;"}'))).toEqual({
      a: 'x•••',
      b: 'é 100% &amp;',
    });
    for (const text of ['', '{"mid":1.5}', 'key-012', 'key 0123', '%6b%65%79', 'KEY-0123'])
      expect(remove(text)).toBe(text);
    expect(keyRemover('')('anything')).toBe('anything');
  });
});

test('the build of the add-in sees neither the key nor the password of the store', () => {
  expect(
    buildEnvironment({ PATH: '/bin', MD_KEY: 'k', MD_STORE_PASSWORD: 'p', md_key: 'k', OFFICE_JS: 'local', MDX: 'x' }),
  ).toEqual({ PATH: '/bin', OFFICE_JS: 'local', MDX: 'x' });
});

describe('the address of a client', () => {
  const senders = new Senders('127.0.0.1, ::1, 10.0.0.0/8');
  const addressOf = (remoteAddress: string, forwarded?: string): string | undefined =>
    senders.senderOf(new Headers(forwarded === undefined ? {} : { 'x-forwarded-for': forwarded }), {
      remoteAddress,
      target: '/x',
    }).address;
  test.each([
    ['192.168.0.9', undefined, '192.168.0.9'],
    ['192.168.0.9', '8.8.8.8', '192.168.0.9'],
    ['127.0.0.1', '8.8.8.8', '8.8.8.8'],
    ['::1', '2001:db8::7', '2001:db8::7'],
    ['::ffff:10.1.2.3', '1.1.1.1, 8.8.8.8', '8.8.8.8'],
    ['127.0.0.1', '8.8.8.8:50712', '8.8.8.8'],
    ['127.0.0.1', '[2001:db8::7]:50712', '2001:db8::7'],
    ['127.0.0.1', '2001:db8::7:8080', '2001:db8::7:8080'],
    ['127.0.0.1', 'somebody', '127.0.0.1'],
    ['127.0.0.1', 'somebody:80', '127.0.0.1'],
    ['127.0.0.1', undefined, '127.0.0.1'],
    // One client has one address, however a proxy writes it.
    ['::ffff:7f00:1', '::ffff:a00:7', '10.0.0.7'],
    ['0:0:0:0:0:FFFF:127.0.0.1', '0:0:0:0:0:ffff:10.0.0.7', '10.0.0.7'],
    ['::1', '[::FFFF:0a00:0007]:50712', '10.0.0.7'],
    ['::1', '2001:DB8:0:0::0007', '2001:db8::7'],
    ['fe80::1%eth0', '8.8.8.8', 'fe80::1'],
  ])('of a connection from %s that says %s is %s', (remote, forwarded, address) => {
    expect(addressOf(remote, forwarded)).toBe(address);
  });
});

describe('pages', () => {
  const policyOf = (answer: { headers: Headers } | undefined): string =>
    answer!.headers.get('content-security-policy') ?? '';
  const files = smallAddIn();
  const META = `<meta http-equiv="Content-Security-Policy" content="script-src 'self' https://a.example; img-src *">`;
  writeFileSync(path.join(files, 'taskpane.html'), `<!doctype html>${META}`);
  writeFileSync(path.join(files, 'plain.html'), '<!doctype html>');

  test('state by a policy of their own and by a header what they may load and which sites may frame them', () => {
    const site = new Site(files, 'https://md.example.com');
    const policy = policyOf(site.answerFile('/taskpane.html', new Headers()));
    expect(policy.split('; ').sort()).toEqual([
      "base-uri 'none'",
      "default-src 'self'",
      "form-action 'none'",
      "frame-ancestors 'self' https:",
      "frame-src 'self' https:",
      'img-src *',
      "object-src 'none'",
      "script-src 'self' https://a.example",
      "style-src 'self' 'unsafe-inline'",
    ]);
    expect(policyOf(site.answerFile('/plain.html', new Headers()))).toContain("img-src 'self' data:");
    expect(policyOf(site.answerFile('/functions.js', new Headers()))).toBe('');
    const narrow = new Site(files, 'https://md.example.com', 'https://*.officeapps.live.com');
    expect(policyOf(narrow.answerFile('/', new Headers()))).toContain('frame-ancestors https://*.officeapps.live.com');
  });
});

describe('a running gateway', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'md-refused-'));
  const [tokens, log] = [path.join(folder, 'tokens.json'), path.join(folder, 'log')];
  let gateway: GatewayProcess;
  beforeAll(async () => {
    await tokenCommand('add', 'ann', '--tokens', tokens);
    gateway = await GatewayProcess.start(['--sandbox', '--tokens', tokens, '--log', log]);
  });
  afterAll(() => gateway.stop());

  /** A request that says of itself what browsers and fetch would not let it say. */
  const askAs = (url: string, headers: Record<string, string>): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      get(url, { headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on('error', reject);
    });

  test('checks the host name of requests to the admin port, since another site could point a name at it', async () => {
    const port = new URL(gateway.adminUrl).port;
    for (const page of ['/metrics', '/healthz'])
      expect([
        await askAs(gateway.adminUrl + page, { host: `evil.example:${port}` }),
        await askAs(gateway.adminUrl + page, { host: `127.0.0.1:${port}` }),
        await askAs(gateway.adminUrl + page, { host: `127.0.0.1:${port}`, 'sec-fetch-site': 'cross-site' }),
      ]).toEqual([403, 200, 403]);
  });

  test('logs refused requests with address and reason, and answers an address that asks too often with 429', async () => {
    const refused = (address: string): Promise<number | undefined> =>
      askAs(gateway.url + QUOTE, { [KEY_HEADER]: 'md_wrong', 'x-forwarded-for': address });
    const statuses: (number | undefined)[] = [];
    for (let count = 0; count < 35; count++) statuses.push(await refused('10.0.0.7'));
    expect([statuses.slice(0, 30), statuses.slice(30)].map((some) => [...new Set(some)])).toEqual([[401], [429]]);
    expect(await refused('10.0.0.8')).toBe(401);
    const lines = (): Record<string, unknown>[] =>
      readFileSync(log, 'utf8')
        .split('\n')
        .filter((line) => line.includes('"refused"'))
        .map((line) => JSON.parse(line) as Record<string, unknown>);
    await until(() => lines().some(({ address }) => address === '10.0.0.8'));
    expect(lines().map(({ address, reason, path: asked }) => [address, reason, asked])).toEqual([
      ...Array.from({ length: 5 }, () => ['10.0.0.7', 'unknown token', '/api/currencies/quotes']),
      ['10.0.0.8', 'unknown token', '/api/currencies/quotes'],
    ]);
    expect(readFileSync(log, 'utf8')).not.toContain('md_wrong');
  });
});

describe('a gateway', () => {
  let gateway: GatewayProcess | undefined;
  afterEach(() => gateway?.stop());

  test('starts and answers with the packages alone that "npm ci --omit=dev" installs', async () => {
    const environment = { NODE_OPTIONS: `--require ${require.resolve('./without-dev-packages.cjs')}` };
    gateway = await GatewayProcess.start(['--sandbox'], environment, undefined, runAsInstalled);
    expect((await fetch(gateway.url + QUOTE)).status).toBe(200);
    // The list of what is missing then works: this package is one of them.
    const { code, stderr } = await outcomeOf(
      runAsInstalled(['--sandbox', '--port', '0', '--files', smallAddIn()], environment),
    );
    expect([code, stderr]).toEqual([
      1,
      'Gateway: For https name a certificate with --cert and --cert-key, or serve plain http with --http: what makes one for this computer is not installed\n',
    ]);
  });
});
