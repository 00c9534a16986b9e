import { createHash } from 'node:crypto';
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JSONWebKeySet,
  type JWKSCacheInput,
  jwksCache,
  type JWTPayload,
  type JWTVerifyResult,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose';
import { isRecord, jsonIn, RecentMap } from '../../core/basics';
import { MS_PER_DAY, MS_PER_MINUTE } from '../../core/calendar/dates';
import { StartError, withCode } from '../errors';
import { type Answered, limitedFetch, notLetIn } from '../replies';

export interface SignInSettings {
  readonly issuer: string;
  /** The required audience of tokens: the gateway's name at the issuer. */
  readonly audience: string;
  readonly groupsClaim?: string | undefined;
}

export interface SignedIn {
  /** The unchanging ID: the claim oid, or else sub. */
  readonly id: string;
  readonly name: string;
  readonly names: readonly string[];
  readonly claimedGroups?: readonly string[] | undefined;
}

export interface StateOfKeys {
  readonly count: number;
  readonly ageSeconds: number;
}

interface SignInParts {
  readonly fetch?: typeof fetch;
  readonly say?: (text: string) => void;
}

/** Only algorithms with a private key: as a shared secret, the public key could sign too. */
const ALGORITHMS = ['RS256', 'ES256', 'PS256'];
const LEEWAY_SECONDS = 60;

export class SignIn {
  readonly keys: IssuerKeys;
  /** The people of recognized tokens, by the token's hash: a signature is checked once for each set of keys. */
  readonly #checked = new RecentMap<string, { readonly who: SignedIn; readonly endsAt: number }>(5_000);
  #checkedWith: unknown;

  constructor(
    readonly settings: SignInSettings,
    parts: SignInParts = {},
  ) {
    this.keys = new IssuerKeys(settings.issuer, parts);
  }

  /** The person of a token, or the reason why it is refused. No sentence repeats any part of the token. */
  async findSignedIn(token: string): Promise<SignedIn | Answered> {
    const { known } = this.keys;
    if (known !== this.#checkedWith) this.#checked.clear();
    this.#checkedWith = known;
    const hash = createHash('sha256').update(token).digest('base64');
    const checked = this.#checked.get(hash);
    if (checked && Date.now() < checked.endsAt) return checked.who;
    const problem = this.#problemBefore(token);
    if (problem) return problem;
    const verified = await this.#verify(token);
    if ('status' in verified) return verified;
    const { payload } = verified;
    const who = this.#read(payload);
    if ('status' in who) return who;
    // Other keys may have been read meanwhile.
    if (known === this.keys.known) this.#checked.set(hash, { who, endsAt: (payload.exp! + LEEWAY_SECONDS) * 1000 });
    return who;
  }

  /** A token for another application gets this clearer reason instead of "unknown key", and the issuer is not asked. */
  #problemBefore(token: string): Answered | undefined {
    if (token.split('.').length === 5)
      return refused('encrypted', `The sign-in token is encrypted, and the gateway reads signed ones alone`, ASK);
    let header: ProtectedHeaderParameters;
    let claims: JWTPayload;
    try {
      header = decodeProtectedHeader(token);
      claims = decodeJwt(token);
    } catch {
      return refused('unreadable', 'The sign-in token cannot be read', AGAIN);
    }
    const { audience, issuer } = this.settings;
    const isForUs = (Array.isArray(claims.aud) ? claims.aud : [claims.aud]).includes(audience);
    const checks: readonly [isFine: boolean, ...Parameters<typeof refused>][] = [
      [ALGORITHMS.includes(String(header.alg)), 'algorithm', `is not signed with ${ALGORITHMS.join(', ')}`, ASK],
      [
        namesOf(issuer).includes(String(claims.iss)),
        'another issuer',
        `was not issued by ${issuer}`,
        'sign in there, in the MD pane',
      ],
      [isForUs, 'another audience', `is meant for another application, not for ${audience}`, AGAIN],
      [isAccessToken(header, claims), 'no access token', 'is of another kind and not an access token', AGAIN],
      [claims.cnf === undefined, 'bound', 'is bound to a key that the gateway does not see', ASK],
    ];
    const [, reason, problem, todo] = checks.find(([isFine]) => !isFine) ?? [];
    return reason === undefined ? undefined : refused(reason, `The sign-in token ${problem!}`, todo!);
  }

  async #verify(token: string): Promise<JWTVerifyResult | Answered> {
    const { find } = this.keys;
    const { audience, issuer } = this.settings;
    try {
      return await jwtVerify(token, find, {
        algorithms: ALGORITHMS,
        issuer: namesOf(issuer),
        audience,
        clockTolerance: LEEWAY_SECONDS,
        requiredClaims: ['exp'],
      });
    } catch (error) {
      // While the issuer cannot be reached, it is unknown whether the key is its own.
      if (error instanceof IssuerError) return this.#notNow();
      const isNameless = decodeProtectedHeader(token).kid === undefined;
      if (!isNameless || !(error instanceof errors.JWSSignatureVerificationFailed) || find.coolingDown)
        return problemOf(error, issuer);
      // Without a name only the signature tells that the issuer has another key.
      return find.reload().then(
        () => this.#verify(token),
        () => this.#notNow(),
      );
    }
  }

  #read(claims: JWTPayload): SignedIn | Answered {
    const [id, name, ...names] = [
      [claims.oid, claims.sub],
      [claims.preferred_username, claims.upn, claims.email, claims.name],
      ...[claims.oid, claims.sub, claims.preferred_username, claims.upn, claims.email].map((one) => [one]),
    ].map((texts) => texts.find((text): text is string => typeof text === 'string' && text !== ''));
    if (id === undefined) return refused('nobody', 'The sign-in token does not say who you are (oid or sub)', ASK);
    const shown = readable(name ?? id);
    const { groupsClaim } = this.settings;
    const known = { id, name: shown, names: [shown, ...names.filter((one) => one !== undefined)] };
    if (groupsClaim === undefined) return known;
    const claimed = claims[groupsClaim];
    // For a person with too many groups, the token has an address instead of the groups.
    if (claimed === undefined && isRecord(claims._claim_names) && groupsClaim in claims._claim_names)
      return notLetIn(
        `too many groups of ${shown}`,
        `The sign-in token of ${shown} has no room for all groups: ${ASK}, who can have it list the gateway's alone`,
        403,
      );
    const list: readonly unknown[] = Array.isArray(claimed) ? claimed : [claimed];
    return { ...known, claimedGroups: list.filter((group) => typeof group === 'string') };
  }

  #notNow(): Answered {
    return notLetIn(
      'no keys of the issuer',
      `The gateway cannot check sign-ins now, because ${this.settings.issuer} does not answer it: ` +
        `try again in ${RETRY_SECONDS} s`,
      503,
      { 'retry-after': String(RETRY_SECONDS) },
    );
  }
}

const [AGAIN, ASK] = ['sign in again, in the MD pane', "ask the gateway's administrator"];

const refused = (reason: string, problem: string, todo: string): Answered =>
  notLetIn(`sign-in token: ${reason}`, `${problem}: ${todo}`);

/** Some issuers mark access tokens (RFC 9068); those of others have scopes, which ID tokens do not have. */
function isAccessToken({ typ }: ProtectedHeaderParameters, claims: JWTPayload): boolean {
  const type = (typ ?? 'jwt').toLowerCase().replace(/^application\//, '');
  const isForApplication =
    ['at_hash', 'c_hash', 's_hash', 'events'].some((name) => name in claims) ||
    claims.token_use === 'id' ||
    ['id', 'refresh', 'offline', 'logout'].includes(String(claims.typ).toLowerCase());
  return !isForApplication && (type === 'at+jwt' || (type === 'jwt' && ('scp' in claims || 'scope' in claims)));
}

/** Some issuers name themselves with a slash at the end, some without. */
const namesOf = (issuer: string): string[] => [issuer.replace(/\/$/, ''), `${issuer.replace(/\/$/, '')}/`];

function problemOf(error: unknown, issuer: string): Answered {
  if (error instanceof errors.JWTExpired) return refused('ended', 'Your sign-in has ended', AGAIN);
  if (error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf' && error.reason === 'check_failed')
    return refused('not valid yet', 'The sign-in token is not valid yet, by the clock of the gateway', ASK);
  if (error instanceof errors.JWTClaimValidationFailed || error instanceof errors.JWTInvalid)
    return refused('times', 'The sign-in token does not say properly when it ends', ASK);
  if (error instanceof errors.JWKSNoMatchingKey || error instanceof errors.JWKSMultipleMatchingKeys)
    return refused('unknown key', `The sign-in token names no key of ${issuer}`, AGAIN);
  if (error instanceof errors.JOSENotSupported)
    return refused('unknown demands', 'The sign-in token demands something that the gateway does not know', ASK);
  return refused('signature', `The sign-in token was not signed by ${issuer}, or was changed afterwards`, AGAIN);
}

export const readable = (name: string): string =>
  name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ')
    .trim()
    .slice(0, 100);

/** Even with unknown keys or failures, the gateway asks the issuer no more often than this. */
const RETRY_SECONDS = 5;

class IssuerError extends Error {
  /** @param isOther whether something answers there that is no such issuer */
  constructor(
    message: string,
    readonly isOther = false,
  ) {
    super(message);
  }
}

class IssuerKeys {
  /** Keeps known keys for a day, reads them once for all who wait, and again for a token that names another. */
  readonly find: ReturnType<typeof createRemoteJWKSet>;
  readonly #cache: JWKSCacheInput = {};
  #failure: IssuerError | undefined;
  #triedAt = -Infinity;
  #timer: ReturnType<typeof setInterval> | undefined;
  readonly #fetch: typeof fetch;
  readonly #say: (text: string) => void;

  constructor(
    private readonly issuer: string,
    { fetch: ownFetch = fetch, say = () => undefined }: SignInParts,
  ) {
    this.#fetch = limitedFetch(ownFetch);
    this.#say = say;
    this.find = createRemoteJWKSet(new URL(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`), {
      [customFetch]: async (address, { signal }) => Response.json(await this.#readKeys(address, signal)),
      [jwksCache]: this.#cache,
      cacheMaxAge: MS_PER_DAY,
      cooldownDuration: RETRY_SECONDS * 1000,
    });
  }

  /**
   * Throws a StartError if the address belongs to another issuer. An unreachable issuer is asked again later. Reads the
   * keys every minute, after which a key that the issuer has withdrawn is no longer trusted.
   */
  async startWatching(): Promise<void> {
    await this.find.reload().catch((error: unknown) => {
      if (error instanceof IssuerError && error.isOther) throw new StartError(`--oidc-issuer: ${error.message}`);
    });
    this.#timer = setInterval(() => void this.find.reload().catch(() => undefined), MS_PER_MINUTE).unref();
  }

  stopWatching(): void {
    clearInterval(this.#timer);
  }

  /** Another object after each reading. */
  get known(): JSONWebKeySet | undefined {
    return this.find.fresh ? this.#cache.jwks : undefined;
  }

  get state(): StateOfKeys {
    const { known } = this;
    return known
      ? { count: known.keys.length, ageSeconds: (Date.now() - this.#cache.uat) / 1000 }
      : { count: 0, ageSeconds: 0 };
  }

  /** What jose does not do: remembers a failure for a while, and takes nothing from another than the issuer. */
  async #readKeys(address: string, signal: AbortSignal): Promise<object> {
    if (this.#failure && Math.abs(Date.now() - this.#triedAt) < RETRY_SECONDS * 1000) throw this.#failure;
    this.#triedAt = Date.now();
    try {
      const keys = await this.#ask(address, signal);
      if (this.#failure) this.#say(`The keys of ${this.issuer} can be read again`);
      this.#failure = undefined;
      return { keys };
    } catch (error) {
      const failure =
        error instanceof IssuerError ? error : new IssuerError(withCode(`${this.issuer} does not answer`, error));
      if (failure.message !== this.#failure?.message)
        this.#say(`${failure.message}: ${this.known ? 'its known keys stay valid for a day' : 'nobody can sign in'}`);
      this.#failure = failure;
      throw failure;
    }
  }

  async #ask(address: string, signal: AbortSignal): Promise<unknown[]> {
    const { issuer } = this;
    const about = await this.#json(address, signal);
    if (!isRecord(about) || typeof about.issuer !== 'string' || typeof about.jwks_uri !== 'string')
      throw new IssuerError(`${address} does not describe an OpenID Connect issuer`, true);
    if (!namesOf(issuer).includes(about.issuer))
      throw new IssuerError(`${address} describes another issuer: name that of your own tenant`, true);
    // An attacker who can change an answer on its way must not be able to choose the keys.
    if (new URL(issuer).protocol === 'https:' && !about.jwks_uri.startsWith('https:'))
      throw new IssuerError(`${address} names keys that do not come by https`, true);
    const set = await this.#json(about.jwks_uri, signal);
    const keys = isRecord(set) && Array.isArray(set.keys) ? (set.keys as unknown[]).filter(isRecord) : [];
    if (keys.length === 0) throw new IssuerError(`${about.jwks_uri} has no keys`, true);
    return keys;
  }

  async #json(address: string, signal: AbortSignal): Promise<unknown> {
    const answer = await this.#fetch(address, { redirect: 'error', headers: { accept: 'application/json' }, signal });
    if (answer.status >= 500 || answer.status === 429) throw new Error(`${answer.status}`);
    if (!answer.ok) throw new IssuerError(`${address} answers with status ${answer.status}`, true);
    const parsed = jsonIn(await answer.text());
    if (parsed === undefined) throw new IssuerError(`${address} answers with something else than JSON`, true);
    return parsed;
  }
}
