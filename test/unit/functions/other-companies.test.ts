import { createTestSession, createCall, evaluateUnder, plain, show } from '../../support/evaluate';
import { asked, createStubService, type Route, status, type StubService } from '../../support/stub-service';
import { filing, quoteOf } from './sample-answers';

type Item = Readonly<Record<string, unknown>>;

/** The service's only stock of each symbol. */
const STOCKS: readonly Item[] = [
  { symbol: 'AAPL', name: 'Apple Inc.', country: 'us', description: '' },
  { symbol: 'SAN', name: 'Banco Santander, S.A.', country: 'us', description: '' },
  { symbol: 'MC', name: 'LVMH', country: 'fr', description: '' },
  { symbol: 'SAP', name: 'SAP SE', country: 'DE', description: '' },
  { symbol: 'VOD', name: 'Vodafone', country: 'uk', description: '' },
  { symbol: 'BP', name: 'BP plc', country: 'United Kingdom', description: '' },
  { symbol: 'SHOP', name: 'Shopify', country: 'ca', description: '' },
  { symbol: 'BHP', name: 'BHP Group', exchange: 'ASX', currency: 'AUD' },
  { symbol: 'RIO', name: 'Rio Tinto', exchange: 'XLON', currency: 'GBX' },
  { symbol: 'ASML', name: 'ASML Holding', country: 'nl', exchange: 'NASDAQ', currency: 'USD' },
  { symbol: 'OR', name: 'Oro', country: 'fr', currency: 'USD' },
  { symbol: 'EL', name: 'Only a currency', currency: 'EUR' },
  { symbol: 'NOT', name: 'Nothing is said', country: null },
  { symbol: 'PETR4', name: 'Petrobras', country: 'Brazil' },
];

const symbols: Route = ({ query }) => {
  const [country, size] = [query.get('country'), Number(query.get('size') ?? 50)];
  const items = STOCKS.filter((stock) => country === null || 'us fr de uk'.includes(country) || stock.country !== 'xx');
  return { items: items.slice(0, size), next_page: null };
};

const createService = (list: Route = symbols): StubService =>
  createStubService({
    '/stocks/symbols': list,
    '/stocks/quotes': ({ query }) => ({
      items: query
        .get('symbols')!
        .split(',')
        .map((symbol) => quoteOf(symbol, 5)),
    }),
    '/stocks/filings': ({ query }) => ({ ticker: query.get('ticker'), filings: [filing('10-K', '2026-10-30')] }),
    ...Object.fromEntries(
      STOCKS.map(({ symbol }) => [`/stocks/${String(symbol)}/scores`, () => ({ symbol, data: { score: 7 } })]),
    ),
  });

const mayBeAnother = (written: string): string =>
  `#N/A: "${written}" names an exchange, which symbols do not have here: ` +
  `"stocks:${written.split(':')[1]}" may be another company; check its name in the MD pane`;

/** The only cell of a result. */
const onlyOf = (shown: unknown): unknown => (Array.isArray(shown) ? (shown as unknown[][])[0]![0] : shown);

const quote = async (symbol: unknown, service = createService()): Promise<unknown> =>
  onlyOf(await show(createTestSession({ service }), 'QUOTE', symbol, null, 'stocks'));

describe('a symbol with its exchange is not the stock of another company:', () => {
  test.each([
    'XPAR:SAN',
    'XMAD:SAN',
    'XLON:AAPL',
    'XTSE:SAN',
    'XETR:SAN',
    'XASX:SAN',
    'XFRA:AAPL',
    'XETR:VOD',
    'XAMS:ASML',
    'XPAR:OR',
    'XPAR:EL',
    'XPAR:NOT',
    'XPAR:NOSUCH',
    'XXXX:AAPL',
    'XLON:BHP',
    'BVMF:SAN',
  ])('%s', async (symbol) => {
    const service = createService();
    expect(await quote(symbol, service)).toBe(mayBeAnother(symbol));
    expect(asked(service).filter((path) => path.startsWith('/stocks/quotes'))).toEqual([]);
  });

  test.each([
    'XPAR:MC',
    'ALXP:MC',
    'XETR:SAP',
    'XFRA:SAP',
    'xlon:vod',
    'XLON:BP',
    'XTSE:SHOP',
    'XASX:BHP',
    'XLON:RIO',
    'BVMF:PETR4',
  ])('%s passes, because the record of the service agrees', async (symbol) => expect(await quote(symbol)).toBe(5));

  test.each([
    'XNYS:SAN',
    'XNAS:AAPL',
    'ARCX:AAPL',
    'NYSE:SAN',
    'BATS:AAPL',
    'XNGS:AAPL',
    'OTCM:SAN',
    'stocks:SAN',
    'SAN',
  ])('%s passes without a question, as every exchange of the United States does', async (symbol) => {
    const service = createService();
    expect(await quote(symbol, service)).toBe(5);
    expect(asked(service).map((path) => path.split('?')[0])).toEqual(['/stocks/quotes']);
  });

  test.each([
    ['SCORE', [mayBeAnother('XPAR:SAN')], ['XPAR:SAN', 'piotroski']],
    ['FILINGS', [mayBeAnother('XPAR:SAN')], ['XPAR:SAN', null, 1, 'filing_type']],
    ['LIVE', [mayBeAnother('XPAR:SAN')], ['XPAR:SAN']],
    ['SCORE', [7], ['XPAR:MC', 'piotroski']],
    ['FILINGS', ['10-K'], ['XPAR:MC', null, 1, 'filing_type']],
    ['LIVE', [5], ['XPAR:MC']],
  ])('MD.%s gives %j', async (id, [expected], args) => {
    expect(onlyOf(await show(createTestSession({ service: createService() }), id, ...args))).toBe(expected);
  });

  test('nor is a cell of the Stocks data type', async () => {
    const entity = (text: string | undefined, properties: Readonly<Record<string, string>>): object => ({
      type: 'LinkedEntity',
      basicType: 'Error',
      basicValue: '#VALUE!',
      text,
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, basicValue]) => [name, { type: 'String', basicValue }]),
      ),
    });
    expect(await quote([[entity('SANOFI (XPAR:SAN)', { 'Ticker symbol': 'SAN' })]])).toBe(mayBeAnother('XPAR:SAN'));
    expect(await quote([[entity('SANOFI (XPAR:SAN)', {})]])).toBe(mayBeAnother('XPAR:SAN'));
    expect(await quote([[entity('Sanofi', { 'Ticker symbol': 'SAN', 'Exchange abbreviation': 'XPAR' })]])).toBe(
      mayBeAnother('XPAR:SAN'),
    );
    expect(await quote([[entity('LVMH (XPAR:MC)', { 'Ticker symbol': 'MC' })]])).toBe(5);
    expect(await quote([[entity('SANTANDER (XNYS:SAN)', { 'Ticker symbol': 'SAN' })]])).toBe(5);
    expect(await quote([[entity('Santander', { 'Ticker symbol': 'SAN' })]])).toBe(5);
  });

  test('its neighbours have their values', async () => {
    const service = createService();
    expect(
      await show(createTestSession({ service }), 'QUOTE', [['XPAR:SAN'], ['AAPL'], ['XPAR:MC'], ['']], null, 'stocks'),
    ).toEqual([[mayBeAnother('XPAR:SAN')], [5], [5], ['']]);
    const session = createTestSession({ service });
    expect(await show(session, 'FILINGS', 'XPAR:SAN,AAPL', null, 1, 'filing_type', false)).toEqual([
      ['SAN', mayBeAnother('XPAR:SAN')],
      ['AAPL', '10-K'],
    ]);
    expect(await show(session, 'SCORE', 'XPAR:SAN,AAPL', 'piotroski')).toEqual([[mayBeAnother('XPAR:SAN')], [7]]);
  });
});

describe('the list of stocks that tells companies apart', () => {
  const lists = (service: StubService): string[] => asked(service).filter((path) => path.startsWith('/stocks/symbols'));

  test('is asked for once a country, whatever symbols and formulas need it', async () => {
    const service = createService();
    const session = createTestSession({ service });
    await Promise.all([
      show(session, 'QUOTE', [['XPAR:SAN'], ['XPAR:MC'], ['XPAR:OR']], null, 'stocks'),
      show(session, 'SCORE', 'XPAR:MC', 'piotroski'),
    ]);
    await show(session, 'FILINGS', 'XPAR:MC');
    expect(lists(service)).toEqual(['/stocks/symbols?size=10000&country=fr']);
  });

  test('has the service’s own name of the United Kingdom', async () => {
    const service = createService();
    await quote('XLON:VOD', service);
    expect(lists(service)).toEqual(['/stocks/symbols?size=10000&country=uk']);
  });

  test.each<[string, Route]>([
    ['refuses the country', (request) => (request.query.has('country') ? status(422) : symbols(request))],
    ['knows no stocks of the country', (request) => (request.query.has('country') ? { items: [] } : symbols(request))],
  ])('is its first page if the service %s', async (_, list) => {
    const service = createService(list);
    expect(await quote('XTSE:SHOP', service)).toBe(5);
    expect(await quote('XPAR:SAN', createService(list))).toBe(mayBeAnother('XPAR:SAN'));
    expect(lists(service)).toContain('/stocks/symbols');
  });

  test('leaves the company in doubt if the service refuses the list, and shows the reason if the service is down', async () => {
    expect(
      await quote(
        'XPAR:MC',
        createService(() => status(404)),
      ),
    ).toBe(mayBeAnother('XPAR:MC'));
    expect(
      await quote(
        'XPAR:MC',
        createService(() => status(403)),
      ),
    ).toMatch(/^#N\/A: .*\(403\)/);
  });

  test('is not asked for during a preview', async () => {
    const service = createService();
    const session = createTestSession({ service });
    const preview = async (): Promise<unknown> =>
      onlyOf(plain(await evaluateUnder(createCall({ isPreview: true }), session, 'QUOTE', 'XPAR:MC', null, 'stocks')));
    expect(await preview()).toBe('#N/A: Press Enter to fetch');
    expect(service.requests).toEqual([]);
    await show(session, 'QUOTE', 'XPAR:MC', null, 'stocks');
    expect(await preview()).toBe(5);
  });
});
