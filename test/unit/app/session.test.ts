import { testConnection } from '../../../src/app/account';
import { Session } from '../../../src/app/session';
import { createTestSession, show } from '../../support/evaluate';
import { createMemoryHost, TEST_ADDRESS } from '../../support/memory-host';
import { createStubService, status, pricedAt } from '../../support/stub-service';
import type { Host } from '../../../src/app/host';
import { KEY_HEADER } from '../../support/published-fields';
import { useFakeTimers } from '../../support/fake-timers';

const quotesAt = (mid: number) =>
  createStubService({
    '/currencies/quotes': pricedAt(() => mid),
  });

describe('a session', () => {
  test('starts from the stored settings, and cells wait until it has', async () => {
    const service = quotesAt(1.1);
    expect(await show(createTestSession({ service, apiKey: 'stored' }), 'QUOTE', 'EURUSD')).toEqual([[1.1]]);
    expect(service.requests[0]!.headers[KEY_HEADER]).toBe('stored');
  });

  test('starts without settings if they cannot be read, and says so', async () => {
    const host = createMemoryHost();
    const session = new Session({
      ...host,
      storage: { ...host.storage, getItem: () => Promise.reject(new Error('denied')) },
    });
    await session.ready;
    expect(session.settings.apiKey).toBe('');
    expect(session.activity.notes.map(({ text }) => text)).toEqual([
      'The settings could not be read: enter the key again',
    ]);
  });

  test('counts days from 1900 if the host cannot say', async () => {
    const session = new Session({ ...createMemoryHost(), dateSystem: () => Promise.reject(new Error('no')) });
    await session.ready;
    expect(session.dateSystem).toBe('1900');
  });

  test('saves settings, notifies its listeners, and keeps nothing of an invalid change', async () => {
    const session = createTestSession({ apiKey: 'old' });
    await session.ready;
    const heard = jest.fn();
    session.onChange(heard);
    await expect(session.save({ apiKey: 'new', serviceAddress: 'http://insecure.example' })).rejects.toMatchObject({
      field: 'serviceAddress',
    });
    expect(session.settings.apiKey).toBe('old');
    expect(heard).not.toHaveBeenCalled();
    await session.save({ apiKey: 'new' });
    expect(session.settings.apiKey).toBe('new');
    expect(heard).toHaveBeenCalledTimes(1);
  });

  test('keeps the later of two changes, however long the storage takes for the first', async () => {
    const host = createMemoryHost();
    const session = new Session({
      ...host,
      storage: {
        ...host.storage,
        setItem: async (name, value) => {
          if (value === 'crypto') await new Promise((resolve) => setTimeout(resolve, 20));
          await host.storage.setItem(name, value);
        },
      },
    });
    await Promise.all([session.save({ area: 'crypto' }), session.save({ area: 'stocks' })]);
    expect(session.settings.area).toBe('stocks');
    expect(host.stored.get('md.area')).toBe('stocks');
  });

  test('saves a change after one that could not be stored', async () => {
    const host = createMemoryHost();
    const session = new Session({
      ...host,
      storage: {
        ...host.storage,
        setItem: (name, value) =>
          value === 'crypto' ? Promise.reject(new Error('full')) : host.storage.setItem(name, value),
      },
    });
    await expect(Promise.all([session.save({ area: 'crypto' })])).rejects.toThrow('full');
    await session.save({ area: 'stocks' });
    expect(session.settings.area).toBe('stocks');
  });

  test('counts a change that cannot be stored for this session, and the area of a workbook that is opened then', async () => {
    const host = createMemoryHost({ apiKey: '' });
    const refuse = (): Promise<never> => Promise.reject(new Error('Access is denied'));
    const session = new Session({ ...host, storage: { getItem: refuse, setItem: refuse, removeItem: refuse } });
    await expect(session.save({ apiKey: 'secret' })).rejects.toThrow('denied');
    expect(session.settings.apiKey).toBe('');
    await session.save({ apiKey: 'secret' }, false);
    await session.useOfWorkbook({ quotesFreshSeconds: undefined, area: 'stocks' });
    expect(session.settings).toMatchObject({ apiKey: 'secret', area: 'stocks' });
    await session.useOfWorkbook({ quotesFreshSeconds: undefined, area: undefined });
    expect(session.settings).toMatchObject({ apiKey: 'secret', area: 'currencies' });
  });

  test('returns to the address of the host when the address is cleared', async () => {
    const session = createTestSession({ serviceAddress: 'https://default.example' });
    await session.save({ serviceAddress: 'https://other.example' });
    await session.save({ serviceAddress: '' });
    expect(session.settings.serviceAddress).toBe('https://default.example');
  });

  test('deletes the key on request, in the storage too', async () => {
    const host = createMemoryHost({ apiKey: 'secret' });
    const session = new Session(host);
    await session.save({ apiKey: '' });
    expect(session.settings.apiKey).toBe('');
    expect([...host.stored.values()]).toEqual([]);
  });
});

test('a change in how values are shown requests nothing again, and notifies the listeners', async () => {
  const service = quotesAt(1.1);
  const session = createTestSession({ service });
  await show(session, 'QUOTE', 'EURUSD');
  const heard = jest.fn();
  session.onChange(heard);
  await session.save({ richValues: 'off', onFailure: 'last-value' });
  expect(session.settings).toMatchObject({ richValues: 'off', onFailure: 'last-value' });
  expect(heard).toHaveBeenCalledTimes(1);
  await show(session, 'QUOTE', 'EURUSD');
  expect(service.requests).toHaveLength(1);
});

test('a maximum of requests at the same time counts from the next request on', async () => {
  const sent: string[] = [];
  const fetch = (input: RequestInfo | URL): Promise<Response> => {
    sent.push((input as Request).url);
    return new Promise(() => undefined);
  };
  const session = new Session(createMemoryHost(), { fetch });
  await session.ready;
  await session.save({ requestsAtOnce: 2 });
  sent.length = 0;
  const controller = new AbortController();
  const asked = Array.from({ length: 9 }, () => session.client!.send('GET /crypto/exchanges', {}, controller.signal));
  await new Promise(setImmediate);
  expect(sent).toHaveLength(2);
  // Otherwise they fail half a minute later, in another file's test.
  controller.abort();
  await Promise.allSettled(asked);
});

describe('testing the connection', () => {
  const usage = (route: () => unknown) =>
    createTestSession({ service: createStubService({ '/account/usage': route }), apiKey: '' });
  const settings = { apiKey: 'k', serviceAddress: 'https://service.test' };

  test('reports an accepted key, and the requests of the account', async () => {
    const session = usage(() => ({ 1763596800: { requests: 3, data: {} }, 1763600400: { requests: 4, data: {} } }));
    expect(await testConnection(settings, session)).toEqual({ state: 'accepted', usage: { requests: 7, hours: 2 } });
    expect(session.settings.apiKey).toBe('');
  });

  test.each([
    [
      () => status(401),
      { state: 'refused', status: 401, message: 'The service refused the key (401): check the API key in the MD pane' },
    ],
    [
      () => status(403),
      {
        state: 'refused',
        status: 403,
        message: 'Your plan does not include this data (403): check the API key in the MD pane or ask your provider',
      },
    ],
    [
      () => {
        throw new TypeError('fetch failed');
      },
      {
        state: 'unreachable',
        message: 'https://service.test cannot be reached: check the connection and the service address in the MD pane',
      },
    ],
    [
      () => new Response('<html>'),
      {
        state: 'failed',
        message:
          'The service sent a web page instead of data: check the service address in the MD pane, then recalculate',
      },
    ],
  ])('reports any other answer: %#', async (route, report) => {
    expect(await testConnection(settings, usage(route))).toEqual(report);
  });

  test.each([
    [
      { ...settings, apiKey: '' },
      { state: 'refused', message: 'Enter your API key in the MD pane' },
    ],
    [
      { ...settings, serviceAddress: '' },
      { state: 'failed', message: 'Enter the service address in the MD pane' },
    ],
    [
      { ...settings, serviceAddress: 'nowhere' },
      { state: 'failed', message: 'serviceAddress: noWebAddress' },
    ],
  ])('asks for missing settings: %#', async (values, report) => {
    expect(
      await testConnection(
        values,
        usage(() => ({})),
      ),
    ).toEqual(report);
  });
});

test.each([
  ['1904', 'is recalculated once Excel has answered', 1],
  ['1900', 'is not recalculated: its dates were right', 0],
] as const)(
  'a workbook that counts days from %s, in an Excel that answers late because somebody is typing %s',
  async (system, _, count) => {
    const host = createMemoryHost();
    let answer: (system: '1900' | '1904') => void = () => undefined;
    host.dateSystem = () => new Promise((resolve) => (answer = resolve));
    jest.useFakeTimers();
    const session = new Session(host);
    await jest.advanceTimersByTimeAsync(2_000);
    jest.useRealTimers();
    await session.ready;
    expect([session.dateSystem, host.recalculationCount]).toEqual(['1900', 0]);
    answer(system);
    await new Promise(setImmediate);
    expect([session.dateSystem, host.recalculationCount]).toEqual([system, count]);
  },
);

describe('settings stored by another workbook', () => {
  test('are taken over, and nothing is stored in return', async () => {
    const host = createMemoryHost();
    const session = new Session(host);
    await session.ready;
    const setItem = jest.spyOn(host.storage, 'setItem');
    host.stored.set('md.apiKey', 'another-key');
    host.stored.set('md.area', 'stocks');
    const client = session.client;
    await session.takeOver();
    expect(session.settings).toMatchObject({ apiKey: 'another-key', area: 'stocks' });
    expect([session.client === client, host.recalculationCount]).toEqual([false, 1]);
    expect(setItem).not.toHaveBeenCalled();
  });

  test.each([
    ['an interval of the automatic refresh', { 'md.autoRefreshSeconds': '60' }, 0],
    ['a time for which quotes stay fresh', { 'md.quotesFreshSeconds': '900' }, 0],
    ['a lower limit', { 'md.maxRequests': '20' }, 0],
    ['a budget', { 'md.dailyBudget': '500' }, 0],
    ['fewer requests at the same time', { 'md.requestsAtOnce': '2' }, 0],
    ['no limit', { 'md.maxRequests': '0' }, 1],
    ['other number formats', { 'md.richValues': 'off', 'md.maxRequests': '20' }, 1],
  ])('calculate the cells again only if these may show something else: %s', async (_, stored, count) => {
    const host = createMemoryHost();
    const session = new Session(host);
    await session.ready;
    for (const [name, value] of Object.entries(stored)) host.stored.set(name, value);
    await session.takeOver();
    expect(host.recalculationCount).toBe(count);
  });

  test('do not undo a change that is saved while they are read', async () => {
    const host = createMemoryHost();
    let isSlow = false;
    let answer: (area: string) => void = () => undefined;
    const session = new Session({
      ...host,
      storage: {
        ...host.storage,
        getItem: (name) =>
          isSlow && name === 'md.area'
            ? new Promise<string>((resolve) => (answer = resolve))
            : host.storage.getItem(name),
      },
    });
    await session.ready;
    isSlow = true;
    const takingOver = session.takeOver();
    await new Promise(setImmediate);
    const saving = session.save({ area: 'stocks' });
    await new Promise(setImmediate);
    answer('crypto');
    await Promise.all([takingOver, saving]);
    expect(session.settings.area).toBe('stocks');
  });

  test('are read again after a reading that failed', async () => {
    const host = createMemoryHost();
    const session = new Session(host);
    await session.ready;
    jest.spyOn(host.storage, 'getItem').mockRejectedValueOnce(new Error('busy'));
    await expect(session.takeOver()).rejects.toThrow('busy');
    host.stored.set('md.area', 'stocks');
    await session.takeOver();
    expect(session.settings.area).toBe('stocks');
  });

  test('change nothing if they are the same', async () => {
    const host = createMemoryHost();
    const session = new Session(host);
    await session.ready;
    const heard = jest.fn();
    session.onChange(heard);
    await session.takeOver();
    expect([heard.mock.calls.length, host.recalculationCount]).toEqual([0, 0]);
  });
});

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
  new Promise((resolve) => setTimeout(() => resolve(Response.json({ serviceAddress: '/md/api', signIn: 'none' })), ms));

const WITH_KEY = { apiKey: 'key', serviceAddress: TEST_ADDRESS };
const NEW_USER = { apiKey: '', serviceAddress: '' };

describe('the first cell of a start', () => {
  useFakeTimers();

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

describe('a key that is stored beside another address than its own', () => {
  const open = (stored: Readonly<Record<string, string>>, signIn?: 'none' | 'token') => {
    const host = createMemoryHost({ apiKey: '', serviceAddress: '' });
    for (const [name, value] of Object.entries(stored)) host.stored.set(`md.${name}`, value);
    const sent: string[] = [];
    const fetch = ((input: Request | string) => {
      const request = new Request(input);
      const key = request.headers.get(KEY_HEADER);
      if (key !== null) sent.push(`${key} to ${new URL(request.url).host}`);
      return Promise.resolve(
        new URL(request.url).pathname === '/config.json' && signIn
          ? Response.json({ serviceAddress: '/api', signIn })
          : Response.json({}),
      );
    }) as typeof globalThis.fetch;
    const session = new Session({ ...host, page: 'https://host.example/taskpane.html' }, { fetch });
    return { session, host, sent };
  };

  test('goes to no gateway of the page: the gateway asks for a token', async () => {
    const { session, sent } = open({ apiKey: 'mine', serviceAddress: 'https://one.test' }, 'token');
    await show(session, 'QUOTE', 'EURUSD');
    expect([session.settings.apiKey, sent]).toEqual(['', []]);
    await session.save({ apiKey: 'token', serviceAddress: '' });
    await show(session, 'QUOTE', 'EURUSD');
    expect(new Set(sent)).toEqual(new Set(['token to host.example']));
  });

  test('is not sent after the address has changed, here, in another workbook or at the next start', async () => {
    const { session, host, sent } = open({ apiKey: 'mine', serviceAddress: 'https://one.test' });
    await session.save({ serviceAddress: 'https://two.test' });
    await show(session, 'QUOTE', 'EURUSD');
    const next = open(Object.fromEntries(Array.from(host.stored, ([name, value]) => [name.slice(3), value])));
    await show(next.session, 'QUOTE', 'EURUSD');
    next.host.stored.set('md.serviceAddress', 'https://three.test');
    await next.session.takeOver();
    await show(next.session, 'QUOTE', 'EURUSD');
    expect([sent, next.sent]).toEqual([[], []]);
  });

  test('is sent again once its own address has come back', async () => {
    const { session, sent } = open({ apiKey: 'mine', serviceAddress: 'https://one.test' });
    await session.save({ serviceAddress: 'https://two.test' });
    await session.save({ serviceAddress: 'https://one.test/v2' });
    await show(session, 'QUOTE', 'EURUSD');
    expect(new Set(sent)).toEqual(new Set(['mine to one.test']));
  });

  test('is never seen with the new address by a workbook that reads while another one stores', async () => {
    const { session, host } = open({ apiKey: 'mine', serviceAddress: 'https://one.test' });
    await session.ready;
    const seen: string[] = [];
    const look = async (): Promise<void> => {
      const reader = new Session(host, { fetch: () => Promise.reject(new Error('offline')) });
      await reader.ready;
      const { apiKey, serviceAddress } = reader.settings;
      if (apiKey !== '') seen.push(`${apiKey} for ${serviceAddress}`);
    };
    const setItem = host.storage.setItem.bind(host.storage);
    const removeItem = host.storage.removeItem.bind(host.storage);
    host.storage.setItem = async (name, value) => {
      await look();
      await setItem(name, value);
      await look();
    };
    host.storage.removeItem = async (name) => {
      await removeItem(name);
      await look();
    };
    await session.save({ apiKey: 'other', serviceAddress: 'https://two.test' });
    expect(new Set(seen)).toEqual(new Set(['other for https://two.test']));
  });
});

test.each([
  ['the same key', { apiKey: 'test-key-0123456789' }],
  ['the same key and address', { apiKey: ' test-key-0123456789', serviceAddress: `${TEST_ADDRESS}/` }],
  ['the default address', { serviceAddress: '' }],
  ['the same area beside another limit', { area: 'currencies', maxRequests: 7 }],
  ['the same profiles', { profiles: {} }],
  ['an interval of the automatic refresh', { autoRefreshSeconds: 60 }],
] as const)('a save that changes no answer asks for nothing again: %s', async (_, changes) => {
  const service = quotesAt(1.1);
  const session = createTestSession({ service });
  await show(session, 'QUOTE', 'EURUSD');
  const { client } = session;
  await session.save(changes);
  await show(session, 'QUOTE', 'EURUSD');
  expect(session.client).toBe(client);
  expect(service.requests).toHaveLength(1);
});
