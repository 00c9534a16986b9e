import type { Session } from '../../src/app/session';
import type { Settings } from '../../src/app/settings';
import { createSandbox } from '../../src/sandbox/app';
import { settle, useFakeTime } from './fake-time';
import { FORMULAS, KEY, NOW_MS, createSession, errorsIn, evaluate, shown } from './scene';
import { KEY_HEADER } from '../support/published-fields';

const NEW_KEY = 'another-key-61b8';
const NEW_ADDRESS = 'https://elsewhere.test';

type Fetch = (request: Request) => Promise<Response>;

const oldData = createSandbox({ now: () => NOW_MS, seed: 'old' }).fetch;
/** A sandbox of its own for each request, because it counts what it was asked before. */
const newData: Fetch = (request) => createSandbox({ now: () => NOW_MS, seed: 'new' }).fetch(request);
const late: Fetch = (request) =>
  new Promise((resolve, reject) => setTimeout(() => void oldData(request).then(resolve, reject), 200));

const isNew = (request: Request): boolean =>
  request.headers.get(KEY_HEADER) === NEW_KEY || request.url.startsWith(NEW_ADDRESS);

/** One service under the old key and address, another under a new key or address. */
function createServices(old: Fetch) {
  const asked: Request[] = [];
  const fetch = ((request: Request) => {
    asked.push(request);
    return isNew(request) ? newData(request) : old(request);
  }) as unknown as typeof globalThis.fetch;
  return { fetch, oldCount: () => asked.filter((request) => !isNew(request)).length };
}

/** One recalculation: more requests than go out at once. */
const recalculate = (session: Session) => Promise.all(FORMULAS.map((formula) => evaluate(session, formula)));
const sheet = async (session: Session) => (await settle(recalculate(session))).map(shown);

const OLD_SERVICES: readonly (readonly [what: string, old: Fetch])[] = [
  [
    'are on their way',
    () =>
      new Promise(() => {
        /* never */
      }),
  ],
  ['come back soon after', late],
  ['wait for the end of a limit', () => Promise.resolve(new Response('', { status: 429 }))],
  ['wait to be tried again', () => Promise.resolve(new Response('', { status: 500 }))],
];

const CHANGES: readonly (readonly [what: string, change: Partial<Settings>])[] = [
  ['key', { apiKey: NEW_KEY }],
  ['address', { serviceAddress: NEW_ADDRESS }],
];

useFakeTime();

describe.each(CHANGES)('a new %s while answers', (_, change) => {
  test.each(OLD_SERVICES)(
    '%s makes every cell show the new result at once, and the old one is not used again',
    async (__, old) => {
      const services = createServices(old);
      const session = createSession(services.fetch, { retryMs: 5_000, timeoutMs: 30_000 });
      const cells = recalculate(session);
      await jest.advanceTimersByTimeAsync(100);
      await session.save(change);
      const [oldCount, changedAt] = [services.oldCount(), Date.now()];
      expect(oldCount).toBeGreaterThan(0);
      const outcomes = await settle(cells);
      expect(Date.now() - changedAt).toBeLessThan(100);
      expect(outcomes.map(shown)).toEqual(await sheet(session));
      expect(outcomes.map(shown)).toEqual(await sheet(await withNew(change)));
      expect(services.oldCount()).toBe(oldCount);
    },
  );

  test('are being collected causes requests to the new one only', async () => {
    const services = createServices(oldData);
    const session = createSession(services.fetch);
    await session.ready;
    const cells = recalculate(session);
    await session.save(change);
    expect((await settle(cells)).map(shown)).toEqual(await sheet(await withNew(change)));
    expect(services.oldCount()).toBe(0);
  });

  test('are fresh means that they are not shown again', async () => {
    const session = createSession(createServices(oldData).fetch);
    const before = await sheet(session);
    await session.save(change);
    const after = await sheet(session);
    expect(after).not.toEqual(before);
    expect(after).toEqual(await sheet(await withNew(change)));
  });
});

async function withNew(change: Partial<Settings>): Promise<Session> {
  const session = createSession(createServices(oldData).fetch);
  await session.save(change);
  return session;
}

test.each(OLD_SERVICES)('removing the key while answers %s makes every cell ask for a key', async (_, old) => {
  const services = createServices(old);
  const session = createSession(services.fetch, { retryMs: 5_000, timeoutMs: 30_000 });
  const cells = recalculate(session);
  await jest.advanceTimersByTimeAsync(100);
  await session.save({ apiKey: '' });
  const oldCount = services.oldCount();
  for (const outcome of await settle(cells)) {
    expect([...new Set(errorsIn(outcome).map(({ message }) => message))]).toEqual([
      'Enter your API key in the MD pane',
    ]);
  }
  expect(services.oldCount()).toBe(oldCount);
  expect(session.settings.apiKey).not.toBe(KEY);
});
