import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { parseA1 } from '../../../../src/core/sheet';
import { formulaAt } from '../../../../src/workbench/engine/cell-contents';
import { joinTables } from '../../../../src/workbench/page/joined-lines';
import { excelLayout } from '../../../support/excel-layout';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const [SHEET, TABLE, CHART] = ['xl/worksheets/sheet1.xml', 'xl/tables/table1.xml', 'xl/charts/chart1.xml'];
const bench = new OpenedWorkbook();
const said: string[] = [];
joinTables(bench, (sentence) => said.push(sentence));

/** A table Px in A1:C4, of which the last column is calculated, with cells from row 6 on. */
async function open(change: (path: string, text: string) => string = (_, text) => text): Promise<void> {
  const parts = { ...unzipSync(excelLayout()), [CHART]: strToU8("<c:f>'Px book'!$B$2:$B$4</c:f>") };
  const changed = Object.entries(parts).map(([path, bytes]) => [path, strToU8(change(path, strFromU8(bytes)))]);
  said.length = 0;
  await bench.open(zipSync(Object.fromEntries(changed) as typeof parts));
}

async function enter(address: string, value: object): Promise<void> {
  const calculated = bench.calculated();
  await bench.change('sheet.command.set-range-values', address, { value });
  await calculated;
}

const step = async (name: 'undo' | 'redo'): Promise<void> => {
  const calculated = bench.calculated();
  await bench.sheet.commands.executeCommand(`univer.command.${name}`);
  await calculated;
};

const formulaIn = (address: string, sheet = 'Px book'): string =>
  formulaAt(bench.sheet, bench.sheet.positionOf(parseA1(address, sheet)!));

test('a row that is entered below a table joins it, with what refers to all of its rows, and in the file', async () => {
  await open((path, text) =>
    path === SHEET
      ? text
          .replace('</sheetData>', '</sheetData><conditionalFormatting sqref="B2:B4"/>')
          .replace('IF(B2&gt;Limit,"over","under")', 'SUM(B2:B4)+SUM(B$2:B4)+SUM(Px[#All])')
      : text,
  );
  const before = await bench.download();
  await enter('B5', { v: 100 });
  expect(bench.valueAt('E2')).toBe(1360.5);
  expect(formulaIn('E4')).toBe('=SUM(B2:B5)+SUM(B$2:B4)+SUM($A$1:$C$5)');
  expect([formulaIn('C5'), bench.valueAt('C5'), bench.formatAt('B5')]).toEqual(['=B5*2', 200, '#,##0.00\\ "USD"']);
  expect(said).toEqual(['A5:C5 joined the table Px. Undo takes it out again']);
  const after = await bench.download();
  expect(after[TABLE]).toContain('ref="A1:C5" totalsRowShown="0"><autoFilter ref="A1:C5"/>');
  expect(after[SHEET]).toContain('<f>SUM(Px[Amount])</f><v>1360.5</v>');
  expect(after[SHEET]).toContain('<conditionalFormatting sqref="B2:B5"/>');
  expect(after[CHART]).toContain("'Px book'!$B$2:$B$5");
  expect(after['xl/workbook.xml']).toContain('<definedName name="Amounts">Px[Amount]</definedName>');
  await step('undo');
  expect([bench.valueAt('E2'), bench.valueAt('B5'), formulaIn('C5')]).toEqual([1260.5, 100, '']);
  expect((await bench.download())[TABLE]).toBe(before[TABLE]);
  await step('redo');
  expect([bench.valueAt('E2'), formulaIn('C5')]).toEqual([1360.5, '=B5*2']);
  await step('undo');
  await step('undo');
  expect(await bench.download()).toEqual(before);
});

const ofOneRow = (path: string, text: string): string =>
  path === TABLE ? text.replaceAll('A1:C4', 'A1:C2') : path === SHEET ? text.replace(/<row r="[34]".*/g, '') : text;

test('a table of one row gets a second one, and what means its own row alone stays', async () => {
  await open(ofOneRow);
  await enter('B3:C4', [
    [{ v: 5 }, { v: 1 }],
    [{ v: 7 }, {}],
  ]);
  expect([bench.valueAt('E2'), formulaIn('C2'), formulaIn('C3'), formulaIn('C4')]).toEqual([
    1262.5,
    '=B2*2',
    '',
    '=B4*2',
  ]);
  expect(said).toEqual(['A3:C4 joined the table Px. Undo takes it out again']);
  expect((await bench.download())[TABLE]).toContain('ref="A1:C4"');
});

test('a column joins a table by its heading or a value, and one that comes or is emptied gets a heading at once', async () => {
  await open();
  await enter('D3', { v: 5 });
  const heading = (address: string): unknown => bench.valueAt(address);
  expect([heading('D1'), said]).toEqual(['Column1', ['D1:D4 joined the table Px. Undo takes it out again']]);
  // What stands there is not the table's.
  await enter('E1', { v: 'Net' });
  expect((await bench.download())[TABLE]).toMatch(/ref="A1:D4".*name="Twice".*name="Column1"\/><\/tableColumns>/);
  await bench.change('sheet.command.insert-col', 'B1:B200', { direction: 3 });
  expect([heading('B1'), heading('E1')]).toEqual(['Column2', 'Column1']);
  await step('undo');
  expect(heading('B1')).toBe('Amount');
  await enter('B1', { v: null });
  expect(heading('B1')).toBe('Column2');
  await step('undo');
  expect(heading('B1')).toBe('Amount');
});

test.each<[string, string, object, (path: string, text: string) => string, readonly string[]]>([
  [
    'a value below its totals',
    'A5',
    { v: 1 },
    (_, text) => text.replace('totalsRowShown="0"', 'totalsRowCount="1"'),
    [],
  ],
  ['a total', 'B5', { f: '=SUM(B2:B4)' }, (_, text) => text, []],
  ['a formula beside it', 'D2', { f: '=B2*3' }, (_, text) => text, []],
  [
    'a value in a row that has others',
    'A5',
    { v: 1 },
    (_, text) => text.replace('<row r="6"', '<row r="5"><c r="B5"><v>9</v></c></row><row r="6"'),
    ['A5:C5 is not part of the table Px: its totals leave it out'],
  ],
  [
    'another value',
    'B5',
    { v: 2 },
    (_, text) => text.replace('<row r="6"', '<row r="5"><c r="B5"><v>9</v></c></row><row r="6"'),
    [],
  ],
  ['nothing', 'B5', { v: '' }, (_, text) => text, []],
  ['a look', 'B5', { s: { bl: 1 } }, (_, text) => text, []],
])('no table gets %s', async (_what, address, value, change, sentences) => {
  await open(change);
  await bench.change('sheet.command.set-range-values', address, { value });
  expect([bench.attachments.tables[0]!.block, said]).toMatchObject([{ rows: 4, columns: 3 }, sentences]);
});

test('a formula that continues its column joins, and so does each row that comes next', async () => {
  await open();
  await enter('B4', { f: '=B3+1' });
  await enter('B5', { f: '=B4+1' });
  expect([bench.valueAt('E2'), bench.valueAt('C5')]).toEqual([1262.5, 10]);
  expect(bench.attachments.tables[0]!.block.rows).toBe(5);
});

test('a table that gets a column keeps its filter', async () => {
  const filterColumn = '<filterColumn colId="0"><filters><filter val="EURUSD"/></filters></filterColumn>';
  const filter = (columns: string): string => `<autoFilter ref="${columns}4">${filterColumn}</autoFilter>`;
  await open((path, text) => (path === TABLE ? text.replace('<autoFilter ref="A1:C4"/>', filter('A1:C')) : text));
  await enter('D1', { v: 'Net' });
  expect((await bench.download())[TABLE]).toContain(filter('A1:D'));
  await step('undo');
  expect((await bench.download())[TABLE]).toContain(filter('A1:C'));
});

const insertRows = (rows: string): Promise<void> => bench.change('sheet.command.insert-row', rows, { direction: 0 });

test.each([
  ['before the first', 'A2:T2', 'C2', '=B2*2'],
  ['before the second', 'A3:T4', 'C4', '=B4*2'],
  ['before the last', 'A4:T4', 'C4', '=B4*2'],
])('rows that come %s row have the formulas of a table', async (_where, rows, address, formula) => {
  await open();
  const before = await bench.download();
  await insertRows(rows);
  expect([formulaIn(address), formulaIn(address.replace('C', 'D'))]).toEqual([formula, '']);
  expect((await bench.download())[SHEET]).toMatch(new RegExp(`<c r="${address}"[^>]*><f>[^<]*</f>`));
  await step('undo');
  expect(await bench.download()).toEqual(before);
  await step('redo');
  expect(formulaIn(address)).toBe(formula);
});

test('a row that comes below the headings of a table looks as its data do', async () => {
  await open();
  const before = await bench.download();
  await insertRows('A2:T2');
  const stylesOf = (row: number): (string | undefined)[] =>
    ['A', 'B', 'C'].map((column) => new RegExp(`r="${column}${row}"[^>]*? s="(\\d+)"`).exec(sheetNow)?.[1]);
  const sheetNow = (await bench.download())[SHEET]!;
  expect([bench.formatAt('B2'), stylesOf(2)]).toEqual([bench.formatAt('B3'), stylesOf(3)]);
  await step('undo');
  expect(await bench.download()).toEqual(before);
});

test('a row beside a table of one row has its formulas; one before the headings, or behind the last row, has none', async () => {
  await open(ofOneRow);
  await insertRows('A2:T2');
  expect(formulaIn('C2')).toBe('=B2*2');
  await open();
  await insertRows('A5:T5');
  await insertRows('A1:T1');
  expect([formulaIn('C1'), formulaIn('C5'), bench.attachments.tables[0]!.block.rows]).toEqual(['', '=B5*2', 4]);
  expect(formulaIn('C6')).toBe('');
});

test('a column of several formulas gives none to a row that comes', async () => {
  await open((path, text) =>
    path === SHEET ? text.replace(/<f t="shared" si="0"\/>/g, '<f>B3^2</f>').replace('B3^2', 'B3*3') : text,
  );
  await insertRows('A3:T3');
  expect(formulaIn('C3')).toBe('');
});

test('formulas that follow the rows of another sheet are filled down too', async () => {
  await open((path, text) => (path === SHEET ? text.replace('>B2*2<', '>B2*Other!B2<') : text));
  await enter('B5', { v: 100 });
  expect(formulaIn('C5')).toBe('=B5*Other!B5');
});
