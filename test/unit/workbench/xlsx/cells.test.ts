import { CellReader } from '../../../../src/workbench/xlsx/cells';
import { childrenOf } from '../../../../src/workbench/xlsx/xml-text';

function valueOf(type: string, written: string, countsFrom1904 = false): unknown {
  const reader = new CellReader({
    styles: [{ n: { pattern: 'yyyy-mm-dd' } }],
    columns: {},
    texts: ['first', 'second'],
    countsFrom1904,
    typed: (formula) => formula,
  });
  const [row] = childrenOf(`<row r="3"><c r="B3" t="${type}">${written}</c></row>`, 0);
  expect(reader.readRow(row!)).toBe(2);
  return reader.cellData[2]![1]!.v;
}

test.each<[string, string, unknown]>([
  ['d', '<v>2026-11-20</v>', 46_346],
  ['d', '<v>2026-11-20T12:00:00</v>', 46_346.5],
  ['d', '<v>2026-11-20T18:00:00Z</v>', 46_346.75],
  ['d', '<v>tomorrow</v>', 'tomorrow'],
  ['n', '<v>46346.5</v>', 46_346.5],
  ['s', '<v>1</v>', 'second'],
  ['str', '<v>a</v>', 'a'],
  ['str', '<v>two_x000D_\nlines</v>', 'two\nlines'],
  ['b', '<v>1</v>', 1],
  ['e', '<v>#N/A</v>', '#N/A'],
  ['e', '<v>#BUSY!</v>', '#VALUE!'],
  ['inlineStr', '<is><t>a</t></is>', 'a'],
  ['inlineStr', '<is><r><rPr><b/></rPr><t>b </t></r><r><t>c</t></r><rPh sb="0" eb="1"><t>no</t></rPh></is>', 'b c'],
])('a cell of the type %s that a file writes as %j has the value %j', (type, written, value) => {
  expect(valueOf(type, written)).toBe(value);
});

test('dates in a file that counts from 1904 are moved, but not those that are written as texts', () => {
  expect(valueOf('n', '<v>44884</v>', true)).toBe(46_346);
  expect(valueOf('d', '<v>2026-11-20</v>', true)).toBe(46_346);
});
