import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer, type Server } from 'node:http';
import { createServer } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { tokenCommand } from './add-token';
import { GatewayProcess, KEY, keyFile, outcomeOf, runGateway } from './node-process';
import { KEY_HEADER } from '../support/published-fields';

const folder = mkdtempSync(path.join(tmpdir(), 'md-proxy-'));
const [cert, key] = [path.join(folder, 'ca.pem'), path.join(folder, 'key.pem')];
/** A name that only the proxy can resolve. */
const HOST = 'service.firm.example';
const QUOTE = '/api/currencies/quotes?symbols=EURUSD';

/** What an identity provider of that name answers. */
const OF_ISSUER: Readonly<Record<string, object>> = {
  '/.well-known/openid-configuration': { issuer: `https://${HOST}`, jwks_uri: `https://${HOST}/keys` },
  '/keys': { keys: [{ kty: 'EC', crv: 'P-256', x: 'AA', y: 'AA', kid: 'one' }] },
};

/** What the service was asked with, and what the proxy was asked for. */
const keys: unknown[] = [];
const tunnels: unknown[] = [];
let [service, proxy]: Server[] = [];

beforeAll(async () => {
  const names = ['-subj', `/CN=${HOST}`, '-addext', `subjectAltName=DNS:${HOST}`, '-days', '2'];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...names], {
    stdio: 'ignore',
  });
  service = createServer({ cert: readFileSync(cert), key: readFileSync(key) }, (request, response) => {
    const ofIssuer = OF_ISSUER[request.url ?? ''];
    // The service's description of itself is public.
    if (!ofIssuer && request.url !== '/openapi.json') keys.push(request.headers[KEY_HEADER]);
    response.end(JSON.stringify(ofIssuer ?? { items: [], errors: {} }));
  }).listen(0, '127.0.0.1');
  await once(service, 'listening');
  const { port } = service.address() as AddressInfo;
  proxy = createHttpServer((_, response) => {
    response.writeHead(500).end();
  }).listen(0, '127.0.0.1');
  proxy.on('connect', (request, socket, head) => {
    tunnels.push([request.url, request.headers['proxy-authorization']]);
    const there = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection Established\r\n\r\n');
      there.write(head);
      there.pipe(socket).pipe(there);
    });
    for (const one of [there, socket]) one.on('error', () => one.destroy());
  });
  await once(proxy, 'listening');
});
afterAll(() => {
  for (const server of [service, proxy]) {
    server!.close();
    server!.closeAllConnections();
  }
});
beforeEach(() => {
  keys.length = tunnels.length = 0;
});

const serviceOptions = ['--service', `https://${HOST}`, '--key-file', keyFile()];
const addressOfProxy = (): string => `127.0.0.1:${(proxy!.address() as AddressInfo).port}`;

async function statusWith(environment: Readonly<Record<string, string>>): Promise<number> {
  const gateway = await GatewayProcess.start(serviceOptions, environment);
  const { status } = await fetch(gateway.url + QUOTE);
  await gateway.stop();
  return status;
}

test('a service and an identity provider with a certificate of the firm are asked through the proxy that HTTPS_PROXY names', async () => {
  const tokens = path.join(folder, 'tokens.json');
  const token = await tokenCommand('add', 'ann', '--tokens', tokens);
  const gateway = await GatewayProcess.start(
    [...serviceOptions, '--tokens', tokens, '--oidc-issuer', `https://${HOST}`, '--oidc-audience', 'md'],
    { HTTPS_PROXY: `http://md:secret@${addressOfProxy()}`, NODE_EXTRA_CA_CERTS: cert },
  );
  expect(await gateway.metrics()).toMatch(/^md_sign_in_keys 1$/m);
  // Although the pane has no name of its own there.
  expect(await (await fetch(`${gateway.url}/config.json`)).json()).toMatchObject({ signIn: 'oidc' });
  expect((await fetch(gateway.url + QUOTE, { headers: { [KEY_HEADER]: token } })).status).toBe(200);
  expect(new Set(keys)).toEqual(new Set([KEY]));
  expect(tunnels[0]).toEqual([`${HOST}:443`, `Basic ${btoa('md:secret')}`]);
  expect(gateway.output).toContain(`Other computers are asked through the proxy ${addressOfProxy()}\n`);
  expect(gateway.output).not.toContain('secret');
  await gateway.stop();
});

test('a service with an untrusted certificate never gets the key, whatever the proxy says', async () => {
  const status = await statusWith({ HTTPS_PROXY: `http://${addressOfProxy()}` });
  expect([status, keys]).toEqual([502, []]);
  expect(tunnels[0]).toEqual([`${HOST}:443`, undefined]);
});

test('hosts in NO_PROXY are asked directly', async () => {
  const status = await statusWith({
    HTTPS_PROXY: `http://${addressOfProxy()}`,
    NO_PROXY: '.firm.example',
    NODE_EXTRA_CA_CERTS: cert,
  });
  expect([status, tunnels]).toEqual([502, []]);
});

test('a proxy that is no address is one sentence, without its password', async () => {
  const child = runGateway(serviceOptions, { HTTPS_PROXY: 'md:secret@proxy:8080' });
  expect(await outcomeOf(child)).toEqual({
    code: 1,
    stdout: '',
    stderr: 'Gateway: HTTPS_PROXY is not an address such as http://proxy.example.com:8080\n',
  });
});
