import type { Host } from '../../../src/app/host';
import { Session } from '../../../src/app/session';
import { createMemoryHost, TEST_ADDRESS } from '../../support/memory-host';

const PAGE = 'https://host.example/md/taskpane.html';
const CONFIG = 'https://host.example/md/config.json';

/** A session whose page comes from a web server that answers a request for its configuration as given. */
function startFrom(
  answer: () => Promise<Response>,
  stored: Parameters<typeof createMemoryHost>[0] = {},
): { session: Session; asked: string[]; isReady: () => boolean } {
  const asked: string[] = [];
  const host: Host = { ...createMemoryHost(stored), page: PAGE };
  const session = new Session(host, {
    fetch: (input) => {
      asked.push(input as string);
      return input === CONFIG ? answer() : Promise.resolve(new Response('{}'));
    },
  });
  let isReady = false;
  void session.ready.then(() => (isReady = true));
  return { session, asked, isReady: () => isReady };
}

const never = (): Promise<Response> => new Promise(() => undefined);
const notFound = (): Promise<Response> => Promise.resolve(new Response('Not Found', { status: 404 }));
const gatewayAfter = (ms: number) => (): Promise<Response> =>
  new Promise((resolve) => {
    setTimeout(() => {
      resolve(Response.json({ serviceAddress: '/md/api', signIn: 'none' }));
    }, ms);
  });

const WITH_KEY = { apiKey: 'key', serviceAddress: TEST_ADDRESS };
const NEW_USER = { apiKey: '', serviceAddress: '' };

describe('the first cell of a start', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  test.each([
    ['a user with a key and an address', WITH_KEY],
    ['a new user', NEW_USER],
  ])('does not wait on an ordinary web server, for %s', async (_, stored) => {
    const { session, asked, isReady } = startFrom(notFound, stored);
    await jest.advanceTimersByTimeAsync(0);
    expect([isReady(), asked, session.gateway]).toEqual([true, [CONFIG], undefined]);
  });

  test.each([
    ['half a second where a key and an address are stored', WITH_KEY, 500],
    ['ten seconds where they are not: then only a gateway gives values', NEW_USER, 10_000],
  ])('waits for a web server that never answers, %s', async (_, stored, timeoutMs) => {
    const { session, isReady } = startFrom(never, stored);
    await jest.advanceTimersByTimeAsync(timeoutMs - 1);
    expect(isReady()).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect([isReady(), session.gateway, session.settings.apiKey]).toEqual([true, undefined, stored.apiKey]);
  });

  test('goes to a gateway that takes long to answer, for a new user', async () => {
    const { session } = startFrom(gatewayAfter(9_000), NEW_USER);
    await jest.advanceTimersByTimeAsync(9_000);
    await session.ready;
    expect(session.settings.serviceAddress).toBe('https://host.example/md/api');
  });

  test('goes to the gateway that has come after the key and the address were entered', async () => {
    const { session } = startFrom(gatewayAfter(400), WITH_KEY);
    await jest.advanceTimersByTimeAsync(400);
    await session.ready;
    expect(session.settings.serviceAddress).toBe('https://host.example/md/api');
  });
});

test('a change in another workbook does not count if only the gateway’s address differs from what is stored', async () => {
  const { session } = startFrom(() => Promise.resolve(Response.json({ serviceAddress: '/md/api', signIn: 'none' })));
  await session.ready;
  const { client } = session;
  await session.takeOver();
  expect(session.client).toBe(client);
});
