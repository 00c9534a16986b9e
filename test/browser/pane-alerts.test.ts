import { violationsOn } from './accessibility';
import { openCells } from './pane-cells-page';
import { usePane } from './pane-page';

const pane = usePane();

const list = () => pane.panel.getByRole('list', { name: 'Alerts' });
const level = () => pane.page.getByLabel('Tell me when Sheet1!C2 crosses');

/** Writes a number into C2, and selects another cell, as who types it does. */
async function type(value: number): Promise<void> {
  await pane.page.evaluate(async (number) => {
    const block = { sheet: 'Sheet1', row: 1, column: 2, rows: 1, columns: 1 };
    await window.paneTest.host.workbook.write([{ block, cells: [[{ value: number }]] }]);
  }, value);
  await pane.select('C6');
  await pane.select('C2');
}

const format = async (): Promise<string> => (await pane.read('C2'))[0]!.format;

async function openWithAlert(): Promise<void> {
  await openCells(pane, [['=MD.QUOTE("EURUSD","mid")']]);
  await type(1);
  await level().fill('1.1');
  await pane.button('Set alert').click();
  await pane.panel.getByText('Sheet1!C2: alert at 1.1.').waitFor();
}

describe('alerts in the pane', () => {
  test('are set for the selected cell, listed, and told above every tab once the cell has crossed', async () => {
    await openWithAlert();
    expect(await format()).toBe('[Red][>=1.1]General;General');
    expect(await list().innerText()).toContain('waits for 1.1 from below');
    await type(1.25);
    const told = pane.page.getByRole('listitem').filter({ hasText: /^Sheet1!C2\s*rose to 1\.25 \(alert at 1\.1\), / });
    await told.first().waitFor();
    // It does not wait any more, and is listed once.
    expect(await told.count()).toBe(1);
    await pane.panel.getByText('Sheet1!C2: alert at 1.1.').waitFor({ state: 'detached' });
    expect(await violationsOn(pane.page)).toEqual([]);
    await pane.choose('functions');
    await told.first().waitFor();
    await type(0.9);
    await pane.page.getByRole('button', { name: 'Remove the alert of Sheet1!C2' }).first().click();
    await told.first().waitFor({ state: 'detached', timeout: 5_000 });
    expect(await format()).toBe('General');
  });

  test('are set once, and their values are written as the cell shows them', async () => {
    await openWithAlert();
    await pane.page.evaluate(async () => {
      const block = { sheet: 'Sheet1', row: 1, column: 2, rows: 1, columns: 1 };
      await window.paneTest.host.workbook.write([{ block, cells: [[{ format: '[Red][>=1.1]0.00;0.00' }]] }]);
    });
    await level().fill('1.1');
    await pane.button('Set alert').click();
    await pane.page.waitForFunction(() => document.querySelector<HTMLInputElement>('#md-alert-level')!.value === '');
    expect(await list().getByRole('listitem').count()).toBe(1);
    await type(1.2499999);
    await pane.page.getByRole('listitem').filter({ hasText: 'rose to 1.25 (alert at 1.10), ' }).first().waitFor();
  });

  test('have their level read as the pane writes numbers, and written so again', async () => {
    await openCells(pane, [['=MD.QUOTE("EURUSD","mid")']]);
    await pane.choose('settings');
    await pane.page.getByLabel('Language of the pane').selectOption('de');
    await pane.choose('cells');
    await type(1);
    await pane.page.locator('#md-alert-level').fill('86.410');
    await pane.page.locator('#md-alert-level').press('Enter');
    await pane.panel.getByText('Sheet1!C2: Alarm bei 86410.').waitFor({ timeout: 4_000 });
    expect(await format()).toBe('[Red][>=86410]General;General');
  });

  test('take a level in percent, as cells show one', async () => {
    await openCells(pane, [['=MD.QUOTE("EURUSD","mid")']]);
    await pane.page.evaluate(async () => {
      const block = { sheet: 'Sheet1', row: 1, column: 2, rows: 1, columns: 1 };
      await window.paneTest.host.workbook.write([{ block, cells: [[{ value: 0.5, format: '0.0%' }]] }]);
    });
    await pane.select('C2');
    await level().fill('52.5 %');
    await pane.button('Set alert').click();
    await list().getByText('waits for 52.5% from below').waitFor();
    expect(await format()).toBe('[Red][>=0.525]0.0%;0.0%');
  });

  test('take a date, and say it as a date, not as its number', async () => {
    await openCells(pane, [['=MD.QUOTE("EURUSD","mid")']]);
    await pane.page.evaluate(async () => {
      const block = { sheet: 'Sheet1', row: 1, column: 2, rows: 1, columns: 1 };
      await window.paneTest.host.workbook.write([{ block, cells: [[{ value: 46_000, format: 'dd.mm.yyyy' }]] }]);
    });
    await pane.select('C2');
    await level().fill('1 Jan 2026');
    await pane.button('Set alert').click();
    await pane.panel.getByText('Sheet1!C2: alert at 1 Jan 2026.').waitFor();
    await list().getByText('waits for Jan 1, 2026 from below').waitFor();
    expect(await format()).toBe('[Red][>=46023]dd.mm.yyyy;dd.mm.yyyy');
    await type(46_030);
    await pane.page.getByText('rose to Jan 8, 2026 (alert at Jan 1, 2026), ').first().waitFor();
  });

  test('are told the newest first, whichever was set first, and removed together, and the pane is opened when one is crossed', async () => {
    await openWithAlert();
    await level().fill('1.05');
    await pane.button('Set alert').click();
    await pane.panel.getByText('Sheet1!C2: alert at 1.05.').waitFor();
    await pane.page.evaluate(() => {
      window.paneTest.host.showPane = () => {
        document.title += '!';
      };
    });
    await type(1.07);
    await pane.page.waitForFunction(() => document.title.endsWith('!'));
    const told = pane.page.getByRole('listitem').filter({ hasText: 'rose to' });
    await told.waitFor();
    expect(await pane.button('Remove all').count()).toBe(0);
    await type(1.15);
    await pane.page.waitForFunction(() => document.title.endsWith('!!'));
    expect(await told.first().innerText()).toContain('rose to 1.15 (alert at 1.1)');
    await pane.page.locator('[aria-live]', { hasText: 'Sheet1!C2 rose to 1.15' }).waitFor({ state: 'attached' });
    await pane.button('Remove all').click();
    await told.first().waitFor({ state: 'detached' });
    expect([await list().count(), await format()]).toEqual([0, 'General']);
  });

  test('are refused with a reason where there is no number', async () => {
    await openCells(pane, [['=MD.QUOTE("EURUSD","mid")']]);
    await pane.select('C2');
    await level().fill('much');
    await pane.button('Set alert').click();
    await pane.panel.getByText('Enter a number such as 1.05, or a date such as').waitFor();
    await pane.select('J10');
    await pane.page.getByLabel('Tell me when Sheet1!J10 crosses').fill('2');
    await pane.button('Set alert').click();
    await pane.panel.getByText('Sheet1!J10 has no number').waitFor();
  });
});
