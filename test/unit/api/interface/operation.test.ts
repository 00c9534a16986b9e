import {
  ALL_QUOTE_FIELDS,
  AREAS,
  argumentName,
  assumed,
  operation,
  query,
  quotesOf,
  wireName,
} from '../../../../src/api/interface/operation';
import { operationOf, path } from '../../../../src/api/operations';

test('quotes of each area have their own operation, and the fields of the record QUOTE', () => {
  expect(AREAS.map((area) => quotesOf(area).id)).toEqual(AREAS.map((area) => `GET /${area}/quotes`));
  expect(quotesOf('stocks').record.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
    'symbol text',
    'ask number',
    'bid number',
    'mid number',
    'timestamp unix',
  ]);
});

test('all fields of a quote show the bid before the ask', () => {
  expect(ALL_QUOTE_FIELDS).toEqual(['symbol', 'bid', 'ask', 'mid', 'timestamp']);
});

describe('the interface document', () => {
  test('shows the list of quotes of currencies, and no other operation for quotes', () => {
    expect(AREAS.filter((area) => !quotesOf(area).isAssumed)).toEqual(['currencies']);
    expect(AREAS.filter((area) => !operationOf(`GET /${area}/quote`).isAssumed)).toEqual([]);
  });

  test('shows no parameter of a quote: its symbols are a list of at most 50 characters, its decimals at least 0', () => {
    expect(quotesOf('crypto')).toMatchObject({
      batchBy: 'symbols',
      parameters: [
        { name: 'symbols', type: 'texts', isRequired: true, isAssumed: true, maxLength: 50 },
        { name: 'precision', type: 'integer', isAssumed: true, min: 0 },
      ],
    });
  });

  test.each([
    ['crypto', 8],
    ['stocks', 5],
  ] as const)('says that one quote of %s is an object with %i decimals by default', (area, decimals) => {
    expect(operationOf(`GET /${area}/quote`)).toMatchObject({
      path: `/${area}/quote`,
      shape: 'object',
      parameters: [
        { name: 'symbol', type: 'text', isRequired: true, isAssumed: true },
        { name: 'precision', default: decimals },
      ],
    });
  });
});

describe('the name of a parameter', () => {
  const parameter = query('mic', 'texts', { argument: 'mics' });
  const row = operation('GET /stocks/markets', 'documented', [parameter], {
    kind: 'markets',
    shape: 'array',
    freshSeconds: 60,
  });

  test('in messages is the name of the argument, if that is another', () => {
    expect([argumentName(parameter), argumentName(query('limit', 'integer'))]).toEqual(['mics', 'limit']);
  });

  test('in requests is the one of the settings, else the one of the row, else its own', () => {
    expect(wireName(row, parameter)).toBe('mic');
    expect(wireName(row, { ...parameter, wire: 'market' })).toBe('market');
    expect(wireName(row, { ...parameter, wire: 'market' }, { 'GET /stocks/markets mic': 'exchange' })).toBe('exchange');
    expect(wireName(row, parameter, { 'GET /stocks/countries mic': 'exchange' })).toBe('mic');
  });
});

describe('a row of the table of operations', () => {
  test('has the method and the path of its id, and no record unless it says so', () => {
    expect(
      operation('GET /stocks/countries', 'documented', [], { kind: 'names', shape: 'items', freshSeconds: 60 }),
    ).toEqual({
      id: 'GET /stocks/countries',
      method: 'GET',
      path: '/stocks/countries',
      parameters: [],
      kind: 'names',
      shape: 'items',
      record: [],
      freshSeconds: 60,
      isAssumed: false,
    });
  });

  test('says of each parameter where it is written, and whether the interface document shows it', () => {
    expect(path('symbol')).toEqual({ name: 'symbol', type: 'text', in: 'path', isRequired: true });
    expect(query('limit', 'integer', { min: 1 })).toEqual({ name: 'limit', type: 'integer', in: 'query', min: 1 });
    expect(assumed(query('type', 'text'))).toEqual({ name: 'type', type: 'text', in: 'query', isAssumed: true });
  });
});
