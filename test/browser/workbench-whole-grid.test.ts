import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { fileOfOthers } from './opened-file';
import { useWorkbench } from './use-workbench';
import { openFile, saveFile, useFolder } from './workbook-files';

/** How a file of a few lines reaches to the end of the grid, and what it costs. */
const bench = useWorkbench();
const folder = useFolder();
const SHEET = 'xl/worksheets/sheet1.xml';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const CELLS = '<row r="1"><c r="A1"><v>1</v></c><c r="B1"><f>A1+1</f><v>2</v></c></row>';

const YELLOW =
  '<fill><patternFill patternType="solid"><fgColor rgb="FFFFFF00"/><bgColor indexed="64"/></patternFill></fill></fills>';
const STYLES = (text: string): string =>
  text
    .replace('<fills count="2">', '<fills count="3">')
    .replace('</fills>', YELLOW)
    .replace('<cellXfs count="2">', '<cellXfs count="3">')
    .replace('</cellXfs>', '<xf numFmtId="4" fontId="0" fillId="2" borderId="0" xfId="0" applyFill="1"/></cellXfs>');

const fileWith = (before: string, rows: string, after = ''): Uint8Array =>
  fileOfOthers({
    [SHEET]: () => `<worksheet xmlns="${MAIN}">${before}<sheetData>${CELLS}${rows}</sheetData>${after}</worksheet>`,
    'xl/styles.xml': STYLES,
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

/** The first sheet as this browser keeps it. */
const kept = (): Promise<{ cells: number; merged: number; filtered: number; rowCount: number; bg?: unknown }> =>
  bench.page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve) => {
      const request = indexedDB.open('md-workbench');
      request.onsuccess = () => resolve(request.result);
    });
    const all = await new Promise<{ data: Record<string, never> }[]>((resolve) => {
      const request = database.transaction('workbook').objectStore('workbook').getAll();
      request.onsuccess = () => resolve(request.result as never);
    });
    database.close();
    const { sheets, resources } = all.at(-1)!.data as unknown as {
      sheets: Record<
        string,
        { cellData: Record<string, object>; mergeData: Record<string, number>[]; rowCount: number }
      >;
      resources: { name: string; data: string }[];
    };
    const sheet = sheets['sheet-1']!;
    const count = ({ startRow, endRow, startColumn, endColumn }: Record<string, number>): number =>
      (endRow! - startRow! + 1) * (endColumn! - startColumn! + 1);
    const filters = JSON.parse(resources.find(({ name }) => name === 'SHEET_FILTER_PLUGIN')?.data ?? '{}') as Record<
      string,
      { ref: Record<string, number> }
    >;
    return {
      cells: Object.values(sheet.cellData).reduce((sum, row) => sum + Object.keys(row).length, 0),
      merged: sheet.mergeData.reduce((sum, range) => sum + count(range), 0),
      filtered: Object.values(filters).reduce((sum, { ref }) => sum + count(ref), 0),
      rowCount: sheet.rowCount,
    };
  });

const ALL_COLUMNS = '<cols><col min="1" max="16384" width="9" style="2" customWidth="1"/></cols>';

test.each([
  ['a formatted cell in the last row', fileWith('', '<row r="1048576"><c r="A1048576" s="2"/></row>')],
  ['a formatted cell in the last row and column', fileWith('', '<row r="1048576"><c r="XFD1048576" s="2"/></row>')],
  ['a formatted last row', fileWith('', '<row r="1048576" s="2" customFormat="1"/>')],
  ['a value in the last cell', fileWith('', '<row r="1048576"><c r="XFD1048576"><v>7</v></c></row>')],
  ['formatted columns', fileWith(ALL_COLUMNS, '')],
  ['formatted columns and a far cell', fileWith(ALL_COLUMNS, '<row r="1048576"><c r="XFA1048576" s="1"/></row>')],
  ['formatted columns and a far value', fileWith(ALL_COLUMNS, '<row r="1048576"><c r="A1048576"><v>1</v></c></row>')],
  ['the dimension of the whole grid', fileWith('<dimension ref="A1:XFD1048576"/>', '')],
  ['a merged column', fileWith('', '', '<mergeCells count="1"><mergeCell ref="D1:D1048576"/></mergeCells>')],
  ['merged cells', fileWith('', '', '<mergeCells count="1"><mergeCell ref="C3:XFD1048576"/></mergeCells>')],
  ['a filter', fileWith('', '', '<autoFilter ref="A1:XFD1048576"/>')],
  [
    'a conditional format',
    fileWith(
      '',
      '',
      '<conditionalFormatting sqref="A1:XFD1048576"><cfRule type="cellIs" priority="1" operator="lessThan"><formula>1</formula></cfRule></conditionalFormatting>',
    ),
  ],
])('what reaches to the end of the grid costs what the file has %s', async (_, bytes) => {
  await open(bytes);
  const { cells, merged, filtered, rowCount } = await kept();
  expect(cells).toBeLessThanOrEqual(3);
  expect(merged).toBeLessThan(10_000);
  expect(filtered).toBeLessThan(10_000);
  const before = Object.keys(unzipSync(bytes)).length;
  expect(Object.keys(await download())).toHaveLength(before);
  // A value at the end is the only reason for a sheet of that size.
  if (!strFromU8(unzipSync(bytes)[SHEET]!).includes('1048576"><v>')) expect(rowCount).toBeLessThan(20_000);
});

test('merged cells beyond the sheet are downloaded whole when others come', async () => {
  await open(fileWith('', '', '<mergeCells count="1"><mergeCell ref="D1:D1048576"/></mergeCells>'));
  await bench.page.evaluate(() => window.workbench!.setFormula('A1', '3'));
  expect((await download())[SHEET]).toContain('<mergeCell ref="D1:D1048576"/>');
});

describe('a styled column', () => {
  beforeEach(() =>
    open(fileWith('<cols><col min="3" max="4" width="9" style="2"/></cols>', '<row r="2"><c r="C2"/></row>')),
  );

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

  test('a new cell has the style of its column in the download', async () => {
    await bench.type('D3', '5');
    const after = (await download())[SHEET]!;
    expect(after).toContain('<c r="D3" s="2"><v>5</v></c>');
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
  await bench.page.waitForFunction(async (text) => (await navigator.clipboard.readText()) === text, texts.join('\n'));
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

test('each cell of a long chain that is calculated differently is found', async () => {
  const length = 12_000;
  const rows = Array.from(
    { length },
    (_, index) => `<row r="${index + 2}"><c r="A${index + 2}"><f>A${index + 1}+1</f><v>0</v></c></row>`,
  );
  await open(fileWith('', rows.join('')));
  await bench.page.getByText(`${length} cells are calculated differently here`).waitFor({ timeout: 60_000 });
});
