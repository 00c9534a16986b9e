import { EmulatedWorkbook } from './emulator/workbook/emulated-workbook';
import { useOffice } from './opened';
import { loadCode } from './workbook-code';

declare const window: Window & { mdInFrame: typeof import('./in-frame') };

const B2 = { sheet: 'Model', row: 1, column: 1, rows: 1, columns: 1 };

describe('an alert in Excel', () => {
  const office = useOffice();

  test('colours its cell in one step of undo, is kept with the workbook, and tells what has crossed meanwhile', async () => {
    const book = new EmulatedWorkbook('Model');
    const excel = await office.open({ workbook: book });
    await excel.type('B2', 1);
    await loadCode(excel);
    const isSet = await excel.pane.evaluate((cell) => {
      const { Alerts, ExcelHost, Session } = window.mdInFrame;
      return new Alerts(new Session(new ExcelHost(Promise.resolve()))).add(cell, 2);
    }, B2);
    const format = (): string => book.sheet('Model').format(1, 1);
    expect([isSet, format()]).toEqual([true, '[Red][>=2]General;General']);
    await book.undo();
    expect(format()).toBe('General');
    await book.redo();
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
});
