import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { StartError } from '../../src/gateway/errors';
import { Log } from '../../src/gateway/watch/log';
import { Guard, isLoopback, People } from '../../src/gateway/access/people';
import { DEFAULT_GROUPS } from '../../src/gateway/access/groups';
import { Allowances } from '../../src/gateway/access/allowances';
import { makeToken, type TokenRecord } from '../../src/gateway/access/personal-tokens';
import { closeScenes, createScene, ORIGIN } from './scene';
import { KEY_HEADER } from '../support/published-fields';

afterEach(closeScenes);
afterEach(() => jest.useRealTimers());

async function createPeople(records: readonly TokenRecord[]): Promise<People> {
  const storage = { readTokens: () => Promise.resolve({ records, unreadable: [] }) };
  const people = new People(storage, DEFAULT_GROUPS, true);
  await people.startWatching();
  people.stopWatching();
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
    ['a page that the user has opened', { 'sec-fetch-site': 'none' }, true],
    ['this computer in other letters', { host: 'LocalHost:3443' }, true],
    ['this computer by its address', { host: '[::1]:3443' }, true],
    ['the public address', { host: 'md.example.com:8443', origin: 'https://md.example.com:8443' }, true],
    ['the public address behind a proxy', { host: 'MD.example.com:443', origin: 'https://md.example.com' }, true],
    [
      'the public address at another port',
      { host: 'md.example.com:8000', origin: 'https://md.example.com:8000' },
      true,
    ],
    ['a client behind a proxy', { 'x-forwarded-for': '10.0.0.7' }, false],
    ['a client behind a proxy of another kind', { via: '1.1 proxy' }, false],
    ['a name that begins like this computer', { host: '127.0.0.1.evil.example' }, false],
    ['another page under the public address', { host: 'md.example.com', origin: 'https://md.example.com:4430' }, false],
  ])('admits the client %s %j: %s', (_, headers, isLetIn) => {
    const guard = new Guard([ORIGIN, 'https://md.example.com:8443/md']);
    expect(guard.problemOf(new Headers({ host: 'localhost:3443', ...headers })) === undefined).toBe(isLetIn);
  });

  test.each<[string, Record<string, string>, string]>([
    [
      'a host name that is not its own',
      { host: 'evil.example' },
      'The gateway does not answer to this host name: open it by the address that it printed when it started',
    ],
    ['no host name', { host: '' }, expect.stringContaining('does not answer to this host name') as string],
    ['another site', { 'sec-fetch-site': 'same-site' }, "Only the gateway's own pages may use it"],
    ['another origin', { origin: 'https://evil.example' }, "Only the gateway's own pages may use it"],
  ])('says why it refuses %s', (_, headers, problem) => {
    expect(new Guard([ORIGIN]).problemOf(new Headers({ host: 'localhost', ...headers }))).toEqual(problem);
  });
});

test.each([
  ['localhost', true],
  ['127.0.0.1', true],
  ['127.8.8.8', true],
  ['::1', true],
  ['[::1]', true],
  ['127.evil.example', false],
  ['127.0.0.1.evil.example', false],
  ['0.0.0.0', false],
  ['md.example.com', false],
])('%s is this computer and nothing else: %s', (host, isIt) => expect(isLoopback(host)).toBe(isIt));

describe('a gateway with tokens', () => {
  const ask = async (people: People, token: string | undefined, path = PATH): Promise<Response> =>
    createScene({ gateway: { people } }).ask(path, token === undefined ? {} : { headers: { [KEY_HEADER]: token } });

  test('refuses a missing, wrong, expired or revoked token with a sentence', async () => {
    const good = makeToken('ann', {});
    const old = makeToken('ben', { days: 1, now: new Date(0) });
    const gone = makeToken('cid', {});
    const people = await createPeople([good.record, old.record, { ...gone.record, revoked: '2026-01-01' }]);
    expect((await ask(people, good.token)).status).toBe(200);
    const refused = await Promise.all(
      [undefined, 'md_wrong', old.token, gone.token].map((token) => ask(people, token)),
    );
    expect(refused.map(({ status }) => status)).toEqual([401, 401, 401, 401]);
    expect(await Promise.all(refused.map((answer) => answer.json()))).toEqual([
      { detail: 'This gateway requires a personal token: enter yours in the MD pane' },
      {
        detail:
          'The gateway does not know this token: enter yours in the MD pane, or ask its administrator for a new one',
      },
      { detail: 'This token has expired: ask the administrator for a new one' },
      { detail: 'This token was revoked: ask the administrator for a new one' },
    ]);
  });

  test('accepts a token for as many days as it was given', async () => {
    jest.useFakeTimers({ now: Date.UTC(2026, 10, 20, 9) });
    const { token, record } = makeToken('ann', { days: 90 });
    const people = await createPeople([record]);
    expect(record.expires).toBe('2027-02-18T09:00:00.000Z');
    jest.setSystemTime(Date.UTC(2027, 1, 18, 9) - 1);
    expect(people.findPerson(token)).toBe(record);
    jest.setSystemTime(Date.UTC(2027, 1, 18, 9));
    expect(people.findPerson(token)).toMatchObject({ status: 401 });
  });

  test('refuses a token whose last day cannot be read', async () => {
    const { token, record } = makeToken('ann', {});
    const people = await createPeople([{ ...record, expires: 'soon' }]);
    expect(people.findPerson(token)).toMatchObject({ status: 401 });
  });

  describe('that are in a file', () => {
    const now = new Date('2026-11-20T08:00:00Z');
    const [ann, ben] = [makeToken('ann', { now }), makeToken('ben', { now })];

    /** The people of a file that a test changes; the next reading comes a second later. */
    async function openFile(records: readonly TokenRecord[]) {
      jest.useFakeTimers({ now: Date.UTC(2026, 10, 20, 9) });
      const said: string[] = [];
      const file = { records, unreadable: [] as string[], isWhole: true };
      const storage = {
        readTokens: () => (file.isWhole ? Promise.resolve(file) : Promise.reject(new StartError('It is broken'))),
      };
      const people = new People(storage, DEFAULT_GROUPS, true, { say: (text) => said.push(text) });
      await people.startWatching();
      return { file, people, said, aSecondLater: () => jest.advanceTimersByTimeAsync(1_000) };
    }
    const revoked = (record: TokenRecord): TokenRecord => ({ ...record, revoked: '2026-11-24T09:00:00.000Z' });

    test('that cannot be read stop nothing: others are revoked, and the operator is told once', async () => {
      const { file, people, said, aSecondLater } = await openFile([ann.record, ben.record]);
      [file.records, file.unreadable] = [[revoked(ann.record)], ['ben']];
      await aSecondLater();
      await aSecondLater();
      expect(people.findPerson(ann.token)).toMatchObject({ status: 401 });
      // Whoever was let in stays in.
      expect(people.findPerson(ben.token)).toEqual(ben.record);
      expect(people.state.unreadable).toBe(1);
      expect(said).toEqual([
        'Tokens that cannot be read: ben. Nobody new is let in with them; add or revoke them again',
      ]);
      [file.records, file.unreadable] = [[revoked(ann.record), ben.record], []];
      await aSecondLater();
      expect([people.state.unreadable, said.at(-1)]).toEqual([0, 'All tokens can be read again']);
    });
  });

  test('logs only a few requests a minute for the description without a token, so that strangers cannot fill the disk', async () => {
    const file = path.join(mkdtempSync(path.join(tmpdir(), 'md-access-')), 'log');
    const log = new Log({ log: file }, () => undefined);
    const { ask: askOne } = createScene({ gateway: { people: await createPeople([]), watchers: [log] } });
    for (let count = 0; count < 100; count++) expect((await askOne('/api/openapi.json')).status).toBe(200);
    await log.flushLines();
    expect(readFileSync(file, 'utf8').split('\n').length).toBeLessThan(10);
  });

  test('limits refused requests by address, but never requests with a valid token', async () => {
    const { token, record } = makeToken('ann', {});
    const people = await createPeople([record]);
    const { gateway } = createScene({ gateway: { people } });
    const askFrom = (address: string, shown: string): Promise<Response> =>
      gateway.fetch(new Request(ORIGIN + PATH, { headers: { [KEY_HEADER]: shown } }), { address });
    const statuses = async (address: string, count: number): Promise<number[]> =>
      Promise.all(Array.from({ length: count }, async () => (await askFrom(address, 'md_wrong')).status));
    expect(new Set(await statuses('10.0.0.7', 30))).toEqual(new Set([401]));
    const limited = await askFrom('10.0.0.7', 'md_wrong');
    expect([limited.status, Number(limited.headers.get('retry-after'))]).toEqual([429, expect.any(Number)]);
    expect(await limited.json()).toEqual({
      detail: expect.stringMatching(
        /does not know this token.*asked too often from 10\.0\.0\.7: try again in \d+ s$/,
      ) as string,
    });
    expect((await askFrom('10.0.0.7', token)).status).toBe(200);
    expect(await statuses('10.0.0.8', 1)).toEqual([401]);
    // One client may have any address of its network.
    expect(new Set(await statuses('2001:db8:0:7::1', 30))).toEqual(new Set([401]));
    expect(await statuses('2001:db8:0:7::2', 1)).toEqual([429]);
    expect(new Set(await statuses('2001:db8::1:0:0:1', 30))).toEqual(new Set([401]));
    expect(await statuses('2001:db8::2:0:0:1', 1)).toEqual([429]);
    expect(await statuses('2001:db8:0:1::1', 1)).toEqual([401]);
  });

  test('slows down only the person with too many requests', async () => {
    const [ann, ben] = [makeToken('ann', {}), makeToken('ben', {})];
    const people = await createPeople([ann.record, ben.record]);
    const allowances = new Allowances({ person: { questionsPerSecond: 2 }, groupOf: () => undefined, now: () => 0 });
    const scene = createScene({ gateway: { people, allowances } });
    const as = (token: string) => scene.ask(PATH, { headers: { [KEY_HEADER]: token } });
    const answers = [await as(ann.token), await as(ann.token), await as(ann.token), await as(ben.token)];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429, 200]);
    expect([answers[2]!.headers.get('retry-after'), await answers[2]!.json()]).toEqual([
      '1',
      { detail: 'ann has sent more than 2 requests in a second: try again in 1 s' },
    ]);
  });
});
