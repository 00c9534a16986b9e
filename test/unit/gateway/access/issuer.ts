import { exportJWK, generateKeyPair, type JWK, type JWTHeaderParameters, type JWTPayload, SignJWT } from 'jose';
import { DEFAULT_GROUPS } from '../../../../src/gateway/access/groups';
import { isRefusal, People, type Person } from '../../../../src/gateway/access/people';
import type { TokenRecord } from '../../../../src/gateway/access/personal-tokens';
import { SignIn, type SignInSettings } from '../../../../src/gateway/access/sign-in';
import type { Answered } from '../../../../src/gateway/replies';
import { setClock } from '../../../support/set-clock';

export const ISSUER = 'https://login.example.com/firm/v2.0';
export const AUDIENCE = 'api://market-data';
export const KEYS_AT = 'https://login.example.com/firm/keys';
export const START = Date.parse('2026-11-23T09:00:00Z');
export const MINUTE = 60_000;

export interface Key {
  readonly pair: CryptoKeyPair;
  readonly published: JWK;
}

export async function makeKey(alg: string, kid: string): Promise<Key> {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { pair, published: { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' } };
}

/** An issuer with its keys, and a clock for everybody. */
export class Issuer {
  keys: Key[] = [];
  /** What its addresses answer instead. */
  failure: (() => Response | Promise<Response>) | undefined;
  requests = 0;
  readonly said: string[] = [];
  discovery: Record<string, unknown> = { issuer: ISSUER, jwks_uri: KEYS_AT };

  get now(): number {
    return Date.now();
  }

  set now(at: number) {
    setClock(at);
  }

  readonly fetch = ((input: string) => {
    this.requests++;
    if (this.failure) return Promise.resolve().then(this.failure);
    const body = input === KEYS_AT ? { keys: this.keys.map(({ published }) => published) } : this.discovery;
    return Promise.resolve(new Response(JSON.stringify(body)));
  }) as typeof fetch;

  signIn(settings: Partial<SignInSettings> = {}): SignIn {
    const parts = { fetch: this.fetch, say: (text: string) => this.said.push(text) };
    return new SignIn({ issuer: ISSUER, audience: AUDIENCE, ...settings }, parts);
  }

  get seconds(): number {
    return this.now / 1000;
  }

  /** A token as the issuer makes it, with some claims and headers of another kind; undefined leaves one out. */
  token(claims: JWTPayload = {}, header: Partial<JWTHeaderParameters> = {}, key = this.keys[0]!): Promise<string> {
    const { alg, kid } = key.published;
    return new SignJWT({
      iss: ISSUER,
      aud: AUDIENCE,
      exp: this.seconds + 3_600,
      nbf: this.seconds,
      sub: 'pairwise-subject',
      oid: '4f0c1c2e-0000-4000-8000-00000000a001',
      preferred_username: 'ann@firm.example',
      scp: 'access',
      ...claims,
    })
      .setProtectedHeader({ alg: alg!, kid: kid!, typ: 'JWT', ...header })
      .sign(key.pair.privateKey);
  }
}

interface Recognizing {
  readonly settings?: Partial<SignInSettings>;
  readonly records?: readonly TokenRecord[];
}

/** The issuers of a file's tests, and those who recognize people by their tokens. */
class Issuers {
  rsa!: Key;
  ec!: Key;
  pss!: Key;
  /** A stranger's, who calls it as the issuer calls its own. */
  foreign!: Key;
  readonly #open: SignIn[] = [];

  async start(): Promise<void> {
    [this.rsa, this.ec, this.pss, this.foreign] = await Promise.all([
      makeKey('RS256', 'rsa-1'),
      makeKey('ES256', 'ec-1'),
      makeKey('PS256', 'pss-1'),
      makeKey('RS256', 'rsa-1'),
    ]);
  }

  stop(): void {
    for (const signIn of this.#open.splice(0)) signIn.keys.stopWatching();
  }

  create(): Issuer {
    const issuer = new Issuer();
    issuer.keys = [this.rsa, this.ec, this.pss];
    return issuer;
  }

  /** A sign-in that ends with the test. */
  signIn(issuer: Issuer, settings: Partial<SignInSettings> = {}): SignIn {
    const signIn = issuer.signIn(settings);
    this.#open.push(signIn);
    return signIn;
  }

  async people(issuer: Issuer, { settings = {}, records = [] }: Recognizing = {}): Promise<People> {
    const signIn = this.signIn(issuer, settings);
    const storage = { readTokens: () => Promise.resolve({ records, unreadable: [] }) };
    const people = new People(storage, DEFAULT_GROUPS, true, { signIn });
    await people.startWatching();
    people.stopWatching();
    return people;
  }
}

export function useIssuers(): Issuers {
  const issuers = new Issuers();
  beforeAll(() => issuers.start());
  beforeEach(() => setClock(START));
  afterEach(() => {
    issuers.stop();
    jest.useRealTimers();
  });
  return issuers;
}

export const outcomeOf = (found: Person | Answered): unknown =>
  isRefusal(found) ? [found.status, (JSON.parse(found.body) as { detail: string }).detail] : found.name;

export const AGAIN = 'sign in again, in the MD pane';
export const ASK = "ask the gateway's administrator";
