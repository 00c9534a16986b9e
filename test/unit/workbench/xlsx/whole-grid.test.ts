import type { IRange } from '@univerjs/core';
import { strFromU8, unzipSync } from 'fflate';
import { refuseLines } from '../../../../src/workbench/engine/fixed-blocks';
import { FILTERS } from '../../../../src/workbench/sheet/spreadsheet';
import { CalculatedOtherwise } from '../../../../src/workbench/xlsx/xlsx';
import { fileOfOthers } from '../../../browser/opened-file';
import { OpenedWorkbook } from '../../../support/opened-workbook';

/** How a file of a few lines reaches to the end of the grid, and what it costs. */
const bench = new OpenedWorkbook();
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

const enter = (address: string, v: number): Promise<void> =>
  bench.change('sheet.command.set-range-values', address, { value: { v } });

/** How many cells the first sheet has in memory: with contents, merged, and filtered. */
function costs(): { cells: number; merged: number; filtered: number; rowCount: number } {
  const { sheets, resources } = bench.sheet.workbook.getSnapshot();
  const { cellData = {}, mergeData = [], rowCount = 0 } = sheets['sheet-1']!;
  const count = ({ startRow, endRow, startColumn, endColumn }: IRange): number =>
    (endRow - startRow + 1) * (endColumn - startColumn + 1);
  const filters = JSON.parse(resources?.find(({ name }) => name === FILTERS)?.data ?? '{}') as Record<
    string,
    { ref: IRange }
  >;
  return {
    cells: Object.values(cellData).reduce<number>((sum, row) => sum + Object.keys(row as object).length, 0),
    merged: mergeData.reduce((sum, range) => sum + count(range), 0),
    filtered: Object.values(filters).reduce((sum, { ref }) => sum + count(ref), 0),
    rowCount,
  };
}

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
  await bench.open(bytes);
  const { cells, merged, filtered, rowCount } = costs();
  expect(cells).toBeLessThanOrEqual(3);
  expect(merged).toBeLessThan(10_000);
  expect(filtered).toBeLessThan(10_000);
  expect(Object.keys(await bench.download())).toEqual(Object.keys(unzipSync(bytes)));
  // A value at the end is the only reason for a sheet of that size.
  if (!strFromU8(unzipSync(bytes)[SHEET]!).includes('1048576"><v>')) expect(rowCount).toBeLessThan(20_000);
});

test('merged cells beyond the sheet are downloaded whole when others come', async () => {
  await bench.open(fileWith('', '', '<mergeCells count="1"><mergeCell ref="D1:D1048576"/></mergeCells>'));
  const ranges = [{ startRow: 2, endRow: 2, startColumn: 0, endColumn: 1 }];
  await bench.change('sheet.mutation.add-worksheet-merge', 'A3:B3', { ranges });
  expect((await bench.download())[SHEET]).toContain('<mergeCell ref="D1:D1048576"/><mergeCell ref="A3:B3"/>');
});

const FAR_COLUMN = '<row r="2"><c r="XFD2"><v>5</v></c></row>';
const FAR_ROW = '<row r="1048576"><c r="A1048576"><v>5</v></c></row>';

test.each([
  ['F9:G5000', 'insert-row', 'A2:Z2', 'F10:G5001', ''],
  ['F1:G1048576', 'insert-row', 'A2:Z2', 'F1:G1048576', ''],
  ['F1:G1048576', 'remove-row', 'A2:Z2', 'F1:G1048576', ''],
  ['A7:XFD7', 'insert-row', 'A2:Z2', 'A8:XFD8', ''],
  ['D1:D1048576', 'remove-col', 'B1:B200', 'C1:C1048576', ''],
  ['A7:XFD7', 'remove-col', 'B1:B200', 'A7:XFD7', FAR_COLUMN],
  ['F7:XFD7', 'remove-col', 'B1:B200', 'E7:XFC7', FAR_COLUMN],
])('merged cells %s are whole after %s', async (ref, command, lines, after, rows) => {
  await bench.open(fileWith('', rows, `<mergeCells count="1"><mergeCell ref="${ref}"/></mergeCells>`));
  await bench.change(`sheet.command.${command}`, lines, { direction: 0 });
  expect((await bench.download())[SHEET]).toContain(`<mergeCells count="1"><mergeCell ref="${after}"/></mergeCells>`);
});

test.each([
  ['insert-col', 'B1:B200', 3, '<mergeCell ref="A4:C5"/>'],
  ['insert-row', 'A5:Z5', 0, '<mergeCell ref="A4:B6"/>'],
])(
  'merged cells beside those into which lines come stay merged when %s is undone',
  async (command, lines, direction, grown) => {
    const merges =
      '<mergeCells count="3"><mergeCell ref="A4:B5"/><mergeCell ref="C4:F5"/><mergeCell ref="A6:B8"/></mergeCells>';
    await bench.open(fileWith('', '', merges));
    await bench.change(`sheet.command.${command}`, lines, { direction });
    expect((await bench.download())[SHEET]).toContain(grown);
    await bench.sheet.commands.executeCommand('univer.command.undo');
    expect((await bench.download())[SHEET]).toContain(merges);
  },
);

const CRITERIA = '<filterColumn colId="0"><filters><filter val="1"/></filters></filterColumn>';

test.each([
  ['A1:C1048576', 'remove-row', 'A2:Z2', 'A1:C1048576'],
  ['A1:C1048576', 'insert-row', 'A2:Z2', 'A1:C1048576'],
  ['A3:XFD9', 'remove-col', 'B1:B200', 'A3:XFD9'],
  ['B3:XFD9', 'remove-col', 'A1:A200', 'A3:XFC9'],
  ['A1:C5000', 'remove-row', 'A2:Z2', 'A1:C4999'],
])('the filter of %s reaches as far after %s', async (ref, command, lines, after) => {
  for (const criteria of ['', CRITERIA]) {
    await bench.open(
      fileWith('', '<row r="4"><c r="A4"><v>1</v></c></row>', `<autoFilter ref="${ref}">${criteria}</autoFilter>`),
    );
    await bench.change(`sheet.command.${command}`, lines, { direction: 0 });
    expect((await bench.download())[SHEET]).toContain(`<autoFilter ref="${after}">${criteria}`);
  }
});

test('another filter of whole columns is written whole', async () => {
  await bench.open(fileWith('', '<row r="4"><c r="A4"><v>1</v></c></row>', '<autoFilter ref="A1:C1048576"/>'));
  const criteria = { colId: 0, filters: { filters: ['1'] } };
  await bench.change('sheet.mutation.set-filter-criteria', 'A1:C5', { col: 0, criteria });
  expect((await bench.download())[SHEET]).toContain(`<autoFilter ref="A1:C1048576">${CRITERIA}`);
});

const HIDDEN = '<col min="5" max="16384" width="9" hidden="1" customWidth="1"/>';
const LEFT = { direction: 3 };

test.each([
  ['hidden columns', fileWith(`<cols>${HIDDEN}</cols>`, ''), 'insert-col', 'B1:B200', HIDDEN.replace('5', '6')],
  ['a hidden last row', fileWith('', '<row r="1048576" hidden="1"/>'), 'insert-row', 'A2:Z2', '</row></sheetData>'],
  [
    'a high last row',
    fileWith('', '<row r="1048576" ht="30" customHeight="1"/>'),
    'insert-row',
    'A2:Z2',
    '</row></sheetData>',
  ],
  [
    'a look in the last cell',
    fileWith('', '<row r="9"><c r="XFD9" s="2"/></row>'),
    'insert-col',
    'B1:B200',
    '<row r="9"/>',
  ],
])('no line comes behind the last one of the file when lines push off %s', async (_, bytes, command, lines, after) => {
  await bench.open(bytes);
  await bench.change(`sheet.command.${command}`, lines, command.endsWith('col') ? LEFT : { direction: 0 });
  const text = (await bench.download())[SHEET];
  expect(text).toContain(after);
  expect(text).not.toMatch(/1048577|16385|XFE/);
});

test('values are not pushed off the end of a sheet, and none is written there', async () => {
  const said: string[] = [];
  await bench.open(fileWith('', FAR_COLUMN));
  const pushed = (): Promise<void> => bench.change('sheet.command.insert-col', 'B1:B200', LEFT);
  await pushed();
  await expect(bench.download()).rejects.toThrow('Excel has no cell XFE2');
  refuseLines(bench.sheet, bench.attachments, (sentence) => said.push(sentence));
  await bench.open(fileWith('', FAR_COLUMN));
  await pushed();
  await bench.change('sheet.command.insert-row', 'A2:Z2', { direction: 0 });
  expect(said).toEqual(['XFD2 would be pushed off the end of the sheet: empty it first']);
  expect((await bench.download())[SHEET]).toContain('<c r="XFD3">');
  await bench.open(fileWith('', FAR_ROW));
  await bench.change('sheet.command.insert-row', 'A2:Z2', { direction: 0 });
  expect(said[1]).toContain('A1048576');
});

test('a new cell has the style of its column in the download', async () => {
  await bench.open(fileWith('<cols><col min="3" max="4" width="9" style="2"/></cols>', '<row r="2"><c r="C2"/></row>'));
  await enter('D3', 5);
  expect((await bench.download())[SHEET]).toContain('<c r="D3" s="2"><v>5</v></c>');
});

test('each cell of a long chain that is calculated differently is found', async () => {
  const rows = Array.from(
    { length: 12_000 },
    (_, index) => `<row r="${index + 2}"><c r="A${index + 2}"><f>A${index + 1}+1</f><v>0</v></c></row>`,
  );
  await bench.open(fileWith('', rows.join('')));
  const otherwise = new CalculatedOtherwise(bench.sheet);
  await otherwise.compareSheets(bench.opened.sheetsInFile);
  expect(otherwise.others).toHaveLength(rows.length);
});
