import { operationOf, OPERATIONS, parameterOf } from '../../src/api/operations';
import { HOLIDAY_FIELDS, HOURS_FIELDS, MARKET_FIELDS, QUOTE_FIELDS } from '../support/published-fields';

/** Written by hand from the interface document, section 4: the eight with a shape, then the others. */
const DOCUMENTED = [
  'GET /stocks/markets',
  'GET /stocks/markets/holidays',
  'GET /stocks/markets/hours',
  'GET /indices/{symbol}/ticks',
  'GET /indices/symbols',
  'GET /stocks/filings',
  'GET /currencies/quotes',
  'GET /stocks/{symbol}/scores',
];
const LISTED = [
  'GET /account/usage',
  'GET /commodities/symbols',
  'GET /commodities/quote',
  'GET /commodities/quotes',
  'GET /commodities/news',
  'GET /commodities/types',
  'GET /crypto/convert/{from}/{to}',
  'GET /crypto/exchanges',
  'GET /crypto/symbols',
  'GET /crypto/quote',
  'GET /crypto/quotes',
  'GET /crypto/news',
  'GET /currencies/convert/{from}/{to}',
  'GET /currencies/symbols',
  'GET /currencies/quote',
  'GET /currencies/news',
  'GET /indices/quote',
  'GET /indices/quotes',
  'GET /indices/news',
  'GET /stocks/countries',
  'GET /stocks/symbols',
  'GET /stocks/quote',
  'GET /stocks/quotes',
  'GET /stocks/news',
  'GET /stocks/markets/status',
  'GET /algo/symbols',
  'POST /algo/upload/backtesting',
  'POST /algo/upload/backtrader',
];

const fieldsOf = (id: string): string[] => operationOf(id).record.map(({ name }) => name);
const nullable = (id: string): string[] =>
  operationOf(id)
    .record.filter((column) => column.nullable)
    .map(({ name }) => name);
const parametersOf = (id: string): string[] =>
  operationOf(id).parameters.map(({ name, wire, isRequired }) => `${wire ?? name}${isRequired ? '' : '?'}`);

describe('the table of operations', () => {
  test('has exactly the operations of the interface document', () =>
    expect(OPERATIONS.map(({ id }) => id).sort()).toEqual([...DOCUMENTED, ...LISTED].sort()));

  test('marks an operation as assumed exactly if the document does not show its shape', () => {
    expect(
      OPERATIONS.filter(({ isAssumed }) => !isAssumed)
        .map(({ id }) => id)
        .sort(),
    ).toEqual([...DOCUMENTED].sort());
  });

  test.each<[string, readonly string[]]>([
    ['GET /stocks/markets', ['mic?']],
    ['GET /stocks/markets/holidays', ['mic?', 'start?', 'end?']],
    ['GET /stocks/markets/hours', ['mic?', 'start?', 'end?']],
    ['GET /indices/{symbol}/ticks', ['symbol', 'start', 'end', 'cursor?', 'limit?']],
    ['GET /indices/symbols', ['size?', 'mode?', 'type?', 'country?', 'cursor?']],
    ['GET /stocks/filings', ['ticker', 'filing_type?', 'limit?']],
    ['GET /currencies/quotes', ['symbols', 'precision?']],
    ['GET /stocks/{symbol}/scores', ['symbol', 'name?']],
    ['GET /stocks/quote', ['symbol', 'precision?']],
    ['GET /crypto/convert/{from}/{to}', ['from', 'to', 'amount?', 'precision?']],
    ['GET /account/usage', ['limit?', 'interval?']],
    ['GET /stocks/news', ['cursor?', 'size?']],
  ])('has the known parameters for %s: %j', (id, parameters) =>
    expect(parametersOf(id)).toEqual(expect.arrayContaining([...parameters])),
  );

  test.each<[string, readonly string[]]>([
    ['GET /stocks/markets', MARKET_FIELDS],
    ['GET /stocks/markets/holidays', HOLIDAY_FIELDS],
    ['GET /stocks/markets/hours', HOURS_FIELDS],
    ['GET /indices/{symbol}/ticks', ['time', 'ask', 'bid', 'mid']],
    ['GET /indices/symbols', ['symbol', 'name']],
    [
      'GET /stocks/filings',
      ['accession_number', 'filing_type', 'filing_date', 'report_date', 'period_of_report', 'file_url'],
    ],
    ['GET /currencies/quotes', QUOTE_FIELDS],
  ])('has the fields of %s from the document, in order', (id, fields) => expect(fieldsOf(id)).toEqual(fields));

  test('knows the fields of a market that may be null', () => {
    expect(nullable('GET /stocks/markets')).toEqual([
      'acronym',
      'previous_dst_transition',
      'next_dst_transition',
      'early_close_time',
    ]);
  });

  test('marks facts about records that are missing from the document as assumed', () => {
    const assumedIn = (id: string): string[] =>
      operationOf(id)
        .record.filter(({ isAssumed }) => isAssumed)
        .map(({ name }) => name);
    expect(assumedIn('GET /stocks/markets/holidays')).toEqual([
      'holiday_name',
      'is_early_close',
      'open_time',
      'close_time',
    ]);
    expect(assumedIn('GET /stocks/markets/hours')).toEqual(['holiday_name']);
    expect(assumedIn('GET /algo/symbols')).toEqual(['earliest', 'latest']);
    expect(assumedIn('GET /stocks/markets')).toEqual([]);
  });

  test('calls a field nullable without a mark only if the document says so', () => {
    const unmarked = OPERATIONS.filter(({ id, isAssumed }) => !isAssumed && id !== 'GET /stocks/markets').flatMap(
      ({ record }) => record.filter(({ nullable: mayBeNull, isAssumed }) => mayBeNull && !isAssumed),
    );
    expect(unmarked).toEqual([]);
  });

  test('marks every name of a parameter that the document does not show, and the minimum of ticks', () => {
    const shown = OPERATIONS.flatMap(({ id, parameters }) =>
      parameters.filter(({ isAssumed }) => !isAssumed).map(({ name }) => `${id} ${name}`),
    );
    expect(shown.filter((name) => !name.includes('{'))).toEqual(['GET /stocks/markets mic']);
    expect(parameterOf('GET /indices/{symbol}/ticks', 'limit')).toMatchObject({ min: 1, isMinAssumed: true });
    expect(parameterOf('GET /stocks/filings', 'limit')).not.toHaveProperty('isMinAssumed');
  });

  test.each([
    ['crypto', true],
    ['currencies', true],
    ['indices', true],
    ['commodities', false],
    ['stocks', false],
  ])('has the mode of the list of symbols where the document has not removed it: %s', (area, hasMode) => {
    expect(operationOf(`GET /${area}/symbols`).parameters.some(({ name }) => name === 'mode')).toBe(hasMode);
    expect(operationOf(`GET /${area}/symbols`).parameters.some(({ name }) => name === 'page')).toBe(false);
  });

  test('has the limits from the document', () => {
    const limitOf = (id: string, name: string) =>
      operationOf(id).parameters.find((parameter) => parameter.name === name);
    expect(limitOf('GET /stocks/filings', 'limit')).toMatchObject({ type: 'integer', min: 1, max: 100 });
    expect(limitOf('GET /currencies/quotes', 'symbols')).toMatchObject({ type: 'texts', maxLength: 50 });
    expect(limitOf('GET /indices/{symbol}/ticks', 'limit')).toMatchObject({ type: 'integer', default: 100 });
    expect(limitOf('GET /stocks/{symbol}/scores', 'model')).toMatchObject({
      default: 'all',
      values: ['piotroski', 'altman-z', 'beneish-m', 'all'],
    });
  });

  test('keeps quotes fresh for 15 seconds, status and news for a minute, filings and scores for an hour, calendars for a day', () => {
    const seconds = [
      'GET /stocks/quotes',
      'GET /stocks/markets/status',
      'GET /account/usage',
      'GET /stocks/news',
      'GET /stocks/filings',
      'GET /stocks/{symbol}/scores',
      'GET /stocks/markets/hours',
      'GET /stocks/markets',
      'GET /stocks/symbols',
    ].map((id) => operationOf(id).freshSeconds);
    expect(seconds).toEqual([15, 60, 60, 60, 3600, 3600, 86400, 86400, 86400]);
  });
});
