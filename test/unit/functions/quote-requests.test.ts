import { createTestSession, show } from '../../support/evaluate';
import { asked, createStubService, type Route, status } from '../../support/stub-service';
import { PAIRS, quotes } from './sample-answers';
import { KEY_HEADER } from '../../support/published-fields';

const KNOWN = { ...PAIRS, AAPL: 200, SPX: 6000, BTCUSD: 90000, GOLD: 4000 };
const ROUTES = Object.fromEntries(
  ['currencies', 'crypto', 'indices', 'stocks', 'commodities'].map((area) => [`/${area}/quotes`, quotes(KNOWN)]),
);

describe('a request of MD.QUOTE', () => {
  test('has one list for a range, with each symbol once, and the key in its header', async () => {
    const service = createStubService(ROUTES);
    await show(createTestSession({ service, apiKey: 'my-key' }), 'QUOTE', [['eurusd'], ['GBPUSD'], ['EURUSD'], ['']]);
    expect(service.requests).toMatchObject([
      { method: 'GET', path: '/currencies/quotes', headers: { [KEY_HEADER]: 'my-key' } },
    ]);
    expect(service.requests[0]!.query.split('=')[0]).toBe('symbols');
    expect(service.requests[0]!.query.split('=')[1]!.split(',').sort()).toEqual(['EURUSD', 'GBPUSD']);
  });

  test.each([['currencies'], ['crypto'], ['indices'], ['stocks'], ['commodities'], ['STOCKS']])(
    'goes to the given area: %s',
    async (area) => {
      const service = createStubService(ROUTES);
      expect(await show(createTestSession({ service }), 'QUOTE', 'AAPL', null, area)).toEqual([[200]]);
      expect(asked(service)).toEqual([`/${area.toLowerCase()}/quotes?symbols=AAPL`]);
    },
  );

  test('goes to the area in the settings if the formula names none', async () => {
    const service = createStubService(ROUTES);
    const session = createTestSession({ service });
    await session.save({ area: 'crypto' });
    expect(await show(session, 'QUOTE', 'BTCUSD')).toEqual([[90000]]);
    expect(asked(service)).toEqual(['/crypto/quotes?symbols=BTCUSD']);
  });

  test('goes to the area in each symbol, which overrides the area of the formula', async () => {
    const service = createStubService(ROUTES);
    expect(
      await show(
        createTestSession({ service }),
        'QUOTE',
        [['stocks:AAPL'], ['Indices: spx'], ['GOLD'], ['currencies:EURUSD']],
        'symbol,mid',
        'commodities',
      ),
    ).toEqual([
      ['AAPL', 200],
      ['SPX', 6000],
      ['GOLD', 4000],
      ['EURUSD', 1.5],
    ]);
    expect(asked(service)).toEqual([
      '/commodities/quotes?symbols=GOLD',
      '/currencies/quotes?symbols=EURUSD',
      '/indices/quotes?symbols=SPX',
      '/stocks/quotes?symbols=AAPL',
    ]);
  });

  test('has the precision, and formulas of different precision do not share one', async () => {
    const service = createStubService(ROUTES);
    const session = createTestSession({ service });
    await Promise.all([
      show(session, 'QUOTE', 'EURUSD', null, null, 3),
      show(session, 'QUOTE', 'EURUSD', null, null, '0'),
      show(session, 'QUOTE', 'EURUSD'),
      show(session, 'QUOTE', 'EURUSD', 'bid', null, 3),
    ]);
    expect(asked(service)).toEqual([
      '/currencies/quotes?symbols=EURUSD',
      '/currencies/quotes?symbols=EURUSD&precision=0',
      '/currencies/quotes?symbols=EURUSD&precision=3',
    ]);
  });

  test('is not sent for blanks', async () => {
    const service = createStubService(ROUTES);
    await show(createTestSession({ service }), 'QUOTE', [[''], [null]]);
    expect(service.requests).toEqual([]);
  });

  test('is not sent for a shape that cannot be shown', async () => {
    const service = createStubService(ROUTES);
    await show(
      createTestSession({ service }),
      'QUOTE',
      [
        ['EURUSD', 'GBPUSD'],
        ['USDJPY', 'AUDUSD'],
      ],
      'bid,ask',
    );
    expect(service.requests).toEqual([]);
  });
});

describe('a list that the service refuses is divided until only the bad symbols fail,', () => {
  const refusing =
    (bad: readonly string[], refusal: () => Response): Route =>
    (request) =>
      request.query
        .get('symbols')!
        .split(',')
        .some((symbol) => bad.includes(symbol))
        ? refusal()
        : quotes(PAIRS)(request);

  test('if a symbol is not valid, with the message of the service', async () => {
    const refusal = (): Response =>
      status(422, { detail: [{ loc: ['query', 'symbols'], msg: 'unsupported symbol', type: 'value_error' }] });
    const service = createStubService({ '/currencies/quotes': refusing(['BAD1', 'BAD2'], refusal) });
    const refused = (symbol: string) =>
      `#VALUE!: symbols: "${symbol}" is refused; the service says "unsupported symbol" (422)`;
    expect(
      await show(createTestSession({ service }), 'QUOTE', [['BAD1'], ['EURUSD'], ['GBPUSD'], ['BAD2'], ['USDJPY']]),
    ).toEqual([[refused('BAD1')], [1.5], [2.5], [refused('BAD2')], [150]]);
  });
});
