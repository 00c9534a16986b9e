import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { CellObject, WorkBook } from '@e965/xlsx';
import { excelLayout } from '../support/excel-layout';
import { HAS_LIBRE_OFFICE_AT_NIGHT, throughLibreOffice } from '../support/libre-office';
import { useWorkbench } from './use-workbench';
import { openFile, partOf, readBook, saveFile, useFolder } from './workbook-files';

const bench = useWorkbench();
const folder = useFolder();

function open(name: string, content: Uint8Array): Promise<void> {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return openFile(bench, file);
}

/** Saves the open workbook, and returns the file. */
async function save(): Promise<string> {
  const file = path.join(folder, 'saved.xlsx');
  await saveFile(bench, file);
  return file;
}

const saved = async (): Promise<WorkBook> => readBook(await save());

const table = (book: WorkBook): string => partOf(book, 'xl/tables/table1.xml');
const formula = (book: WorkBook, sheet: string, address: string): string | undefined =>
  (book.Sheets[sheet]![address] as CellObject).f;

describe('a workbook with a table', () => {
  beforeAll(async () => {
    await open('tables.xlsx', excelLayout());
    await bench.shows('Report!A1', (value) => value === 2521);
  });

  it('is written with the table, and with the formulas that name its columns', async () => {
    const book = await saved();
    expect(formula(book, 'Px book', 'E2')).toBe('SUM(Px[Amount])');
    expect(formula(book, 'Px book', 'E3')).toBe('Px[[#This Row],[Amount]]+1');
    expect(book.Sheets.Report?.A1).toMatchObject({ f: 'SUM(Px[Twice])', v: 2521 });
    expect(book.Workbook?.Names).toContainEqual({ Name: 'Amounts', Ref: 'Px[Amount]' });
    expect(table(book)).toContain(
      'name="Px" displayName="Px" ref="A1:C4" totalsRowShown="0"><autoFilter ref="A1:C4"/>',
    );
    expect(table(book)).toContain('<tableColumn id="2" name="Amount"/>');
    expect(table(book)).toContain('<calculatedColumnFormula>Px[[#This Row],[Amount]]*2</calculatedColumnFormula>');
    expect(table(book)).toContain('<tableStyleInfo name="TableStyleMedium2" showRowStripes="1"/>');
    expect(partOf(book, 'xl/worksheets/sheet1.xml')).toContain(
      '<tableParts count="1"><tablePart r:id="rId1"/></tableParts></worksheet>',
    );
    expect(partOf(book, 'xl/worksheets/_rels/sheet1.xml.rels')).toContain('Id="rId1"');
    expect(partOf(book, '[Content_Types].xml')).toContain('PartName="/xl/tables/table1.xml"');
  });

  (HAS_LIBRE_OFFICE_AT_NIGHT ? it : it.skip)(
    'is calculated by LibreOffice (at night, where it is installed)',
    async () => {
      const book = readBook(throughLibreOffice(await save(), folder));
      expect([book.Sheets['Px book']?.E2?.v, book.Sheets['Px book']?.E3?.v, book.Sheets.Report?.A1?.v]).toEqual([
        1260.5, 4, 2521,
      ]);
      expect(formula(book, 'Px book', 'E2')).toBe('SUM(Px[Amount])');
    },
  );

  it('has them on a later visit too, even after rows were inserted above', async () => {
    await bench.page.getByText('Px book', { exact: true }).click();
    await bench.insertRowAbove(1);
    await bench.shows('Px book!A2', (value) => value === 'Pair');
    await bench.remembered();
    await bench.page.reload();
    await bench.shows('Report!A1', (value) => value === 2521);
    const book = await saved();
    expect(table(book)).toContain('ref="A2:C5" totalsRowShown="0"><autoFilter ref="A2:C5"/>');
    expect(formula(book, 'Px book', 'E3')).toBe('SUM(Px[Amount])');
    expect(formula(book, 'Px book', 'E4')).toBe('Px[[#This Row],[Amount]]+1');
  });

  it('has addresses instead of names if a heading was changed', async () => {
    await bench.type('B2', 'Sum');
    const book = await saved();
    expect(table(book)).toContain('<tableColumn id="2" name="Sum"/>');
    expect(formula(book, 'Px book', 'E3')).toBe('SUM($B$3:$B$5)');
    expect(formula(book, 'Report', 'A1')).toBe('SUM(Px[Twice])');
  });

  it('has #REF! for a table that does not exist, and addresses for one that exists', async () => {
    await bench.enter('G2', '=SUM(Gone[Amount])');
    await bench.enter('G3', '=SUM(Px[Sum])');
    await bench.enter('G4', '=[Other.xlsx]Rates!A1');
    for (const address of ['G2', 'G3', 'G4']) await bench.shows(address);
    const book = await saved();
    expect(['G2', 'G3', 'G4'].map((address) => formula(book, 'Px book', address))).toEqual([
      'SUM(#REF!)',
      'SUM($B$3:$B$5)',
      '#REF!',
    ]);
  });

  it('has ordinary cells if Excel would refuse the table', async () => {
    await bench.type('C2', 'Sum');
    const book = await saved();
    expect(table(book)).toBe('');
    expect(partOf(book, 'xl/worksheets/sheet1.xml')).not.toContain('tableParts');
    expect(book.Sheets.Report?.A1).toMatchObject({ f: "SUM('Px book'!$C$3:$C$5)", v: 2521 });
  });
});
