import AxeBuilder from '@axe-core/playwright';
import type { Browser } from 'playwright-core';
import { CATALOG } from '../../src/functions/catalog';
import { helpIndex, helpPage } from '../../src/functions/help-page';
import { launchBrowser } from '../support/browser';

const PAGES: readonly (readonly [string, string])[] = [
  ['the index of functions', helpIndex(CATALOG)],
  ...CATALOG.map((declaration) => [`MD.${declaration.id}`, helpPage(declaration)] as const),
];

describe('the help of the functions, which the pane and Excel lead to', () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await launchBrowser();
  });
  afterAll(() => browser.close());

  describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
    test.each(PAGES)('is accessible and fits 320 pixels: %s', async (_, html) => {
      const context = await browser.newContext({ colorScheme, viewport: { width: 320, height: 600 } });
      const page = await context.newPage();
      await page.setContent(html);
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html: part }) => part)])).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
      await context.close();
    });
  });
});
