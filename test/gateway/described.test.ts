import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OPERATIONS } from '../../src/api/operations';
import { learnProfile, withProfile } from '../../src/app/profile';
import { DEFAULT_GROUPS, type Groups, readGroups } from '../../src/gateway/access/groups';
import { People } from '../../src/gateway/access/people';
import { makeToken } from '../../src/gateway/access/personal-tokens';
import { createTestSession, show } from '../support/evaluate';
import { KEY_HEADER } from '../support/published-fields';
import { closeScenes, createScene } from './scene';

afterEach(closeScenes);

const text = { type: 'string' };
const OHLC = '/currencies/{symbol}/ohlc';
const DOCUMENT = {
  openapi: '3.1.0',
  paths: {
    '/stocks/countries': { get: { parameters: [] } },
    '/stocks/filings': {
      get: {
        parameters: [
          { name: 'company', in: 'query', required: true, schema: text, description: 'Stock ticker symbol' },
          { name: 'filing_type', in: 'query', schema: text },
          { name: 'limit', in: 'query', schema: { type: 'integer' } },
        ],
      },
    },
    [OHLC]: {
      parameters: [{ $ref: '#/components/parameters/Symbol' }],
      get: {
        summary: 'Bars',
        parameters: [
          { name: 'granularity', in: 'query', required: true, schema: { type: 'integer', enum: [60, 3600] } },
          { name: 'fields', in: 'query', schema: { type: 'array', items: text } },
          { name: 'cursor', in: 'query', schema: text },
        ],
      },
      post: {},
    },
    '/orders/{id}': { post: {}, delete: {} },
    '/files/{name}.json': { get: { parameters: [{ name: 'name', in: 'path', required: true, schema: text }] } },
  },
  components: { parameters: { Symbol: { name: 'symbol', in: 'path', required: true, schema: text } } },
};
const GROUPS: Groups = new Map([
  ['fx', { areas: ['currencies'], operations: [] }],
  ['all', { areas: ['currencies'], operations: [], described: true }],
]);

async function open(groups: Groups, document: unknown = DOCUMENT) {
  const [ann, ben, eve] = [
    makeToken('ann', { groups: ['all'] }),
    makeToken('ben', { groups: ['fx'] }),
    makeToken('eve', {}),
  ];
  const storage = {
    readTokens: () => Promise.resolve({ records: [ann.record, ben.record, eve.record], unreadable: [] }),
  };
  const people = new People(storage, groups, true);
  await people.startWatching();
  people.stopWatching();
  const asked: string[] = [];
  const keys = new Set<string>();
  const scene = createScene({
    gateway: {
      people,
      fetch: async (input) => {
        const request = input as Request;
        const { pathname, search, searchParams } = new URL(request.url);
        const key = request.headers.get(KEY_HEADER);
        if (pathname === '/openapi.json') {
          if (key !== null) keys.add(key);
          return Response.json(document);
        }
        asked.push(pathname + search);
        if (pathname.endsWith('/ohlc'))
          return Response.json(
            searchParams.get('cursor') === 'b'
              ? { items: [{ time: 1_795_136_400, close: 2 }], next_page: null }
              : { items: [{ time: 1_795_132_800, close: 1 }], next_page: 'b' },
          );
        return scene.sandbox.fetch(request);
      },
    },
  });
  const as = (token: { readonly token: string }, path: string, init: RequestInit = {}) =>
    scene.ask(path, { ...init, headers: { [KEY_HEADER]: token.token } });
  return { ...{ scene, as, asked, keys }, ...{ ann, ben, eve } };
}

const PATH = '/api/currencies/EURUSD/ohlc?granularity=3600';

describe("an operation that only the service's description has", () => {
  test('is passed on only for groups that allow it, and for people without groups', async () => {
    const { as, ann, ben, eve, asked } = await open(GROUPS);
    expect((await as(ann, PATH)).status).toBe(200);
    expect((await as(eve, PATH)).status).toBe(200);
    const refused = await as(ben, PATH);
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('ben may not ask for /currencies'),
    ]);
    // The second one comes from memory.
    expect(asked).toEqual(['/currencies/EURUSD/ohlc?granularity=3600']);
  });

  test('is never passed on without the option', async () => {
    const { as, ann, eve, asked } = await open(DEFAULT_GROUPS);
    for (const one of [ann, eve]) expect([403, 404]).toContain((await as(one, PATH)).status);
    expect(asked).toEqual([]);
  });

  test.each([
    ['another method', 'POST', '/api/currencies/EURUSD/ohlc?granularity=60'],
    ['an operation that is only a POST', 'GET', '/api/orders/1'],
    ['its POST', 'POST', '/api/orders/1'],
    ['a deletion', 'DELETE', '/api/orders/1'],
    ['a path that is not described', 'GET', '/api/currencies/EURUSD/bars'],
    ['a path below', 'GET', '/api/currencies/EURUSD/ohlc/all'],
    ['a value with a slash', 'GET', '/api/currencies/EUR%2FUSD/ohlc?granularity=60'],
    ['a value that leads elsewhere', 'GET', '/api/currencies/%2e%2e/ohlc?granularity=60'],
    ['a value that was encoded twice', 'GET', '/api/currencies/EUR%252FUSD/ohlc?granularity=60'],
    ['a parameter that is not described', 'GET', '/api/currencies/EURUSD/ohlc?granularity=60&admin=1'],
    ['a name that is part of a segment', 'GET', '/api/files/a.json'],
  ])('is not %s', async (_, method, path) => {
    const { as, ann, asked } = await open(GROUPS);
    await as(ann, '/api/openapi.json');
    expect((await as(ann, path, { method })).status).toBeGreaterThanOrEqual(400);
    expect(asked).toEqual([]);
  });

  test('gets its values encoded again, also in repeated lists', async () => {
    const { as, ann, asked } = await open(GROUPS);
    await as(ann, '/api/currencies/EUR USD%25/ohlc?granularity=60&fields=a&fields=b%26c');
    expect(asked).toEqual(['/currencies/EUR%20USD%25/ohlc?fields=a&fields=b%26c&granularity=60']);
  });

  test('is available to MD.GET behind the gateway after learning, with all pages, and the description is requested without the key', async () => {
    const { scene, ann, keys } = await open(GROUPS);
    const session = createTestSession({
      apiKey: ann.token,
      serviceAddress: 'http://localhost:3443/api',
      service: { fetch: (input) => scene.gateway.fetch(input as Request) },
    });
    await session.ready;
    const get = () => show(session, 'GET', '/currencies/EURUSD/ohlc', 'granularity=3600');
    expect(await get()).toMatch(/^#VALUE!: path/);
    const { profile } = await learnProfile(session, new AbortController().signal);
    expect(profile.names).toMatchObject({ 'GET /stocks/filings ticker': 'company' });
    expect(profile.names).not.toHaveProperty('base');
    expect(profile.added.map(({ id }) => id)).toEqual([`GET ${OHLC}`]);
    await session.save(withProfile(session.settings, profile));
    expect(await get()).toEqual([
      ['time', 'close'],
      [46_346, 1],
      [expect.closeTo(46_346 + 1 / 24, 6), 2],
    ]);
    expect([...keys]).toEqual([]);
  });

  test.each(['/v1', ''])('is described without what stands before its paths: "%s"', async (before) => {
    const paths = Object.fromEntries(Object.entries(DOCUMENT.paths).map(([path, item]) => [before + path, item]));
    const { as, ann } = await open(GROUPS, { ...DOCUMENT, paths });
    const described = (await (await as(ann, '/api/openapi.json')).json()) as { paths: object };
    expect(Object.keys(described.paths).sort()).toEqual([OHLC, '/stocks/countries', '/stocks/filings']);
  });
});

test('a service without a description is described by the table, and not waited for', async () => {
  const { as, ann } = await open(GROUPS, 'nothing');
  const described = (await (await as(ann, '/api/openapi.json')).json()) as { paths: object };
  expect(Object.keys(described.paths).sort()).toEqual(OPERATIONS.map(({ path }) => path).sort());
  expect((await as(ann, PATH)).status).toBe(404);
});

test('a file of groups may allow described operations by the field "described", and by no other field', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'groups-')), 'groups.json');
  writeFileSync(file, '{"fx":{"areas":["currencies"],"described":true}}');
  expect(readGroups(file).get('fx')).toMatchObject({ described: true });
  writeFileSync(file, '{"fx":{"areas":["currencies"]}}');
  expect(readGroups(file).get('fx')).toMatchObject({ described: false });
  writeFileSync(file, '{"fx":{"described":"yes"}}');
  expect(() => readGroups(file)).toThrow(`the described of "fx" in ${file} is "yes" and not true or false`);
});
