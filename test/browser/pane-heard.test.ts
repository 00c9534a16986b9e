import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Locator } from 'playwright-core';
import { Ear } from './heard';
import { QUOTES } from './pane-cells-page';
import { SERVICE, usePane } from './pane-page';

/** What is heard, step by step, to be read aloud. `UPDATE_HEARD=1` writes it anew. */
const SCRIPT = path.join(__dirname, 'heard.txt');

const pane = usePane();

const FILING = {
  accession_number: '1',
  filing_type: '10-K',
  filing_date: '2026-10-30',
  report_date: '2026-09-26',
  period_of_report: '2026-09',
  file_url: 'https://service.test/10-K',
};

/** The way through the pane, by keyboard alone: what is focused and pressed, and what is said until the step is over. */
class Walk {
  readonly lines: string[] = [];

  constructor(private readonly ear: Ear) {}

  step(title: string): void {
    this.lines.push('', title);
  }

  async focus(control: Locator): Promise<void> {
    await control.focus();
    await this.hear();
  }

  /** What has the focus now. */
  async hear(): Promise<void> {
    this.lines.push(`  ${await this.ear.focus()}`);
  }

  async type(text: string): Promise<void> {
    this.lines.push(`  > types ${text}`);
    await pane.page.keyboard.type(text);
  }

  async press(key: string): Promise<void> {
    this.lines.push(`  > ${key}`);
    await pane.page.keyboard.press(key);
  }

  /** Goes on to the next control. */
  async tab(): Promise<void> {
    await this.press('Tab');
    await this.hear();
  }

  /** Goes to a button and presses it. */
  async use(button: Locator): Promise<void> {
    await this.focus(button);
    await this.press('Enter');
  }

  /** What live regions say, until one says something like this. */
  async listen(last: RegExp): Promise<void> {
    for (const said of await this.ear.saidUntil(last)) this.lines.push(`  says: ${said}`);
  }
}

const dialogButton = (name: string): Locator =>
  pane.page.getByRole('alertdialog').getByRole('button', { name, exact: true });
const fold = (title: string): Locator => pane.panel.locator('summary', { hasText: title });

test('what a screen reader says on the way from the key to the trace of an error is as written', async () => {
  await pane.open({
    tab: null,
    now: new Date('2026-11-23T14:00:00Z'),
    timezoneId: 'UTC',
    locale: 'en-US',
    stored: { 'md.maxRequests': '2' },
    answer: QUOTES,
  });
  await pane.page.route(`${SERVICE}/stocks/filings*`, (route) =>
    route.fulfill({
      json: { filings: [FILING] },
      headers: { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' },
    }),
  );
  const ear = await Ear.open(pane.page);
  const walk = new Walk(ear);

  walk.step('Enter the key and the address');
  await walk.focus(pane.key);
  await walk.type('mine');
  await walk.focus(pane.address);
  await walk.press('Enter');
  await walk.listen(/^Saved/);

  walk.step('Build a formula');
  await walk.focus(pane.page.locator('#md-search'));
  await walk.type('settlement');
  await walk.listen(/match/);
  await walk.press('Enter');
  await walk.hear();
  await walk.press('Escape');
  await pane.page.locator('#md-search').fill('');
  await walk.focus(pane.page.getByRole('tab', { name: 'Settings' }));
  await walk.press('Home');
  await pane.page.getByRole('button', { name: 'MD.QUOTE' }).waitFor();
  await walk.hear();
  await walk.use(pane.page.getByRole('button', { name: 'MD.QUOTE' }));
  await pane.page.getByRole('heading', { name: 'MD.QUOTE' }).waitFor();
  await walk.hear();
  await walk.use(pane.button('Insert'));
  await pane.page.locator('#md-argument-symbols:focus').waitFor();
  await walk.hear();
  await walk.type('EURXXX');
  await walk.listen(/^#N\/A/);
  await pane.argument('symbols').fill('');
  await walk.type('EURUSD');
  await walk.listen(/^Result/);

  walk.step('Insert it');
  await walk.use(pane.button('Insert'));
  await walk.listen(/^Inserted/);

  walk.step('Allow the cost of a formula');
  await pane.enter(
    'B2',
    ['=MD.QUOTE("EURUSD","mid")'],
    ['=MD.QUOTE("EURXXX","mid")'],
    ['=B3*2'],
    ['=MD.FILINGS("AAPL,MSFT,IBM","10-K",1,"filing_date",FALSE)'],
  );
  await walk.focus(pane.page.getByRole('tab', { name: 'Functions' }));
  await walk.press('ArrowRight');
  await pane.panel.getByText(/^\d cells, /).waitFor();
  await walk.hear();
  await walk.use(pane.page.getByRole('button', { name: 'Fetch Sheet1!B5' }));
  await walk.listen(/refreshed/);
  await pane.page.getByRole('button', { name: 'Fetch Sheet1!B5' }).waitFor({ state: 'detached' });
  await walk.hear();

  walk.step('Refresh');
  await walk.use(pane.page.getByRole('button', { name: 'Refresh: All' }));
  await dialogButton('Cancel').and(pane.page.locator(':focus')).waitFor();
  await walk.hear();
  await walk.use(dialogButton('Refresh'));
  await walk.listen(/refreshed/);
  await walk.hear();

  walk.step('Keep a snapshot, and compare the cells with it');
  await walk.use(fold('Snapshots'));
  await walk.hear();
  await walk.focus(pane.panel.getByLabel('Name', { exact: true }));
  await walk.type('Memo');
  await walk.press('Enter');
  await walk.listen(/keeps/);
  await pane.enter('B2', ['a text']);
  await walk.focus(fold('Snapshots'));
  await walk.use(pane.page.getByRole('button', { name: 'Compare with “Memo”' }));
  await walk.listen(/changed/);

  walk.step('Freeze');
  await walk.use(fold('Freeze and share'));
  await walk.use(pane.page.getByRole('button', { name: 'Freeze: Whole workbook' }));
  await dialogButton('Cancel').and(pane.page.locator(':focus')).waitFor();
  await walk.hear();
  await walk.use(dialogButton('Freeze'));
  await walk.listen(/frozen/);
  await pane.page.getByRole('list', { name: 'Frozen formulas' }).waitFor();
  await walk.focus(fold('Freeze and share'));

  walk.step('Thaw');
  await walk.use(pane.page.getByRole('button', { name: 'Thaw all' }));
  await walk.listen(/put back/);
  await pane.page.getByRole('button', { name: 'Thaw all' }).waitFor({ state: 'detached' });
  await walk.hear();

  walk.step('Trace an error');
  await walk.use(fold('Trace'));
  await walk.use(pane.panel.getByRole('button', { name: 'Trace', exact: true }));
  await walk.listen(/error/);
  await walk.tab();
  await walk.tab();

  const heard = `${walk.lines.join('\n').trim()}\n`;
  if (process.env.UPDATE_HEARD) writeFileSync(SCRIPT, heard);
  expect(heard).toBe(readFileSync(SCRIPT, 'utf8'));
});
