import path from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { usePane } from './pane-page';
import { SCENES } from './pane-scenes';

/** A folder to keep pictures of every state in, for people to look at. */
const PICTURES = process.env.PANE_PICTURES;

const pane = usePane();

describe.each(['light', 'dark'] as const)('the pane in %s', (colorScheme) => {
  test.each(Object.entries(SCENES))('is accessible and fits 320 pixels: %s', async (name, { options, act }) => {
    const page = await pane.open({ ...options, colorScheme });
    await act(pane);
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${name} ${colorScheme}.png`), fullPage: true });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(
      violations.map(({ id, nodes }) => [id, nodes.map(({ html, failureSummary }) => [html, failureSummary])]),
    ).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
});

describe.each(['functions', 'cells', 'activity', 'models', 'settings'] as const)('the tab %s', (tab) => {
  test('is accessible in the colours of a high contrast theme', async () => {
    const page = await pane.open({ apiKey: 'mine', tab, forcedColors: 'active' });
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${tab} forced colors.png`), fullPage: true });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id }) => id)).toEqual([]);
  });

  test('fits 320 pixels at a zoom of 200 %', async () => {
    const page = await pane.open({ apiKey: 'mine', tab, viewport: { width: 160, height: 400 }, deviceScaleFactor: 2 });
    if (PICTURES) await page.screenshot({ path: path.join(PICTURES, `${tab} zoomed.png`), fullPage: true });
    expect(await pane.page.locator('.md-pane').evaluate((shown) => shown.scrollWidth)).toBeLessThanOrEqual(160);
  });
});

describe('the look of the pane', () => {
  test.each([
    ['light', 'dark', 'rgb(41, 41, 41)'],
    ['dark', 'light', 'rgb(255, 255, 255)'],
  ] as const)('with a %s system is %s if its host says so', async (colorScheme, theme, surface) => {
    const page = await pane.open({ colorScheme, theme });
    expect(await page.locator('.md-pane').evaluate((shown) => getComputedStyle(shown).backgroundColor)).toBe(surface);
  });

  test.each([
    ['no-preference', 1],
    ['reduce', 0],
  ] as const)('with the motion preference "%s" has %d moving things', async (reducedMotion, count) => {
    const page = await pane.open({ ...SCENES.checking!.options, reducedMotion });
    await SCENES.checking!.act(pane);
    const endless = (): number =>
      document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Infinity).length;
    expect(await page.evaluate(endless)).toBe(count);
  });
});
