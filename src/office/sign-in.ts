import * as oauth from 'oauth4webapi';
import { isMicrosoft, type OpenIdConnect, whomFor } from '../api/gateway-config';
import { type Grant, SessionSignIn, type SignInWay } from '../app/sign-in';
import type { Host } from '../app/host';
import { isRecord } from '../core/basics';
import { isSetSupported } from './features';

/** The script sign-in.js: loaded only if the gateway says where its users sign in. */

export const openSignIn = (
  host: Pick<Host, 'recalculate'> & { readonly page: string },
  about: OpenIdConnect,
  ownFetch: typeof fetch,
  onChange: (keepsAnswers: boolean) => void,
): SessionSignIn =>
  new SessionSignIn(new SignInWays(about, new CodeSignIn(about, host.page)), {
    fetch: ownFetch,
    onChange,
    recalculate: () => host.recalculate(),
  });

/** Through Excel itself where it can do that, otherwise in a dialog. */
class SignInWays implements SignInWay {
  #nested: Promise<SignInWay | undefined> | undefined;
  #hasWorked = false;

  constructor(
    private readonly about: OpenIdConnect,
    private readonly dialog: SignInWay,
  ) {}

  grantSilently(isRenewal: boolean): Promise<Grant | undefined> {
    return this.#try((way) => way.grantSilently(isRenewal));
  }

  askForGrant(isClicked: boolean): Promise<Grant | undefined> {
    return this.#try((way) => way.askForGrant(isClicked));
  }

  forgetGrant(): void {
    this.dialog.forgetGrant();
  }

  async #try(sign: (way: SignInWay) => Promise<Grant | undefined>): Promise<Grant | undefined> {
    const nested = await (this.#nested ??= this.#openNested());
    if (!nested) return sign(this.dialog);
    try {
      const grant = await sign(nested);
      this.#hasWorked ||= grant !== undefined;
      return grant;
    } catch (error) {
      // A way that has worked will work again, and the dialog would ask for what Excel knows.
      if (this.#hasWorked) throw error;
      this.#nested = Promise.resolve(undefined);
      return sign(this.dialog);
    }
  }

  async #openNested(): Promise<SignInWay | undefined> {
    if (!isMicrosoft(this.about) || !isSetSupported('NestedAppAuth', '1.1')) return undefined;
    try {
      const { openNestedSignIn } = await import('./nested-sign-in');
      return await openNestedSignIn(this.about);
    } catch {
      return undefined;
    }
  }
}

/** An issuer that does not answer for this long is asked again with the next request. */
const MAX_ANSWER_MS = 15_000;

/** In the hash of the dialog's page; what follows names the way back to the add-in. */
const [IN_OFFICE, IN_WINDOW] = ['office.', 'window.'];
const PAGE = 'sign-in.html';

/** Authorization code with PKCE (RFC 7636), in a dialog that shows the issuer's own pages. */
class CodeSignIn implements SignInWay {
  #refreshToken: string | undefined;
  #person: string | undefined;
  /** Whether the issuer must ask for the account, because the user has signed out. */
  #isLeft = false;
  #server: Promise<oauth.AuthorizationServer> | undefined;
  readonly #client: oauth.Client;
  readonly #page: URL;
  readonly #options: { readonly [oauth.allowInsecureRequests]: boolean; readonly signal: () => AbortSignal };
  readonly #more: Readonly<Record<string, string>>;

  constructor(
    private readonly about: OpenIdConnect,
    page: string,
  ) {
    this.#client = { client_id: about.clientId };
    this.#page = new URL(PAGE, page);
    // The gateway accepts such an issuer only on this computer.
    this.#options = {
      [oauth.allowInsecureRequests]: new URL(about.issuer).protocol === 'http:',
      signal: () => AbortSignal.timeout(MAX_ANSWER_MS),
    };
    this.#more = whomFor(about);
  }

  async grantSilently(): Promise<Grant | undefined> {
    if (this.#refreshToken === undefined) return undefined;
    const server = await this.#find();
    const answer = await oauth.refreshTokenGrantRequest(server, this.#client, oauth.None(), this.#refreshToken, {
      ...this.#options,
      additionalParameters: this.#more,
    });
    try {
      return this.#grantIn(await oauth.processRefreshTokenResponse(server, this.#client, answer));
    } catch (error) {
      if (!(error instanceof oauth.ResponseBodyError) || error.status >= 500) throw error;
      this.#refreshToken = undefined;
      return undefined;
    }
  }

  async askForGrant(isClicked: boolean): Promise<Grant | undefined> {
    if (!isClicked) return undefined;
    const isOffice = isSetSupported('DialogApi', '1.1');
    const state = (isOffice ? IN_OFFICE : IN_WINDOW) + oauth.generateRandomState();
    const [verifier, nonce] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomNonce()];
    const address = new URL(this.#page);
    address.hash = String(
      new URLSearchParams({
        state,
        nonce,
        code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
        ...(this.#isLeft && { prompt: 'login' }),
      }),
    );
    const returned = await (isOffice ? showDialog : showWindow)(address.href);
    if (returned === undefined) return undefined;
    const server = await this.#find();
    const answered = new URLSearchParams(returned);
    const problem = answered.get('error');
    if (problem !== null && answered.get('state') === state)
      throw new Error(answered.get('error_description') ?? problem);
    const code = oauth.validateAuthResponse(server, this.#client, answered, state);
    const answer = await oauth.authorizationCodeGrantRequest(
      server,
      this.#client,
      oauth.None(),
      code,
      this.#page.href,
      verifier,
      { ...this.#options, additionalParameters: this.#more },
    );
    const grant = this.#grantIn(
      await oauth.processAuthorizationCodeResponse(server, this.#client, answer, {
        expectedNonce: nonce,
        requireIdToken: true,
      }),
    );
    this.#isLeft = false;
    return grant;
  }

  forgetGrant(): void {
    this.#refreshToken = this.#person = undefined;
    this.#isLeft = true;
  }

  #grantIn(answer: oauth.TokenEndpointResponse): Grant {
    this.#refreshToken = answer.refresh_token ?? this.#refreshToken;
    const claims = oauth.getValidatedIdTokenClaims(answer);
    const name = [claims?.preferred_username, claims?.email, claims?.name, claims?.sub].find(
      (text) => typeof text === 'string' && text !== '',
    );
    // The answer to a renewal may leave out the name.
    if (typeof name === 'string') this.#person = name;
    return {
      token: answer.access_token,
      endsAt: Date.now() + (answer.expires_in ?? UNSAID_SECONDS) * 1000,
      person: this.#person ?? '',
    };
  }

  /** The issuer's addresses, asked for once, and again after a failure. */
  #find(): Promise<oauth.AuthorizationServer> {
    return (this.#server ??= this.#discover().catch((error: unknown) => {
      this.#server = undefined;
      throw error;
    }));
  }

  async #discover(): Promise<oauth.AuthorizationServer> {
    const issuer = new URL(this.about.issuer);
    const answer = await oauth.discoveryRequest(issuer, this.#options);
    // Some issuers write their own address with a slash at the end, which the gateway's option leaves out.
    return oauth
      .processDiscoveryResponse(issuer, answer.clone())
      .catch(() => oauth.processDiscoveryResponse(new URL(`${issuer.href}/`), answer));
  }
}

/** A token without a stated end is renewed at once when the gateway refuses it. */
const UNSAID_SECONDS = 3_600;

/** Office's number of the event that the user has closed a dialog. */
const CLOSED = 12_006;

/** The answer of the dialog's page; undefined if the user has closed it. */
function showDialog(address: string): Promise<string | undefined> {
  return new Promise((resolve, reject) => {
    Office.context.ui.displayDialogAsync(address, { height: 70, width: 35 }, ({ status, error, value: dialog }) => {
      if (status === Office.AsyncResultStatus.Failed) {
        reject(new Error(error.message));
        return;
      }
      dialog.addEventHandler(Office.EventType.DialogMessageReceived, (said) => {
        // Older clients do not tell the origin.
        const origin = 'origin' in said ? said.origin : undefined;
        if (!('message' in said) || (origin !== undefined && origin !== location.origin)) return;
        dialog.close();
        resolve(said.message);
      });
      dialog.addEventHandler(Office.EventType.DialogEventReceived, (said) => {
        const code = 'error' in said ? said.error : CLOSED;
        if (code === CLOSED) resolve(undefined);
        else reject(new Error(`Office could not show the page of the sign-in (${code})`));
      });
    });
  });
}

const LOOK_EVERY_MS = 500;
/** A message that was sent before the window closed may still be on its way. */
const LOOKS_AFTER = 4;

/** The same in a window, where Office shows no dialogs. */
function showWindow(address: string): Promise<string | undefined> {
  const shown = window.open(address, '_blank', 'popup,width=480,height=640');
  if (!shown) throw new Error('The browser has blocked the window: allow it to open windows of this page');
  return new Promise((resolve) => {
    let looks = 0;
    const timer = setInterval(() => {
      if (shown.closed && ++looks > LOOKS_AFTER) end(undefined);
    }, LOOK_EVERY_MS);
    const hear = ({ origin, source, data }: MessageEvent): void => {
      if (origin !== location.origin || source !== shown || !isRecord(data) || typeof data.signIn !== 'string') return;
      shown.close();
      end(data.signIn);
    };
    const end = (returned: string | undefined): void => {
      clearInterval(timer);
      window.removeEventListener('message', hear);
      resolve(returned);
    };
    window.addEventListener('message', hear);
  });
}
