import { openSignIn } from '../../../src/office/sign-in';
import type { SessionSignIn } from '../../../src/app/sign-in';

const ISSUER = 'https://login.firm.example/firm';
const ABOUT = { issuer: ISSUER, clientId: 'md-pane', scope: 'openid access', audience: 'https://md.example.com' };
const PAGE = 'https://md.example.com/taskpane.html?_host_Info=Excel';

const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

/** What a test says otherwise than an honest issuer, dialog and page do. */
interface Case {
  readonly about?: object;
  readonly back?: Readonly<Record<string, string | undefined>>;
  readonly header?: object;
  readonly claims?: object;
  readonly answer?: object;
  readonly status?: number;
  readonly origin?: string;
}

/** An issuer and an Office dialog in memory. */
class Scene {
  readonly asked: URLSearchParams[] = [];
  readonly shown: URL[] = [];
  isClosed = false;
  /** Office's number of what happens to the dialog before its page comes back. */
  ends: number | undefined;
  refreshToken: string | undefined;
  hasDialogs = true;
  constructor(public told: Case = {}) {}

  readonly fetch = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const address = input instanceof Request ? input.url : String(input);
    if (address === `${ISSUER}/.well-known/openid-configuration`) return Promise.resolve(Response.json(this.#about));
    if (address !== `${ISSUER}/token`) return Promise.reject(new Error(address));
    this.asked.push(new URLSearchParams(init?.body as URLSearchParams));
    return Promise.resolve(Response.json(this.#tokens, { status: this.told.status ?? 200 }));
  };

  get #about(): object {
    return {
      issuer: ISSUER,
      authorization_endpoint: `${ISSUER}/auth`,
      token_endpoint: `${ISSUER}/token`,
      authorization_response_iss_parameter_supported: true,
      id_token_signing_alg_values_supported: ['RS256'],
      ...this.told.about,
    };
  }

  get #tokens(): object {
    const now = Math.floor(Date.now() / 1000);
    const nonce = this.#given.get('nonce');
    const claims = { iss: ISSUER, aud: 'md-pane', sub: 'ann', iat: now, exp: now + 600, nonce, ...this.told.claims };
    const idToken = `${part({ alg: 'RS256', ...this.told.header })}.${part(claims)}.c2lnbmF0dXJl`;
    return {
      access_token: `access-${this.asked.length}`,
      token_type: 'Bearer',
      expires_in: 600,
      id_token: idToken,
      refresh_token: this.refreshToken,
      ...this.told.answer,
    };
  }

  get #given(): URLSearchParams {
    return new URLSearchParams(this.shown.at(-1)!.hash.slice(1));
  }

  readonly office = {
    context: {
      requirements: { isSetSupported: (name: string) => this.hasDialogs && name === 'DialogApi' },
      ui: {
        displayDialogAsync: (address: string, _: object, then: (result: object) => void): void => {
          this.shown.push(new URL(address));
          const listeners = new Map<string, (said: object) => void>();
          const dialog = {
            addEventHandler: (name: string, listener: (said: object) => void) => listeners.set(name, listener),
            close: () => (this.isClosed = true),
          };
          then({ status: 'succeeded', value: dialog });
          const back = { code: 'a-code', state: this.#given.get('state')!, iss: ISSUER, ...this.told.back };
          const said = Object.entries(back).flatMap(([name, value]: readonly [string, string | undefined]) =>
            value === undefined ? [] : [[name, value]],
          );
          const message = String(new URLSearchParams(said));
          const { origin = 'https://md.example.com' } = this.told;
          if (this.ends === undefined) listeners.get('message')!({ message, origin });
          listeners.get('event')!({ error: this.ends ?? 12_006 });
        },
      },
    },
    AsyncResultStatus: { Failed: 'failed' },
    EventType: { DialogMessageReceived: 'message', DialogEventReceived: 'event' },
  };
}

/** What the add-in's requests carry. */
const sent: (string | null)[] = [];

function open(scene: Scene): SessionSignIn {
  sent.length = 0;
  Object.assign(globalThis, { Office: scene.office, location: new URL(PAGE), fetch: scene.fetch });
  return openSignIn(
    { page: PAGE, recalculate: () => Promise.resolve() },
    ABOUT,
    (request) => {
      sent.push((request as Request).headers.get('authorization'));
      return Promise.resolve(new Response());
    },
    () => undefined,
  );
}

async function signedIn(told: Case = {}): Promise<readonly [SessionSignIn, Scene]> {
  const scene = new Scene(told);
  const signIn = open(scene);
  await signIn.start();
  return [signIn, scene];
}

describe('a sign-in in Office’s dialog', () => {
  const { fetch: realFetch } = globalThis;
  afterAll(() => {
    globalThis.fetch = realFetch;
    for (const name of ['Office', 'location']) Reflect.deleteProperty(globalThis, name);
  });

  test('opens no dialog without a click', async () => {
    const scene = new Scene();
    const signIn = open(scene);
    await expect(signIn.begin()('https://md.example.com/api/quotes')).rejects.toThrow('Sign in, in the MD pane');
    expect([signIn.state, scene.shown]).toEqual(['signed out', []]);
  });

  test('exchanges the code, with the proof that only the add-in has, for the token that requests carry', async () => {
    const [signIn, scene] = await signedIn();
    expect([signIn.state, signIn.person, signIn.problem, scene.isClosed]).toEqual([
      'signed in',
      'ann',
      undefined,
      true,
    ]);
    const [shown, asked] = [scene.shown[0]!, scene.asked[0]!];
    expect(shown.origin + shown.pathname + shown.search).toBe('https://md.example.com/sign-in.html');
    const given = new URLSearchParams(shown.hash.slice(1));
    expect([...given.keys()]).toEqual(['state', 'nonce', 'code_challenge']);
    const digest = await crypto.subtle.digest('SHA-256', Buffer.from(asked.get('code_verifier')!));
    expect(Buffer.from(digest).toString('base64url')).toBe(given.get('code_challenge'));
    expect(Object.fromEntries(asked)).toMatchObject({
      grant_type: 'authorization_code',
      code: 'a-code',
      client_id: 'md-pane',
      redirect_uri: 'https://md.example.com/sign-in.html',
      resource: 'https://md.example.com',
    });
    await signIn.fetch('https://md.example.com/api/quotes');
    expect(sent).toEqual(['Bearer access-1']);
  });

  test('renews the token with what the issuer gave for that, and asks which account to use after a sign-out', async () => {
    const scene = new Scene({ answer: { expires_in: 0 } });
    scene.refreshToken = 'renews';
    const signIn = open(scene);
    await signIn.start();
    scene.told = {};
    await signIn.fetch('https://md.example.com/api/quotes');
    expect(sent).toEqual(['Bearer access-2']);
    expect(Object.fromEntries(scene.asked[1]!)).toMatchObject({ grant_type: 'refresh_token', refresh_token: 'renews' });
    signIn.signOut();
    await signIn.start();
    expect(scene.asked[2]!.get('grant_type')).toBe('authorization_code');
    expect(new URLSearchParams(scene.shown[1]!.hash.slice(1)).get('prompt')).toBe('login');
  });

  test('needs a new click once the issuer no longer renews the token', async () => {
    const scene = new Scene({ answer: { expires_in: 0 } });
    scene.refreshToken = 'renews';
    const signIn = open(scene);
    await signIn.start();
    scene.told = { status: 400, answer: { error: 'invalid_grant' } };
    await expect(signIn.fetch('https://md.example.com/api/quotes')).rejects.toThrow('Sign in, in the MD pane');
    expect([signIn.state, sent]).toEqual(['signed out', []]);
  });

  test('counts a closed dialog as a refusal by the user', async () => {
    const scene = new Scene();
    scene.ends = 12_006;
    const signIn = open(scene);
    await signIn.start();
    expect([signIn.state, signIn.problem, scene.asked]).toEqual(['signed out', undefined, []]);
  });

  test('says that Office could not show a page', async () => {
    const scene = new Scene();
    scene.ends = 12_002;
    const signIn = open(scene);
    await signIn.start();
    expect([signIn.state, signIn.problem]).toEqual([
      'signed out',
      'Office could not show the page of the sign-in (12002)',
    ]);
  });

  test('asks an issuer that could not be found again at the next click', async () => {
    const [signIn, scene] = await signedIn({ about: { issuer: 'https://evil.example' } });
    expect(signIn.state).toBe('signed out');
    scene.told = {};
    await signIn.start();
    expect([signIn.state, signIn.problem]).toEqual(['signed in', undefined]);
  });

  test('accepts an issuer whose address ends with a slash, as some write themselves', async () => {
    const issuer = `${ISSUER}/`;
    const [signIn, scene] = await signedIn({ about: { issuer }, back: { iss: issuer }, claims: { iss: issuer } });
    expect([signIn.state, signIn.problem, scene.asked.length]).toEqual(['signed in', undefined, 1]);
  });

  const beforeExchange: readonly (readonly [string, Case])[] = [
    ['the state of another attempt', { back: { state: 'office.another' } }],
    ['no state', { back: { state: undefined } }],
    ['a code of another issuer', { back: { iss: 'https://evil.example' } }],
    ['a code of no issuer, where this one says that it names itself', { back: { iss: undefined } }],
    ['no code', { back: { code: undefined } }],
    ['a token in the place of a code', { back: { code: undefined, access_token: 'forged' } }],
    ['a token beside the code', { back: { id_token: 'forged' } }],
    ['an error for another attempt', { back: { error: 'access_denied', state: 'office.another' } }],
    ['an issuer that calls itself by another name', { about: { issuer: 'https://evil.example' } }],
    ['an issuer without encryption for its tokens', { about: { token_endpoint: 'http://login.firm.example/token' } }],
  ];
  const afterExchange: readonly (readonly [string, Case])[] = [
    ['the nonce of another attempt', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an identity from another issuer', { claims: { iss: 'https://evil.example' } }],
    ['an identity for another client', { claims: { aud: 'another' } }],
    ['an identity for several clients that was given to another', { claims: { aud: ['md-pane', 'b'], azp: 'b' } }],
    ['an identity that has ended', { claims: { exp: 1_000_000 } }],
    ['an identity without an end', { claims: { exp: undefined } }],
    ['an identity of nobody', { claims: { sub: undefined } }],
    ['an identity that is not signed', { header: { alg: 'none' } }],
    ['an identity under a shared secret', { header: { alg: 'HS256' } }],
    ['no identity', { answer: { id_token: undefined } }],
    ['no token', { answer: { access_token: undefined } }],
    ['a token of another kind', { answer: { token_type: 'mac' } }],
    ['a failed exchange', { status: 400, answer: { error: 'invalid_grant' } }],
  ];

  test.each(beforeExchange)('refuses %s, and passes the code on to no page', async (_, told) => {
    const [signIn, scene] = await signedIn(told);
    expect([signIn.state, signIn.problem, scene.asked]).toEqual(['signed out', expect.any(String), []]);
  });

  test.each(afterExchange)('refuses %s', async (_, told) => {
    const [signIn, scene] = await signedIn(told);
    expect([signIn.state, signIn.problem, scene.asked.length]).toEqual(['signed out', expect.any(String), 1]);
    expect(signIn.problem).not.toMatch(/access-1|a-code|eyJ/);
    await expect(signIn.fetch('https://md.example.com/api/quotes')).rejects.toThrow('Sign in, in the MD pane');
    expect(sent).toEqual([]);
  });

  test('ignores a message from a page of another origin', async () => {
    const [signIn, scene] = await signedIn({ origin: 'https://evil.example' });
    expect([signIn.state, scene.asked]).toEqual(['signed out', []]);
  });

  test('shows the reason that the issuer gives for a refusal', async () => {
    const [signIn] = await signedIn({ back: { error: 'access_denied', error_description: 'Ann is on leave' } });
    expect(signIn.problem).toBe('Ann is on leave');
  });
});

describe('a sign-in in a window, where Office shows no dialogs', () => {
  const { fetch: realFetch } = globalThis;
  afterAll(() => {
    globalThis.fetch = realFetch;
    for (const name of ['Office', 'location', 'window']) Reflect.deleteProperty(globalThis, name);
  });

  /** What the window of the sign-in is, and what a page can say to the add-in. */
  async function shownWindow() {
    const scene = new Scene();
    scene.hasDialogs = false;
    const listeners: ((event: object) => void)[] = [];
    const shown = { closed: false, close: () => (shown.closed = true) };
    const window = {
      open: (address: string) => (scene.shown.push(new URL(address)), shown),
      addEventListener: (_: string, listener: (event: object) => void) => listeners.push(listener),
      removeEventListener: (_: string, listener: unknown) => listeners.splice(listeners.indexOf(listener as never), 1),
    };
    const signIn = open(scene);
    Object.assign(globalThis, { window });
    const started = signIn.start();
    while (listeners.length === 0) await new Promise(setImmediate);
    const state = new URLSearchParams(scene.shown[0]!.hash.slice(1)).get('state')!;
    const honest = {
      origin: 'https://md.example.com',
      source: shown as unknown,
      data: { signIn: String(new URLSearchParams({ code: 'a-code', state, iss: ISSUER })) } as unknown,
    };
    const say = (other: Partial<typeof honest> = {}): void => {
      for (const listener of [...listeners]) listener({ ...honest, ...other });
    };
    return { signIn, scene, shown, started, say, listeners };
  }

  test('ends with the result that its page sends, and closes the window', async () => {
    const { signIn, shown, started, say, listeners } = await shownWindow();
    say();
    await started;
    expect([signIn.state, shown.closed, listeners]).toEqual(['signed in', true, []]);
  });

  test.each([
    ['a page of another origin', { origin: 'https://evil.example' }],
    ['another window', { source: {} }],
    ['a message of another kind', { data: { signIn: 7 } }],
    ['a message without parts', { data: null }],
  ])('ignores %s', async (_, other) => {
    const { signIn, scene, shown, started, say } = await shownWindow();
    say(other);
    expect([shown.closed, scene.asked]).toEqual([false, []]);
    say();
    await started;
    expect(signIn.state).toBe('signed in');
  });

  test('counts a closed window as a refusal by the user', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    const { signIn, scene, shown, started } = await shownWindow();
    shown.closed = true;
    await jest.advanceTimersByTimeAsync(5_000);
    await started;
    expect([signIn.state, signIn.problem, scene.asked]).toEqual(['signed out', undefined, []]);
    jest.useRealTimers();
  });
});
