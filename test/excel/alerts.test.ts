import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';
import { loadCode } from './workbook-code';

type InFrame = typeof import('./in-frame');

declare const window: Window & { mdInFrame: InFrame; alerts?: InstanceType<InFrame['Alerts']> };

const B2 = { sheet: 'Model', row: 1, column: 1, rows: 1, columns: 1 };

describe('an alert in Excel', () => {
  const office = useOffice();

  test('colours its cell in one step of undo, which takes both back, is kept with the workbook, and tells what has crossed meanwhile', async () => {
    const book = new EmulatedWorkbook('Model');
    const excel = await office.open({ workbook: book });
    await excel.type('B2', 1);
    await loadCode(excel);
    const isSet = await excel.pane.evaluate((cell) => {
      const { Alerts, ExcelHost, Session } = window.mdInFrame;
      window.alerts = new Alerts(new Session(new ExcelHost(Promise.resolve())));
      return window.alerts.add(cell, 2);
    }, B2);
    const count = (): Promise<number> =>
      excel.pane.evaluate(async () => {
        await window.alerts!.judge();
        return window.alerts!.all.length;
      });
    const format = (): string => book.sheet('Model').format(1, 1);
    expect([isSet, format()]).toEqual([expect.any(String), '[Red][>=2]General;General']);
    await book.undo();
    expect([format(), await count()]).toEqual(['General', 0]);
    await book.redo();
    expect(await count()).toBe(1);
    await excel.type('B2', 2.5);
    await excel.close();
    const again = await office.open({ workbook: book });
    await loadCode(again);
    const all = await again.pane.evaluate(async () => {
      const { Alerts, ExcelHost, Session } = window.mdInFrame;
      const alerts = new Alerts(new Session(new ExcelHost(Promise.resolve())));
      await alerts.judge();
      return alerts.all;
    });
    expect(all).toMatchObject([{ level: 2, from: 'below', cell: B2, crossed: { value: 2.5 } }]);
  });

  test('has its level read as Excel reads it in a cell, whatever the language of the pane', async () => {
    const book = new EmulatedWorkbook('Model');
    const excel = await office.open({ workbook: book, decimalSeparator: ',', isPaneOpen: true });
    await excel.type('B2', 1);
    await excel.pane.getByRole('tab', { name: 'Cells' }).click();
    await excel.select('Model!B2');
    const level = excel.pane.getByLabel('Tell me when Model!B2 crosses');
    await level.fill('1,085');
    await level.press('Enter');
    await excel.pane.getByText('Model!B2: alert at 1.085.').waitFor();
    expect(book.sheet('Model').format(1, 1)).toBe('[Red][>=1.085]General;General');
  });
});
