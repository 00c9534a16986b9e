import { CellReader } from '../../../../src/workbench/xlsx/cells';

function valueOf(type: string, written: string, countsFrom1904 = false): unknown {
  const reader = new CellReader({
    styles: [{ n: { pattern: 'yyyy-mm-dd' } }],
    columns: {},
    texts: ['first', 'second'],
    countsFrom1904,
    typed: (formula) => formula,
  });
  const cell = {
    attributes: { r: 'B3', t: type },
    formula: undefined,
    value: written,
    inlineText: '',
    hasContent: true,
  };
  expect(reader.readRow({ attributes: { r: '3' }, cells: [cell] })).toBe(2);
  return reader.cellData[2]![1]!.v;
}

test.each<[string, string, unknown]>([
  ['d', '2026-11-20', 46_346],
  ['d', '2026-11-20T12:00:00', 46_346.5],
  ['d', '2026-11-20T18:00:00Z', 46_346.75],
  ['d', 'tomorrow', 'tomorrow'],
  ['n', '46346.5', 46_346.5],
  ['s', '1', 'second'],
  ['str', 'a', 'a'],
  ['b', '1', 1],
  ['e', '#N/A', '#N/A'],
  ['e', '#BUSY!', '#VALUE!'],
])('a cell of the type %s that a file writes as %j has the value %j', (type, written, value) => {
  expect(valueOf(type, written)).toBe(value);
});

test('the dates of a file that counts from 1904 are moved, but not those that are written as texts', () => {
  expect(valueOf('n', '44884', true)).toBe(46_346);
  expect(valueOf('d', '2026-11-20', true)).toBe(46_346);
});
