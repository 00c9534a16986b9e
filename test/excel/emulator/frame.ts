import { createHash, X509Certificate } from 'node:crypto';
import type { Browser, BrowserContext, CDPSession, Frame, Page } from 'playwright-core';
import { launchBrowser } from '../../support/browser';
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

/** What differs between the windows of browsers. All but the last can be changed while one is open. */
interface WindowTraits {
  readonly slowsHiddenPages: boolean;
  readonly reachesLocalHttp: boolean;
  readonly clock: FastClock | undefined;
  /** Hosts beyond this computer that the page reaches, such as one that the browser finds on it. */
  readonly reaches: readonly string[];
}

interface Contents extends WindowTraits {
  readonly windows: FrameWindows;
  readonly addIn: string;
  readonly stored: Readonly<Record<string, string>>;
  /** Answers some paths of the add-in's server instead of files. */
  readonly answer?: Answer | undefined;
  readonly newClient: boolean;
  /** Whether the web server lets pages of other origins fetch functions.json. */
  readonly allowsMetadata: boolean;
  /** In a window of its own, because the test changes more of it than can be put back. */
  readonly isAlone: boolean;
}

const METADATA = '/functions.json';
/** A page of the add-in's origin with nothing in it, to fill the storage from. */
const BLANK = '/blank-page';
/** What tests call in the add-in's frame, as `test/support/bundles.ts` bundles it. */
export const IN_FRAME = '/in-frame.js';

/** Where OfficeRuntime.storage keeps a key in the browser. */
const STORAGE_PREFIX = '_OfficeRuntime_Storage_';

/**
 * Windows of a browser in which the emulated Excel opens workbooks, with a web server each for the add-in and for Excel
 * itself. A new process that compiles office.js again takes far longer than a page that is opened anew, so a window that
 * is free is used again: with an empty storage, in a new document.
 */
export class FrameWindows {
  readonly #free = new Map<string, FrameWindow[]>();

  constructor(
    private readonly browser: Browser,
    private readonly certificate: Certificate,
    private readonly isKeptIn = false,
  ) {}

  /**
   * In a browser of their own that trusts the certificate and finds no other computer. It keeps what it has compiled,
   * which it does not for an untrusted page, nor for one whose requests are looked at one by one.
   */
  static async launch(certificate: Certificate): Promise<{ browser: Browser; windows: FrameWindows }> {
    const key = new X509Certificate(certificate.cert).publicKey.export({ type: 'spki', format: 'der' });
    const browser = await launchBrowser({
      args: [
        `--ignore-certificate-errors-spki-list=${createHash('sha256').update(key).digest('base64')}`,
        '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
      ],
    });
    return { browser, windows: new FrameWindows(browser, certificate, true) };
  }

  async take(traits: WindowTraits, isAlone: boolean): Promise<FrameWindow> {
    const kind = isAlone ? 'alone' : traits.reaches.join(' ');
    const window =
      this.#free.get(kind)?.pop() ??
      (await FrameWindow.open(this.browser, this.certificate, traits.reaches, kind, this.isKeptIn));
    await window.become(traits);
    return window;
  }

  async giveBack(window: FrameWindow): Promise<void> {
    if (window.kind === 'alone') return window.close();
    await window.clear();
    this.#free.set(window.kind, [...(this.#free.get(window.kind) ?? []), window]);
  }

  async close(): Promise<void> {
    for (const windows of this.#free.values()) for (const window of windows) await window.close();
    this.#free.clear();
  }
}

/** The add-in that a window shows now. */
interface Shown {
  readonly files: Files;
  readonly answer: Answer | undefined;
  readonly allowsMetadata: boolean;
  readonly onRequest: (request: Request) => void;
  readonly onPageError: (message: string) => void;
}

class FrameWindow {
  addIn!: WebServer;
  host!: WebServer;
  page!: Page;
  shown: Shown | undefined;
  #context!: BrowserContext;
  /** What it has been told for this workbook alone: that ends with it. */
  #told: CDPSession | undefined;

  private constructor(
    readonly kind: string,
    private readonly reaches: readonly string[],
    private readonly isKeptIn: boolean,
  ) {}

  static async open(
    browser: Browser,
    certificate: Certificate,
    reaches: readonly string[],
    kind: string,
    isKeptIn: boolean,
  ): Promise<FrameWindow> {
    const window = new FrameWindow(kind, reaches, isKeptIn);
    // Bundled for the suites that import workbook-code.ts.
    const ours = folder(String(process.env.MD_IN_FRAME));
    window.addIn = await serve(
      async (path) => {
        if (path === BLANK) return '';
        return path === IN_FRAME ? ours(path) : window.shown?.files(path);
      },
      certificate,
      (request) => window.shown?.answer?.(request),
      (path) => path === METADATA && window.shown?.allowsMetadata === true,
    );
    window.host = await serve((path) => Promise.resolve(path === '/' ? FRAME_PAGE : undefined), certificate);
    window.#context = await browser.newContext({ ignoreHTTPSErrors: true });
    window.page = await window.#context.newPage();
    window.page.on('pageerror', (error) => window.shown?.onPageError(error.message));
    window.page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) window.shown?.onPageError(message.text());
    });
    await window.page.exposeFunction('toHost', (text: string) => {
      window.shown?.onRequest(JSON.parse(text) as Request);
    });
    await window.#keepIn();
    return window;
  }

  async become({ clock, slowsHiddenPages, reachesLocalHttp }: WindowTraits): Promise<void> {
    const scripts = [...(clock ? [clock.script] : []), ...(slowsHiddenPages ? [SLOWED_TIMERS] : [])];
    // Before the scripts of a test, which run in the order in which they come.
    if (this.kind === 'alone') for (const script of scripts) await this.page.addInitScript(script);
    const session = (this.#told = await this.#context.newCDPSession(this.page));
    if (this.kind !== 'alone') {
      await session.send('Page.enable');
      for (const source of scripts) await session.send('Page.addScriptToEvaluateOnNewDocument', { source });
    }
    if (!reachesLocalHttp) {
      // A route would keep the browser from using again what it has compiled.
      await session.send('Network.enable');
      await session.send('Network.setBlockedURLs', { urls: ['http://*'] });
    }
  }

  async show(shown: Shown, stored: Readonly<Record<string, string>>): Promise<void> {
    await this.page.goto(this.addIn.url + BLANK);
    await this.page.evaluate(
      (entries) => {
        for (const [name, value] of entries) localStorage.setItem(name, value);
      },
      entriesOf(stored, this.addIn.url),
    );
    this.shown = shown;
    await this.page.goto(`${this.host.url}/`);
  }

  /** Ends the add-in, and forgets what it has stored and what a test has changed. */
  async clear(): Promise<void> {
    this.shown = undefined;
    await this.page.goto('about:blank');
    await this.page.unrouteAll({ behavior: 'ignoreErrors' });
    await this.#keepIn();
    await this.page.emulateMedia({ colorScheme: null, reducedMotion: null, forcedColors: null });
    const session = await this.#context.newCDPSession(this.page);
    await session.send('Storage.clearDataForOrigin', { origin: this.addIn.url, storageTypes: 'all' });
    await session.detach();
    await this.#told?.detach();
  }

  async close(): Promise<void> {
    await this.#context.close();
    await Promise.all([this.addIn.close(), this.host.close()]);
  }

  async #keepIn(): Promise<void> {
    // Microsoft's telemetry, the only thing that would leave this computer.
    if (!this.isKeptIn)
      await this.page.route(
        ({ hostname }) => !['localhost', '127.0.0.1', ...this.reaches].includes(hostname),
        (route) => route.abort(),
      );
  }
}

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
  #files: Files;

  private constructor(
    private readonly window: FrameWindow,
    private readonly windows: FrameWindows,
    addIn: string,
  ) {
    this.#files = folder(addIn);
  }

  static async open(
    { windows, addIn, stored, answer, newClient, allowsMetadata, isAlone, ...traits }: Contents,
    onRequest: (request: Request) => void,
  ): Promise<AddInFrame> {
    const window = await windows.take(traits, isAlone);
    const frame = new AddInFrame(window, windows, addIn);
    const files: Files = (path) => {
      frame.files.push(path);
      frame.onFile();
      return frame.#withNewerClient(path, newClient);
    };
    const onPageError = (message: string): void => {
      frame.pageErrors.push(message);
    };
    await window.show({ files, answer, allowsMetadata, onRequest, onPageError }, stored);
    return frame;
  }

  /**
   * What Excel's own page gets when it asks for functions.json; undefined where the browser keeps it from the answer.
   */
  fetchMetadata(): Promise<unknown> {
    return this.window.page.evaluate(
      (address) =>
        fetch(address).then(
          (response) => response.json() as unknown,
          () => undefined,
        ),
      `${this.window.addIn.url}${METADATA}`,
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
    return this.window.host.url;
  }

  get addInUrl(): string {
    return this.window.addIn.url;
  }

  get page(): Page {
    return this.window.page;
  }

  /** The add-in's own document. */
  get content(): Frame {
    const frame = this.window.page.frames().find((one) => one.url().startsWith(this.window.addIn.url));
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
    const address = `${this.window.addIn.url}/taskpane.html?_host_Info=${hostInfo}`;
    await this.window.page.evaluate(([to, as]) => window.openAddIn(to, as), [address, name] as const);
  }

  async send(response: Response): Promise<void> {
    try {
      await this.window.page.evaluate(([text, origin]) => window.toAddIn(text, origin), [
        JSON.stringify(response),
        this.window.addIn.url,
      ] as const);
    } catch (problem) {
      // A page that is closed meanwhile has nobody to tell.
      if (!this.window.page.isClosed()) throw problem;
    }
  }

  async setVisible(isVisible: boolean): Promise<void> {
    await this.window.page.evaluate((isShown) => window.showAddIn(isShown), isVisible);
  }

  close(): Promise<void> {
    return this.windows.giveBack(this.window);
  }
}

/** "{add-in}" stands for the address of the add-in's web server, which is not known before. */
const entriesOf = (stored: Readonly<Record<string, string>>, addIn: string): (readonly [string, string])[] =>
  Object.entries(stored).map(([name, value]) => [STORAGE_PREFIX + name, value.replace('{add-in}', addIn)]);
