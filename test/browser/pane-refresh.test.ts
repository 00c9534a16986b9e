import { NEVER, openCells, quoteRequests, rowsOf, selected } from './pane-cells-page';
import { SERVICE, usePane } from './pane-page';

const pane = usePane();

describe('a refresh in the pane', () => {
  const dialog = (): ReturnType<typeof pane.page.locator> => pane.page.getByRole('alertdialog');
  const choose = async (name: string): Promise<void> => {
    await pane.page
      .getByRole('region', { name: 'Refresh', exact: true })
      .getByRole('button', { name: `Refresh: ${name}`, exact: true })
      .click();
  };
  const confirm = (): Promise<void> => pane.answer('Refresh');

  test('has the choice of the automatic refresh below its buttons, not against them', async () => {
    await openCells(pane);
    const buttons = await pane.page.getByRole('group', { name: 'Refresh', exact: true }).boundingBox();
    const label = await pane.page.getByText('Refresh automatically', { exact: true }).boundingBox();
    expect(label!.y - buttons!.y - buttons!.height).toBeGreaterThanOrEqual(8);
  });

  test('states its cost first, and sends no requests if the user declines', async () => {
    await openCells(pane);
    const before = await quoteRequests(pane);
    await choose('All');
    await dialog()
      .filter({ hasText: /4 cells, at least \d symbols, \d requests?/ })
      .waitFor();
    expect(await pane.focused()).toBe('Cancel');
    await pane.page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await pane.focused()).toBe('All');
    expect(await quoteRequests(pane)).toBe(before);
  });

  test('requests everything again, however fresh, and reports what could not be refreshed', async () => {
    await openCells(pane);
    const before = await quoteRequests(pane);
    await choose('All');
    await confirm();
    await pane.panel.getByText('2 cells refreshed.').waitFor();
    expect(await quoteRequests(pane)).toBeGreaterThan(before);
    const left = rowsOf(pane, '2 cells could not be refreshed:');
    expect(await left.first().innerText()).toMatch(/^Sheet1!B4\s+.*EURXXX/);
    await left.first().getByRole('button').click();
    expect(await selected(pane)).toBe('Sheet1 3 1');
  });

  test('lists 50 cells that could not be refreshed, and at a click all others, if they are fewer than 100', async () => {
    await openCells(
      pane,
      Array.from({ length: 120 }, () => ['=MD.QUOTE("EURXXX")']),
    );
    await choose('All');
    await confirm();
    const left = rowsOf(pane, '120 cells could not be refreshed:');
    await left.first().waitFor();
    expect(await left.count()).toBe(50);
    await pane.button('Show 70 more').click();
    expect(await left.count()).toBe(120);
  });

  test('of the errors has nothing to do if there are none', async () => {
    await openCells(pane, [['=MD.QUOTE("EURUSD")']]);
    await choose('With errors');
    await pane.panel.getByText('There is nothing to refresh here.').waitFor();
    expect(await dialog().count()).toBe(0);
  });

  test('shows its progress, can be stopped, and then says in its place what still arrives', async () => {
    await openCells(
      pane,
      Array.from({ length: 60 }, () => ['=MD.QUOTE("EURUSD")']),
      { answer: NEVER },
    );
    await choose('All');
    await confirm();
    await pane.page.getByRole('progressbar', { name: 'Refreshing' }).waitFor();
    await pane.button('Stop').click();
    await pane.panel.getByText('Stopped. 0 cells refreshed. 60 more still get their values.').waitFor();
    await pane.page.getByRole('progressbar').waitFor({ state: 'detached' });
    expect(await pane.page.evaluate(() => [window.scrollY, document.activeElement?.className])).toEqual([0, 'md-task']);
  });

  test('says until when the service wants a pause', async () => {
    await openCells(pane);
    const headers = {
      'access-control-allow-origin': '*',
      'access-control-allow-headers': '*',
      'access-control-expose-headers': 'Retry-After',
      'retry-after': '40',
    };
    await pane.page.route(`${SERVICE}/**`, (route) =>
      route.fulfill({ status: route.request().method() === 'OPTIONS' ? 204 : 429, headers }),
    );
    const before = Date.now();
    await choose('All');
    await confirm();
    const said = await pane.panel.getByText(/^Too many requests \(429\): MD asks again by /).textContent();
    const [, time = ''] = /by (\d.*)\.$/.exec(said!) ?? [];
    const until = Date.parse(`${new Date(before + 40_000).toDateString()} ${time.replaceAll('\u202f', ' ')}`);
    expect(Math.abs(until - before - 40_000)).toBeLessThan(15_000);
    await pane.button('Stop').click();
  });

  test('is not offered if the user stops the calculation of its cost', async () => {
    await openCells(pane);
    await pane.page.evaluate(() => {
      window.paneTest.host.workbook.formulas = () => new Promise(() => undefined);
    });
    await choose('All');
    await pane.button('Stop').click();
    await pane.panel.getByText('Stopped.').waitFor();
    expect(await dialog().count()).toBe(0);
  });

  test('runs by itself at the chosen interval, and never before one is chosen', async () => {
    await openCells(pane);
    const interval = pane.page.getByLabel('Refresh automatically');
    expect(await interval.locator('option:checked').innerText()).toBe('Off');
    await interval.selectOption('Every 5 minutes');
    await pane.page.waitForFunction(() => window.paneTest.session.settings.autoRefreshSeconds === 300);
    const always = pane.page.getByRole('checkbox', { name: 'Also while hidden or closed' });
    expect(await always.isChecked()).toBe(false);
    await pane.page.evaluate(() => window.paneTest.session.save({ refreshesAlways: true }));
    await pane.page.getByRole('checkbox', { name: 'Also while hidden or closed', checked: true }).waitFor();
    await interval.selectOption('Off');
    await pane.page.waitForFunction(() => window.paneTest.session.settings.autoRefreshSeconds === 0);
  });

  test('stays at its interval if another cannot be stored, and says so', async () => {
    await openCells(pane);
    await pane.page.evaluate(() => {
      window.paneTest.host.storage.setItem = () => Promise.reject(new Error('The disk is full'));
    });
    const interval = pane.page.getByLabel('Refresh automatically');
    await interval.selectOption('Every 5 minutes');
    await pane.panel.getByText('That could not be saved: The disk is full').waitFor();
    expect(await interval.locator('option:checked').innerText()).toBe('Off');
  });

  test('recounts its cost only while the pane shows it', async () => {
    await openCells(pane, [['=MD.QUOTE("EURUSD")']]);
    await pane.page.getByLabel('Refresh automatically').selectOption('Every 5 minutes');
    await pane.panel.getByText('About 1 request each time, 12 an hour.').waitFor();
    await pane.choose('activity');
    await pane.page.evaluate(() => {
      const { workbook } = window.paneTest.host;
      const formulas = workbook.formulas.bind(workbook);
      Object.assign(window, { scans: 0 });
      workbook.formulas = () => {
        Object.assign(window, { scans: (window as unknown as { scans: number }).scans + 1 });
        return formulas();
      };
    });
    await pane.enter('B3', ['=MD.QUOTE("GBPUSD","bid",,3)']);
    await pane.panel.getByText('Running…').waitFor();
    await pane.panel.getByText(/^Started at/).waitFor();
    expect(await pane.page.evaluate('scans')).toBe(0);
    await pane.choose('cells');
    await pane.panel.getByText('About 2 requests each time, 24 an hour.').waitFor();
  });
});
