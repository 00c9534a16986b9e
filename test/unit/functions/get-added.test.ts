import { KEY_HEADER } from '../../support/published-fields';
import { createTestSession, evaluate, formatsOf, show } from '../../support/evaluate';
import { asked, createStubService, type Route } from '../../support/stub-service';
import { learnProfile, switched, storedProfile, withProfile } from '../../../src/app/profile';
import type { Session } from '../../../src/app/session';

const text = { type: 'string' };
const query = (name: string, schema: object = text, more: object = {}) => ({ name, in: 'query', schema, ...more });
const inPath = (name: string, schema: object = text) => ({ name, in: 'path', required: true, schema });
const answering = (schema: object, ...parameters: object[]) => ({
  get: { tags: ['Currencies'], parameters, responses: { 200: { content: { 'application/json': { schema } } } } },
});
const KNOWN = { '/stocks/countries': { get: {} } };

/** A session that has learned a service with these paths. */
async function learned(paths: object, routes: Record<string, Route> = {}, document: object = {}) {
  const service = createStubService({
    '/openapi.json': () => ({ openapi: '3.1.0', paths: { ...KNOWN, ...paths }, ...document }),
    ...routes,
  });
  const session = createTestSession({ service });
  await session.ready;
  const { profile } = await learnProfile(session, new AbortController().signal);
  await session.save(withProfile(session.settings, profile));
  return { session, service, asked: () => asked(service).filter((path) => !path.endsWith('/openapi.json')) };
}

const get = (session: Session, ...args: unknown[]) => show(session, 'GET', ...args);

const BAR = {
  type: 'object',
  properties: {
    time: { type: 'integer', description: 'Unix time in seconds' },
    close: { type: ['number', 'null'] },
    session: { type: 'string', format: 'date' },
  },
};
const OHLC = answering(
  { type: 'object', properties: { items: { type: 'array', items: BAR }, next_page: { type: ['string', 'null'] } } },
  query('granularity', { type: 'integer', enum: [60, 3600] }, { required: true }),
  query('limit', { type: 'integer', minimum: 1, maximum: 1000, default: 2 }),
  query('adjusted', { type: 'boolean' }),
  query('cursor'),
);
const PATH = '/currencies/{symbol}/ohlc';
const WITH_PATH = { [PATH]: { ...OHLC, parameters: [inPath('symbol')] } };
const bar = (hour: number, close: number | null) => ({
  time: 1_795_132_800 + hour * 3_600,
  close,
  session: '2026-11-20',
});
const PAGES: Record<string, object> = {
  '': { items: [bar(0, 1.1), bar(1, 1.2)], next_page: 'b' },
  b: { items: [bar(2, null), bar(2, null)], next_page: 'c' },
  c: { items: [bar(4, 1.4)], next_page: null },
};
const ohlcRoute: Route = ({ query: sent }) => PAGES[sent.get('cursor') ?? '']!;
const ROUTES = { '/currencies/EURUSD/ohlc': ohlcRoute };

describe('MD.GET of an operation that the service has added', () => {
  test('shows all of its pages as one table, with times as dates, and each request counted', async () => {
    const { session, asked: paths } = await learned(WITH_PATH, ROUTES);
    const result = await evaluate(session, 'GET', '/currencies/EURUSD/ohlc', 'granularity=3600');
    const none = '#N/A: "close" is not published';
    expect(await get(session, '/currencies/EURUSD/ohlc', 'granularity=3600')).toEqual([
      ['time', 'close', 'session'],
      [46_346, 1.1, 46_346],
      [expect.closeTo(46_346 + 1 / 24, 6), 1.2, 46_346],
      // Two equal ones may both be real.
      [expect.closeTo(46_346 + 2 / 24, 6), none, 46_346],
      [expect.closeTo(46_346 + 2 / 24, 6), none, 46_346],
      [expect.closeTo(46_346 + 4 / 24, 6), 1.4, 46_346],
    ]);
    expect(formatsOf(result)[1]).toEqual(['yyyy-mm-dd hh:mm:ss', '', 'yyyy-mm-dd']);
    expect(paths()).toEqual([
      '/currencies/EURUSD/ohlc?granularity=3600',
      '/currencies/EURUSD/ohlc?granularity=3600&cursor=b',
      '/currencies/EURUSD/ohlc?granularity=3600&cursor=c',
    ]);
    // One more for the description.
    expect(session.spending.sentOn).toEqual({ [new Date(session.now()).toDateString()]: 4 });
  });

  test('stops at the number of requests that a formula may send', async () => {
    const { session, asked: paths } = await learned(WITH_PATH, ROUTES);
    await session.save({ maxRequests: 2 });
    expect(await get(session, '/currencies/EURUSD/ohlc', 'granularity=60')).toMatch(
      /^#N\/A: About \d+ more requests: allow it in the MD pane$/,
    );
    expect(paths()).toHaveLength(2);
  });

  test('reads as many rows as the formula wants, and one page if it asks for a page', async () => {
    const { session, asked: paths } = await learned(WITH_PATH, ROUTES);
    expect(await get(session, '/currencies/EURUSD/ohlc', 'granularity=60;limit=3', 'items.close')).toEqual([
      ['close'],
      [1.1],
      [1.2],
      ['#N/A: "close" is not published'],
    ]);
    expect(await get(session, '/currencies/EURUSD/ohlc', 'granularity=60;cursor=b', 'time', false)).toHaveLength(2);
    expect(paths()).toHaveLength(3);
  });

  test.each<[string, string, string]>([
    ['', 'no granularity', 'granularity: a value is required'],
    ['granularity=90', 'a value beside the list', 'granularity: "90" is not one of 60, 3600'],
    ['granularity=60;limit=0', 'a number below its bound', 'limit: "0" is not from 1 to 1000'],
    ['granularity=60;limit=few', 'a text for a number', 'limit: "few" is not a whole number'],
    ['granularity=60;adjusted=perhaps', 'a text for a flag', 'adjusted: "perhaps" is not one of true, false'],
    [
      'granularity=60;ajusted=true',
      'an unknown name',
      'parameters: "ajusted" is not one of granularity, limit, adjusted, cursor (did you mean "adjusted"?)',
    ],
    ['granularity=60;api_key=x', 'the key', 'parameters: the API key belongs in the MD pane, never in a formula'],
  ])('refuses "%s", %s, without a request', async (parameters, _, sentence) => {
    const { session, asked: paths } = await learned(WITH_PATH, ROUTES);
    expect(await get(session, '/currencies/EURUSD/ohlc', parameters)).toBe(`#VALUE!: ${sentence}`);
    expect(paths()).toEqual([]);
  });

  test('encodes the values of its path', async () => {
    const { session, asked: paths } = await learned(WITH_PATH);
    await get(session, '/currencies/EUR USD%/ohlc', 'granularity=60');
    expect(await get(session, '/currencies/../ohlc', 'granularity=60')).toMatch(/^#VALUE!: symbol: ".."/);
    expect(paths()).toEqual(['/currencies/EUR%20USD%25/ohlc?granularity=60']);
  });

  test('is refused without a description, and once its line is switched off, with the sentence that says how to learn it', async () => {
    const sentence =
      '#VALUE!: path: "/currencies/EURUSD/ohlc" is not a path of the service such as "/stocks/countries"';
    const learn = 'if the service has added it, choose "Learn from the service" in the settings of the MD pane';
    const service = createStubService();
    const refused = await get(createTestSession({ service }), '/currencies/EURUSD/ohlc', 'granularity=3600');
    expect(refused).toMatch(sentence);
    expect(refused).toMatch(learn);
    expect(service.requests).toEqual([]);
    const { session, asked: paths } = await learned(WITH_PATH, ROUTES);
    const off = switched(storedProfile(session.settings), `GET ${PATH}`, false);
    await session.save(withProfile(session.settings, off));
    expect(await get(session, '/currencies/EURUSD/ohlc', 'granularity=3600')).toMatch(learn);
    expect(paths()).toEqual([]);
  });
});

const TABLE = [['n'], [1], [2], [3]];
const rows = (...numbers: number[]) => numbers.map((n) => ({ n }));

test.each<[string, object[], Route]>([
  [
    'are numbered, with their count in the answer',
    [query('page', { type: 'integer', default: 1 })],
    ({ query: sent }) => ({ data: rows(...[[1, 2], [3]][Number(sent.get('page') ?? 1) - 1]!), totalPages: 2 }),
  ],
  [
    'are numbered from 0, with the number of rows',
    [query('pageNumber', { type: 'integer', default: 0 })],
    ({ query: sent }) => ({ results: rows(...[[1, 2], [3]][Number(sent.get('pageNumber') ?? 0)]!), total: 3 }),
  ],
  [
    'are numbered lists, up to the first that is empty',
    [query('page', { type: 'integer' })],
    ({ query: sent }) => rows(...([[1, 2], [3]][Number(sent.get('page') ?? 1) - 1] ?? [])),
  ],
  [
    'come again and again, if the service does not know their number',
    [query('page', { type: 'integer' })],
    () => rows(1, 2, 3),
  ],
  [
    'are skipped to by an offset',
    [query('offset', { type: 'integer' }), query('limit', { type: 'integer', default: 2 })],
    ({ query: sent }) => ({
      rows: rows(1, 2, 3)
        .slice(Number(sent.get('offset') ?? 0))
        .slice(0, 2),
    }),
  ],
  [
    'have a token inside, and none at their end',
    [query('pageToken')],
    ({ query: sent }) =>
      sent.get('pageToken') === 't'
        ? { data: { list: rows(3) }, meta: { nextPageToken: '' } }
        : { data: { list: rows(1, 2) }, meta: { nextPageToken: 't' } },
  ],
  [
    'are linked, and the link itself is not followed',
    [query('after'), query('limit', { type: 'integer' })],
    ({ query: sent }) =>
      sent.get('after') === 'x y'
        ? { items: rows(3), links: { next: null } }
        : { items: rows(1, 2), links: { next: 'https://elsewhere.example/list?after=x%20y&secret=1' } },
  ],
  [
    'go on as long as the service says',
    [query('cursor')],
    ({ query: sent }) =>
      sent.get('cursor') === '7'
        ? { items: rows(3), cursor: '8', hasMore: false }
        : { items: rows(1, 2), cursor: '7', hasMore: true },
  ],
  ['need not be there', [], () => ({ symbol: 'X', candles: rows(1, 2, 3) })],
])('the pages of an added operation %s', async (_, parameters, route) => {
  const { session, asked: paths } = await learned({ '/list': answering({}, ...parameters) }, { '/list': route });
  expect(await get(session, '/list')).toEqual(TABLE);
  expect(paths().join()).not.toContain('secret');
  expect(paths().length).toBeLessThanOrEqual(3);
});

describe('the values of an added operation', () => {
  const shown = async (schema: object, body: unknown) => {
    const { session } = await learned({ '/one': answering(schema) }, { '/one': () => body });
    return get(session, '/one');
  };
  const record = (properties: object) => ({ type: 'array', items: { type: 'object', properties } });

  test.each<[string, object, unknown, unknown]>([
    ['a Unix time in milliseconds', { x: { type: 'integer', format: 'timestamp' } }, 1_795_132_800_000, 46_346],
    ['a time by its name and size alone', {}, 1_795_132_800, 'x'],
    ['a date by its value', { x: text }, '2026-11-20', 46_346],
    ['a time without an offset', {}, '2026-11-20 12:00:00', 46_346.5],
    ['a time with an offset by its own clock', {}, '2026-11-20T12:00:00-05:00', 46_346.5],
    [
      'a nullable time of 3.0',
      { x: { type: 'string', format: 'date-time', nullable: true } },
      '2026-11-20T12:00:00Z',
      46_346.5,
    ],
    [
      'a nullable number by alternatives',
      { x: { anyOf: [{ type: 'number' }, { type: 'null' }] } },
      null,
      '#N/A: "x" is not published',
    ],
    ['a number as text, where a number is described', { x: { type: 'number' } }, '1.0842', 1.0842],
    ['a text of digits, where a text is described', { x: text }, '00123', '00123'],
    ['a nullable text', { x: { type: ['string', 'null'] } }, null, ''],
    ['a list', { x: { type: 'array', items: text } }, ['a', 'b'], 'a, b'],
    ['a flag', { x: { type: 'boolean' } }, true, true],
    ['a number that is described as a date', { x: { type: 'string', format: 'date' } }, 5, 5],
  ])('are shown as a cell has them: %s', async (_, properties, value, cell) => {
    if (cell === 'x') {
      expect(await shown(record({}), [{ updated_at: value }])).toEqual([['updated_at'], [46_346]]);
      expect(await shown(record({}), [{ volume: value }])).toEqual([['volume'], [value]]);
    } else expect(await shown(record(properties), [{ x: value }])).toEqual([['x'], [cell]]);
  });

  test('of parts that are put together stand in the order of the description, and nested ones are dotted', async () => {
    const schema = {
      type: 'array',
      items: { allOf: [{ $ref: '#/components/schemas/Base' }, { type: 'object', properties: { b: text } }] },
    };
    const { session } = await learned(
      { '/one': answering(schema) },
      { '/one': () => [{ b: 'B', deep: { at: '2026-11-20' }, a: 1 }] },
      {
        components: {
          schemas: {
            Base: {
              type: 'object',
              properties: {
                a: { type: 'number' },
                deep: { type: 'object', properties: { at: { type: 'string', format: 'date' } } },
                self: { $ref: '#/components/schemas/Base' },
              },
            },
          },
        },
      },
    );
    expect(await get(session, '/one')).toEqual([
      ['a', 'deep.at', 'b'],
      [1, 46_346, 'B'],
    ]);
  });

  test('of one record are rows of keys and values, and an empty list is #N/A', async () => {
    expect(await shown({}, { name: 'A', listed: '2026-11-20', tags: [] })).toEqual([
      ['key', 'value'],
      ['name', 'A'],
      ['listed', 46_346],
      ['tags', ''],
    ]);
    expect(await shown({}, { items: [] })).toBe('#N/A: /one has nothing to show: check the parameters');
  });
});

test('the parameters of an added operation may stand elsewhere, beside the path, and in lists that are repeated or joined', async () => {
  const { session, asked: paths } = await learned(
    {
      '/v/{kind}.json': {
        parameters: [{ $ref: '#/components/parameters/Kind' }],
        ...answering(
          {},
          query('ids', { type: 'array', items: { type: 'string', enum: ['One', 'Two'] } }),
          query('tags', { type: 'array', items: text }, { explode: false }),
          query('from', { type: 'string', format: 'date-time' }),
          query('day', { type: 'string', format: 'date' }),
          query('least', { type: 'integer', exclusiveMinimum: 0 }),
          query('most', { type: 'number', maximum: 5 }),
          query('either', { anyOf: [{ type: 'integer' }, { type: 'string' }] }),
          { name: KEY_HEADER, in: 'header', required: true, schema: text },
        ),
      },
    },
    { '/v/a.json': () => rows(1) },
    { components: { parameters: { Kind: inPath('kind', { type: 'string', enum: ['a'] }) } } },
  );
  const all = 'ids=one,TWO;tags=x,y;day=46346;from=46346.5;either=z';
  expect(await get(session, '/v/a.json', all)).toEqual([['n'], [1]]);
  expect(paths()).toEqual(['/v/a.json?ids=One&ids=Two&tags=x,y&from=2026-11-20T12:00:00Z&day=2026-11-20&either=z']);
  expect(await get(session, '/v/b.json')).toBe('#VALUE!: kind: "b" is not one of a');
  expect(await get(session, '/v/a.json', 'ids=three')).toMatch('is not one of One, Two');
  expect(await get(session, '/v/a.json', 'least=0')).toBe('#VALUE!: least: "0" is not at least 1');
  expect(await get(session, '/v/a.json', 'most=6')).toBe('#VALUE!: most: "6" is not at most 5');
});

test('a path that ends with a slash is found without it, and asked with it', async () => {
  const { session, asked: paths } = await learned(
    { '/x/{name}/': answering({}, inPath('name')) },
    { '/x/a/': () => rows(1) },
  );
  expect(await get(session, '/x/a')).toEqual([['n'], [1]]);
  expect(await get(session, 'x/a/')).toEqual([['n'], [1]]);
  expect(paths()).toEqual(['/x/a/']);
});

test('a path without braces goes before one with them', async () => {
  const { session } = await learned(
    { '/x/{name}': answering({}, inPath('name')), '/x/all': answering({}) },
    { '/x/all': () => rows(1), '/x/other': () => rows(2) },
  );
  expect(await get(session, '/x/all')).toEqual([['n'], [1]]);
  expect(await get(session, '/x/other')).toEqual([['n'], [2]]);
});

describe('a service whose paths begin elsewhere', () => {
  const ADDRESS = 'https://service.test';
  test.each<[string, object, string]>([
    ['by its server', { servers: [{ url: '/v2' }] }, ''],
    ['by its paths', {}, '/v2'],
    ['by a server with a variable', { servers: [{ url: `${ADDRESS}/{v}`, variables: { v: { default: 'v2' } } }] }, ''],
  ])('is asked there: %s', async (_, document, before) => {
    const service = createStubService({
      '/openapi.json': () => ({
        openapi: '3.0.3',
        paths: { [`${before}/stocks/countries`]: { get: {} }, [`${before}/x`]: answering({}) },
        ...document,
      }),
      '/v2/x': () => rows(1),
      '/v2/stocks/countries': () => ({ items: [{ symbol: 'us' }] }),
    });
    const session = createTestSession({ service, serviceAddress: ADDRESS });
    await session.ready;
    const { profile } = await learnProfile(session, new AbortController().signal);
    await session.save(withProfile(session.settings, profile));
    expect(await get(session, '/x')).toEqual([['n'], [1]]);
    expect(await get(session, '/stocks/countries')).toEqual([['symbol'], ['us']]);
  });

  test('is asked below its address as before if a proxy stands before it', async () => {
    const service = createStubService({
      '/openapi.json': () => ({
        openapi: '3.0.3',
        servers: [{ url: 'https://real.example/v2' }],
        paths: { ...KNOWN, '/x': answering({}) },
      }),
      '/x': () => rows(1),
    });
    const session = createTestSession({ service, serviceAddress: ADDRESS });
    await session.ready;
    const { profile } = await learnProfile(session, new AbortController().signal);
    expect(profile.names).toEqual({});
    await session.save(withProfile(session.settings, profile));
    expect(await get(session, '/x')).toEqual([['n'], [1]]);
  });
});
