import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/browser';
import { BUILT_FOR } from '../support/built-for';

const BUILD = process.env.MD_ADD_IN ?? '';
const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.png': 'image/png',
};

describe('the built page in a plain browser, under a path of its server,', () => {
  let browser: Browser;
  let page: Page;
  const refused: string[] = [];
  const missing: string[] = [];
  const served: string[] = [];

  beforeAll(async () => {
    browser = await launchBrowser();
    // Where nothing was built, the pages would only say that they were not found.
    await readFile(path.join(BUILD, 'taskpane.html'));
    page = await browser.newPage();
    page.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) refused.push(message.text());
    });
    await page.route('**/*', async (route) => {
      const { pathname, origin } = new URL(route.request().url());
      const name = `${origin}${pathname}`.replace(`${BUILT_FOR}/`, '');
      const body = await readFile(path.join(BUILD, name)).catch(() => undefined);
      (body === undefined ? missing : served).push(name);
      await (body === undefined
        ? route.abort()
        : route.fulfill({ body, contentType: TYPES[path.extname(name)] ?? 'text/plain' }));
    });
    await page.goto(`${BUILT_FOR}/taskpane.html`);
    await page.locator('.md-pane').waitFor();
  });
  afterAll(() => browser.close());

  test('says where it belongs, with the pane’s own script', async () => {
    expect(await page.locator('.md-pane').innerText()).toBe(
      'This page is the task pane of MD for Excel. Open it in Excel: Home, Market data, Open pane.',
    );
    expect(served).toContainEqual(expect.stringMatching(/^pane\.\w+\.js$/));
  });

  test('needs nothing that its policy forbids or its server lacks', () => {
    expect(refused).toEqual([]);
    // Only a gateway has its configuration beside the page.
    expect(missing.filter((name) => !name.startsWith('https:') && name !== 'config.json')).toEqual([]);
  });

  test('refuses a script from elsewhere', async () => {
    const outcome = await page.evaluate(
      () =>
        new Promise<string>((resolve) => {
          document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
          document.head.append(
            Object.assign(document.createElement('script'), {
              src: 'https://elsewhere.example/x.js',
              onload: () => resolve('ran'),
            }),
          );
        }),
    );
    expect(outcome).toBe('script-src-elem');
  });
});
