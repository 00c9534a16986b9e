const ISSUER = 'https://login.firm.example';
const CONFIG = { issuer: ISSUER, clientId: 'md-pane', scope: 'access', audience: 'https://md.example.com' };

/** What became of the dialog. */
interface Outcome {
  readonly wentTo?: URL;
  /** What the add-in was told, and for which origin. */
  readonly told?: readonly [URLSearchParams, string];
  readonly sentence?: string;
  /** What the address bar shows at the end. */
  readonly cleaned?: string | undefined;
}

interface Page {
  readonly address: string;
  readonly config?: object;
  readonly endpoint?: string;
  readonly hasOpener?: boolean;
}

/** Runs the page's script as a browser does; resolves once it has gone on or come back. */
function open({ address, config = CONFIG, endpoint = `${ISSUER}/auth`, hasOpener = true }: Page): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const url = new URL(address);
    let cleaned: string | undefined;
    const { origin, pathname, search, hash } = url;
    const replace = (to: string): void => {
      resolve({ wentTo: new URL(to), cleaned });
    };
    const opener = {
      postMessage: ({ signIn }: { signIn: string }, to: string) =>
        resolve({ told: [new URLSearchParams(signIn), to], cleaned }),
    };
    const sentence = { style: {}, setAttribute: () => undefined, textContent: '', lang: '' };
    Object.assign(globalThis, {
      location: { origin, pathname, search, hash, replace },
      history: { replaceState: (_: unknown, __: string, to: string) => (cleaned = to) },
      document: {
        readyState: 'complete',
        createElement: () => sentence,
        body: { append: () => resolve({ sentence: sentence.textContent }) },
      },
      window: { opener: hasOpener ? opener : null },
      navigator: { language: 'en-US' },
      fetch: (asked: string) => {
        if (asked === 'config.json') return Promise.resolve(Response.json({ openIdConnect: config }));
        if (asked === `${ISSUER}/.well-known/openid-configuration`)
          return Promise.resolve(Response.json({ authorization_endpoint: endpoint }));
        return Promise.reject(new Error(asked));
      },
      Office: {
        onReady: () => Promise.resolve(),
        context: {
          ui: { messageParent: (said: string) => resolve({ told: [new URLSearchParams(said), 'Office'], cleaned }) },
        },
      },
    });
    jest
      .isolateModulesAsync(async () => {
        await import('../../../src/office/sign-in-page');
      })
      .catch(reject);
  });
}

const OUT = 'https://md.example.com/md/sign-in.html#state=window.1&nonce=2&code_challenge=3';
const BACK = 'https://md.example.com/md/sign-in.html?code=a-code&state=';

describe('the page of the sign-in', () => {
  const { fetch: realFetch } = globalThis;
  afterAll(() => {
    globalThis.fetch = realFetch;
    for (const name of ['location', 'history', 'document', 'window', 'navigator', 'Office'])
      Reflect.deleteProperty(globalThis, name);
  });

  test('goes to the issuer, and asks for a code that only the add-in can use', async () => {
    const { wentTo } = await open({ address: OUT });
    expect(wentTo!.origin + wentTo!.pathname).toBe(`${ISSUER}/auth`);
    expect(Object.fromEntries(wentTo!.searchParams)).toEqual({
      client_id: 'md-pane',
      response_type: 'code',
      redirect_uri: 'https://md.example.com/md/sign-in.html',
      scope: 'openid access',
      code_challenge_method: 'S256',
      code_challenge: '3',
      state: 'window.1',
      nonce: '2',
      audience: 'https://md.example.com',
      resource: 'https://md.example.com',
    });
  });

  test('lets no link decide which issuer it opens, or which client it names', async () => {
    const { wentTo } = await open({
      address: `${OUT}&redirect_uri=https://evil.example&client_id=evil&issuer=https://evil.example&response_type=token`,
    });
    expect(wentTo!.origin).toBe(ISSUER);
    expect(wentTo!.href).not.toMatch(/evil|response_type=token/);
  });

  test('asks Microsoft’s issuers for a scope alone, since they refuse a resource', async () => {
    const issuer = 'https://login.microsoftonline.com/a-tenant/v2.0';
    const { told } = await open({ address: OUT, config: { ...CONFIG, issuer } });
    // Its description cannot be had here.
    expect(told![0].get('error')).toBe('unreachable');
    const { whomFor } = await import('../../../src/api/gateway-config');
    expect(whomFor({ ...CONFIG, issuer })).toEqual({});
  });

  test('tells the add-in if the issuer cannot be reached', async () => {
    const { told } = await open({ address: OUT, config: { ...CONFIG, issuer: 'https://down.example' } });
    expect([Object.fromEntries(told![0]), told![1]]).toEqual([
      { state: 'window.1', error: 'unreachable', error_description: 'The identity provider cannot be reached' },
      'https://md.example.com',
    ]);
  });

  test.each([
    ['window.1', 'https://md.example.com'],
    ['office.1', 'Office'],
  ])('hands the code for %s to %s alone, and removes it from the address', async (state, receiver) => {
    const { told, cleaned } = await open({ address: BACK + state });
    expect([Object.fromEntries(told![0]), told![1]]).toEqual([{ code: 'a-code', state }, receiver]);
    expect(cleaned).toBe('/md/sign-in.html');
  });

  test('says what to do if no pane waits for the code', async () => {
    const { sentence } = await open({ address: `${BACK}window.1`, hasOpener: false });
    expect(sentence).toMatch(/sign in again/);
  });
});
