import type { JWTPayload } from 'jose';
import { countedAs, type Person } from '../../../../src/gateway/access/people';
import { makeToken } from '../../../../src/gateway/access/personal-tokens';
import type { SignInSettings } from '../../../../src/gateway/access/sign-in';
import type { Answered } from '../../../../src/gateway/replies';
import { AGAIN, ASK, AUDIENCE, ISSUER, KEYS_AT, makeKey, MINUTE, outcomeOf, START, useIssuers } from './issuer';

const issuers = useIssuers();

test('keys of the issuer that never end are not read to the end', async () => {
  const issuer = issuers.create();
  let sent = 0;
  const pull = (controller: ReadableStreamDefaultController<Uint8Array>): void => {
    controller.enqueue(new Uint8Array(1_000_000).fill(32));
    if (++sent === 100) controller.close();
  };
  issuer.failure = () => new Response(new ReadableStream({ pull }));
  const people = await issuers.people(issuer);
  expect(outcomeOf(await people.findPerson(await issuer.token()))).toEqual(NOT_NOW);
  expect(sent).toBeLessThan(40);
});

describe('a token of a sign-in', () => {
  test.each([
    ['RS256', () => issuers.rsa],
    ['ES256', () => issuers.ec],
    ['PS256', () => issuers.pss],
  ])('signed with %s lets its person in', async (_, key) => {
    const issuer = issuers.create();
    const people = await issuers.people(issuer);
    const found = await people.findPerson(await issuer.token({}, {}, key()));
    expect(found).toEqual({ id: '4f0c1c2e-0000-4000-8000-00000000a001', name: 'ann@firm.example' });
  });

  /** What each puts into its access tokens, and what leads to whom it is for, in options alone. */
  test.each<[string, object, Readonly<Record<string, string | undefined>>, Partial<SignInSettings>, object]>([
    [
      'Microsoft Entra',
      { scp: 'access', roles: ['fx'], ver: '2.0', tid: 'a-tenant', azp: 'a-client' },
      { typ: 'JWT' },
      { groupsClaim: 'roles' },
      { id: '4f0c1c2e-0000-4000-8000-00000000a001', groups: ['fx'] },
    ],
    [
      'Okta',
      { scp: ['openid', 'access'], oid: undefined, cid: 'a-client', ver: 1, groups: ['Everyone', 'equity'] },
      { typ: undefined },
      { groupsClaim: 'groups' },
      { id: 'pairwise-subject', groups: ['equity'] },
    ],
    [
      'Keycloak',
      { scp: undefined, scope: 'openid access', typ: 'Bearer', oid: undefined, aud: ['account', AUDIENCE] },
      { typ: 'JWT' },
      {},
      { id: 'pairwise-subject' },
    ],
    [
      'Ping',
      { scp: undefined, scope: 'access', oid: undefined, client_id: 'a-client', groups: 'fx' },
      { typ: 'at+jwt', alg: 'PS256', kid: 'pss-1' },
      { groupsClaim: 'groups' },
      { id: 'pairwise-subject', groups: ['fx'] },
    ],
    [
      'one that follows RFC 9068 alone',
      { scp: undefined, oid: undefined, client_id: 'a-client', jti: '1' },
      { typ: 'application/at+jwt' },
      {},
      { id: 'pairwise-subject' },
    ],
  ])('of %s lets its person in', async (_, claims, header, settings, person) => {
    const issuer = issuers.create();
    const people = await issuers.people(issuer, { settings });
    const key = header.kid === 'pss-1' ? issuers.pss : issuers.rsa;
    const found = await people.findPerson(await issuer.token(claims as never, header, key));
    expect(found).toEqual({ name: 'ann@firm.example', ...person });
  });

  test.each<[string, JWTPayload]>([
    ['for several audiences', { aud: ['api://mail', AUDIENCE] }],
    ['that has just ended', { exp: START / 1000 - 59 }],
    ['that is valid in a minute', { nbf: START / 1000 + 60 }],
  ])('%s lets its person in', async (_, claims) => {
    const issuer = issuers.create();
    expect(outcomeOf(await (await issuers.people(issuer)).findPerson(await issuer.token(claims)))).toBe(
      'ann@firm.example',
    );
  });

  test('is refused a minute after its time has ended, although it was recognized before', async () => {
    const issuer = issuers.create();
    const people = await issuers.people(issuer);
    const token = await issuer.token({ exp: issuer.seconds + 600 });
    issuer.now += 11 * MINUTE - 1;
    expect(outcomeOf(await people.findPerson(token))).toBe('ann@firm.example');
    issuer.now += 1;
    expect(outcomeOf(await people.findPerson(token))).toEqual([401, `Your sign-in has ended: ${AGAIN}`]);
  });

  test.each<[string, JWTPayload, string]>([
    ['by the name that the user types', {}, 'ann@firm.example'],
    ['by the mail address', { preferred_username: undefined, email: 'ann@mail.example' }, 'ann@mail.example'],
    [
      'by the id that never changes, if there is no name',
      { preferred_username: undefined },
      '4f0c1c2e-0000-4000-8000-00000000a001',
    ],
    ['in one line', { preferred_username: 'ann\n{"person":"ben"}' }, 'ann {"person":"ben"}'],
  ])('names its person %s', async (_, claims, name) => {
    const issuer = issuers.create();
    expect(outcomeOf(await (await issuers.people(issuer)).findPerson(await issuer.token(claims)))).toBe(name);
  });

  test('never counts for another person with the same name', async () => {
    const issuer = issuers.create();
    const { token, record } = makeToken('ann@firm.example', {});
    const people = await issuers.people(issuer, { records: [record] });
    const found: (Person | Answered)[] = [];
    for (const one of [token, await issuer.token({ oid: 'a:1' }), await issuer.token({ oid: 'a:2' })])
      found.push(await people.findPerson(one));
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
    const issuer = issuers.create();
    const people = await issuers.people(issuer, { settings: { groupsClaim: 'roles' } });
    expect(await people.findPerson(await issuer.token(claims))).toMatchObject({ groups });
  });

  test('that do not fit into the token keep its person out, and the answer says why', async () => {
    const issuer = issuers.create();
    const people = await issuers.people(issuer, { settings: { groupsClaim: 'groups' } });
    const token = await issuer.token({ _claim_names: { groups: 'src1' }, _claim_sources: { src1: {} } });
    expect(outcomeOf(await people.findPerson(token))).toEqual([
      403,
      `The sign-in token of ann@firm.example has no room for all groups: ${ASK}, who can have it list the gateway's alone`,
    ]);
  });
});

describe('a barred person', () => {
  test.each(['ann@firm.example', 'ANN@firm.example', '4f0c1c2e-0000-4000-8000-00000000a001', 'pairwise-subject'])(
    'is not let in, whichever of their names the operator has barred: %s',
    async (name) => {
      const issuer = issuers.create();
      const record = { name, hash: '', added: '2026-11-01', barred: '2026-11-23' };
      const people = await issuers.people(issuer, { records: [record] });
      const sentence = 'ann@firm.example is barred from this gateway: ask its administrator';
      expect(outcomeOf(await people.findPerson(await issuer.token()))).toEqual([403, sentence]);
      const other = await issuer.token({ oid: 'b', sub: 'b', preferred_username: 'ben@firm.example' });
      expect(outcomeOf(await people.findPerson(other))).toBe('ben@firm.example');
      expect(people.state).toMatchObject({ barred: 1, inForce: 0, revoked: 0 });
    },
  );

  test('is not let in with a personal token either', async () => {
    const { token, record } = makeToken('ann', {});
    const people = await issuers.people(issuers.create(), { records: [{ ...record, barred: '2026-11-23' }] });
    const sentence = 'ann is barred from this gateway: ask its administrator';
    expect(outcomeOf(await people.findPerson(token))).toEqual([403, sentence]);
  });
});

const unreachable = (): Response => {
  throw new TypeError('fetch failed');
};
const NOT_NOW = [503, `The gateway cannot check sign-ins now, because ${ISSUER} does not answer it: try again in 5 s`];

describe('the keys of the issuer', () => {
  test('are read again when a token names a new one, which lets its person in at once', async () => {
    const issuer = issuers.create();
    const people = await issuers.people(issuer);
    const fresh = await makeKey('RS256', 'rsa-2');
    issuer.now += MINUTE;
    issuer.keys = [fresh];
    expect(outcomeOf(await people.findPerson(await issuer.token({}, {}, fresh)))).toBe('ann@firm.example');
    // What was signed with a key that the issuer has withdrawn is worth nothing.
    const old = await issuer.token({}, {}, issuers.rsa);
    expect(outcomeOf(await people.findPerson(old))).toEqual([
      401,
      `The sign-in token names no key of ${ISSUER}: ${AGAIN}`,
    ]);
  });

  test('that are withdrawn end the tokens that were recognized before', async () => {
    const issuer = issuers.create();
    const signIn = issuers.signIn(issuer);
    await signIn.keys.startWatching();
    const token = await issuer.token();
    expect(await signIn.findSignedIn(token)).toMatchObject({ name: 'ann@firm.example' });
    issuer.keys = [await makeKey('RS256', 'rsa-2')];
    await signIn.keys.find.reload();
    expect(await signIn.findSignedIn(token)).toMatchObject({ status: 401 });
  });

  test('that are withdrawn while a token is checked end that token too', async () => {
    const issuer = issuers.create();
    const signIn = issuers.signIn(issuer);
    await signIn.keys.startWatching();
    const [old, fresh] = [await issuer.token(), await makeKey('RS256', 'rsa-2')];
    const verify = crypto.subtle.verify.bind(crypto.subtle);
    let goOn: () => void = () => undefined;
    const gate = new Promise<void>((resolve) => (goOn = resolve));
    jest
      .spyOn(crypto.subtle, 'verify')
      .mockImplementationOnce(async (...asked: Parameters<typeof verify>) => gate.then(() => verify(...asked)));
    const slow = signIn.findSignedIn(old);
    issuer.keys = [fresh];
    await signIn.keys.find.reload();
    expect(await signIn.findSignedIn(await issuer.token({}, {}, fresh))).toMatchObject({ name: 'ann@firm.example' });
    goOn();
    expect(await slow).toMatchObject({ name: 'ann@firm.example' });
    expect(await signIn.findSignedIn(old)).toMatchObject({ status: 401 });
  });

  test('without names are read again when a signature does not fit', async () => {
    const issuer = issuers.create();
    const [before, after] = await Promise.all([makeKey('ES256', 'x'), makeKey('ES256', 'x')]);
    for (const key of [before, after]) delete key.published.kid;
    issuer.keys = [before];
    const people = await issuers.people(issuer);
    issuer.now += MINUTE;
    issuer.keys = [after];
    const token = await issuer.token({}, { kid: undefined } as never, after);
    expect(outcomeOf(await people.findPerson(token))).toBe('ann@firm.example');
  });

  test.each<[string, (() => Response | Promise<Response>) | undefined, number]>([
    // Its description, and its keys.
    ['answers', undefined, 2],
    ['fails', () => new Response('', { status: 503 }), 1],
    ['cannot be reached', unreachable, 1],
    ['answers with a page', () => new Response('<html>'), 1],
    ['hangs', () => new Promise((_, reject) => setImmediate(reject, new DOMException('', 'TimeoutError'))), 1],
  ])('are asked for once in five seconds where the issuer %s, whatever tokens name', async (_, failure, requests) => {
    const issuer = issuers.create();
    const people = await issuers.people(issuer);
    issuer.failure = failure;
    for (let round = 0; round < 2; round++) {
      issuer.now += 5_000;
      const before = issuer.requests;
      for (let index = 0; index < 50; index++)
        await people.findPerson(await issuer.token({}, { kid: `made-up-${index}` }));
      const tokens = Array.from({ length: 50 }, (_, index) => issuer.token({}, { kid: `at-once-${index}` }));
      await Promise.all((await Promise.all(tokens)).map(async (token) => people.findPerson(token)));
      expect(issuer.requests - before).toBe(requests);
      expect(outcomeOf(await people.findPerson(await issuer.token()))).toBe('ann@firm.example');
    }
  });

  test('that were never read are asked for once in five seconds', async () => {
    const issuer = issuers.create();
    issuer.failure = unreachable;
    const people = await issuers.people(issuer);
    const token = await issuer.token();
    for (let index = 0; index < 50; index++) expect(outcomeOf(await people.findPerson(token))).toEqual(NOT_NOW);
    expect(issuer.requests).toBe(1);
  });

  test('are read again by every node each minute, so that a withdrawn key ends by itself', async () => {
    jest.useFakeTimers({ now: START, doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    const issuer = issuers.create();
    const signIn = issuers.signIn(issuer);
    await signIn.keys.startWatching();
    const old = await issuer.token();
    expect(await signIn.findSignedIn(old)).toMatchObject({ name: 'ann@firm.example' });
    issuer.keys = [issuers.ec];
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(await signIn.findSignedIn(old)).toMatchObject({ status: 401 });
    issuer.keys = [issuers.rsa];
    issuer.failure = unreachable;
    await jest.advanceTimersByTimeAsync(MINUTE);
    issuer.failure = undefined;
    await jest.advanceTimersByTimeAsync(MINUTE);
    expect(await signIn.findSignedIn(old)).toMatchObject({ name: 'ann@firm.example' });
  });

  test('may come from an issuer that names itself with a slash at the end', async () => {
    const issuer = issuers.create();
    issuer.discovery = { issuer: `${ISSUER}/`, jwks_uri: KEYS_AT };
    const people = await issuers.people(issuer);
    expect(outcomeOf(await people.findPerson(await issuer.token({ iss: `${ISSUER}/` })))).toBe('ann@firm.example');
  });

  test('stay valid for a day while the issuer cannot be reached, and let nobody in after that', async () => {
    const issuer = issuers.create();
    const people = await issuers.people(issuer);
    issuer.failure = unreachable;
    issuer.now += 24 * 60 * MINUTE - 1;
    const token = await issuer.token();
    expect(outcomeOf(await people.findPerson(token))).toBe('ann@firm.example');
    issuer.now += 1;
    const found = await people.findPerson(token);
    expect(outcomeOf(found)).toEqual(NOT_NOW);
    expect(found).toMatchObject({ headers: { 'retry-after': '5' } });
    expect(people.state.signIn).toEqual({ count: 0, ageSeconds: 0 });
    issuer.failure = undefined;
    issuer.now += 6_000;
    expect(outcomeOf(await people.findPerson(token))).toBe('ann@firm.example');
  });

  test.each<[string, () => Response]>([
    ['cannot be reached', unreachable],
    ['fails', () => new Response('', { status: 503 })],
    ['answers with a page', () => new Response('<html>')],
    ['has no keys', () => new Response(JSON.stringify({ issuer: ISSUER, jwks_uri: KEYS_AT, keys: [] }))],
  ])('stay valid while the issuer %s, and a token with an unknown key is told to try again', async (_, failure) => {
    const issuer = issuers.create();
    const people = await issuers.people(issuer);
    issuer.failure = failure;
    issuer.now += MINUTE;
    expect(outcomeOf(await people.findPerson(await issuer.token({}, { kid: 'new' })))).toEqual(NOT_NOW);
    expect(outcomeOf(await people.findPerson(await issuer.token()))).toBe('ann@firm.example');
    expect(issuer.said).toEqual([expect.stringContaining('its known keys stay valid for a day')]);
  });

  test('that could not be read at the start let nobody in until they can be read', async () => {
    const issuer = issuers.create();
    const cause = Object.assign(new Error(), { code: 'SELF_SIGNED_CERT_IN_CHAIN' });
    issuer.failure = () => {
      throw new TypeError('fetch failed', { cause });
    };
    const people = await issuers.people(issuer);
    const token = await issuer.token();
    expect(outcomeOf(await people.findPerson(token))).toEqual(NOT_NOW);
    expect(issuer.said).toEqual([`${ISSUER} does not answer (SELF_SIGNED_CERT_IN_CHAIN): nobody can sign in`]);
    issuer.failure = undefined;
    issuer.now += 6_000;
    expect(outcomeOf(await people.findPerson(token))).toBe('ann@firm.example');
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
  ])('of an issuer that %s end the start with one sentence', async (_, discovery, sentence) => {
    const issuer = issuers.create();
    issuer.discovery = { ...issuer.discovery, ...discovery };
    await expect(issuer.signIn().keys.startWatching()).rejects.toThrow(`--oidc-issuer: ${sentence}`);
  });
});
