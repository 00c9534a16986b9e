import { violationsOn } from './accessibility';
import type { Browser } from 'playwright-core';
import { statusPage } from '../../src/gateway/watch/status-page';
import { launchBrowser } from '../support/browser';

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

const MINUTE = { failed: 0, upstream: 3, refused: 0, items: 40, hits: 30, slowestMs: 12 };

test.each(['light', 'dark'] as const)(
  'the status page shows the last minutes and people by name, and is accessible, in %s',
  async (colorScheme) => {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    const requests: string[] = [];
    await page.route('**/*', async (route) => {
      requests.push(route.request().url());
      const answer = statusPage({
        minutes: [
          { at: 29_921_940, inbound: 20, ...MINUTE },
          { at: 29_921_939, inbound: 10, ...MINUTE },
        ],
        people: new Map([['<b>ann</b>', 7]]),
        isTokenNeeded: true,
        quota: { used: 4_321, of: 100_000 },
        quotes: 12,
        version: '1.0.0',
      });
      await route.fulfill({ body: await answer.text(), headers: Object.fromEntries(answer.headers) });
    });
    await page.goto('http://gateway.test/status');
    await page.getByRole('heading', { name: 'MD gateway' }).waitFor();
    expect(await page.getByRole('row').allInnerTexts()).toEqual(
      expect.arrayContaining([expect.stringMatching(/20\s+3\s+75 %/), expect.stringMatching(/<b>ann<\/b>\s+7/)]),
    );
    expect(await violationsOn(page)).toEqual([]);
    expect(requests.filter((url) => !url.endsWith('/status') && !url.endsWith('/favicon.ico'))).toEqual([]);
    // On a phone the table scrolls, and the page does not.
    await page.setViewportSize({ width: 360, height: 640 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
    await context.close();
  },
);
