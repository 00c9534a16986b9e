import type { Browser, BrowserContext, Frame, Page } from 'playwright-core';
import type { FastClock } from '../../support/fast-clock';
import type { Certificate } from './certificate';
import type { Request, Response } from './envelope';
import { FRAME_PAGE } from './frame-page';
import { NEWER_CLIENT, SLOWED_TIMERS } from './newer-client';
import { type Answer, type Files, folder, serve, type WebServer } from './web-server';

interface FramePage {
  openAddIn(address: string, name: string): void;
  showAddIn(isShown: boolean): void;
  toAddIn(text: string, origin: string): void;
}

declare const window: Window & FramePage;

interface Contents {
  readonly browser: Browser;
  readonly addIn: string;
  readonly certificate: Certificate;
  readonly stored: Readonly<Record<string, string>>;
  /** Answers some paths of the add-in's server instead of files. */
  readonly answer?: Answer | undefined;
  readonly newClient: boolean;
  readonly slowsHiddenPages: boolean;
  readonly reachesLocalHttp: boolean;
  /** Whether the web server lets pages of other origins fetch functions.json. */
  readonly allowsMetadata: boolean;
  readonly clock: FastClock | undefined;
  /** Hosts beyond this computer that the page reaches, such as one that the browser finds on it. */
  readonly reaches: readonly string[];
}

const METADATA = '/functions.json';

/** Where OfficeRuntime.storage keeps a key in the browser. */
const STORAGE_PREFIX = '_OfficeRuntime_Storage_';

/**
 * The built add-in in an iframe, served over https, with unmodified office.js; and the way messages take to it and
 * back.
 */
export class AddInFrame {
  /** Files that the add-in's page has asked for, in order. */
  readonly files: string[] = [];
  /** Called when the page asks for a file. */
  onFile: () => void = () => undefined;
  /** What went wrong in the page: exceptions that escaped, breaches of its Content-Security-Policy. */
  readonly pageErrors: string[] = [];
  #files!: Files;
  #addIn!: WebServer;
  #host!: WebServer;
  #context!: BrowserContext;
  #page!: Page;

  static async open(
    {
      browser,
      addIn,
      certificate,
      stored,
      answer,
      newClient,
      slowsHiddenPages,
      reachesLocalHttp,
      allowsMetadata,
      clock,
      reaches,
    }: Contents,
    onRequest: (request: Request) => void,
  ): Promise<AddInFrame> {
    const frame = new AddInFrame();
    frame.#files = folder(addIn);
    frame.#addIn = await serve(
      (path) => {
        frame.files.push(path);
        frame.onFile();
        return frame.#withNewerClient(path, newClient);
      },
      certificate,
      answer,
      allowsMetadata ? METADATA : undefined,
    );
    frame.#host = await serve((path) => Promise.resolve(path === '/' ? FRAME_PAGE : undefined), certificate);
    frame.#context = await browser.newContext({
      ignoreHTTPSErrors: true,
      storageState: {
        cookies: [],
        origins: [{ origin: frame.#addIn.url, localStorage: entriesOf(stored, frame.#addIn.url) }],
      },
    });
    if (clock) await frame.#context.addInitScript(clock.script);
    if (slowsHiddenPages) await frame.#context.addInitScript(SLOWED_TIMERS);
    frame.#page = await frame.#context.newPage();
    frame.#page.on('pageerror', (error) => frame.pageErrors.push(error.message));
    frame.#page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) frame.pageErrors.push(message.text());
    });
    // Microsoft's telemetry, the only thing that would leave this computer.
    await frame.#page.route(
      ({ hostname }) => !['localhost', '127.0.0.1', ...reaches].includes(hostname),
      (route) => route.abort(),
    );
    if (!reachesLocalHttp) await frame.#page.route(/^http:/, (route) => route.abort());
    await frame.#page.exposeFunction('toHost', (text: string) => {
      onRequest(JSON.parse(text) as Request);
    });
    await frame.#page.goto(`${frame.#host.url}/`);
    return frame;
  }

  /**
   * What Excel's own page gets when it asks for functions.json; undefined where the browser keeps it from the answer.
   */
  fetchMetadata(): Promise<unknown> {
    return this.#page.evaluate(
      (address) =>
        fetch(address).then(
          (response) => response.json() as unknown,
          () => undefined,
        ),
      `${this.#addIn.url}${METADATA}`,
    );
  }

  async #withNewerClient(path: string, isNew: boolean): Promise<Buffer | string | undefined> {
    const file = await this.#files(path);
    return file !== undefined && isNew && path.endsWith('/excel-web-16.00.js')
      ? `${String(file)}${NEWER_CLIENT}`
      : file;
  }

  /** From now on the add-in's web server has the files of another folder, and no others. */
  deploy(addIn: string): void {
    this.#files = folder(addIn);
  }

  get origin(): string {
    return this.#host.url;
  }

  get addInUrl(): string {
    return this.#addIn.url;
  }

  get page(): Page {
    return this.#page;
  }

  /** The add-in's own document. */
  get content(): Frame {
    const frame = this.#page.frames().find((one) => one.url().startsWith(this.#addIn.url));
    if (!frame) throw new Error('The add-in has not been loaded');
    return frame;
  }

  /**
   * Loads the add-in, or loads it again, as Excel on the web does: the frame's name and query tell office.js where it
   * is.
   */
  async load(conversation: string): Promise<void> {
    const hostInfo = 'Excel$Web$16.01$en-US$correlation$$$3';
    const name = JSON.stringify({
      baseFrameName: '_xdm_0_',
      hostInfo,
      xdmInfo: `${conversation}|addin|${this.origin}`,
      serializerVersion: '1',
      appContext: '',
      flights: '[]',
    });
    const address = `${this.#addIn.url}/taskpane.html?_host_Info=${hostInfo}`;
    await this.#page.evaluate(
      ([to, as]) => {
        window.openAddIn(to, as);
      },
      [address, name] as const,
    );
  }

  async send(response: Response): Promise<void> {
    try {
      await this.#page.evaluate(
        ([text, origin]) => {
          window.toAddIn(text, origin);
        },
        [JSON.stringify(response), this.#addIn.url] as const,
      );
    } catch (problem) {
      // A page that is closed meanwhile has nobody to tell.
      if (!this.#page.isClosed()) throw problem;
    }
  }

  async setVisible(isVisible: boolean): Promise<void> {
    await this.#page.evaluate((isShown) => {
      window.showAddIn(isShown);
    }, isVisible);
  }

  async close(): Promise<void> {
    await this.#context.close();
    await Promise.all([this.#addIn.close(), this.#host.close()]);
  }
}

/** "{add-in}" stands for the address of the add-in's web server, which is not known before. */
const entriesOf = (stored: Readonly<Record<string, string>>, addIn: string): { name: string; value: string }[] =>
  Object.entries(stored).map(([name, value]) => ({
    name: STORAGE_PREFIX + name,
    value: value.replace('{add-in}', addIn),
  }));
