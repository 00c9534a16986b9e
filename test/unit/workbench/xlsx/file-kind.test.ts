import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { checkFile, unzipped, zipped } from '../../../../src/workbench/xlsx/file-kind';

const BOOK = zipSync({
  '[Content_Types].xml': strToU8('<Types/>'),
  'xl/workbook.xml': strToU8('<workbook/>'),
  'xl/worksheets/sheet1.xml': strToU8(`<worksheet>${'<c><v>1000</v></c>'.repeat(50)}</worksheet>`),
});
const oldOffice = (folder: string): Uint8Array =>
  Uint8Array.from([0xd0, 0xcf, 0x11, 0xe0, ...Buffer.alloc(600), ...Buffer.from(folder, 'utf16le')]);
const zipOf = (path: string): Uint8Array => zipSync({ [path]: strToU8('x') });
/** The same file with other bytes where its folder lists its parts. */
function listed(change: (entry: DataView) => void): Uint8Array {
  const bytes = BOOK.slice();
  for (let at = 0; at < bytes.length - 4; at++)
    if (Buffer.from(bytes.subarray(at, at + 4)).toString('latin1') === 'PK\u0001\u0002')
      change(new DataView(bytes.buffer, bytes.byteOffset + at));
  return bytes;
}
/** As a zip file says that its parts have a password. */
const encrypted = (): Uint8Array => listed((entry) => entry.setUint8(8, 1));
/** As a zip file says how much its parts hold. */
const ofSize = (bytes: number): Uint8Array => listed((entry) => entry.setUint32(24, bytes, true));
/** The same, in the way of files of more than four gigabytes: in the last field behind the name of the last part. */
function ofLargeSize(bytes: number, fieldsBefore: readonly number[] = []): Uint8Array {
  const [field, end] = [Buffer.alloc(fieldsBefore.length + 12), BOOK.length - 22];
  field.set(fieldsBefore);
  field.writeUInt32LE(0x80001, fieldsBefore.length);
  field.writeBigUInt64LE(BigInt(bytes), fieldsBefore.length + 4);
  const large = Buffer.concat([BOOK.subarray(0, end), field, BOOK.subarray(end)]);
  const last = large.lastIndexOf('PK\u0001\u0002', end, 'latin1');
  large.writeUInt32LE(0xffffffff, last + 24);
  large.writeUInt16LE(field.length, last + 30);
  return Uint8Array.from(large);
}

/** A field of five bytes. */
const TIME = [0x55, 0x54, 5, 0, 1, 2, 3, 4, 5];

test.each<[string, Uint8Array, string]>([
  ['with a password', oldOffice('EncryptedPackage'), 'it is protected with a password'],
  ['of which the parts have a password', encrypted(), 'it is protected with a password'],
  ['that holds more than a page can', ofSize(2 ** 29), 'its parts are larger than a gigabyte, which no page can hold'],
  ['with a part of several gigabytes', ofLargeSize(2 ** 33), 'its parts are larger than a gigabyte'],
  [
    'with such a part that was stamped with the time',
    ofLargeSize(2 ** 33, TIME),
    'its parts are larger than a gigabyte',
  ],
  ['of Excel 97', oldOffice('Workbook'), 'it is a workbook of Excel 97 to 2003 (.xls): save it as .xlsx in Excel'],
  ['of Excel 95', oldOffice('Book'), 'it is a workbook of Excel 97 to 2003 (.xls): save it as .xlsx in Excel'],
  ['of Word 97', oldOffice('WordDocument'), 'it is not an Excel workbook (.xlsx)'],
  ['in the binary format', zipOf('xl/workbook.bin'), 'it is a binary workbook (.xlsb): save it as .xlsx in Excel'],
  ['of LibreOffice', zipOf('content.xml'), 'it is an OpenDocument file (.ods): save it as .xlsx in its own program'],
  ['of Numbers', zipOf('Index/Document.iwa'), 'it is a Numbers file: export it to Excel'],
  ['of Word', zipOf('word/document.xml'), 'it is a Word document, and no workbook'],
  ['of PowerPoint', zipOf('ppt/presentation.xml'), 'it is a presentation, and no workbook'],
  ['in PDF', strToU8('%PDF-1.7 …'), 'it is a PDF, and no workbook'],
  ['of text', strToU8('a,b\n1,2'), 'it is not an Excel workbook (.xlsx)'],
  ['without anything', new Uint8Array(), 'it is not an Excel workbook (.xlsx)'],
])('a file %s is refused with a sentence that names its kind', (_, bytes, sentence) => {
  expect(() => checkFile(bytes)).toThrow(sentence);
});

test('a workbook is read as it is, however its parts are packed', async () => {
  for (const bytes of [BOOK, ofSize(2 ** 28), ofSize(0xffffffff), ofLargeSize(2 ** 28)]) checkFile(bytes);
  expect(await unzipped(BOOK)).toEqual(unzipSync(BOOK));
  const stored = zipSync(unzipSync(BOOK), { level: 0 });
  expect(await unzipped(stored)).toEqual(unzipSync(BOOK));
});

test('the page answers while a large part is unpacked: no turn of its own reads it', async () => {
  const large = zipSync({ 'xl/workbook.xml': new Uint8Array(20_000_000) });
  let turns = 0;
  const reading = unzipped(large).finally(() => (turns = -turns));
  while (turns >= 0) {
    turns++;
    await new Promise(setImmediate);
  }
  expect((await reading)['xl/workbook.xml']).toHaveLength(20_000_000);
  expect(turns).toBeLessThan(-10);
});

test('bytes that are not a zip file are refused', async () =>
  await expect(unzipped(strToU8('PK\u0003\u0004 and nothing more'))).rejects.toThrow());

test('a flipped bit anywhere in the file is either reported or changes nothing', async () => {
  const textOf = (parts: Record<string, Uint8Array>): string =>
    Object.entries(parts)
      .map(([path, content]) => `${path} ${strFromU8(content)}`)
      .join();
  const whole = textOf(unzipSync(BOOK));
  let refused = 0;
  for (let bit = 0; bit < BOOK.length * 8; bit++) {
    const bytes = BOOK.slice();
    bytes[bit >> 3]! ^= 1 << (bit & 7);
    try {
      expect(textOf(await unzipped(bytes)) === whole).toBe(true);
    } catch (error) {
      if ('matcherResult' in (error as object)) throw error;
      refused++;
    }
  }
  expect(refused).toBeGreaterThan(BOOK.length * 4);
});

test('a damaged part is reported as damaged, whether or not it can be read', async () => {
  const SENTENCE = 'it is damaged, since a part of it is not as it was saved: copy or download the file again';
  const stored = zipSync({ 'xl/workbook.xml': strToU8('<v>1000</v>') }, { level: 0 });
  const at = Buffer.from(stored).indexOf('1000');
  stored[at]! ^= 1;
  expect(new TextDecoder().decode(unzipSync(stored)['xl/workbook.xml'])).toBe('<v>0000</v>');
  await expect(unzipped(stored)).rejects.toThrow(SENTENCE);
  const cut = BOOK.slice();
  const content = Buffer.from(BOOK).indexOf('sheet1.xml') + 'sheet1.xml'.length;
  cut.fill(0xff, content, content + 10);
  await expect(unzipped(cut)).rejects.toThrow(SENTENCE);
});

test('a part is unpacked no further than to the size that it says', async () => {
  const bytes = Buffer.from(zipSync({ 'xl/workbook.xml': new Uint8Array(1_000_000) }));
  bytes.writeUInt32LE(1_000, bytes.lastIndexOf('PK\u0001\u0002', undefined, 'latin1') + 24);
  await expect(unzipped(bytes)).rejects.toMatchObject({ cause: { message: 'It holds more than it says' } });
});

test('what is packed while the page answers is the same when it is unpacked', async () => {
  const parts = {
    // As printer settings, macros and pictures have them.
    ...Object.fromEntries(
      [1, 2, 3, 4, 7, 40, 300].map((step) => [
        `zeros${step}.bin`,
        Uint8Array.from({ length: 1_000 }, (_, index) => (index % step === 0 ? index : 0)),
      ]),
    ),
    'empty.xml': new Uint8Array(),
    'xl/größe.xml': Uint8Array.of(1, 2, 3),
    'xl/large.bin': Uint8Array.from({ length: 200_000 }, (_, index) => (index * index) % 251),
  };
  const bytes = await zipped(parts);
  expect(await unzipped(bytes)).toEqual(parts);
  expect(unzipSync(bytes)).toEqual(parts);
});
