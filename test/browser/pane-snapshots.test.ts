import { WATCH_LIST, openCells, rowsOf, textsOf } from './pane-cells-page';
import { usePane } from './pane-page';

const pane = usePane();

const open = async (): Promise<void> => {
  await openCells(pane, WATCH_LIST.slice(0, 2));
  await pane.panel.getByText('Snapshots', { exact: true }).click();
};

const take = async (name: string): Promise<void> => {
  await pane.panel.getByLabel('Name', { exact: true }).fill(name);
  await pane.panel.getByRole('button', { name: 'Take a snapshot' }).click();
  await pane.panel.getByText(`“${name}” keeps 2 formulas.`).waitFor();
};

describe('in the Snapshots section', () => {
  test('a snapshot is listed with its name, time and source', async () => {
    await open();
    await take('Memo');
    expect((await textsOf(pane, 'Snapshots'))[0]).toMatch(/^Memo\n+.* · 2 formulas · https:\/\/service\.test/);
  });

  test('the comparison names both sides with their times, and lists each change: the cell and its percent above older and newer', async () => {
    await open();
    await take('Memo');
    await pane.enter('B2', ['text']);
    await pane.panel.getByRole('button', { name: 'Compare with “Memo”' }).click();
    await pane.panel
      .getByText(/^From “Memo” \(.+\) to the cells now \(.+\): 1 cell has changed, 1 unchanged\.$/)
      .first()
      .waitFor();
    const headings = await pane.panel.locator('.md-changes thead th').allInnerTexts();
    expect(headings).toEqual(['Memo', 'Now']);
    // Each value stands under its heading.
    const columns = await pane.panel
      .locator('.md-changes tr')
      .evaluateAll((rows) =>
        rows.map(({ children }) => Array.from(children, (one) => one.getBoundingClientRect().right)),
      );
    expect(columns[2]).toEqual(columns[0]);
    const cells = await pane.panel.locator('.md-changes tbody :is(th, td)').allInnerTexts();
    expect(cells).toEqual(['Sheet1!B2 EURUSD', '1.5', 'gone']);
    const number = pane.panel.locator('.md-changes td', { hasText: '1.5' });
    expect(await number.evaluate((cell) => getComputedStyle(cell).whiteSpace)).toBe('nowrap');
  });

  test('the comparison has room for long prices, and above a change why it has no percent', async () => {
    await open();
    await take('Memo');
    await pane.enter('B2', ['=MD.QUOTE("GBPUSD","mid")']);
    await pane.panel.getByRole('button', { name: 'Compare with “Memo”' }).click();
    const rows = pane.panel.locator('.md-changes tbody tr');
    await rows.getByText('Sheet1!B2').waitFor();
    for (const at of [0, 1])
      await rows
        .locator('td')
        .nth(at)
        .evaluate((cell) => (cell.textContent = '86,476.49348695'));
    const box = pane.panel.locator('.md-changes-box');
    expect(await box.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect(await rows.first().innerText()).toMatch(/^Sheet1!B2 .*EURUSD/);
  });

  test('the values of a snapshot are shown in the cells until the user hides it', async () => {
    await open();
    await take('Memo');
    await pane.panel.getByRole('button', { name: 'Show “Memo” in the cells' }).click();
    const report = pane.panel.getByText('2 formulas show “Memo” and are frozen.').first();
    await report.waitFor();
    const badge = rowsOf(pane, 'Snapshots').first().locator('.md-badge');
    expect(await badge.innerText()).toBe('shown');
    expect(await pane.page.evaluate(async () => (await window.paneTest.host.workbook.formulas()).length)).toBe(0);
    await pane.panel.getByRole('button', { name: 'Hide “Memo”: put the formulas back' }).click();
    await pane.panel.getByText('2 formulas are back.').first().waitFor();
    await badge.waitFor({ state: 'detached' });
    expect(await pane.page.evaluate(async () => (await window.paneTest.host.workbook.formulas()).length)).toBe(2);
  });

  test('the name of a snapshot that could not be taken stays, and that of one that was taken goes', async () => {
    await open();
    const name = pane.panel.getByLabel('Name', { exact: true });
    await pane.page.evaluate(() => {
      const { workbook } = window.paneTest.host;
      workbook.beforeChange = (change) => {
        if (change === 'part') throw new Error('The workbook is read only');
      };
    });
    await name.fill('Committee');
    await pane.button('Take a snapshot').click();
    await pane.panel.getByText('The workbook is read only').waitFor();
    expect(await name.inputValue()).toBe('Committee');
    await pane.page.evaluate(() => {
      window.paneTest.host.workbook.beforeChange = () => undefined;
    });
    await take('Committee');
    expect(await name.inputValue()).toBe('');
  });

  test('two snapshots of one name are told apart by their times', async () => {
    await open();
    await take('Friday');
    await pane.enter('B4', ['=MD.QUOTE("GBPUSD")']);
    await pane.panel.getByLabel('Name', { exact: true }).fill('Friday');
    await pane.button('Take a snapshot').click();
    await pane.panel.getByText('“Friday” keeps 3 formulas.').waitFor();
    const options = await pane.page.getByLabel('Compare with', { exact: true }).locator('option').allInnerTexts();
    expect(options).toEqual([
      'the cells now',
      expect.stringMatching(/^“Friday” \(/),
      expect.stringMatching(/^“Friday” \(/),
    ]);
  });

  test('a deleted snapshot disappears from the list', async () => {
    await open();
    await take('Memo');
    const release = await pane.hold('tracked');
    await pane.panel.getByRole('button', { name: 'Delete “Memo”' }).press('Enter');
    await pane.page.getByRole('progressbar').waitFor();
    expect(await pane.button('Stop').count()).toBe(0);
    await release();
    await pane.panel.getByText('“Memo” is deleted.').first().waitFor();
    await rowsOf(pane, 'Snapshots').waitFor({ state: 'detached' });
    expect(await pane.page.evaluate(() => document.activeElement === document.body)).toBe(false);
  });

  test('a snapshot and a comparison are written as sheets', async () => {
    await open();
    await take('Memo');
    await pane.panel.getByRole('button', { name: 'Write “Memo” as a sheet' }).click();
    await pane.panel.getByText('The sheet “Memo” holds plain values and needs no add-in.').first().waitFor();
    await pane.panel.getByRole('button', { name: 'Compare with “Memo”' }).click();
    await pane.panel
      .getByText(/^From “Memo” /)
      .first()
      .waitFor();
    await pane.button('As a sheet').first().click();
    await pane.panel.getByText('The sheet “Memo – Now” holds').first().waitFor();
    expect(await pane.page.evaluate(async () => (await window.paneTest.host.workbook.outline()).sheets)).toEqual([
      'Sheet1',
      'Memo',
      'Memo – Now',
    ]);
  });

  test('another choice under “Compare with” compares again at once, so that its sheet is of what the list says', async () => {
    await open();
    await take('Memo');
    await take('Paper');
    await pane.panel.getByRole('button', { name: 'Compare with “Memo”' }).click();
    await pane.panel
      .getByText(/^From “Memo” \(.+\) to the cells now/)
      .first()
      .waitFor();
    await pane.panel.getByLabel('Compare with', { exact: true }).selectOption('Paper');
    await pane.panel
      .getByText(/^From “Memo” \(.+\) to “Paper” /)
      .first()
      .waitFor();
    await pane.button('As a sheet').first().click();
    await pane.panel.getByText('The sheet “Memo – Paper” holds').first().waitFor();
  });

  test('results in a marked range are kept too, until the mark is removed', async () => {
    await open();
    await pane.enter('C2', [10], [20]);
    await pane.select('C2:C3');
    await pane.button('Mark the selection').click();
    await rowsOf(pane, 'Results to keep too').getByText('Sheet1!C2:C3').waitFor();
    await take('Memo');
    await rowsOf(pane, 'Snapshots').getByText('2 results').waitFor();
    await pane.button('Do not keep Sheet1!C2:C3 any more').click();
    await pane.page.getByRole('list', { name: 'Results to keep too' }).waitFor({ state: 'detached' });
  });

  test('marked ranges are listed where they are now, after rows have moved', async () => {
    await open();
    await pane.select('C10:C11');
    await pane.button('Mark the selection').click();
    await rowsOf(pane, 'Results to keep too').getByText('Sheet1!C10:C11').waitFor();
    await pane.page.evaluate(() => window.paneTest.host.workbook.insertRows('Sheet1', 6, 2));
    await pane.button('Scan again').click();
    await rowsOf(pane, 'Results to keep too').getByText('Sheet1!C12:C13').waitFor();
  });

  test('a schedule says what it costs before it is set, and then when the next one is due', async () => {
    await open();
    await pane.panel.getByLabel('When', { exact: true }).selectOption('Every week');
    await pane.panel.getByText('Each one refreshes all cells first: at least 1 request.').waitFor();
    expect(await pane.page.evaluate(() => window.paneTest.snapshotClock.schedule)).toBeUndefined();
    await pane.panel.getByLabel('Keep the last').fill('0');
    await pane.panel.getByRole('button', { name: 'Set', exact: true }).click();
    await pane.panel.getByText('The number of snapshots to keep is a whole number from 1 to 100').waitFor();
    await pane.panel.getByLabel('Keep the last').fill('4');
    await pane.panel.getByRole('button', { name: 'Set', exact: true }).click();
    await pane.panel.getByText(/^Next: .*5:00/).waitFor();
  });

  test('what is entered for a schedule stays when something else of it changes', async () => {
    await open();
    await pane.page.evaluate(() =>
      window.paneTest.snapshotClock.set({
        rule: { kind: 'weekly', days: [5], minute: 1020, zone: 'Europe/Berlin' },
        keep: 4,
      }),
    );
    await pane.panel.getByText(/^Next: /).waitFor();
    await pane.panel.getByLabel('Time').fill('18:30');
    await pane.page.evaluate(() => window.paneTest.snapshotClock.start());
    expect(await pane.panel.getByLabel('Time').inputValue()).toBe('18:30');
    await pane.panel.getByRole('button', { name: 'Set', exact: true }).click();
    await pane.panel.getByText(/^Next: .*6:30/).waitFor();
  });

  test('missed ones are listed until the user clears the list', async () => {
    await open();
    await pane.page.evaluate(async () => {
      const { snapshotClock, host } = window.paneTest;
      const namespace = 'urn:md-for-excel:snapshot-schedule';
      await snapshotClock.set({ rule: { kind: 'weekly', days: [5], minute: 1020, zone: 'Europe/Berlin' }, keep: 4 });
      const aWeekAgo = String(Date.now() - 8 * 86_400_000);
      const xml = (await host.workbook.readPart(namespace))!;
      await host.workbook.writePart(namespace, xml.replace(/("handledUntil":)\d+/, `$1${aWeekAgo}`));
      await snapshotClock.start();
    });
    await pane.panel.getByText(/^[12] snapshots? w.+ missed\./).waitFor();
    await pane.page.evaluate(() => {
      window.paneTest.host.workbook.beforeChange = () => {
        throw new Error('The workbook is read only');
      };
    });
    await pane.button('Clear the list').click();
    await pane.panel.getByText('The workbook is read only').waitFor();
    await pane.page.evaluate(() => {
      window.paneTest.host.workbook.beforeChange = () => undefined;
    });
    await pane.button('Clear the list').click();
    await pane.panel.getByText(/missed\./).waitFor({ state: 'detached' });
    await pane.panel.getByText(/^Next: /).waitFor();
  });
});
