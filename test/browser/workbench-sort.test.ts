import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CellObject } from '@e965/xlsx';
import { excelLayout } from '../support/excel-layout';
import { useWorkbench } from './use-workbench';
import { button, changed, openFile, readBook, saveFile, useFolder } from './workbook-files';

const bench = useWorkbench();
const folder = useFolder();
const SHEET = 'xl/worksheets/sheet1.xml';

beforeAll(async () => {
  await bench.openScratch();
});

const formulas = (...addresses: string[]): Promise<(string | undefined)[]> =>
  bench.page.evaluate((all) => all.map((address) => window.workbench?.formula(address)), addresses);

/** How often cells have asked, be it the service or what it has answered before. */
const rounds = (): Promise<string | undefined> => bench.page.evaluate(() => document.body.dataset.rounds);

const SYMBOLS = ['USDJPY', 'EURUSD', 'GBPUSD', 'AUDUSD'];
/** Symbol, price, amount, their product with a rate beside the table, and a text. */
const rowOf = (symbol: string, row: number): [string, ...string[]] => [
  symbol,
  `=MD.QUOTE(A${row},"bid")`,
  String(row),
  `=B${row}*C${row}*$G$1`,
  `="to "&A${row}`,
];

test('rows are sorted with their formulas, which ask nothing again, and one undo brings them back', async () => {
  await bench.paste('G1', [['2']]);
  await bench.paste('A1', [
    ['Pair', 'Bid', 'Amount', 'Value', 'Text'],
    ...SYMBOLS.map((symbol, index) => rowOf(symbol, index + 2)),
  ]);
  for (const row of [2, 3, 4, 5]) await bench.shows(`D${row}`, (value) => typeof value === 'number');
  const bids = new Map<string, unknown>();
  for (const [index, symbol] of SYMBOLS.entries()) bids.set(symbol, (await bench.cell(`B${index + 2}`)).value);
  const before = await rounds();
  await bench.select('A3');
  await button(bench, 'Sort…').click();
  const dialog = bench.page.getByRole('dialog', { name: 'Sort Scratch!A1:E5' });
  expect(await dialog.getByLabel('The first row has headings').isChecked()).toBe(true);
  expect(await dialog.getByLabel('Sort by').locator('option:checked').textContent()).toBe('Pair (A)');
  await dialog.getByRole('button', { name: 'Sort', exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
  const order = ['AUDUSD', 'EURUSD', 'GBPUSD', 'USDJPY'];
  for (const [index, symbol] of order.entries()) {
    const row = index + 2;
    await bench.shows(`E${row}`, (value) => value === `to ${symbol}`);
    expect((await bench.cell(`A${row}`)).value).toBe(symbol);
    const bid = Number(bids.get(symbol));
    await bench.shows(`B${row}`, (value) => value === bid);
    const product = bid * (SYMBOLS.indexOf(symbol) + 2) * 2;
    await bench.shows(`D${row}`, (value) => Math.abs(Number(value) - product) < 1e-6);
  }
  expect(await formulas('A2', 'B2', 'D5')).toEqual(['', '=MD.QUOTE(A2,"bid")', '=B5*C5*$G$1']);
  expect(await rounds()).toBe(before);
  await bench.press('Control+z', 'E2', (value) => value === 'to USDJPY');
  await bench.shows('B2', (value) => value === bids.get('USDJPY'));
  expect(await formulas('B2', 'D5')).toEqual(['=MD.QUOTE(A2,"bid")', '=B5*C5*$G$1']);
  expect(await rounds()).toBe(before);
});

test('several columns decide, in either order, and looks move with their cells', async () => {
  await bench.page.evaluate(async () => {
    const rows: [string, number, string][] = [
      ['b', 1, '0.00'],
      ['a', 2, '0.0'],
      ['b', 3, 'General'],
    ];
    for (const [index, [text, value, format]] of rows.entries())
      await window.workbench!.session.host.workbook.write(
        { sheet: 'Scratch', row: 20 + index, column: 0, rows: 1, columns: 2 },
        [[{ value: text }, { value, format }]],
      );
  });
  await bench.select('B22');
  await button(bench, 'Sort…').click();
  const dialog = bench.page.getByRole('dialog', { name: 'Sort Scratch!A21:B23' });
  await dialog.getByLabel('Sort by').selectOption({ label: 'Column A' });
  await dialog.getByLabel('Then by').selectOption({ label: 'Column B' });
  await dialog.getByLabel('in this order').last().selectOption('descending');
  await dialog.getByRole('button', { name: 'Sort', exact: true }).click();
  await bench.shows('B21', (value) => value === 2);
  expect(await bench.texts('A21', 'B21', 'A22', 'B22', 'A23', 'B23')).toEqual(['a', '2.0', 'b', '3', 'b', '1.00']);
});

test('the cells of a spill are not sorted, and a sentence says what to do', async () => {
  await bench.enter('J2', '=SEQUENCE(3)');
  await bench.shows('J4', (value) => value === 3);
  await bench.select('J2');
  await button(bench, 'Sort…').click();
  const dialog = bench.page.getByRole('dialog', { name: 'Nothing was sorted' });
  await dialog.getByText('J2:J4 is the result of one formula: put =SORT(…) around it').waitFor();
  await bench.page.keyboard.press('Enter');
  await dialog.waitFor({ state: 'detached' });
  expect(await formulas('J2')).toEqual(['=SEQUENCE(3)']);
});

test('the formula of a table’s column still means its own row', async () => {
  const ofColumn = '<f>Px[[#This Row],[Amount]]*2</f>';
  const bytes = changed(excelLayout(), [
    [SHEET, '<f t="shared" ref="C2:C4" si="0">B2*2</f>', ofColumn],
    [SHEET, '<f t="shared" si="0"/><v>6</v>', `${ofColumn}<v>6</v>`],
    [SHEET, '<f t="shared" si="0"/><v>14</v>', `${ofColumn}<v>14</v>`],
  ]);
  writeFileSync(path.join(folder, 'table.xlsx'), bytes);
  await openFile(bench, path.join(folder, 'table.xlsx'));
  await bench.page.getByRole('button', { name: 'Discard changes' }).click();
  await bench.shows('Px book!C4', (value) => value === 14);
  await bench.select('B3');
  await button(bench, 'Sort…').click();
  await bench.page
    .getByRole('dialog', { name: "Sort 'Px book'!A1:C4" })
    .getByRole('button', { name: 'Sort', exact: true })
    .click();
  await bench.shows('C2', (value) => value === 6);
  expect((await bench.shows('C4', (value) => value === 2501)).value).toBe(2501);
  const file = path.join(folder, 'saved.xlsx');
  await saveFile(bench, file);
  expect((readBook(file).Sheets['Px book']!.C4 as CellObject).f).toBe('Px[[#This Row],[Amount]]*2');
});
