import { request } from 'node:http';
import { newTokenFile, tokenCommand } from './add-token';
import { until } from '../support/until';
import { GatewayProcess, outcomeOf, runGateway, smallAddIn } from './node-process';
import { KEY_HEADER } from '../support/published-fields';

const QUOTE = '/api/currencies/quotes?symbols=EURUSD';
const HEADERS = ['--person-header', 'X-Forwarded-User', '--groups-header', 'X-Forwarded-Groups'];

/** Asks with headers as they are, each as often as it is given. */
const ask = (url: string, headers: readonly string[] = []): Promise<{ status: number; body: string }> =>
  new Promise((resolve, reject) => {
    const { host } = new URL(url);
    request(url, { headers: ['host', host, ...headers] }, (response) => {
      let body = '';
      response.on('data', (data: Buffer) => (body += data.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    })
      .on('error', reject)
      .end();
  });

describe('people whom a proxy has signed in', () => {
  const tokens = newTokenFile();
  let [believing, other]: (GatewayProcess | undefined)[] = [];
  let token = '';
  beforeAll(async () => {
    token = await tokenCommand('add', 'cid', '--tokens', tokens);
    [believing, other] = await Promise.all(
      ['127.0.0.1,::1', '10.0.0.7'].map((proxy) =>
        GatewayProcess.start(['--sandbox', '--tokens', tokens, ...HEADERS, '--proxy', proxy]),
      ),
    );
  });
  afterAll(async () => {
    await believing?.stop();
    await other?.stop();
  });

  test('are let in by their name and for their groups, and need nothing else', async () => {
    const of = (...headers: string[]) => ask(believing!.url + QUOTE, headers);
    expect((await of('x-forwarded-user', 'ann@firm.example', 'x-forwarded-groups', 'fx,else')).status).toBe(200);
    expect((await of('X-FORWARDED-USER', 'ann@firm.example', 'x-forwarded-groups', 'equity')).status).toBe(403);
    expect((await of('x-forwarded-user', 'ann@firm.example')).status).toBe(403);
    const me = await ask(`${believing!.url}/api/me`, [
      ...['x-forwarded-user', Buffer.from('Zoë').toString('latin1')],
      ...['x-forwarded-groups', 'fx; equity'],
    ]);
    expect(JSON.parse(me.body)).toMatchObject({ person: 'Zoë', groups: ['fx', 'equity'] });
    expect(JSON.parse((await ask(`${believing!.url}/config.json`)).body)).toMatchObject({ signIn: 'none' });
  });

  test.each<[string, readonly string[]]>([
    ['nobody', []],
    ['an empty name', ['x-forwarded-user', ' ']],
    ['two people', ['x-forwarded-user', 'eve', 'x-forwarded-user', 'ann', 'x-forwarded-groups', 'fx']],
  ])('are not let in if the proxy names %s', async (_, headers) => {
    expect((await ask(believing!.url + QUOTE, headers)).status).toBe(401);
  });

  test('have no groups if the header with groups comes twice', async () => {
    const headers = ['x-forwarded-user', 'ann', 'x-forwarded-groups', 'fx', 'x-forwarded-groups', 'fx'];
    expect((await ask(believing!.url + QUOTE, headers)).status).toBe(403);
  });

  test('are believed from the addresses of the proxy alone', async () => {
    const headers = ['x-forwarded-user', 'ann', 'x-forwarded-groups', 'fx', 'x-forwarded-for', '10.0.0.7'];
    expect((await ask(other!.url + QUOTE, headers)).status).toBe(401);
    for (const { url } of [believing!, other!]) expect((await ask(url + QUOTE, [KEY_HEADER, token])).status).toBe(200);
  });

  test('ask from pages of this gateway alone, since a browser would show a cookie for any other too', async () => {
    const headers = ['x-forwarded-user', 'ann', 'x-forwarded-groups', 'fx'];
    expect((await ask(believing!.url + QUOTE, [...headers, 'sec-fetch-site', 'same-origin'])).status).toBe(200);
    for (const site of ['cross-site', 'same-site'])
      expect((await ask(believing!.url + QUOTE, [...headers, 'sec-fetch-site', site])).status).toBe(403);
  });

  test('are barred like everybody', async () => {
    const of = async (name: string): Promise<number> =>
      (await ask(believing!.url + QUOTE, ['x-forwarded-user', name, 'x-forwarded-groups', 'fx'])).status;
    expect(await of('Eve@firm.example')).toBe(200);
    expect(await tokenCommand('bar', 'eve@firm.example', '--tokens', tokens)).toBe('eve@firm.example: barred');
    await until(async () => (await of('Eve@firm.example')) === 403);
    expect(await of('ann')).toBe(200);
  });
});

test.each([
  [['--groups-header', 'X-Groups'], '--groups-header needs --person-header: say who the person is, too'],
  [['--person-header', 'X User'], '--person-header: "X User" is not a header such as X-Forwarded-User'],
  [['--person-header', 'Authorization'], '--person-header: "Authorization" is not a header such as X-Forwarded-User'],
])('a gateway with %j does not start', async (options, sentence) => {
  const outcome = await outcomeOf(runGateway(['--sandbox', '--http', '--files', smallAddIn(), ...options]));
  expect([outcome.code, outcome.stderr]).toEqual([1, `Gateway: ${sentence}\n`]);
});
