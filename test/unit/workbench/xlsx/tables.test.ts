import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { parseA1 } from '../../../../src/core/sheet';
import { engineRangeOf } from '../../../../src/workbench/engine/cell-position';
import { writtenFile } from '../../../../src/workbench/xlsx/xlsx';
import { excelLayout } from '../../../support/excel-layout';
import { OpenedWorkbook } from '../../../support/opened-workbook';

const [TABLE, SHEET, REPORT] = ['xl/tables/table1.xml', 'xl/worksheets/sheet1.xml', 'xl/worksheets/sheet2.xml'];
const LEFT = { direction: 3 };
const bench = new OpenedWorkbook();

async function open(change: (table: string) => string = (table) => table): Promise<void> {
  const parts = unzipSync(excelLayout());
  await bench.open(zipSync({ ...parts, [TABLE]: strToU8(change(strFromU8(parts[TABLE]!))) }));
}

async function calculate(...change: Parameters<OpenedWorkbook['change']>): Promise<void> {
  const calculated = bench.calculated();
  await bench.change(...change);
  await calculated;
}

const head = (address: string, cell: object): Promise<void> =>
  bench.change('sheet.command.set-range-values', address, { value: cell });

/** What Excel wants of a table: as many columns as its block has, each with an id and the text of its heading. */
function columnsOf(parts: Readonly<Record<string, string>>): string[] {
  const table = parts[TABLE]!;
  const [, from, to, row] = /<table [^>]*ref="([A-Z])1:([A-Z])(\d)"/.exec(table)!;
  const columns = [...table.matchAll(/<tableColumn id="(\d+)"(?: [^>]*?)? ?name="([^"]*)"/g)];
  const names = columns.map(([, , name]) => name!);
  expect(names).toHaveLength(to!.charCodeAt(0) - from!.charCodeAt(0) + 1);
  expect(table).toContain(`<tableColumns count="${names.length}">`);
  expect(new Set(columns.map(([, id]) => id)).size).toBe(names.length);
  expect(new Set(names.map((name) => name.toUpperCase())).size).toBe(names.length);
  expect(Number(row)).toBeGreaterThan(1);
  const shared = [...parts['xl/sharedStrings.xml']!.matchAll(/<si><t[^>]*>([^<]*)</g)].map(([, text]) => text);
  const cells = [...parts[SHEET]!.matchAll(/<c r="[A-Z]1"(?: s="\d+")?(?: t="(\w+)")?>(?:<is><t[^>]*>|<v>)([^<]*)</g)];
  const texts = cells.map(([, type, text]) => (type === 's' ? shared[Number(text)] : text));
  expect(texts.slice(0, names.length)).toEqual(names);
  return names;
}

describe.each([
  ['a column that comes', 'insert-col', 'C1:C200', LEFT, ['Pair', 'Amount', 'Column1', 'Twice']],
  ['two columns that come', 'insert-col', 'B1:C200', LEFT, ['Pair', 'Column1', 'Column2', 'Amount', 'Twice']],
  ['a column that goes', 'remove-col', 'B1:B200', {}, ['Pair', 'Twice']],
  ['the last columns that go', 'remove-col', 'C1:D200', {}, ['Pair', 'Amount']],
])('%s in a table', (_, command, address, params, expected) => {
  it('leaves a table that Excel accepts, and the file as it was once it is undone', async () => {
    await open();
    const before = await bench.download();
    await calculate(`sheet.command.${command}`, address, params);
    expect(columnsOf(await bench.download())).toEqual(expected);
    await bench.sheet.commands.executeCommand('univer.command.undo');
    await bench.calculated();
    expect(await bench.download()).toEqual(before);
  });
});

test.each([
  ['=SUM(Px[Amount])', 1260.5],
  ['=COUNTA(px[#Headers])', 3],
  ['=ROWS(Px)+ROWS(Px[#All])', 7],
  ['=SUM(Px[[Amount]:[Twice]])', 3781.5],
  ['=SUM(Px[Gone])', '#NAME?'],
  ['=SUM(INDIRECT("Px[Amount]"))', 1260.5],
  ['=ROWS(INDIRECT("Px"&"[#All]"))', 4],
])('the cells of a table have their names in what is entered: %s is %s', async (f, expected) => {
  await open();
  await calculate('sheet.command.set-range-values', 'H9', { value: { f } });
  expect(bench.valueAt('H9')).toBe(expected);
});

test('a formula that is entered into a table means its own row, and headings as they are now', async () => {
  await open();
  await head('B1', { v: 'Units', t: 1 });
  await calculate('sheet.command.set-range-values', 'C3', { value: { f: '=[@Units]*SUM([Units])' } });
  expect(bench.valueAt('C3')).toBe(Number(bench.valueAt('B3')) * 1260.5);
  await calculate('sheet.command.set-range-values', 'B3', { value: { v: 0 } });
  expect(bench.valueAt('C3')).toBe(0);
});

test('what filters a column of a table follows it, and goes with it', async () => {
  const criteria = (column: number, value: number) =>
    `<filterColumn colId="${column}"><filters><filter val="${value}"/></filters></filterColumn>`;
  const filtered = (table: string): string =>
    table.replace(
      '<autoFilter ref="A1:C4"/>',
      `<autoFilter ref="A1:C4">${criteria(0, 1)}${criteria(1, 3)}</autoFilter>`,
    );
  await open(filtered);
  await calculate('sheet.command.insert-col', 'A1:A200', LEFT);
  await calculate('sheet.command.insert-col', 'C1:C200', LEFT);
  expect((await bench.download())[TABLE]).toContain(`${criteria(0, 1)}${criteria(2, 3)}</autoFilter>`);
  await calculate('sheet.command.remove-col', 'B1:B200');
  expect((await bench.download())[TABLE]).toContain(`<autoFilter ref="B1:D4">${criteria(1, 3)}</autoFilter>`);
});

test.each([
  ['emptied', { v: null }, 'Column1'],
  ['a number', { v: 2026 }, '2026'],
  ['a duplicate', { v: 'pair' }, 'pair2'],
  ['another text', { v: 'Sum [a]' }, 'Sum [a]'],
])('a heading that becomes %s names its column, also in formulas', async (_, cell, expected) => {
  await open();
  await head('B1', cell);
  const after = await bench.download();
  expect(columnsOf(after)).toEqual(['Pair', expected, 'Twice']);
  const name = expected.replace(/[[\]]/g, "'$&");
  expect(after[SHEET]).toContain(`<f>SUM(Px[${name}])</f>`);
  expect(after[SHEET]).toContain(`<f>Px[[#This Row],[${name}]]+1</f>`);
  expect(after[TABLE]).toContain(`<calculatedColumnFormula>Px[[#This Row],[${name}]]*2</calculatedColumnFormula>`);
  expect(after[REPORT]).toContain('<f>SUM(Px[Twice])</f>');
  expect(after['xl/workbook.xml']).toContain(`<definedName name="Amounts">Px[${name}]</definedName>`);
});

test('a heading is renamed, and columns come and go beside it', async () => {
  await open();
  await head('B1', { v: 'Sum' });
  await calculate('sheet.command.insert-col', 'B1:B200', LEFT);
  const after = await bench.download();
  expect(columnsOf(after)).toEqual(['Pair', 'Column1', 'Sum', 'Twice']);
  expect(after[SHEET]).toContain('<f>SUM(Px[Sum])</f>');
  await calculate('sheet.command.remove-col', 'C1:C200');
  expect((await bench.download())[TABLE]).not.toContain('calculatedColumnFormula');
});

test('a table without headings gets columns, and keeps its cells', async () => {
  await open((table) => table.replace(/<autoFilter[^>]*>/, '').replace(' totals', ' headerRowCount="0" totals'));
  await calculate('sheet.command.insert-col', 'B1:B200', LEFT);
  const after = await bench.download();
  expect(after[TABLE]).toMatch(/name="Pair".*name="Column1".*name="Amount"/);
  expect(after[SHEET]).not.toContain('Column1');
});

test('a table loses its heading or its totals with their row', async () => {
  await open((table) =>
    table.replace('totalsRowShown="0"', 'totalsRowCount="1"').replace('r ref="A1:C4', 'r ref="A1:C3'),
  );
  await calculate('sheet.command.remove-row', 'A4:Z4');
  expect((await bench.download())[TABLE]).toMatch(/ref="A1:C3" totalsRowShown="0"><autoFilter ref="A1:C3"\/>/);
  await calculate('sheet.command.remove-row', 'A1:Z1');
  expect((await bench.download())[TABLE]).toMatch(/ref="A1:C2" headerRowCount="0" totalsRowShown="0"><tableColumns/);
});

test('a table with merged cells is named before it becomes ordinary cells', async () => {
  await open();
  const { lostTables } = await writtenFile(bench.sheet, bench.attachments);
  expect(lostTables).toEqual([]);
  await bench.change('sheet.mutation.add-worksheet-merge', 'A2:B2', { ranges: [engineRangeOf(parseA1('A2:B2', '')!)] });
  const merged = await writtenFile(bench.sheet, bench.attachments);
  expect(merged.lostTables).toEqual(['Px']);
  expect(Object.keys(unzipSync(merged.bytes))).not.toContain(TABLE);
});
