import fc from 'fast-check';
import {
  a1,
  a1WithSheet,
  cellOf,
  overlaps,
  parseA1,
  quoteSheet,
  cellsIn,
  columnsIn,
  blocksOfFormula,
  formulaOfBlocks,
  runsOf,
  freeName,
} from '../../../src/core/sheet';

describe('an address', () => {
  test.each([
    ['B7', { sheet: 'Model', row: 6, column: 1, rows: 1, columns: 1 }],
    [' b7 ', { sheet: 'Model', row: 6, column: 1, rows: 1, columns: 1 }],
    ['$B$2:C5', { sheet: 'Model', row: 1, column: 1, rows: 4, columns: 2 }],
    ['C5:B2', { sheet: 'Model', row: 1, column: 1, rows: 4, columns: 2 }],
    ['Rates!AA10', { sheet: 'Rates', row: 9, column: 26, rows: 1, columns: 1 }],
    ['XFD1048576', { sheet: 'Model', row: 1_048_575, column: 16_383, rows: 1, columns: 1 }],
    ["'Bob''s rates'!A1:XFD1", { sheet: "Bob's rates", row: 0, column: 0, rows: 1, columns: 16_384 }],
  ])('is read from %s', (text, block) => expect(parseA1(text, 'Model')).toEqual(block));

  test.each(['', 'B', '7', 'B0', 'rate', 'B7:', 'Model!', 'B2:C5:D6', '=B7', 'A1048577', 'A1:A1048577', 'XFE1'])(
    'cannot be read from "%s"',
    (text) => expect(parseA1(text, 'Model')).toBeUndefined(),
  );

  test.each(['[Rates.xlsx]Model!B7', "'[My rates.xlsx]Model'!$B$2:$C$5", "'C:\\Books\\[Rates.xlsx]Model'!B7"])(
    'of another workbook is not read as one of this workbook: %s',
    (text) => expect(parseA1(text, 'Model')).toBeUndefined(),
  );

  test('is read back as it was written, on sheets of any name', () => {
    const block = fc.record({
      sheet: fc.string({
        minLength: 1,
        maxLength: 31,
        unit: fc.constantFrom('a', 'Z', '9', ' ', "'", '!', '.', '-', '_', 'é', '日', '$'),
      }),
      row: fc.nat(1_048_567),
      column: fc.nat(16_375),
      rows: fc.integer({ min: 1, max: 9 }),
      columns: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(block, (one) => {
        expect(parseA1(a1WithSheet(one), 'other')).toEqual(one);
        expect(parseA1(a1(one), one.sheet)).toEqual(one);
      }),
    );
  });
});

test.each([
  ['Model', 'Model'],
  ['My sheet', "'My sheet'"],
  ["Bob's", "'Bob''s'"],
  ['2026', "'2026'"],
  ['AB12', "'AB12'"],
  ['R1C1', "'R1C1'"],
  ['r12c34', "'r12c34'"],
  ['RC', "'RC'"],
  ['R', "'R'"],
  ['C', "'C'"],
  ['Zinsen_1', 'Zinsen_1'],
])('the sheet %s is written in a formula as %s', (name, written) => expect(quoteSheet(name)).toBe(written));

test('blocks overlap if both their rows and their columns meet, on the same sheet', () => {
  const block = { sheet: 'Model', row: 1, column: 1, rows: 2, columns: 2 };
  expect(overlaps(block, cellOf('Model', 2, 2))).toBe(true);
  for (const [row, column] of [
    [0, 2],
    [3, 2],
    [2, 0],
    [2, 3],
  ] as const)
    expect(overlaps(block, cellOf('Model', row, column))).toBe(false);
  expect(overlaps(block, cellOf('Rates', 2, 2))).toBe(false);
});

const block = parseA1('B2:D3', 'Model')!;

test('the cells of a block come row by row', () => {
  expect(cellsIn(block).map((row) => row.map(a1))).toEqual([
    ['B2', 'C2', 'D2'],
    ['B3', 'C3', 'D3'],
  ]);
});

test('the columns of a block come from left to right, each as high as the block', () =>
  expect(columnsIn(block).map(a1)).toEqual(['B2:B3', 'C2:C3', 'D2:D3']));

test('cells and columns are on the sheet of the block', () =>
  expect([...cellsIn(block).flat(), ...columnsIn(block)].every(({ sheet }) => sheet === 'Model')).toBe(true));

const at = (address: string) => parseA1(address, 'Model')!;

test.each([
  ['Model!$B$2', ['B2']],
  ["Model!$B$2:$C$5+'My + sheet'!$A$1+'It''s'!$XFD$1048576", ['B2:C5', "'My + sheet'!A1", "'It''s'!XFD1048576"]],
])('%s is written as a formula of its blocks, and the blocks are read back from it', (formula, addresses) => {
  expect(formulaOfBlocks(addresses.map(at))).toBe(formula);
  expect(blocksOfFormula(`=${formula}`)).toEqual(addresses.map(at));
});

test.each(["=Model!R2C2:R5C3+'My + sheet'!R1C16384", "=Model!Z2S2:Z5S3+'My + sheet'!Z1S16384"])(
  'the blocks of %s are read back, where columns are numbers',
  (formula) => expect(blocksOfFormula(formula)).toEqual([at('B2:C5'), at("'My + sheet'!XFD1")]),
);

test('whole columns and rows have a formula that Excel writes as it is: of their first half', () => {
  const blocks = [at('B1:C1048576'), at('A3:XFD4')];
  expect(formulaOfBlocks(blocks)).toBe('Model!$B$1:$C$524288+Model!$A$3:$LCB$4');
});

test('cells that were deleted keep their place in the formula', () => {
  const blocks = [at('A1'), undefined, at('A3')];
  expect(blocksOfFormula(formulaOfBlocks(blocks))).toEqual(blocks);
  expect(blocksOfFormula("=Model!$A$1+'My sheet'!#REF!")).toEqual([at('A1'), undefined]);
});

test('cells whose sheet was deleted, or moved to another workbook, keep their place too', () => {
  expect(blocksOfFormula("=#REF!$B$2:$C$5+Model!$A$1+'[Other.xlsx]My sheet'!$A$1")).toEqual([
    undefined,
    at('A1'),
    undefined,
  ]);
});

const runs = (...cells: string[]): string[] => runsOf(cells.map((cell) => parseA1(cell, 'Model')!)).map(a1WithSheet);

test.each([
  ['a column', ['A1', 'A2', 'A3'], ['Model!A1:A3']],
  ['a row', ['A1', 'B1', 'C1'], ['Model!A1:C1']],
  ['a rectangle, in whatever order', ['B2', 'A1', 'B1', 'A2'], ['Model!A1:B2']],
  ['columns of different lengths', ['A1', 'A2', 'B1'], ['Model!B1', 'Model!A1:A2']],
  ['columns of different lengths, the shorter first', ['A1', 'B1', 'B2'], ['Model!A1', 'Model!B1:B2']],
  ['cells with a gap between their rows', ['A1', 'A3'], ['Model!A1', 'Model!A3']],
  ['cells with a gap between their columns', ['A1', 'C1'], ['Model!A1', 'Model!C1']],
  ['cells that touch at a corner', ['A1', 'B2'], ['Model!A1', 'Model!B2']],
  ['rows with a gap between them', ['A1', 'B1', 'A3', 'B3'], ['Model!A1:B1', 'Model!A3:B3']],
  ['cells of several sheets', ['Data!A2', 'A1', 'Data!A1'], ['Data!A1:A2', 'Model!A1']],
  ['none', [], []],
])('cells are joined into the fewest blocks: %s', (_, cells, expected) => expect(runs(...cells)).toEqual(expected));

test.each<[string, readonly string[], string]>([
  ['Model', [], 'Model'],
  ['model', ['Model'], 'model (2)'],
  ['MODEL', ['model', 'Model (2)'], 'MODEL (3)'],
  ["'A/B: [x]?'", [], 'A B   x'],
  ['[]', [], 'Sheet'],
  ['x'.repeat(40), [], 'x'.repeat(31)],
  ['x'.repeat(40), ['X'.repeat(31)], `${'x'.repeat(27)} (2)`],
  [`${'y'.repeat(30)}'z`, [], 'y'.repeat(30)],
  ['History', [], 'History (2)'],
])('a sheet called %j beside %j gets the name %j', (title, taken, name) => expect(freeName(title, taken)).toBe(name));
