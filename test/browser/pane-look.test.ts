import path from 'node:path';
import { violationsOn } from './accessibility';
import { usePane } from './pane-page';
import { SCENES } from './pane-scenes';

/** A folder to keep pictures of every state in, for people to look at. */
const PICTURES = process.env.PANE_PICTURES;

const pane = usePane();

/** The slowest rule by far. Of all states it is checked at night; of each tab, always. */
const CONTRAST = 'color-contrast';
const isNight = process.env.MD_TESTS === 'night';

const keepPicture = async (...name: readonly string[]): Promise<void> => {
  if (PICTURES) await pane.page.screenshot({ path: path.join(PICTURES, `${name.join(' ')}.png`), fullPage: true });
};

const width = (): Promise<number> => pane.page.evaluate(() => document.documentElement.scrollWidth);

test.each(Object.entries(SCENES))('the pane is accessible, and fits 320 pixels: %s', async (name, { options, act }) => {
  const page = await pane.open({ ...options, colorScheme: 'light' });
  await act(pane);
  await keepPicture(name, 'light');
  expect(await violationsOn(page, { without: isNight ? [] : [CONTRAST] })).toEqual([]);
  expect(await width()).toBeLessThanOrEqual(320);
  if (!isNight) return;
  // Nothing but the colours differs in the dark.
  await page.emulateMedia({ colorScheme: 'dark' });
  await keepPicture(name, 'dark');
  expect(await violationsOn(page, { rules: [CONTRAST] })).toEqual([]);
});

describe.each(['functions', 'cells', 'activity', 'models', 'settings'] as const)('the tab %s', (tab) => {
  test('has enough contrast in light, in dark and in the colours of a high contrast theme', async () => {
    const page = await pane.open({ apiKey: 'mine', tab });
    expect(await violationsOn(page, { rules: [CONTRAST] })).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await violationsOn(page, { rules: [CONTRAST] })).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light', forcedColors: 'active' });
    await keepPicture(tab, 'forced colors');
    expect(await violationsOn(page)).toEqual([]);
  });

  test('fits 320 pixels at a zoom of 200 %', async () => {
    await pane.open({ apiKey: 'mine', tab, viewport: { width: 160, height: 400 } });
    await keepPicture(tab, 'zoomed');
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
  ] as const)('with the motion preference "%s" has %d animated elements', async (reducedMotion, count) => {
    const page = await pane.open({ ...SCENES.checking!.options, reducedMotion });
    await SCENES.checking!.act(pane);
    const endless = (): number =>
      document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations === Infinity).length;
    expect(await page.evaluate(endless)).toBe(count);
  });
});
