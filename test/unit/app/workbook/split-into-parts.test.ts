import { splitIntoParts } from '../../../../src/app/workbook/freeze';
import { cellOf } from '../../../../src/core/sheet';

const MEGABYTE = 1_000_000;

const formulas = (count: number, { length = 20, rows = 1 } = {}) =>
  Array.from({ length: count }, (_, row) => {
    const cell = cellOf('Sheet1', row, 0);
    const formula = `=MD.QUOTE("${'x'.repeat(length)}")`;
    return {
      cell: { cell, formula, text: '1', error: undefined, spill: { ...cell, rows }, isInTable: false, isLocked: false },
    };
  });

test.each([
  ['one part', 4_000, {}, 1],
  ['parts of a few thousand', 10_000, {}, 3],
  ['smaller parts if the formulas are long', 1_000, { length: 8_000 }, 13],
  ['smaller parts if the results are large', 100, { rows: 10_000 }, 17],
])('formulas are frozen in %s, in their order', (_, count, look, partCount) => {
  const all = formulas(count, look);
  const parts = splitIntoParts(all);
  expect(parts.flat()).toEqual(all);
  expect(parts.length).toBe(partCount);
  for (const part of parts)
    expect(JSON.stringify(part.map(({ cell }) => cell.formula)).length).toBeLessThan(2 * MEGABYTE);
});

test('a formula that is larger than a part has one of its own', () => {
  expect(splitIntoParts(formulas(2, { rows: 1_000_000 })).map((part) => part.length)).toEqual([1, 1]);
});
