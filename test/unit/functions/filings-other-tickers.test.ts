import type { Session } from '../../../src/app/session';
import { createTestSession, show } from '../../support/evaluate';
import { asked, createStubService, type Route, status, type StubService } from '../../support/stub-service';
import { filing } from './sample-answers';

describe('a company that is filed under another ticker', () => {
  const OTHER: Readonly<Record<string, string>> = { GOOG: 'GOOGL', FB: 'META', VIAC: 'PARA', 'BRK.A': 'BRK.B' };
  /** A service that files each company under one ticker. Those in `unknown` it does not have. */
  const filer = (unknown: readonly string[] = []): Route => {
    return ({ query }) => {
      const asked = query.get('ticker')!;
      if (unknown.includes(asked)) return status(404);
      const ticker = OTHER[asked] ?? asked;
      return { ticker, filings: [{ ...filing('10-K', '2026-10-30'), accession_number: ticker }] };
    };
  };
  const ignoring =
    (ticker: string): Route =>
    () => ({ ticker, filings: [filing('10-K', '2026-10-30')] });
  const serviceOf = (route: Route): StubService => createStubService({ '/stocks/filings': route });
  const refused = (said: string, asked: string): string =>
    `#N/A: The service sent filings of ${said} instead of ${asked}: check the names of parameters in the MD pane`;
  const first = (session: Session, ticker: unknown) =>
    show(session, 'FILINGS', ticker, null, 1, 'accession_number', false);

  test.each(Object.entries(OTHER))(
    'shows its filings, and the activity says where they are: %s under %s',
    async (asked, under) => {
      for (const unknown of [[], ['AAPL'], ['AAPL', 'MSFT', 'IBM']]) {
        const session = createTestSession({ service: serviceOf(filer(unknown)) });
        expect(await first(session, asked)).toEqual([[under]]);
        expect(await first(session, asked)).toEqual([[under]]);
        expect(session.activity.notes.map(({ text }) => text)).toEqual([
          `${asked}: its filings are under the ticker ${under}`,
        ]);
      }
    },
  );

  test('stands beside the company that has the ticker, in one formula and in two, in any order', async () => {
    for (const tickers of [
      ['GOOG', 'GOOGL'],
      ['GOOGL', 'GOOG'],
      ['FB', 'META', 'GOOG', 'GOOGL', 'MSFT'],
    ]) {
      const shown = tickers.map((ticker) => [ticker, OTHER[ticker] ?? ticker]);
      const together = createTestSession({ service: serviceOf(filer()) });
      expect(await first(together, [tickers])).toEqual(shown);
      const apart = createTestSession({ service: serviceOf(filer()) });
      const each = await Promise.all(tickers.map((ticker) => first(apart, ticker)));
      expect(each).toEqual(shown.map(([, number]) => [[number]]));
    }
  });

  test('takes one request more, and none once a ticker was filed under its own name', async () => {
    const service = serviceOf(filer());
    const session = createTestSession({ service });
    await Promise.all(['GOOG', 'FB', 'VIAC'].map((ticker) => first(session, ticker)));
    expect(service.requests.length).toBeLessThanOrEqual(6);
    const known = serviceOf(filer());
    const other = createTestSession({ service: known });
    await first(other, 'IBM');
    await first(other, 'GOOG');
    await first(other, 'FB');
    expect(asked(known)).toHaveLength(3);
  });

  test.each(['GOOGL', 'AAPL', 'MSFT', 'IBM', 'ZZZZ'])(
    'is refused by a service that files everything under %s, however often and beside whatever it is asked for',
    async (constant) => {
      for (const tickers of [['GOOG'], [constant, 'GOOG'], ['GOOG', constant, 'NVDA', 'MSFT', 'AAPL']]) {
        const service = serviceOf(ignoring(constant));
        const session = createTestSession({ service });
        for (const _ of [1, 2])
          for (const ticker of tickers)
            if (ticker !== constant) expect(await first(session, ticker)).toBe(refused(constant, ticker));
            else expect(await first(session, ticker)).toEqual([['0000-2026-10-30']]);
        expect(session.activity.notes).toEqual([]);
        expect(service.requests.length).toBeLessThanOrEqual(2 * tickers.length + 1);
      }
    },
  );

  test('is shown once the service can be asked whether it ignores tickers: that it failed is not remembered', async () => {
    let isDown = true;
    const route = filer();
    const session = createTestSession({
      service: serviceOf((request) =>
        isDown && request.query.get('ticker') === 'AAPL' ? status(500) : route(request),
      ),
    });
    expect(await first(session, 'GOOG')).toMatch(/^#N\/A: The service failed \(500\)/);
    isDown = false;
    expect(await first(session, 'GOOG')).toEqual([['GOOGL']]);
  });
});
