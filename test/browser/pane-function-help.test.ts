import { violationsOn } from './accessibility';
import { openBuilderIn } from './pane-builder-page';
import { usePane } from './pane-page';

const pane = usePane();
const openBuilder = openBuilderIn(pane);

const topic = (title: string) => pane.page.locator('summary', { hasText: title });

async function openHelp(name: string): Promise<void> {
  await openBuilder(name);
  await pane.button(`Help for MD.${name}`).click();
  await pane.page.getByRole('heading', { name: 'See also' }).waitFor();
}

describe('the help of a function in the pane', () => {
  test('explains the thresholds of the scores and what field picks, and is accessible', async () => {
    await openHelp('SCORE');
    await topic('What the scores mean').click();
    await pane.page.getByRole('cell', { name: '1.81 to 2.99' }).waitFor();
    await topic('What field picks').click();
    await pane.page.getByRole('cell', { name: 'ratios.ebit_to_assets' }).waitFor();
    expect(await violationsOn(pane.page, { within: '.md-help' })).toEqual([]);
    expect(await pane.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });

  test.each([
    ['SETTLE', 'Settlement cycles', 'SEC Rule 15c6-1 and its amendments of 2017 and 2023'],
    ['ISOPEN', 'Lunch breaks', 'HKEX, trading hours of the securities market'],
  ])('of MD.%s shows its table with sources', async (name, title, source) => {
    await openHelp(name);
    await topic(title).click();
    await pane.page.getByRole('cell', { name: source }).first().waitFor();
  });

  test('fills the builder with an example', async () => {
    await openHelp('SCORE');
    await pane.button('Use =MD.SCORE("AAPL,MSFT,KO","all",,TRUE)').click();
    await pane.page.getByRole('heading', { name: 'See also' }).waitFor({ state: 'detached' });
    expect(await pane.formula()).toBe('=MD.SCORE("AAPL,MSFT,KO","all",,TRUE)');
    expect(await pane.argument('headers').inputValue()).toBe('TRUE');
  });

  test('fills the builder with a time that its box cannot show as a text', async () => {
    await openHelp('ISOPEN');
    await pane.button('Use =MD.ISOPEN("XTKS","2026-11-20T01:00:00Z")').click();
    await pane.page.getByRole('heading', { name: 'See also' }).waitFor({ state: 'detached' });
    expect(await pane.argument('at').inputValue()).toBe('2026-11-20T01:00:00Z');
  });

  test('copies an example', async () => {
    await openHelp('QUOTE');
    const copied = await pane.clipboard();
    await pane.button('Copy =MD.QUOTE("EURUSD")').click();
    await pane.page.getByText('The formula is copied.').waitFor();
    await pane.button('Copy =MD.QUOTE("EURUSD")').getByText('✓').waitFor();
    expect(await copied()).toBe('=MD.QUOTE("EURUSD")');
  });

  test.each(['refuses', 'has no clipboard'])('says so beside the button if the host %s', async (what) => {
    await pane.open({ apiKey: 'mine', tab: 'functions', isAlone: true });
    await pane.button('MD.QUOTE').click();
    await pane.page.evaluate((isRefused) => {
      const clipboard = isRefused ? { writeText: () => Promise.reject(new Error('denied')) } : undefined;
      Object.defineProperty(navigator, 'clipboard', { value: clipboard });
    }, what === 'refuses');
    await pane.button('Copy').click();
    await pane.page
      .getByLabel('Formula', { exact: true })
      .getByText('The formula could not be copied: select it and press Ctrl+C.')
      .waitFor();
  });

  test('leads on to another function, and to the page', async () => {
    await openHelp('HOLIDAYS');
    expect(await pane.page.getByRole('link', { name: 'Open as a page' }).getAttribute('href')).toBe(
      'help/holidays.html',
    );
    await pane.page.locator('.md-help').getByRole('button', { name: 'MD.WORKDAY' }).click();
    await pane.page.getByRole('heading', { name: 'MD.WORKDAY' }).waitFor();
    expect(await pane.formula()).toBe('=MD.WORKDAY()');
  });

  test('says so if it could not be loaded', async () => {
    await openBuilder('QUOTE');
    await pane.page.route('**/help/quote.json', (route) => route.abort());
    await pane.button('Help for MD.QUOTE').click();
    await pane.page.getByText('could not be loaded').waitFor();
  });
});
