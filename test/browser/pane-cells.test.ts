import { WITH_COSTLY, openCells, rowsOf, selected, textsOf } from './pane-cells-page';
import { usePane } from './pane-page';

const pane = usePane();

describe('the Cells tab', () => {
  const texts = (): Promise<string[]> => textsOf(pane, 'Cells');
  const count = (text: string | RegExp): Promise<void> => pane.panel.getByText(text).last().waitFor();

  test('lists every MD formula with its place, value and age', async () => {
    await openCells(pane);
    await count('4 cells, 2 with an error');
    const [first] = await texts();
    expect(first!.split(/\n+/)).toEqual([
      'Sheet1!B2',
      expect.stringMatching(/^1\.5/),
      '=MD.QUOTE("EURUSD","mid")',
      expect.stringMatching(/^\d+ s old · price of \w+ \d+, \d{4}, \d+:\d\d [AP]M \S+$/),
    ]);
  });

  test('lets the age of a value go on, in the list and for the selected cell', async () => {
    const now = Date.now();
    await openCells(pane, [['=MD.QUOTE("EURUSD","mid")']], { now: new Date(now) });
    await pane.button('Sheet1!B2').click();
    const selectedCell = pane.page.getByRole('region', { name: 'Selected cell' });
    await selectedCell.getByText('0 s old').waitFor();
    // At the first of these times the recalculation is over, whose end is followed by another look.
    for (const seconds of [10, 50]) {
      await pane.page.clock.setFixedTime(now + seconds * 1000);
      await selectedCell.getByText(`${seconds} s old`).waitFor();
      await rowsOf(pane, 'Cells').getByText(`${seconds} s old`).waitFor({ state: 'attached' });
    }
  });

  test('says that there are none', async () => {
    await openCells(pane, [['=1+1']]);
    await count('No cell of this workbook has an MD formula.');
    expect(await texts()).toEqual([]);
  });

  test('selects a cell when its address is chosen, also with the keyboard', async () => {
    await openCells(pane);
    await pane.button('Sheet1!B4').click();
    expect(await selected(pane)).toBe('Sheet1 3 1');
    await pane.button('Sheet1!B3').focus();
    await pane.page.keyboard.press('Enter');
    expect(await selected(pane)).toBe('Sheet1 2 1');
  });

  test('can filter by cost, and marks costly cells', async () => {
    await openCells(pane, WITH_COSTLY);
    await pane.page.getByLabel('Show', { exact: true }).selectOption('Costly');
    await count('1 of 2 cells');
    expect((await texts())[0]).toMatch(/^Sheet1!B3\n20 requests/);
    await count('Takes 20 requests or more each time it is calculated.');
  });

  test('can filter by errors, with their reasons, and by words in formula, address or error', async () => {
    await openCells(pane);
    await pane.page.getByLabel('Show', { exact: true }).selectOption('With errors');
    await count('2 of 4 cells');
    expect((await texts())[0]).toMatch(/Sheet1!B4[\s\S]*#N\/A[\s\S]*EURXXX/);
    await pane.page.getByLabel('Show', { exact: true }).selectOption('All cells');
    await pane.page.getByLabel('Filter').fill('gbpusd b3');
    await count('1 of 4 cells');
    expect((await texts())[0]).toContain('Sheet1!B3');
    await pane.page.getByLabel('Filter').fill('nothing like it');
    await count('0 of 4 cells');
  });

  test('scans the workbook again whenever it is shown, and on demand', async () => {
    await openCells(pane);
    await pane.choose('settings');
    await pane.enter('C9', ['=MD.QUOTE("GBPUSD","bid")']);
    await pane.choose('cells');
    await count('5 cells, 2 with an error');
    await pane.enter('C10', ['=MD.QUOTE("GBPUSD","ask")']);
    await pane.button('Scan again').click();
    await count('6 cells, 2 with an error');
  });

  test('shows the newest value of a live cell without another scan by hand', async () => {
    const show = (value: number) =>
      pane.page.evaluate((shown) => window.paneTest.host.workbook.loadSaved('C9', '=MD.LIVE("EURUSD")', shown), value);
    await openCells(pane, [['=MD.QUOTE("EURUSD","mid")']]);
    await show(1);
    await pane.button('Scan again').click();
    const value = rowsOf(pane, 'Cells').filter({ hasText: 'MD.LIVE' }).locator('.md-cell-value');
    await value.filter({ hasText: '1' }).waitFor();
    // Again and again: a look that was on its way anyway brings only the first.
    for (const shown of [2, 3]) {
      await show(shown);
      await value.filter({ hasText: String(shown) }).waitFor();
    }
  });

  test('stays fast with thousands of cells, and shows a part first and more on demand', async () => {
    await openCells(pane, []);
    await pane.page.evaluate(() => {
      const cells = Array.from({ length: 20_000 }, (_, row) => {
        const cell = { sheet: 'Big', row, column: 0, rows: 1, columns: 1 };
        return {
          cell,
          formula: `=MD.QUOTE("S${row}")`,
          value: 1,
          text: '1',
          error: undefined,
          spill: cell,
          isInTable: false,
          isLocked: false,
        };
      });
      window.paneTest.host.workbook.formulas = () => Promise.resolve(cells);
    });
    await pane.button('Scan again').click();
    await count('20,000 cells, 0 with an error');
    expect(await rowsOf(pane, 'Cells').count()).toBe(200);
    await pane.button('Show 200 more').click();
    expect(await rowsOf(pane, 'Cells').count()).toBe(400);
    await pane.page.getByLabel('Filter').fill('S19999');
    await count('1 of 20,000 cells');
    expect(await rowsOf(pane, 'Cells').count()).toBe(1);
  });

  test('says why cells could not be read, and keeps the previous list', async () => {
    await openCells(pane);
    await pane.refuse('formulas', 'The workbook is being edited');
    await pane.button('Scan again').click();
    await pane.page.getByRole('alert').filter({ hasText: 'That did not work: The workbook is being edited' }).waitFor();
    expect(await texts()).toHaveLength(4);
  });
});
