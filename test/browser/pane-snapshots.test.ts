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

  test('the comparison names both sides with their times, and lists each change: cell, older, newer, percent', async () => {
    await open();
    await take('Memo');
    await pane.page.evaluate(() => window.paneTest.host.workbook.enter('B2', ['text']));
    await pane.panel.getByRole('button', { name: 'Compare with “Memo”' }).click();
    await pane.panel
      .getByText(/^From “Memo” \(.+\) to the cells now \(.+\): 1 cell has changed, 1 have not\.$/)
      .first()
      .waitFor();
    const headings = await pane.panel.locator('.md-changes thead th').allInnerTexts();
    expect(headings).toEqual(['Cell', expect.stringMatching(/^Memo\n.*\d/), expect.stringMatching(/^Now\n.*\d/), '%']);
    const cells = await pane.panel.locator('.md-changes tbody td').allInnerTexts();
    expect(cells).toEqual(['Sheet1!B2', '1.5', 'gone', '']);
    const number = pane.panel.locator('.md-changes td', { hasText: '1.5' });
    expect(await number.evaluate((cell) => getComputedStyle(cell).whiteSpace)).toBe('nowrap');
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

  test('a deleted snapshot disappears from the list', async () => {
    await open();
    await take('Memo');
    await pane.page.evaluate(() => {
      const { workbook } = window.paneTest.host;
      const tracked = workbook.tracked.bind(workbook);
      const isGo = new Promise((go) => Object.assign(window, { go }));
      workbook.tracked = async (...names) => {
        await isGo;
        return tracked(...names);
      };
    });
    await pane.panel.getByRole('button', { name: 'Delete “Memo”' }).press('Enter');
    await pane.page.getByRole('progressbar').waitFor();
    expect(await pane.button('Stop').count()).toBe(0);
    await pane.page.evaluate('go()');
    await pane.panel.getByText('“Memo” is deleted.').first().waitFor();
    await rowsOf(pane, 'Snapshots').waitFor({ state: 'detached' });
    expect(await pane.page.evaluate(() => document.activeElement === document.body)).toBe(false);
  });
});
