import type { CellError } from '../../../../src/core/errors';
import { invoke, type Outcome } from '../../../../src/functions/evaluate/invoke';
import { quote } from '../../../../src/functions/quote';
import {
  createCall,
  createTestSession,
  evaluateUnder,
  plain,
  show,
  type TestSessionOptions,
} from '../../../support/evaluate';
import { createStubService, type Route, status } from '../../../support/stub-service';
import { PAIRS, quotes } from '../sample-answers';
import { Cancellation } from '../../../../src/core/cancellation';

const PATHS = ['/currencies/quotes', '/stocks/markets/hours', '/stocks/filings', '/stocks/AAPL/scores'];
const everywhere = (route: Route): Record<string, Route> => Object.fromEntries(PATHS.map((path) => [path, route]));

/** One formula of each function, and how it shows an error: as the whole formula, or in a cell that spills. */
const FORMULAS: readonly (readonly [id: string, args: readonly unknown[]])[] = [
  ['QUOTE', ['EURUSD']],
  ['HOURS', ['XNYS', '2026-11-20']],
  ['FILINGS', ['AAPL']],
  ['SCORE', ['AAPL', 'altman-z']],
];

/** The one thing that all formulas show. */
async function shownByAll(options: TestSessionOptions): Promise<unknown> {
  const session = createTestSession(options);
  const shown = await Promise.all(FORMULAS.map(([id, args]) => show(session, id, ...args)));
  const texts = [...new Set(shown.flat(2))];
  return texts.length === 1 ? texts[0] : shown;
}

const unreachable: Route = () => {
  throw new TypeError('fetch failed');
};

/** What it says of each fault of the service is in test/faults. */
describe('every function says what to do when', () => {
  test.each<[string, TestSessionOptions, string]>([
    ['no key is entered', { apiKey: '' }, 'Enter your API key in the MD pane'],
    ['no service address is set', { serviceAddress: '' }, 'Enter the service address in the MD pane'],
  ])('%s', async (_, options, message) => expect(await shownByAll(options)).toBe(`#N/A: ${message}`));

  test('the key is missing, and then sends no request', async () => {
    const service = createStubService(everywhere(() => status(401)));
    await shownByAll({ apiKey: '', service });
    expect(service.requests).toEqual([]);
  });
});

test('a failure of the whole batch is the error of each symbol, and blanks stay blank', async () => {
  const session = createTestSession({ service: createStubService(everywhere(() => status(401))) });
  const refused = '#N/A: The service refused the key (401): check the API key in the MD pane';
  expect(
    await show(session, 'QUOTE', [
      ['EURUSD', ''],
      ['GBPUSD', 'USDJPY'],
    ]),
  ).toEqual([
    [refused, ''],
    [refused, refused],
  ]);
});

test('a failure is not cached, and the next recalculation asks again', async () => {
  let isDown = true;
  const service = createStubService({
    '/currencies/quotes': (request) => (isDown ? status(403) : quotes(PAIRS)(request)),
  });
  const session = createTestSession({ service });
  expect(await show(session, 'QUOTE', 'EURUSD')).toEqual([[expect.stringContaining('(403)')]]);
  isDown = false;
  expect(await show(session, 'QUOTE', 'EURUSD')).toEqual([[1.5]]);
});

describe('while a formula is previewed', () => {
  const preview = createCall({ isPreview: true });

  test.each([...FORMULAS, ['HOURS', ['XNYS']] as const, ['CONVERT', [2, 'EUR', 'USD']] as const])(
    'MD.%s sends no request',
    async (id, args) => {
      const service = createStubService(everywhere(unreachable));
      const outcome = await evaluateUnder(preview, createTestSession({ service }), id, ...args);
      expect([plain(outcome)].flat(2)).toEqual(['#N/A: Press Enter to fetch']);
      expect(service.requests).toEqual([]);
    },
  );

  test('a value in the cache is shown', async () => {
    const service = createStubService(everywhere(quotes(PAIRS)));
    const session = createTestSession({ service });
    await show(session, 'QUOTE', 'EURUSD');
    expect(plain(await evaluateUnder(preview, session, 'QUOTE', 'EURUSD,GBPUSD'))).toEqual([
      [1.5],
      ['#N/A: Press Enter to fetch'],
    ]);
    expect(service.requests).toHaveLength(1);
  });

  test('a wrong argument is reported at once', async () => {
    const outcome = await evaluateUnder(preview, createTestSession(), 'FILINGS', 'AAPL', null, 101);
    expect(outcome).toMatchObject({ code: '#VALUE!', message: 'limit: 101 is not a whole number from 1 to 100' });
  });
});

describe('a waiting formula always settles', () => {
  test('when its cell is cancelled', async () => {
    const cancellation = new Cancellation();
    const service = createStubService({
      '/stocks/filings': () => {
        cancellation.cancel();
        return new Promise(() => {
          /* never answers */
        });
      },
    });
    const outcome = await evaluateUnder(
      createCall({ cancellation }),
      createTestSession({ service }),
      'FILINGS',
      'AAPL',
    );
    expect((outcome as CellError).code).toBe('#N/A');
  });
});

test.each<[string, unknown, number]>([
  ['with one unknown name among others', [['EURUSD'], ['XXXYYY']], 1],
  ['with unknown names alone', 'XXXYYY', 1],
  ['with a value in every cell', [['EURUSD'], ['GBPUSD']], 0],
])(
  'a formula %s counts the same in the activity and in the list of cells, also with an answer from memory',
  async (_, symbols, errors) => {
    const session = createTestSession({ service: createStubService(everywhere(quotes(PAIRS))) });
    await show(session, 'QUOTE', symbols);
    expect(session.activity.counts).toMatchObject({ cells: 1, errors });
    await show(session, 'QUOTE', symbols);
    expect(session.activity.counts).toMatchObject({ cells: 2, errors: 2 * errors });
  },
);

test('a formula with cached answers returns them at once, and that counts as a hit', async () => {
  const session = createTestSession({ service: createStubService(everywhere(quotes(PAIRS))) });
  await show(session, 'QUOTE', 'EURUSD');
  expect(session.activity.counts).toMatchObject({ cells: 1, lookups: 1, hits: 0, requests: 1, errors: 0 });
  expect(plain(invoke(quote, session, ['EURUSD', 'bid'], createCall()) as Outcome)).toEqual([[1.25]]);
  expect(session.activity.counts).toMatchObject({ cells: 2, lookups: 2, hits: 1, requests: 1, errors: 0 });
});
