import { KEY_HEADER } from '../support/published-fields';
import { createOtherService, type Differences } from './other-service';

/**
 * The other service with a face of its own: paths, names of parameters, errors and operations that no document has. It
 * describes itself, and shares no code with the product either.
 */
interface Face {
  readonly differences?: Differences;
  /** Where an operation is instead, by its path in the documents. */
  readonly moved?: Readonly<Record<string, string>>;
  readonly added?: readonly Added[];
  /** The body of an error, from its status and what the documents' framework says. */
  readonly error?: (status: number, reason: string) => unknown;
}

interface Added {
  readonly path: string;
  readonly tag: string;
  readonly parameters: readonly object[];
  readonly answer: object;
  readonly respond: (url: URL) => unknown;
}

type Parameter = readonly [name: string, type: string, more?: Readonly<Record<string, unknown>>];

/** The documents' operations: a tag, an example that is answered, and the query parameters. */
const OPERATIONS: Readonly<Record<string, readonly [tag: string, example: string, ...parameters: Parameter[]]>> = {
  '/account/usage': [
    'Account',
    '/account/usage',
    ['limit', 'integer', { minimum: 1, maximum: 168 }],
    ['interval', 'string', { enum: ['1h', '1d'] }],
  ],
  ...Object.fromEntries(
    (
      [
        ['currencies', 'CHFSEK'],
        ['crypto', 'LTC-USD'],
        ['indices', 'BUX'],
        ['stocks', 'ASML'],
        ['commodities', 'GOLD'],
      ] as const
    ).flatMap(([area, symbol]) => {
      const tag = area[0]!.toUpperCase() + area.slice(1);
      return [
        [
          `/${area}/symbols`,
          [
            tag,
            `/${area}/symbols`,
            ['size', 'integer'],
            ['mode', 'string'],
            ['type', 'string'],
            ['country', 'string'],
            ['cursor', 'string'],
          ],
        ],
        [
          `/${area}/quote`,
          [tag, `/${area}/quote?symbol=${symbol}`, ['symbol', 'string', { required: true }], ['precision', 'integer']],
        ],
        [
          `/${area}/quotes`,
          [
            tag,
            `/${area}/quotes?symbols=${symbol}`,
            ['symbols', 'string', { required: true, description: 'Comma separated list of symbols' }],
            ['precision', 'integer'],
          ],
        ],
        [`/${area}/news`, [tag, `/${area}/news`, ['cursor', 'string'], ['size', 'integer']]],
      ] as const;
    }),
  ),
  '/currencies/convert/{from}/{to}': [
    'Currencies',
    '/currencies/convert/CHF/SEK',
    ['amount', 'number'],
    ['precision', 'integer'],
  ],
  '/crypto/convert/{from}/{to}': ['Crypto', '/crypto/convert/LTC/USD', ['amount', 'number'], ['precision', 'integer']],
  '/indices/{symbol}/ticks': [
    'Indices',
    '/indices/BUX/ticks?start=1795000000&end=1795003600',
    ['start', 'integer', { required: true }],
    ['end', 'integer', { required: true }],
    ['cursor', 'string'],
    ['limit', 'integer'],
  ],
  '/stocks/markets': ['Markets', '/stocks/markets', ['mic', 'string']],
  '/stocks/markets/hours': [
    'Markets',
    '/stocks/markets/hours?start=2026-11-20&end=2026-11-21',
    ['mic', 'string'],
    ['start', 'string', { format: 'date' }],
    ['end', 'string', { format: 'date' }],
  ],
  '/stocks/markets/holidays': [
    'Markets',
    '/stocks/markets/holidays?start=2026-11-20&end=2026-11-21',
    ['mic', 'string'],
    ['start', 'string', { format: 'date' }],
    ['end', 'string', { format: 'date' }],
  ],
  '/stocks/markets/status': ['Markets', '/stocks/markets/status', ['mic', 'string']],
  '/stocks/filings': [
    'Fundamentals',
    '/stocks/filings?ticker=ASML',
    ['ticker', 'string', { required: true, description: 'Stock ticker symbol' }],
    ['filing_type', 'string'],
    ['limit', 'integer', { maximum: 100 }],
  ],
  '/stocks/{symbol}/scores': [
    'Stocks',
    '/stocks/ASML/scores',
    [
      'name',
      'string',
      { enum: ['piotroski', 'altman-z', 'beneish-m', 'all'], default: 'all', description: 'Score model to compute' },
    ],
  ],
  '/stocks/countries': ['Stocks', '/stocks/countries'],
  '/commodities/types': ['Commodities', '/commodities/types'],
  '/crypto/exchanges': ['Crypto', '/crypto/exchanges'],
  '/algo/symbols': ['Algo', '/algo/symbols'],
};

/** What a value looks like, as a schema. */
function schemaOf(value: unknown): object {
  if (value === null) return { type: ['string', 'null'] };
  if (Array.isArray(value))
    return { type: 'array', items: value.length === 0 ? { type: 'string' } : schemaOf(value[0]) };
  if (typeof value !== 'object') return { type: Number.isInteger(value) ? 'integer' : typeof value };
  const properties = Object.fromEntries(Object.entries(value).map(([name, field]) => [name, schemaOf(field)]));
  return { type: 'object', properties };
}

const text = { type: 'string' };
const REASONS: Readonly<Record<number, string>> = { 401: 'No key', 404: 'Not found' };

export function createFace({ differences = {}, moved = {}, added = [], error }: Face, nowMs: number) {
  const { names = {}, maxListLength } = differences;
  const plain = createOtherService(differences, nowMs);
  const inner = createOtherService({}, nowMs);
  const KEY = { headers: { [KEY_HEADER]: 'x' } };

  async function describe(): Promise<object> {
    const paths: Record<string, object> = {};
    for (const [path, [tag, example, ...parameters]] of Object.entries(OPERATIONS)) {
      const answer = (await inner.fetch(new Request(`http://service.test${example}`, KEY)).json()) as unknown;
      const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
        name,
        in: 'path',
        required: true,
        schema: text,
      }));
      paths[moved[path] ?? path] = {
        get: {
          tags: [tag],
          parameters: [
            ...inPath,
            ...parameters.map(([name, type, { required = false, description, ...more } = {}]) => ({
              name: names[`${path} ${name}`] ?? names[`* ${name}`] ?? name,
              ...{ in: 'query', required, description },
              schema: { type, ...more, ...(name === 'symbols' && { maxLength: maxListLength ?? 50 }) },
            })),
          ],
          responses: { 200: { content: { 'application/json': { schema: schemaOf(answer) } } } },
        },
      };
    }
    for (const { path, tag, parameters, answer } of added)
      paths[path] = {
        get: { tags: [tag], parameters, responses: { 200: { content: { 'application/json': { schema: answer } } } } },
      };
    return { openapi: '3.1.0', info: { title: 'Other', version: '1' }, paths };
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname === '/openapi.json') return Response.json(await describe());
    for (const { path, respond } of added)
      if (new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(url.pathname))
        return Response.json(respond(url));
    if (url.pathname in moved) return Response.json({ detail: 'Not Found' }, { status: 404 });
    const from = Object.entries(moved).find(([, to]) => to === url.pathname)?.[0];
    if (from !== undefined) url.pathname = from;
    return plain.fetch(new Request(url, { headers: request.headers }));
  }

  return {
    async fetch(request: Request): Promise<Response> {
      const answered = await answer(request);
      if (answered.ok || !error) return answered;
      const { detail } = (await answered.json()) as { detail: string | { msg: string }[] };
      const reason = typeof detail === 'string' ? (REASONS[answered.status] ?? detail) : detail[0]!.msg;
      return Response.json(error(answered.status, reason), { status: answered.status });
    },
  };
}

const bars = Array.from({ length: 5 }, (_, index) => ({ time: 1_795_132_800 + index * 3_600, close: 1 + index / 10 }));
const PEERS = ['NESN', 'NOVO', 'SAND', 'TELIA', 'ORK'].map((symbol) => ({ symbol, since: '2026-11-20' }));
const list = (properties: object): object => ({ type: 'array', items: { type: 'object', properties } });

/** Five faces that a service of this kind may wear. */
export const FACES = {
  'other names': {
    differences: {
      names: {
        '/stocks/filings ticker': 'company',
        '/stocks/filings filing_type': 'form',
        '/stocks/filings limit': 'maxCount',
        '/stocks/{symbol}/scores name': 'score_model',
        '/stocks/ASML/scores name': 'score_model',
        '* symbols': 'pairs',
        '/stocks/markets/hours start': 'from_date',
        '/stocks/markets/hours end': 'until',
        '/stocks/markets/holidays start': 'beginDate',
        '/stocks/markets/holidays end': 'to_date',
        '* size': 'page_size',
        '/account/usage interval': 'period',
      },
    },
  },
  'another place': { moved: { '/stocks/filings': '/fundamentals/reports', '/stocks/news': '/stocks/insights' } },
  'two more operations': {
    added: [
      {
        path: '/currencies/{symbol}/ohlc',
        tag: 'Currencies',
        parameters: [
          { name: 'symbol', in: 'path', required: true, schema: text },
          { name: 'granularity', in: 'query', required: true, schema: { type: 'integer', enum: [60, 3600] } },
          { name: 'cursor', in: 'query', schema: text },
        ],
        answer: {
          type: 'object',
          properties: {
            items: list({ time: { type: 'integer', description: 'Unix timestamp' }, close: { type: 'number' } }),
            next_page: { type: ['string', 'null'] },
          },
        },
        respond: ({ searchParams }) => {
          const from = Number(searchParams.get('cursor') ?? 0);
          return { items: bars.slice(from, from + 2), next_page: from + 2 < bars.length ? String(from + 2) : null };
        },
      },
      {
        path: '/stocks/{ticker}/peers',
        tag: 'Stocks',
        parameters: [
          { name: 'ticker', in: 'path', required: true, schema: text },
          { name: 'page', in: 'query', schema: { type: 'integer', default: 1 } },
        ],
        answer: {
          type: 'object',
          properties: { results: list({ symbol: text, since: { type: 'string', format: 'date' } }) },
        },
        respond: ({ searchParams }) => {
          const page = Number(searchParams.get('page') ?? 1);
          return { results: PEERS.slice(page * 2 - 2, page * 2), meta: { totalPages: 3 } };
        },
      },
    ],
  },
  'errors of its own': { error: (status, message) => ({ error: { code: `E${status}`, message } }) },
  'a shorter list': { differences: { maxListLength: 20 } },
} satisfies Record<string, Face>;
