import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { WorkBook } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { HAS_LIBRE_OFFICE, throughLibreOffice } from '../support/libre-office';
import { snapshots } from '../../src/app/workbook/snapshot';
import { compareSnapshot } from '../../src/app/workbook/snapshot-compare';
import { TRAITS } from '../../src/functions/generated/function-traits';
import { sessionOnPage } from './page-workbook';
import { useWorkbench } from './use-workbench';
import { button, openFile, readBook, saveFile, useFolder } from './workbook-files';

const bench = useWorkbench();
const session = sessionOnPage(bench);
const folder = useFolder();
const file = path.join(folder, 'Friday.xlsx');

/** A new workbook with two balances, their rates and a total, of which “Friday” is kept and written as a sheet. */
beforeAll(async () => {
  await session.ready;
  const { page } = bench;
  await button(bench, 'New').click();
  await page.waitForFunction(() => document.title === 'New workbook – MD workbench');
  const amounts = { sheet: 'Sheet1', row: 1, column: 1, rows: 2, columns: 1 };
  await session.host.workbook.write(amounts, [[{ value: 1000 }], [{ value: 2000 }]]);
  for (const [address, text] of [
    ['A1', 'Account'],
    ['B1', 'Amount'],
    ['C1', 'Rate'],
    ['D1', 'Dollars'],
    ['A2', 'Euro'],
    ['A3', 'Sterling'],
    ['A5', 'Total'],
    ['C2', '=MD.QUOTE("EURUSD")'],
    ['C3', '=MD.QUOTE("GBPUSD")'],
    ['D2', '=B2*C2'],
    ['D3', '=B3*C3'],
    ['D5', '=D2+D3'],
  ] as const)
    await bench.enter(`Sheet1!${address}`, text);
  await bench.shows('Sheet1!D5', (value) => typeof value === 'number');
  await page.getByRole('tab', { name: 'Cells' }).click();
  await page.getByText('Snapshots', { exact: true }).click();
  await bench.select('B2:D5');
  await button(bench, 'Mark the selection').click();
  await page.getByRole('list', { name: 'Results to keep too' }).waitFor();
  await page.getByLabel('Name', { exact: true }).fill('Friday');
  await button(bench, 'Take a snapshot').click();
  await page.getByText('“Friday” keeps 2 formulas.').first().waitFor();
  await page.getByRole('button', { name: 'Write “Friday” as a sheet' }).click();
  await page.getByText('The sheet “Friday” holds plain values').first().waitFor();
  await saveFile(bench, file);
});

/** The table's rows: what is in each cell, and how it is formatted. */
const tableOf = (book: WorkBook) =>
  Array.from({ length: 12 }, (_, row) =>
    Array.from('ABCDEFGHIJ', (column) => {
      const { v, z, f } = (book.Sheets.Friday![`${column}${row + 1}`] ?? {}) as { v?: unknown; z?: string; f?: string };
      return { value: v, format: z, formula: f };
    }),
  );

const valuesOf = (book: WorkBook) => tableOf(book).map((row) => row.map(({ value }) => value ?? ''));

const names = (rows: unknown[][]) => rows.slice(5).map((row) => row.slice(0, 4));

const LINES = [
  ['Sheet1!B2', 'Euro · Amount', '', ''],
  ['Sheet1!C2', 'Euro · Rate', 'EURUSD', 'mid'],
  ['Sheet1!D2', 'Euro · Dollars', '', ''],
  ['Sheet1!B3', 'Sterling · Amount', '', ''],
  ['Sheet1!C3', 'Sterling · Rate', 'GBPUSD', 'mid'],
  ['Sheet1!D3', 'Sterling · Dollars', '', ''],
  ['Sheet1!D5', 'Total · Dollars', '', ''],
];

test('the file has the table as plain values, dates as numbers with a format', async () => {
  const table = tableOf(readBook(file));
  expect(names(valuesOf(readBook(file)))).toEqual(LINES);
  expect(table.flat().filter(({ formula }) => formula !== undefined)).toEqual([]);
  const [, rate] = table.slice(5);
  expect(rate![4]!.value).toBe((await bench.cell('Sheet1!C2')).value);
  for (const time of [rate![5]!, rate![6]!]) {
    expect(time.value).toEqual(expect.any(Number));
    expect(time.format).toBe('yyyy-mm-dd hh:mm:ss');
  }
  expect(rate![8]!.value).toBe('=MD.QUOTE("EURUSD")');
});

(HAS_LIBRE_OFFICE ? describe : describe.skip)('after LibreOffice has saved the file', () => {
  let saved = '';

  beforeAll(() => {
    saved = throughLibreOffice(file, folder);
  });

  test('the table is the same, to the last digit', () => {
    expect(valuesOf(readBook(saved))).toEqual(valuesOf(readBook(file)));
    const { format } = tableOf(readBook(saved))[6]![5]!;
    expect(format?.replaceAll('\\', '')).toBe('yyyy-mm-dd hh:mm:ss');
  });

  test('the workbook opened again still has what it needs to compare', async () => {
    await openFile(bench, saved);
    await bench.shows('Sheet1!D5', (value) => typeof value === 'number');
    expect(await comparedIn('Sheet1')).toEqual(LINES.map(([, label]) => label).sort());
  });
});

/** The labels of all cells that a comparison with “Friday” finds on a sheet. */
async function comparedIn(sheet: string): Promise<string[]> {
  const kept = await snapshots(session);
  expect(kept.map(({ name, resultCount }) => [name, resultCount])).toEqual([['Friday', 5]]);
  const { all } = await compareSnapshot(session, kept[0]!.id, TRAITS);
  return all
    .filter(({ block, older, newer }) => block.sheet === sheet && older !== undefined && newer !== undefined)
    .map(({ label }) => label)
    .sort();
}

test('after somebody has renamed and moved the sheets, the cells are found again', async () => {
  const parts = unzipSync(new Uint8Array(readFileSync(file)));
  const name = 'xl/workbook.xml';
  const renamed = strFromU8(parts[name]!)
    .replaceAll('Sheet1', 'Cash')
    .replace(/(<sheet [^>]*name="Cash"[^>]*\/>)(<sheet .*?\/>)/, '$2$1')
    .replaceAll(/localSheetId="(\d)"/g, (_, index) => `localSheetId="${1 - Number(index)}"`);
  expect(renamed.indexOf('name="Cash"')).toBeGreaterThan(renamed.indexOf('name="Friday"'));
  const moved = path.join(folder, 'moved.xlsx');
  writeFileSync(moved, zipSync({ ...parts, [name]: strToU8(renamed) }));
  await openFile(bench, moved);
  await bench.shows('Cash!D5', (value) => typeof value === 'number');
  expect(await comparedIn('Cash')).toEqual(LINES.map(([, label]) => label).sort());
});
