import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContextOptions, Locator, Page, Route } from 'playwright-core';
import { HELP } from '../../src/functions/generated/help-texts';
import { detailsFiles, helpJson } from '../../src/functions/help/help-json';
import { launchBrowser } from '../support/browser';
import type { CellContent } from '../../src/app/host';
import { parseA1 } from '../../src/core/sheet';
import type { Tab } from '../../src/taskpane/pane';
import type { MemoryWorkbook } from '../support/memory-workbook';
import { KEY_HEADER } from '../support/published-fields';

const ADDRESS = 'https://pane.test/';
export const SERVICE = 'https://service.test';

export interface ServiceAnswer {
  readonly status: number;
  readonly body: unknown;
}

export interface PaneOptions extends BrowserContextOptions {
  /** Already saved when the pane opens. */
  readonly apiKey?: string;
  /** What else is stored. */
  readonly stored?: Readonly<Record<string, string>>;
  /** What the host offers as the service's address. */
  readonly serviceAddress?: string;
  /** What the service answers. */
  readonly answer?: ServiceAnswer | Promise<ServiceAnswer> | 'unreachable';
  /** What the page around the pane says of its look. */
  readonly theme?: 'light' | 'dark';
  /** What the host says of its look. */
  readonly hostTheme?: 'light' | 'dark';
  /** How the user reads; "pseudo" marks every text that is translated. */
  readonly language?: string;
  /** What is chosen once the pane is there; null leaves it as it opens. */
  readonly tab?: Tab['id'] | null;
  /** Where the clock stands still. */
  readonly now?: Date;
  /** In a page that no other test has: its scripts are still to be loaded, or the test damages it. */
  readonly isAlone?: boolean;
}

const USUAL_SIZE = { width: 320, height: 800 };

/** What the add-in's web server has beside the pane. */
const DETAILS = detailsFiles(HELP);

/**
 * The pane beside a spreadsheet that is none, 320 pixels wide; nothing of it reaches the network. One browser for the
 * tests of a file, and one page for all that do not need one alone: each opens the pane anew in it.
 */
export class PanePage {
  page!: Page;
  #browser!: Browser;
  #files!: ReadonlyMap<string, string>;
  #shared: Page | undefined;

  async start(): Promise<void> {
    [this.#browser, this.#files] = await Promise.all([launchBrowser(), readPane()]);
  }

  async open(options: PaneOptions = {}): Promise<Page> {
    const {
      apiKey = '',
      serviceAddress = SERVICE,
      answer = { status: 200, body: {} },
      theme = '' as const,
      hostTheme = '' as const,
      language = 'en-US',
      tab = 'settings',
      stored = {},
      now,
      isAlone = false,
      viewport = USUAL_SIZE,
      colorScheme = 'light',
      reducedMotion = 'no-preference',
      forcedColors = 'none',
      ...contextOptions
    } = options;
    if (isAlone || now !== undefined || Object.keys(contextOptions).length > 0) {
      this.page = await this.#newPage(contextOptions);
      if (now) await this.page.clock.setFixedTime(now);
    } else {
      this.page = this.#shared ??= await this.#newPage({});
    }
    const { page } = this;
    await page.emulateMedia({ colorScheme, reducedMotion, forcedColors });
    await page.setViewportSize(viewport ?? USUAL_SIZE);
    await page.route(`${SERVICE}/**`, (route) => answerWith(route, answer));
    await page.evaluate(
      (query) => {
        window.openPane(query);
      },
      { apiKey, serviceAddress, language, hostTheme, theme, stored },
    );
    await page.getByRole('tablist').waitFor();
    if (tab !== null) await this.choose(tab);
    return page;
  }

  async #newPage(options: BrowserContextOptions): Promise<Page> {
    const page = await (await this.#browser.newContext({ viewport: USUAL_SIZE, ...options })).newPage();
    await this.#serveFiles(page);
    await page.goto(ADDRESS);
    return page;
  }

  /** Chooses a tab and waits until its content is there. */
  async choose(tab: Tab['id']): Promise<void> {
    await this.page.locator(`#md-tab-${tab}`).click();
    await this.panel.locator('> :not(.md-loading)').first().waitFor();
  }

  /** What the chosen tab shows. */
  get panel(): Locator {
    return this.page.locator('.md-panel:not([hidden])');
  }

  get key(): Locator {
    return this.page.getByLabel('API key', { exact: true });
  }

  get address(): Locator {
    return this.page.getByLabel('Service address');
  }

  get addressError(): Locator {
    return this.page.locator('#md-service-address-error');
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name });
  }

  /** The builder's control for a parameter. */
  argument(name: string): Locator {
    return this.page.locator(`#md-argument-${name}`);
  }

  /** The formula that the builder has written. */
  formula(): Promise<string> {
    return this.page.getByLabel('Formula', { exact: true }).locator('code').innerText();
  }

  /** Answers the question that the pane asks. */
  async answer(name: string): Promise<void> {
    await this.page.getByRole('alertdialog').getByRole('button', { name, exact: true }).click();
  }

  /** Selects cells as the user does: "C2:C4". */
  select(address: string): Promise<void> {
    return this.page.evaluate((block) => window.paneTest.host.workbook.select(block), parseA1(address, 'Sheet1')!);
  }

  /** Enters rows of formulas and values as the user does, from a cell on. */
  enter(at: string, ...rows: Parameters<MemoryWorkbook['enter']>[1][]): Promise<void> {
    return this.page.evaluate(([cell, entered]) => window.paneTest.host.workbook.enter(cell, ...entered), [
      at,
      rows,
    ] as const);
  }

  /** What cells hold, row by row. */
  read(address: string): Promise<CellContent[]> {
    return this.page.evaluate(
      async (block) => (await window.paneTest.host.workbook.read([block]))[0]!.flat(),
      parseA1(address, 'Sheet1')!,
    );
  }

  async readFormulas(address: string): Promise<string[]> {
    return (await this.read(address)).map(({ formula }) => formula);
  }

  /** From now on the workbook refuses this, whatever it is asked. */
  refuse(what: keyof MemoryWorkbook, reason: string): Promise<void> {
    return this.page.evaluate(
      ([name, message]) => {
        Object.assign(window.paneTest.host.workbook, { [name]: () => Promise.reject(new Error(message)) });
      },
      [what, reason] as const,
    );
  }

  /** From now on this of the workbook waits for the returned function. */
  async hold(what: 'formulas' | 'tracked'): Promise<() => Promise<void>> {
    await this.page.evaluate((name) => {
      const { workbook } = window.paneTest.host;
      const work = workbook[name].bind(workbook) as (...args: unknown[]) => Promise<unknown>;
      const released = new Promise((release) => Object.assign(window, { release }));
      Object.assign(workbook, { [name]: (...args: unknown[]) => released.then(() => work(...args)) });
    }, what);
    return () => this.page.evaluate('release()');
  }

  /** The requests to the service from now on, by what stands in their addresses. */
  requests(part: string): URL[] {
    const sent: URL[] = [];
    this.page.on('request', (request) => {
      const url = new URL(request.url());
      if (request.method() === 'GET' && url.href.startsWith(SERVICE) && url.pathname.includes(part)) sent.push(url);
    });
    return sent;
  }

  /** What has been copied since. */
  async clipboard(): Promise<() => Promise<string | undefined>> {
    await this.page.evaluate(() => {
      Object.defineProperty(navigator, 'clipboard', {
        configurable: true,
        value: {
          writeText: (text: string) => {
            document.body.dataset.copied = text;
            return Promise.resolve();
          },
        },
      });
    });
    return () => this.page.evaluate(() => document.body.dataset.copied);
  }

  /** The live region's text, once it is one that `text` fits. */
  async status(text: string | RegExp): Promise<string> {
    const found = this.page.getByRole('status').filter({ hasText: text });
    await found.waitFor();
    return (await found.textContent()) ?? '';
  }

  state(name: string): Locator {
    return this.page.locator(`.md-status[data-state="${name}"]`);
  }

  stored(): Promise<Record<string, string>> {
    return this.page.evaluate(() => Object.fromEntries(window.paneTest.host.stored));
  }

  /** The id of the focused element, or its text if it has no id. */
  focused(): Promise<string> {
    return this.page.evaluate(() => {
      const { id, textContent } = document.activeElement ?? document.body;
      return id === '' ? textContent : id;
    });
  }

  #serveFiles(page: Page): Promise<unknown> {
    return page.route(`${ADDRESS}**`, async (route) => {
      const name = new URL(route.request().url()).pathname.slice(1);
      const script = this.#files.get(name);
      if (name === '') await route.fulfill({ contentType: 'text/html', body: HOST_PAGE });
      else if (name === 'help.json') await route.fulfill({ json: helpJson(HELP) });
      else if (name in DETAILS) await route.fulfill({ contentType: 'application/json', body: DETAILS[name]! });
      else if (script !== undefined) await route.fulfill({ contentType: 'text/javascript', body: script });
      else await route.fulfill({ status: 404 });
    });
  }

  /** Closes the pane, and its page unless others share it. */
  async close(): Promise<void> {
    const { page } = this;
    if (page !== this.#shared) {
      await page.context().close();
      return;
    }
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    for (const event of ['request', 'console', 'pageerror'] as const) page.removeAllListeners(event);
    await this.#serveFiles(page);
    await page.mouse.move(0, 0);
    await page.evaluate(() => {
      window.paneTest.unmount();
      scrollTo(0, 0);
    });
  }

  async stop(): Promise<void> {
    await this.#browser.close();
  }
}

export function usePane(): PanePage {
  const pane = new PanePage();
  beforeAll(() => pane.start());
  afterEach(() => pane.close());
  afterAll(() => pane.stop());
  return pane;
}

/** An answer of the service that comes when the second is called with it. */
export function lateAnswer(): [answer: Promise<ServiceAnswer>, answerNow: (answer: ServiceAnswer) => void] {
  let answerNow!: (answer: ServiceAnswer) => void;
  const answer = new Promise<ServiceAnswer>((resolve) => (answerNow = resolve));
  return [answer, answerNow];
}

/** The pane's scripts, which the set-up of the run has bundled; contents by name. */
async function readPane(folder = process.env.MD_PANE ?? ''): Promise<ReadonlyMap<string, string>> {
  const names = await readdir(folder);
  const files = names.map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')] as const);
  return new Map(await Promise.all(files));
}

async function answerWith(route: Route, answer: NonNullable<PaneOptions['answer']>): Promise<void> {
  if (answer === 'unreachable') {
    await route.abort();
    return;
  }
  const { status, body } = await answer;
  const headers = { 'access-control-allow-origin': '*', 'access-control-allow-headers': KEY_HEADER };
  await (route.request().method() === 'OPTIONS'
    ? route.fulfill({ status: 204, headers })
    : route.fulfill({ status, headers, json: body }));
}

const HOST_PAGE = `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><title>A spreadsheet</title><style>body { margin: 0 }</style></head>
<body><main><h1>A spreadsheet</h1><button id="outside">Outside</button><div id="pane"></div></main>
<script src="pane.js"></script></body></html>`;
