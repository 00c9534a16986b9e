import { CFB, read, utils, write } from '@e965/xlsx';

interface Zip {
  readonly FullPaths: readonly string[];
}
interface ZipLibrary {
  read(bytes: Uint8Array, options: { type: 'array' }): Zip;
  write(zip: Zip, options: { fileType: 'zip'; type: 'array' }): Uint8Array;
  readonly utils: { cfb_add(zip: Zip, path: string, content: Uint8Array): void };
}
const zips = CFB as ZipLibrary;

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook with one comment, which stands in the cell that `ref` names. */
function withComment(ref: string): Uint8Array {
  const book = utils.book_new();
  utils.book_append_sheet(book, utils.aoa_to_sheet([['a']]), 'Sheet1');
  const zip = zips.read(new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }) as ArrayBuffer), {
    type: 'array',
  });
  const add = (path: string, text: string): void => {
    zips.utils.cfb_add(zip, path, new TextEncoder().encode(text));
  };
  add(
    '/xl/worksheets/_rels/sheet1.xml.rels',
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/comments" Target="../comments1.xml"/></Relationships>`,
  );
  add(
    '/xl/comments1.xml',
    `<comments xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><authors><author>x</author></authors><commentList><comment ref="${ref}" authorId="0"><text><t>note</t></text></comment></commentList></comments>`,
  );
  return Uint8Array.from(zips.write(zip, { fileType: 'zip', type: 'array' }));
}

test('a comment is read from its own cell', () => {
  expect(read(withComment('A1'), { type: 'array' }).Sheets.Sheet1?.A1).toMatchObject({ c: [{ a: 'x', t: 'note' }] });
});

test.each(['__proto__', 'constructor', 'prototype'])(
  'a crafted file with a comment in the cell %s does not change what all objects inherit',
  (ref) => {
    const before = Reflect.ownKeys(Object.prototype);
    try {
      read(withComment(ref), { type: 'array' });
    } catch {
      // A file that is refused changes nothing either.
    }
    expect(Reflect.ownKeys(Object.prototype)).toEqual(before);
    expect(({} as { c?: unknown }).c).toBeUndefined();
  },
);
