import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { fileOfOthers } from './opened-file';
import { useWorkbench } from './use-workbench';
import { openFile, saveFile, useFolder } from './workbook-files';
import { until } from '../support/until';

const bench = useWorkbench();
const folder = useFolder();
const SHEET = 'xl/worksheets/sheet1.xml';

/** Columns C and D have a number format, which C2 has not. */
const STYLED = fileOfOthers({
  [SHEET]: () =>
    '<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><cols><col min="3" max="4" width="9" style="1"/></cols>' +
    '<sheetData><row r="1"><c r="B1"><v>2</v></c></row><row r="2"><c r="C2"/></row></sheetData></worksheet>',
  'xl/styles.xml': (text) => text.replace('<xf numFmtId="170"', '<xf numFmtId="4"'),
  'xl/worksheets/_rels/sheet1.xml.rels': (text) => text.replace(/<Relationship .*\/>/, ''),
});

async function open(bytes: Uint8Array): Promise<void> {
  const file = path.join(folder, 'Grid.xlsx');
  writeFileSync(file, bytes);
  await openFile(bench, file);
  for (;;) {
    const dialog = bench.page.getByRole('dialog');
    await bench.page.waitForTimeout(500);
    if ((await dialog.count()) === 0) break;
    const discard = dialog.getByRole('button', { name: 'Discard changes' });
    await ((await discard.count()) > 0 ? discard : dialog.getByRole('button').last()).click();
  }
  await bench.shows('Model!B1', (value) => value === 2);
  await bench.remembered();
}

async function download(): Promise<Record<string, string>> {
  const file = path.join(folder, 'saved');
  await saveFile(bench, file);
  return Object.fromEntries(
    Object.entries(unzipSync(readFileSync(file))).map(([name, content]) => [name, strFromU8(content, true)]),
  );
}

describe('a styled column', () => {
  beforeEach(() => open(STYLED));

  test('a blank cell of a styled column shows its number as the column says', async () => {
    await bench.type('C50', '1234.5');
    expect(await bench.texts('C50')).toEqual(['1,234.50']);
    await bench.type('C2', '1234.5');
    expect(await bench.texts('C2')).toEqual(['1234.5']);
  });

  test('lets a cell show the number format of a result, and shows its own format again afterwards', async () => {
    await bench.type('C2', '=DATE(2026,1,2)');
    await bench.shows('C2', (value) => value === 46_024);
    expect(await bench.texts('C2')).not.toEqual(['46024']);
    await bench.type('C2', '1234.5');
    expect(await bench.texts('C2')).toEqual(['1234.5']);
    await bench.type('C3', '=DATE(2026,1,2)');
    await bench.shows('C3', (value) => value === 46_024);
    expect(await bench.texts('C3')).toEqual(['46,024.00']);
  });
});

test('a number format shows texts and numbers by its own sections, in what is copied too', async () => {
  await bench.openNew();
  const shown: readonly (readonly [contents: string, format: string, text: string])[] = [
    ['="no data"', ';;;', ''],
    ['no data', '0;-0;0;"text "@', 'text no data'],
    ['=NA()', ';;;', '#N/A'],
    ['5', ';;;', ''],
    ['0', '0;-0;;@', ''],
    ['-5', '0;;"zero"', ''],
    ['no data', '0;-0;"zero"', 'no data'],
  ];
  for (const [row, [contents, format]] of shown.entries()) {
    await bench.enter(`A${row + 1}`, contents);
    await bench.page.evaluate(
      ([at, chosen]) =>
        window.workbench!.session.host.workbook.write([
          { block: { sheet: 'Sheet1', row: at, column: 0, rows: 1, columns: 1 }, cells: [[{ format: chosen }]] },
        ]),
      [row, format] as const,
    );
  }
  await bench.shows('A3', (value) => value === '#N/A');
  const texts = shown.map(([, , text]) => text);
  expect(await bench.texts(...shown.map((_, row) => `A${row + 1}`))).toEqual(texts);
  await bench.select(`A1:A${shown.length}`);
  await bench.page.keyboard.press('Control+c');
  await until(() =>
    bench.page.evaluate(async (text) => (await navigator.clipboard.readText()) === text, texts.join('\n')),
  );
});

test('a workbook of our own making has one row for each that is in use', async () => {
  await bench.openNew();
  await bench.enter('A1', '1');
  await bench.enter('B5000', '7');
  const after = await download();
  expect(after[SHEET]!.match(/<row /g)).toHaveLength(2);
});

describe('a large file', () => {
  const bytes = fileOfOthers({
    'xl/worksheets/sheet1.xml': () => {
      const rows = Array.from(
        { length: 30_000 },
        (_, row) => `<row r="${row + 1}">${`<c><v>${row}</v></c>`.repeat(20)}</row>`,
      );
      return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows.join('')}</sheetData></worksheet>`;
    },
    'xl/worksheets/_rels/sheet1.xml.rels': (text) => text.replace(/<Relationship .*\/>/, ''),
  });

  test('shows the progress of reading it, and can be cancelled: the open workbook stays', async () => {
    await bench.openNew();
    const seen = await bench.page.evaluateHandle(() => {
      const progress = { title: '', values: [] as number[] };
      // The page itself clicks, in the turn after the fourth: a click from outside could come too late.
      new MutationObserver(() => {
        const dialog = document.querySelector('dialog');
        const bar = dialog?.querySelector('progress');
        if (!dialog || !bar?.hasAttribute('value')) return;
        progress.title = dialog.querySelector('h2')!.textContent;
        if (progress.values.push(bar.value) === 4) dialog.querySelector('button')!.click();
      }).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['value'] });
      return progress;
    });
    await bench.page.setInputFiles('#file', { name: 'Large.xlsx', mimeType: '', buffer: Buffer.from(bytes) });
    await bench.page.waitForFunction(({ values }) => values.length > 3, seen, { timeout: 30_000 });
    await bench.page.getByRole('dialog').waitFor({ state: 'detached', timeout: 10_000 });
    const { title, values } = await seen.evaluate((progress) => progress);
    expect(title).toBe('Opening Large.xlsx');
    expect(values).toHaveLength(4);
    expect(values.toSorted((one, other) => one - other)).toEqual(values);
    expect(values.at(-1)).toBeLessThan(1);
    await bench.enter('D2', '=1+1');
    await bench.shows('D2', (value) => value === 2);
    expect(await bench.page.title()).toContain('New workbook');
    expect(await bench.page.getByRole('dialog').count()).toBe(0);
  });
});
