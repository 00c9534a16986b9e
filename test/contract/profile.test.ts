import type { WireNames } from '../../src/api/interface/operation';
import type { Session } from '../../src/app/session';
import { createSandbox } from '../../src/sandbox/app';
import { createTestSession, show } from '../support/evaluate';
import { createStubService } from '../support/stub-service';
import { learnProfile, linesOf, NO_PROFILE, withProfile } from '../../src/app/profile';
import { profileOf } from '../../src/app/settings';
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

    const { profile } = await learnProfile(session, signal);
    expect(session.settings.profiles).toEqual({});
    expect(await filingTypes(session)).toMatch(/^#VALUE!/);

    await session.save(withProfile(session.settings, profile));
    expect(await filingTypes(session)).toEqual([['10-K']]);
    expect(await show(session, 'SCORE', 'AAPL', 'altman-z')).toEqual([[expect.any(Number)]]);

    await session.save(withProfile(session.settings, NO_PROFILE));
    expect(await filingTypes(session)).toMatch(/^#VALUE!/);
  });

  test('reveals all of its names in its description, with no other differences', async () => {
    const { session } = await setUp();
    const { profile, problems } = await learnProfile(session, signal);
    const { 'GET /stocks/filings limit': same, ...changed } = OTHERWISE;
    expect(same).toBe('limit');
    expect(profile).toEqual({ names: changed, added: [], off: [] });
    expect(problems).toEqual([]);
    const renamed = (operation: string, parameter: string, from: string, to: string) => ({
      ...{ kind: 'renamed', key: `${operation} ${parameter}`, isOn: true },
      ...{ operation, parameter, from, to },
    });
    expect(linesOf(profile)).toEqual([
      renamed('GET /stocks/filings', 'ticker', 'ticker', 'symbol'),
      renamed('GET /stocks/filings', 'type', 'filing_type', 'form'),
      renamed('GET /stocks/{symbol}/scores', 'model', 'name', 'score_model'),
      renamed('GET /account/usage', 'interval', 'interval', 'period'),
    ]);
  });

  test('has its profile only at its own address', async () => {
    const { session } = await setUp();
    const { profile } = await learnProfile(session, signal);
    const { serviceAddress } = session.settings;
    await session.save(withProfile(session.settings, profile));
    await session.save({ serviceAddress: 'https://elsewhere.example' });
    expect(profileOf(session.settings)).toEqual({ names: {}, added: [] });
    await session.save({ serviceAddress });
    expect(profileOf(session.settings).names).toEqual(profile.names);
  });

  test('is asked for its description without the key', async () => {
    const { session, requests } = await setUp();
    await learnProfile(session, signal);
    expect(requests.map(({ url, headers }) => [new URL(url).pathname, headers.get(KEY_HEADER)])).toEqual([
      ['/openapi.json', null],
    ]);
  });
});

test('a service with the default names has no differences', async () => {
  const { session } = await setUp({ hasDescription: true });
  expect(await learnProfile(session, signal)).toEqual({ profile: NO_PROFILE, problems: [] });
});

test('a name that was changed wrongly is corrected by learning', async () => {
  const { session } = await setUp({ hasDescription: true });
  const names = { 'GET /stocks/filings ticker': 'wrong' };
  await session.save(withProfile(session.settings, { ...NO_PROFILE, names }));
  expect(await learnProfile(session, signal)).toEqual({ profile: NO_PROFILE, problems: [] });
});

describe('a service without a usable description', () => {
  const learnFrom = async (answer: () => unknown) => {
    const session = createTestSession({
      service: createStubService({ '/openapi.json': answer }),
      serviceAddress: 'https://service.test',
    });
    await session.ready;
    return learnProfile(session, signal);
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
