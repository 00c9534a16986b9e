import {
  atRest,
  freezeWorkbook,
  QUOTES,
  openCells,
  rowsOf,
  selected,
  showCells,
  textsOf,
  TWO,
} from './pane-cells-page';
import { usePane } from './pane-page';
import { until } from '../support/until';

const pane = usePane();

describe('freezing in the pane', () => {
  const dialog = (): ReturnType<typeof pane.page.locator> => pane.page.getByRole('alertdialog');
  const formulas = () => pane.readFormulas('B2:B3');
  const values = async () => (await pane.read('B2:B3')).map(({ value }) => value);
  const freeze = async (): Promise<void> => {
    await freezeWorkbook(pane);
    await pane.panel.getByText(/^\d formulas? frozen\.$/).waitFor();
  };
  const freezeAll = async (): Promise<void> => {
    await openCells(pane, TWO);
    await freeze();
  };

  test('asks first, and changes nothing if the user cancels', async () => {
    await openCells(pane, TWO);
    await pane.panel.getByText('Freeze and share').click();
    await pane.button('This sheet').click();
    await dialog().filter({ hasText: 'Replace all MD formulas of this sheet with their values?' }).waitFor();
    await pane.answer('Cancel');
    expect(await formulas()).toEqual(TWO.flat());
    expect(await pane.focused()).toBe('This sheet');
  });

  test('replaces formulas with their values, and lists them with time and source', async () => {
    await freezeAll();
    expect([await formulas(), await values()]).toEqual([
      ['', ''],
      [1.5, 2.5],
    ]);
    await rowsOf(pane, 'Frozen formulas').nth(1).waitFor();
    expect((await textsOf(pane, 'Frozen formulas'))[0]).toMatch(
      /^Sheet1!B2\s+Thaw\s+=MD\.QUOTE\("EURUSD","mid"\)\s+Frozen .*\d.* from https:\/\/service\.test · price of .*\d{4}.*$/,
    );
    await pane.panel.getByText('No cell of this workbook has an MD formula.').last().waitFor();
  });

  test('says of the selected cell what was frozen there, also after rows were inserted above it', async () => {
    await freezeAll();
    await rowsOf(pane, 'Frozen formulas').nth(1).waitFor();
    await pane.page.evaluate(() => window.paneTest.host.workbook.insertRows('Sheet1', 1, 2));
    await pane.select('B5');
    const here = pane.panel.locator('.md-selected');
    await here.filter({ hasText: /^Sheet1!B5\s*Sheet1!B5\s*Thaw\s*=MD\.QUOTE\("GBPUSD","mid"\)\s*Frozen / }).waitFor();
    expect((await textsOf(pane, 'Frozen formulas'))[0]).toMatch(/^Sheet1!B4/);
    await here.getByRole('button', { name: 'Thaw Sheet1!B5' }).click();
    await pane.panel.getByText('1 formula put back.').waitFor();
    expect(await pane.readFormulas('B4:B5')).toEqual(['', TWO[1]![0]]);
  });

  test('says at once that a frozen value was edited, and no longer what it was the price of', async () => {
    await freezeAll();
    await pane.select('B3');
    const here = pane.panel.locator('.md-selected');
    await here.getByText(/ price of /).waitFor();
    await pane.enter('B3', [7.77]);
    await pane.select('B3');
    await here.getByText('edited since').waitFor();
    expect(await here.textContent()).not.toContain('price of');
    expect((await textsOf(pane, 'Frozen formulas')).map((text) => text.includes('edited since'))).toEqual([
      false,
      true,
    ]);
    await pane.enter('B3', [2.5]);
    await pane.select('B3');
    await here.getByText(/ price of /).waitFor();
    await here.getByText('edited since').waitFor({ state: 'detached' });
  });

  test('says what becomes of formulas that refer to a whole result with #', async () => {
    await openCells(pane, [['=MD.QUOTE("EURUSD,GBPUSD","mid")']]);
    await freezeWorkbook(pane);
    const report =
      '1 formula frozen. Formulas that refer to a result with #, such as A1#, show #REF! until it is thawed.';
    await pane.panel.getByText(report).waitFor();
  });

  test('ends the cost of live cells, and thawing brings it back', async () => {
    await openCells(pane, [['=MD.LIVE("EURUSD","mid",,10)'], ['=MD.QUOTE("GBPUSD","mid")']]);
    const cost = pane.panel.getByText('Live cells: about 360 requests an hour.');
    await cost.waitFor();
    // Its end would have the cost counted again by itself.
    await atRest(pane);
    await freezeWorkbook(pane);
    await cost.waitFor({ state: 'detached' });
    await pane.button('Thaw all').click();
    await cost.waitFor();
  });

  test('can be undone for single formulas', async () => {
    await freezeAll();
    await pane.button('Thaw Sheet1!B3').press('Enter');
    await pane.panel.getByText('1 formula put back.').waitFor();
    expect(await formulas()).toEqual(['', TWO[1]![0]]);
    await rowsOf(pane, 'Frozen formulas').nth(1).waitFor({ state: 'detached' });
    // The row had the focus; now its neighbour has.
    expect(await pane.focused()).toBe('Sheet1!B2');
  });

  test('takes back its report when the user undoes it, in whichever language that is', async () => {
    await pane.open({ apiKey: 'mine', answer: QUOTES });
    await pane.page.evaluate(() => {
      const listeners = new Set<() => void>();
      const { workbook } = window.paneTest.host;
      const on = workbook.on.bind(workbook);
      workbook.on = (event, listener) => {
        if (event !== 'undone') return on(event, listener);
        listeners.add(listener);
        return () => listeners.delete(listener);
      };
      Object.assign(window, { undo: () => listeners.forEach((listener) => listener()) });
    });
    await showCells(pane, TWO);
    await freeze();
    await pane.choose('settings');
    await pane.page.getByLabel('Language of the pane').selectOption('de');
    await pane.choose('cells');
    const report = pane.panel.getByText('2 Formeln eingefroren.');
    await report.waitFor();
    await pane.page.evaluate('undo()');
    await report.waitFor({ state: 'detached' });
  });

  test('takes back its report once the formulas are in their cells again, as after Undo in Excel', async () => {
    await freezeAll();
    await pane.enter('B2', ...TWO);
    await pane.button('Scan again').click();
    await pane.panel.getByText('2 formulas frozen.').waitFor({ state: 'detached' });
  });

  test('asks before thawing overwrites edited values, and thaws the others', async () => {
    await freezeAll();
    await pane.enter('B2', [99]);
    await pane.choose('settings');
    await pane.choose('cells');
    await pane.panel.getByText('edited since').waitFor();
    await pane.button('Thaw all').click();
    await dialog().filter({ hasText: '1 frozen block was edited since.' }).waitFor();
    expect(await formulas()).toEqual(['', TWO[1]![0]]);
    await pane.answer('Cancel');
    expect((await values())[0]).toBe(99);
    await pane.button('Thaw all').click();
    await pane.answer('Overwrite');
    await pane.panel.getByText('1 formula put back.').waitFor();
    await until(() => pane.page.evaluate(async () => (await window.paneTest.host.workbook.formulas()).length === 2));
  });

  test('keeps its list while the workbook cannot be read, such as while a cell is edited', async () => {
    await freezeAll();
    await rowsOf(pane, 'Frozen formulas').nth(1).waitFor();
    await pane.refuse('readPart', 'Excel is editing a cell');
    await pane.button('Scan again').click();
    await pane.page.evaluate(async () => {
      for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    });
    expect(await rowsOf(pane, 'Frozen formulas').count()).toBe(2);
  });

  test('reports what it skipped, and why', async () => {
    await openCells(pane, TWO);
    await pane.page.evaluate(() => {
      window.paneTest.host.workbook.tableBlocks.push({ sheet: 'Sheet1', row: 2, column: 1, rows: 1, columns: 1 });
    });
    await freeze();
    const skipped = rowsOf(pane, '1 skipped:');
    expect(await skipped.innerText()).toMatch(/^Sheet1!B3\s+It is in a table/);
    await skipped.getByRole('button').click();
    expect(await selected(pane)).toBe('Sheet1 2 1');
  });

  test('is offered to a user who wants to share a copy, with a description of what others will see', async () => {
    await openCells(pane, TWO);
    await pane.panel.getByText('Freeze and share').click();
    await pane.panel.getByText('Share a copy').click();
    await pane.panel.getByText(/without this add-in sees the numbers as you saved them/).waitFor();
    await pane.panel.getByText(/may find #N\/A in place of the numbers/).waitFor();
    await pane.button('Freeze workbook').click();
    await dialog().filter({ hasText: 'Replace all MD formulas of this workbook with their values?' }).waitFor();
    await pane.answer('Freeze');
    await pane.panel
      .locator('details', { hasText: 'Share a copy' })
      .getByText('No cell of this workbook has an MD formula.')
      .first()
      .waitFor();
    await pane.button('Freeze workbook').waitFor({ state: 'detached' });
  });
});
