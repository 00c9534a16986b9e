import { unzipSync } from 'fflate';
import { ChangedParts } from '../../../../src/workbench/xlsx/changed-parts';
import { emptyPackage } from '../../../../src/workbench/xlsx/empty-package';
import { attributes, escaped, PackageReader, unescaped } from '../../../../src/workbench/xlsx/package';

test.each(['<a> & "b"', 'a\nb\tc', '\u000b and \u0007', '_x000b_ as it stands', '\uffff', 'ü 日本 🂡'])(
  'the text %j is read as it was written',
  (text) => expect(unescaped(decoded(escaped(text)))).toBe(text),
);

/** As an XML parser reads it. */
const decoded = (xml: string): string =>
  xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

test('attributes keep line breaks, and those without a value are left out', () =>
  expect(attributes({ name: 'In\nUSD', id: 1, hidden: undefined })).toBe(' name="In_x000a_USD" id="1"'));

test('a file that is written into holds its parts, their types, and which part names which', async () => {
  const parts = new ChangedParts(emptyPackage(), unzipSync(emptyPackage()));
  parts.writeDocuments({}, { parts: { 'urn:a': '<a xmlns="urn:a"/>' }, tracked: {}, file: {} });
  expect(parts.addSheet('<worksheet/>')).toBe('rId2');
  const reader = new PackageReader(unzipSync(await parts.bytes()));
  expect(reader.textOf('xl/workbook.xml')).toContain('<workbook ');
  expect(reader.relationsOf('')).toEqual([{ id: 'rId1', kind: 'officeDocument', path: 'xl/workbook.xml' }]);
  expect(reader.relationsOf('xl/workbook.xml').map(({ kind, path }) => `${kind} ${path}`)).toEqual([
    'customXml customXml/item1.xml',
    'worksheet xl/worksheets/sheet1.xml',
  ]);
  expect(reader.relationsOf('customXml/item1.xml').map(({ path }) => path)).toEqual(['customXml/itemProps1.xml']);
  expect(reader.textOf('xl/_rels/workbook.xml.rels')).toContain('Target="../customXml/item1.xml"');
  expect(reader.textOf('customXml/item1.xml')).toBe('<a xmlns="urn:a"/>');
  expect(reader.textOf('[Content_Types].xml')).toContain('PartName="/customXml/itemProps1.xml"');
  expect(reader.textOf('xl/nothing.xml')).toBe('');
});

test('parts are found under the names that other programs give them', () => {
  const reader = new PackageReader({ 'XL\\Workbook.xml': new TextEncoder().encode('<workbook/>') });
  expect(reader.textOf('xl/workbook.xml')).toBe('<workbook/>');
});

describe('a part in another encoding is read as its program wrote it, and a changed one is in UTF-8:', () => {
  const text = (encoding: string): string => `<?xml version="1.0" encoding="${encoding}"?><a>Größe</a>`;
  const wide = (isLittleEndian: boolean, mark = '\ufeff'): Uint8Array => {
    const written = mark + text('UTF-16');
    const view = new DataView(new ArrayBuffer(2 * written.length));
    for (let at = 0; at < written.length; at++) view.setUint16(2 * at, written.charCodeAt(at), isLittleEndian);
    return new Uint8Array(view.buffer);
  };
  it.each([
    ['UTF-16, the small byte first', wide(true)],
    ['UTF-16, the large byte first', wide(false)],
    ['UTF-16 without a mark, the small byte first', wide(true, '')],
    ['UTF-16 without a mark, the large byte first', wide(false, '')],
    ['that of Windows', Uint8Array.from(text('windows-1252'), (one) => one.charCodeAt(0))],
    ['UTF-8 that calls itself otherwise', new TextEncoder().encode(text('utf-16'))],
  ])('%s', (_, content) => {
    const parts = new ChangedParts(new Uint8Array(), { 'a.xml': content });
    expect(parts.textOf('a.xml')).toContain('<a>Größe</a>');
    parts.setText('a.xml', parts.textOf('a.xml').replace('Größe', 'Länge'));
    expect(parts.textOf('a.xml')).toBe(text('UTF-8').replace('Größe', 'Länge'));
  });
});

test.each([
  ['<w><sheetData></sheetData ></w>', ''],
  ['<w><!-- <sheetData> --><x:sheetData a="1"><row/></x:sheetData\n></w>', '<row/>'],
  ['<w><sheetData/></w>', ''],
  ['<w/>', ''],
])('the rows of the sheet %s are found', (xml, rows) =>
  expect(new PackageReader({ 'a.xml': new TextEncoder().encode(xml) }).sheetParts('a.xml').rows).toBe(rows),
);

describe('the ending of the name of a file', () => {
  const MAIN = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml';
  const MACROS = 'application/vnd.ms-excel.sheet.macroEnabled.main+xml';
  const BINARY = 'application/vnd.ms-excel.sheet.binary.macroEnabled.main';
  const kept = (extension: string, type: string): string => `<Default Extension="${extension}" ContentType="${type}"/>`;
  const main = (type: string, path = '/xl/workbook.xml'): string =>
    `<Override PartName="${path}" ContentType="${type}"/>`;
  const partsWith = (types: string): ChangedParts =>
    new ChangedParts(
      new Uint8Array(),
      Object.fromEntries(
        Object.entries({ '[Content_Types].xml': `<Types>${types}</Types>`, 'xl/workbook.xml': '<workbook/>' }).map(
          ([path, text]) => [path, new TextEncoder().encode(text)],
        ),
      ),
    );

  it.each([
    ['a plain one', kept('xml', 'application/xml') + main(MAIN), 'xlsx'],
    [
      'one with a usual type for binary parts',
      kept('bin', BINARY) + kept('xml', 'application/xml') + main(MAIN),
      'xlsx',
    ],
    ['one with a usual type for templates', kept('xltm', MACROS) + main(MAIN), 'xlsx'],
    ['one beside another part with macros', main(MACROS, '/xl/embeddings/other.xlsm') + main(MAIN), 'xlsx'],
    ['one of which the type overrides the usual one', kept('xml', MACROS) + main(MAIN), 'xlsx'],
    ['one with macros', kept('bin', 'application/vnd.ms-office.vbaProject') + main(MACROS), 'xlsm'],
    ['one with macros in other letters', main(MACROS, '/XL/Workbook.xml'), 'xlsm'],
    ['one with macros by the usual type', kept('XML', MACROS), 'xlsm'],
    ['a template', main(MAIN.replace('.sheet.', '.template.')), 'xltx'],
    ['a template with macros', main(MACROS.replace('.sheet.', '.template.')), 'xltm'],
    ['one without any type', '', 'xlsx'],
  ])('is that of %s', (_, types, extension) => expect(partsWith(types).extension).toBe(extension));
});
