import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { utils, write } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { fileOfOthers, fileOfRows } from './opened-file';
import { useWorkbench } from './use-workbench';
import { openFile, saveFile, useFolder } from './workbook-files';
import { until } from '../support/until';

const bench = useWorkbench();
const folder = useFolder();
const SHEET = 'xl/worksheets/sheet1.xml';

/** Opens the bytes as a file and answers what the workbench says of it. */
async function open(bytes: Uint8Array, name = 'Others.xlsx'): Promise<string[]> {
  const file = path.join(folder, name);
  writeFileSync(file, bytes);
  await openFile(bench, file);
  const said: string[] = [];
  for (;;) {
    const dialog = bench.page.getByRole('dialog');
    await bench.page.waitForTimeout(1_000);
    if ((await dialog.count()) === 0) return said;
    said.push(await dialog.innerText());
    const discard = dialog.getByRole('button', { name: 'Discard changes' });
    await ((await discard.count()) > 0 ? discard : dialog.getByRole('button').last()).click();
  }
}

/** Types into a cell, as a user does. */
async function type(address: string, text: string): Promise<void> {
  await bench.select(address);
  await bench.page.keyboard.type(text);
  await bench.page.keyboard.press('Enter');
}

async function download(start?: () => Promise<void>): Promise<Record<string, string>> {
  const file = path.join(folder, 'saved');
  await saveFile(bench, file, start);
  return textsOf(readFileSync(file));
}

const textsOf = (bytes: Uint8Array): Record<string, string> =>
  Object.fromEntries(Object.entries(unzipSync(bytes)).map(([name, content]) => [name, strFromU8(content, true)]));

/** The parts that differ. */
const changedParts = (before: Record<string, string>, after: Record<string, string>): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])].filter((name) => before[name] !== after[name]).sort();

describe('a file of another program', () => {
  const bytes = fileOfOthers();
  const before = textsOf(bytes);

  test('is downloaded byte for byte if it was not changed, even with parts that the workbench does not know', async () => {
    const said = await open(bytes);
    expect(said.join()).toContain('A download keeps them');
    expect(changedParts(before, await download())).toEqual([]);
  });

  test('has rows as high as their lines where it gives no heights, which are no change', async () => {
    const lines = fileOfRows(['<row r="1"><c r="A1" s="1" t="inlineStr"><is><t>a\nb\nc\nd</t></is></c></row>']);
    const wrapped = '<alignment wrapText="1"/></xf></cellXfs>';
    const parts = unzipSync(lines);
    const styles = strFromU8(parts['xl/styles.xml']!).replace('/></cellXfs>', () => `>${wrapped}`);
    const given = zipSync({ ...parts, 'xl/styles.xml': strToU8(styles) });
    await open(given);
    const canvas = bench.page.locator('canvas[id^="univer-sheet-main-canvas"]');
    const thirdLine = { x: 400, y: 70 };
    await until(async () => {
      await canvas.click({ position: thirdLine });
      return bench.page.evaluate(async () => (await window.workbench!.session.host.workbook.selection()).row === 0);
    });
    expect(changedParts(textsOf(given), await download())).toEqual([]);
  });

  test('keeps every other byte when a number is typed, and has the values that follow from it', async () => {
    await open(bytes);
    await type('C1', '5');
    await bench.shows('D1', (value) => value === 5_000);
    const after = await download();
    expect(changedParts(before, after)).toEqual([SHEET]);
    const expected = before[SHEET]!.replace('<c r="C1"><v>2</v></c>', '<c r="C1"><v>5</v></c>')
      .replace('<v>2000</v>', '<v>5000</v>')
      .replace('<v>2012</v>', '<v>5012</v>')
      // Excel is to calculate the what-if table.
      .replace(' r1="B1"/>', ' r1="B1" ca="1"/>');
    expect(after[SHEET]).toBe(expected);
  });

  test('has copies of a formula without a number format in cells without one', async () => {
    await open(
      fileOfOthers({
        [SHEET]: (text) => text.replace('</c></row>', '</c><c r="F1"><f>PMT(0.1,2,-B1)</f><v>576.19</v></c></row>'),
      }),
    );
    await bench.shows('F1', (value) => Math.round(Number(value)) === 576);
    await bench.select('F1');
    await bench.page.keyboard.press('Control+c');
    await bench.select('F2');
    await bench.page.keyboard.press('Control+v');
    await bench.shows('F2', (value) => Number(value) < 2);
    await type('F4', '=PMT(0.1,2,-1000)');
    await bench.shows('F4', (value) => Math.round(Number(value)) === 576);
    const [opened, copied, typed] = await bench.texts('F1', 'F2', 'F4');
    expect([opened, copied, typed]).toEqual([
      expect.stringMatching(/^576\.19\d{3}/),
      expect.stringMatching(/^1\.728\d{3}/),
      expect.stringMatching(/^\$576\.19/),
    ]);
  });

  test('is compared when it is calculated, not when the workbook before it is', async () => {
    const { page } = bench;
    await bench.openNew();
    await type('A1', '1');
    const file = path.join(folder, 'Others.xlsx');
    writeFileSync(file, bytes);
    await openFile(bench, file);
    const discard = page.getByRole('dialog').getByRole('button', { name: 'Discard changes' });
    await discard.waitFor();
    await page.evaluate(() => window.workbench?.setFormula('B1', '=A1+41'));
    await bench.shows('B1', (value) => value === 42);
    await discard.click();
    await page.getByRole('dialog').getByRole('button').last().click();
    await bench.shows('D1', (value) => value === 2_000);
    // By then it would be there.
    await page.waitForTimeout(500);
    expect(await page.locator('.workbench-differences').count()).toBe(0);
    expect(changedParts(before, await download())).toEqual([]);
  });

  test('says which of its parts are not drawn, and which have no effect', async () => {
    const [drawn, idle] = [
      ['conditional formats', 'groups of rows or columns', 'different fonts within one cell'],
      [
        'links to other workbooks (their values stay)',
        'macros (they do not run)',
        'rules for input',
        'what-if tables (their values stay)',
        'calculation by hand',
      ],
    ];
    const said = (await open(bytes)).join();
    expect(said).toContain(
      `Not shown here: ${drawn.join(', ')}. Without effect here: ${idle.join(', ')}. A download keeps them; a copy of a sheet has none. Rows, columns and sheets may come, go or move without macros following them.`,
    );
  });

  test('names each further thing that it does not show', async () => {
    const further = fileOfOthers({
      [SHEET]: (text) =>
        text
          .replace('<sheetView tab', '<sheetView rightToLeft="1" showZeros="0" tab')
          .replace('<pageMargins', '<rowBreaks count="1"><brk id="3"/></rowBreaks><pageMargins'),
      'xl/drawings/drawing1.xml': () => '<xdr:wsDr xmlns:xdr="urn:xdr"><xdr:sp/></xdr:wsDr>',
      'xl/workbook.xml': (text) => text.replace('<sheets>', '<workbookProtection lockStructure="1"/><sheets>'),
    });
    const said = (await open(further)).join();
    for (const name of [
      'views from right to left',
      'hidden zeros',
      'page breaks',
      'shapes and text boxes',
      'protection',
    ])
      expect(said).toContain(name);
  });

  test('keeps its macros and its kind', async () => {
    await open(bytes, 'Macros.xlsm');
    const [event] = await Promise.all([bench.page.waitForEvent('download'), bench.choose('Download')]);
    expect(event.suggestedFilename()).toBe('Macros.xlsm');
  });

  test('says which cells are calculated differently, and keeps what the file has there', async () => {
    // What the service fills, and what depends on it, has other values at another time.
    const ofService =
      '<row r="90"><c r="A90"><f t="array" ref="A90:B90">MD.QUOTE("EURUSD","bid,ask")</f><v>1</v></c><c r="B90"><v>1</v></c>' +
      '<c r="C90"><f>B90*2</f><v>2</v></c><c r="D90"><f>COUNT(A90:B90)+B90</f><v>3</v></c></row></sheetData>';
    const wrong = fileOfOthers({
      [SHEET]: (text) => text.replace('<v>2000</v>', '<v>1999</v>').replace('</sheetData>', ofService),
    });
    await open(wrong, 'Wrong.xlsx');
    const list = bench.page.getByRole('status').filter({ hasText: '1 cell is calculated differently here' });
    await list.getByText('2000 here, 1999 in the file').waitFor();
    await list.getByRole('button', { name: 'Model!D1' }).click();
    await until(() =>
      bench.page.evaluate(async () => (await window.workbench!.session.host.workbook.selection()).column === 3),
    );
    expect((await download())[SHEET]).toContain('<f>B1*C1</f><v>1999</v>');
  });

  test('is not compared where its program has left the calculation to Excel', async () => {
    const uncalculated = fileOfOthers({
      [SHEET]: (text) => text.replace('<v>2000</v>', '<v>0</v>'),
      'xl/workbook.xml': (text) => text.replace('<calcPr ', '<calcPr fullCalcOnLoad="1" '),
    });
    await open(uncalculated, 'Uncalculated.xlsx');
    await bench.shows('D1', (value) => value === 2_000);
    // A download waits for the comparison.
    await download();
    expect(await bench.page.locator('.workbench-differences').count()).toBe(0);
  });

  test('has what follows from a number that is typed before everything is calculated, and keeps the rest', async () => {
    const slow = '<row r="50"><c r="A50"><f>B1*3</f><v>3000</v></c><c r="B50"><f>SUM(C1:C2)</f><v>5</v></c></row>';
    const file = path.join(folder, 'Early.xlsx');
    writeFileSync(file, fileOfOthers({ [SHEET]: (text) => text.replace('</sheetData>', `${slow}</sheetData>`) }));
    await bench.openNew();
    await bench.page.evaluate(() => {
      const name = document.getElementById('workbook-name')!;
      new MutationObserver((_, observer) => {
        observer.disconnect();
        setTimeout(() => window.workbench!.setFormula('B1', '7'));
      }).observe(name, { childList: true });
    });
    await openFile(bench, file);
    await bench.page.getByRole('dialog').getByRole('button').last().click();
    await bench.shows('A50', (value) => value === 21);
    const list = bench.page.getByRole('status').filter({ hasText: '1 cell is calculated differently here' });
    await list.getByText('6 here, 5 in the file').waitFor();
    const now = (await download())[SHEET];
    expect(now).toContain('<f>B1*3</f><v>21</v>');
    expect(now).toContain('<f>SUM(C1:C2)</f><v>5</v>');
    expect(now).toContain('<v>kept</v>');
  });

  test('says that a part of an array cannot be changed, by typing or by Delete, and then takes keys again', async () => {
    const array = '<c r="F1"><f t="array" ref="F1:G1">B1:C1*2</f><v>2000</v></c><c r="G1"><v>4</v></c></row>';
    await open(fileOfOthers({ [SHEET]: (text) => text.replace('</row>', array) }), 'Array.xlsx');
    await bench.shows('G1', (value) => value === 4);
    for (const keys of [['9', 'Enter'], ['Delete']]) {
      await bench.select('G1');
      for (const key of keys) await bench.page.keyboard.press(key);
      const dialog = bench.page.getByRole('dialog', { name: 'Nothing was changed' });
      expect(await dialog.innerText()).toContain('You cannot change part of an array: F1:G1');
      await dialog.getByRole('button', { name: 'OK' }).click();
      await bench.shows('G1', (value) => value === 4);
    }
    await type('H1', '7');
    await bench.shows('H1', (value) => value === 7);
  });

  test('says before the download that macros cannot follow inserted rows', async () => {
    await open(bytes);
    await bench.insertRowAbove(2);
    await bench.choose('Download');
    const question = bench.page.getByRole('dialog', { name: 'This download cannot correct everything' });
    expect(await question.innerText()).toContain('macros');
    await question.getByRole('button', { name: 'Cancel' }).click();
  });

  test('takes a new sheet, and keeps its parts of the others', async () => {
    await open(bytes);
    await bench.page.evaluate(() =>
      window.workbench!.session.host.workbook.addSheet({
        name: 'New',
        columnWidths: [20],
        rows: [[{ value: 'Total', style: 'total' }], [{ value: 3 }]],
      }),
    );
    await bench.enter('New!A3', '=Other!A1+Model!B1');
    await bench.shows('New!A3', (value) => value === 1_000);
    const after = await download();
    // The new sheet is the one that is shown.
    expect(after[SHEET]).toBe(before[SHEET]!.replace(' tabSelected="1"', ''));
    expect(after['xl/worksheets/sheet2.xml']).toBe(before['xl/worksheets/sheet2.xml']);
    expect(after['xl/workbook.xml']).toMatch(/name="Model" [^>]*\/><sheet name="Other" [^>]*\/><sheet name="New"/);
    expect(after['xl/worksheets/sheet3.xml']).toContain('<f>Other!A1+Model!B1</f><v>1000</v>');
  });
});

test('the pane names the sheet that is shown for the first time, whose selection is that of the sheet before', async () => {
  const book = utils.book_new();
  for (const name of ['One', 'Two', 'Three']) utils.book_append_sheet(book, utils.aoa_to_sheet([[name]]), name);
  await open(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer, 'Three sheets.xlsx');
  await bench.page.getByRole('tab', { name: 'Cells', exact: true }).click();
  const selected = bench.page.getByRole('region', { name: 'Selected cell' });
  for (const name of ['One', 'Two', 'Three', 'One']) {
    await bench.page.getByRole('tab', { name, exact: true }).click();
    await selected.getByText(`${name}!A1`, { exact: true }).waitFor();
  }
});
