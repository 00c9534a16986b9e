import {
  base64url,
  CompactEncrypt,
  exportJWK,
  generateKeyPair,
  type JWK,
  type JWTHeaderParameters,
  type JWTPayload,
  SignJWT,
} from 'jose';
import { DEFAULT_GROUPS } from '../../../../src/gateway/access/groups';
import { PersonRateLimiter } from '../../../../src/gateway/access/allowances';
import { countedAs, isRefusal, People, type Person } from '../../../../src/gateway/access/people';
import { makeToken, type TokenRecord } from '../../../../src/gateway/access/personal-tokens';
import { SignIn, type SignInSettings } from '../../../../src/gateway/access/sign-in';
import type { Answered } from '../../../../src/gateway/replies';

const ISSUER = 'https://login.example.com/firm/v2.0';
const AUDIENCE = 'api://market-data';
const KEYS_AT = 'https://login.example.com/firm/keys';
const START = Date.parse('2026-11-23T09:00:00Z');
const MINUTE = 60_000;

interface Key {
  readonly pair: CryptoKeyPair;
  readonly published: JWK;
}

async function makeKey(alg: string, kid: string): Promise<Key> {
  const pair = await generateKeyPair(alg, { extractable: true });
  return { pair, published: { ...(await exportJWK(pair.publicKey)), kid, alg, use: 'sig' } };
}

/** An issuer with its keys, and a clock for everybody. */
class Issuer {
  now = START;
  keys: Key[] = [];
  /** What its addresses answer instead. */
  failure: (() => Response) | undefined;
  requests = 0;
  readonly said: string[] = [];
  discovery: Record<string, unknown> = { issuer: ISSUER, jwks_uri: KEYS_AT };

  readonly fetch = ((input: string) => {
    this.requests++;
    if (this.failure) return Promise.resolve().then(this.failure);
    const body = input === KEYS_AT ? { keys: this.keys.map(({ published }) => published) } : this.discovery;
    return Promise.resolve(new Response(JSON.stringify(body)));
  }) as typeof fetch;

  signIn(settings: Partial<SignInSettings> = {}): SignIn {
    const parts = { fetch: this.fetch, now: () => this.now, say: (text: string) => this.said.push(text) };
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

/** A token whose parts are as they are, with any signature. */
const assembled = (header: object, claims: object, signature = ''): string =>
  [JSON.stringify(header), JSON.stringify(claims)].map((text) => base64url.encode(text)).join('.') + `.${signature}`;

const open: SignIn[] = [];
afterEach(() => {
  for (const signIn of open.splice(0)) signIn.stop();
});

let [rsa, ec, pss, foreign]: Key[] = [];
beforeAll(async () => {
  [rsa, ec, pss, foreign] = await Promise.all([
    makeKey('RS256', 'rsa-1'),
    makeKey('ES256', 'ec-1'),
    makeKey('PS256', 'pss-1'),
    makeKey('RS256', 'rsa-1'),
  ]);
});

function createIssuer(): Issuer {
  const issuer = new Issuer();
  issuer.keys = [rsa!, ec!, pss!];
  return issuer;
}

interface Recognizing {
  readonly settings?: Partial<SignInSettings>;
  readonly records?: readonly TokenRecord[];
}

async function createPeople(issuer: Issuer, { settings = {}, records = [] }: Recognizing = {}): Promise<People> {
  const signIn = issuer.signIn(settings);
  open.push(signIn);
  const storage = { read: () => Promise.resolve({ records, unreadable: [] }), write: () => Promise.resolve() };
  const people = new People(storage, DEFAULT_GROUPS, new PersonRateLimiter(300), true, { signIn });
  await people.start();
  people.stop();
  return people;
}

const outcomeOf = (found: Person | Answered): unknown =>
  isRefusal(found) ? [found.status, (JSON.parse(found.body) as { detail: string }).detail] : found.name;

const AGAIN = 'sign in again, in the MD pane';
const ASK = "ask the gateway's administrator";
const ALGORITHM = `The sign-in token is not signed with RS256, ES256, PS256: ${ASK}`;
const FORGED = `The sign-in token was not signed by ${ISSUER}, or was changed afterwards: ${AGAIN}`;
const FOR_OTHERS = `The sign-in token is meant for another application, not for ${AUDIENCE}: ${AGAIN}`;
const OTHER_ISSUER = `The sign-in token was not issued by ${ISSUER}: sign in there, in the MD pane`;
const OTHER_KIND = `The sign-in token is of another kind and not an access token: ${AGAIN}`;
const NO_END = `The sign-in token does not say properly when it ends: ${ASK}`;

/** Puts other claims into a token and leaves its signature. */
function changed(token: string, claims: object): string {
  const [header, payload, signature] = token.split('.');
  const own = JSON.parse(new TextDecoder().decode(base64url.decode(payload!))) as object;
  return [header, base64url.encode(JSON.stringify({ ...own, ...claims })), signature].join('.');
}

const secretOf = (key: Key): Promise<Uint8Array> =>
  crypto.subtle.exportKey('spki', key.pair.publicKey).then((bytes) => {
    const text = Buffer.from(bytes).toString('base64').replace(/.{64}/g, '$&\n');
    return new TextEncoder().encode(`-----BEGIN PUBLIC KEY-----\n${text}\n-----END PUBLIC KEY-----\n`);
  });

const plain = (issuer: Issuer): JWTPayload => ({
  iss: ISSUER,
  aud: AUDIENCE,
  exp: issuer.seconds + 3_600,
  sub: 'ann',
  scp: 'access',
});

/** Every token lets nobody in, with a sentence for whoever shows it. */
const BAD: readonly (readonly [title: string, make: (issuer: Issuer) => string | Promise<string>, sentence: string])[] =
  [
    ['without a signature, as "none" has it', (at) => assembled({ alg: 'none' }, plain(at)), ALGORITHM],
    ['without a signature, "None" in other letters', (at) => assembled({ alg: 'nOnE' }, plain(at)), ALGORITHM],
    ['without an algorithm', (at) => assembled({ kid: 'rsa-1' }, plain(at), 'AAAA'), ALGORITHM],
    [
      'signed with the public key as a shared secret',
      async (at) =>
        new SignJWT(plain(at)).setProtectedHeader({ alg: 'HS256', kid: 'rsa-1' }).sign(await secretOf(rsa!)),
      ALGORITHM,
    ],
    [
      'signed with an algorithm that is not allowed',
      (at) => assembled({ alg: 'RS512', kid: 'rsa-1' }, plain(at), 'AAAA'),
      ALGORITHM,
    ],
    ['signed by a stranger under the name of the key', (at) => at.token({}, {}, foreign), FORGED],
    [
      'with a key of its own in the header',
      (at) => at.token({}, { jwk: foreign!.published, kid: undefined } as never, foreign),
      FORGED,
    ],
    [
      'with the address of keys in the header',
      (at) => at.token({}, { jku: 'https://evil.example/keys' }, foreign),
      FORGED,
    ],
    [
      'with the name of a key that the issuer does not have',
      (at) => at.token({}, { kid: 'rsa-9' }),
      `The sign-in token names no key of ${ISSUER}: ${AGAIN}`,
    ],
    [
      'with the name of a key of another kind',
      (at) => at.token({}, { kid: 'ec-1' }),
      `The sign-in token names no key of ${ISSUER}: ${AGAIN}`,
    ],
    ['with other claims than were signed', async (at) => changed(await at.token(), { oid: 'somebody else' }), FORGED],
    ['with a longer life than was signed', async (at) => changed(await at.token(), { exp: at.seconds + 1e6 }), FORGED],
    ['without its signature', async (at) => (await at.token()).replace(/[^.]+$/, ''), FORGED],
    ['of another tenant', (at) => at.token({ iss: 'https://login.example.com/other/v2.0' }), OTHER_ISSUER],
    ['of an issuer whose name begins like this one', (at) => at.token({ iss: `${ISSUER}.evil.example` }), OTHER_ISSUER],
    ['without an issuer', (at) => at.token({ iss: undefined } as never), OTHER_ISSUER],
    ['for another API', (at) => at.token({ aud: 'api://mail' }), FOR_OTHERS],
    ['for several other APIs', (at) => at.token({ aud: ['api://mail', `${AUDIENCE}-2`] }), FOR_OTHERS],
    ['for nobody', (at) => at.token({ aud: undefined } as never), FOR_OTHERS],
    [
      'whose time was over a minute ago',
      (at) => at.token({ exp: at.seconds - 60 }),
      `Your sign-in has ended: ${AGAIN}`,
    ],
    ['without an end', (at) => at.token({ exp: undefined } as never), NO_END],
    ['with an end that is a text', (at) => at.token({ exp: '2099-01-01' } as never), NO_END],
    [
      'that is valid in more than a minute',
      (at) => at.token({ nbf: at.seconds + 61 }),
      `The sign-in token is not valid yet, by the clock of the gateway: ${ASK}`,
    ],
    [
      'that says who has signed in, for an application (nonce, no scope)',
      (at) => at.token({ scp: undefined, nonce: '1' }),
      OTHER_KIND,
    ],
    ['that says so by a hash of the access token', (at) => at.token({ at_hash: 'x' }), OTHER_KIND],
    ['that says so by a claim of its own', (at) => at.token({ typ: 'ID' }), OTHER_KIND],
    ['that renews others', (at) => at.token({ typ: 'Refresh' }), OTHER_KIND],
    ['that ends a session', (at) => at.token({}, { typ: 'logout+jwt' }), OTHER_KIND],
    [
      'that is bound to a key of the client',
      (at) => at.token({ cnf: { jkt: 'x' } }),
      `The sign-in token is bound to a key that the gateway does not see: ${ASK}`,
    ],
    [
      'that names nobody',
      (at) => at.token({ oid: undefined, sub: undefined } as never),
      `The sign-in token does not say who you are (oid or sub): ${ASK}`,
    ],
    [
      'with a demand that nobody here knows',
      (at) => assembled({ alg: 'RS256', kid: 'rsa-1', crit: ['x'], x: 1 }, plain(at), 'AAAA'),
      `The sign-in token demands something that the gateway does not know: ${ASK}`,
    ],
    [
      'that is encrypted',
      async () =>
        new CompactEncrypt(new TextEncoder().encode('{}'))
          .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM' })
          .encrypt((await generateKeyPair('RSA-OAEP-256')).publicKey),
      `The sign-in token is encrypted, and the gateway reads signed ones alone: ${ASK}`,
    ],
    ['that is no token at all', () => 'not.a.token', `The sign-in token cannot be read: ${AGAIN}`],
  ];

describe('a token of a sign-in', () => {
  test.each(BAD)('%s lets nobody in, and says why without repeating it', async (_, make, sentence) => {
    const issuer = createIssuer();
    const people = await createPeople(issuer);
    const token = await make(issuer);
    const found = await people.find(token);
    expect(outcomeOf(found)).toEqual([401, sentence]);
    const written = JSON.stringify(found);
    for (const part of token.split('.').filter((text) => text.length > 8)) expect(written).not.toContain(part);
    // The same people are let in by a good one, so that it was this one that was bad.
    expect(outcomeOf(await people.find(await issuer.token()))).toBe('ann@firm.example');
  });

  test.each([
    ['RS256', () => rsa],
    ['ES256', () => ec],
    ['PS256', () => pss],
  ])('signed with %s lets its person in', async (_, key) => {
    const issuer = createIssuer();
    const people = await createPeople(issuer);
    const found = await people.find(await issuer.token({}, {}, key()));
    expect(found).toEqual({ id: '4f0c1c2e-0000-4000-8000-00000000a001', name: 'ann@firm.example' });
  });

  test.each<[string, JWTPayload, Partial<JWTHeaderParameters>, unknown]>([
    [
      'of an issuer that marks access tokens',
      { scp: undefined, oid: undefined },
      { typ: 'at+jwt' },
      'pairwise-subject',
    ],
    ['of an issuer that writes the mark in full', { scp: undefined }, { typ: 'application/at+jwt' }, undefined],
    ['with scopes under their other name', { scp: undefined, scope: 'openid' }, {}, undefined],
    ['for several audiences', { aud: ['api://mail', AUDIENCE] }, {}, undefined],
    ['that has just ended', { exp: START / 1000 - 59 }, {}, undefined],
    ['that is valid in a minute', { nbf: START / 1000 + 60 }, {}, undefined],
  ])('%s lets its person in', async (_, claims, header, id) => {
    const issuer = createIssuer();
    const found = await (await createPeople(issuer)).find(await issuer.token(claims, header));
    expect(found).toMatchObject({ name: 'ann@firm.example', ...(id !== undefined && { id }) });
  });

  test('ends by itself a minute after its time, although it was recognized before', async () => {
    const issuer = createIssuer();
    const people = await createPeople(issuer);
    const token = await issuer.token({ exp: issuer.seconds + 600 });
    issuer.now += 11 * MINUTE - 1;
    expect(outcomeOf(await people.find(token))).toBe('ann@firm.example');
    issuer.now += 1;
    expect(outcomeOf(await people.find(token))).toEqual([401, `Your sign-in has ended: ${AGAIN}`]);
  });

  test.each<[string, JWTPayload, string]>([
    ['by the name that the user types', {}, 'ann@firm.example'],
    ['by the mail address', { preferred_username: undefined, email: 'ann@mail.example' }, 'ann@mail.example'],
    [
      'by what never changes, if there is no name',
      { preferred_username: undefined },
      '4f0c1c2e-0000-4000-8000-00000000a001',
    ],
    ['in one line', { preferred_username: 'ann\n{"person":"ben"}' }, 'ann {"person":"ben"}'],
  ])('names its person %s', async (_, claims, name) => {
    const issuer = createIssuer();
    expect(outcomeOf(await (await createPeople(issuer)).find(await issuer.token(claims)))).toBe(name);
  });

  test('never counts for somebody else who is called the same', async () => {
    const issuer = createIssuer();
    const { token, record } = makeToken('ann@firm.example', {});
    const people = await createPeople(issuer, { records: [record] });
    const found: (Person | Answered)[] = [];
    for (const one of [token, await issuer.token({ oid: 'a:1' }), await issuer.token({ oid: 'a:2' })])
      found.push(await people.find(one));
    expect(found.map(outcomeOf)).toEqual(Array(3).fill('ann@firm.example'));
    expect(found.map((one) => countedAs(one as Person))).toEqual(['ann@firm.example', '@a%3A1', '@a%3A2']);
  });
});

describe('groups of a sign-in', () => {
  test.each<[string, JWTPayload, unknown]>([
    ['are those of the gateway that its claim names', { roles: ['fx', 'mail', 'equity'] }, ['fx', 'equity']],
    ['may be a single one', { roles: 'fx' }, ['fx']],
    ['are none if the claim is missing, which allows nothing', {}, []],
  ])('%s', async (_, claims, groups) => {
    const issuer = createIssuer();
    const people = await createPeople(issuer, { settings: { groupsClaim: 'roles' } });
    expect(await people.find(await issuer.token(claims))).toMatchObject({ groups });
  });

  test('that have no room in the token are a sentence, and let nobody in', async () => {
    const issuer = createIssuer();
    const people = await createPeople(issuer, { settings: { groupsClaim: 'groups' } });
    const token = await issuer.token({ _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } });
    expect(outcomeOf(await people.find(token))).toEqual([
      403,
      `The sign-in token of ann@firm.example has no room for all groups: ${ASK}, who can have it list the gateway's alone`,
    ]);
  });
});

describe('a barred person', () => {
  test.each(['ann@firm.example', 'ANN@firm.example', '4f0c1c2e-0000-4000-8000-00000000a001', 'pairwise-subject'])(
    'is not let in, by whatever name the operator knows: %s',
    async (name) => {
      const issuer = createIssuer();
      const record = { name, hash: '', added: '2026-11-01', barred: '2026-11-23' };
      const people = await createPeople(issuer, { records: [record] });
      const sentence = 'ann@firm.example is barred from this gateway: ask its administrator';
      expect(outcomeOf(await people.find(await issuer.token()))).toEqual([403, sentence]);
      const other = await issuer.token({ oid: 'b', sub: 'b', preferred_username: 'ben@firm.example' });
      expect(outcomeOf(await people.find(other))).toBe('ben@firm.example');
      expect(people.state).toMatchObject({ barred: 1, inForce: 0, revoked: 0 });
    },
  );

  test('is not let in with a personal token either', async () => {
    const { token, record } = makeToken('ann', {});
    const people = await createPeople(createIssuer(), { records: [{ ...record, barred: '2026-11-23' }] });
    const sentence = 'ann is barred from this gateway: ask its administrator';
    expect(outcomeOf(await people.find(token))).toEqual([403, sentence]);
  });
});

const unreachable = (): Response => {
  throw new TypeError('fetch failed');
};
const NOT_NOW = [503, `The gateway cannot check sign-ins now, because ${ISSUER} does not answer it: try again in 5 s`];

describe('the keys of the issuer', () => {
  test('are read again when a token names a new one, which lets its person in at once', async () => {
    const issuer = createIssuer();
    const people = await createPeople(issuer);
    const fresh = await makeKey('RS256', 'rsa-2');
    issuer.now += MINUTE;
    issuer.keys = [fresh];
    expect(outcomeOf(await people.find(await issuer.token({}, {}, fresh)))).toBe('ann@firm.example');
    // What was signed with a key that the issuer has withdrawn is worth nothing.
    const old = await issuer.token({}, {}, rsa);
    expect(outcomeOf(await people.find(old))).toEqual([401, `The sign-in token names no key of ${ISSUER}: ${AGAIN}`]);
  });

  test('that are withdrawn end the tokens that were recognized before', async () => {
    const issuer = createIssuer();
    const signIn = issuer.signIn();
    open.push(signIn);
    await signIn.start();
    const token = await issuer.token();
    expect(await signIn.find(token)).toMatchObject({ name: 'ann@firm.example' });
    issuer.keys = [await makeKey('RS256', 'rsa-2')];
    await signIn.refresh();
    expect(await signIn.find(token)).toMatchObject({ status: 401 });
  });

  test('without names are read again when a signature does not fit', async () => {
    const issuer = createIssuer();
    const [before, after] = await Promise.all([makeKey('ES256', 'x'), makeKey('ES256', 'x')]);
    for (const key of [before, after]) delete key.published.kid;
    issuer.keys = [before];
    const people = await createPeople(issuer);
    issuer.now += MINUTE;
    issuer.keys = [after];
    const token = await issuer.token({}, { kid: undefined } as never, after);
    expect(outcomeOf(await people.find(token))).toBe('ann@firm.example');
  });

  test('are asked for no more than once in five seconds, whatever tokens name', async () => {
    const issuer = createIssuer();
    const people = await createPeople(issuer);
    issuer.now += MINUTE;
    const before = issuer.requests;
    for (let index = 0; index < 50; index++) await people.find(await issuer.token({}, { kid: `made-up-${index}` }));
    // Its description, and its keys.
    expect(issuer.requests - before).toBe(2);
  });

  test('go on for a day while the issuer cannot be reached, and nobody is let in after that', async () => {
    const issuer = createIssuer();
    const people = await createPeople(issuer);
    issuer.failure = unreachable;
    issuer.now += 24 * 60 * MINUTE - 1;
    const token = await issuer.token();
    expect(outcomeOf(await people.find(token))).toBe('ann@firm.example');
    issuer.now += 1;
    const found = await people.find(token);
    expect(outcomeOf(found)).toEqual(NOT_NOW);
    expect(found).toMatchObject({ headers: { 'retry-after': '5' } });
    expect(people.state.signIn).toEqual({ count: 0, ageSeconds: 0 });
    issuer.failure = undefined;
    issuer.now += 6_000;
    expect(outcomeOf(await people.find(token))).toBe('ann@firm.example');
  });

  test.each<[string, () => Response]>([
    ['cannot be reached', unreachable],
    ['fails', () => new Response('', { status: 503 })],
    ['answers with a page', () => new Response('<html>')],
    ['has no keys', () => new Response(JSON.stringify({ issuer: ISSUER, jwks_uri: KEYS_AT, keys: [] }))],
  ])('stay known while the issuer %s; a new key cannot be told from a wrong one then', async (_, failure) => {
    const issuer = createIssuer();
    const people = await createPeople(issuer);
    issuer.failure = failure;
    issuer.now += MINUTE;
    expect(outcomeOf(await people.find(await issuer.token({}, { kid: 'new' })))).toEqual(NOT_NOW);
    expect(outcomeOf(await people.find(await issuer.token()))).toBe('ann@firm.example');
    expect(issuer.said).toEqual([expect.stringContaining('its known keys stay valid for a day')]);
  });

  test('that are not there at the start let nobody in until they are', async () => {
    const issuer = createIssuer();
    issuer.failure = unreachable;
    const people = await createPeople(issuer);
    const token = await issuer.token();
    expect(outcomeOf(await people.find(token))).toEqual(NOT_NOW);
    expect(issuer.said).toEqual([`${ISSUER} does not answer: nobody can sign in`]);
    issuer.failure = undefined;
    issuer.now += 6_000;
    expect(outcomeOf(await people.find(token))).toBe('ann@firm.example');
    expect(issuer.said.at(-1)).toBe(`The keys of ${ISSUER} can be read again`);
  });

  const AT = `${ISSUER}/.well-known/openid-configuration`;
  test.each<[string, Record<string, unknown>, string]>([
    [
      'describes all tenants',
      { issuer: 'https://login.example.com/{tenant}/v2.0' },
      `${AT} describes another issuer: name that of your own tenant`,
    ],
    ['names no keys', { jwks_uri: undefined }, `${AT} does not describe an OpenID Connect issuer`],
    [
      'names keys that anybody on the way can change',
      { jwks_uri: 'http://login.example.com/keys' },
      `${AT} names keys that do not come by https`,
    ],
  ])('of an issuer that %s are one sentence at the start', async (_, discovery, sentence) => {
    const issuer = createIssuer();
    issuer.discovery = { ...issuer.discovery, ...discovery };
    await expect(issuer.signIn().start()).rejects.toThrow(`--oidc-issuer: ${sentence}`);
  });
});
