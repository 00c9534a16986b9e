import type { WireNames } from '../../../../src/api/interface/operation';
import { DocumentError, readDocument } from '../../../../src/api/interface/openapi';
import { compareDescription } from '../../../../src/api/interface/service-description';
import { operationOf, OPERATIONS } from '../../../../src/api/operations';
import { SCORE_MODELS } from '../../../../src/core/score';
import { KEY_HEADER } from '../../../support/published-fields';

const documentOf = (fields: object, version = '3.1.0'): string => JSON.stringify({ openapi: version, ...fields });
const parametersOf = (text: string) => readDocument(text)[0]!.parameters;
const text = { type: 'string' };

describe('an OpenAPI document', () => {
  test('lists its operations and their parameters', () => {
    const document = documentOf({
      paths: {
        '/a': {
          get: {
            parameters: [
              {
                name: 'x',
                in: 'query',
                required: true,
                description: 'An x',
                schema: {
                  title: 'X',
                  description: 'of many',
                  type: 'integer',
                  minimum: 1,
                  maximum: 9,
                  maxLength: 3,
                  default: 5,
                },
              },
            ],
          },
          post: {},
          delete: {},
        },
      },
    });
    expect(readDocument(document)).toMatchObject([
      {
        method: 'GET',
        path: '/a',
        parameters: [
          {
            name: 'x',
            in: 'query',
            isRequired: true,
            description: 'An x X of many',
            type: 'integer',
            values: undefined,
            limits: [1, 9, 3, 5],
          },
        ],
      },
      { method: 'POST', path: '/a', parameters: [] },
    ]);
  });

  test('may keep parameters and schemas elsewhere and refer to them', () => {
    const document = documentOf(
      {
        paths: { '/a': { get: { parameters: [{ $ref: '#/components/parameters/X' }] } } },
        components: {
          parameters: { X: { name: 'x', in: 'query', schema: { $ref: '#/components/schemas/Kind~1of~0x' } } },
          schemas: { 'Kind/of~x': { ...text, enum: ['a', 'b'] } },
        },
      },
      '3.0.3',
    );
    expect(parametersOf(document)).toMatchObject([{ name: 'x', type: 'text', values: ['a', 'b'] }]);
  });

  test('may have parameters for a whole path, which those of the operation override', () => {
    const document = documentOf({
      paths: {
        '/a': {
          parameters: [
            { name: 'x', in: 'query', schema: text },
            { name: 'y', in: 'query', schema: text },
          ],
          get: { parameters: [{ name: 'x', in: 'query', required: true, schema: { type: 'integer' } }] },
        },
      },
    });
    expect(parametersOf(document)).toMatchObject([
      { name: 'x', type: 'integer', isRequired: true },
      { name: 'y', type: 'text', isRequired: false },
    ]);
  });

  test('may use one name in the path and in the query', () => {
    const parameters = ['path', 'query'].map((place) => ({ name: 'x', in: place, schema: text }));
    expect(parametersOf(documentOf({ paths: { '/a/{x}': { get: { parameters } } } })).map((one) => one.in)).toEqual([
      'path',
      'query',
    ]);
  });

  test.each([
    ['3.1: several types', { type: ['integer', 'null'] }],
    ['3.1: several types, null first', { type: ['null', 'integer'] }],
    ['3.1: alternatives, null among them', { anyOf: [{ type: 'integer' }, { type: 'null' }], title: 'Limit' }],
    ['3.1: alternatives, null first', { anyOf: [{ type: 'null' }, { type: 'integer' }] }],
    ['3.0: nullable', { type: 'integer', nullable: true }],
    ['alternatives, some of them broken', { oneOf: [null, { $ref: '#/nowhere' }, { type: 'integer' }] }],
    ['alternatives in alternatives', { anyOf: [{ type: 'null' }, { oneOf: [{ type: 'integer' }] }] }],
    ['all of one', { allOf: [{ type: 'integer' }] }],
  ])('may mark an optional parameter in several ways: %s', (_, schema) => {
    expect(
      parametersOf(documentOf({ paths: { '/a': { get: { parameters: [{ name: 'x', in: 'query', schema }] } } } }))[0]!
        .type,
    ).toBe('integer');
  });

  test('may have types that no parameter of ours has, or none at all, and words that are none', () => {
    const parameters = [
      { name: 'x', in: 'query', schema: { type: 'boolean', title: 'X' } },
      { name: 'y', in: 'query', description: 5 },
    ];
    expect(parametersOf(documentOf({ paths: { '/a': { get: { parameters } } } }))).toMatchObject([
      { name: 'x', type: 'other', description: 'X' },
      { name: 'y', type: undefined, description: '' },
    ]);
  });

  test('may be written in as many as 10 MB, with other texts in angle brackets', () => {
    const document = documentOf({ info: { title: ' <b>Data</b>' }, paths: { '/a': { get: {} } } });
    expect(readDocument(document.padEnd(10_000_000))).toHaveLength(1);
  });

  test('whose schemas are alternatives of themselves is read to an end', () => {
    const itself = { $ref: '#/components/schemas/Circle' };
    const document = documentOf({
      paths: { '/a': { get: { parameters: [{ name: 'x', in: 'query', schema: itself }] } } },
      components: { schemas: { Circle: { anyOf: Array.from({ length: 20 }, () => itself) } } },
    });
    expect(parametersOf(document)).toMatchObject([{ name: 'x', type: undefined }]);
  });

  test('with broken parts still gives the rest', () => {
    const circle = { $ref: '#/components/parameters/Circle' };
    const document = documentOf({
      paths: {
        '/a': {
          get: {
            parameters: [
              null,
              1,
              {},
              { in: 'query', schema: text },
              { name: 'y', schema: text },
              { $ref: '#/nowhere' },
              { $ref: '#/nowhere/at/all' },
              { $ref: 'https://elsewhere.test/x' },
              { $ref: './components/parameters/OfThisFile' },
              circle,
              { name: 'x', in: 'query', schema: 'text' },
            ],
          },
        },
        '/b': null,
        '/c': { get: [] },
        '/d': { get: { parameters: {} } },
      },
      components: { parameters: { Circle: circle, OfThisFile: { name: 'z', in: 'query', schema: text } } },
    });
    expect(readDocument(document).map(({ path, parameters }) => [path, parameters.map(({ name }) => name)])).toEqual([
      ['/a', ['x']],
      ['/d', []],
    ]);
  });
});

test.each([
  [
    '\n  <!doctype html><p>Welcome',
    'The service sent a web page instead of a description: check the service address, or import the names from a file',
  ],
  [
    '{"openapi":"3.1.0","pa',
    'The description is cut off or not JSON: try again later, or import the names from a file',
  ],
  ['[]', 'The service did not send an OpenAPI 3 description: import the names from a file'],
  ['{"swagger":"2.0","paths":{}}', 'The service did not send an OpenAPI 3 description: import the names from a file'],
  ['{"openapi":"3.1.0"}', 'The service did not send an OpenAPI 3 description: import the names from a file'],
  [' '.repeat(10_000_001), 'The description is larger than 10 MB: import the names from a file'],
])('a text that is not an OpenAPI document is refused with a sentence: %#', (text, message) => {
  expect(() => readDocument(text)).toThrow(new DocumentError(message));
});

const at = (name: string, traits: object = {}) => ({ name, in: 'query', schema: text, ...traits });
const required = (name: string, schema: object = text) => at(name, { required: true, schema });
const whole = (name: string, limits: object = {}) => at(name, { schema: { type: 'integer', ...limits } });

const compare = (paths: object, current: WireNames = {}) =>
  compareDescription(readDocument(documentOf({ paths })), current);

/** What a service with only this operation, with these parameters, says about it. */
function compareOne(id: string, parameters: readonly object[], current: WireNames = {}) {
  const [method, path] = id.split(' ') as [string, string];
  const { names, differences } = compare({ [path]: { [method.toLowerCase()]: { parameters } } }, current);
  return { names, differences: differences.filter(({ operation }) => operation === id) };
}

/** What the service calls a parameter; undefined if none of those described is certain. */
const nameOf = (id: string, name: string, parameters: readonly object[]): string | undefined =>
  compareOne(id, parameters).names[`${id} ${name}`];

const FILINGS = 'GET /stocks/filings';
const [, ...FILTERS] = operationOf(FILINGS).parameters;
const USAGE = 'GET /account/usage';
const MARKETS = 'GET /stocks/markets';
const STATUS = 'GET /stocks/markets/status';
const HOLIDAYS = 'GET /stocks/markets/holidays';
const SCORES = 'GET /stocks/{symbol}/scores';
const QUOTE = 'GET /crypto/quote';
const QUOTES = 'GET /crypto/quotes';
const CONVERT = 'GET /crypto/convert/{from}/{to}';
const NEWS = 'GET /crypto/news';
const SYMBOLS = 'GET /stocks/symbols';

describe('beside the table of operations, a description', () => {
  test('may lack operations, and have others', () => {
    const { differences } = compare({
      '/weather/quotes': { get: {} },
      '/stocks/countries': { get: {} },
      '/algo/upload/backtrader': { post: {} },
    });
    expect(differences).toEqual([
      ...OPERATIONS.map(({ id }) => id)
        .filter((id) => id !== 'GET /stocks/countries' && id !== 'POST /algo/upload/backtrader')
        .map((operation) => ({ kind: 'gone', operation })),
      { kind: 'added', operation: 'GET /weather/quotes' },
    ]);
  });

  test('leaves the names of operations that it lacks as they are', () => {
    const current = { 'GET /crypto/quote symbol': 'pair' };
    expect(compare({ '/stocks/countries': { get: {} } }, current).names).toEqual(current);
  });

  test.each([
    [FILINGS, '/stocks/filings'],
    [FILINGS, '/Stocks/Filings/'],
    [FILINGS, '/data/V2/stocks/filings'],
    [FILINGS, '/{tenant}/api/stocks/filings'],
    [SCORES, '/stocks/{ticker}/scores'],
    [SCORES, '/v2/stocks/{s}/scores'],
  ])('has %s at %s', (id, path) => {
    const { differences } = compare({ [path]: { get: {} } });
    expect(differences.filter(({ kind, operation }) => kind === 'added' || operation === id)).toEqual(
      operationOf(id)
        .parameters.filter((parameter) => parameter.in === 'query')
        .map(({ name }) => ({ kind: 'unmatched', operation: id, parameter: name })),
    );
  });

  test.each([
    ['more of the operations', ['/v1/stocks/filings', '/v2/stocks/filings', '/v2/stocks/news'], '/v2/stocks/filings'],
    ['more of them, first', ['/v2/stocks/filings', '/v2/stocks/news', '/v1/stocks/filings'], '/v2/stocks/filings'],
    ['no prefix', ['/v1/stocks/filings', '/stocks/filings'], '/stocks/filings'],
    ['the first place', ['/v1/stocks/filings', '/v2/stocks/filings'], '/v1/stocks/filings'],
  ])('of several versions is that of the version with %s', (_, paths, counts) => {
    const { names, differences } = compare(
      Object.fromEntries(paths.map((path) => [path, { get: { parameters: [required(`ticker of ${path}`)] } }])),
    );
    expect(names['GET /stocks/filings ticker']).toBe(`ticker of ${counts}`);
    if (counts !== '/stocks/filings') expect(differences.filter(({ kind }) => kind === 'added')).toEqual([]);
  });

  test('is not compared by paths that only receive what the add-in reads', () => {
    const { names } = compare({
      '/hooks/stocks/filings': { post: {} },
      '/hooks/stocks/news': { post: {} },
      '/v1/stocks/filings': { get: { parameters: [required('company')] } },
    });
    expect(names['GET /stocks/filings ticker']).toBe('company');
  });

  test('of none of its operations is refused with a sentence', () => {
    expect(() => compare({ '/pets': { get: {} }, '/stocks/filings': { post: {} } })).toThrow(
      new DocumentError(
        'The description is of another service, or has none of its operations: check the service address',
      ),
    );
  });
});

describe('the parameters that a service describes', () => {
  test('may be those of the table', () => {
    const { names, differences, pairs } = compare({
      '/account/usage': { get: { parameters: [whole('limit'), at('interval')] } },
    });
    expect(names).toEqual({ 'GET /account/usage limit': 'limit', 'GET /account/usage interval': 'interval' });
    expect(differences.filter(({ operation }) => operation === USAGE)).toEqual([]);
    expect(pairs.map((pair) => [pair.operation.id, pair.parameter.name, pair.described.name])).toEqual([
      [USAGE, 'limit', 'limit'],
      [USAGE, 'interval', 'interval'],
    ]);
  });

  test.each<[string, string, object[], object[]]>([
    [
      'another name',
      FILINGS,
      [required('company'), ...FILTERS.map(({ name, wire = name, type }) => (type === 'integer' ? whole : at)(wire))],
      [{ kind: 'renamed', parameter: 'ticker', from: 'ticker', to: 'company' }],
    ],
    ['another type', USAGE, [at('limit'), at('interval')], [{ kind: 'type', parameter: 'limit' }]],
    ['nothing that fits', USAGE, [at('count'), at('interval')], [{ kind: 'unmatched', parameter: 'limit' }]],
    ['another name for one that is published', MARKETS, [at('exchange')], [{ kind: 'unmatched', parameter: 'mic' }]],
    [
      'one more that is required',
      MARKETS,
      [at('mic'), required('tenant'), at('language')],
      [{ kind: 'required', parameter: 'tenant' }],
    ],
    [
      'others outside the query',
      MARKETS,
      [at('mic'), { ...required(KEY_HEADER), in: 'header' }, { ...required('country'), in: 'path' }],
      [],
    ],
  ])('may have %s', (_, id, parameters, differences) => {
    expect(compareOne(id, parameters).differences).toEqual(
      differences.map((difference) => ({ operation: id, ...difference })),
    );
  });

  test('in a path may have any name', () =>
    expect(compareOne(SCORES, [{ ...required('ticker'), in: 'path' }, at('name')]).differences).toEqual([]));

  test.each([
    ['a symbol', QUOTE, 'symbol', ['string']],
    ['a list of symbols', QUOTES, 'symbols', ['string', 'array']],
    ['a whole number', USAGE, 'limit', ['integer', 'number']],
    ['a time in seconds', 'GET /indices/{symbol}/ticks', 'start', ['string', 'integer', 'number']],
    ['an amount', CONVERT, 'amount', ['string', 'integer', 'number']],
    ['a date', HOLIDAYS, 'start', ['string']],
  ])('may take %s as what the add-in sends', (_, id, name, fitting) => {
    const isFitting = (type: string | undefined) =>
      !compareOne(id, [at(name, { schema: { type } })]).differences.some(({ kind }) => kind === 'type');
    expect(['string', 'array', 'integer', 'number', 'boolean'].filter(isFitting)).toEqual(fitting);
    expect(isFitting(undefined)).toBe(true);
  });
});

describe('a parameter is found', () => {
  const current = { 'GET /stocks/filings ticker': 'symbol' };

  test('by its name in use, before its built-in one', () => {
    const { names, differences } = compareOne(FILINGS, [required('ticker'), required('symbol')], current);
    expect(names['GET /stocks/filings ticker']).toBe('symbol');
    expect(differences).toContainEqual({ kind: 'required', operation: FILINGS, parameter: 'ticker' });
  });

  test('by its built-in name if the service no longer has the one in use', () => {
    const { names, differences } = compareOne(FILINGS, [required('company'), required('ticker')], current);
    expect(names['GET /stocks/filings ticker']).toBe('ticker');
    expect(differences).toContainEqual({
      ...{ kind: 'renamed', operation: FILINGS, parameter: 'ticker' },
      ...{ from: 'symbol', to: 'ticker' },
    });
  });

  test('only where no other parameter was', () => {
    const { names, differences } = compareOne(FILINGS, [required('ticker'), whole('limit')], {
      'GET /stocks/filings type': 'limit',
      'GET /stocks/filings limit': 'count',
    });
    expect(names).toMatchObject({ 'GET /stocks/filings type': 'limit', 'GET /stocks/filings limit': 'count' });
    expect(differences).toContainEqual({ kind: 'unmatched', operation: FILINGS, parameter: 'limit' });
  });

  test.each([
    ['a company', FILINGS, 'ticker', ['symbol', 'companyName', 'stock', 'CIK']],
    ['several symbols', QUOTES, 'symbols', ['tickers', 'pairs', 'watchlist']],
    ['one symbol', QUOTE, 'symbol', ['ticker', 'pair', 'instrument']],
  ])('by a usual name of %s, which must be given, and by no other', (_, id, name, usual) => {
    expect(usual.map((one) => nameOf(id, name, [required(one)]))).toEqual(usual);
    expect(nameOf(id, name, [required('other')])).toBeUndefined();
  });

  test.each([
    ['how many filings', FILINGS, 'limit', 'integer', ['count', 'atMost', 'page-size']],
    ['how many records', NEWS, 'size', 'integer', ['limit', 'items_per_page']],
    ['a kind of filing', FILINGS, 'type', 'string', ['form', 'kind', 'category', 'filing']],
    ['a model', SCORES, 'model', 'string', ['modelId', 'score', 'name']],
    ['an exchange', STATUS, 'mic', 'string', ['market', 'exchangeCode']],
    ['the first day', HOLIDAYS, 'start', 'string', ['from', 'fromdate', 'begins', 'since', 'start_date']],
    ['the last day', HOLIDAYS, 'end', 'string', ['to', 'todate', 'date-to', 'until', 'end_date']],
    ['decimals', CONVERT, 'precision', 'integer', ['decimals', 'digits']],
    ['the next page', NEWS, 'cursor', 'string', ['page', 'nextToken']],
    ['an amount', CONVERT, 'amount', 'number', ['value', 'quantity']],
    ['a period', USAGE, 'interval', 'string', ['period']],
    ['the length of records', 'GET /crypto/symbols', 'mode', 'string', ['detail', 'fields']],
    ['a country', SYMBOLS, 'country', 'string', ['region']],
  ])('by a usual name of %s, which may be left out, and by no other', (_, id, name, type, usual) => {
    expect(usual.map((one) => nameOf(id, name, [at(one, { schema: { type } })]))).toEqual(usual);
    expect(nameOf(id, name, [at('other', { schema: { type } })])).toBeUndefined();
  });

  test('by the words of its description', () => {
    const described = whole('n', { title: 'N', description: 'The Number of filings' });
    expect(nameOf(FILINGS, 'limit', [described])).toBe('n');
  });

  test('not by "from" and "to" in a description, or by letters within a word of it', () => {
    const others = ['language', 'sector'].map((name) => at(name, { description: 'To choose from calendars' }));
    expect(compareOne(HOLIDAYS, [at('exchange'), at('dateFrom'), at('dateTo'), ...others]).names).toEqual({
      [`${HOLIDAYS} mic`]: 'exchange',
      [`${HOLIDAYS} start`]: 'dateFrom',
      [`${HOLIDAYS} end`]: 'dateTo',
    });
    expect(compareOne(HOLIDAYS, others).names).toEqual({});
  });

  test('by the same values', () => {
    const values = [...SCORE_MODELS, 'all'];
    expect(nameOf(SCORES, 'model', [at('q', { schema: { ...text, enum: values } })])).toBe('q');
    expect(nameOf(SCORES, 'model', [at('q', { schema: { ...text, enum: SCORE_MODELS } })])).toBeUndefined();
    expect(nameOf(SCORES, 'model', [required('q', { ...text, enum: values })])).toBeUndefined();
  });

  test('by two equal limits, or by one if both must be given', () => {
    expect(nameOf(USAGE, 'limit', [whole('n', { minimum: 1, maximum: 168 })])).toBe('n');
    expect(nameOf(USAGE, 'limit', [whole('n', { maximum: 168, default: 24 })])).toBe('n');
    expect(nameOf(USAGE, 'limit', [whole('n', { minimum: 1, maximum: 100 })])).toBeUndefined();
    expect(nameOf(QUOTES, 'symbols', [required('q', { ...text, maxLength: 50 })])).toBe('q');
    expect(nameOf(QUOTES, 'symbols', [required('q', { ...text, maxLength: 51 })])).toBeUndefined();
  });

  test.each<[string, string, string, object[]]>([
    ['it may be left out, and the one that is like it may not', STATUS, 'mic', [required('exchange')]],
    ['it must be given, and the one that is like it may be left out', FILINGS, 'ticker', [at('company')]],
    ['the one that is like it takes something else', FILINGS, 'ticker', [required('company', { type: 'integer' })]],
    ['two are equally like it', FILINGS, 'ticker', [required('symbol'), required('company')]],
  ])('nowhere if %s', (_, id, name, parameters) => {
    const { names, differences } = compareOne(id, parameters);
    expect(names[`${id} ${name}`]).toBeUndefined();
    expect(differences).toContainEqual({ kind: 'unmatched', operation: id, parameter: name });
  });

  test('in the one of two that is more like it', () => {
    const likest = at('score', { schema: { ...text, enum: [...SCORE_MODELS, 'all'] } });
    for (const parameters of [
      [likest, at('score_date')],
      [at('score_date'), likest],
    ])
      expect(nameOf(SCORES, 'model', parameters)).toBe('score');
  });

  test('in one that is less like another parameter, which has its own', () => {
    const digits = whole('digits', { description: 'Digits of the value', minimum: 0 });
    const { names } = compareOne(CONVERT, [digits, at('quantity', { schema: { type: 'number' } })]);
    expect(names).toEqual({ [`${CONVERT} precision`]: 'digits', [`${CONVERT} amount`]: 'quantity' });
  });

  test('beside others that are as certain', () => {
    expect(compareOne(HOLIDAYS, [at('exchange'), at('since'), at('until')]).names).toEqual({
      [`${HOLIDAYS} mic`]: 'exchange',
      [`${HOLIDAYS} start`]: 'since',
      [`${HOLIDAYS} end`]: 'until',
    });
  });
});
