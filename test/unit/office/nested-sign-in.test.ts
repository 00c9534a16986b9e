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
  readonly #listeners = new Set<(message: string) => void>();

  readonly addEventListener = (_: string, listener: (message: string) => void): void => {
    this.#listeners.add(listener);
  };

  readonly removeEventListener = (_: string, listener: (message: string) => void): void => {
    this.#listeners.delete(listener);
  };

  readonly postMessage = (text: string): void => {
    const asked = JSON.parse(text) as Asked;
    const isGreeting = asked.method === 'GetInitContext';
    if (!isGreeting) this.asked.push(asked);
    const answer = isGreeting
      ? { success: true, initContext: { sdkName: 'emulated', sdkVersion: '1', capabilities: {} } }
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
    const grant = await way.silent(false);
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

  test('has a token renewed although the old one is known', async () => {
    const way = await openNestedSignIn(ABOUT);
    bridge.answers = [granted('one'), granted('two')];
    await way.silent(false);
    expect(await way.silent(true)).toMatchObject({ token: 'two' });
    expect(bridge.asked.map(({ tokenParams }) => tokenParams?.forceRefresh)).toEqual([false, true]);
  });

  test.each(['USER_INTERACTION_REQUIRED', 'ACCOUNT_UNAVAILABLE'])(
    'has Excel ask the user after %s, without a click',
    async (status) => {
      const way = await openNestedSignIn(ABOUT);
      bridge.answers = [refused(status), granted('one')];
      expect(await way.silent(false)).toBeUndefined();
      expect(await way.ask(false)).toMatchObject({ token: 'one' });
      expect(bridge.asked.map(({ method }) => method)).toEqual(['GetToken', 'GetTokenPopup']);
    },
  );

  test('takes a closed window for no', async () => {
    const way = await openNestedSignIn(ABOUT);
    bridge.answers = [refused('USER_CANCEL')];
    expect(await way.ask(true)).toBeUndefined();
  });

  test.each(['NO_NETWORK', 'TRANSIENT_ERROR', 'PERSISTENT_ERROR', 'DISABLED', 'NESTED_APP_AUTH_UNAVAILABLE'])(
    'fails with %s, so that another way is tried',
    async (status) => {
      const way = await openNestedSignIn(ABOUT);
      bridge.answers = [refused(status), refused(status)];
      await expect(way.silent(false)).rejects.toThrow();
      await expect(way.ask(true)).rejects.toThrow();
    },
  );

  test('is not opened in an Excel without a bridge', async () => {
    Reflect.deleteProperty(window, 'nestedAppAuthBridge');
    await expect(openNestedSignIn(ABOUT)).rejects.toThrow('does not sign its add-ins in');
  });
});
