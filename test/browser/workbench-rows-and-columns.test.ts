import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { type CellObject, utils, type WorkBook, write } from '@e965/xlsx';
import { excelLayout } from '../support/excel-layout';
import { HAS_LIBRE_OFFICE_AT_NIGHT, throughLibreOffice } from '../support/libre-office';
import { useWorkbench } from './use-workbench';
import { button, changed, openFile, partOf, readBook, saveFile, useFolder } from './workbook-files';
import { until } from '../support/until';

const bench = useWorkbench();
const folder = useFolder();
const saved = path.join(folder, 'saved.xlsx');
const SHEET = 'xl/worksheets/sheet1.xml';

const isNumber = (value: unknown): boolean => typeof value === 'number';

async function open(name: string, content: Uint8Array): Promise<void> {
  writeFileSync(path.join(folder, name), content);
  await openFile(bench, path.join(folder, name));
}

/** How often cells have asked, be it the service or what it has answered before. */
const rounds = (): Promise<string | undefined> => bench.page.evaluate(() => document.body.dataset.rounds);

describe('a whole column as argument', () => {
  beforeAll(async () => {
    await bench.openScratch();
    await bench.paste('A1', [['EURUSD'], ['GBPUSD'], ['USDJPY']]);
  });
  afterAll(() => bench.empty('Scratch'));

  it('fills as many rows as are in use, with a request for all of them', async () => {
    await bench.type('C5', 'below');
    await bench.enter('C1', '=MD.QUOTE(A:A)');
    await bench.shows('Scratch!C3', isNumber);
    expect(await bench.texts('Scratch!C4', 'Scratch!C5')).toEqual(['', 'below']);
    expect((await bench.cell('Scratch!C1')).value).toEqual(expect.any(Number));
  });

  it('grows when another symbol is typed below', async () => {
    await bench.type('A4', 'AUDUSD');
    await bench.shows('Scratch!C4', isNumber);
  });

  it('counts only the part in use', async () => {
    await bench.enter('E1', '=MD.COMPLETE(A:A)');
    expect((await bench.shows('Scratch!E1')).value).toBe(true);
  });

  it('gives a value for each row in place of one value', async () => {
    await bench.enter('G1', '=MD.CONVERT(1,LEFT(A1,3),"CHF")');
    await bench.enter('G2', '=MD.CONVERT(1,"CHF",B:B)');
    await bench.type('B1', 'EUR');
    await bench.type('B2', 'USD');
    await bench.shows('Scratch!G3', isNumber);
    expect((await bench.cell('Scratch!G4')).value).toBeNull();
  });

  it('gives an error sentence if it contains the formula itself', async () => {
    await bench.enter('J1', '=MD.QUOTE(J:J)');
    await bench.shows('Scratch!J1', (value) => value === '#VALUE!');
    expect((await bench.cell('Scratch!J1')).message).toContain('refers to its own cell');
  });
});

describe('sorting', () => {
  beforeAll(() => bench.openScratch());

  const formulas = (...addresses: string[]): Promise<(string | undefined)[]> =>
    bench.page.evaluate((all) => all.map((address) => window.workbench?.formula(address)), addresses);

  /** Three of them change places in a circle, so that back is another way than forth. */
  const SYMBOLS = ['USDJPY', 'EURUSD', 'AUDUSD', 'GBPUSD'];
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
    await bench.choose('Sort…');
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
    await bench.page.keyboard.press('Control+z');
    await bench.shows('E2', (value) => value === 'to USDJPY');
    for (const [index, symbol] of SYMBOLS.entries())
      await bench.shows(`B${index + 2}`, (value) => value === bids.get(symbol));
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
        await window.workbench!.session.host.workbook.write([
          {
            block: { sheet: 'Scratch', row: 20 + index, column: 0, rows: 1, columns: 2 },
            cells: [[{ value: text }, { value, format }]],
          },
        ]);
    });
    await bench.select('B22');
    await bench.choose('Sort…');
    const dialog = bench.page.getByRole('dialog', { name: 'Sort Scratch!A21:B23' });
    await dialog.getByLabel('Sort by').selectOption({ label: 'Column A' });
    await dialog.getByLabel('Then by').selectOption({ label: 'Column B' });
    await dialog.getByLabel('in this order').last().selectOption('descending');
    await dialog.getByRole('button', { name: 'Sort', exact: true }).click();
    await bench.shows('B21', (value) => value === 2);
    expect(await bench.texts('A21', 'B21', 'A22', 'B22', 'A23', 'B23')).toEqual(['a', '2.0', 'b', '3', 'b', '1.00']);
    await button(bench, 'Edit').focus();
    await bench.page.keyboard.press('Control+z');
    await bench.shows('B21', (value) => value === 1);
  });

  test('does not move the cells of a spill, and says which formula shows them in order', async () => {
    const dialog = bench.page.getByRole('dialog', { name: 'Nothing was sorted' });
    const advice = async (address: string): Promise<string> => {
      await bench.select(address);
      await bench.choose('Sort…');
      const text = await dialog.getByText('is the result of one formula').textContent();
      await bench.page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      return /Enter (=\S+) in an empty cell/.exec(text!)![1]!;
    };
    await bench.enter('J2', '=SEQUENCE(3)');
    await bench.shows('J4', (value) => value === 3);
    expect(await advice('J3')).toBe('=SORT(J2#,1)');
    expect(await formulas('J2')).toEqual(['=SEQUENCE(3)']);
    await bench.enter('L2', '=VSTACK({"a","b"},{1,9;2,8})');
    await bench.shows('M4', (value) => value === 8);
    await bench.enter('O2', await advice('M3'));
    await bench.shows('P3', (value) => value === 8);
    expect(await bench.texts('O2', 'P2', 'O3', 'P3', 'O4', 'P4')).toEqual(['a', 'b', '2', '8', '1', '9']);
    // Beside cells of its own, the result is half of each row.
    await bench.enter('K2', 'name');
    await bench.enter('K3', 'two');
    await bench.enter('K4', 'one');
    expect(await advice('K2:M4')).toBe('=VSTACK(TAKE(K2:M4,1),SORT(DROP(K2:M4,1),1))');
  });

  test('the formula of a table’s column still means its own row', async () => {
    const ofColumn = '<f>Px[[#This Row],[Amount]]*2</f>';
    const bytes = changed(excelLayout(), [
      [SHEET, '<f t="shared" ref="C2:C4" si="0">B2*2</f>', ofColumn],
      [SHEET, '<f t="shared" si="0"/><v>6</v>', `${ofColumn}<v>6</v>`],
      [SHEET, '<f t="shared" si="0"/><v>14</v>', `${ofColumn}<v>14</v>`],
    ]);
    await open('table.xlsx', bytes);
    await bench.page.getByRole('button', { name: 'Discard changes' }).click();
    await bench.shows('Px book!C4', (value) => value === 14);
    await bench.select('B3');
    await bench.choose('Sort…');
    await bench.page
      .getByRole('dialog', { name: "Sort 'Px book'!A1:C4" })
      .getByRole('button', { name: 'Sort', exact: true })
      .click();
    await bench.shows('C2', (value) => value === 6);
    expect((await bench.shows('C4', (value) => value === 2501)).value).toBe(2501);
    await saveFile(bench, saved);
    expect((readBook(saved).Sheets['Px book']!.C4 as CellObject).f).toBe('Px[[#This Row],[Amount]]*2');
  });
});

describe('a workbook with a table', () => {
  /** Saves the open workbook, and reads the file. */
  async function save(): Promise<WorkBook> {
    await saveFile(bench, saved);
    return readBook(saved);
  }

  const table = (book: WorkBook): string => partOf(book, 'xl/tables/table1.xml');
  const formulaIn = (book: WorkBook, sheet: string, address: string): string | undefined =>
    (book.Sheets[sheet]![address] as CellObject).f;

  beforeAll(async () => {
    await open('tables.xlsx', excelLayout());
    await bench.shows('Report!A1', (value) => value === 2521);
  });

  it('is written with the table, and with the formulas that name its columns', async () => {
    const book = await save();
    expect(formulaIn(book, 'Px book', 'E2')).toBe('SUM(Px[Amount])');
    expect(formulaIn(book, 'Px book', 'E3')).toBe('Px[[#This Row],[Amount]]+1');
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
      await save();
      const book = readBook(throughLibreOffice(saved, folder));
      expect([book.Sheets['Px book']?.E2?.v, book.Sheets['Px book']?.E3?.v, book.Sheets.Report?.A1?.v]).toEqual([
        1260.5, 4, 2521,
      ]);
      expect(formulaIn(book, 'Px book', 'E2')).toBe('SUM(Px[Amount])');
    },
  );

  it('is selected by its name in the name box, which does not define another', async () => {
    const box = bench.page.locator('[data-u-comp="defined-name"] input');
    await box.fill('px');
    await box.press('Enter');
    await until(() =>
      bench.page.evaluate(async () => {
        const { sheet, row, column, rows, columns } = await window.workbench!.session.host.workbook.selection();
        return `${sheet} ${row} ${column} ${rows} ${columns}` === 'Px book 1 0 3 3';
      }),
    );
    const book = await save();
    expect(table(book)).toContain('displayName="Px"');
    expect(book.Workbook?.Names?.map(({ Name }) => Name)).not.toContain('px');
  });

  it('has them on a later visit too, even after rows were inserted above', async () => {
    await bench.page.getByText('Px book', { exact: true }).click();
    await bench.insertRowAbove(1);
    await bench.shows('Px book!A2', (value) => value === 'Pair');
    await bench.remembered();
    await bench.page.reload();
    await bench.shows('Report!A1', (value) => value === 2521);
    const book = await save();
    expect(table(book)).toContain('ref="A2:C5" totalsRowShown="0"><autoFilter ref="A2:C5"/>');
    expect(formulaIn(book, 'Px book', 'E3')).toBe('SUM(Px[Amount])');
    expect(formulaIn(book, 'Px book', 'E4')).toBe('Px[[#This Row],[Amount]]+1');
  });

  it('names the columns as they are called now', async () => {
    await bench.type('B2', 'Sum');
    const book = await save();
    expect(table(book)).toContain('<tableColumn id="2" name="Sum"/>');
    expect(formulaIn(book, 'Px book', 'E3')).toBe('SUM(Px[Sum])');
    expect(formulaIn(book, 'Report', 'A1')).toBe('SUM(Px[Twice])');
  });

  it('has #REF! for a table that does not exist, and the name of one that exists', async () => {
    await bench.enter('G2', '=SUM(Gone[Amount])');
    await bench.enter('G3', '=SUM(Px[Sum])');
    await bench.enter('G4', '=[Other.xlsx]Rates!A1');
    for (const address of ['G2', 'G3', 'G4']) await bench.shows(address);
    const book = await save();
    expect(['G2', 'G3', 'G4'].map((address) => formulaIn(book, 'Px book', address))).toEqual([
      'SUM(#REF!)',
      'SUM(Px[Sum])',
      '#REF!',
    ]);
  });

  it('has a different heading in each column', async () => {
    await bench.type('C2', 'Sum');
    const book = await save();
    expect(table(book)).toContain('<tableColumn id="3" name="Sum2">');
    expect(book.Sheets['Px book']?.C2?.v).toBe('Sum2');
    expect(book.Sheets.Report?.A1).toMatchObject({ f: 'SUM(Px[Sum2])', v: 2521 });
  });
});

describe('a file with a filter', () => {
  const FILTER =
    '<autoFilter ref="A1:C6"><filterColumn colId="0"><filters blank="1"><filter val="EURUSD"/><filter val="GBPUSD"/></filters></filterColumn><filterColumn colId="1"><customFilters and="1"><customFilter operator="greaterThan" val="5"/><customFilter operator="lessThan" val="100"/></customFilters></filterColumn><filterColumn colId="2"><filters><dateGroupItem year="2026" month="11" dateTimeGrouping="month"/></filters></filterColumn></autoFilter>';

  beforeAll(async () => {
    const date = (day: number) => ({ t: 'n' as const, v: day, z: 'yyyy-mm-dd' });
    const rows = [
      ['EURUSD', 10, 46_329],
      ['USDJPY', 20, 46_330],
      ['GBPUSD', 30, 46_299],
      ['GBPUSD', 200, 46_331],
      ['EURUSD', 50, 46_332],
    ] as const;
    const sheet = {
      ...utils.aoa_to_sheet([
        ['Pair', 'Amount', 'Day'],
        ...rows.map(([pair, amount, day]) => [pair, amount, date(day)]),
      ]),
      E1: { t: 'n' as const, v: 0, f: 'SUBTOTAL(109,B2:B6)' },
      '!ref': 'A1:E6',
      '!rows': [{}, {}, { hidden: true }, { hidden: true }, { hidden: true }, {}],
    };
    const book = utils.book_new();
    utils.book_append_sheet(book, sheet, 'Deals');
    const bytes = write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer;
    await open('deals.xlsx', changed(bytes, [[SHEET, '</sheetData>', `</sheetData>${FILTER}`]]));
    await bench.page.waitForFunction(() => document.title.startsWith('deals'));
  });

  it('is open with the filter, of which nothing is lost', async () => {
    await bench.shows('E1', (value) => value === 60);
    expect(await bench.page.getByRole('dialog').count()).toBe(0);
  });

  it('has the filter in a download, with the rows that it hides', async () => {
    await saveFile(bench, saved);
    const xml = partOf(readBook(saved), SHEET);
    expect(xml).toContain(FILTER);
    expect([...xml.matchAll(/<row r="(\d+)" hidden="1"/g)].map(([, row]) => row)).toEqual(['3', '4', '5']);
  });

  (HAS_LIBRE_OFFICE_AT_NIGHT ? it : it.skip)('has it in LibreOffice too (at night, where it is installed)', () => {
    const book = readBook(throughLibreOffice(saved, folder), { cellStyles: true });
    expect(book.Sheets.Deals!['!rows']?.map((row) => row.hidden ?? false).slice(0, 6)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(partOf(book, SHEET)).toMatch(/<autoFilter ref="A1:C6"><filterColumn colId="0".*<filter val="EURUSD"\/>/);
  });

  it('has it at a later visit, and shows all rows once it is taken away', async () => {
    await bench.enter('E2', 'changed');
    await bench.remembered();
    await bench.page.reload();
    await bench.shows('E1', (value) => value === 60);
    await bench.choose('Filter');
    await bench.shows('E1', (value) => value === 310);
    await saveFile(bench, saved);
    const xml = partOf(readBook(saved), SHEET);
    expect(xml).not.toMatch(/autoFilter|hidden="1"/);
  });
});

test('a filter hides rows, and no cell asks again', async () => {
  await bench.openSample();
  await bench.openScratch();
  await bench.paste('A1', [
    ['Pair', 'Bid', 'Amount'],
    ['EURUSD', '=MD.QUOTE(A2,"bid")', '10'],
    ['GBPUSD', '=MD.QUOTE(A3,"bid")', '20'],
    ['USDJPY', '=MD.QUOTE(A4,"bid")', '40'],
  ]);
  await bench.enter('E1', '=SUBTOTAL(109,C2:C4)');
  await bench.enter(
    'F1',
    '=AGGREGATE(9,4,C2:C4)&" "&AGGREGATE(9,5,C2:C4)&" "&AGGREGATE(14,6,C2:C4,1)&" "&SUBTOTAL(9,C2:C4)',
  );
  for (const row of [2, 3, 4]) await bench.shows(`B${row}`, isNumber);
  await bench.shows('E1', (value) => value === 70);
  const before = await rounds();
  await bench.select('A2');
  await bench.page.keyboard.press('Control+Shift+L');
  await bench.page.locator('#filter[aria-pressed="true"]').waitFor({ state: 'attached' });
  await bench.select('A2');
  await bench.page.keyboard.press('Alt+ArrowDown');
  const panel = bench.page.locator('[data-u-comp="sheets-filter-panel"]').first();
  await panel.getByPlaceholder('keywords').focus();
  for (const key of ['Tab', 'Tab', 'Tab']) await bench.page.keyboard.press(key);
  await panel.getByRole('checkbox', { name: 'GBPUSD' }).press('Space');
  await panel.getByRole('button', { name: 'Confirm' }).press('Enter');
  await bench.shows('E1', (value) => value === 50);
  await bench.shows('F1', (value) => value === '70 50 40 50');
  // What is hidden is not overwritten.
  await bench.select('C2:C4');
  await bench.page.keyboard.type('7');
  await bench.page.keyboard.press('Control+Enter');
  await bench.shows('E1', (value) => value === 14);
  expect((await bench.shows('C3')).value).toBe(20);
  await bench.press('Control+z', 'E1', (value) => value === 50);
  // Calculated after whatever the filter has had calculated.
  await bench.enter('E2', '=1+1');
  await bench.shows('E2', (value) => value === 2);
  expect(await rounds()).toBe(before);
  await bench.press('Control+z', 'E2', (value) => value === null);
  await bench.press('Control+z', 'E1', (value) => value === 70);
});

test('a table keeps its filter, and a note names the parts of a filter that the engine does not know', async () => {
  const criteria = '<filterColumn colId="0"><filters><filter val="EURUSD"/></filters></filterColumn>';
  const rank = '<filterColumn colId="1"><top10 val="2"/></filterColumn>';
  await open(
    'tables.xlsx',
    changed(excelLayout(), [
      ['xl/tables/table1.xml', '<autoFilter ref="A1:C4"/>', `<autoFilter ref="A1:C4">${criteria}${rank}</autoFilter>`],
      [SHEET, '<row r="3" ', '<row r="3" hidden="1" '],
      [SHEET, '<row r="4" ', '<row r="4" hidden="1" '],
    ]),
  );
  await bench.page.getByRole('button', { name: 'Discard changes' }).click();
  const dialog = bench.page.getByRole('dialog', { name: 'tables.xlsx is open in part' });
  await dialog.getByText(/here: filters by colour, rank or period\. A download keeps them/).waitFor();
  await bench.page.keyboard.press('Enter');
  await saveFile(bench, saved);
  const book = readBook(saved);
  expect(partOf(book, 'xl/tables/table1.xml')).toContain(`<autoFilter ref="A1:C4">${criteria}${rank}</autoFilter>`);
  expect(partOf(book, SHEET)).not.toContain('autoFilter');
  expect(partOf(book, SHEET)).toMatch(/<row r="3" hidden="1"[^]*<row r="4" hidden="1"/);
});
