import { openCells } from './pane-cells-page';
import { usePane } from './pane-page';

const pane = usePane();

async function traceIn(...formulas: string[][]): Promise<void> {
  await openCells(pane, formulas);
  await pane.panel.locator('summary', { hasText: 'Trace' }).click();
  await pane.panel.getByRole('button', { name: 'Trace', exact: true }).click();
}

describe('the trace in the pane', () => {
  test('says how many cells depend on errors, and selects one that is chosen', async () => {
    await traceIn(['=MD.QUOTE("EURXXX","mid")', '=B2*2', '=C2+1']);
    await pane.panel.getByText('2 cells depend on 1 error.').first().waitFor();
    await pane.panel.getByRole('list', { name: 'Dependents' }).getByRole('button').click();
    const column = await pane.page.evaluate(async () => (await window.paneTest.host.workbook.selection()).column);
    expect(column).toBe(2);
  });

  test('says that it was stopped, and not that there are no faults', async () => {
    await openCells(pane, [['=MD.QUOTE("EURXXX","mid")', '=B2*2']]);
    await pane.page.evaluate(() => {
      const { workbook } = window.paneTest.host;
      const formulas = workbook.formulas.bind(workbook);
      workbook.formulas = () => new Promise((resolve) => Object.assign(window, { goOn: () => resolve(formulas()) }));
    });
    await pane.panel.locator('summary', { hasText: 'Trace' }).click();
    await pane.panel.getByRole('button', { name: 'Trace', exact: true }).click();
    await pane.button('Stop').click();
    await pane.page.evaluate(() => (window as unknown as { goOn?: () => void }).goOn?.());
    await pane.panel.getByText('Stopped.', { exact: true }).waitFor();
  });

  test('says so if there are no faults', async () => {
    await traceIn(['=MD.QUOTE("EURUSD","mid")', '=B2*2']);
    await pane.panel
      .getByText('No MD cell shows or hides an error, or shows a last value or an old answer.')
      .first()
      .waitFor();
  });
});
