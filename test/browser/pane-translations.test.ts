import { openCells, QUOTES, selected } from './pane-cells-page';
import { usePane } from './pane-page';
import { violationsOn } from './accessibility';

const pane = usePane();

const search = () => pane.page.getByRole('combobox', { name: 'Find functions, symbols, markets' });
const start = () => pane.button('Translate these cells');
const list = () => pane.panel.getByRole('list', { name: /of other? add-ins?|of another add-in/ });

const THEIRS = ['=BDP("EUR Curncy","PX_LAST")', '=BDP("AAPL US Equity","PX_VOLUME")', '=TR("GBP=","CF_BID")*2'];

describe('formulas of other add-ins in the pane', () => {
  test('are listed before and after, with the reason where nothing fits, and translated at a click', async () => {
    await openCells(
      pane,
      THEIRS.map((formula) => [formula]),
    );
    await pane.select('B2:B4');
    await start().click();
    await pane.panel.getByText('3 formulas of other add-ins in the selection.').first().waitFor();
    const rows = await list().getByRole('listitem').allInnerTexts();
    expect(rows[0]).toContain('=BDP("EUR Curncy","PX_LAST") → =MD.QUOTE("EURUSD","mid")');
    expect(rows[1]).toContain('PX_VOLUME: the service does not have it.');
    expect(rows[2]).toContain('→ =MD.QUOTE("GBPUSD","bid")*2');
    expect(await violationsOn(pane.page)).toEqual([]);
    await pane.button('Translate 2 formulas').click();
    await pane.panel.getByText('2 formulas translated.').waitFor();
    expect(await pane.readFormulas('B2:B4')).toEqual([
      '=MD.QUOTE("EURUSD","mid")',
      THEIRS[1],
      '=MD.QUOTE("GBPUSD","bid")*2',
    ]);
  });

  test('are not found where there are none', async () => {
    await openCells(pane, [['=1+1']]);
    await pane.select('B2');
    await start().click();
    await pane.panel.getByText('0 formulas of other add-ins in the selection.').first().waitFor();
    expect(await pane.page.getByRole('button', { name: /^Translate \d/ }).count()).toBe(0);
  });

  test('are translated in the search, where ours is inserted into the selected cell', async () => {
    await pane.open({ apiKey: 'mine', answer: QUOTES, tab: 'functions' });
    await search().fill('=IFERROR(BDP("EUR Curncy","PX_LAST"),0)');
    await pane.page.getByText('=IFERROR(MD.QUOTE("EURUSD","mid"),0)').waitFor();
    expect(await violationsOn(pane.page)).toEqual([]);
    await pane.page.getByRole('button', { name: 'Insert', exact: true }).click();
    await pane.page.getByText('Inserted in Sheet1!A1.').waitFor();
    expect(await selected(pane)).toBe('Sheet1 0 0');
  });

  test('from a country with its own names of functions are inserted with the English ones that a workbook takes', async () => {
    await pane.open({ apiKey: 'mine', answer: QUOTES, tab: 'functions' });
    await search().fill('=WENNFEHLER(RUNDEN(BDP("EUR Curncy";"PX_LAST");4);0)');
    await pane.page.getByText('=IFERROR(ROUND(MD.QUOTE("EURUSD","mid"),4),0)').waitFor();
    // Pasted, the English names would be wrong there.
    expect(await pane.page.getByRole('button', { name: 'Copy', exact: true }).count()).toBe(0);
    await pane.page.getByRole('button', { name: 'Insert', exact: true }).click();
    await pane.page.getByText('Inserted in Sheet1!A1.').waitFor();
  });

  test('have a reason in the search where nothing fits, and other formulas have no match', async () => {
    await pane.open({ apiKey: 'mine', answer: QUOTES, tab: 'functions' });
    await search().fill('=GOOGLEFINANCE("GOOG";"pe")');
    await pane.page.getByText('pe: the service does not have it.').waitFor();
    // The names of its fields find functions of ours, which would lie over the reason.
    await search().fill('=RTD("tos.rtd",,"LAST","AAPL")');
    await pane.page.getByText('RTD tos.rtd: MD has no function for this.').waitFor();
    expect(await pane.page.getByRole('option').count()).toBe(0);
    await search().fill('=VLOOKUP(A1,B:C,2)');
    await pane.page.getByText('No matches for “=VLOOKUP(A1,B:C,2)”.').waitFor();
  });

  test('are found by the name of their product or function alone', async () => {
    await pane.open({ apiKey: 'mine', answer: QUOTES, tab: 'functions' });
    for (const name of ['bloomberg', 'BDP', 'GOOGLEFINANCE', 'stockhistory', 'Capital IQ']) {
      await search().fill(name);
      const start = pane.page.getByRole('button', { name: 'Translate these cells' });
      await start.waitFor();
      await search().fill('no such thing');
      await start.waitFor({ state: 'detached' });
    }
  });
});
