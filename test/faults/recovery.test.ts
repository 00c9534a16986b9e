import { createSandbox } from '../../src/sandbox/app';
import { parseFaults } from '../../src/sandbox/faults/fault';
import { settle, useFakeTime } from './fake-time';
import { FORMULAS, NOW_MS, createSession, errorsIn, evaluate, formulaOf, shown } from './scene';

useFakeTime();

const formula = (id: string, text: string) => formulaOf(FORMULAS.find((one) => one.id === id)!.declaration, text);
const HOURS = formula('HOURS', '=MD.HOURS("XNYS","2026-11-20","2026-11-24")');
const FILINGS = formula('FILINGS', '=MD.FILINGS("AAPL","10-K")');

describe.each([
  ['MD.HOURS', HOURS, 'The service does not know the exchange "XNYS": check the MIC code'],
  ['MD.FILINGS', FILINGS, '"AAPL" has no filings: check the ticker'],
])('%s, with answers that are cached for hours,', (_, one, withoutRecords) => {
  test.each(['missing-fields', 'wrong-types'])(
    'is right at the next recalculation after the fault %s',
    async (fault) => {
      const sandbox = createSandbox({ now: () => NOW_MS, faults: parseFaults(fault) });
      const session = createSession((request) => sandbox.fetch(request as Request));
      expect(errorsIn(await settle(evaluate(session, one))).length).toBeGreaterThan(0);
      sandbox.setFaults([]);
      expect(errorsIn(await settle(evaluate(session, one)))).toEqual([]);
    },
  );

  test('is right at the next recalculation after an answer without records', async () => {
    const sandbox = createSandbox({ now: () => NOW_MS });
    let isEmpty = true;
    const session = createSession((request) =>
      isEmpty
        ? Promise.resolve(
            Response.json((request as Request).url.includes('filings') ? { ticker: 'AAPL', filings: [] } : []),
          )
        : sandbox.fetch(request as Request),
    );
    expect(errorsIn(await settle(evaluate(session, one)))).toEqual([
      expect.objectContaining({ code: '#N/A', message: withoutRecords }),
    ]);
    isEmpty = false;
    expect(errorsIn(await settle(evaluate(session, one)))).toEqual([]);
  });
});

describe('when nothing gets through, thousands of cells get their errors without waiting for one another:', () => {
  const tickers = Array.from({ length: 2_000 }, (_, index) => `T${index}`);

  // Six are out when the first fails, and five more leave before the sixth has.
  test.each<[string, () => Promise<Response>, number, number, string]>([
    ['no connection', () => Promise.reject(new TypeError('fetch failed')), 33, 3, 'cannot be reached'],
    [
      'no answer',
      () =>
        new Promise(() => {
          /* never */
        }),
      11,
      61,
      'did not answer within 30 seconds',
    ],
    ['a wrong key', () => Promise.resolve(new Response('', { status: 401 })), 11, 1, 'refused the key'],
  ])('%s', async (_, fetch, maxRequests, maxSeconds, words) => {
    const count = jest.fn(fetch);
    const session = createSession(count, { timeoutMs: 30_000, retryMs: 500 });
    await settle(session.save({ maxRequests: 0 }));
    const outcome = await settle(evaluate(session, { ...FILINGS, args: [tickers.map((one) => [one])] }));
    expect(new Set(errorsIn(outcome).map(({ message }) => message)).size).toBe(1);
    expect(errorsIn(outcome)[0]?.message).toContain(words);
    expect(shown(outcome)).toHaveLength(2_001);
    expect(count.mock.calls.length).toBeLessThanOrEqual(maxRequests);
    expect((Date.now() - NOW_MS) / 1000).toBeLessThan(maxSeconds);
    expect(jest.getTimerCount()).toBe(0);
  });

  test('a failing service gets a request for each, but without retries once six in a row have failed', async () => {
    const count = jest.fn(() => Promise.resolve(new Response('', { status: 500 })));
    const session = createSession(count, { retryMs: 500 });
    await settle(session.save({ maxRequests: 0 }));
    const outcome = await settle(evaluate(session, { ...FILINGS, args: [tickers.slice(0, 200).map((one) => [one])] }));
    expect([...new Set(errorsIn(outcome).map(({ message }) => message))]).toEqual([
      'The service failed (500): recalculate in a moment',
    ]);
    expect(count.mock.calls.length).toBeLessThanOrEqual(200 + 11 * 2);
  });

  test('one name that fails repeatedly does not affect the others', async () => {
    const sandbox = createSandbox({
      now: () => NOW_MS,
      faults: parseFaults('status:500@/stocks/AAPL,reset@/stocks/KO'),
    });
    const session = createSession((request) => sandbox.fetch(request as Request));
    const scores = formula('SCORE', '=MD.SCORE("AAPL,MSFT,KO,NVDA","piotroski")');
    expect(shown(await settle(evaluate(session, scores)))).toEqual([
      [expect.stringMatching(/\(500\)/)],
      [expect.any(Number)],
      [expect.stringMatching(/cannot be reached/)],
      [expect.any(Number)],
    ]);
  });
});
