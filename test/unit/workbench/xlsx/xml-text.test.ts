import { child, children } from '../../../../src/workbench/xlsx/package';
import { childrenOf, type ElementText } from '../../../../src/workbench/xlsx/xml-text';

/** The attributes that a row, a cell or a formula may have, as far as it has them. */
const attributesOf = (one: ElementText): object =>
  Object.fromEntries(
    ['r', 's', 't', 'ht', 'y:d'].flatMap((name) => {
      const value = one.getAttribute(name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

const read = (text: string) =>
  [...childrenOf(text, 0)].map((row) => ({
    ...attributesOf(row),
    cells: children(row, 'c').map((cell) => {
      const [formula, value, inline] = ['f', 'v', 'is'].map((name) => child(cell, name));
      return {
        ...attributesOf(cell),
        ...(formula && { f: formula.textContent }),
        ...(formula?.getAttribute('t') !== undefined && { ft: formula.getAttribute('t') }),
        ...(value && { v: value.textContent }),
        ...(inline && { is: inline.textContent }),
        ...(cell.children.length === 0 && { isLook: true }),
      };
    }),
  }));

describe('the rows of a sheet are read from its text', () => {
  it.each([
    ['values', '<row r="1"><c r="A1"><v>1</v></c></row>', [{ r: '1', cells: [{ r: 'A1', v: '1' }] }]],
    [
      'looks alone',
      '<row r="2"><c r="A2" s="3"/><c r="B2" s="3"></c></row>',
      [
        {
          r: '2',
          cells: [
            { r: 'A2', s: '3', isLook: true },
            { r: 'B2', s: '3', isLook: true },
          ],
        },
      ],
    ],
    ['rows without cells', '<row r="7" ht="30"/><row/>', [{ r: '7', ht: '30', cells: [] }, { cells: [] }]],
    [
      'formulas, shared ones too',
      '<row><c><f t="shared" si="0" ref="A1:A2">A1&lt;"&amp;"</f><v>x</v></c><c><f t="shared" si="0"/></c></row>',
      [
        {
          cells: [
            { f: 'A1<"&"', ft: 'shared', v: 'x' },
            { f: '', ft: 'shared' },
          ],
        },
      ],
    ],
    [
      'prefixes, other quotes and unknown elements',
      `<x:row r='1' y:d="a>b/>"><x:c r='A1'><x:v>1</x:v><x:extLst><x:ext><y:v>9</y:v></x:ext></x:extLst></x:c></x:row>`,
      [{ r: '1', 'y:d': 'a>b/>', cells: [{ r: 'A1', v: '1' }] }],
    ],
    [
      'comments, marked texts and ends of lines',
      '\r\n<!-- <row> --><row><c t="str"><v>a\r\nb<![CDATA[<&>]]>&#x41;&#66;&quot;</v></c></row>\n',
      [{ cells: [{ t: 'str', v: 'a\nb<&>AB"' }] }],
    ],
    ['nothing', '', []],
  ])('%s', (_, text, expected) => expect(read(text)).toEqual(expected));

  it.each([
    '<row><c><v>1</v></c>',
    '<row><c></row></c>',
    '<row><c r=A1/></row>',
    '<row><c r="A1/></row>',
    '<row><c><v>1</w></c></row>',
    '<row><c><v>a & b</v></c></row>',
    '<row><c><v>&nbsp;</v></c></row>',
    '<row><!-- </row>',
    '<row',
    '</row>',
  ])('is refused if it is not XML: %s', (text) => expect(() => read(text)).toThrow('it is damaged'));
});

test('rows are read one by one, so that other work can run in between', () => {
  const text = '<row r="1"/><row r="2"/><row r="3" broken';
  const rows = childrenOf(text, 0);
  expect(rows.next().value).toMatchObject({ head: '<row r="1"/>', end: 12 });
  expect(rows.next().value).toMatchObject({ head: '<row r="2"/>', end: 24 });
  expect(() => rows.next()).toThrow('it is damaged');
});
