import { zipSync } from 'fflate';
import { attributes, escaped, PackageReader, PackageWriter, unescaped } from '../../../../src/workbench/xlsx/package';

test.each(['<a> & "b"', 'a\nb\tc', '\u000b and \u0007', '_x000b_ as it stands', '\uffff', 'ü 日本 🂡'])(
  'the text %j is read as it was written',
  (text) => {
    expect(unescaped(decoded(escaped(text)))).toBe(text);
  },
);

/** As an XML parser reads it. */
const decoded = (xml: string): string =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

test('attributes keep the ends of lines, and leave out what has no value', () => {
  expect(attributes({ name: 'In\nUSD', id: 1, hidden: undefined })).toBe(' name="In_x000a_USD" id="1"');
});

test('a file holds its parts, their types, and which part names which', () => {
  const writer = new PackageWriter();
  writer.add('xl/workbook.xml', 'sheet.main', '<workbook/>');
  expect(writer.relate('', 'officeDocument', 'xl/workbook.xml')).toBe('rId1');
  writer.addCustomParts('xl/workbook.xml', ['<a xmlns="urn:a"/>']);
  const reader = new PackageReader(writer.bytes());
  expect(reader.text('xl/workbook.xml')).toContain('<workbook/>');
  expect(reader.text('_rels/.rels')).toContain('relationships/officeDocument" Target="xl/workbook.xml"/>');
  expect(reader.text('xl/_rels/workbook.xml.rels')).toContain('Target="../customXml/item1.xml"');
  expect(reader.text('customXml/item1.xml')).toBe('<a xmlns="urn:a"/>');
  expect(reader.text('[Content_Types].xml')).toContain('PartName="/customXml/itemProps1.xml"');
  expect(reader.text('xl/nothing.xml')).toBe('');
});

test('parts are found under the names that other programs give them', () => {
  const reader = new PackageReader(zipSync({ 'XL\\Workbook.xml': new TextEncoder().encode('<workbook/>') }));
  expect(reader.text('xl/workbook.xml')).toBe('<workbook/>');
});

test('bytes that are no zip file are refused', () => {
  expect(() => new PackageReader(new TextEncoder().encode('PK\u0003\u0004 and nothing more'))).toThrow();
});
