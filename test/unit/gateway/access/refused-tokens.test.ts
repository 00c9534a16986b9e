import { base64url, CompactEncrypt, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { AGAIN, ASK, AUDIENCE, type Issuer, ISSUER, type Key, outcomeOf, useIssuers } from './issuer';

const issuers = useIssuers();

/** A token whose parts are as they are, with any signature. */
const assembled = (header: object, claims: object, signature = ''): string =>
  [JSON.stringify(header), JSON.stringify(claims)].map((text) => base64url.encode(text)).join('.') + `.${signature}`;

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
        new SignJWT(plain(at)).setProtectedHeader({ alg: 'HS256', kid: 'rsa-1' }).sign(await secretOf(issuers.rsa)),
      ALGORITHM,
    ],
    [
      'signed with an algorithm that is not allowed',
      (at) => assembled({ alg: 'RS512', kid: 'rsa-1' }, plain(at), 'AAAA'),
      ALGORITHM,
    ],
    ['signed by a stranger under the name of the key', (at) => at.token({}, {}, issuers.foreign), FORGED],
    [
      'with a key of its own in the header',
      (at) => at.token({}, { jwk: issuers.foreign.published, kid: undefined } as never, issuers.foreign),
      FORGED,
    ],
    [
      'with the address of keys in the header',
      (at) => at.token({}, { jku: 'https://evil.example/keys' }, issuers.foreign),
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
      'whose claims are signed as they stand, without their encoding (b64)',
      (at) => assembled({ alg: 'RS256', kid: 'rsa-1', crit: ['b64'], b64: false }, plain(at), 'AAAA'),
      FORGED,
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

test.each(BAD.map(([title, make, sentence]) => [title, sentence, make] as const))(
  '%s lets nobody in: "%s"',
  async (_, sentence, make) => {
    const issuer = issuers.create();
    const people = await issuers.people(issuer);
    const token = await make(issuer);
    const found = await people.findPerson(token);
    expect(outcomeOf(found)).toEqual([401, sentence]);
    const written = JSON.stringify(found);
    for (const part of token.split('.').filter((text) => text.length > 8)) expect(written).not.toContain(part);
    // The same people are let in by a good one, so that it was this one that was bad.
    expect(outcomeOf(await people.findPerson(await issuer.token()))).toBe('ann@firm.example');
  },
);
