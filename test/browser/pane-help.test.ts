import { violationsOn } from './accessibility';
import type { Browser, Page } from 'playwright-core';
import { CATALOG } from '../../src/functions/catalog';
import { HELP } from '../../src/functions/generated/help-texts';
import { helpPages, helpTexts, LIST_PATH } from '../../src/functions/help/help-page';
import { helpPath } from '../../src/functions/help/help-json';
import { exampleResults } from '../../src/build/example-results';
import { linkToFormula } from '../../src/workbench/page/links';
import { launchBrowser } from '../support/browser';

const NAMES = [LIST_PATH, ...CATALOG.map(({ id }) => helpPath(id))];

describe('the help pages, which the pane and Excel link to,', () => {
  let browser: Browser;
  let pages: Readonly<Record<string, string>>;
  beforeAll(async () => {
    browser = await launchBrowser();
    pages = helpPages(HELP, await exampleResults(HELP));
  });
  afterAll(() => browser.close());

  /** All pages have the same colours: contrast, the slowest rule, is checked on these in each scheme. */
  const COLOURFUL = [LIST_PATH, helpPath('QUOTE'), helpPath('SCORE')];

  describe('are accessible and fit 320 pixels:', () => {
    let page: Page;
    beforeAll(async () => {
      page = await (await browser.newContext({ viewport: { width: 320, height: 600 } })).newPage();
    });
    afterAll(() => page.context().close());

    test.each(NAMES)('%s', async (name) => {
      await page.setContent(pages[name]!);
      expect(await violationsOn(page, { without: ['color-contrast'] })).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    });

    test.each(COLOURFUL)('%s in light and in dark', async (name) => {
      await page.setContent(pages[name]!);
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violationsOn(page, { rules: ['color-contrast'] })).toEqual([]);
      }
    });
  });

  test('copy a formula', async () => {
    const context = await browser.newContext({ permissions: ['clipboard-read', 'clipboard-write'] });
    const page = await context.newPage();
    await page.route('https://addin.test/**', (route) => {
      const body = pages[new URL(route.request().url()).pathname.slice(1)] ?? '';
      return route.fulfill({ body, contentType: body.startsWith('<') ? 'text/html' : 'text/javascript' });
    });
    await page.goto(`https://addin.test/${helpPath('QUOTE')}`);
    await page.getByRole('button', { name: 'Copy =MD.QUOTE("EURUSD")', exact: true }).click();
    await page.getByText('Copied').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('=MD.QUOTE("EURUSD")');
    await context.close();
  });

  test('link to the workbench only if the server has one', () => {
    const link = '<a href="../?formula=%3DMD.QUOTE(%22EURUSD%22)">Open in the workbench</a>';
    expect(pages[helpPath('QUOTE')]).not.toContain('Open in the workbench');
    expect(helpTexts(HELP, [], linkToFormula)[helpPath('QUOTE')]!.body).toContain(link);
  });
});
