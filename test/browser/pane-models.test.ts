import { usePane } from './pane-page';

const pane = usePane();

describe('the sample models', () => {
  test('are inserted as new sheets, and shown', async () => {
    await pane.open({ apiKey: 'mine', tab: 'models' });
    for (const name of [
      'FX watch list',
      'Portfolio',
      'Trading calendar',
      'Filings tracker',
      'Credit screen',
      'Holdings at risk',
      'Index report',
      'Discounted cash flow',
    ]) {
      await pane.button(`Insert ${name}`).click();
      await pane.panel.getByText(/^Inserted as sheet/).waitFor();
    }
    const { names, selected } = await pane.page.evaluate(async () => ({
      names: (await window.paneTest.host.workbook.outline()).sheets,
      selected: await window.paneTest.host.workbook.selection(),
    }));
    expect(names.slice(-8)).toEqual([
      ...['FX watch list', 'Portfolio', 'Trading calendar', 'Filings tracker'],
      ...['Credit screen', 'Holdings at risk', 'Index report', 'DCF'],
    ]);
    expect(selected).toEqual({ sheet: 'DCF', row: 0, column: 0, rows: 1, columns: 1 });
  });

  test('report the name under which they were inserted, also to screen readers, with the keyboard alone', async () => {
    await pane.open({ apiKey: 'mine', tab: 'models' });
    await pane.button('Insert Discounted cash flow').press('Enter');
    await pane.panel.getByText('Inserted as sheet DCF.').waitFor();
    await pane.page.locator('[aria-live="polite"]').filter({ hasText: 'Inserted as sheet DCF.' }).waitFor();
    await pane.button('Insert Discounted cash flow').press('Enter');
    await pane.panel.getByText(/^Inserted as sheet DCF .*2/).waitFor();
  });

  test('report why one could not be inserted', async () => {
    await pane.open({ apiKey: 'mine', tab: 'models' });
    await pane.refuse('addSheet', 'The structure of the workbook is protected');
    await pane.button('Insert FX watch list').click();
    await pane.page
      .getByRole('alert')
      .filter({ hasText: 'That did not work: The structure of the workbook is protected' })
      .waitFor();
    expect(await pane.focused()).toBe('Insert');
  });

  test('say how many requests they take, before they are inserted', async () => {
    await pane.open({ apiKey: 'mine', tab: 'models' });
    const screen = pane.panel.getByRole('listitem').filter({ has: pane.button('Insert Credit screen') });
    await screen.getByText('Takes at least 58 requests.').waitFor();
  });

  test('mention that the live cells need a key', async () => {
    await pane.open({ tab: 'models' });
    await pane.panel.getByText('Without an API key the live cells show #N/A.').waitFor();
  });
});
