import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { createClient } from '@redis/client';
import { OPERATIONS } from '../../src/api/operations';
import { newTokenFile } from './add-token';
import { Engine, findEngine } from './engine';
import { GatewayProcess, KEY, keyFile, outcomeOf, runGateway } from './node-process';
import { KEY_HEADER } from '../support/published-fields';

const engine = findEngine();

/** A service that says what it was sent wherever it can: in bodies, headers, addresses, and in what breaks off. */
async function startTalkative(): Promise<{ url: string; heard: Set<string>; server: Server }> {
  const heard = new Set<string>();
  const server = createServer((request, response) => {
    const key = String(request.headers[KEY_HEADER]);
    heard.add(key);
    const { pathname } = new URL(request.url!, 'http://service.test');
    response.setHeader('x-your-key', key);
    const [, area] = pathname.split('/');
    if (pathname.endsWith('/quotes')) {
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({ items: [{ symbol: 'EURUSD', ask: 2, bid: 1, mid: 1.5, timestamp: 1, note: key }] }),
      );
    } else if (pathname.endsWith('/news')) {
      response.statusCode = 422;
      response.end(JSON.stringify({ detail: [{ loc: ['header', KEY_HEADER], msg: `"${key}" is wrong`, type: key }] }));
    } else if (pathname.endsWith('/symbols')) {
      response.writeHead(302, { location: `https://elsewhere.example/?key=${key}` }).end();
    } else if (area === 'account') {
      response.statusCode = 401;
      response.end(JSON.stringify({ detail: `The key ${key} was revoked` }));
    } else if (pathname.includes('/scores')) {
      response.statusCode = 500;
      response.end(`<h1>Error</h1><pre>${KEY_HEADER}: ${key}</pre>`);
    } else if (pathname.includes('/convert/')) {
      response.writeHead(200, { 'content-length': 10_000 });
      response.write(`{"key":"${key}"`);
      request.socket.destroy();
    } else {
      response.statusCode = 404;
      response.end(JSON.stringify({ detail: `Nothing for ${key}` }));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, heard, server };
}

const pathOf = ({ path: template }: (typeof OPERATIONS)[number]): string =>
  template.replace('{symbol}', 'AAPL').replace('{from}', 'EUR').replace('{to}', 'USD');

async function textOf(answer: Response): Promise<string> {
  return `${answer.status} ${JSON.stringify([...answer.headers])} ${await answer.text()}`;
}

function filesUnder(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => readFileSync(path.join(entry.parentPath, entry.name), 'latin1'));
}

/** The command lines of everything that runs on this computer. */
const commandLines = (): string[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [readFileSync(`/proc/${name}/cmdline`, 'latin1')];
      } catch {
        // It has ended meanwhile.
        return [];
      }
    });

(engine === undefined ? describe.skip : describe)('the key and the tokens', () => {
  test('appear in no answer, log, metric, command line or built file, and not in the store', async () => {
    const service = await startTalkative();
    const store = await Engine.start(engine!);
    const tokens = newTokenFile();
    const added = await outcomeOf(runGateway(['token', 'add', 'ann', '--tokens', tokens]));
    const token = added.stdout.trim();
    expect(token).toMatch(/^md_[\w-]{43}$/);
    const args = [
      '--service',
      service.url,
      '--key-file',
      keyFile(),
      '--store',
      store.url,
      '--allow-post',
      '--tokens',
      tokens,
    ];
    const [gateway, other] = await Promise.all([GatewayProcess.start(args), GatewayProcess.start(args)]);
    // Everything that the nodes tell the store.
    const passed: string[] = [];
    const spy = await createClient({ url: store.url }).connect();
    await spy.monitor((line) => {
      passed.push(line);
    });
    try {
      const said: string[] = [];
      const ask = async (address: string, init: RequestInit = {}): Promise<string> => {
        const text = await textOf(await fetch(address, init));
        said.push(text);
        return text;
      };
      const withToken = { headers: { [KEY_HEADER]: token } };
      for (const file of ['/', '/config.json', '/functions.js', '/functions.json', '/manifest.xml', '/no'])
        await ask(gateway.url + file, withToken);
      // First, since a service that breaks off and redirects is soon not asked any more.
      await ask(`${gateway.url}/api/currencies/quotes?symbols=EURUSD`, withToken);
      await Promise.all(
        OPERATIONS.map(async (operation) => {
          const { method } = operation;
          const body = method === 'POST' ? { body: '{}' } : {};
          const query = operation.batchBy === 'symbols' ? '?symbols=EURUSD' : '';
          for (const { url } of [gateway, other]) {
            await ask(`${url}/api${pathOf(operation)}${query}`, { ...withToken, method, ...body });
            await ask(`${url}/api${pathOf(operation)}${query}`, { method, ...body });
          }
        }),
      );
      await ask(`${gateway.url}/api/me`, withToken);
      await ask(`${gateway.url}/api/openapi.json`);
      await ask(`${gateway.url}/api/nothing?${KEY_HEADER}=${token.slice(0, 8)}`, {
        headers: { [KEY_HEADER]: `${token}x` },
      });
      for (const page of ['/metrics', '/healthz', '/readyz']) await ask(gateway.adminUrl + page);
      const running = commandLines();
      for (const node of [other, gateway]) {
        node.kill('SIGTERM');
        await once(node.process, 'exit');
      }

      // The search would find them: the service has had the key, the person is in the log, and the processes are among
      // the lines.
      // Without the key it is asked for its description alone.
      expect(service.heard).toEqual(new Set([KEY, 'undefined']));
      expect(said.join('\n')).toContain('"symbol":"EURUSD"');
      expect(gateway.output).toContain('"person":"ann"');
      expect(running.filter((line) => line.includes('src/gateway/server.ts'))).not.toEqual([]);
      const places = {
        answers: said,
        log: [gateway.output, other.output, added.stderr],
        store: [await store.dump()],
        messages: passed,
        processes: running,
        files: [...filesUnder('dist'), ...filesUnder('.cache/gateway')],
      };
      expect(places.store[0]).toContain('ann');
      expect(passed.filter((line) => line.includes(':symbols:'))).not.toEqual([]);
      // Nothing of what was asked or answered, either.
      expect(passed.filter((line) => /EURUSD|currencies/i.test(line))).toEqual([]);
      const forms = [KEY, token].flatMap((secret) => [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64').replaceAll('=', ''),
        Buffer.from(secret).toString('hex'),
      ]);
      const found = Object.entries(places).flatMap(([place, texts]) =>
        forms.filter((form) => texts.some((text) => text.includes(form))).map((form) => `${place}: ${form}`),
      );
      expect(found).toEqual([]);
    } finally {
      await Promise.all([gateway.stop(), other.stop()]);
      spy.destroy();
      await store.stop();
      service.server.closeAllConnections();
      service.server.close();
    }
  });
});
