import {
  AuthError,
  type AuthenticationResult,
  createNestablePublicClientApplication,
  InteractionRequiredAuthError,
  type IPublicClientApplication,
} from '@azure/msal-browser';
import type { OpenIdConnect } from '../api/gateway-config';
import type { Grant, SignInWay } from '../app/sign-in';
import { inTime } from '../core/waiting';

/** The script nested.js: Microsoft's library, for an Excel that signs its add-ins in itself. */

/** Scopes that other issuers need in a request; the library adds them by itself. */
const OF_OPENID = ['openid', 'profile', 'email', 'offline_access'];

/** If Excel does not answer for this long, another way is tried while cells still wait. */
const [MAX_GREETING_MS, MAX_SILENT_MS] = [10_000, 15_000];

const NOT_HERE = 'This Excel does not sign its add-ins in';

/** Excel sets one of them: the bridge itself, or a function with which the library has it built. */
declare const window: { readonly nestedAppAuthBridge?: unknown; readonly __initializeNestedAppAuth?: unknown };

const hasBridge = (): boolean => window.nestedAppAuthBridge !== undefined;

/** Signs in as the user who has signed in to Excel. Rejects if Excel cannot do that. */
export async function openNestedSignIn({ issuer, clientId, scope }: OpenIdConnect): Promise<SignInWay> {
  if (!hasBridge() && window.__initializeNestedAppAuth === undefined) throw new Error(NOT_HERE);
  const authority = issuer.replace(/\/v2\.0\/?$/, '');
  const open = (): Promise<IPublicClientApplication> =>
    createNestablePublicClientApplication({
      auth: { clientId, authority },
      cache: { cacheLocation: 'memoryStorage' },
    });
  const app = await inTime(open, MAX_GREETING_MS);
  // Without it the library would open windows of its own, on a page that is not made for them.
  if (!hasBridge()) throw new Error(NOT_HERE);
  const scopes = scope.split(' ').filter((one) => one !== '' && !OF_OPENID.includes(one));
  return new NestedSignIn(app, { scopes, authority });
}

class NestedSignIn implements SignInWay {
  constructor(
    private readonly app: IPublicClientApplication,
    private readonly wanted: { readonly scopes: string[]; readonly authority: string },
  ) {}

  async grantSilently(isRenewal: boolean): Promise<Grant | undefined> {
    try {
      const ask = (): Promise<AuthenticationResult> =>
        this.app.acquireTokenSilent({ ...this.wanted, forceRefresh: isRenewal });
      return grantIn(await inTime(ask, MAX_SILENT_MS));
    } catch (error) {
      if (error instanceof InteractionRequiredAuthError || codeOf(error) === 'no_account_found') return undefined;
      throw error;
    }
  }

  /** Excel shows the question itself, so it needs no click. */
  async askForGrant(): Promise<Grant | undefined> {
    try {
      return grantIn(await this.app.acquireTokenPopup(this.wanted));
    } catch (error) {
      if (codeOf(error) === 'user_canceled') return undefined;
      throw error;
    }
  }

  /** There is nothing to forget: Excel decides which user is signed in. */
  forgetGrant(): void {
    return undefined;
  }
}

const codeOf = (error: unknown): string | undefined => (error instanceof AuthError ? error.errorCode : undefined);

const grantIn = ({ accessToken, expiresOn, account }: AuthenticationResult): Grant => ({
  token: accessToken,
  endsAt: expiresOn?.getTime() ?? 0,
  person: account.username,
});
