import { openCells, quoteRequests, rowsOf, TWO } from './pane-cells-page';
import { usePane } from './pane-page';

const pane = usePane();

/** From now on the cells show this error, until `cure` is called or, where that helps, until a formula is written. */
const showInstead = (error: string, helps: 'write' | 'nothing'): Promise<void> =>
  pane.page.evaluate(
    ([shown, cure]) => {
      const { workbook } = window.paneTest.host;
      const formulas = workbook.formulas.bind(workbook);
      const read = workbook.read.bind(workbook);
      const write = workbook.write.bind(workbook);
      const restore = (): void => {
        Object.assign(workbook, { formulas, read, write });
      };
      Object.assign(window, { cure: restore });
      Object.assign(workbook, {
        formulas: async () => (await formulas()).map((cell) => ({ ...cell, text: shown, error: shown })),
        read: async (...args: Parameters<typeof read>) =>
          (await read(...args)).map((rows) =>
            rows.map((row) => row.map((cell) => (cell.formula ? { ...cell, value: shown } : cell))),
          ),
        write: (...args: Parameters<typeof write>) => {
          if (cure === 'write') restore();
          return write(...args);
        },
      });
    },
    [error, helps] as const,
  );

const showTabAgain = async (): Promise<void> => {
  await pane.choose('settings');
  await pane.choose('cells');
};

test('formulas at #NAME?, which the spreadsheet calculated before it knew them, are entered again', async () => {
  await openCells(pane, TWO);
  await showInstead('#NAME?', 'write');
  // As if it had not called the functions yet.
  await pane.page.evaluate(() => Object.assign(window.paneTest.session.cells, { lastAt: () => undefined }));
  await showTabAgain();
  await pane.panel.getByText('2 formulas show #NAME?: Excel calculated them before it knew the add-in.').waitFor();
  await pane.button('Enter these formulas again').click();
  await pane.panel.getByText('2 formulas entered again.').waitFor();
  await rowsOf(pane, 'Cells').filter({ hasText: '2.5' }).waitFor();
  expect(await pane.button('Enter these formulas again').count()).toBe(0);
});

test('a misspelt function, which is #NAME? too, is not offered to be entered again', async () => {
  await openCells(pane, [['=MD.QUOTES("EURUSD")']]);
  await rowsOf(pane, 'Cells').filter({ hasText: '#NAME?' }).waitFor();
  expect(await pane.button('Enter these formulas again').count()).toBe(0);
});

test('a text without straight quotes, which is #NAME? too, is told so in place of that', async () => {
  await openCells(pane, [['=2*MD.QUOTE(“EURUSD”)']]);
  await showInstead('#NAME?', 'nothing');
  await showTabAgain();
  await rowsOf(pane, 'Cells').filter({ hasText: '#NAME?' }).waitFor();
  await pane.select('B2');
  await pane.panel.getByText('If “EURUSD” is a text, write it in straight quotes').first().waitFor();
  expect(await pane.button('Enter these formulas again').count()).toBe(0);
});

test('arguments separated as in other countries, which are #NAME? too, are told so in place of that', async () => {
  await openCells(pane, [['=2*MD.CONVERT(1;"EUR";"USD")']]);
  await showInstead('#NAME?', 'nothing');
  await showTabAgain();
  await rowsOf(pane, 'Cells').filter({ hasText: '#NAME?' }).waitFor();
  await pane.select('B2');
  await pane.panel.getByText('Separate the arguments by commas').first().waitFor();
  expect(await pane.button('Enter these formulas again').count()).toBe(0);
});

test('cells that stay at #BUSY! although their values are there are named once that cannot be helped, and refreshed', async () => {
  await openCells(pane, TWO);
  await pane.page.clock.install();
  await pane.page.evaluate(() => window.paneTest.stuck.start());
  await showInstead('#BUSY!', 'nothing');
  const requests = await quoteRequests(pane);
  const cells = [{ sheet: 'Sheet1', row: 1, column: 1, rows: 2, columns: 1 }];
  await pane.page.evaluate((blocks) => window.paneTest.host.workbook.calculate(blocks), cells);
  const listed = pane.panel.getByText('Excel shows #BUSY! in 2 cells whose values it has had for a while.');
  // Ten seconds until they are calculated again, and ten until that has not helped either.
  while ((await listed.count()) === 0) await pane.page.clock.runFor(5_000);
  expect(await quoteRequests(pane)).toBe(requests);
  await pane.page.evaluate('cure()');
  await pane.button('Refresh these').click();
  await pane.page.clock.runFor(5_000);
  await listed.waitFor({ state: 'detached' });
});
