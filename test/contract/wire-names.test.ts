import type { WireNames } from '../../src/api/interface/operation';
import type { Session } from '../../src/app/session';
import { createSandbox } from '../../src/sandbox/app';
import { createTestSession, show } from '../support/evaluate';
import { createStubService } from '../support/stub-service';
import { learnWireNames } from '../../src/app/wire-names';
import { KEY_HEADER } from '../support/published-fields';

const OTHERWISE: WireNames = {
  'GET /stocks/filings ticker': 'symbol',
  'GET /stocks/filings type': 'form',
  'GET /stocks/filings limit': 'limit',
  'GET /stocks/{symbol}/scores model': 'score_model',
  'GET /account/usage interval': 'period',
};
const signal = new AbortController().signal;

/** A session over a sandbox that calls its parameters otherwise and describes itself, and what was asked of it. */
async function setUp(options: Parameters<typeof createSandbox>[0] = { wireNames: OTHERWISE, hasDescription: true }) {
  const sandbox = createSandbox(options);
  const requests: Request[] = [];
  const session = createTestSession({
    apiKey: 'demo',
    service: {
      fetch: (input) => {
        requests.push(input as Request);
        return sandbox.fetch(input as Request);
      },
    },
  });
  await session.ready;
  return { session, requests };
}

const filingTypes = (session: Session) => show(session, 'FILINGS', 'AAPL', '10-K', 1, 'filing_type');

describe('a service with other parameter names', () => {
  test('makes a function fail until its names are learned and used, and again when they are removed', async () => {
    const { session } = await setUp();
    expect(await filingTypes(session)).toMatch(/^#VALUE!: symbol: the service says "Field required"/);

    const { names } = await learnWireNames(session, signal);
    expect(session.settings.wireNames).toEqual({});
    expect(await filingTypes(session)).toMatch(/^#VALUE!/);

    await session.save({ wireNames: names });
    expect(await filingTypes(session)).toEqual([['10-K']]);
    expect(await show(session, 'SCORE', 'AAPL', 'altman-z')).toEqual([[expect.any(Number)]]);

    await session.save({ wireNames: {} });
    expect(await filingTypes(session)).toMatch(/^#VALUE!/);
  });

  test('reveals all of its names in its description, with no other differences', async () => {
    const { session } = await setUp();
    const { names, differences } = await learnWireNames(session, signal);
    const { 'GET /stocks/filings limit': same, ...changed } = OTHERWISE;
    expect(same).toBe('limit');
    expect(names).toEqual(changed);
    expect(differences).toEqual([
      { kind: 'renamed', operation: 'GET /stocks/filings', parameter: 'ticker', from: 'ticker', to: 'symbol' },
      { kind: 'renamed', operation: 'GET /stocks/filings', parameter: 'type', from: 'filing_type', to: 'form' },
      {
        kind: 'renamed',
        operation: 'GET /stocks/{symbol}/scores',
        parameter: 'model',
        from: 'name',
        to: 'score_model',
      },
      { kind: 'renamed', operation: 'GET /account/usage', parameter: 'interval', from: 'interval', to: 'period' },
    ]);
  });

  test('is asked for its description without the key', async () => {
    const { session, requests } = await setUp();
    await learnWireNames(session, signal);
    expect(requests.map(({ url, headers }) => [new URL(url).pathname, headers.get(KEY_HEADER)])).toEqual([
      ['/openapi.json', null],
    ]);
  });
});

test('a service with the default names has no differences', async () => {
  const { session } = await setUp({ hasDescription: true });
  expect(await learnWireNames(session, signal)).toEqual({ names: {}, differences: [] });
});

test('a name that was changed wrongly is corrected by learning', async () => {
  const { session } = await setUp({ hasDescription: true });
  await session.save({ wireNames: { 'GET /stocks/filings ticker': 'wrong' } });
  expect(await learnWireNames(session, signal)).toEqual({
    names: {},
    differences: [
      { kind: 'renamed', operation: 'GET /stocks/filings', parameter: 'ticker', from: 'wrong', to: 'ticker' },
    ],
  });
});

describe('a service without a usable description', () => {
  const learnFrom = async (answer: () => unknown) => {
    const session = createTestSession({
      service: createStubService({ '/openapi.json': answer }),
      serviceAddress: 'https://service.test',
    });
    await session.ready;
    return learnWireNames(session, signal);
  };

  test.each([
    [
      () => Response.json({}, { status: 404 }),
      'The service publishes no description of itself (404): import the names from a file',
    ],
    [
      () => new Response('', { status: 500 }),
      'The service did not give its description (500): try again later, or import the names from a file',
    ],
    [
      () => new Response('<html>'),
      'The service sent a web page instead of a description: check the service address, or import the names from a file',
    ],
    [
      () => {
        throw new TypeError('fetch failed');
      },
      'https://service.test cannot be reached: check the connection and the service address in the MD pane',
    ],
  ])('gives an error that says what to do: %#', async (answer, message) => {
    await expect(learnFrom(answer)).rejects.toThrow(message);
  });
});
