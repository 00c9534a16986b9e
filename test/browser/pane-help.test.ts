import { violationsOn } from './accessibility';
import type { Browser } from 'playwright-core';
import { CATALOG } from '../../src/functions/catalog';
import { HELP } from '../../src/functions/generated/help-texts';
import { helpPages } from '../../src/functions/help/help-page';
import { helpPath } from '../../src/functions/help/metadata';
import { exampleResults } from '../../src/build/example-results';
import { launchBrowser } from '../support/browser';

const NAMES = ['help/index.html', ...CATALOG.map(({ id }) => helpPath(id))];

describe('the help pages, which the pane and Excel link to,', () => {
  let browser: Browser;
  let pages: Readonly<Record<string, string>>;
  beforeAll(async () => {
    browser = await launchBrowser();
    pages = helpPages(HELP, await exampleResults(HELP));
  });
  afterAll(() => browser.close());

  const inLight = NAMES.map((name) => [name, 'light'] as const);
  const inDark = ['help/index.html', helpPath('QUOTE'), helpPath('SCORE')].map((name) => [name, 'dark'] as const);

  test.each([...inLight, ...inDark])('are accessible and fit 320 pixels: %s in %s', async (name, colorScheme) => {
    const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 600 } });
    const page = await context.newPage();
    await page.setContent(pages[name]!);
    expect(await violationsOn(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    await context.close();
  });
});
