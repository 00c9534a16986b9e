/* The real MSAL before an emulated host: what Excel puts on the window is a bridge that carries JSON both ways. */
import { openNestedSignIn } from '../../../src/office/nested-sign-in';

const ABOUT = {
  issuer: 'https://login.microsoftonline.com/a-tenant/v2.0',
  clientId: 'a-client',
  scope: 'openid offline_access api://a-client/access',
  audience: 'a-client',
};

interface Asked {
  readonly method: string;
  readonly requestId: string;
  readonly tokenParams?: Readonly<Record<string, unknown>>;
}
type Answer = Readonly<Record<string, unknown>>;

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const ID_TOKEN = `${part({ alg: 'none' })}.${part({ oid: 'id-of-ann', tid: 'a-tenant', sub: 'ann' })}.`;

const granted = (token: string): Answer => ({
  success: true,
  token: { access_token: token, expires_in: 3_600, id_token: ID_TOKEN, scope: 'api://a-client/access' },
  account: { environment: 'login.microsoftonline.com', username: 'ann@firm.example', homeAccountId: 'a.b' },
});
const refused = (status: string): Answer => ({ success: false, error: { status, code: 'a code' } });

/** The host's end. */
class Bridge {
  readonly asked: Asked[] = [];
  answers: Answer[] = [];
  greets = true;
  isSilent = false;
  readonly #listeners = new Set<(message: string) => void>();

  readonly addEventListener = (_: string, listener: (message: string) => void): void => {
    this.#listeners.add(listener);
  };

  readonly removeEventListener = (_: string, listener: (message: string) => void): void => {
    this.#listeners.delete(listener);
  };

  readonly postMessage = (text: string): void => {
    if (this.isSilent) return;
    const asked = JSON.parse(text) as Asked;
    const isGreeting = asked.method === 'GetInitContext';
    if (!isGreeting) this.asked.push(asked);
    const answer = isGreeting
      ? { success: this.greets, initContext: { sdkName: 'emulated', sdkVersion: '1', capabilities: {} } }
      : this.answers.shift();
    const message = { messageType: 'NestedAppAuthResponse', requestId: asked.requestId, ...answer };
    for (const listener of this.#listeners) listener(JSON.stringify(message));
  };
}

const stored: string[] = [];
const storage = {
  length: 0,
  key: () => null,
  getItem: () => null,
  removeItem: () => undefined,
  setItem: (name: string, value: string) => {
    stored.push(name, value);
  },
};

describe('a nested sign-in', () => {
  let bridge: Bridge;
  // In Node an open one keeps the process from ending.
  const { BroadcastChannel: channel } = globalThis;
  beforeAll(() => Reflect.deleteProperty(globalThis, 'BroadcastChannel'));
  afterAll(() => Object.assign(globalThis, { BroadcastChannel: channel }));
  beforeEach(() => {
    bridge = new Bridge();
    stored.length = 0;
    const page = {
      crypto,
      location: { href: 'https://md.example.com/taskpane.html', origin: 'https://md.example.com' },
      localStorage: storage,
      sessionStorage: storage,
      console: { log: () => undefined },
      addEventListener: () => undefined,
      nestedAppAuthBridge: bridge,
    };
    Object.assign(globalThis, { window: page, localStorage: storage, sessionStorage: storage });
  });
  afterEach(() => {
    for (const name of ['window', 'localStorage', 'sessionStorage']) Reflect.deleteProperty(globalThis, name);
  });

  test('asks Excel for the scope of the gateway, silently, and stores nothing', async () => {
    const way = await openNestedSignIn(ABOUT);
    bridge.answers = [granted('secret-1')];
    const before = Date.now();
    const grant = await way.grantSilently(false);
    expect(grant).toMatchObject({ token: 'secret-1', person: 'ann@firm.example' });
    expect(grant!.endsAt).toBeGreaterThan(before + 3_590_000);
    expect(bridge.asked).toMatchObject([
      {
        method: 'GetToken',
        tokenParams: {
          clientId: 'a-client',
          authority: 'https://login.microsoftonline.com/a-tenant',
          scope: 'api://a-client/access',
        },
      },
    ]);
    expect(stored.join(' ')).not.toMatch(/secret-1|eyJ/);
  });

  test('renews a token although the old one is known', async () => {
    const way = await openNestedSignIn(ABOUT);
    bridge.answers = [granted('one'), granted('two')];
    await way.grantSilently(false);
    expect(await way.grantSilently(true)).toMatchObject({ token: 'two' });
    expect(bridge.asked.map(({ tokenParams }) => tokenParams?.forceRefresh)).toEqual([false, true]);
  });

  test.each(['USER_INTERACTION_REQUIRED', 'ACCOUNT_UNAVAILABLE'])(
    'lets Excel ask the user after %s, without a click',
    async (status) => {
      const way = await openNestedSignIn(ABOUT);
      bridge.answers = [refused(status), granted('one')];
      expect(await way.grantSilently(false)).toBeUndefined();
      expect(await way.askForGrant(false)).toMatchObject({ token: 'one' });
      expect(bridge.asked.map(({ method }) => method)).toEqual(['GetToken', 'GetTokenPopup']);
    },
  );

  test('counts a closed window as a refusal by the user', async () => {
    const way = await openNestedSignIn(ABOUT);
    bridge.answers = [refused('USER_CANCEL')];
    expect(await way.askForGrant(true)).toBeUndefined();
  });

  test.each(['NO_NETWORK', 'TRANSIENT_ERROR', 'PERSISTENT_ERROR', 'DISABLED', 'NESTED_APP_AUTH_UNAVAILABLE'])(
    'fails with %s, so that another way is tried',
    async (status) => {
      const way = await openNestedSignIn(ABOUT);
      bridge.answers = [refused(status), refused(status)];
      await expect(way.grantSilently(false)).rejects.toThrow();
      await expect(way.askForGrant(true)).rejects.toThrow();
    },
  );

  test('lets Excel build its bridge first, where Excel does that on request', async () => {
    Reflect.deleteProperty(window, 'nestedAppAuthBridge');
    Object.assign(window, {
      __initializeNestedAppAuth: () => {
        Object.assign(window, { nestedAppAuthBridge: bridge });
        return Promise.resolve();
      },
    });
    bridge.answers = [granted('one')];
    expect(await (await openNestedSignIn(ABOUT)).grantSilently(false)).toMatchObject({ token: 'one' });
  });

  test.each<[string, () => void]>([
    ['is none', () => Reflect.deleteProperty(window, 'nestedAppAuthBridge')],
    ['is one in name only', () => Object.assign(window, { nestedAppAuthBridge: undefined })],
    [
      'cannot be built',
      () =>
        Object.assign(window, {
          nestedAppAuthBridge: undefined,
          __initializeNestedAppAuth: () => Promise.reject(new Error('No host')),
        }),
    ],
  ])('is not opened in an Excel whose bridge %s', async (_, change) => {
    change();
    await expect(openNestedSignIn(ABOUT)).rejects.toThrow('does not sign its add-ins in');
  });

  test.each([
    ['at the start', true],
    ['when it is asked for a token', false],
  ])('gives up waiting for an Excel that does not answer %s, so that another way is tried', async (_, isAtStart) => {
    jest.useFakeTimers();
    bridge.isSilent = isAtStart;
    const opened = openNestedSignIn(ABOUT);
    const granted = isAtStart ? opened : opened.then((way) => way.grantSilently(false));
    const given = expect(granted).rejects.toThrow();
    if (!isAtStart) {
      await opened;
      bridge.isSilent = true;
    }
    await jest.advanceTimersByTimeAsync(15_000);
    await given;
    jest.useRealTimers();
  });

  test('fails before a window is opened if the bridge does not answer the first message, so that another way is tried', async () => {
    bridge.greets = false;
    const opened = jest.fn();
    Object.assign(window, { open: opened });
    const way = await openNestedSignIn(ABOUT);
    await expect(way.grantSilently(false)).rejects.toThrow();
    expect([bridge.asked, opened.mock.calls]).toEqual([[], []]);
  });
});
