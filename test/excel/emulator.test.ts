import { at } from './addresses';
import { useOffice } from './opened';
import { openWorkbook } from './workbook-code';

/** The pane's document, in which office.js has defined its names. */
declare const Office: { actions: { associate(name: string, action: (event: { completed(): void }) => void): void } };
declare const Excel: {
  run(
    batch: (context: { workbook: { slicers: { add(): void } }; sync(): Promise<void> }) => Promise<void>,
  ): Promise<void>;
};

describe('the emulated Excel', () => {
  const office = useOffice();

  test('fails when the add-in uses anything that it does not know', async () => {
    const excel = await office.open();
    office.service.hold();
    const waiting = excel.call('QUOTE', [['EURUSD']]);
    void excel.pane
      .evaluate(() =>
        Excel.run(async (context) => {
          context.workbook.slicers.add();
          await context.sync();
        }),
      )
      .catch(() => undefined);
    await expect(waiting).rejects.toThrow('No object "root.Slicers');
    await expect(excel.close()).rejects.toThrow('does not know: No object "root.Slicers');
  });

  test('fails when an exception escapes in the page of the add-in', async () => {
    const excel = await office.open();
    const thrown = excel.page.waitForEvent('pageerror');
    await excel.pane.evaluate(() => {
      setTimeout(() => {
        throw new Error('escaped');
      });
    });
    await thrown;
    await expect(excel.close()).rejects.toThrow('errors: escaped');
  });

  test('runs the function of a ribbon button and waits until it has completed', async () => {
    const excel = await office.open();
    await excel.pane.evaluate(() => {
      Office.actions.associate('probe', (event) => {
        document.title = 'pressed';
        event.completed();
      });
    });
    await excel.runCommand('probe');
    expect(await excel.pane.title()).toBe('pressed');
  });

  test('shows #SPILL! in a table if a result has several cells, which the add-in then lists', async () => {
    const { book, excel, workbook } = await openWorkbook(office);
    book.tables.push({ name: 'Table1', block: at('A1:B4') });
    await excel.type('A2', '=MD.QUOTE({"EURUSD";"GBPUSD"})');
    await excel.type('B2', '=MD.CONVERT(0,"EUR","USD")');
    expect((await workbook.formulas()).map(({ error, isInTable }) => [error, isInTable])).toEqual([
      ['#SPILL!', true],
      [undefined, true],
    ]);
  });
});
