import fc from 'fast-check';
import { a1, a1WithSheet, cellOf, overlaps, parseA1, quoteSheet } from '../../../../src/core/sheet/a1';

describe('an address', () => {
  test.each([
    ['B7', { sheet: 'Model', row: 6, column: 1, rows: 1, columns: 1 }],
    [' b7 ', { sheet: 'Model', row: 6, column: 1, rows: 1, columns: 1 }],
    ['$B$2:C5', { sheet: 'Model', row: 1, column: 1, rows: 4, columns: 2 }],
    ['C5:B2', { sheet: 'Model', row: 1, column: 1, rows: 4, columns: 2 }],
    ['Rates!AA10', { sheet: 'Rates', row: 9, column: 26, rows: 1, columns: 1 }],
    ["'Bob''s rates'!A1:XFD1", { sheet: "Bob's rates", row: 0, column: 0, rows: 1, columns: 16_384 }],
  ])('is read from %s', (text, block) => {
    expect(parseA1(text, 'Model')).toEqual(block);
  });

  test.each(['', 'B', '7', 'B0', 'rate', 'B7:', 'Model!', 'B2:C5:D6', '=B7'])('cannot be read from "%s"', (text) => {
    expect(parseA1(text, 'Model')).toBeUndefined();
  });

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
])('the sheet %s is written in a formula as %s', (name, written) => {
  expect(quoteSheet(name)).toBe(written);
});

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
