// An OpenID Connect provider of its own process, for tests: node issuer-process.mjs. It says where it listens, signs in whomever
// the request hints at or a person names in its form, and takes orders as messages.
import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

const RESOURCE = 'https://md.example.com';

const FORM = `<!doctype html><html lang="en"><title>The firm</title>
<form><label>Name <input name="name"></label> <button>Next</button></form></html>`;

/** A private key that signs, with a name of its own. */
const makeKey = (alg) => {
  const { privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : generateKeyPairSync('rsa', { modulusLength: 2_048 });
  return { ...privateKey.export({ format: 'jwk' }), kid: randomUUID(), alg, use: 'sig' };
};

/** What the issuer remembers, also when its keys have changed: grants, sessions, tokens that renew others. */
const kept = new Map();

/** What ends with a grant; sessions and interactions go on. */
const GRANTED = /^(?:AccessToken|AuthorizationCode|RefreshToken) /;

class Memory {
  constructor(kind) {
    this.keyOf = (id) => `${kind} ${id}`;
  }

  async upsert(id, payload) {
    kept.set(this.keyOf(id), payload);
  }

  async find(id) {
    return kept.get(this.keyOf(id));
  }

  async findByUid(wanted) {
    const own = [...kept].filter(([key]) => key.startsWith(this.keyOf('')));
    return own.find(([, { uid }]) => uid === wanted)?.[1];
  }

  async consume(id) {
    kept.get(this.keyOf(id)).consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id) {
    kept.delete(this.keyOf(id));
  }

  async revokeByGrantId(wanted) {
    for (const [key, { grantId }] of kept) if (grantId === wanted && GRANTED.test(key)) kept.delete(key);
  }
}

function createProvider(issuer, { alg, backs, renews }, keys) {
  const provider = new Provider(issuer, {
    adapter: Memory,
    jwks: { keys },
    clients: [
      {
        client_id: 'md-pane',
        application_type: 'web',
        token_endpoint_auth_method: 'none',
        redirect_uris: backs,
        grant_types: ['authorization_code', 'refresh_token'],
      },
    ],
    cookies: { keys: ['a'] },
    // The pane exchanges its code from another origin.
    clientBasedCORS: () => true,
    issueRefreshToken: () => renews,
    claims: { openid: ['sub', 'preferred_username'] },
    conformIdTokenClaims: false,
    findAccount: (_, accountId) => ({
      accountId,
      claims: () => ({ sub: accountId, preferred_username: `${accountId}@firm.example` }),
    }),
    extraTokenClaims: (_, { accountId }) => ({ preferred_username: `${accountId}@firm.example`, groups: ['fx'] }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 600,
      Session: 600,
    },
    features: {
      devInteractions: { enabled: false },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => undefined,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, resource) => ({
          scope: 'access',
          audience: resource,
          accessTokenFormat: 'jwt',
          jwt: { sign: { alg } },
        }),
      },
    },
  });
  /** Whoever the request hints at, or the form names, has typed the right password and agrees. */
  provider.use(async (context, next) => {
    if (!context.path.startsWith('/interaction/')) return next();
    const { params, prompt, session } = await provider.interactionDetails(context.req, context.res);
    const accountId =
      params.login_hint ?? context.query.name ?? (prompt.name === 'login' ? undefined : session?.accountId);
    if (accountId === undefined) {
      context.body = FORM;
      return undefined;
    }
    const grant = new provider.Grant({ accountId, clientId: params.client_id });
    grant.addOIDCScope('openid');
    grant.addResourceScope(params.resource ?? RESOURCE, 'access');
    const result = prompt.name === 'login' ? { login: { accountId } } : { consent: { grantId: await grant.save() } };
    await provider.interactionFinished(context.req, context.res, result, { mergeWithLastSubmission: true });
    context.respond = false;
  });
  return provider;
}

let settings = { alg: 'RS256', backs: ['https://md.example.com/sign-in.html'], renews: false };
let keys = [makeKey('RS256'), makeKey('ES256'), makeKey('PS256')];
let answer;

const server = createServer((request, response) => answer(request, response)).listen(0, '127.0.0.1');
server.on('listening', () => {
  const issuer = `http://localhost:${server.address().port}`;
  const renew = () => (answer = createProvider(issuer, settings, keys).callback());
  renew();
  process.on('message', ({ order, ...more }) => {
    if (order === 'rotate') keys = [makeKey('RS256'), makeKey('ES256'), makeKey('PS256')];
    if (order === 'change') settings = { ...settings, ...more };
    renew();
    process.send('done');
  });
  process.send({ issuer });
});
