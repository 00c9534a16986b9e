import { createTestSession, show } from '../../support/evaluate';
import { createStubService, status } from '../../support/stub-service';

const refusing = (place: readonly string[]) => () =>
  status(422, { detail: [{ loc: place, msg: 'not supported', type: 'value_error' }] });

describe('an argument that the service refuses is named as in the formula, with its value', () => {
  test.each([
    ['HOURS', '/stocks/markets/hours', ['query', 'mic'], ['XNYS'], 'mics', 'XNYS'],
    ['HOLIDAYS', '/stocks/markets/holidays', ['query', 'mic', '0'], ['XNYS'], 'mics', 'XNYS'],
    ['MARKETS', '/stocks/markets', ['query', 'mic'], ['XNYS'], 'mics', 'XNYS'],
    ['STATUS', '/stocks/markets/status', ['query', 'mic'], ['XNYS'], 'mics', 'XNYS'],
    ['FILINGS', '/stocks/filings', ['query', 'ticker'], ['AAPL'], 'tickers', 'AAPL'],
    ['FILINGS', '/stocks/filings', ['query', 'filing_type'], ['AAPL', '10-X'], 'type', '10-X'],
    ['SCORE', '/stocks/AAPL/scores', ['path', 'symbol'], ['AAPL', 'piotroski'], 'symbols', 'AAPL'],
    ['SCORE', '/stocks/AAPL/scores', ['query', 'name'], ['AAPL', 'piotroski'], 'models', 'piotroski'],
    ['QUOTE', '/currencies/quotes', ['query', 'symbols'], ['EURUSD'], 'symbols', 'EURUSD'],
    ['TICKS', '/indices/SPX/ticks', ['path', 'symbol'], ['SPX', '2026-11-19', '2026-11-20'], 'symbol', 'SPX'],
    ['GET', '/stocks/markets', ['query', 'mic'], ['/stocks/markets', 'mic=XNYS'], 'mic', 'XNYS'],
  ])('MD.%s at %s: %j', async (id, path, place, args, named, value) => {
    const session = createTestSession({ service: createStubService({ [path]: refusing(place) }) });
    expect([await show(session, id, ...args)].flat(2)).toEqual([
      `#VALUE!: ${named}: "${value}" is refused; the service says "not supported" (422)`,
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
