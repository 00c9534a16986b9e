import { AREAS } from '../../../src/api/interface/operation';
import { createTestSession, evaluate, plain } from '../../support/evaluate';
import { TEST_ADDRESS } from '../../support/memory-host';
import { createStubService, type StubService, pricedAt } from '../../support/stub-service';

/** Each area quotes these symbols; one that is not in the list is left out. */
const serviceWith = (symbolsByArea: Readonly<Record<string, readonly string[]>>): StubService =>
  createStubService(
    Object.fromEntries(
      AREAS.map((area) => [
        `/${area}/quotes`,
        pricedAt((symbol) => (symbolsByArea[area]?.includes(symbol) ? 1.5 : undefined)),
      ]),
    ),
  );

const MARKET = {
  currencies: ['EURUSD', 'GBPUSD'],
  stocks: ['AAPL', 'MSFT', 'SAP', '7203', 'BRK.B', '0700', '005930'],
  crypto: ['BTCUSD', 'SHIBUSD', 'ETHUSDT'],
  indices: ['SPX'],
  commodities: ['XAUUSD'],
};

const NAMES_EXCHANGE = 'names an exchange, which symbols do not have here';

describe('a symbol that has no quote in its area', () => {
  test.each<[string | number, string]>([
    ['AAPL', '"AAPL" is a stock: write "stocks:AAPL"'],
    ['AAPL US Equity', '"AAPL US EQUITY" is a stock: write "stocks:AAPL"'],
    ['SAP.DE', `"SAP.DE" ${NAMES_EXCHANGE}: "stocks:SAP" may be another company; check its name in the MD pane`],
    ['crypto:BTCUSDT', '"BTCUSDT" is a cryptocurrency: write "crypto:BTCUSD"'],
    ['ETH_USDT', '"ETH_USDT" is a cryptocurrency: write "crypto:ETHUSDT"'],
    [700, '"700" is a stock: write "stocks:0700"'],
    [
      'GBXUSD',
      '"GBXUSD" means pence or cents, which the service does not quote: write GBP, ZAR, ILS or USD, or use MD.CONVERT',
    ],
    ['stocks:AAPL  SAP', '"AAPL  SAP" is 2 symbols in one text: write "stocks:AAPL,stocks:SAP"'],
  ])('%s gets an error that says what to write', async (symbol, message) => {
    const session = createTestSession({ service: serviceWith(MARKET) });
    expect(plain(await evaluate(session, 'QUOTE', symbol))).toEqual([[`#N/A: ${message}`]]);
  });

  test('costs one list in each other area, however many there are, and none the next time', async () => {
    const service = serviceWith(MARKET);
    const session = createTestSession({ service });
    await evaluate(session, 'QUOTE', 'AAPL,MSFT,EURUSD,NOPE');
    expect(service.requests.map(({ path }) => path).sort()).toEqual(AREAS.map((area) => `/${area}/quotes`).sort());
    await evaluate(session, 'QUOTE', 'AAPL,MSFT');
    expect(service.requests.filter(({ path }) => path !== '/currencies/quotes')).toHaveLength(AREAS.length - 1);
  });

  test('costs only one list in each area behind a gateway that takes longer lists', async () => {
    const service = serviceWith(MARKET);
    const session = createTestSession({ service });
    const gateway = { address: TEST_ADDRESS, isTokenNeeded: true, notices: [], maxListLength: 1_000 };
    jest.spyOn(session, 'gateway', 'get').mockReturnValue(gateway);
    await evaluate(
      session,
      'QUOTE',
      Array.from({ length: 12 }, (_, index) => [`NOPE${10 + index}`]),
    );
    expect(service.requests.map(({ path }) => path).sort()).toEqual(AREAS.map((area) => `/${area}/quotes`).sort());
  });

  test('keeps its advice when the cell is refreshed', async () => {
    const session = createTestSession({ service: serviceWith(MARKET) });
    await evaluate(session, 'QUOTE', 'AAPL');
    jest.spyOn(session.cells, 'notBefore').mockReturnValue(Date.now());
    expect(plain(await evaluate(session, 'QUOTE', 'AAPL'))).toEqual([['#N/A: "AAPL" is a stock: write "stocks:AAPL"']]);
  });
});
