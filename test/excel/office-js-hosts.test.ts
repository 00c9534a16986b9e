import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { officeJs } from '../../src/build/office-js';
import { createSandbox } from '../../src/sandbox/app';
import { launchBrowser } from '../support/browser';
import { type Certificate, makeCertificate } from './emulator/certificate';
import { EmulatedExcel } from './emulator/emulated-excel';
import { FrameWindows } from './emulator/frame';
import { folder, serve, type WebServer } from './emulator/web-server';
import { ADD_IN } from './opened';
import { RecordedService } from './service';

/** Host → the folder in which it serves office.js. */
const HOSTS = {
  'appsforoffice.microsoft.com': '/lib/1/hosted/',
  'officeapis.public.onecdn.static.microsoft': '/1/',
} as const;
type Host = keyof typeof HOSTS;
/** office.js asks for its parts across origins. */
const ALLOWED = { 'access-control-allow-origin': '*' };
const [OLD, NEW] = Object.keys(HOSTS) as [Host, Host];

/** Microsoft's hosts, on this computer: both serve the office.js of the build, or one sends on to the other. */
class MicrosoftHosts {
  /** The host that sends on to the other. */
  moved: Host | undefined;
  /** What was asked for, with its host. */
  readonly asked: string[] = [];
  readonly #files = folder(join(ADD_IN, 'office-js'));
  #server!: Server;

  async start(certificate: Certificate): Promise<void> {
    this.#server = createServer(certificate, (request, response) => {
      const host = (request.headers.host ?? '') as Host;
      const path = (request.url ?? '').split('?')[0]!;
      this.asked.push(host + path);
      const name = path.slice(HOSTS[host].length);
      if (host === this.moved) {
        const other = host === OLD ? NEW : OLD;
        response.writeHead(302, { location: `https://${other}${HOSTS[other]}${name}`, ...ALLOWED }).end();
        return;
      }
      void this.#files(`/${name}`).then((body) => {
        response.writeHead(body === undefined ? 404 : 200, { 'content-type': 'text/javascript', ...ALLOWED }).end(body);
      });
    });
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  /** The browser finds the hosts here. */
  get rules(): string {
    const { port } = this.#server.address() as AddressInfo;
    return Object.keys(HOSTS)
      .map((host) => `MAP ${host} 127.0.0.1:${port}`)
      .join(', ');
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}

describe('office.js from Microsoft', () => {
  const hosts = new MicrosoftHosts();
  let browser: Browser;
  let certificate: Certificate;
  let service: RecordedService;
  let server: WebServer | undefined;

  beforeAll(async () => {
    [certificate, service] = await Promise.all([makeCertificate(), RecordedService.start(createSandbox())]);
    await hosts.start(certificate);
    browser = await launchBrowser({ args: [`--host-resolver-rules=${hosts.rules}`] });
  });

  beforeEach(() => {
    hosts.moved = undefined;
    hosts.asked.length = 0;
  });

  afterEach(async () => {
    await server?.close();
    server = undefined;
  });

  afterAll(async () => {
    await browser.close();
    await Promise.all([hosts.stop(), service.close()]);
  });

  /** The page of the build, with another address of office.js, and if required with an older policy. */
  async function pageWith(address: string, change: (html: string) => string = (html) => html): Promise<string> {
    const html = await readFile(join(ADD_IN, 'taskpane.html'), 'utf8');
    const needed = officeJs(undefined).needed.join(' ');
    const changed = html
      .replace(/src="?office-js\/office\.js"?/, `src="${address}"`)
      .replace(/data-hosts(?:="")?(?=[ >])/, `data-hosts="${needed}"`);
    expect(changed).toContain(`src="${address}"`);
    expect(changed).toContain(`data-hosts="${needed}"`);
    return change(changed);
  }

  test.each<[string, Host, Host | undefined]>([
    ['the old host', OLD, undefined],
    ['the new host', NEW, undefined],
    ['the old host, which sends on to the new one', OLD, OLD],
    ['the new host, which sends on to the old one', NEW, NEW],
  ])('comes from %s, and functions have values', async (_, host, moved) => {
    hosts.moved = moved;
    const html = await pageWith(`https://${host}${HOSTS[host]}office.js`);
    const excel = await EmulatedExcel.open({
      windows: new FrameWindows(browser, certificate),
      isAlone: true,
      addIn: ADD_IN,
      stored: { 'md.apiKey': 'demo', 'md.serviceAddress': service.address },
      reaches: Object.keys(HOSTS),
      answer: ({ url }) =>
        url.includes('/taskpane.html')
          ? Promise.resolve(new Response(html, { headers: { 'content-type': 'text/html' } }))
          : undefined,
    });
    expect(await excel.call('QUOTE', 'EURUSD')).toMatchObject({ value: expect.anything() as unknown });
    expect(new Set(hosts.asked.map((one) => one.split('/')[0]))).toEqual(
      new Set(moved === undefined ? [host] : [OLD, NEW]),
    );
    // Fails if the page's policy was broken.
    await excel.close();
  });

  /** An ordinary page, whose clock stands still until the test moves it: pausing moves it forward. */
  async function open(html: string): Promise<Page> {
    server = await serve(async (path) => (path === '/taskpane.html' ? html : folder(ADD_IN)(path)), certificate);
    const page = await (await browser.newContext({ ignoreHTTPSErrors: true, locale: 'de-DE' })).newPage();
    await page.clock.install({ time: 0 });
    await page.clock.pauseAt(3_600_000);
    return page;
  }

  const SENTENCE =
    'MD for Excel wartet auf office.js von Microsoft, das nicht gekommen ist: Lassen Sie Ihren Administrator Skripte ' +
    'von https://appsforoffice.microsoft.com, https://officeapis.public.onecdn.static.microsoft erlauben und öffnen ' +
    'Sie dann die Arbeitsmappe erneut.';

  test('that does not come for ten seconds is asked for by its hosts, until it comes', async () => {
    const page = await open(await pageWith(`https://${NEW}${HOSTS[NEW]}office.js`));
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    await page.route(`https://${NEW}/**`, async (route) => {
      await held;
      await route.continue();
    });
    const watching = page.waitForResponse('**/no-office.js?*');
    await page.goto(`${server!.url}/taskpane.html`, { waitUntil: 'commit' });
    await (await watching).finished();
    await page.clock.runFor(9_000);
    expect(await page.getByText(SENTENCE).count()).toBe(0);
    await page.clock.runFor(2_000);
    await page.getByText(SENTENCE).waitFor();
    release();
    await page.waitForFunction(() => 'Office' in window);
    await page.clock.runFor(1_000);
    expect(await page.getByText(SENTENCE).count()).toBe(0);
    await page.context().close();
  });

  test('is asked for too where it is refused at once, as by a policy that knows the old host alone', async () => {
    hosts.moved = OLD;
    const html = await pageWith(`https://${OLD}${HOSTS[OLD]}office.js`, (page) =>
      page.replace(` https://${NEW};`, ';'),
    );
    expect(html).not.toContain(`${NEW};`);
    const page = await open(html);
    await page.goto(`${server!.url}/taskpane.html`);
    expect(await page.evaluate(() => 'Office' in window)).toBe(false);
    await page.clock.runFor(10_000);
    await page.getByText(SENTENCE).waitFor();
    await page.context().close();
  });
});
