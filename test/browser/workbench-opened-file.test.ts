import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { strFromU8, unzipSync } from 'fflate';
import { fileOfOthers } from './opened-file';
import { useWorkbench } from './use-workbench';
import { openFile, saveFile, useFolder } from './workbook-files';

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

  test('keeps every other byte when a number is typed, and has the values that follow from it', async () => {
    await open(bytes);
    await type('C1', '5');
    await bench.shows('D1', (value) => value === 5_000);
    const after = await download();
    expect(changedParts(before, after)).toEqual([SHEET]);
    const expected = before[SHEET]!.replace('<c r="C1"><v>2</v></c>', '<c r="C1"><v>5</v></c>')
      .replace('<v>2000</v>', '<v>5000</v>')
      .replace('<v>2012</v>', '<v>5012</v>');
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

  test('takes texts, formulas and cells where there was none', async () => {
    await open(bytes);
    await type('B2', 'a & b');
    await type('F1', '=B1*2');
    await type('B11', '7');
    await type('A3', '8');
    await bench.shows('F1', (value) => value === 2_000);
    const sheet = (await download())[SHEET]!;
    expect(sheet).toContain('<c r="B2" t="inlineStr"><is><t xml:space="preserve">a &amp; b</t></is></c>');
    expect(sheet).toContain('<c r="F1"><f>B1*2</f><v>2000</v></c></row>');
    expect(sheet).toContain('<row r="3"><c r="A3" s="1"><v>8</v></c><c r="D3">');
    expect(sheet).toContain('</row><row r="11"><c r="B11"><v>7</v></c></row>');
  });

  test('keeps the formula of each cell that follows from the first of those that share one', async () => {
    await open(fileOfOthers({ [SHEET]: (text) => text.replace('>B1+1<', '>D2*2<') }));
    await bench.shows('D5', (value) => value === 16_096);
    await type('D3', '5');
    await bench.shows('D5', (value) => value === 20);
    const sheet = (await download())[SHEET]!;
    expect(sheet).toContain('<c r="D3"><v>5</v></c>');
    expect(sheet).toContain('<c r="D4"><f>D3*2</f><v>10</v></c>');
    expect(sheet).toContain('<c r="D5"><f>D4*2</f><v>20</v></c>');
  });

  test.each([
    ['an array that is no array formula', '<f>ISERR({1,2,3})</f><v>0</v>', 'b', (value: unknown) => value === false],
    ['a line through points, of which one value is shown', '<f>LINEST(B1:B2,C1:C2)</f><v>7</v>', 'n', undefined],
    [
      'a result that fills more cells than the file knows',
      '<f t="array" ref="F1:F2">TRANSPOSE(B1:D1)</f>',
      'n',
      undefined,
    ],
  ])('is downloaded as it was with %s', async (_, cell, kind, isShown) => {
    const file = fileOfOthers({
      [SHEET]: (text) => text.replace('</c></row>', `</c><c r="F1" t="${kind}">${cell}</c></row>`),
    });
    await open(file);
    await bench.shows('F1', isShown ?? ((value) => typeof value === 'number'));
    expect(changedParts(textsOf(file), await download())).toEqual([]);
  });

  test('has all cells of a result that has grown, as one block', async () => {
    const formula = '<f t="array" ref="F1:F2">_xlfn._xlws.FILTER(B1:B3,B1:B3&gt;0)</f><v>1000</v>';
    await open(
      fileOfOthers({
        [SHEET]: (text) =>
          text
            .replace('</c></row>', `</c><c r="F1" cm="1">${formula}</c></row>`)
            .replace('<v>4</v></c><c r="D2"', '<v>4</v></c><c r="F2"><v>3</v></c><c r="D2"'),
      }),
    );
    await bench.shows('F2', (value) => value === 3);
    await type('B3', '9');
    await bench.shows('F3', (value) => value === 9);
    const sheet = (await download())[SHEET]!;
    expect(sheet).toMatch(/<c r="F1"[^>]*><f t="array" ref="F1:F3">_xlfn\._xlws\.FILTER\(/);
    expect(sheet).toContain('<c r="F3"><v>9</v></c>');
  });

  test('loses the order of calculation with a formula, and nothing else', async () => {
    await open(bytes);
    await type('D1', '5');
    const after = await download();
    expect(changedParts(before, after)).toEqual(
      [SHEET, 'xl/calcChain.xml', 'xl/_rels/workbook.xml.rels', '[Content_Types].xml'].sort(),
    );
    expect(after['xl/calcChain.xml']).toBeUndefined();
    expect(after['xl/_rels/workbook.xml.rels']).not.toContain('calcChain');
  });

  test('is a file again that opens with the same values, looks and sizes', async () => {
    await open(bytes);
    await bench.page.evaluate(async () => {
      const { workbook } = window.workbench!.session.host;
      await workbook.write([
        { block: { sheet: 'Model', row: 0, column: 2, rows: 1, columns: 1 }, cells: [[{ format: '0.000' }]] },
      ]);
    });
    const after = await download();
    expect(changedParts(before, after)).toEqual([SHEET, 'xl/styles.xml'].sort());
    expect(after['xl/styles.xml']).toContain('formatCode="0.000"');
    expect(after['xl/styles.xml']).toContain('<dxfs count="1">');
    const styles = [...after['xl/styles.xml']!.matchAll(/<cellXfs count="(\d+)">/g)].map(([, count]) => Number(count));
    const own = Number(/<c r="C1" s="(\d+)"/.exec(after[SHEET]!)![1]);
    expect(own).toBeLessThan(styles[0]!);
  });

  test('has a newly typed formula as an array formula, and the others unchanged', async () => {
    await open(bytes);
    await type('F1', '=SUM(B1:B2*C1:C2)');
    await type('F2', '=SUM(B1:B2)*2');
    await bench.shows('F2', (value) => value === 2_006);
    const after = await download();
    expect(after[SHEET]).toContain('<c r="F1" cm="1"><f t="array" ref="F1">SUM(B1:B2*C1:C2)</f><v>2012</v></c>');
    expect(after[SHEET]).toContain('<c r="F2"><f>SUM(B1:B2)*2</f><v>2006</v></c>');
    expect(after['xl/metadata.xml']).toContain('fDynamic="1"');
  });

  test('calculates a formula that is no array formula with one cell of each range', async () => {
    const old = fileOfOthers({
      [SHEET]: (text) => text.replace('<f>B1*C1</f><v>2000</v>', '<f>B1:B2*C1:C2</f><v>2000</v>'),
    });
    await open(old);
    expect((await bench.shows('D1', (value) => value === 2_000)).value).toBe(2_000);
    expect((await bench.cell('D2')).value).toBe(2_012);
    expect(changedParts(textsOf(old), await download())).toEqual([]);
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
      `Not shown here: ${drawn.join(', ')}. Without effect here: ${idle.join(', ')}. A download keeps them. Rows, columns and sheets may come, go or move without macros following them.`,
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

  test.each([
    ['OFFSET(Model!$A$1,0,0,COUNTA(Model!$A:$A),4)'],
    ["INDEX('Model'!$A:$A,2):Model!$D$9"],
    ['Model!$A$1:$B$4,Model!$D$1:$D$9'],
    ['Rate'],
  ])('has the print area %s still when a sheet is added', async (area) => {
    await open(
      fileOfOthers({
        'xl/workbook.xml': (text) =>
          text.replace(
            '<definedNames>',
            `<definedNames><definedName name="_xlnm.Print_Area" localSheetId="0">${area}</definedName>`,
          ),
      }),
    );
    await bench.page.evaluate(() =>
      window.workbench!.session.host.workbook.addSheet({ name: 'Added', columnWidths: [], rows: [[{ value: 1 }]] }),
    );
    const saved = await download(() => bench.choose('Download'));
    expect(saved['xl/workbook.xml']).toContain(
      `<definedName name="_xlnm.Print_Area" localSheetId="0">${area}</definedName>`,
    );
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
    await bench.page.waitForFunction(
      async () => (await window.workbench!.session.host.workbook.selection()).column === 3,
    );
    expect((await download())[SHEET]).toContain('<f>B1*C1</f><v>1999</v>');
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
