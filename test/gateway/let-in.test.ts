import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { Engine, findEngine } from './engine';
import { newTokenFile, tokenCommand } from './add-token';
import { until } from '../support/until';
import { GatewayProcess, outcomeOf, runGateway, smallAddIn } from './node-process';
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
      socket.on('close', () => resolve(Number(text.split(' ')[1])));
      socket.on('error', reject);
    });
  const own = async (path: string): Promise<number> => (await fetch(gateway.url + path)).status;
  return [await raw(QUOTE), await own(QUOTE), await own('/api/me')];
}

/** Waits until the operator has been told. */
const said = (gateway: GatewayProcess, text: string): Promise<void> => until(() => gateway.output.includes(text));

const REFUSED = [401, 401, 401];

describe('nobody is let in without a token', () => {
  let [gateway, store]: [GatewayProcess | undefined, Engine | undefined] = [undefined, undefined];
  let service: NotingService;
  beforeAll(async () => {
    service = await NotingService.start();
  });
  afterAll(() => service.close());
  afterEach(async () => {
    await gateway?.stop();
    await store?.stop();
    [gateway, store] = [undefined, undefined];
  });

  const withStore = engine === undefined ? test.skip : test;

  test('with a file of tokens that is missing, that is emptied, or that is taken away', async () => {
    const tokens = newTokenFile();
    gateway = await GatewayProcess.start([...service.options, '--tokens', tokens]);
    await said(gateway, `--tokens: there is no ${tokens}, so nobody is let in`);
    await said(
      gateway,
      `Everybody needs a token, and none is in force, so nobody is let in: add one with "npm run gateway -- token add NAME --tokens ${tokens}"`,
    );
    expect(await statusesWithoutToken(gateway)).toEqual(REFUSED);
    expect([await gateway.count('md_token_needed'), await gateway.count('md_tokens{state="in force"}')]).toEqual([
      1, 0,
    ]);
    const token = await tokenCommand('add', 'ann', '--tokens', tokens);
    const withToken = async (): Promise<number> =>
      (await fetch(gateway!.url + QUOTE, { headers: { [KEY_HEADER]: token } })).status;
    await until(async () => (await withToken()) === 200);
    const whole = readFileSync(tokens);
    for (const text of ['', undefined, '[]']) {
      if (text === undefined) rmSync(tokens);
      else writeFileSync(tokens, text);
      // An address that is refused too often is answered with 429.
      await until(async () => [401, 429].includes(await withToken()));
      writeFileSync(tokens, whole);
      await until(async () => (await withToken()) === 200);
    }
  });

  test('with a mounted secret whose file is replaced', async () => {
    const folder = path.dirname(newTokenFile());
    const [mounted, ...versions] = ['mounted', 'one', 'two'].map((name) => path.join(folder, name)) as [
      string,
      string,
      string,
    ];
    const [ann, ben] = await Promise.all(
      ['ann', 'ben'].map((name, index) => tokenCommand('add', name, '--tokens', versions[index]!)),
    );
    symlinkSync(versions[0], mounted);
    gateway = await GatewayProcess.start([...service.options, '--tokens', mounted]);
    const statuses = (): Promise<number[]> =>
      Promise.all(
        [ann!, ben!].map(
          async (token) => (await fetch(gateway!.url + QUOTE, { headers: { [KEY_HEADER]: token } })).status,
        ),
      );
    expect(await statuses()).toEqual([200, 401]);
    symlinkSync(versions[1], `${mounted}.next`);
    renameSync(`${mounted}.next`, mounted);
    await until(async () => (await statuses()).join() === '401,200');
  });

  withStore('with a store, which keeps no tokens: without a file of them or a sign-in nothing starts', async () => {
    store = await Engine.start(engine!);
    const options = ['--http', '--port', '0', '--files', smallAddIn(), '--store', store.url];
    expect(await outcomeOf(runGateway([...service.options, ...options]))).toMatchObject({
      code: 1,
      stderr:
        'Gateway: --store: it counts what people ask, and no longer keeps their tokens: name their file with --tokens ' +
        'FILE, or a sign-in; docs/gateway.md says how to move them\n',
    });
    const tokens = newTokenFile();
    gateway = await GatewayProcess.start([...service.options, '--store', store.url, '--tokens', tokens]);
    expect(await statusesWithoutToken(gateway)).toEqual(REFUSED);
  });

  test('with a public address that is not this computer, even without the option --tokens', async () => {
    gateway = await GatewayProcess.start([...service.options, '--public-url', 'https://md.example.com/excel']);
    await said(gateway, 'nobody is let in: add one with "npm run gateway -- token add NAME --tokens FILE", then start');
    expect(await statusesWithoutToken(gateway)).toEqual(REFUSED);
    expect((await fetch(`${gateway.url}/taskpane.html`)).status).toBe(200);
    expect(await (await fetch(`${gateway.url}/config.json`)).json()).toMatchObject({ signIn: 'token' });
  });

  test('except on this computer alone, where requests through a proxy are still refused', async () => {
    gateway = await GatewayProcess.start([...service.options, '--public-url', 'https://localhost:9443/md']);
    await said(gateway, 'Nobody needs a token: only this computer is let in');
    expect(await statusesWithoutToken(gateway)).toEqual([403, 200, 200]);
    expect(await gateway.count('md_token_needed')).toBe(0);
  });
});
