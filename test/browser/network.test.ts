import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { CURRENCY_PAIRS } from '../../src/sandbox/instruments/instruments';
import { type RunningSandbox, startSandbox } from '../../src/sandbox/server';
import { type Certificate, makeCertificate } from '../excel/emulator/certificate';
import { launchBrowser } from '../support/browser';
import { KEY_HEADER } from '../support/published-fields';

/**
 * The browser's network itself: real servers and real headers, with nothing between that would switch its cache off.
 */
let browser: Browser;
let host: Server;
let page: Page;
beforeAll(async () => {
  browser = await launchBrowser();
  // Where nothing was built, the page would wait for its script for ever.
  await script('pane.js');
  host = await listen(async (request, response) => {
    const name = path.basename(request.url ?? '');
    if (name.startsWith('?'))
      return response
        .setHeader('content-type', 'text/html')
        .end('<div id="pane"></div><script src="/pane.js"></script>');
    if (!name.endsWith('.js')) return response.writeHead(404).end();
    return response.setHeader('content-type', 'text/javascript').end(await script(name));
  });
});
afterEach(() => page.context().close());
afterAll(async () => {
  await browser.close();
  stop(host);
});

const script = (name: string): Promise<string> => readFile(path.join(process.env.MD_PANE ?? '', name), 'utf8');

function listen(answer: (request: IncomingMessage, response: ServerResponse) => unknown): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer((request, response) => void answer(request, response));
    server.listen(0, '127.0.0.1', () => resolve(server));
  });
}

function stop(server: Server): void {
  server.close();
  server.closeAllConnections();
}

const urlOf = (server: Server): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** Opens a session whose service is at that address, from a page of another origin. */
async function open(serviceAddress: string): Promise<void> {
  page = await (await browser.newContext({ ignoreHTTPSErrors: true })).newPage();
  await page.goto(`${urlOf(host)}/?`);
  await openSession(serviceAddress);
}

async function openSession(serviceAddress: string): Promise<void> {
  await page.evaluate((address) => {
    window.openPane({ apiKey: 'demo', serviceAddress: address, language: 'en', hostTheme: '', theme: '', stored: {} });
  }, serviceAddress);
  await page.waitForFunction(() => window.paneTest.session.client !== undefined);
}

describe('with the browser cache and preflights', () => {
  let service: Server;
  let methods: string[];
  /** What the next answers say of being stored. */
  let cacheControl: string | undefined;
  beforeEach(async () => {
    methods = [];
    let count = 0;
    service = await listen((request, response) => {
      if (request.url !== '/crypto/exchanges') return response.writeHead(404).end();
      methods.push(request.method ?? '');
      response.setHeader('access-control-allow-origin', '*');
      response.setHeader('access-control-allow-headers', KEY_HEADER);
      response.setHeader('access-control-max-age', '600');
      if (request.method === 'OPTIONS') return response.writeHead(204).end();
      if (cacheControl !== undefined) response.setHeader('cache-control', cacheControl);
      response.setHeader('last-modified', 'Mon, 01 Jan 2024 00:00:00 GMT');
      return response.end(JSON.stringify({ items: [{ id: String(++count) }] }));
    });
    await open(urlOf(service));
  });
  afterEach(() => stop(service));

  /** Asks so often; what came, as the service counts its answers. */
  const ask = (times: number): Promise<unknown[]> =>
    page.evaluate(async (rounds) => {
      const ids: unknown[] = [];
      for (let round = 0; round < rounds; round++) {
        const { rows } = await window.paneTest.session.client!.send(
          'GET /crypto/exchanges',
          {},
          new AbortController().signal,
        );
        ids.push(rows[0]?.id);
      }
      return ids;
    }, times);
  const count = (method: string): number => methods.filter((one) => one === method).length;

  test('a path whose answers may not be stored needs no preflight from the second request on', async () => {
    cacheControl = 'no-store';
    expect(await ask(6)).toEqual(['1', '2', '3', '4', '5', '6']);
    expect([count('GET'), count('OPTIONS')]).toEqual([6, 1]);
  });

  test.each(['max-age=600', undefined, 'private, max-age=600, immutable'])(
    'no answer comes from the cache, even if the service says %s',
    async (header) => {
      cacheControl = header;
      expect(await ask(3)).toEqual(['1', '2', '3']);
      expect(count('GET')).toBe(3);
    },
  );

  test('no answer comes from the cache if the service changes its headers, or at a later visit', async () => {
    const visits: [string, number][] = [
      ['no-store', 3],
      ['max-age=600', 2],
      ['no-store', 3],
      ['max-age=600', 1],
    ];
    const seen: unknown[] = [];
    for (const [header, times] of visits) {
      cacheControl = header;
      seen.push(...(await ask(times)));
    }
    await page.reload();
    await openSession(urlOf(service));
    cacheControl = 'no-store';
    seen.push(...(await ask(3)));
    expect(seen).toEqual(Array.from({ length: 12 }, (_, index) => String(index + 1)));
  });
});

describe('many requests at once', () => {
  let certificate: Certificate;
  beforeAll(async () => {
    certificate = await makeCertificate();
  });

  /** Recalculates four times with different symbols. Returns the most requests that the service handled at once. */
  async function recalculate(sandbox: RunningSandbox, most: () => number): Promise<number> {
    await open(sandbox.url.replace(/\/$/, ''));
    const symbols = CURRENCY_PAIRS.slice(0, 168).map(({ symbol }) => symbol);
    const failures = await page.evaluate(async (names) => {
      const { client } = window.paneTest.session;
      const outcomes: unknown[] = [];
      for (let precision = 1; precision <= 4; precision++) {
        const call = () => ({ isPreview: false, cancellation: { isCancelled: false, add: () => undefined } });
        const all = names.map(async (name) => client!.quote(name, 'currencies', precision, call() as never));
        for (const outcome of await Promise.allSettled(all)) if (outcome.status === 'rejected') outcomes.push(outcome);
      }
      return outcomes;
    }, symbols);
    expect(failures).toEqual([]);
    await sandbox.close();
    return most();
  }

  /** The most requests that a sandbox works on at once. */
  function counted(): { readonly onRequest: (change: 1 | -1) => void; readonly most: () => number } {
    let [running, most] = [0, 0];
    return {
      onRequest: (change) => {
        running += change;
        most = Math.max(most, running);
      },
      most: () => most,
    };
  }

  test('are all sent over HTTP/2, more at a time while the service answers quickly', async () => {
    const { onRequest, most } = counted();
    const sandbox = await startSandbox({ latencyMs: 100, http2: certificate, onRequest });
    expect(await recalculate(sandbox, most)).toBeGreaterThan(12);
  });

  test('are sent six at a time over HTTP/1.1', async () => {
    const { onRequest, most } = counted();
    const sandbox = await startSandbox({ latencyMs: 100, onRequest });
    expect(await recalculate(sandbox, most)).toBe(6);
  });
});
