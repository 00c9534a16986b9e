import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CellObject, WorkBook } from '@e965/xlsx';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { excelLayout } from '../support/excel-layout';
import { HAS_LIBRE_OFFICE, throughLibreOffice } from '../support/libre-office';
import { useWorkbench } from './use-workbench';
import { button, openFile, partOf, readBook, saveFile, useFolder } from './workbook-files';

const FIXTURES = path.join(__dirname, '..', 'fixtures', 'workbooks');

const bench = useWorkbench();
const folder = useFolder();
const excel = path.join(folder, 'excel.xlsx');

beforeAll(() => {
  writeFileSync(excel, excelLayout());
  writeFileSync(path.join(folder, 'excel-1904.xlsx'), excelLayout({ date1904: true }));
  writeFileSync(path.join(folder, 'excel-linked.xlsx'), excelLayout({ isLinked: true }));
});

const read = (file: string): WorkBook => readBook(file, { cellStyles: true });

/** Saves the open workbook, and returns the file. */
async function save(name: string): Promise<string> {
  const file = path.join(folder, `saved-${name}`);
  await saveFile(bench, file);
  return file;
}

/** What a reader sees of each cell: formula, value and number format. Blank cells are left out. */
const cellsOf = (book: WorkBook, sheet: string): Record<string, readonly unknown[]> =>
  Object.fromEntries(
    Object.entries(book.Sheets[sheet]!)
      .filter(([address]) => !address.startsWith('!'))
      .map(([address, cell]) => [address, cell as CellObject] as const)
      .filter(([, { v, f }]) => f !== undefined || (v !== undefined && v !== ''))
      .map(([address, { v, f, z }]) => [address, [f, v, z]]),
  );

describe.each([
  ['openpyxl', path.join(FIXTURES, 'openpyxl.xlsx')],
  ['LibreOffice', path.join(FIXTURES, 'libreoffice.xlsx')],
])('a workbook of %s', (program, file) => {
  const before = read(file);
  let after: WorkBook;

  beforeAll(async () => {
    await openFile(bench, file);
    await bench.shows('Book & keeping!D5', (value) => typeof value === 'number');
    await bench.shows('Book & keeping!D8', (value) => value === 42);
    after = read(await save(`${program}.xlsx`));
  });

  it('is calculated', async () => {
    expect((await bench.cell('Book & keeping!D5')).value).toBeCloseTo(
      1_250_000.5 * 1.0418 - 500_000 * 1.3325 + 3 * 0.00661,
      6,
    );
    expect(
      await bench.texts(...['D7', 'A8', 'B8', 'C8', 'B9', 'D9', 'B7'].map((cell) => `Book & keeping!${cell}`)),
    ).toEqual(['under', '#DIV/0!', '0', '2026', 'TRUE', '2026-12-20', '20.11.2026 14:30']);
  });

  it('is written back with its formulas, values and formats', () => {
    expect(after.SheetNames).toEqual(before.SheetNames);
    for (const sheet of before.SheetNames) {
      const [original, kept] = [cellsOf(before, sheet), cellsOf(after, sheet)];
      expect(Object.keys(kept).sort()).toEqual(Object.keys(original).sort());
      for (const [address, [formula, value, format]] of Object.entries(original)) {
        expect([address, kept[address]![0]]).toEqual([address, formula]);
        expect([address, kept[address]![2] ?? 'General']).toEqual([address, format ?? 'General']);
        // openpyxl calculates nothing: its formulas have no values.
        if (formula === undefined || program !== 'openpyxl')
          expect([address, kept[address]![1]]).toEqual([
            address,
            typeof value === 'number' ? expect.closeTo(value, 9) : value,
          ]);
      }
    }
  });

  it('keeps its names, merged cells, sizes, hidden rows, columns and sheets, page and tab', () => {
    const names = (book: WorkBook) =>
      (book.Workbook?.Names ?? []).map(({ Name, Ref, Sheet }) => `${Name} ${Ref} ${Sheet}`).sort();
    expect(names(after)).toEqual(names(before));
    const [original, kept] = [before, after].map((book) => book.Sheets['Book & keeping']!);
    expect(kept!['!merges']).toEqual(original!['!merges']);
    expect([kept!['!rows']?.[0]?.hpt, kept!['!rows']?.[9]?.hidden]).toEqual([30, true]);
    expect(kept!['!cols']?.[0]?.width).toBeCloseTo(original!['!cols']![0]!.width!, 1);
    expect(after.Workbook?.Sheets?.map(({ Hidden }) => Hidden)).toEqual([0, 1]);
    const xml = partOf(after, 'xl/worksheets/sheet1.xml');
    expect(xml).toMatch(/<tabColor rgb="..0B45C4" ?\/>/);
    expect(xml).toContain('orientation="landscape"');
    expect(xml).toContain('&amp;L&amp;A&amp;R&amp;P / &amp;N</oddFooter>');
  });
});

describe('a workbook in the layout of Excel', () => {
  let after: WorkBook;

  beforeAll(async () => {
    await openDiffering(excel);
    await bench.shows('Report!A1', (value) => value === 2521);
    after = read(await save('excel.xlsx'));
  });

  it('shows the same as Excel: shared and inline texts, shared formulas, spills, A1# and @, dates', async () => {
    const cell = async (address: string) => (await bench.cell(`Px book!${address}`)).value;
    expect(await Promise.all(['A2', 'A3', 'A4', 'D6', 'B6', 'C6'].map(cell))).toEqual([
      'EURUSD',
      'two runs',
      'inline',
      ' blanks around ',
      true,
      '#DIV/0!',
    ]);
    expect(await Promise.all(['C2', 'C3', 'C4', 'A7', 'A9', 'B7', 'B8'].map(cell))).toEqual([2501, 6, 14, 1, 3, 6, 4]);
    expect(await bench.texts('Px book!B2')).toEqual(['1,250.50 USD']);
  });

  it('calculates structured references by the addresses that they stand for', async () => {
    expect((await bench.cell('Px book!E2')).value).toBe(1260.5);
    expect((await bench.cell('Px book!E3')).value).toBe(4);
  });

  it('has its other formulas as Excel writes them', () => {
    const formulas = ['C3', 'E4', 'A7', 'B7', 'C7', 'D7', 'B8'].map(
      (address) => (after.Sheets['Px book']![address] as CellObject).f,
    );
    expect(formulas).toEqual([
      'B3*2',
      'IF(B2>Limit,"over","under")',
      '_xlfn.SEQUENCE(3)',
      'SUM(_xlfn.ANCHORARRAY(A7))',
      '_xlfn.SINGLE(B2:B4)+_xlfn.STDEV.S(B2:B4)',
      '_xlfn._xlws.SORT(A2)',
      '_xlfn.LET(_xlpm.x,B3,_xlpm.x+1)',
    ]);
    expect(after.Sheets['Px book']?.A7).toMatchObject({ F: 'A7:A9' });
  });

  it('is downloaded as it was', () => {
    const before = read(excel);
    for (const part of ['xl/styles.xml', 'xl/workbook.xml', 'xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'])
      expect(partOf(after, part)).toBe(partOf(before, part));
  });

  it('keeps its page, tab and frozen panes', () => {
    const xml = partOf(after, 'xl/worksheets/sheet1.xml');
    expect(xml).toContain('<sheetPr><tabColor rgb="FF0B45C4"/><pageSetUpPr fitToPage="1"/></sheetPr>');
    expect(xml).toContain('<pageSetup paperSize="9" orientation="landscape" fitToHeight="0"/>');
    expect(xml).toContain('<pane xSplit="1" ySplit="1" topLeftCell="B2" activePane="bottomRight" state="frozen"/>');
    expect(after.Workbook?.Names).toContainEqual({ Name: '_xlnm.Print_Titles', Ref: "'Px book'!$1:$1", Sheet: 0 });
  });

  it('keeps the values of links to other workbooks, and says so', async () => {
    await openFile(bench, path.join(folder, 'excel-linked.xlsx'));
    await bench.page
      .getByText(
        'Without effect here: links to other workbooks (their values stay). A download keeps them; a copy of a sheet has none.',
      )
      .waitFor();
    await bench.page.keyboard.press('Enter');
    expect((await bench.cell('Px book!A10')).value).toBe(77);
    expect(read(await save('linked.xlsx')).Sheets['Px book']?.A10).toMatchObject({ t: 'n', v: 77 });
  });

  it('shows the right dates if it counts days from 1904, also in a download', async () => {
    await openFile(bench, path.join(folder, 'excel-1904.xlsx'));
    await bench.page.getByText('a download counts from 1904 again').waitFor();
    await bench.page.keyboard.press('Enter');
    expect(await bench.texts('Px book!A6', 'Px book!B3')).toEqual(['11/21/2030', '3.00 USD']);
    const book = read(await save('1904.xlsx'));
    expect(book.Workbook?.WBProps?.date1904).toBe(true);
    expect(book.Sheets['Px book']?.A6).toMatchObject({ v: 46_346 });
    expect(book.Sheets['Px book']?.B3).toMatchObject({ v: 3 });
  });
});

/** Opens a file of which the workbench calculates something else, and waits until it says so. */
async function openDiffering(file: string): Promise<void> {
  await openFile(bench, file);
  await bench.page.getByRole('heading', { name: 'calculated differently here' }).waitFor();
}

/** The workbook in the layout of Excel with another text in its first sheet. */
function crafted(name: string, edit: (xml: string) => string): string {
  const parts = unzipSync(excelLayout());
  const sheet = 'xl/worksheets/sheet1.xml';
  const file = path.join(folder, name);
  writeFileSync(file, zipSync({ ...parts, [sheet]: strToU8(edit(strFromU8(parts[sheet]!))) }));
  return file;
}

test('a cell with a crafted address changes nothing that all objects inherit', async () => {
  const inherited = () => bench.page.evaluate(() => Reflect.ownKeys(Object.prototype).map(String));
  const before = await inherited();
  await openDiffering(crafted('crafted.xlsx', (xml) => xml.replace('r="D6"', 'r="__proto__"')));
  await bench.shows('Report!A1', (value) => value === 2521);
  expect([await inherited(), (await bench.cell('Px book!D6')).value]).toEqual([before, null]);
});

test('a file of which a part is cut off is refused: the rest would be another workbook', async () => {
  await openFile(
    bench,
    crafted('cut.xlsx', (xml) => xml.slice(0, xml.indexOf('<row r="4"'))),
  );
  await bench.page.getByText('cut.xlsx cannot be opened: it is damaged, or not an Excel workbook (.xlsx).').waitFor();
  await bench.page.keyboard.press('Enter');
  expect((await bench.cell('Report!A1')).value).toBe(2521);
});

test('a sheet that is added with a page layout has it in a download', async () => {
  await bench.page.evaluate(() =>
    window.workbench?.session.host.workbook.addSheet({
      name: 'My model',
      rows: [[{ value: 'Model', style: 'title' }], [{ value: 'Pair', style: 'heading' }], [{ value: 1 }]],
      columnWidths: [10],
      print: { area: 'A1:C3', orientation: 'landscape', titleRows: '2:2' },
    }),
  );
  const book = read(await save('added.xlsx'));
  const xml = partOf(book, `xl/worksheets/sheet${book.SheetNames.indexOf('My model') + 1}.xml`);
  expect(xml).toContain('<pageSetUpPr fitToPage="1"/>');
  expect(xml).toMatch(
    /<pageSetup orientation="landscape" fitToHeight="0"\/><headerFooter><oddFooter>.*<\/headerFooter>/,
  );
  const names = (book.Workbook?.Names ?? []).map(({ Name, Ref }) => `${Name} ${Ref}`);
  expect(names).toContain("_xlnm.Print_Titles 'My model'!$2:$2");
  expect(names).toContain("_xlnm.Print_Area 'My model'!$A$1:$C$3");
});

/** Of every kind that a file holds in its own way: new names, spills, texts, dates, errors. */
const FORMULAS: readonly (readonly [formula: string, format?: string])[] = [
  ['=1/3'],
  ['=T.DIST.2T(1.5,10)'],
  ['=GAMMA(4.5)'],
  ['=STDEV.S({1,2,4})'],
  ['=IFNA(NA(),"none")'],
  ['=XOR(1=1,1=2)'],
  ['=NETWORKDAYS.INTL(DATE(2026,11,20),DATE(2026,12,24),1)'],
  ['=WORKDAY.INTL(DATE(2026,11,20),5)', 'yyyy-mm-dd'],
  ['=TEXTJOIN(", ",1=1,"a","b & <c>")'],
  ['=NPV(8%,{42,45,48,50})', '#,##0.00'],
  ['=SUMPRODUCT({1;2;3},{4;5;6})'],
  ['=1/0'],
  ['="“quoted” – ü 日本"'],
  ['=A1+A2*2', '0.0%'],
  ['=IFS(A3>5,"high",1=1,"low")'],
  ['=MAXIFS(A1:A4,A1:A4,"<5")'],
  ['=CEILING.MATH(7.3,2)'],
  ['=NORM.S.INV(0.975)'],
];

(HAS_LIBRE_OFFICE ? describe : describe.skip)('LibreOffice (left out where it is not installed)', () => {
  it('opens a file of the workbench with the same formulas and the same values', async () => {
    await bench.choose('Reset model');
    await button(bench, 'Discard changes')
      .or(bench.page.getByText('Scratch', { exact: true }))
      .first()
      .click();
    await bench.shows('Model!N12', (value) => typeof value === 'number');
    await bench.page.evaluate(
      (formulas) =>
        window.workbench?.session.host.workbook.write([
          {
            block: { sheet: 'Scratch', row: 0, column: 0, rows: formulas.length, columns: 1 },
            cells: formulas.map(([formula, format]) => [{ formula, ...(format === undefined ? {} : { format }) }]),
          },
        ]),
      FORMULAS,
    );
    await bench.shows(`Scratch!A${FORMULAS.length}`);
    const file = await save('calculated.xlsx');
    const [own, other] = [read(file), read(throughLibreOffice(file, folder))];
    // A gamma function is approximated: two programs agree in its first eight digits.
    const shown = (book: WorkBook) =>
      FORMULAS.map(([formula], index) => {
        const { f, v, z } = book.Sheets.Scratch![`A${index + 1}`] as CellObject;
        const value = typeof v === 'number' ? v.toPrecision(8) : v;
        return [formula, f?.replaceAll(' ', ''), value, String(z ?? 'General').replaceAll('\\', '')];
      });
    expect(shown(other)).toEqual(shown(own));
    // What rests on figures of the service, which LibreOffice has not: the values that were saved are there.
    expect(other.SheetNames).toEqual(own.SheetNames);
    expect(other.Sheets.Model?.B6?.v).toBe('EURUSD');
  });
});
