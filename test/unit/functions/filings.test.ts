import { CellError } from '../../../src/core/errors';
import { createTestSession, type Plain, show } from '../../support/evaluate';
import { asked, createStubService, type Route, status, type StubService } from '../../support/stub-service';
import { filing } from './sample-answers';

const FILINGS: Readonly<Record<string, readonly Record<string, unknown>[]>> = {
  AAPL: [filing('8-K', '2026-11-20'), filing('10-K', '2026-10-30'), filing('10-K', '2025-10-31')],
  MSFT: [filing('10-Q', '2026-10-28')],
  NEWCO: [],
};

const answerFilings: Route = ({ query }) => {
  const filings = FILINGS[query.get('ticker')!];
  const type = query.get('filing_type');
  if (!filings) return status(404, { detail: 'Ticker not found' });
  return {
    ticker: query.get('ticker'),
    filings: filings.filter((one) => type === null || one.filing_type === type).slice(0, Number(query.get('limit'))),
  };
};

const createFilingsService = (): StubService => createStubService({ '/stocks/filings': answerFilings });
const filings = (...rawArguments: unknown[]): Promise<Plain | Plain[][]> =>
  show(createTestSession({ service: createFilingsService() }), 'FILINGS', ...rawArguments);

const HEADERS = ['accession_number', 'filing_type', 'filing_date', 'report_date', 'period_of_report', 'file_url'];
const APPLE = [
  ['0000-2026-11-20', '8-K', 46346, 46346, '2026-11', 'https://filings.example/2026-11-20'],
  ['0000-2026-10-30', '10-K', 46325, 46325, '2026-10', 'https://filings.example/2026-10-30'],
  ['0000-2025-10-31', '10-K', 45961, 45961, '2025-10', 'https://filings.example/2025-10-31'],
];
const MICROSOFT = ['0000-2026-10-28', '10-Q', 46323, 46323, '2026-10', 'https://filings.example/2026-10-28'];
const notFound = (ticker: string): string => `#N/A: "${ticker}" has no filings: check the ticker`;
const noneOf = (ticker: string, types: string): string =>
  `#N/A: "${ticker}" has filings, but none of ${types}: leave the type out to see them all`;

describe('the table of MD.FILINGS', () => {
  test('has a header and a row for each filing of one company, newest first', async () => {
    expect(await filings('AAPL')).toEqual([HEADERS, ...APPLE]);
    expect(await filings(' aapl ')).toEqual([HEADERS, ...APPLE]);
    expect(await filings('stocks:AAPL')).toEqual([HEADERS, ...APPLE]);
  });

  test('stacks several companies in the order of the tickers, with ticker as the first column', async () => {
    expect(await filings('MSFT,AAPL')).toEqual([
      ['ticker', ...HEADERS],
      ['MSFT', ...MICROSOFT],
      ...APPLE.map((row) => ['AAPL', ...row]),
    ]);
    expect(await filings([['AAPL', 'MSFT']], '10-Q')).toEqual([
      ['ticker', ...HEADERS],
      ['AAPL', ...HEADERS.map(() => noneOf('AAPL', 'this type (10-Q)'))],
      ['MSFT', ...MICROSOFT],
    ]);
  });

  test('can have no header, and named fields in any order', async () => {
    expect(await filings('AAPL', null, null, 'filing_date,filing_type', false)).toEqual([
      [46346, '8-K'],
      [46325, '10-K'],
      [45961, '10-K'],
    ]);
    expect(await filings('MSFT', null, null, [['filing_type', '', 'filing_date']])).toEqual([
      ['filing_type', '', 'filing_date'],
      ['10-Q', '', 46323],
    ]);
    expect(await filings('MSFT', null, null, 'ALL', 0)).toEqual([MICROSOFT]);
    expect(await filings('AAPL,MSFT', null, 1, 'filing_type')).toEqual([
      ['ticker', 'filing_type'],
      ['AAPL', '8-K'],
      ['MSFT', '10-Q'],
    ]);
  });

  test('is a single value for one filing and one named field', async () => {
    expect(await filings('AAPL', '10-K', 1, 'filing_date')).toEqual([[46325]]);
    expect(await filings('AAPL', '10-K', 1, 'filing_date', true)).toEqual([['filing_date'], [46325]]);
    expect(await filings('AAPL', '10-K', 2, 'filing_date')).toEqual([['filing_date'], [46325], [45961]]);
  });

  test.each([
    ['a date', '2026-09-26', 46291],
    ['a quarter', 'Q3 2026', 'Q3 2026'],
    ['a month', '2026-09', '2026-09'],
    ['a date that the calendar does not have', '2026-09-31', '2026-09-31'],
    ['not published', null, ''],
    ['an empty text', '', ''],
  ])('shows a period of report that is %s', async (_, period_of_report, shown) => {
    const service = createStubService({
      '/stocks/filings': () => ({ ticker: 'MSFT', filings: [{ ...filing('10-Q', '2026-10-28'), period_of_report }] }),
    });
    const shows = await show(createTestSession({ service }), 'FILINGS', 'MSFT', null, 1, 'period_of_report');
    expect(shows).toEqual([[shown]]);
  });

  test('leaves an unpublished date blank', async () => {
    const service = createStubService({
      '/stocks/filings': () => ({ ticker: 'MSFT', filings: [{ ...filing('10-Q', '2026-10-28'), report_date: null }] }),
    });
    expect(
      await show(createTestSession({ service }), 'FILINGS', 'MSFT', null, null, 'filing_type,report_date', false),
    ).toEqual([['10-Q', '']]);
  });
});

describe('MD.FILINGS without results:', () => {
  test('a single bad ticker is #N/A', async () => {
    expect(await filings('NOSUCH')).toBe(notFound('NOSUCH'));
    expect(await filings('APPL')).toBe('#N/A: "APPL" is probably a typing error: write "AAPL"');
  });

  test('a bad ticker among others is one row with the ticker and #N/A', async () => {
    const error = notFound('NOSUCH');
    expect(await filings([['NOSUCH'], ['MSFT']], null, null, 'filing_type,filing_date')).toEqual([
      ['ticker', 'filing_type', 'filing_date'],
      ['NOSUCH', error, error],
      ['MSFT', '10-Q', 46323],
    ]);
  });

  test('a ticker without any filings is unknown, whatever the type', async () => {
    expect(await filings('NEWCO')).toBe(notFound('NEWCO'));
    expect(await filings('NEWCO', '10-K')).toBe(notFound('NEWCO'));
    expect(await filings('NOSUCH', 'NT 10-K')).toBe(notFound('NOSUCH'));
  });

  test('a company that has filings, but none of the type, is not unknown', async () => {
    expect(await filings('AAPL', 'NT 10-K')).toBe(noneOf('AAPL', 'this type (NT 10-K)'));
    expect(await filings('AAPL', 'NT 10-K, 20-F')).toBe(noneOf('AAPL', 'these types (NT 10-K, 20-F)'));
    expect(await filings('AAPL,MSFT,NOSUCH', '8-K', 1, 'filing_type', false)).toEqual([
      ['AAPL', '8-K'],
      ['MSFT', noneOf('MSFT', 'this type (8-K)')],
      ['NOSUCH', notFound('NOSUCH')],
    ]);
  });

  test('a ticker is called neither unknown nor empty if the service cannot be asked', async () => {
    const service = createStubService({
      '/stocks/filings': (request) => (request.query.has('filing_type') ? answerFilings(request) : status(403)),
    });
    expect(await show(createTestSession({ service }), 'FILINGS', 'AAPL', 'NT 10-K')).toBe(
      '#N/A: "AAPL" has no filings of this type (NT 10-K): check the ticker and the type',
    );
  });

  test('blank cells are skipped in a table of several filings each', async () => {
    expect(await filings([[''], ['MSFT'], [null]], null, null, 'filing_type')).toEqual([['10-Q']]);
    expect(await filings([['MSFT'], [''], ['AAPL']], '10-K,10-Q', 2, 'filing_type', false)).toEqual([
      ['MSFT', '10-Q'],
      ['AAPL', '10-K'],
      ['AAPL', '10-K'],
    ]);
  });

  test('blank cells keep their rows if each company has one filing, so that all stay beside their names', async () => {
    const names = [['AAPL'], [''], ['NOSUCH'], [null], ['MSFT']];
    expect(await filings(names, null, 1, 'filing_type', false)).toEqual([
      ['AAPL', '8-K'],
      ['', ''],
      ['NOSUCH', notFound('NOSUCH')],
      ['', ''],
      ['MSFT', '10-Q'],
    ]);
    expect(await filings([['MSFT'], ['']], null, 1, 'filing_date')).toEqual([['filing_date'], [46323], ['']]);
  });

  test('only blank cells are #N/A', async () =>
    expect(await filings([[''], [null]])).toBe('#N/A: There is nothing to look up: every cell is blank'));

  test('an error in the range is a row with that error', async () => {
    expect(await filings([[new CellError('#NAME?')], ['MSFT']], null, null, 'filing_type')).toEqual([
      ['ticker', 'filing_type'],
      ['#NAME?: ', '#NAME?: '],
      ['MSFT', '10-Q'],
    ]);
  });
});

describe('several types of filings', () => {
  test('are one table, newest first, up to the limit', async () => {
    expect(await filings('AAPL', '10-K,8-K', null, 'filing_type,filing_date', false)).toEqual([
      ['8-K', 46346],
      ['10-K', 46325],
      ['10-K', 45961],
    ]);
    expect(await filings('AAPL', ' 10-K , 8-K,10-K', 2, 'filing_type', false)).toEqual([['8-K'], ['10-K']]);
  });

  test('are shown as far as the company has filed any', async () =>
    expect(await filings('AAPL', '10-K,NT 10-K', 1, 'filing_date')).toEqual([[46325]]));

  test('fail together, since a missing type would look like none', async () => {
    const service = createStubService({
      '/stocks/filings': (request) =>
        request.query.get('filing_type') === '8-K' ? status(403) : answerFilings(request),
    });
    expect(await show(createTestSession({ service }), 'FILINGS', 'AAPL', '10-K,8-K')).toMatch(/^#N\/A: .*\(403\)/);
  });

  test('each have the name that the SEC uses', async () =>
    expect(await filings('AAPL', '10-K,10Q')).toBe('#VALUE!: type: "10Q" is not a filing type: write "10-Q"'));
});

describe('a request of MD.FILINGS', () => {
  const hasEveryType: Route = ({ query }) => ({
    ticker: query.get('ticker'),
    filings: [filing(query.get('filing_type') ?? '8-K', '2026-11-20')],
  });

  async function askedFor(...rawArguments: unknown[]): Promise<string[]> {
    const service = createStubService({ '/stocks/filings': hasEveryType });
    await show(createTestSession({ service }), 'FILINGS', ...rawArguments);
    return asked(service);
  }

  test.each<[string, unknown[], string]>([
    ['the newest 20 of every type', ['AAPL'], 'ticker=AAPL&limit=20'],
    ['the type', ['AAPL', '10-K'], 'ticker=AAPL&filing_type=10-K&limit=20'],
    [
      'a type in capitals, however it is written, and once',
      ['AAPL', '10-k,10-K'],
      'ticker=AAPL&filing_type=10-K&limit=20',
    ],
    ['a type that is a number in its cell', ['AAPL', 4], 'ticker=AAPL&filing_type=4&limit=20'],
    ['a type with a space', ['AAPL', 'DEF 14A'], 'ticker=AAPL&filing_type=DEF%2014A&limit=20'],
    ['the smallest limit', ['AAPL', null, 1], 'ticker=AAPL&limit=1'],
    ['the largest limit', ['AAPL', '', '100'], 'ticker=AAPL&limit=100'],
    ['a ticker with a dot', ['brk.b'], 'ticker=BRK.B&limit=20'],
  ])('asks for %s', async (_, rawArguments, query) => {
    expect(await askedFor(...rawArguments)).toEqual([`/stocks/filings?${query}`]);
  });

  test('is one for each of several types', async () => {
    expect(await askedFor('AAPL', '10-K,8-K', 5)).toEqual([
      '/stocks/filings?ticker=AAPL&filing_type=10-K&limit=5',
      '/stocks/filings?ticker=AAPL&filing_type=8-K&limit=5',
    ]);
  });

  test('of every type follows only if the company has none of the type', async () => {
    const service = createFilingsService();
    await show(createTestSession({ service }), 'FILINGS', 'MSFT', '10-K', 5);
    expect(asked(service)).toEqual([
      '/stocks/filings?ticker=MSFT&filing_type=10-K&limit=5',
      '/stocks/filings?ticker=MSFT&limit=20',
    ]);
  });

  test('is sent once for each company, type and limit, however many formulas need it', async () => {
    const service = createFilingsService();
    const session = createTestSession({ service });
    await Promise.all([
      show(session, 'FILINGS', 'AAPL,MSFT,aapl'),
      show(session, 'FILINGS', 'AAPL', null, 20),
      show(session, 'FILINGS', 'AAPL', null, null, 'filing_date'),
      show(session, 'FILINGS', 'AAPL', '10-K'),
    ]);
    expect(asked(service)).toEqual([
      '/stocks/filings?ticker=AAPL&filing_type=10-K&limit=20',
      '/stocks/filings?ticker=AAPL&limit=20',
      '/stocks/filings?ticker=MSFT&limit=20',
    ]);
  });
});

describe('a limit that cuts off the table', () => {
  async function notesAfter(count: number, limit?: number): Promise<string[]> {
    const service = createStubService({
      '/stocks/filings': () => ({
        ticker: 'AAPL',
        filings: Array.from({ length: count }, (_, index) => ({
          ...filing('8-K', '2026-11-20'),
          accession_number: String(index),
        })),
      }),
    });
    const session = createTestSession({ service });
    await show(session, 'FILINGS', 'AAPL', null, limit);
    return session.activity.notes.map(({ text }) => text);
  }

  test('is mentioned in the activity if it was the default', async () => {
    expect(await notesAfter(20)).toEqual(['AAPL: the newest 20 filings are shown; give a limit of up to 100 for more']);
  });
});

describe('MD.FILINGS never shows what it did not ask for', () => {
  const shown = (
    ticker: unknown,
    filings: readonly unknown[],
    ...args: readonly unknown[]
  ): Promise<Plain | Plain[][]> =>
    show(
      createTestSession({ service: createStubService({ '/stocks/filings': () => ({ ticker, filings }) }) }),
      'FILINGS',
      'BRK.B',
      ...args,
    );
  const annual = filing('10-K', '2026-10-30');

  test('another company', async () => {
    expect(await shown('MSFT', [annual])).toBe(
      '#N/A: The service sent filings of MSFT instead of BRK.B: check the names of parameters in the MD pane',
    );
    for (const ticker of ['brk-b', null])
      expect(await shown(ticker, [annual], null, 1, 'filing_type')).toEqual([['10-K']]);
  });

  test('another type; amendments are of the type', async () => {
    const current = filing('8-K', '2026-11-20');
    expect(await shown('BRK.B', [current, annual], '10-K')).toBe(
      '#N/A: The service sent filings of the type 8-K instead of 10-K: check the names of parameters in the MD pane',
    );
    const amended = filing('10-K/A', '2026-11-20');
    expect(await shown('BRK.B', [amended, annual], '10-k', 2, 'filing_type', false)).toEqual([['10-K/A'], ['10-K']]);
    const holder = filing('SCHEDULE 13G', '2026-11-20');
    expect(await shown('BRK.B', [holder], 'SC 13G', 1, 'filing_type')).toEqual([['SCHEDULE 13G']]);
  });

  test('more filings than the limit', async () => {
    const newer = filing('8-K', '2026-11-20');
    expect(await shown('BRK.B', [annual, newer], null, 1, 'filing_type', false)).toEqual([['8-K']]);
  });
});

describe('MD.FILINGS with a service that compares parts of the names of types', () => {
  const matches = {
    prefix: (said: string, asked: string) => said.startsWith(asked),
    substring: (said: string, asked: string) => said.includes(asked),
  };

  /** The filings, newest first; each a day older than the one before. */
  const serviceOf = (types: readonly string[], how: keyof typeof matches): StubService =>
    createStubService({
      '/stocks/filings': ({ query }) => ({
        ticker: query.get('ticker'),
        filings: types
          .map((type, index) => ({
            ...filing(type, new Date(Date.UTC(2026, 10, 20 - index)).toISOString().slice(0, 10)),
            accession_number: String(index),
          }))
          .filter((one: Readonly<Record<string, unknown>>) =>
            matches[how](String(one.filing_type), query.get('filing_type') ?? ''),
          )
          .slice(0, Number(query.get('limit'))),
      }),
    });

  test.each<[keyof typeof matches, readonly string[], string, string]>([
    ['prefix', ['424B5', '424B5', '4'], '4', '4'],
    ['substring', ['144', '424B5', 'S-4', '4/A', '4'], '4', '4/A'],
    ['substring', ['NT 10-K', '10-K'], '10-K', '10-K'],
    ['prefix', ['10-K405', '10-K'], '10-K', '10-K405'],
    ['prefix', ['S-11', 'S-1MEF', 'S-1'], 'S-1', 'S-1'],
    ['substring', ['NT 10-Q', '10-QSB'], '10-Q', '10-QSB'],
    ['prefix', ['10-K/A', '10-KT'], '10-KT', '10-KT'],
    ['substring', ['13F-HR', 'SC 13D', '3'], '3', '3'],
  ])('by %s: of %j the newest %s is a %s', async (how, types, asked, newest) => {
    const service = serviceOf(types, how);
    expect(await show(createTestSession({ service }), 'FILINGS', 'X', asked, 1, 'filing_type')).toEqual([[newest]]);
    expect(
      await show(
        createTestSession({ service: serviceOf(types, how) }),
        'FILINGS',
        'X',
        asked,
        20,
        'filing_type',
        false,
      ),
    ).toContainEqual([newest]);
  });

  test('asks again only if the wrong ones may have taken the place of the right ones', async () => {
    const limits = async (types: readonly string[], limit: number): Promise<unknown[]> => {
      const service = serviceOf(types, 'substring');
      await show(createTestSession({ service }), 'FILINGS', 'X', '4', limit);
      return service.requests.map(({ query }) => new URLSearchParams(query).get('limit'));
    };
    expect(await limits(['424B5', '4'], 1)).toEqual(['1', '100']);
    expect(await limits(['4', '424B5', '4'], 2)).toEqual(['2', '100']);
    expect(await limits(['4', '424B5'], 1)).toEqual(['1']);
    expect(await limits(['4', '424B5'], 5)).toEqual(['5']);
    expect(await limits(['4', '4'], 2)).toEqual(['2']);
  });

  test('does not say that there are none if only others were sent', async () => {
    const prospectuses = Array.from({ length: 150 }, () => '424B2');
    expect(await show(createTestSession({ service: serviceOf(prospectuses, 'prefix') }), 'FILINGS', 'X', '4', 1)).toBe(
      '#N/A: The newest 100 filings of X sent for "4" are of other types: leave the type out',
    );
    expect(
      await show(createTestSession({ service: serviceOf(['424B2', '8-K'], 'prefix') }), 'FILINGS', 'X', '4', 1),
    ).toBe(noneOf('X', 'this type (4)'));
  });
});

describe('a form that the SEC has renamed is found under both names:', () => {
  const holders = ['SCHEDULE 13G/A', 'SC 13G', 'SCHEDULE 13D', 'SC 13D/A'].map((type, index) =>
    filing(type, `202${6 - index}-02-1${index}`),
  );
  const exact: Route = ({ query }) => ({
    ticker: query.get('ticker'),
    filings: holders.filter(({ filing_type: type }) => String(type).replace('/A', '') === query.get('filing_type')),
  });
  const shown = (route: Route, ...args: readonly unknown[]): Promise<Plain | Plain[][]> =>
    show(createTestSession({ service: createStubService({ '/stocks/filings': route }) }), 'FILINGS', 'X', ...args);

  test.each([
    ['SC 13G', [['SCHEDULE 13G/A'], ['SC 13G']]],
    ['SCHEDULE 13G', [['SCHEDULE 13G/A'], ['SC 13G']]],
    ['SC 13D', [['SCHEDULE 13D'], ['SC 13D/A']]],
  ])('%s', async (type, types) => {
    expect(await shown(exact, type, 10, 'filing_type', false)).toEqual(types);
    expect(await shown(exact, type, 1, 'filing_type')).toEqual([types[0]]);
  });

  test.each([400, 404, 422])('also if the service refuses the other name (%d)', async (code) => {
    const old: Route = (request) =>
      request.query.get('filing_type')!.startsWith('SCHEDULE') ? status(code) : exact(request);
    expect(await shown(old, 'SC 13D', 1, 'filing_type')).toEqual([['SC 13D/A']]);
    expect(await shown(old, 'SCHEDULE 13D', 1, 'filing_type')).toEqual([['SC 13D/A']]);
  });

  test('and if it refuses both, its reason is shown', async () => {
    for (const type of ['SC 13D', '10-K', undefined])
      expect(await shown(() => status(400), type)).toMatch(/^#N\/A: .*\(400\)/);
  });

  test('each name once, if both are given', async () => {
    const service = createStubService({ '/stocks/filings': exact });
    await show(createTestSession({ service }), 'FILINGS', 'X', 'SC 13D,SCHEDULE 13D');
    expect(asked(service)).toHaveLength(2);
  });

  test('and a service that is down is not mistaken for one that does not know the other name', async () => {
    const down: Route = (request) =>
      request.query.get('filing_type')!.startsWith('SCHEDULE') ? status(403) : exact(request);
    expect(await shown(down, 'SC 13D', 1, 'filing_type')).toMatch(/^#N\/A: .*\(403\)/);
  });
});
