import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DEFAULT_GROUPS } from '../../src/gateway/access/groups';
import { People } from '../../src/gateway/access/people';
import { SignIn } from '../../src/gateway/access/sign-in';
import { tokenCommand } from './add-token';
import { until } from '../support/until';
import { AUDIENCE, CLIENT, RealIssuer } from './issuer';
import { GatewayProcess } from './node-process';
import { closeScenes, createScene } from './scene';
import { KEY_HEADER } from '../support/published-fields';
import { setClock } from '../support/set-clock';

const QUOTE = '/api/currencies/quotes?symbols=EURUSD';

let issuer: RealIssuer;
beforeAll(async () => {
  issuer = await RealIssuer.start();
});
afterAll(() => issuer.stop());

const tokenOf = async (name: string): Promise<string> => (await issuer.signIn(name)).access_token;
const bearer = (token: string): RequestInit => ({ headers: { authorization: `Bearer ${token}` } });
const detailOf = async (answer: Response): Promise<unknown> => ((await answer.json()) as { detail: unknown }).detail;

describe('a gateway before a real issuer', () => {
  let signIn: SignIn | undefined;
  let ask: (token: string) => Promise<Response>;

  beforeEach(async () => {
    signIn = new SignIn({ issuer: issuer.url, audience: AUDIENCE });
    const people = new People(undefined, DEFAULT_GROUPS, true, { signIn });
    await people.startWatching();
    const scene = createScene({ gateway: { people } });
    ask = (token) => scene.ask(QUOTE, bearer(token));
  });
  afterEach(() => {
    jest.useRealTimers();
    signIn!.keys.stopWatching();
  });
  afterEach(closeScenes);

  test.each(['RS256', 'ES256', 'PS256'])('lets in who has signed in there, with %s', async (alg) => {
    await issuer.change({ alg });
    expect((await ask(await tokenOf('ann'))).status).toBe(200);
    await issuer.change({ alg: 'RS256' });
  });

  test('refuses ID tokens, and access tokens for another API', async () => {
    const { id_token: forPane } = await issuer.signIn('ann');
    const { access_token: forMail } = await issuer.signIn('ann', 'https://mail.example.com');
    const sentence = `The sign-in token is meant for another application, not for ${AUDIENCE}: sign in again, in the MD pane`;
    for (const token of [forPane, forMail]) {
      const answer = await ask(token);
      expect([answer.status, await detailOf(answer)]).toEqual([401, sentence]);
    }
  });

  test('lets people in after a rotation of keys, but not with tokens that an old key signed', async () => {
    const old = await tokenOf('ann');
    expect((await ask(old)).status).toBe(200);
    await issuer.rotate();
    setClock(Date.now() + 6_000);
    expect((await ask(await tokenOf('ann'))).status).toBe(200);
    expect((await ask(old)).status).toBe(401);
  });
});

/** How the command names a real issuer. */
const signInOptions = (): string[] => [
  ...['--oidc-issuer', issuer.url, '--oidc-audience', AUDIENCE],
  ...['--oidc-client-id', CLIENT, '--oidc-scope', 'openid access'],
];

describe('the command with a sign-in', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'md-oidc-'));
  const [tokens, log, groups] = ['tokens.json', 'log', 'groups.json'].map((name) => path.join(folder, name)) as [
    string,
    string,
    string,
  ];
  let gateway: GatewayProcess;
  const ask = (token: string, at = QUOTE): Promise<Response> => fetch(gateway.url + at, bearer(token));

  beforeAll(async () => {
    writeFileSync(tokens, '[]');
    writeFileSync(groups, JSON.stringify({ desk: { areas: ['currencies'], claims: ['fx'] } }));
    const options = ['--oidc-groups-claim', 'groups', '--groups', groups, '--tokens', tokens, '--log', log];
    gateway = await GatewayProcess.start(['--sandbox', ...signInOptions(), ...options]);
  });
  afterAll(() => gateway.stop());

  test('prints which people it lets in, and tells the pane where to sign in', async () => {
    expect(gateway.output).toContain(`Everybody must sign in at ${issuer.url}, or needs a token: 0 in force`);
    const config = await (await fetch(`${gateway.url}/config.json`)).json();
    expect(config).toMatchObject({
      signIn: 'oidc',
      openIdConnect: { issuer: issuer.url, clientId: CLIENT, scope: 'openid access', audience: AUDIENCE },
    });
    const answer = await fetch(gateway.url + QUOTE);
    expect([answer.status, await detailOf(answer)]).toEqual([
      401,
      'This gateway requires you to sign in: do so in the MD pane, or enter a personal token there',
    ]);
  });

  // First, because only a few refusals of an address get a line in a minute.
  test('writes the name and never the token', async () => {
    const token = await tokenOf('cleo');
    expect((await ask(token)).status).toBe(200);
    await ask(`${token}x`);
    await ask(token, `/api/${token}`);
    await until(() => readFileSync(log, 'utf8').includes('"reason":"sign-in token: signature"'));
    await until(() => readFileSync(log, 'utf8').includes('/api/eyJ•••'));
    const written = readFileSync(log, 'utf8');
    expect(written).toMatch(/"person":"cleo@firm.example","id":"cleo","operation":"GET \/currencies\/quotes"/);
    for (const part of token.split('.'))
      expect(`${written}${gateway.output}${await gateway.metrics()}`).not.toContain(part);
  });

  test('knows the person and the groups, in either header, beside personal tokens', async () => {
    const token = await tokenOf('ann');
    const me = await ask(token, '/api/me');
    expect(await me.json()).toMatchObject({ person: 'ann@firm.example', groups: ['desk'] });
    expect((await fetch(gateway.url + QUOTE, { headers: { [KEY_HEADER]: token } })).status).toBe(200);
    const other = await ask(token, '/api/stocks/quotes?symbols=AAPL');
    expect([other.status, await detailOf(other)]).toEqual([403, expect.stringContaining('(desk) allow currencies')]);
    const personal = await tokenCommand('add', 'ben', '--tokens', tokens);
    await until(async () => (await ask(personal)).status === 200);
    expect(await gateway.metrics()).toMatch(/^md_sign_in_keys 3$/m);
  });

  test('bars a person at once, and lets them in again', async () => {
    const token = await tokenOf('dora');
    expect((await ask(token)).status).toBe(200);
    expect(await tokenCommand('bar', 'dora@firm.example', '--tokens', tokens)).toBe('dora@firm.example: barred');
    await until(async () => (await ask(token)).status === 403);
    // A new token of the same person is no way around it.
    const answer = await ask(await tokenOf('dora'));
    expect([answer.status, await detailOf(answer)]).toEqual([
      403,
      'dora@firm.example is barred from this gateway: ask its administrator',
    ]);
    expect(await tokenCommand('list', '--tokens', tokens)).toMatch(
      /^dora@firm\.example\tbarred\tsince \d{4}-\d\d-\d\d$/m,
    );
    expect(await tokenCommand('unbar', 'dora@firm.example', '--tokens', tokens)).toContain('no longer barred');
    await until(async () => (await ask(token)).status === 200);
  });
});
