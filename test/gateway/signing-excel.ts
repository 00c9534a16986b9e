import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { Page } from 'playwright-core';
import { DEFAULT_GROUPS } from '../../src/gateway/access/groups';
import { People } from '../../src/gateway/access/people';
import { SignIn } from '../../src/gateway/access/sign-in';
import { CURRENT, type Traits } from '../excel/emulator/app-context';
import type { Answer } from '../excel/emulator/web-server';
import { KEY_HEADER } from '../support/published-fields';
import { createScene, ORIGIN } from './scene';

/** Only for people of such issuers does Excel vouch. */
const ISSUER = 'https://login.microsoftonline.com/a-tenant/v2.0';
const CLIENT = '0b8e5a52-0000-4000-8000-00000000c001';
const SECONDS = 3_600;

/** The Excel that signs its add-ins in itself. */
export const SIGNING: Partial<Traits> = { requirementSets: { ...CURRENT.requirementSets, NestedAppAuth: 1.1 } };

interface Asked {
  readonly method: string;
  readonly requestId: string;
}

/** What the add-in says to the host's end of its bridge, which answers later; both in JSON. */
declare const window: Window & {
  mdBroker(text: string): Promise<string>;
  __initializeNestedAppAuth?: () => Promise<void>;
};

/**
 * A firm whose Excel vouches for Ann: an issuer that writes tokens as Microsoft's do, the host's end of the bridge, and a
 * gateway in this process.
 */
export class SigningFirm {
  /** What the add-in has asked Excel for. */
  readonly asked: string[] = [];
  /** Every token that Excel has given. */
  readonly tokens: string[] = [];
  /** What Excel answers first, such as USER_INTERACTION_REQUIRED, instead of a token. */
  refusals: string[] = [];

  private constructor(
    /** Between the add-in and the gateway. */
    readonly answer: Answer,
    private readonly sign: () => Promise<string>,
    private readonly people: People,
  ) {}

  static async open(): Promise<SigningFirm> {
    const { publicKey, privateKey } = await generateKeyPair('RS256');
    const keys = [{ ...(await exportJWK(publicKey)), kid: 'one', use: 'sig' }];
    const about = { issuer: ISSUER, jwks_uri: `${ISSUER}/keys` };
    const signIn = new SignIn(
      { issuer: ISSUER, audience: CLIENT },
      { fetch: (asked) => Promise.resolve(Response.json(asked === about.jwks_uri ? { keys } : about)) },
    );
    const people = new People(undefined, DEFAULT_GROUPS, true, { signIn });
    await people.startWatching();
    const openIdConnect = {
      issuer: ISSUER,
      clientId: CLIENT,
      scope: `offline_access api://${CLIENT}/access`,
      audience: CLIENT,
    };
    const sign = (): Promise<string> =>
      new SignJWT({ oid: 'id-of-ann', preferred_username: 'ann@firm.example', scp: 'access', ver: '2.0' })
        .setProtectedHeader({ alg: 'RS256', kid: 'one', typ: 'JWT' })
        .setIssuer(ISSUER)
        .setAudience(CLIENT)
        .setSubject('pairwise')
        .setIssuedAt()
        .setExpirationTime(`${SECONDS} s`)
        .sign(privateKey);
    return new SigningFirm(throughScene(people, openIdConnect), sign, people);
  }

  /** Gives the page the bridge, as Excel does: it is built when the library asks for it. */
  async vouchOn(page: Page): Promise<void> {
    await page.exposeFunction('mdBroker', (text: string) => this.#give(JSON.parse(text) as Asked));
    await page.addInitScript(() => {
      window.__initializeNestedAppAuth = () => {
        const listeners = new Set<(message: string) => void>();
        const nestedAppAuthBridge = {
          addEventListener: (_: string, listener: (message: string) => void) => listeners.add(listener),
          removeEventListener: (_: string, listener: (message: string) => void) => listeners.delete(listener),
          postMessage: (text: string) =>
            void window.mdBroker(text).then((message) => {
              for (const listener of listeners) listener(message);
            }),
        };
        Object.assign(window, { nestedAppAuthBridge });
        return Promise.resolve();
      };
    });
  }

  close(): void {
    this.people.stopWatching();
  }

  async #give({ method, requestId }: Asked): Promise<string> {
    const isGreeting = method === 'GetInitContext';
    if (!isGreeting) this.asked.push(method);
    const refusal = isGreeting ? undefined : this.refusals.shift();
    return JSON.stringify({
      messageType: 'NestedAppAuthResponse',
      requestId,
      ...(isGreeting
        ? { success: true, initContext: { sdkName: 'emulated', sdkVersion: '1', capabilities: {} } }
        : refusal === undefined
          ? await this.#grant()
          : { success: false, error: { status: refusal, code: 'emulated' } }),
    });
  }

  async #grant(): Promise<object> {
    const token = await this.sign();
    this.tokens.push(token);
    return {
      success: true,
      token: { access_token: token, expires_in: SECONDS, id_token: token, scope: `api://${CLIENT}/access` },
      account: { environment: 'login.microsoftonline.com', username: 'ann@firm.example', homeAccountId: 'a.b' },
    };
  }
}

/** A gateway in this process, whose files the emulated Excel's own web server has. */
export function throughScene(
  people: People,
  openIdConnect?: NonNullable<NonNullable<Parameters<typeof createScene>[0]>['gateway']>['openIdConnect'],
): Answer {
  const scene = createScene({ gateway: { people, openIdConnect } });
  return ({ url, method, headers }) => {
    const { pathname, search } = new URL(url);
    if (pathname !== '/config.json' && !pathname.startsWith('/api/')) return undefined;
    const own = new Headers({ host: new URL(ORIGIN).host });
    for (const name of [KEY_HEADER, 'authorization', 'cache-control']) {
      const value = headers.get(name);
      if (value !== null) own.set(name, value);
    }
    return scene.gateway.fetch(new Request(ORIGIN + pathname + search, { method, headers: own }));
  };
}
