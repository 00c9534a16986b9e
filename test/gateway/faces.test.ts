import { KEY_HEADER } from '../support/published-fields';
import { learnProfile, NO_PROFILE, readProfileFile, switched, withProfile } from '../../src/app/profile';
import { checkOperation } from '../../src/gateway/check/check-operation';
import { type ProbeService, Samples } from '../../src/gateway/check/samples';
import { checkService } from '../../src/gateway/check/service-facts';
import { summaryOf } from '../../src/gateway/check/summary';
import type { Session } from '../../src/app/session';
import { compareDescription } from '../../src/api/interface/service-description';
import { readDocument } from '../../src/api/interface/openapi';
import type { Operation, WireNames } from '../../src/api/interface/operation';
import { operationOf, OPERATIONS } from '../../src/api/operations';
import { requestPath } from '../../src/api/transport/wire';
import { createTestSession, type Plain, show } from '../support/evaluate';
import { createFace, FACES } from './faces';

const NOW = Date.UTC(2026, 10, 20, 12);
const DAY = 46_346;

/** One formula of each function that asks the service. */
const FORMULAS: Readonly<Record<string, readonly unknown[]>> = {
  QUOTE: [[['CHFSEK'], ['SEKNOK'], ['PLNCZK'], ['HUFRON'], ['NZDSGD']]],
  HOURS: ['XSTO', DAY, DAY + 1],
  FILINGS: ['ASML', '10-K', 2],
  SCORE: ['ASML', 'altman-z'],
  HOLIDAYS: ['XSTO', DAY, DAY + 1],
  MARKETS: ['XSTO'],
  STATUS: ['XSTO'],
  SYMBOLS: ['stocks', null, 4],
  TICKS: ['BUX', DAY, DAY + 1, 5],
  CONVERT: [100, 'CHF', 'SEK'],
  NEWS: ['stocks', 3],
  USAGE: ['1h', 2],
  GET: ['/stocks/countries'],
  ISOPEN: ['XSTO', DAY + 0.5],
  WORKDAY: [DAY, 1, 'XSTO'],
  NETWORKDAYS: [DAY, DAY + 1, 'XSTO'],
  SETTLE: [DAY, 'XSTO'],
  LIVE: ['CHFSEK'],
};

async function open(face: Parameters<typeof createFace>[0]): Promise<Session> {
  const service = createFace(face, NOW);
  const session = createTestSession({
    apiKey: 'key-0123456789',
    now: () => NOW,
    service: { fetch: (input) => service.fetch(input as Request) },
  });
  await session.ready;
  return session;
}

async function values(session: Session): Promise<Record<string, Plain | Plain[][]>> {
  const all: Record<string, Plain | Plain[][]> = {};
  for (const [id, args] of Object.entries(FORMULAS)) all[id] = await show(session, id, ...args);
  return all;
}

async function learn(session: Session): Promise<void> {
  const { profile } = await learnProfile(session, new AbortController().signal);
  // What has moved is only proposed: the user agrees line by line.
  const agreed = profile.off.reduce((one, key) => switched(one, key, true), profile);
  await session.save(withProfile(session.settings, agreed));
}

const text = (value: unknown): string => JSON.stringify(value);

describe('a service with a face of its own', () => {
  let plain: Record<string, Plain | Plain[][]>;
  beforeAll(async () => {
    plain = await values(await open({}));
  });

  test('works for every function once its own face is switched off', () => {
    for (const value of Object.values(plain)) expect(text(value)).not.toMatch(/#N\/A|#VALUE/);
  });

  test.each(Object.entries(FACES))('is understood by every function after learning: %s', async (_, face) => {
    const session = await open(face);
    await learn(session);
    expect(await values(session)).toEqual(plain);
  });

  const required = (name: string): string => `#VALUE!: ${name}: the service says "Field required" (422)`;
  const noHours = '#N/A: The service has no trading hours of XSTO in 2026: choose dates that it covers';
  const UNKNOWN = 'The service does not know this (404): check the spelling, and the service address in the MD pane';
  const nothingFrom = (path: string): string =>
    `; nothing has come from ${path} yet: "Learn from the service" in the MD pane may find it elsewhere`;
  const refused = (symbol: string): string =>
    `#VALUE!: symbols: "${symbol}" is refused; the service says "Field required" (422)`;

  test.each<[keyof typeof FACES, Readonly<Record<string, unknown>>]>([
    [
      'other names',
      {
        QUOTE: ['CHFSEK', 'SEKNOK', 'PLNCZK', 'HUFRON', 'NZDSGD'].map((symbol) => [refused(symbol)]),
        LIVE: refused('CHFSEK'),
        FILINGS: required('company'),
        HOURS: required('from_date'),
        HOLIDAYS: required('beginDate'),
        ISOPEN: noHours,
        WORKDAY: noHours,
        NETWORKDAYS: noHours,
        SETTLE: noHours,
      },
    ],
    [
      'another place',
      {
        FILINGS: `#N/A: "ASML" has no filings: check the ticker${nothingFrom('/stocks/filings')}`,
        NEWS: `#N/A: ${UNKNOWN}${nothingFrom('/stocks/news')}`,
      },
    ],
    ['two more operations', {}],
    ['errors of its own', {}],
    // Lists that are refused are divided.
    ['a shorter list', {}],
  ])('says before what is missing, and all else is right: %s', async (name, missing) => {
    expect(await values(await open(FACES[name]))).toEqual({ ...plain, ...missing });
  });

  test('is not asked at another place until the user agrees', async () => {
    const session = await open(FACES['another place']);
    const { profile } = await learnProfile(session, new AbortController().signal);
    expect(profile.off).toEqual(['GET /stocks/filings', 'GET /stocks/news']);
    await session.save(withProfile(session.settings, profile));
    expect(await show(session, 'NEWS', 'stocks', 3)).toMatch(/404/);
  });

  test('is asked with fewer requests once the length of its lists is known', async () => {
    const session = await open(FACES['a shorter list']);
    const count = async (): Promise<number> => {
      const before = session.activity.counts.requests;
      await show(session, 'QUOTE', ...FORMULAS.QUOTE!);
      return session.activity.counts.requests - before;
    };
    expect(await count()).toBeGreaterThan(2);
    await learn(session);
    expect(await count()).toBe(2);
  });

  test('gives the data of its added operations, with all pages', async () => {
    const session = await open(FACES['two more operations']);
    await learn(session);
    const bars = (await show(session, 'GET', '/currencies/EURUSD/ohlc', 'granularity=3600')) as Plain[][];
    expect(bars).toHaveLength(6);
    expect(bars[1]).toEqual([DAY, 1]);
    expect(await show(session, 'GET', '/stocks/ASML/peers')).toEqual([
      ['symbol', 'since'],
      ...['NESN', 'NOVO', 'SAND', 'TELIA', 'ORK'].map((symbol) => [symbol, DAY]),
    ]);
  });

  test('says its own reasons', async () => {
    const names = { '/stocks/filings ticker': 'company' };
    const session = await open({ ...FACES['errors of its own'], differences: { names } });
    expect(await show(session, 'FILINGS', 'ASML')).toMatch('Field required');
    await learn(session);
    expect(await show(session, 'FILINGS', 'ASML', '10-K', 1, 'filing_type')).toEqual([['10-K']]);
    expect(await show(session, 'FILINGS', 'NONE')).toMatch('#N/A');
  });
});

const ADDRESS = 'http://service.test';

/** What `npm run check` says at its end, and the file that it writes. */
async function checked(face: Parameters<typeof createFace>[0]) {
  const service = createFace(face, NOW);
  const ask: ProbeService = async (path, init = {}) => {
    const headers = { [KEY_HEADER]: 'key', ...(init.headers as Record<string, string> | undefined) };
    const answer = await service.fetch(new Request(ADDRESS + path, { ...init, headers }));
    return { status: answer.status, headers: answer.headers, body: await answer.text() };
  };
  const samples = new Samples(ask, NOW);
  const findings = [];
  for (const operation of OPERATIONS.filter(({ method }) => method === 'GET'))
    findings.push(await checkOperation(operation, ask, samples));
  const general = await checkService(ask, samples, ADDRESS);
  const names = Object.assign({}, general.names, ...findings.map((finding) => finding.names)) as WireNames;
  const lines = summaryOf({ findings, general, names, out: 'names.json' });
  return { lines, file: JSON.stringify({ names, added: general.added }) };
}

describe('a check of a service with a face of its own', () => {
  test.each(Object.entries(FACES))(
    'writes what makes every function right once it is imported: %s',
    async (_, face) => {
      const session = await open(face);
      const plain = await values(await open({}));
      const { file } = await checked(face);
      const { profile } = readProfileFile(file, NO_PROFILE);
      const agreed = profile.off.reduce((one, key) => switched(one, key, true), profile);
      await session.save(withProfile(session.settings, agreed));
      expect(await values(session)).toEqual(plain);
      if (face === FACES['two more operations'])
        expect(await show(session, 'GET', '/stocks/ASML/peers')).toHaveLength(6);
    },
  );

  test.each<[keyof typeof FACES, readonly string[]]>([
    [
      'other names',
      [
        'MD.FILINGS needs what was learned: ticker is "company", type is "form", limit is "maxCount"',
        'MD.SCORE needs what was learned: model is "score_model"',
        'Errors come as {detail: [{loc: [string], msg, type}]}',
      ],
    ],
    [
      'another place',
      [
        'MD.NEWS will be #N/A: the service has no /stocks/news; it has /stocks/insights',
        'MD.FILINGS will be #N/A: the service has no /stocks/filings; it has /fundamentals/reports',
        'Learned: places (2), operations that the service adds (2); import names.json in the MD pane',
      ],
    ],
    ['two more operations', ['Learned: operations that the service adds (2); import names.json in the MD pane']],
    ['errors of its own', ['Errors come as {error: {code, message}}']],
    ['a shorter list', ['Learned: lengths of lists (5); import names.json in the MD pane']],
  ])('says what that means for the functions, in at most nine lines: %s', async (name, expected) => {
    const { lines } = await checked(FACES[name]);
    expect(lines).toEqual(expect.arrayContaining([...expected]));
    expect(lines.length).toBeLessThanOrEqual(9);
  });
});

/** Operations whose only description is a list of their fields. */
describe('an operation of the table that the description lacks', () => {
  const schema = (names: string): object => ({
    type: 'array',
    items: {
      type: 'object',
      properties: Object.fromEntries(names.split(' ').map((name) => [name, { type: 'string' }])),
    },
  });
  const operation = (tag: string | undefined, names: string, isList = true): object => ({
    get: {
      ...(tag && { tags: [tag] }),
      parameters: [{ name: 'symbol', in: 'query', required: true, schema: { type: 'string' } }],
      responses: {
        200: {
          content: {
            'application/json': { schema: isList ? schema(names) : (schema(names) as { items: object }).items },
          },
        },
      },
    },
  });
  const QUOTE = 'symbol ask bid mid timestamp';

  test.each<[string, Record<string, object>, string | undefined]>([
    ['one of its tag with its record', { '/stocks/last': operation('Stocks', QUOTE, false) }, '/stocks/last'],
    ['one with more fields', { '/stocks/last': operation('stocks', `${QUOTE} volume`, false) }, '/stocks/last'],
    ['one without a tag below its area', { '/stocks/last': operation(undefined, QUOTE, false) }, '/stocks/last'],
    ['a list of its record', { '/stocks/last': operation('Stocks', QUOTE) }, undefined],
    ['one of another tag', { '/stocks/last': operation('Crypto', QUOTE, false) }, undefined],
    ['one that lacks a field', { '/stocks/last': operation('Stocks', 'symbol ask bid mid', false) }, undefined],
    [
      'two of its tag with its record',
      { '/stocks/last': operation('Stocks', QUOTE, false), '/stocks/latest': operation('Stocks', QUOTE, false) },
      undefined,
    ],
  ])('is proposed elsewhere only for one certain place: %s', (_, paths, place) => {
    const known = { '/stocks/countries': { get: {} } };
    const { names, differences } = compareDescription(
      readDocument(JSON.stringify({ openapi: '3.0.0', paths: { ...known, ...paths } })),
      {},
    );
    expect(names['GET /stocks/quote']).toBe(place);
    expect(differences).toContainEqual(
      place === undefined
        ? { kind: 'gone', operation: 'GET /stocks/quote' }
        : { kind: 'moved', operation: 'GET /stocks/quote', to: place },
    );
  });

  test('may have its symbol in its path', () => {
    const path = '/stocks/last/{ticker}';
    const { names } = compareDescription(
      readDocument(
        JSON.stringify({
          openapi: '3.0.0',
          paths: {
            '/stocks/countries': { get: {} },
            [path]: {
              parameters: [{ name: 'ticker', in: 'path', required: true, schema: { type: 'string' } }],
              get: { ...(operation('Stocks', QUOTE, false) as { get: object }).get, parameters: [] },
            },
          },
        }),
      ),
      {},
    );
    expect(names['GET /stocks/quote']).toBe('/stocks/last/{symbol}');
    const row = operationOf('GET /stocks/quote') as Operation;
    expect(requestPath(row, { symbol: 'BRK B' }, names)).toBe('/stocks/last/BRK%20B');
  });
});
