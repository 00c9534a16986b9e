import type { EmulatedExcel } from './emulator/emulated-excel';
import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';

const MINUTE_MS = 60_000;

describe('quotes of a workbook with a setting of its own', () => {
  const office = useOffice();

  const later = (excel: EmulatedExcel, minutes: number): Promise<void> =>
    excel.pane.evaluate((ms) => {
      const now = Date.now;
      Date.now = () => now() + ms;
    }, minutes * MINUTE_MS);

  const insertRow = (excel: EmulatedExcel): Promise<void> =>
    excel.changeRows('Model', (workbook) => {
      workbook.moveRows('Model', 0, 1);
    });

  test('stay fresh for the time set in the pane, even after reopening: until then inserted rows cause no requests', async () => {
    const workbook = new EmulatedWorkbook('Model');
    const before = await office.openOn('Microsoft 365 on Windows', { workbook });
    await before.showPane();
    await before.pane.getByRole('tab', { name: 'Settings' }).click();
    await before.pane.getByLabel('Quotes stay fresh').selectOption('15 minutes');
    await before.pane.getByText('Saved.').first().waitFor();
    await before.pane.getByLabel('Only in this workbook').click();
    await before.pane.getByRole('tab', { name: 'Activity' }).click();
    await before.pane.getByText('Quotes stay fresh in this workbook: 15 minutes').waitFor();
    await before.close();

    const excel = await office.openOn('Microsoft 365 on Windows', { workbook });
    await excel.type('B2', '=MD.QUOTE("EURUSD")');
    await excel.showPane();
    await excel.pane.getByRole('tab', { name: 'Activity' }).click();
    await excel.pane.getByText('Quotes stay fresh in this workbook: 15 minutes').waitFor();
    office.service.requests.length = 0;
    await later(excel, 14);
    await insertRow(excel);
    expect(office.service.requests).toEqual([]);
    await later(excel, 2);
    await insertRow(excel);
    expect(office.service.requests).toEqual([expect.stringContaining('EURUSD')]);
  });
});
