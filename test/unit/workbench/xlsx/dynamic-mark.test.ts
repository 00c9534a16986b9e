import { withDynamicMark } from '../../../../src/workbench/xlsx/dynamic-mark';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const RICH =
  '<metadataType name="XLRICHVALUE" minSupportedVersion="120000"/></metadataTypes><futureMetadata name="XLRICHVALUE" count="1"><bk><extLst/></bk></futureMetadata>';

test('a file without marks for array formulas gets the first one', () => {
  const { text, mark } = withDynamicMark('');
  expect(mark).toBe(1);
  expect(withDynamicMark(text)).toEqual({ text, mark: 1 });
});

test.each([
  [
    'values of other kinds alone',
    `<metadata ${MAIN}><metadataTypes count="1">${RICH}<valueMetadata count="1"><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>`,
    1,
    '<valueMetadata count="1"><bk><rc t="1" v="0"/></bk></valueMetadata></metadata>',
  ],
  [
    'marks of cells of another kind',
    `<metadata ${MAIN}><metadataTypes count="1">${RICH}<cellMetadata count="1"><bk><rc t="1" v="0"/></bk></cellMetadata></metadata>`,
    2,
    '<cellMetadata count="2"><bk><rc t="1" v="0"/></bk><bk><rc t="2" v="0"/></bk></cellMetadata></metadata>',
  ],
])('a file with %s keeps them and gets one of its own', (_, before, expected, end) => {
  const { text, mark } = withDynamicMark(before);
  expect(mark).toBe(expected);
  expect(text).toMatch(/<metadataTypes count="2"><metadataType name="XLRICHVALUE".*<metadataType name="XLDAPR"/);
  expect(text.endsWith(end)).toBe(true);
  expect(text).toContain('<rc t="2" v="0"/>');
  expect(withDynamicMark(text)).toEqual({ text, mark });
});

test('a mark that the file already has is found behind others', () => {
  const { text } = withDynamicMark('');
  const other = text
    .replace('<cellMetadata count="1">', '<cellMetadata count="2"><bk><rc t="1" v="1"/></bk>')
    .replace('fDynamic="1"', "fDynamic='0'");
  expect(withDynamicMark(other).mark).toBe(3);
  const same = text.replace('<cellMetadata count="1">', '<cellMetadata count="2"><bk><rc t="1" v="1"/></bk>');
  expect(withDynamicMark(same)).toEqual({ text: same, mark: 2 });
});
