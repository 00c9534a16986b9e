import { connect } from 'node:net';
import fc from 'fast-check';
import { OPERATIONS } from '../../src/api/operations';
import { routeOf } from '../../src/gateway/route';
import { DEFAULT_GROUPS } from '../../src/gateway/access/groups';
import { People } from '../../src/gateway/access/people';
import { makeToken } from '../../src/gateway/access/personal-tokens';
import { tokenCommand } from './add-token';
import { until } from '../support/until';
import { GatewayProcess, keyFile, smallAddIn } from './node-process';
import { NotingService } from './noting-service';
import { closeScenes, createScene, ORIGIN } from './scene';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { KEY_HEADER } from '../support/published-fields';

afterEach(closeScenes);

/** What may become another path on the way, and harmless parts to hide it in. */
const PIECES = [
  ...[
    '..',
    '.',
    '%2e',
    '%2E%2e',
    '/',
    '%2f',
    '%2F',
    '%252f',
    '%25252f',
    '\\',
    '%5c',
    '#',
    '%23',
    '?',
    '%3f',
    ';',
    '%3b',
  ],
  ...[
    '%00',
    '%0a',
    '%0d%0a',
    '%7f',
    '%c2%85',
    '%e2%80%a8',
    '%c0%af',
    '%',
    '%zz',
    '%uFF0F',
    '／',
    '%ef%bc%8f',
    ' ',
    '%20',
    '+',
  ],
  ...[
    'stocks',
    'currencies',
    'quotes',
    'quote',
    'markets',
    'scores',
    'admin-keys',
    'convert',
    'AAPL',
    'EUR',
    'USD',
    'BRK.B',
    '.DJI',
    '^X',
  ],
];
const TEMPLATES = OPERATIONS.filter(({ path: template }) => template.includes('{')).map(
  ({ path: template }) => template,
);

const value = fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 6 }).map((pieces) => pieces.join(''));
const pathOfOperation = fc
  .tuple(fc.constantFrom(...TEMPLATES), value, value)
  .map(([template, one, other]) => template.replace(/\{\w+\}/, () => one).replace(/\{\w+\}/, () => other));
const symbol = fc.stringMatching(/^[A-Z.^ é'(]{1,5}$/);
const cleanPath = fc
  .tuple(fc.constantFrom(...TEMPLATES), symbol, symbol)
  .map(([template, one, other]) => template.replace(/\{\w+\}/, () => one).replace(/\{\w+\}/, () => other));
const anyPath = fc.oneof(
  pathOfOperation,
  cleanPath,
  value.map((text) => `/${text}`),
  fc.webPath(),
);

/** The paths as which others may read what leaves: also a proxy that decodes once or twice before it looks. */
function readings(pathname: string): string[] {
  const found = [pathname];
  for (let last = pathname, count = 0; count < 2; count++) {
    try {
      last = decodeURIComponent(last);
    } catch {
      break;
    }
    found.push(new URL(`http://service.test${last.replaceAll('\\', '/')}`).pathname, last.split(/[#?]/)[0]!);
  }
  return found;
}

/** Operations whose path has these places, as a service routes that has decoded the path. */
const templatesOf = (pathname: string): string[] => {
  const segments = pathname.split('/');
  return OPERATIONS.map(({ path: template }) => template).filter((template) => {
    const names = template.split('/');
    return names.length === segments.length && names.every((name, at) => name.startsWith('{') || name === segments[at]);
  });
};

/** A gateway that asks as somebody who may have exchange rates alone. */
async function createFxScene() {
  const { token, record } = makeToken('ann', { groups: ['fx'] });
  const storage = { readTokens: () => Promise.resolve({ records: [record], unreadable: [] }) };
  const people = new People(storage, DEFAULT_GROUPS, true);
  await people.startWatching();
  people.stopWatching();
  const scene = createScene({ gateway: { people } });
  return {
    ...scene,
    /** As the server hands it on: an address that is not cleaned in any way. */
    askRaw: (raw: string): Promise<Response> => {
      const request = new Request(`${ORIGIN}/api/x`, { headers: { [KEY_HEADER]: token, host: 'localhost:3443' } });
      Object.defineProperty(request, 'url', { value: `${ORIGIN}/api${raw}` });
      return scene.gateway.fetch(request);
    },
    ask: (cleaned: string) => scene.ask(`/api${cleaned}`, { headers: { [KEY_HEADER]: token } }),
  };
}

test('whatever is asked for, only operations of the allowed area leave, however often they are decoded on the way', async () => {
  const { ask, askRaw, upstream } = await createFxScene();
  let left = 0;
  await fc.assert(
    fc.asyncProperty(anyPath, fc.boolean(), async (asked, isRaw) => {
      const before = upstream.length;
      const answer = await (isRaw ? askRaw(asked) : ask(asked));
      expect(answer.status).not.toBe(500);
      for (const sent of upstream.slice(before)) {
        left++;
        const { pathname } = new URL(sent, 'http://service.test');
        // The gateway's own question: whether the service describes a parameter that the table lacks.
        if (sent === '/openapi.json') continue;
        const allowed = templatesOf(pathname);
        expect(allowed).toHaveLength(1);
        expect(allowed[0]).toMatch(/^\/currencies\//);
        for (const reading of readings(pathname)) expect([reading, templatesOf(reading)]).toEqual([reading, allowed]);
      }
    }),
    { numRuns: 3_000 },
  );
  // The search has found paths that are let through, too.
  expect(left).toBeGreaterThan(20);
}, 120_000);

describe('a value of a path', () => {
  test.each([
    ['/stocks/AAPL/scores', '/stocks/AAPL/scores'],
    ['/stocks/AA%50L/scores', '/stocks/AAPL/scores'],
    ['/stocks/BRK%2EB/scores', '/stocks/BRK.B/scores'],
    ['/indices/.DJI/ticks', '/indices/.DJI/ticks'],
    ['/indices/^GSPC/ticks', '/indices/%5EGSPC/ticks'],
    ['/stocks/a%20b/scores', '/stocks/a%20b/scores'],
    ['/stocks/%C3%A9/scores', '/stocks/%C3%A9/scores'],
  ])('%s leaves as %s', (asked, sent) => {
    expect(routeOf('GET', asked)).toEqual({ operation: expect.anything() as unknown, path: sent });
  });

  test.each([
    '/currencies/convert/..%2f..%2fstocks/USD',
    '/currencies/convert/..%5c../USD',
    '/currencies/convert/../USD',
    '/currencies/convert/%2e%2E/USD',
    '/currencies/convert/..;x/USD',
    '/stocks/admin-keys#/scores',
    '/stocks/admin-keys%23/scores',
    '/stocks/keys%3Fall/scores',
    '/stocks/a%00/scores',
    '/stocks/a%0D%0Ab/scores',
    '/stocks/%c0%af/scores',
    '/stocks/%/scores',
    '/stocks/..%252f..%252fkeys/scores',
  ])('%s is refused', async (asked) => {
    expect(routeOf('GET', asked)?.problem).toMatchObject({ loc: ['path', expect.any(String)], type: 'value_error' });
    const { gateway, upstream } = createScene();
    const request = new Request(`${ORIGIN}/api/x`, { headers: { host: 'localhost:3443' } });
    Object.defineProperty(request, 'url', { value: `${ORIGIN}/api${asked}` });
    const answer = await gateway.fetch(request);
    expect([answer.status, await answer.json(), upstream]).toEqual([
      422,
      {
        detail: [
          { loc: ['path', expect.any(String)], msg: expect.stringContaining('without slashes'), type: 'value_error' },
        ],
      },
      [],
    ]);
  });
});

test.each([
  ['200 characters are a name', 'A'.repeat(200), 404],
  ['more are none', 'A'.repeat(201), 422],
  ['of many bytes', 'é'.repeat(200), 404],
  ['escaped', '%41'.repeat(201), 422],
  ['a hundred thousand', 'A'.repeat(100_000), 422],
])('a value of a path has its limit: %s', async (_, value, status) => {
  const { ask, upstream } = createScene();
  const answer = await ask(`/api/stocks/${value}/scores`);
  expect([answer.status, upstream.length]).toEqual([status, status === 404 ? 1 : 0]);
  if (status === 422)
    expect(await answer.json()).toEqual({
      detail: [{ loc: ['path', 'symbol'], msg: 'String should have at most 200 characters', type: 'string_too_long' }],
    });
});

test('a failure is remembered for a moment, but not under a long address', async () => {
  const asked: string[] = [];
  const { ask } = createScene({
    gateway: {
      fetch: (input) => {
        asked.push((input as Request).url);
        return Promise.resolve(Response.json({ detail: 'Too large' }, { status: 431 }));
      },
    },
  });
  for (const length of [10, 2_000]) {
    asked.length = 0;
    for (let count = 0; count < 3; count++) await ask(`/api/stocks/news?cursor=${'x'.repeat(length)}`);
    expect(asked).toHaveLength(length === 10 ? 1 : 3);
  }
});

/** The status of an answer to a request that no library has cleaned. */
const sendRaw = (url: string, target: string, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname, () => {
      socket.write(
        `GET ${target} HTTP/1.1\r\nHost: ${hostname}:${port}\r\n${KEY_HEADER}: ${token}\r\nConnection: close\r\n\r\n`,
      );
    });
    let text = '';
    socket.on('data', (data) => (text += data.toString()));
    socket.on('close', () => resolve(Number(text.split(' ')[1])));
    socket.on('error', reject);
  });

test('a running gateway sends no such path to the service, and logs each as it was requested', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'md-paths-'));
  const [tokens, log] = [path.join(folder, 'tokens.json'), path.join(folder, 'log')];
  const ofAnn = await tokenCommand('add', 'ann', '--groups', 'fx', '--tokens', tokens);
  const ofBen = await tokenCommand('add', 'ben', '--tokens', tokens);
  const service = await NotingService.start();
  const gateway = await GatewayProcess.start([
    ...['--service', service.url, '--key-file', keyFile(), '--tokens', tokens, '--log', log, '--files', smallAddIn()],
  ]);
  try {
    const asked = [
      ['/api/currencies/convert/..%2f..%2fstocks/quotes?symbols=AAPL', ofAnn],
      ['/api/stocks/admin-keys#/scores', ofBen],
      ['/api/stocks/..%252fadmin-keys/scores', ofBen],
    ] as const;
    for (const [target, token] of asked)
      expect([target, await sendRaw(gateway.url, target, token)]).toEqual([target, 422]);
    // At the start it asks whether the service knows the key.
    expect(service.asked.filter((path) => path !== '/account/usage')).toEqual([]);
    const paths = (): unknown[] =>
      readFileSync(log, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [(JSON.parse(line) as { path?: string }).path]));
    await until(() => paths().length === asked.length);
    expect(paths()).toEqual(asked.map(([target]) => target.split('?')[0]));
  } finally {
    await gateway.stop();
    service.close();
  }
});
