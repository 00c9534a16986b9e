import { usePane } from './pane-page';

const pane = usePane();

const selected = (): Promise<string> => pane.page.getByRole('tab', { selected: true }).innerText();

describe('the tabs', () => {
  test('start with Settings while there is no key, and with Functions afterwards', async () => {
    await pane.open({ tab: null });
    expect(await selected()).toBe('Settings');
    await pane.close();
    await pane.open({ apiKey: 'mine', tab: null });
    expect(await selected()).toBe('Functions');
  });

  test('are one stop for the Tab key, and arrows, Home and End select one', async () => {
    await pane.open({ apiKey: 'mine', tab: null });
    await pane.page.locator('#outside').focus();
    await pane.page.keyboard.press('Tab');
    expect(await pane.focused()).toBe('md-search');
    await pane.page.keyboard.press('Tab');
    const order: string[] = [];
    for (const key of ['ArrowRight', 'End', 'ArrowRight', 'ArrowLeft', 'Home']) {
      await pane.page.keyboard.press(key);
      order.push(await pane.focused());
      expect(`md-tab-${(await selected()).toLowerCase()}`).toBe(await pane.focused());
    }
    expect(order).toEqual([
      'md-tab-cells',
      'md-tab-settings',
      'md-tab-functions',
      'md-tab-settings',
      'md-tab-functions',
    ]);
    await pane.page.keyboard.press('Tab');
    expect(await pane.focused()).toContain('MD.QUOTE');
  });

  test('begin at the top when they are chosen, however far the one before was scrolled', async () => {
    await pane.open({ apiKey: 'mine', tab: 'settings', viewport: { width: 320, height: 300 } });
    const scrolled = (): Promise<number> => pane.page.evaluate(() => document.scrollingElement!.scrollTop);
    await pane.page.mouse.move(100, 250);
    await pane.page.mouse.wheel(0, 200);
    await pane.page.waitForFunction(() => document.scrollingElement!.scrollTop > 0);
    await pane.page.locator('#md-tab-cells').focus();
    await pane.page.keyboard.press('Enter');
    await pane.panel.getByRole('heading', { name: 'Selected cell' }).waitFor();
    expect(await scrolled()).toBe(0);
  });

  test('keep entered text while another one is shown', async () => {
    await pane.open();
    await pane.key.fill('half');
    await pane.choose('functions');
    expect(await pane.key.isVisible()).toBe(false);
    await pane.choose('settings');
    expect(await pane.key.inputValue()).toBe('half');
  });
});

test('a formula, with only the keyboard, can be found, filled in and inserted', async () => {
  await pane.open({
    apiKey: 'mine',
    tab: null,
    answer: { status: 200, body: { items: [{ symbol: 'EURUSD', ask: 2, bid: 1, mid: 1.5, timestamp: 0 }] } },
  });
  const press = async (...keys: string[]): Promise<void> => {
    for (const key of keys) await pane.page.keyboard.press(key);
  };
  await pane.page.locator('#outside').focus();
  await press('Tab');
  await pane.page.keyboard.type('quote');
  await pane.page.getByRole('option', { name: 'MD.QUOTE' }).waitFor();
  await press('Enter', 'Enter');
  await pane.argument('symbols').waitFor();
  expect(await pane.focused()).toBe('MD.QUOTE');
  for (let stops = 0; (await pane.focused()) !== 'md-argument-symbols'; stops++) {
    expect(stops).toBeLessThan(5);
    await press('Tab');
  }
  await pane.page.keyboard.type('EURUSD');
  await pane.page.getByText('1 row × 1 column').waitFor();
  for (let stops = 0; (await pane.focused()) !== 'Insert'; stops++) {
    expect(stops).toBeLessThan(30);
    await press('Tab');
  }
  await press('Enter');
  await pane.page.getByText('Inserted in Sheet1!A1.').waitFor();
});

describe('light and dark mode', () => {
  const surface = (): Promise<string> =>
    pane.page.locator('.md-pane').evaluate((shown) => getComputedStyle(shown).backgroundColor);

  test('follow the host, also when it changes', async () => {
    await pane.open({ hostTheme: 'dark', colorScheme: 'light' });
    expect(await surface()).toBe('rgb(41, 41, 41)');
    await pane.page.evaluate(() => window.paneTest.setTheme(false));
    expect(await surface()).toBe('rgb(255, 255, 255)');
  });

  test('follow the system if the host does not report a theme', async () => {
    await pane.open({ colorScheme: 'dark' });
    expect(await surface()).toBe('rgb(41, 41, 41)');
  });
});
