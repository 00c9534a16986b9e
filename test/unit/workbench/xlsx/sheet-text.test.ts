import { Pauses } from '../../../../src/core/pauses';
import { type CellChange, SheetText, type LineLook } from '../../../../src/workbench/xlsx/sheet-text';

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const sheet = (rows: string): string => `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData></worksheet>`;

const change = (row: number, column: number, own: Partial<CellChange> = { value: { text: '9' } }): CellChange => ({
  row,
  column,
  style: undefined,
  formula: undefined,
  value: undefined,
  dynamicMark: undefined,
  isFormulaGone: false,
  ...own,
});

async function written(
  text: string,
  changes: readonly CellChange[],
  heights = new Map<number, LineLook>(),
  pauses = new Pauses(),
): Promise<string> {
  const part = new SheetText(text);
  await part.writeCells(changes, heights, pauses);
  return part.whole;
}

const COLUMNS = 'A B C D E F G H I J'.split(' ');

describe('a number that is typed', () => {
  it.each([
    [
      'with rows and cells that have no number',
      '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>3</v></c></row>',
      [1, 0],
      '<row><c><v>1</v></c><c><v>2</v></c></row><row><c><v>9</v></c></row>',
    ],
    [
      'with some rows and cells that have a number',
      '<row r="5"><c r="C5"/><c><v>2</v></c></row><row><c><v>3</v></c></row>',
      [4, 3],
      '<row r="5"><c r="C5"/><c><v>9</v></c></row><row><c><v>3</v></c></row>',
    ],
    [
      'with rows in another order',
      '<row r="5"><c r="A5"/></row><row r="2"><c r="A2"><v>2</v></c></row>',
      [1, 0],
      '<row r="2"><c r="A2"><v>9</v></c></row><row r="5"><c r="A5"/></row>',
    ],
    [
      'with cells in another order',
      '<row r="2"><c r="B2"><v>2</v></c><c r="A2"><v>1</v></c></row>',
      [1, 0],
      '<row r="2"><c r="A2"><v>9</v></c><c r="B2"><v>2</v></c></row>',
    ],
    [
      'with other quotes',
      "<row r='1'><c r='A1' s='3'><v>1</v></c><c r='B1' s='4' t='s'><v>1</v></c></row>",
      [0, 1],
      "<row r='1'><c r='A1' s='3'><v>1</v></c><c r='B1' s='4'><v>9</v></c></row>",
    ],
    [
      'with attributes in another order',
      '<row ht="20" r="1"><c s="1" t="str" r="A1"><v>x</v></c></row>',
      [0, 0],
      '<row ht="20" r="1"><c s="1" r="A1"><v>9</v></c></row>',
    ],
    [
      'with signs in quotes',
      '<row r="1" y:d="a>b/>"><c r="A1" y:t="</c>"><v>1</v></c></row>',
      [0, 0],
      '<row r="1" y:d="a>b/>"><c r="A1" y:t="</c>"><v>9</v></c></row>',
    ],
    [
      'with comments',
      '<!-- <row r="1"><c r="A1"/></row> --><row r="1"><!--</row>--><c r="A1"><v>1</v></c></row>',
      [0, 0],
      '<!-- <row r="1"><c r="A1"/></row> --><row r="1"><!--</row>--><c r="A1"><v>9</v></c></row>',
    ],
    [
      'with a formula that looks like elements',
      '<row r="1"><c r="A1"><f><![CDATA[B1&"</f></c>"]]></f><v>1</v></c></row>',
      [0, 0],
      '<row r="1"><c r="A1"><f><![CDATA[B1&"</f></c>"]]></f><v>9</v></c></row>',
    ],
    [
      'with elements that nobody knows',
      '<row r="1"><c r="A1"><v>1</v><extLst><ext uri="u"><f>1</f><v>2</v></ext></extLst></c></row>',
      [0, 0],
      '<row r="1"><c r="A1"><v>9</v><extLst><ext uri="u"><f>1</f><v>2</v></ext></extLst></c></row>',
    ],
    [
      'in a row without cells',
      '<row r="1" spans="1:3"/>',
      [0, 2],
      '<row r="1" spans="1:3"><c r="C1"><v>9</v></c></row>',
    ],
    [
      'beyond the columns that its row names',
      '<row r="1" spans="1:3"><c r="A1"/></row>',
      [0, 3],
      '<row r="1"><c r="A1"/><c r="D1"><v>9</v></c></row>',
    ],
    [
      'between two cells',
      '<row r="1"><c r="A1"/> <c r="C1"/></row>',
      [0, 1],
      '<row r="1"><c r="A1"/><c r="B1"><v>9</v></c> <c r="C1"/></row>',
    ],
    [
      'between two rows',
      '<row r="1"/>\r\n<row r="3"/>',
      [1, 0],
      '<row r="1"/><row r="2"><c r="A2"><v>9</v></c></row>\r\n<row r="3"/>',
    ],
    ['before the first row', '<row r="3"/>', [0, 0], '<row r="1"><c r="A1"><v>9</v></c></row><row r="3"/>'],
    [
      'in the last cell that a sheet may have',
      '<row r="3"/>',
      [1_048_575, 16_383],
      '<row r="3"/><row r="1048576"><c r="XFD1048576"><v>9</v></c></row>',
    ],
  ] as const)('changes that cell alone %s', async (_, before, [row, column], after) => {
    expect(await written(sheet(before), [change(row, column)])).toBe(sheet(after));
  });

  it.each([
    [
      `<x:worksheet xmlns:x="${MAIN}"><x:sheetData/></x:worksheet>`,
      `<x:worksheet xmlns:x="${MAIN}"><x:sheetData><x:row r="1"><x:c r="A1"><x:v>9</x:v></x:c></x:row></x:sheetData></x:worksheet>`,
    ],
    [
      `<?xml version="1.0"?><!-- <worksheet> --><worksheet xmlns='${MAIN}'><sheetData /></worksheet>`,
      `<?xml version="1.0"?><!-- <worksheet> --><worksheet xmlns='${MAIN}'><sheetData><row r="1"><c r="A1"><v>9</v></c></row></sheetData></worksheet>`,
    ],
  ])('is written into a sheet without cells: %s', async (before, after) => {
    expect(await written(before, [change(0, 0)])).toBe(after);
  });
});

test('a sheet without changes stays the same', async () => {
  const text = sheet('<row  r = "1" ><c r="A1" ></c></row>');
  expect(await written(text, [])).toBe(text);
});

test('30,000 cells are written in turns', async () => {
  const row = (index: number): string =>
    `<row r="${index + 1}">${COLUMNS.map((column) => `<c r="${column}${index + 1}"><f>A1+1</f><v>1</v></c>`).join('')}</row>`;
  const rows = Array.from({ length: 3_000 }, (_, index) => index);
  const changes = rows.flatMap((index) => COLUMNS.map((_, column) => change(index, column)));
  const pauses = new Pauses(1);
  jest.spyOn(pauses, 'isDue', 'get').mockReturnValue(true);
  const turns = jest.spyOn(pauses, 'take').mockResolvedValue();
  const text = await written(sheet(rows.map(row).join('')), changes, new Map(), pauses);
  expect(turns.mock.calls.length).toBeGreaterThan(rows.length);
  expect(text).toBe(sheet(rows.map(row).join('').replaceAll('<v>1</v>', '<v>9</v>')));
});

describe('the cells that share a formula', () => {
  const text = sheet(
    '<row><c><f t="shared" ref="A1:A3" si="0">B1</f></c></row><row><c><f si="0" t="shared"/></c></row><row><c r="A3"><f t="shared" si="0"/></c><c><f t="shared" si="1" ref="B3:B4">C1</f></c></row><row r="4"><c r="B4"><f t="shared" si="1"/></c></row><row><c r="A5"><f t="shared" ref="A5:A6" si="0">D1</f></c></row><row><c><f t="shared" si="0"/></c></row>',
  );

  const formulasAfter = async (row: number, column: number): Promise<string[]> => {
    const after = await written(text, [change(row, column, { formula: '<f>9</f>' })]);
    return (after.match(/<f[^]*?(?:\/>|<\/f>)/g) ?? []).map((one) => one.replace(/<[^>]*>/g, ''));
  };

  it.each([
    ['the first', 0, 0, ['9', 'B2', 'B3', 'C1', 'C2', 'D1', 'D2']],
    ['the first of a group with the number of another', 4, 0, ['B1', 'B2', 'B3', 'C1', 'C2', '9', 'D2']],
    ['another', 1, 0, ['B1', '9', '', 'C1', '', 'D1', '']],
  ])('get their own formulas as soon as %s gets another one, and not before', async (_, row, column, expected) => {
    expect(await formulasAfter(row, column)).toEqual(expected);
  });
});

test('a new height changes only its row, and can be removed again', async () => {
  const height = (size: number | undefined, isHidden = false): Map<number, LineLook> =>
    new Map([[0, { size, isHidden }]]);
  const before = sheet('<row r="1" x14ac:dyDescent="0.25" outlineLevel="1"><c r="A1"/></row>');
  const after = sheet(
    '<row r="1" x14ac:dyDescent="0.25" outlineLevel="1" ht="30" customHeight="1" hidden="1"><c r="A1"/></row>',
  );
  expect(await written(before, [], height(30, true))).toBe(after);
  expect(await written(after, [], height(undefined))).toBe(before);
});

test('a new width changes only its columns, with the prefix and the attributes of the file', () => {
  const part = new SheetText(
    `<x:worksheet xmlns:x="${MAIN}"><x:cols><x:col min="1" max="3" width="10" style="2"/><x:col min="6" max="16384" width="9"></x:col></x:cols><x:sheetData/></x:worksheet>`,
  );
  part.writeColumns(
    new Map([
      [1, { size: 20, isHidden: false }],
      [4, { size: 5, isHidden: true }],
    ]),
  );
  expect(part.whole).toBe(
    `<x:worksheet xmlns:x="${MAIN}"><x:cols><x:col min="1" max="1" width="10" style="2"/><x:col min="2" max="2" width="20" style="2" customWidth="1"/><x:col min="3" max="3" width="10" style="2"/><x:col min="5" max="5" width="5" customWidth="1" hidden="1"/><x:col min="6" max="16384" width="9"/></x:cols><x:sheetData/></x:worksheet>`,
  );
});

test('merged cells are written at their place in the order of the format', () => {
  const part = new SheetText(
    `<worksheet xmlns="${MAIN}"><sheetData/><autoFilter ref="A1:B2"/><extLst><mergeCells/></extLst></worksheet>`,
  );
  part.replaceElement('mergeCells', '<mergeCells count="1"/>');
  expect(part.whole).toBe(
    `<worksheet xmlns="${MAIN}"><sheetData/><autoFilter ref="A1:B2"/><mergeCells count="1"/><extLst><mergeCells/></extLst></worksheet>`,
  );
});
