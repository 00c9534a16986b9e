import { deflateSync, strFromU8, unzipSync, Zip, ZipPassThrough } from 'fflate';

/** How files begin. */
const [ZIP, OLD_OFFICE, PDF] = ['PK\u0003\u0004', '\u00d0\u00cf\u0011\u00e0', '%PDF'];
/** What is wrong with a file that cannot be read. */
export const DAMAGED = 'it is damaged, or not an Excel workbook (.xlsx)';
const PASSWORD =
  'it is protected with a password, which the workbench cannot open: remove the password in Excel, and open it again';

/** A file of a few megabytes may hold so much that the page would end. */
const MAX_UNPACKED = 2 ** 30;

/** Kinds of zip files that are no .xlsx, by a part that only they have. */
const OTHERS: Readonly<Record<string, string>> = {
  'xl/workbook.bin': 'it is a binary workbook (.xlsb): save it as .xlsx in Excel',
  'content.xml': 'it is an OpenDocument file (.ods): save it as .xlsx in its own program',
  'Index/Document.iwa': 'it is a Numbers file: export it to Excel',
  'word/document.xml': 'it is a Word document, and no workbook',
  'ppt/presentation.xml': 'it is a presentation, and no workbook',
};

/** Throws an Error that completes "The file cannot be opened: …" for a file that is no .xlsx, or was damaged. */
export function checkFile(bytes: Uint8Array): void {
  const start = strFromU8(bytes.subarray(0, 4), true);
  if (start === OLD_OFFICE) {
    // Its folder has two bytes for a letter; Excel keeps a workbook with a password in such a file.
    const text = strFromU8(bytes, true);
    const holds = (name: string): boolean => text.includes(Array.from(name).join('\0'));
    if (holds('EncryptedPackage')) throw new Error(PASSWORD);
    if (holds('Workbook') || holds('Book'))
      throw new Error('it is a workbook of Excel 97 to 2003 (.xls): save it as .xlsx in Excel');
  }
  if (start === PDF) throw new Error('it is a PDF, and no workbook');
  if (start !== ZIP) throw new Error('it is not an Excel workbook (.xlsx)');
  const { entries } = folderOf(bytes);
  const [other] = entries.flatMap(({ path }) => OTHERS[path] ?? []);
  if (other !== undefined) throw new Error(other);
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new Error(PASSWORD);
  if (entries.reduce((sum, { size }) => sum + size, 0) > MAX_UNPACKED)
    throw new Error('its parts are larger than a gigabyte, which no page can hold');
}

/** A file that is no longer as it was saved. */
export class DamagedFile extends Error {
  constructor(cause?: unknown) {
    super('it is damaged, since a part of it is not as it was saved: copy or download the file again', { cause });
  }
}

/**
 * The parts of a zip file by their paths, unpacked by the browser while the page answers. Throws a DamagedFile if one
 * has another checksum than it was saved with: what can be read of it may be another number.
 */
export async function unzipped(bytes: Uint8Array): Promise<Record<string, Uint8Array>> {
  const { entries, isWhole } = folderOf(bytes);
  if (!isWhole || entries.some(({ isRenamed }) => isRenamed)) throw new DamagedFile();
  // What fits a larger file is read otherwise.
  if (entries.length === 0) return unzipSync(bytes);
  try {
    const parts = await Promise.all(entries.map(async (one) => [one.path, await contentOf(one, bytes)] as const));
    return Object.fromEntries(parts);
  } catch (error) {
    throw new DamagedFile(error);
  }
}

/** A part that is packed already. */
class PackedPart extends ZipPassThrough {
  override compression = PACKED;

  constructor(
    path: string,
    private readonly packed: Uint8Array<ArrayBuffer>,
  ) {
    super(path);
  }

  protected override process(_content: Uint8Array, isLast: boolean): void {
    this.ondata(null, this.packed, isLast);
  }
}

/**
 * A zip file of parts by their paths, packed by the browser while the page answers. The library's own way to pack in
 * pieces damages parts with zeros near their beginning, such as printer settings.
 */
export async function zipped(parts: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  for (const [path, content] of Object.entries(parts)) {
    const stream = new Blob([content as BlobPart]).stream().pipeThrough(new CompressionStream('deflate-raw'));
    const part = new PackedPart(path, new Uint8Array(await new Response(stream).arrayBuffer()));
    zip.add(part);
    part.push(content, true);
  }
  zip.end();
  return new Uint8Array(await new Blob(pieces as BlobPart[]).arrayBuffer());
}

/** Throws if it has another checksum. */
async function contentOf({ path, checksum, size, packed }: ZipEntry, bytes: Uint8Array): Promise<Uint8Array> {
  const plain = packed ? undefined : unzipSync(bytes, { filter: ({ name }) => name === path })[path]!;
  // So packed, content ends with its checksum and its length.
  const gzip = [
    Uint8Array.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff),
    packed ?? deflateSync(plain!, { level: 0 }),
    Uint32Array.of(checksum, plain?.length ?? size),
  ];
  let left = plain?.length ?? size;
  // Of a part that says it is small, more would fill the page's memory before its end is seen to differ.
  const upToSize = new TransformStream<Uint8Array, Uint8Array>({
    transform: (piece, out) => {
      left -= piece.length;
      if (left < 0) out.error(new Error('It holds more than it says'));
      else out.enqueue(piece);
    },
  });
  const stream = new Blob(gzip as BlobPart[]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Uint8Array(await new Response(stream.pipeThrough(upToSize)).arrayBuffer());
}

/** A part as the folder at the end of a zip file lists it. */
interface ZipEntry {
  readonly path: string;
  readonly checksum: number;
  readonly size: number;
  /** Undefined if it is stored as it is, or is larger than four gigabytes. */
  readonly packed: Uint8Array | undefined;
  readonly isEncrypted: boolean;
  /** Whether it has another name where its content begins. */
  readonly isRenamed: boolean;
}

/** Where a zip file's structures have what, after their marks (PKWARE's APPNOTE.TXT, 4.3). */
const [END_MARK, ENTRY_MARK, END_SIZE, ENTRY_SIZE] = [0x06054b50, 0x02014b50, 22, 46];
/** The field of an entry with lengths of eight bytes (4.5.3). */
const [LARGE_MARK, LARGE_SIZE] = [1, 12];
/** The usual way to pack a part. */
const PACKED = 8;
/** A length that is written elsewhere, in a file of more than four gigabytes. */
const ELSEWHERE = 0xffffffff;

interface Folder {
  readonly entries: readonly ZipEntry[];
  /** Whether it lists as many parts as it should. */
  readonly isWhole: boolean;
}

function folderOf(bytes: Uint8Array): Folder {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: ZipEntry[] = [];
  let end = bytes.length - END_SIZE;
  while (end >= 0 && view.getUint32(end, true) !== END_MARK) end--;
  if (end < 0) return { entries, isWhole: true };
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const isElsewhere = at === ELSEWHERE;
  while (at + ENTRY_SIZE <= end && view.getUint32(at, true) === ENTRY_MARK) {
    const flags = view.getUint16(at + 8, true);
    const [name, extra, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true)) as [
      number,
      number,
      number,
    ];
    const nameAt = (start: number, length = name): string =>
      strFromU8(bytes.subarray(start, start + length), (flags & 0x800) === 0);
    const [packedSize, size, content] = [20, 24, 42].map((place) => view.getUint32(at + place, true)) as [
      number,
      number,
      number,
    ];
    const path = nameAt(at + ENTRY_SIZE);
    const isHere = ![packedSize, size, content].includes(ELSEWHERE);
    // Of the fields behind the name, that of large sizes, which come first in it.
    let largeAt = at + ENTRY_SIZE + name;
    const extraEnd = Math.min(largeAt + extra, end);
    while (largeAt + LARGE_SIZE <= extraEnd && view.getUint16(largeAt, true) !== LARGE_MARK)
      largeAt += 4 + view.getUint16(largeAt + 2, true);
    const isLarge = size === ELSEWHERE && largeAt + LARGE_SIZE <= extraEnd;
    const [nameHere, extraHere] = [26, 28].map(
      (place) => bytes[content + place]! + 256 * bytes[content + place + 1]!,
    ) as [number, number];
    const start = content + 30 + nameHere + extraHere;
    entries.push({
      path,
      checksum: view.getUint32(at + 16, true),
      size: isLarge ? Number(view.getBigUint64(largeAt + 4, true)) : size === ELSEWHERE ? 0 : size,
      packed:
        isHere && view.getUint16(at + 10, true) === PACKED ? bytes.subarray(start, start + packedSize) : undefined,
      isEncrypted: (flags & 1) === 1,
      isRenamed: content !== ELSEWHERE && nameAt(content + 30, nameHere) !== path,
    });
    at += ENTRY_SIZE + name + extra + comment;
  }
  return { entries, isWhole: isElsewhere || entries.length === count };
}
