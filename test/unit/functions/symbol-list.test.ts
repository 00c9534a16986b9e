import { createTestSession, type Plain, show } from '../../support/evaluate';
import { createStubService, type Route, status, type StubService } from '../../support/stub-service';

type Item = Readonly<Record<string, unknown>>;

/** Pages of a list, at most a hundred to a page; the cursor is the place of the first item. */
const paged =
  (items: readonly Item[]): Route =>
  ({ query }) => {
    const start = Number(query.get('cursor') ?? 0);
    const end = start + Math.min(100, Number(query.get('size')));
    return { items: items.slice(start, end), next_page: end < items.length ? String(end) : null };
  };

const STOCKS: readonly Item[] = [
  { symbol: 'AAPL', name: 'Apple Inc.', country: 'us', description: 'Phones' },
  { symbol: 'PINE', name: 'Pineapple Pic', country: 'us', description: null },
  { symbol: 'SAP', name: 'SAP SE', country: 'de', description: 'Software' },
];
const many = (count: number): Item[] =>
  Array.from({ length: count }, (_, index) => ({ symbol: `S${index}`, name: `Name ${index}` }));

const createSymbolService = (): StubService =>
  createStubService({
    '/stocks/symbols': (request) =>
      paged(STOCKS.filter(({ country }) => [null, country].includes(request.query.get('country'))))(request),
    '/currencies/symbols': paged(many(650)),
    '/indices/symbols': paged(many(500)),
    '/commodities/symbols': paged(many(2)),
    '/crypto/symbols': paged(many(10_050)),
  });
const symbols = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
  show(createTestSession({ service: createSymbolService() }), 'SYMBOLS', ...rawArguments);

async function queriesFor(...rawArguments: unknown[]): Promise<string[]> {
  const service = createSymbolService();
  await show(createTestSession({ service }), 'SYMBOLS', ...rawArguments);
  return service.requests.map(({ path, query }) => `${path}?${query}`);
}

describe('the table of MD.SYMBOLS', () => {
  test('has a header and a row for each symbol, with the fields of its area', async () => {
    expect(await symbols('commodities')).toEqual([
      ['symbol', 'name'],
      ['S0', 'Name 0'],
      ['S1', 'Name 1'],
    ]);
    expect(await symbols('stocks')).toEqual([
      ['symbol', 'name', 'country', 'description'],
      ['AAPL', 'Apple Inc.', 'us', 'Phones'],
      ['PINE', 'Pineapple Pic', 'us', ''],
      ['SAP', 'SAP SE', 'de', 'Software'],
    ]);
  });

  test('shows the named fields in their order, with blanks for fields that an area does not have', async () => {
    expect(await symbols('stocks', 'country=de', null, 'name,symbol')).toEqual([
      ['name', 'symbol'],
      ['SAP SE', 'SAP'],
    ]);
    expect(await symbols('commodities', null, 1, 'country,symbol', false)).toEqual([['', 'S0']]);
  });

  test('is a single value for one symbol and one named field', async () => {
    expect(await symbols('stocks', 'country=de', null, 'symbol')).toEqual([['SAP']]);
    expect(await symbols('stocks', 'country=de', null, 'symbol', true)).toEqual([['symbol'], ['SAP']]);
  });

  test('has 500 symbols unless a limit is given', async () => {
    expect(await symbols('currencies', null, null, null, false)).toHaveLength(500);
    expect(await symbols('currencies', null, 120, null, false)).toEqual(
      many(120).map(({ symbol, name }) => [symbol, name]),
    );
    expect(await symbols('currencies', null, 10_000, null, false)).toHaveLength(650);
  });

  test('is #N/A if nothing passes the filter or the list is empty', async () => {
    expect(await symbols('stocks', 'country=fr')).toBe(
      '#N/A: No symbol of stocks passes the filter: check its spelling',
    );
    expect(await symbols('stocks', 'pear')).toBe('#N/A: No symbol of stocks passes the filter: check its spelling');
    const service = createStubService({ '/stocks/symbols': () => ({ items: [] }) });
    expect(await show(createTestSession({ service }), 'SYMBOLS', 'stocks')).toBe(
      '#N/A: No symbol of stocks is known: name another area',
    );
  });

  test('gives the message of the service if that does not accept a condition', async () => {
    const refusal = { detail: [{ loc: ['query', 'country'], msg: 'Input should be us or de', type: 'enum' }] };
    const service = createStubService({ '/stocks/symbols': () => status(422, refusal) });
    expect(await show(createTestSession({ service }), 'SYMBOLS', 'stocks', 'country=xx')).toBe(
      '#VALUE!: country: "xx" is refused; the service says "Input should be us or de" (422)',
    );
  });
});

describe('the filter of MD.SYMBOLS', () => {
  test.each<[string, unknown]>([
    ['a word', 'apple'],
    ['a word in capitals', ' APPLE '],
    ['a part of a symbol', 'pin; apple'],
    ['a column of words', [['apple'], ['']]],
    [
      'a column without names',
      [
        ['', 'apple'],
        [0, 0],
      ],
    ],
  ])('searches symbol and name, ignoring case: %s', async (_, filter) => {
    const found = await symbols('stocks', filter, null, 'symbol', false);
    expect(found).toEqual(JSON.stringify(filter).includes('pin') ? [['PINE']] : [['AAPL'], ['PINE']]);
  });

  test.each<[string, unknown]>([
    ['a text', 'Country = US; type=ETF'],
    [
      'two columns',
      [
        ['country', 'us'],
        ['type', 'etf'],
        ['', ''],
      ],
    ],
    ['a column', [['country=us'], ['type=etf']]],
    ['one with a condition left open', 'country=us;type=etf;mode='],
  ])('sends conditions in lower case: %s', async (_, filter) => {
    expect(await queriesFor('stocks', filter, 3)).toEqual(['/stocks/symbols?size=3&type=etf&country=us']);
  });

  test('may contain both search words and conditions', async () => {
    expect(await symbols('stocks', 'country=us; pine', null, 'name')).toEqual([['Pineapple Pic']]);
    expect(await queriesFor('stocks', 'country=us; pine')).toEqual(['/stocks/symbols?size=10000&country=us']);
  });
});

describe('a request of MD.SYMBOLS', () => {
  test.each(['crypto', 'currencies', 'indices'])(
    'has the mode in the area %s, of which the interface names it',
    async (area) => expect(await queriesFor(area, 'mode=base', 5)).toEqual([`/${area}/symbols?size=5&mode=base`]),
  );

  test('is sent for one page after another up to the limit', async () => {
    expect(await queriesFor('currencies', null, 250)).toEqual([
      '/currencies/symbols?size=250',
      '/currencies/symbols?size=100&cursor=100',
      '/currencies/symbols?size=100&cursor=200',
    ]);
  });

  test('fetches the whole list once a day for all searches in it', async () => {
    let now = 0;
    const service = createSymbolService();
    const session = createTestSession({ service, now: () => now });
    await Promise.all([show(session, 'SYMBOLS', 'indices', 'name 7'), show(session, 'SYMBOLS', 'indices', 's49', 3)]);
    expect(service.requests).toHaveLength(5);
    now = 86_399_999;
    await show(session, 'SYMBOLS', 'indices', 'something else');
    expect(service.requests).toHaveLength(5);
  });
});

describe('the activity mentions', () => {
  async function notesOf(...rawArguments: unknown[]): Promise<string[]> {
    const session = createTestSession({ service: createSymbolService() });
    await show(session, 'SYMBOLS', ...rawArguments);
    return session.activity.notes.map(({ text }) => text);
  }

  test('that the default limit cuts off the list', async () => {
    const cut = ['currencies: the first 500 symbols are shown; give a limit of up to 10000 for more'];
    expect(await notesOf('currencies')).toEqual(cut);
    expect(await notesOf('currencies', 'name')).toEqual(cut);
    expect(await notesOf('currencies', null, 500)).toEqual([]);
    expect(await notesOf('indices')).toEqual([]);
  });

  test('that a search does not reach the end of the list', async () => {
    expect(await notesOf('crypto', 'name 10049')).toEqual([
      'crypto: only the first 10000 symbols were searched; narrow the list with a filter such as "country=us"',
    ]);
  });
});
