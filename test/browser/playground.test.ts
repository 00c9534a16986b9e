import { createHash } from 'node:crypto';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type LinkedBook, broughtBy, writeBook } from '../../src/workbench/page/links';
import { type PublishedFiles, playgroundFiles } from '../../src/workbench/playground';
import type { Version } from '../../src/workbench/service/offline';
import { launchBrowser } from '../support/browser';
import { violationsOn } from './accessibility';
import { StaticServer } from './static-server';
import { readPage } from './use-workbench';
import { chooseOn } from './workbench-page';
import { until } from '../support/until';

declare global {
  interface Window {
    /** How often the page has drawn, while its grid was covered and since. */
    drawn: { covered: number; seen: number };
  }
}

let browser: Browser;
let context: BrowserContext;
let page: Page;
let built: PublishedFiles;
const server = new StaticServer();
const complaints: string[] = [];
const origins = new Set<string>();

beforeAll(async () => {
  [browser, built] = await Promise.all([launchBrowser(), playgroundFiles(readPage())]);
  server.files = built;
  await server.start();
});

afterAll(async () => {
  await browser.close();
  await server.stop();
});

afterEach(async () => {
  await context.close();
  expect([...origins]).toEqual([new URL(server.address).origin]);
});

type Visitor = BrowserContextOptions & { readonly script?: () => void };

/** A visit by somebody who was never here. */
async function visit(link = '', visitor: Visitor = {}): Promise<void> {
  await arrive(visitor);
  await page.goto(server.address + link);
  await page.waitForFunction(() => window.workbench);
}

/** The browser of somebody who was never here, before its first page. */
async function arrive({ script, ...others }: Visitor): Promise<void> {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...others });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  if (script) await context.addInitScript(script);
  complaints.length = 0;
  origins.clear();
  page = await context.newPage();
  context.on('request', (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol.startsWith('http')) origins.add(origin);
  });
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => {
    complaints.push(error.message);
  });
}

const shows = (address: string, text: string | RegExp): Promise<unknown> =>
  page.waitForFunction(
    ([at, source]) => new RegExp(source).test(String(window.workbench?.value(at))),
    [address, typeof text === 'string' ? `^${text}$` : text.source] as const,
    { polling: 50 },
  );
const A_NUMBER = /^-?\d+(\.\d+)?$/;

const hashOf = (content: string): string => createHash('sha256').update(content).digest('base64');

/** Whether the browser has all files of the page for a visit without a network. */
const isKept = (): Promise<unknown> => page.evaluate(() => navigator.serviceWorker.ready);

const dialog = (name: string) => page.getByRole('dialog', { name });

describe('a page of files alone, in a folder of any web server', () => {
  test('fills the sample model, draws nothing that is covered, asks nothing of another origin, keeps no cookie, and may not send anything elsewhere, whatever is entered', async () => {
    await visit('', {
      script: () => {
        // oxlint-disable-next-line typescript/unbound-method -- called on its context below
        const { drawImage } = CanvasRenderingContext2D.prototype;
        window.drawn = { covered: 0, seen: 0 };
        CanvasRenderingContext2D.prototype.drawImage = function (...image: unknown[]) {
          window.drawn[document.body.classList.contains('is-opening') ? 'covered' : 'seen']++;
          Reflect.apply(drawImage, this, image);
        };
      },
    });
    await shows('Model!N12', A_NUMBER);
    await shows('Model!H30', '10-K');
    // What nobody sees would only keep the values back.
    await page.waitForFunction(() => window.drawn.seen > 0);
    expect(await page.evaluate(() => window.drawn.covered)).toBe(0);
    expect(await context.cookies()).toEqual([]);
    expect(complaints).toEqual([]);
    const violation = page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
        }),
    );
    await page.evaluate(() => fetch('https://elsewhere.example.com/').catch(() => undefined));
    expect(await violation).toBe('connect-src');
  });

  test('works where there are neither workers nor service workers, as in some private windows', async () => {
    await visit('', {
      serviceWorkers: 'block',
      script: () => Reflect.deleteProperty(window, 'Worker'),
    });
    await shows('Model!N12', A_NUMBER);
  });
});

describe('what is kept for a visit without a network', () => {
  let first: PublishedFiles;

  /** A page that opens at once: what is kept of it does not depend on what it does. */
  const small = async (): Promise<PublishedFiles> => {
    const script = `window.workbench = {}; navigator.serviceWorker.register('offline.js');`;
    const page = await readPage();
    return playgroundFiles(page.set('workbench.js', new TextEncoder().encode(script)));
  };
  /** Another version: its page has another title, and it has one file more. */
  const titled = (title: string, isServed = true, content = title): PublishedFiles => {
    const files: PublishedFiles = new Map(first);
    const html = String(files.get('index.html')).replace('<title>MD workbench', `<title>${title}`);
    files.set('index.html', html);
    const list = JSON.parse(String(files.get('files.json'))) as Version;
    const more = { 'index.html': hashOf(html), 'more.txt': hashOf(title) };
    files.set('files.json', JSON.stringify({ version: title, files: { ...list.files, ...more } }));
    return isServed ? files.set('more.txt', content) : files;
  };
  const opensAs = async (): Promise<string> => {
    await page.reload();
    await page.waitForFunction(() => window.workbench);
    return page.evaluate(async () => (await (await fetch('./')).text()).replace(/^.*<title>|<\/title>.*$/gs, ''));
  };

  test.each([false, true])(
    'a new version opens at the next visit, and never a part of one, from a server that leaves out index.html: %s',
    async (leavesOutIndex) => {
      server.leavesOutIndex = leavesOutIndex;
      server.files = first = await small();
      await visit();
      await isKept();
      server.files = titled('Half of two', false);
      expect(await opensAs()).toBe('MD workbench');
      server.files = titled('Mixture of two', true, 'of another version');
      expect(await opensAs()).toBe('MD workbench');
      server.files = titled('Two');
      // What comes late on a slow machine is there at the visit after.
      while ((await opensAs()) !== 'Two');
      await server.stop();
      expect(await opensAs()).toBe('Two');
      server.files = built;
      server.leavesOutIndex = false;
      await server.start();
    },
  );
});

test('how the service behaves can be chosen in the page, is the same at the next visit, which needs no network, and another text makes other figures', async () => {
  await visit();
  await page.evaluate(() => window.workbench?.setFormula('Scratch!A1', '=MD.QUOTE("EURUSD")'));
  await shows('Scratch!A1', A_NUMBER);
  await page.getByRole('button', { name: 'Simulated data' }).click();
  await dialog('How the service behaves').getByLabel('It behaves').selectOption('refuses the key');
  await page.getByRole('button', { name: 'Apply' }).click();
  await shows('Scratch!A1', '#N/A');
  expect(await page.evaluate(() => window.workbench?.message('Scratch!A1'))).toMatch(/^The service refused the key/);

  await isKept();
  await server.stop();
  await page.reload();
  await page.waitForFunction(() => window.workbench);
  await page.getByRole('button', { name: 'Simulated data' }).click();
  const manner = dialog('How the service behaves').getByLabel('It behaves');
  expect(await manner.inputValue()).toBe('status:401');
  expect(await violationsOn(page, { within: 'dialog' })).toEqual([]);
  await manner.selectOption('as it should');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.evaluate(() => window.workbench?.setFormula('Scratch!A1', '=MD.SCORE("AAPL","altman-z")'));
  await shows('Scratch!A1', A_NUMBER);
  await server.start();

  const before = await page.evaluate(() => window.workbench?.value('Scratch!A1'));
  await page.getByRole('button', { name: 'Simulated data' }).click();
  await page.getByLabel('Another text makes other figures').fill('another');
  await page.getByRole('button', { name: 'Apply' }).click();
  await page.waitForFunction((old) => {
    const now = window.workbench?.value('Scratch!A1');
    return typeof now === 'number' && now !== old;
  }, before);
});

describe('a link', () => {
  const BOOK: LinkedBook = {
    name: 'Desk',
    active: 'Été!B3',
    styles: [{ n: { pattern: 'yyyy-mm-dd' } }, { bl: 1, bg: { rgb: '#ffee00' } }],
    sheets: [
      {
        name: 'Prices',
        cells: { A1: "'EURUSD", B1: '=MD.QUOTE(A1)', C1: '=B1*UNITS', D1: 46353, D2: 46354 },
        formats: { 'D1:D3': 0, B2: 1 },
        widths: { 0: 200, 3: 40 },
      },
      { name: 'Été', cells: { A1: '=Prices!C1/2' }, formats: {}, widths: {} },
    ],
    names: { UNITS: '=1000' },
  };

  test('with a workbook shows what it brings, calculates it only when it is opened, and is not made of one that is too large', async () => {
    await visit(`#book=${writeBook(BOOK)}`);
    const question = dialog('From a link');
    await question.getByText('This link brings “Desk” with 3 formulas. Open it?').waitFor();
    expect(await page.evaluate(() => location.hash)).toBe('');
    await question.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Été', { exact: true }).waitFor();
    await shows("'Été'!A1", A_NUMBER);
    expect(await page.evaluate(() => window.workbench?.text('Prices!D2'))).toBe('2026-11-28');
    expect(await page.evaluate(() => window.workbench?.session.host.workbook.selection())).toMatchObject({
      sheet: 'Été',
      row: 2,
      column: 1,
    });
    await chooseOn(page, 'Copy link');
    await dialog('The link is copied').getByRole('button', { name: 'OK' }).click();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    expect(broughtBy(link)).toEqual({ book: BOOK });
    expect(link).not.toContain('demo');

    await page.evaluate(() => {
      for (let row = 1; row <= 900; row++) window.workbench?.setFormula(`Prices!D${row}`, `${Math.sin(row) * 1e15}`);
    });
    await chooseOn(page, 'Copy link');
    await dialog('The workbook is too large for a link')
      .getByText(/It would make \d+\.\d kB/)
      .waitFor();
  });

  test('with a model opens it in a sheet of its own, and one that is wrong is one sentence', async () => {
    await visit('?model=fx&lang=de');
    await dialog('From a link')
      .getByText(/^This link brings the model “.+” with \d+ formulas/)
      .waitFor();
    const sheets = page.locator('[data-u-comp="slide-tab-item"]');
    const before = await sheets.count();
    await dialog('From a link').getByRole('button', { name: 'Open', exact: true }).click();
    await page.waitForFunction(
      (count) => document.querySelectorAll('[data-u-comp="slide-tab-item"]').length > count,
      before,
    );

    await page.goto(`${server.address}?open=missing.xlsx`);
    await dialog('From a link').getByRole('button', { name: 'Open', exact: true }).click();
    await dialog('This link was not opened').getByText('The file missing.xlsx is not there').waitFor();
    complaints.length = 0;
  });
});

test('until the page is there a phone shows that it opens, and says so in full', async () => {
  await arrive({ serviceWorkers: 'block', viewport: { width: 390, height: 844 } });
  await context.route('**/workbench.js', () => undefined);
  await page.goto(server.address, { waitUntil: 'commit' });
  for (const id of ['opening', 'status']) {
    const box = (await page.locator(`#${id}`).boundingBox())!;
    expect([box.width > 50, box.x >= 0, box.x + box.width <= 390]).toEqual([true, true, true]);
  }
});

test('on a phone the grid has the page, a finger scrolls it and selects nothing, a tap selects a cell, and the pane is a sheet from below', async () => {
  await visit('', { viewport: { width: 390, height: 844 }, hasTouch: true });
  await shows('Model!N12', A_NUMBER);
  const grid = (await page.locator('#grid').boundingBox())!;
  expect([grid.width, grid.height > 700]).toEqual([390, true]);
  expect(await page.locator('#pane').isVisible()).toBe(false);
  await page.getByRole('button', { name: 'Pane', exact: true }).click();
  const pane = (await page.locator('#pane').boundingBox())!;
  expect([pane.width, Math.round(pane.y + pane.height)]).toEqual([390, 844]);
  const tabs = (await page.locator('[data-u-comp="slide-tab-bar"]').boundingBox())!;
  expect(tabs.y + tabs.height).toBeLessThanOrEqual(pane.y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  expect(await violationsOn(page, { within: '#bar' })).toEqual([]);
  await page.getByRole('button', { name: 'Pane', exact: true }).click();
  await page.locator('#pane').waitFor({ state: 'hidden' });

  const selected = () => page.evaluate(() => window.workbench!.session.host.workbook.selection());
  const tapped = async (): Promise<number> => {
    const before = await selected();
    await page.touchscreen.tap(200, 500);
    await until(() =>
      page.evaluate(async (row) => (await window.workbench!.session.host.workbook.selection()).row !== row, before.row),
    );
    return (await selected()).row;
  };
  const row = await tapped();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 200,
    y: 600,
    yDistance: -200,
    gestureSourceType: 'touch',
  });
  expect(await selected()).toMatchObject({ row, rows: 1, columns: 1 });
  expect(await tapped()).toBeGreaterThan(row + 5);
});
