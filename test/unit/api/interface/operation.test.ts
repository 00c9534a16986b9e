import { AREAS, argumentName, wireName } from '../../../../src/api/interface/operation';
import { ALL_QUOTE_FIELDS, quotesOf } from '../../../../src/api/interface/quote-rows';
import { operationOf, parameterOf } from '../../../../src/api/operations';

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

test('all fields of a quote show the bid before the ask', () =>
  expect(ALL_QUOTE_FIELDS).toEqual(['symbol', 'bid', 'ask', 'mid', 'timestamp']));

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
  const row = operationOf('GET /stocks/markets');
  const parameter = parameterOf('GET /stocks/markets', 'mic');

  test('in messages is the name of the argument, if that is another', () => {
    expect([argumentName(parameter), argumentName(parameterOf('GET /account/usage', 'limit'))]).toEqual([
      'mics',
      'limit',
    ]);
  });

  test('in requests is the one of the settings, else the one of the row, else its own', () => {
    expect(wireName(row, parameter)).toBe('mic');
    expect(wireName(row, { ...parameter, wire: 'market' })).toBe('market');
    expect(wireName(row, { ...parameter, wire: 'market' }, { 'GET /stocks/markets mic': 'exchange' })).toBe('exchange');
    expect(wireName(row, parameter, { 'GET /stocks/countries mic': 'exchange' })).toBe('mic');
  });
});

test('a row of the table has the method and the path of its id, and no record unless it says so', () => {
  expect(operationOf('POST /algo/upload/backtrader')).toEqual({
    id: 'POST /algo/upload/backtrader',
    method: 'POST',
    path: '/algo/upload/backtrader',
    parameters: [],
    kind: 'upload',
    shape: 'any',
    record: [],
    freshSeconds: 0,
    isAssumed: true,
  });
});

test('a parameter says where it is written, and whether the interface document shows it', () => {
  expect(parameterOf('GET /indices/{symbol}/ticks', 'symbol')).toMatchObject({ in: 'path', isRequired: true });
  expect(parameterOf('GET /indices/{symbol}/ticks', 'cursor')).toEqual({ name: 'cursor', type: 'text', in: 'query' });
  expect(parameterOf('GET /stocks/filings', 'type')).toMatchObject({ in: 'query', isAssumed: true });
});
