import { freezeWorkbook, openCells, rowsOf, TWO } from './pane-cells-page';
import { usePane } from './pane-page';
import { until } from '../support/until';

const pane = usePane();

const UNDONE = 'Undo brought values back: 2 thawed formulas are out of their cells again.';

const formulas = (): Promise<string[]> =>
  pane.page.evaluate(async () => (await window.paneTest.host.workbook.formulas()).map(({ formula }) => formula));

/** As Excel's own undo does: the values are back, and what the workbook keeps is as it was. */
const undoThawing = (): Promise<void> => pane.enter('B2', [1.5], [2.5]);

async function freezeAndThaw(): Promise<void> {
  await openCells(pane, TWO);
  await freezeWorkbook(pane);
  await pane.button('Thaw all').click();
  await pane.panel.getByText('2 formulas put back.').waitFor();
}

describe('Undo after thawing', () => {
  test('is noticed when the selection moves, and its formulas can be thawed again', async () => {
    await freezeAndThaw();
    expect(await rowsOf(pane, 'Frozen formulas').count()).toBe(0);
    await undoThawing();
    await pane.select('B2:B3');
    await pane.panel.getByText(UNDONE).waitFor();
    await rowsOf(pane, 'Frozen formulas').first().filter({ hasText: 'Undo brought its values back' }).waitFor();
    await pane.button('Thaw again').click();
    await pane.panel.getByText(UNDONE).waitFor({ state: 'detached' });
    expect(await formulas()).toEqual(TWO.flat());
  });

  test('is told apart from other values that the user entered, which are not thawed with the rest', async () => {
    await freezeAndThaw();
    await undoThawing();
    await pane.enter('B3', [7]);
    await pane.choose('settings');
    await pane.choose('cells');
    await pane.panel.getByText('Undo brought values back: 1 thawed formula is out of its cell again.').waitFor();
    await pane.panel.getByText('Thawed, then replaced').click();
    await rowsOf(pane, 'Thawed, then replaced').getByText('something else was entered since').waitFor();
    await pane.button('Thaw all').click();
    await pane.panel.getByText('1 formula put back.').waitFor();
    expect(await formulas()).toEqual([TWO[0]![0]]);
    await pane.button('Thaw Sheet1!B3').click();
    await pane.answer('Overwrite');
    await until(() => pane.page.evaluate(async () => (await window.paneTest.host.workbook.formulas()).length === 2));
  });
});

test('the list looks again at cells that wait, although nothing says when the spreadsheet shows their values', async () => {
  await openCells(pane, TWO);
  await rowsOf(pane, 'Cells').filter({ hasText: '2.5' }).waitFor();
  await pane.page.evaluate(() => {
    const { workbook } = window.paneTest.host;
    const read = workbook.formulas.bind(workbook);
    const waits = async (): ReturnType<typeof read> =>
      (await read()).map((cell) => ({ ...cell, text: '#GETTING_DATA', error: '#GETTING_DATA' }));
    Object.assign(workbook, { formulas: waits });
    Object.assign(window, { show: () => Object.assign(workbook, { formulas: read }) });
  });
  await pane.choose('settings');
  await pane.choose('cells');
  await rowsOf(pane, 'Cells').filter({ hasText: '#GETTING_DATA' }).nth(1).waitFor();
  await pane.page.evaluate('show()');
  await rowsOf(pane, 'Cells').filter({ hasText: '2.5' }).waitFor();
});
