import { freezeWorkbook, NEVER, QUOTES, showCells, TWO, WATCH_LIST, WITH_COSTLY } from './pane-cells-page';
import type { PaneOptions, PanePage } from './pane-page';
import type { Scene } from './pane-scenes';

/** The workbook must have its formulas before the tab of the cells is shown. */
const atCells = (
  formulas: Parameters<typeof showCells>[1],
  act: (pane: PanePage) => Promise<void>,
  answer: NonNullable<PaneOptions['answer']> = QUOTES,
): Scene => ({
  options: { apiKey: 'mine', answer },
  act: async (pane) => {
    await showCells(pane, formulas, answer !== NEVER);
    await act(pane);
  },
});

const freezeAll = async (pane: PanePage): Promise<void> => {
  await freezeWorkbook(pane);
  await pane.page.getByRole('list', { name: 'Frozen formulas' }).waitFor();
};

const refreshAll = async (pane: PanePage): Promise<void> => {
  await pane.button('All').first().click();
  await pane.answer('Refresh');
};

/** The states of the cells, of refreshing and freezing them, and of the sample models. */
export const CELL_SCENES: Readonly<Record<string, Scene>> = {
  cells: atCells(WATCH_LIST, (pane) => pane.panel.getByText('EURXXX').first().waitFor()),
  'selected error': atCells(WATCH_LIST, async (pane) => {
    await pane.button('Sheet1!B4').click();
    await pane.page.getByRole('region', { name: 'Selected cell' }).getByText('EURXXX').waitFor();
  }),
  'where it comes from': atCells([...TWO, ['=SUM(B2:B3)']], async (pane) => {
    await pane.select('B4');
    await pane.panel.getByText('Sheet1!B4', { exact: true }).waitFor();
    await pane.button('Where it comes from').click();
    await pane.button('Copy as text').waitFor();
  }),
  'costly cells': atCells(WITH_COSTLY, async ({ page, panel }) => {
    await page.getByLabel('Show', { exact: true }).selectOption('Costly');
    await panel.getByText('1 of 2 cells').waitFor();
  }),
  'no cells': atCells([['1']], (pane) => pane.panel.getByText('No cell of this workbook').last().waitFor()),
  'cost of a refresh': atCells(WATCH_LIST, async (pane) => {
    await pane.button('All').first().click();
    await pane.page.getByRole('alertdialog').waitFor();
  }),
  refreshing: atCells(
    TWO,
    async (pane) => {
      await refreshAll(pane);
      await pane.page.getByRole('progressbar').waitFor();
    },
    NEVER,
  ),
  'refreshed in part': atCells(WATCH_LIST, async (pane) => {
    await refreshAll(pane);
    await pane.panel.getByText('could not be refreshed:').waitFor();
  }),
  sharing: atCells(TWO, async ({ panel }) => {
    await panel.getByText('Freeze and share').click();
    await panel.getByText('Share a copy').click();
    await panel.getByText('may find #N/A').waitFor();
  }),
  frozen: atCells(TWO, freezeAll),
  'frozen, one skipped': atCells(TWO, async (pane) => {
    await pane.page.evaluate(() => {
      window.paneTest.host.workbook.tableBlocks.push({ sheet: 'Sheet1', row: 2, column: 1, rows: 1, columns: 1 });
    });
    await freezeAll(pane);
    await pane.panel.getByText('1 skipped:').waitFor();
  }),
  'thawing what was edited': atCells(TWO, async (pane) => {
    await freezeAll(pane);
    await pane.enter('B2', [99]);
    await pane.button('Thaw Sheet1!B3').click();
    await pane.panel.getByText('edited since').waitFor();
    await pane.button('Thaw all').click();
    await pane.page.getByRole('alertdialog').waitFor();
  }),
  snapshots: atCells(TWO, async (pane) => {
    await pane.panel.getByText('Snapshots', { exact: true }).click();
    await pane.enter('C2', [1_250], [830], [2_080]);
    await pane.select('C2:C4');
    await pane.button('Mark the selection').click();
    await pane.panel.getByRole('list', { name: 'Results to keep too' }).waitFor();
    await pane.panel.getByLabel('Name', { exact: true }).fill('Friday');
    await pane.button('Take a snapshot').click();
    await pane.panel.getByText('“Friday” keeps 2 formulas.').waitFor();
    await pane.panel.getByLabel('When', { exact: true }).selectOption('Every week');
    await pane.panel.getByText('at least 1 request').waitFor();
    await pane.panel.getByRole('button', { name: 'Set', exact: true }).click();
    await pane.panel.getByText('Next: ').waitFor();
  }),
  models: {
    options: { apiKey: 'mine', tab: 'models' },
    async act(pane) {
      await pane.button('Insert FX watch list').click();
      await pane.panel.getByText('Inserted as sheet').waitFor();
    },
  },
};
