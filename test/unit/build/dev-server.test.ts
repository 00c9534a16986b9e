import { request } from 'node:https';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import webpack from 'webpack';
import WebpackDevServer, { type Configuration } from 'webpack-dev-server';
import { devServer } from '../../../src/build/dev-server';
import { makeCertificate } from '../../excel/emulator/certificate';
import { KEY_HEADER } from '../../support/published-fields';

/** What the service behind the development server was asked. */
interface Asked {
  readonly url: string | undefined;
  readonly key: unknown;
}

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, 'localhost', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise((resolve) => probe.close(resolve));
  return port;
}

describe('the development server', () => {
  const asked: Asked[] = [];
  let service: Server;
  let server: WebpackDevServer;
  let folder: string;
  let address: string;

  beforeAll(async () => {
    service = createServer(({ url, headers }, response) => {
      asked.push({ url, key: headers[KEY_HEADER] });
      response.setHeader('content-type', 'application/json');
      response.end('{"items":[]}');
    });
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    process.env.SANDBOX_URL = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    folder = await mkdtemp(join(tmpdir(), 'md-dev-server-'));
    await writeFile(join(folder, 'entry.js'), 'document.title = "MD";');
    const { cert, key } = await makeCertificate();
    const options = await devServer(await freePort(), () => Promise.resolve({ type: 'https', options: { cert, key } }));
    const compiler = webpack({
      mode: 'development',
      devtool: false,
      entry: join(folder, 'entry.js'),
      stats: 'none',
      infrastructureLogging: { level: 'none' },
    });
    server = new WebpackDevServer({ ...(options as Configuration), host: 'localhost' }, compiler);
    await server.start();
    address = `https://localhost:${(server.server!.address() as AddressInfo).port}`;
  });

  afterAll(async () => {
    delete process.env.SANDBOX_URL;
    await server.stop();
    service.close();
    await rm(folder, { recursive: true, force: true });
  });

  const get = (path: string, headers: Record<string, string> = {}): Promise<IncomingMessage & { body: string }> =>
    new Promise((resolve, reject) => {
      request(`${address}${path}`, { headers, rejectUnauthorized: false }, (response) => {
        let body = '';
        response.setEncoding('utf8');
        response.on('data', (chunk: string) => (body += chunk));
        response.on('end', () => resolve(Object.assign(response, { body })));
      })
        .on('error', reject)
        .end();
    });

  test('serves the script under https, to pages of other origins too, as Excel on the web needs it', async () => {
    const { statusCode, headers, body } = await get('/main.js');
    expect([statusCode, headers['access-control-allow-origin']]).toEqual([200, '*']);
    expect(body).toContain('document.title');
  });

  test('passes /sandbox on to the simulated service, with the key, which is how Excel on Mac reaches it', async () => {
    const { statusCode, body } = await get('/sandbox/currencies/quotes?symbols=EURUSD', { [KEY_HEADER]: 'demo' });
    expect([statusCode, body]).toEqual([200, '{"items":[]}']);
    expect(asked).toEqual([{ url: '/currencies/quotes?symbols=EURUSD', key: 'demo' }]);
  });
});
