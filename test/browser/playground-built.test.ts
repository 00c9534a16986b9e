import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Browser, Page } from 'playwright-core';
import type { PublishedFiles } from '../../src/workbench/playground';
import { launchBrowser } from '../support/browser';
import { StaticServer } from './static-server';
import { chooseOn } from './workbench-page';

const MAX_FIRST_VISIT_BYTES = 1_500_000;
const A_NUMBER = /^-?\d+(\.\d+)?$/;

function build(): PublishedFiles {
  execFileSync(process.execPath, ['--import', 'tsx', 'src/workbench/playground.ts'], { stdio: 'ignore' });
  const entries = readdirSync('dist-playground', { recursive: true, withFileTypes: true });
  return new Map(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => {
        const path = join(parentPath, name);
        return [path.split(sep).slice(1).join('/'), readFileSync(path)];
      }),
  );
}

/** What `npm run playground` writes, minified: the other tests use a page that is quicker to build. */
describe('the playground as it is published', () => {
  const server = new StaticServer();
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];
  const origins = new Set<string>();

  beforeAll(async () => {
    server.files = build();
    browser = await launchBrowser();
    await server.start();
  });

  afterAll(async () => {
    await browser.close();
    await server.stop();
  });

  async function visit(script?: () => void, link = ''): Promise<void> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    if (script) await context.addInitScript(script);
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http')) origins.add(origin);
    });
    context.on('weberror', (error) => complaints.push(error.error().message));
    context.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    page = await context.newPage();
    server.asked.clear();
    await page.goto(server.address + link);
    await page.waitForFunction(() => window.workbench);
  }

  const shows = (address: string): Promise<unknown> =>
    page.waitForFunction(
      ([at, source]) => new RegExp(source).test(String(window.workbench?.value(at))),
      [address, A_NUMBER.source] as const,
      { polling: 50 },
    );

  afterEach(async () => {
    for (const context of browser.contexts()) await context.close();
    expect(complaints.splice(0)).toEqual([]);
    expect([...origins]).toEqual([new URL(server.address).origin]);
  });

  test(`loads at most ${MAX_FIRST_VISIT_BYTES} bytes, compressed, until the sample model has its values`, async () => {
    // What is kept for visits without a network is loaded after them.
    await visit(() => {
      Reflect.deleteProperty(Navigator.prototype, 'serviceWorker');
    });
    await shows('Model!N12');
    const sizes = Object.fromEntries(
      [...server.asked].map((name) => [name, gzipSync(server.files.get(name)!, { level: 6 }).length]),
    );
    const total = Object.values(sizes).reduce((sum, size) => sum + size, 0);
    console.info(`First visit: ${total} bytes`, sizes);
    expect(total).toBeGreaterThan(500_000);
    expect(total).toBeLessThanOrEqual(MAX_FIRST_VISIT_BYTES);
  });

  test('opens without a network after one visit, calculates and saves a file', async () => {
    await visit();
    await shows('Model!N12');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await server.stop();
    await page.reload();
    await page.waitForFunction(() => window.workbench);
    await page.evaluate(() => window.workbench?.setFormula('Scratch!A1', '=MD.QUOTE("GBPUSD")*2'));
    await shows('Scratch!A1');
    const file = page.waitForEvent('download');
    await chooseOn(page, 'Download');
    expect((await file).suggestedFilename()).toMatch(/\.xlsx$/);
    await server.start();
  });

  test('opens a formula from a link in a sheet of its own, and says of each wrong link in one sentence what is wrong', async () => {
    await visit(undefined, `?formula=${encodeURIComponent('=MD.QUOTE("USDJPY")')}`);
    const question = page.getByRole('dialog', { name: 'From a link' });
    await question.getByText('This link brings =MD.QUOTE("USDJPY")').waitFor();
    await question.getByRole('button', { name: 'Open', exact: true }).click();
    await shows("'MD.QUOTE'!A1");
    for (const [link, sentence] of [
      ['?model=nothing', 'There is no model "nothing"'],
      ['?lang=en#book=abc', 'cannot be read'],
    ] as const) {
      await page.goto(server.address + link);
      await page.getByRole('dialog', { name: 'This link was not opened' }).getByText(sentence).waitFor();
    }
  });

  test('keeps the pictures of the engine as files', () => {
    const { files } = JSON.parse(String(server.files.get('files.json'))) as { files: Record<string, string> };
    const pictures = [...server.files.keys()].filter((name) => name.startsWith('picture.'));
    expect(pictures.length).toBeGreaterThan(10);
    expect(pictures.filter((name) => !(name in files))).toEqual([]);
  });
});
