import type { Locator } from 'playwright-core';
import { Ear } from './heard';
import { SERVICE, usePane } from './pane-page';

const pane = usePane();

const LISTS: Readonly<Record<string, readonly object[]>> = {
  '/stocks/symbols': [
    { symbol: 'AAPL', name: 'Apple Inc.', country: 'us', description: '' },
    { symbol: 'APPN', name: 'Appian Corporation', country: 'us', description: '' },
  ],
  '/currencies/symbols': [
    { symbol: 'EURUSD', name: 'Euro / US dollar' },
    { symbol: 'USDJPY', name: 'US dollar / Japanese yen' },
  ],
  '/indices/symbols': [{ symbol: 'SPX', name: 'S&P 500' }],
};
const MARKETS = [{ mic: 'XNYS', exchange: 'New York Stock Exchange', city: 'New York', country: 'United States' }];

/** Opens the pane beside a service that lists a few instruments, and quotes whatever it is asked for. */
async function open(apiKey = 'mine'): Promise<string[]> {
  const asked: string[] = [];
  await pane.open({ apiKey, tab: 'functions' });
  await pane.page.route(`${SERVICE}/**`, async (route) => {
    const { pathname, searchParams } = new URL(route.request().url());
    if (route.request().method() === 'GET') asked.push(pathname);
    const quote = (symbol: string) => ({ symbol, bid: 1.5, ask: 1.5, mid: 1.5, timestamp: 1_795_176_000 });
    const body = pathname.endsWith('/quotes')
      ? { items: (searchParams.get('symbols') ?? '').split(',').map(quote) }
      : pathname === '/stocks/markets'
        ? MARKETS
        : { items: LISTS[pathname] ?? [], next_page: null };
    await route.fulfill({
      status: 200,
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
      json: body,
    });
  });
  return asked;
}

/** Of the list below an input that completes; a drop-down has options too. */
const option = (wanted: { readonly name?: string; readonly exact?: boolean } = {}): Locator =>
  pane.page.locator('.md-choices').getByRole('option', wanted);
const options = (): Promise<string[]> => option().allInnerTexts();
const search = () => pane.page.getByRole('combobox', { name: 'Find functions, symbols, markets' });

/** Enter goes to the first hit, and takes it when pressed again. */
async function takeFirst(): Promise<void> {
  await search().press('Enter');
  await search().press('Enter');
}

/** Enter as an input method sends it, and as Safari does. */
const confirmCharacters = (): Promise<void> =>
  search().evaluate((input) => {
    const enter = { key: 'Enter', bubbles: true };
    input.dispatchEvent(new KeyboardEvent('keydown', { ...enter, isComposing: true }));
    input.dispatchEvent(new KeyboardEvent('keydown', { ...enter, keyCode: 229 }));
  });

describe('the search of the pane', () => {
  test('finds a stock by its name, and opens its quote with the result', async () => {
    await open();
    await search().fill('apple');
    await option({ name: 'AAPL Apple Inc.' }).waitFor();
    await confirmCharacters();
    expect(await search().inputValue()).toBe('apple');
    await takeFirst();
    await pane.page.getByText('1 row × 1 column').waitFor();
    expect(await pane.formula()).toBe('=MD.QUOTE("stocks:AAPL")');
    await pane.button('Insert').click();
    await pane.page.getByText('Inserted in Sheet1!A1.').waitFor();
  });

  test('says how many hits there are, and Enter takes no hit that has not been selected', async () => {
    await open();
    const ear = await Ear.open(pane.page);
    await search().fill('settlement');
    await option({ name: 'MD.SETTLE' }).waitFor();
    const shown = (await options()).length;
    await pane.page.waitForFunction(() => (window.said?.length ?? 0) > 0);
    expect(await ear.said()).toEqual([`${shown} ${shown === 1 ? 'match' : 'matches'}`]);
    await search().press('Enter');
    expect(await search().inputValue()).toBe('settlement');
    expect(await option().first().getAttribute('aria-selected')).toBe('true');
    await search().press('Enter');
    await pane.page.getByRole('heading', { name: 'MD.SETTLE' }).waitFor();
  });

  test('finds a pair by words, an exchange by what people call it, and the history of an index', async () => {
    await open();
    await search().fill('usd yen');
    await option({ name: 'USDJPY' }).waitFor();
    expect((await options())[0]).toContain('=MD.QUOTE("USDJPY")');
    await search().fill('nyse');
    await option({ name: '=MD.HOURS("XNYS")' }).waitFor();
    await search().fill('spx');
    await option({ name: '=MD.TICKS("SPX","2' }).click();
    await pane.page.getByRole('heading', { name: 'MD.TICKS' }).waitFor();
    // With a start, without which it would be an error.
    expect(await pane.formula()).toMatch(/^=MD\.TICKS\("SPX","[\d-]{10}","[\d-]{10}",,"time,close",,"day"\)$/);
  });

  test('finds the history of an index by interval and year, with the separator of the user', async () => {
    const history = '=MD.TICKS("SPX";"2026-01-01";"2027-01-01";;"time,close";;"day")';
    await open();
    await pane.page.evaluate(() => {
      Object.assign(window.paneTest.host.workbook, { listSeparator: ';' });
    });
    await search().fill('SPX daily 2026');
    await option({ name: history }).waitFor();
    await takeFirst();
    await pane.page.getByRole('heading', { name: 'MD.TICKS' }).waitFor();
    expect(await pane.formula()).toBe(history);
    expect(await pane.page.getByLabel('start', { exact: true }).inputValue()).toBe('2026-01-01T00:00');
    expect(await pane.page.getByLabel('end', { exact: true }).inputValue()).toBe('2027-01-01T00:00');
  });

  test('is there in every tab, and leads to the functions', async () => {
    await open();
    await pane.choose('activity');
    await search().fill('settlement');
    await option({ name: 'MD.SETTLE' }).waitFor();
    await takeFirst();
    await pane.page.getByRole('heading', { name: 'MD.SETTLE' }).waitFor();
    expect(await pane.page.getByRole('tab', { selected: true }).innerText()).toBe('Functions');
  });

  test('requests each list once, and not before two letters are typed', async () => {
    const asked = await open();
    await search().fill('a');
    await option().first().waitFor();
    expect(asked).toEqual([]);
    await search().fill('aapl');
    await option({ name: 'AAPL Apple' }).waitFor();
    await search().fill('eur');
    await option({ name: 'EURUSD' }).waitFor();
    expect(asked.filter((path) => path === '/stocks/symbols')).toHaveLength(1);
  });

  test('finds instruments once a key is entered, and once the service answers again', async () => {
    await open('');
    await search().fill('apple');
    const unread = pane.page.getByText('The lists of symbols and exchanges could not be read');
    await unread.waitFor();
    await pane.page.evaluate(() => window.paneTest.session.save({ apiKey: 'mine' }));
    await option({ name: 'AAPL Apple Inc.' }).waitFor();
    await pane.page.route(`${SERVICE}/stocks/symbols*`, (route) => route.abort());
    await pane.page.evaluate(() => window.paneTest.session.save({ apiKey: 'another' }));
    await search().fill('appian');
    await unread.waitFor();
    await pane.page.unroute(`${SERVICE}/stocks/symbols*`);
    await search().fill('');
    await search().fill('appian');
    await option({ name: 'APPN Appian' }).first().waitFor();
  });

  test('says that there are no matches and what the service has, and closes its list with Escape', async () => {
    await open();
    await search().fill('no such thing');
    await pane.page.getByText('No matches for “no such thing”.').waitFor();
    // Of the spreadsheet, though the pane can delete a history.
    await search().fill('delete a row');
    await pane.page.getByText('No matches for “delete a row”.').waitFor();
    for (const lacking of ['dividend', 'bond yield', 'pe ratio', 'inflation']) {
      await search().fill(lacking);
      await pane.page.getByText(`No matches for “${lacking}”. The service has quotes, `).waitFor();
    }
    // Nothing has both words.
    await search().fill('nosuch filings');
    await option({ name: 'MD.FILINGS' }).waitFor();
    await search().fill('fx');
    await option().first().waitFor();
    expect(await search().getAttribute('aria-expanded')).toBe('true');
    await search().press('Escape');
    expect(await search().getAttribute('aria-expanded')).toBe('false');
  });

  test('says that there are no matches, also while the help of the functions cannot be loaded', async () => {
    await open();
    await pane.page.route('**/help.json', (route) => route.abort());
    await search().fill('no such thing');
    await pane.page.getByText('No matches for “no such thing”.').waitFor();
  });
});

describe('an argument of the builder', () => {
  const choose = async (name: string): Promise<void> => {
    await pane.button(`MD.${name}`).click();
    await pane.page.getByRole('heading', { name: `MD.${name}` }).waitFor();
  };

  test('completes symbols one by one, by their names, and adds their area', async () => {
    await open();
    await choose('QUOTE');
    await pane.argument('symbols').pressSequentially('euro');
    await option({ name: 'EURUSD' }).waitFor();
    await pane.argument('symbols').press('ArrowDown');
    const active = await pane.argument('symbols').getAttribute('aria-activedescendant');
    expect(await pane.page.locator(`[id="${active!}"]`).getAttribute('aria-selected')).toBe('true');
    await pane.argument('symbols').press('Enter');
    expect(await pane.argument('symbols').inputValue()).toBe('EURUSD');
    await pane.argument('symbols').pressSequentially(', apple');
    await option({ name: 'AAPL' }).click();
    expect(await pane.formula()).toBe('=MD.QUOTE("EURUSD, stocks:AAPL")');
  });

  test('completes exchanges, types of filings and fields', async () => {
    await open();
    await choose('HOURS');
    await pane.argument('mics').pressSequentially('nyse');
    await option({ name: 'XNYS' }).click();
    await pane.argument('fields').pressSequentially('op');
    await option({ name: 'open' }).first().click();
    expect(await pane.formula()).toMatch(/^=MD\.HOURS\("XNYS",,,"\w*open\w*"\)$/);
    await pane.button('All functions').click();
    await choose('FILINGS');
    await pane.argument('type').pressSequentially('10k');
    await pane.argument('type').fill('10');
    await option({ name: '10-Q', exact: true }).click();
    expect(await pane.argument('type').inputValue()).toBe('10-Q');
  });

  test('offers nothing for a formula', async () => {
    const asked = await open();
    await choose('QUOTE');
    await pane.argument('symbols').pressSequentially('=A2:A9');
    expect(await option().count()).toBe(0);
    expect(asked.filter((path) => path.endsWith('/symbols'))).toEqual([]);
  });
});

test('the search leads to the section in which people do what they typed, unfolded and with the focus in it', async () => {
  await open();
  for (const [typed, title, inside] of [
    ['freeze', 'Freeze and share', 'Freeze and share'],
    ['notify me', 'Alerts', ''],
    ['password', 'Connection', ''],
  ] as const) {
    await search().fill(typed);
    await option({ name: title }).first().waitFor();
    await takeFirst();
    const section = pane.page.getByRole(inside === '' ? 'region' : 'group', { name: title });
    await section.locator(':focus').waitFor();
    expect(await section.locator('button').first().isVisible()).toBe(true);
  }
});

test('the search finds a company by its name with words for its price, and by the notation of another product', async () => {
  await open();
  for (const typed of ['apple stock price', 'AAPL US Equity', 'NASDAQ:AAPL']) {
    await search().fill(typed);
    await option({ name: 'AAPL Apple Inc.' }).first().waitFor();
  }
});
