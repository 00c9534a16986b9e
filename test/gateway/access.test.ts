import { Guard } from '../../src/gateway/access/guard';
import { DEFAULT_GROUPS } from '../../src/gateway/access/groups';
import { PersonRateLimiter } from '../../src/gateway/access/limits';
import { People } from '../../src/gateway/access/people';
import { makeToken, type TokenRecord } from '../../src/gateway/access/token';
import { closeScenes, createScene, ORIGIN } from './scene';

afterEach(closeScenes);

async function createPeople(records: readonly TokenRecord[], perSecond = 300): Promise<People> {
  const shelf = { read: () => Promise.resolve(records), write: () => Promise.resolve() };
  const people = new People(shelf, DEFAULT_GROUPS, new PersonRateLimiter(perSecond), true);
  await people.start();
  people.stop();
  return people;
}

const PATH = '/api/currencies/quotes?symbols=EURUSD';

describe('a gateway without tokens', () => {
  test.each<[string, Record<string, string>, boolean]>([
    ['the page of the gateway', { 'sec-fetch-site': 'same-origin' }, true],
    ['a program on this computer', {}, true],
    ['the page of the gateway with an origin', { origin: ORIGIN }, true],
    ['a page from another site', { 'sec-fetch-site': 'cross-site' }, false],
    ['a page from another port', { origin: 'http://localhost:9999' }, false],
    ['a page from another host name for this computer', { host: 'evil.example' }, false],
    ['a page without an origin', { origin: 'null' }, false],
  ])('admits the client %s %j: %s', (_, headers, isLetIn) => {
    const guard = new Guard([ORIGIN]);
    expect(guard.problemOf(new Headers({ host: 'localhost:3443', ...headers })) === undefined).toBe(isLetIn);
  });
});

describe('a gateway with tokens', () => {
  const ask = async (people: People, token: string | undefined, path = PATH): Promise<Response> =>
    createScene({ gateway: { people } }).ask(path, token === undefined ? {} : { headers: { 'api-key': token } });

  test('refuses a missing, wrong, expired or revoked token with a sentence', async () => {
    const good = makeToken('ann', {});
    const old = makeToken('ben', { days: 1, now: new Date(0) });
    const gone = makeToken('cid', {});
    const people = await createPeople([good.record, old.record, { ...gone.record, revoked: '2026-01-01' }]);
    const answers = await Promise.all(
      [good.token, undefined, 'md_wrong', old.token, gone.token].map((token) => ask(people, token)),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 401, 401, 401]);
    expect(await answers[4]!.json()).toEqual({ detail: 'This token was revoked: ask for a new one' });
  });

  test('counts the requests of a person for data, but not what the pane asks the gateway itself', async () => {
    const { token, record } = makeToken('ann', {});
    const counted: string[] = [];
    const people = await createPeople([record]);
    const { ask: askOne } = createScene({ gateway: { people, onPerson: (name) => counted.push(name) } });
    for (const path of ['/api/me', '/api/openapi.json', PATH, '/api/nothing'])
      await askOne(path, { headers: { 'api-key': token } });
    expect(counted).toEqual(['ann']);
  });

  test('gives a group its area, and refuses others by name', async () => {
    const { token, record } = makeToken('ann', { groups: ['fx'] });
    const people = await createPeople([record]);
    expect((await ask(people, token)).status).toBe(200);
    const refused = await ask(people, token, '/api/stocks/quotes?symbols=AAPL');
    expect([refused.status, await refused.text()]).toEqual([
      403,
      expect.stringContaining('ann may not ask for /stocks/quotes'),
    ]);
  });

  test('slows down only the person who asks too often', async () => {
    const [ann, ben] = [makeToken('ann', {}), makeToken('ben', {})];
    const people = await createPeople([ann.record, ben.record], 2);
    const scene = createScene({ gateway: { people } });
    const as = (token: string) => scene.ask(PATH, { headers: { 'api-key': token } });
    const answers = [await as(ann.token), await as(ann.token), await as(ann.token), await as(ben.token)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
    expect(Number(answers[2]!.headers.get('retry-after'))).toBeGreaterThan(0);
  });

  test('never reveals the key of the service in an answer, even if the service repeats it', async () => {
    const scene = createScene({
      gateway: {
        apiKey: 'secret-of-the-firm',
        fetch: () => Promise.resolve(Response.json({ detail: 'secret-of-the-firm is wrong' }, { status: 422 })),
      },
    });
    const answer = await scene.ask(PATH);
    expect([answer.status, await answer.text()]).toEqual([422, expect.not.stringContaining('secret')]);
  });
});
