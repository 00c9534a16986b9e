import { AREAS } from '../../../src/api/interface/operation';
import { createTestSession, evaluate, plain } from '../../support/evaluate';
import { createStubService } from '../../support/stub-service';

const MODELS = 'piotroski, altman-z, beneish-m, all';

describe('a name from another product', () => {
  test.each<[string, unknown[], string]>([
    ['HOURS', ['NYSE'], 'mics: "NYSE" is not a MIC code: write "XNYS"'],
    ['MARKETS', ['London'], 'mics: "London" is not a MIC code: write "XLON"'],
    ['ISOPEN', ['nasdaq'], 'mic: "nasdaq" is not a MIC code: write "XNAS"'],
    ['FILINGS', ['AAPL', '10K'], 'type: "10K" is not a filing type: write "10-K"'],
    ['FILINGS', ['AAPL US Equity'], 'tickers: "AAPL US Equity" is not a ticker: write "AAPL"'],
    ['FILINGS', ['AAPL', '13G'], 'type: "13G" is not a filing type: write "SCHEDULE 13G"'],
    ['FILINGS', ['AAPL', '10K405'], 'type: "10K405" is not a filing type: write "10-K405"'],
    ['FILINGS', ['AAPL', 'NT10-K'], 'type: "NT10-K" is not a filing type: write "NT 10-K"'],
    ['FILINGS', ['AAPL.US'], 'tickers: "AAPL.US" is not a ticker: write "AAPL"'],
    ['SCORE', ['AAPL.US'], 'symbols: "AAPL.US" is not a ticker: write "AAPL"'],
    ['SCORE', ['Apple'], 'symbols: "Apple" is not a ticker: write "AAPL"'],
    ['FILINGS', ['Apple Inc'], 'tickers: "Apple Inc" is not a ticker: write "AAPL"'],
    ['FILINGS', ['coca-cola'], 'tickers: "coca-cola" is not a ticker: write "KO"'],
    ['SCORE', ['AAPL', 'Z-Score'], `models: "Z-Score" is not one of ${MODELS} (did you mean "altman-z"?)`],
    ['SCORE', ['AAPL', 'f'], `models: "f" is not one of ${MODELS} (did you mean "piotroski"?)`],
    ['SCORE', ['AAPL', 'score'], `models: "score" is not one of ${MODELS}`],
    ['CONVERT', [1, '€', 'USD'], 'from: "€" is not a currency code: write "EUR"'],
    ['TICKS', ['S&P 500'], 'symbol: "S&P 500" is not the symbol of an index: write "SPX"'],
    ['TICKS', ['Dow Jones'], 'symbol: "DOW JONES" is not the symbol of an index: write "DJI"'],
    ['TICKS', ['GSPC.INDX'], 'symbol: "GSPC.INDX" is not the symbol of an index: write "SPX"'],
    ['TICKS', ['SPX Index'], 'symbol: "SPX INDEX" is not the symbol of an index: write "SPX"'],
    ['QUOTE', ['EURUSD', null, 'fx'], `area: "fx" is not one of ${AREAS.join(', ')} (did you mean "currencies"?)`],
  ])('is refused without a request, and the error says what to write: MD.%s%j', async (id, values, message) => {
    const service = createStubService({});
    const outcome = plain(await evaluate(createTestSession({ service }), id, ...values));
    expect([outcome].flat(2)).toContain(`#VALUE!: ${message}`);
    expect(service.requests).toEqual([]);
  });

  test('has a row with its error among the rows of valid names', async () => {
    const service = createStubService({ '/stocks/markets': () => [{ mic: 'XLON', city: 'London' }] });
    const outcome = await evaluate(createTestSession({ service }), 'MARKETS', 'XLON,Tokyo', 'mic,city', false);
    expect(plain(outcome)).toEqual([
      ['XLON', 'London'],
      ['Tokyo', '#VALUE!: mics: "Tokyo" is not a MIC code: write "XTKS"'],
    ]);
  });
});
