import { connect } from 'node:net';
import { Engine, findEngine } from './engine';
import { addTokenTo } from './add-token';
import { until } from './firm';
import { GatewayProcess } from './node-process';
import { NotingService } from './noting-service';
import { KEY_HEADER } from '../support/published-fields';

const engine = findEngine();
const QUOTE = '/api/currencies/quotes?symbols=EURUSD';

/** The status of an answer to somebody without a token, from outside as a proxy hands it on, and from this computer. */
async function statusesWithoutToken(gateway: GatewayProcess): Promise<number[]> {
  const raw = (path: string): Promise<number> =>
    new Promise((resolve, reject) => {
      const socket = connect(Number(new URL(gateway.url).port), '127.0.0.1', () => {
        socket.write(
          `GET ${path} HTTP/1.1\r\nHost: md.example.com\r\nX-Forwarded-For: 10.0.0.7\r\nConnection: close\r\n\r\n`,
        );
      });
      let text = '';
      socket.on('data', (data) => (text += data.toString()));
      socket.on('close', () => {
        resolve(Number(text.split(' ')[1]));
      });
      socket.on('error', reject);
    });
  const own = async (path: string): Promise<number> => (await fetch(gateway.url + path)).status;
  return [await raw(QUOTE), await own(QUOTE), await raw('/status'), await own('/status'), await own('/api/me')];
}

/** Waits until the operator has been told. */
const said = (gateway: GatewayProcess, text: string): Promise<void> => until(() => gateway.output.includes(text));

const REFUSED = [401, 401, 404, 404, 401];

describe('nobody is let in without a token', () => {
  let [gateway, store]: [GatewayProcess | undefined, Engine | undefined] = [undefined, undefined];
  let service: NotingService;
  beforeAll(async () => {
    service = await NotingService.start();
  });
  afterAll(() => {
    service.close();
  });
  afterEach(async () => {
    await gateway?.stop();
    await store?.stop();
    [gateway, store] = [undefined, undefined];
  });

  const withStore = engine === undefined ? test.skip : test;

  withStore(
    'with a store that is empty, that holds the tokens of another tenant, or that loses everything',
    async () => {
      store = await Engine.start(engine!);
      const token = await addTokenTo(store.url);
      const { port } = store;
      gateway = await GatewayProcess.start([
        ...[...service.options, '--store', store.url, '--tenant', 'defualt', '--public-url', 'https://md.example.com'],
      ]);
      await said(
        gateway,
        `Everybody needs a token, and none is in force, so nobody is let in: add one with "npm run gateway -- token add NAME --store redis://127.0.0.1:${port} --tenant defualt"`,
      );
      expect(await statusesWithoutToken(gateway)).toEqual(REFUSED);
      const withToken = async (): Promise<number> =>
        (await fetch(gateway!.url + QUOTE, { headers: { [KEY_HEADER]: token } })).status;
      // Its own store's typo locks the firm out, and lets nobody else in.
      expect(await withToken()).toBe(401);
      expect([await gateway.count('md_token_needed'), await gateway.count('md_tokens{state="in force"}')]).toEqual([
        1, 0,
      ]);
      await gateway.stop();

      gateway = await GatewayProcess.start([...service.options, '--store', store.url]);
      await said(gateway, 'Everybody needs a token: 1 in force');
      expect([await withToken(), await statusesWithoutToken(gateway)]).toEqual([200, REFUSED]);
      await store.stop();
      store = await Engine.start(engine!, port);
      await until(async () => (await store!.dump()).includes('tokens'));
      expect([await withToken(), await statusesWithoutToken(gateway)]).toEqual([200, REFUSED]);
    },
  );

  test('with a public address that is not this computer, even if no place for tokens is named', async () => {
    gateway = await GatewayProcess.start([...service.options, '--public-url', 'https://md.example.com/excel']);
    await said(gateway, 'nobody is let in: add one with "npm run gateway -- token add NAME --tokens FILE", then start');
    expect(await statusesWithoutToken(gateway)).toEqual(REFUSED);
    expect((await fetch(`${gateway.url}/taskpane.html`)).status).toBe(200);
    expect(await (await fetch(`${gateway.url}/config.json`)).json()).toMatchObject({ signIn: 'token' });
  });

  test('on this computer alone a token is not needed, but nothing that a proxy hands on is answered', async () => {
    gateway = await GatewayProcess.start([...service.options, '--public-url', 'https://localhost:9443/md']);
    await said(gateway, 'Nobody needs a token: only this computer is let in');
    expect(await statusesWithoutToken(gateway)).toEqual([403, 200, 403, 200, 200]);
    expect(await gateway.count('md_token_needed')).toBe(0);
  });
});
