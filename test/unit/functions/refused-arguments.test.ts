import { createTestSession, show } from '../../support/evaluate';
import { createStubService, status } from '../../support/stub-service';

const refusing = (place: readonly string[]) => () =>
  status(422, { detail: [{ loc: place, msg: 'not supported', type: 'value_error' }] });

describe('an argument that the service refuses has the same name as in the formula', () => {
  test.each([
    ['HOURS', '/stocks/markets/hours', ['query', 'mic'], ['XNYS'], 'mics'],
    ['HOLIDAYS', '/stocks/markets/holidays', ['query', 'mic', '0'], ['XNYS'], 'mics'],
    ['MARKETS', '/stocks/markets', ['query', 'mic'], ['XNYS'], 'mics'],
    ['STATUS', '/stocks/markets/status', ['query', 'mic'], ['XNYS'], 'mics'],
    ['FILINGS', '/stocks/filings', ['query', 'ticker'], ['AAPL'], 'tickers'],
    ['FILINGS', '/stocks/filings', ['query', 'filing_type'], ['AAPL', '10-X'], 'type'],
    ['SCORE', '/stocks/AAPL/scores', ['path', 'symbol'], ['AAPL', 'piotroski'], 'symbols'],
    ['SCORE', '/stocks/AAPL/scores', ['query', 'name'], ['AAPL', 'piotroski'], 'models'],
    ['QUOTE', '/currencies/quotes', ['query', 'symbols'], ['EURUSD'], 'symbols'],
    ['TICKS', '/indices/SPX/ticks', ['path', 'symbol'], ['SPX', '2026-11-19', '2026-11-20'], 'symbol'],
    ['GET', '/stocks/markets', ['query', 'mic'], ['/stocks/markets', 'mic=XNYS'], 'mic'],
  ])('MD.%s at %s: %j', async (id, path, place, args, named) => {
    const session = createTestSession({ service: createStubService({ [path]: refusing(place) }) });
    expect([await show(session, id, ...args)].flat(2)).toEqual([
      `#VALUE!: ${named}: the service says "not supported" (422)`,
    ]);
  });

  test('but keeps the name of the service if the formula has no such argument', async () => {
    const session = createTestSession({
      service: createStubService({ '/currencies/quotes': refusing(['header', 'x-plan']) }),
    });
    expect(await show(session, 'QUOTE', 'EURUSD')).toEqual([
      ['#VALUE!: x-plan: the service says "not supported" (422)'],
    ]);
  });
});
