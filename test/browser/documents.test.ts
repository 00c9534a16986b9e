import type { Browser, BrowserContext, Page } from 'playwright-core';
import { documentFiles, type StaticFiles } from '../../src/build/documents';
import { linkToFormula } from '../../src/workbench/page/links';
import { launchBrowser } from '../support/browser';
import { violationsOn } from './accessibility';

/** A folder of a server that knows nothing but files. */
const SITE = 'https://firm.example/tools/md/';
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
};

let browser: Browser;
let files: StaticFiles;
beforeAll(async () => {
  [browser, files] = await Promise.all([launchBrowser(), documentFiles({ version: '1.0.0', linkTo: linkToFormula })]);
});
afterAll(() => browser.close());

let context: BrowserContext;
let page: Page;
let origins: Set<string>;
let complaints: string[];
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 320, height: 640 } });
  page = await context.newPage();
  origins = new Set();
  complaints = [];
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  await context.route('**', (route) => {
    const url = new URL(route.request().url());
    origins.add(url.origin);
    const path = url.href.slice(SITE.length).replace(/[?#].*$/, '');
    const file = files[path];
    const contentType = TYPES[path.split('.').at(-1)!] ?? 'image/png';
    return file === undefined
      ? route.fulfill({ status: 404 })
      : route.fulfill({ body: typeof file === 'string' ? file : Buffer.from(file), contentType });
  });
});
afterEach(async () => {
  expect(complaints).toEqual([]);
  expect([...origins]).toEqual([new URL(SITE).origin]);
  expect(await context.cookies()).toEqual([]);
  await context.close();
});

test.each([
  'docs/contents',
  'docs/introduction',
  'docs/gateway',
  'docs/pane',
  'docs/errors',
  'docs/settings',
  'help/score',
])('the page %s is accessible in light and dark, and fits 320 pixels', async (name) => {
  await page.goto(`${SITE}${name}.html`);
  expect(await violationsOn(page)).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violationsOn(page, { rules: ['color-contrast'] })).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
});

test('a setting is found as it is typed, and opened with the keys', async () => {
  await page.goto(`${SITE}help/quote.html`);
  const box = page.getByRole('searchbox', { name: 'Search functions, arguments, errors, settings' });
  await box.fill('daily budget');
  const hit = page.getByRole('search').getByRole('link', { name: 'Daily budget of each workbook' });
  await hit.waitFor();
  await page.getByText(/^\d+ found$/).waitFor();
  expect(await violationsOn(page, { within: 'header' })).toEqual([]);
  await box.press('Tab');
  expect(await hit.evaluate((link) => link === document.activeElement)).toBe(true);
  await page.keyboard.press('Enter');
  await page.waitForURL(`${SITE}docs/settings.html#daily-budget-of-each-workbook`);
  expect(await page.locator(':target').textContent()).toBe('Daily budget of each workbook');
});

test('Enter opens the nearest hit', async () => {
  await page.goto(`${SITE}docs/hosting.html`);
  const box = page.getByRole('searchbox');
  await box.fill('zzzz');
  await page.getByText('No matches for “zzzz”').waitFor();
  await box.fill('settlement');
  await box.press('Enter');
  await page.waitForURL(`${SITE}help/settle.html`);
});

test('without scripts the pages have no search, and everything else', async () => {
  await context.route('**/*.js', (route) => route.fulfill({ body: '', contentType: 'text/javascript' }));
  await page.goto(`${SITE}docs/contents.html`);
  expect(await page.getByRole('searchbox').isVisible()).toBe(false);
  expect(await page.getByRole('link', { name: 'The pane' }).isVisible()).toBe(true);
});
