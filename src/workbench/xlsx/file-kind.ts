import { strFromU8, unzipSync } from 'fflate';

/** Bytes at the beginning of a file. */
const [ZIP, OLD_OFFICE, PDF] = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x25, 0x50, 0x44, 0x46],
];
/** What is wrong with a file that cannot be read. */
export const DAMAGED = 'it is damaged, or not an Excel workbook (.xlsx)';
const PASSWORD =
  'it is protected with a password, which the workbench cannot open: remove the password in Excel, and open it again';

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
  const begins = (mark: readonly number[] | undefined): boolean => mark!.every((byte, index) => bytes[index] === byte);
  if (begins(OLD_OFFICE)) {
    // Of such a file's folder; Excel keeps a workbook with a password in one.
    if (holds(bytes, 'EncryptedPackage')) throw new Error(PASSWORD);
    if (holds(bytes, 'Workbook') || holds(bytes, 'Book'))
      throw new Error('it is a workbook of Excel 97 to 2003 (.xls): save it as .xlsx in Excel');
  }
  if (begins(PDF)) throw new Error('it is a PDF, and no workbook');
  if (!begins(ZIP)) throw new Error('it is not an Excel workbook (.xlsx)');
  const { entries } = folderOf(bytes);
  const [other] = entries.flatMap(({ path }) => OTHERS[path] ?? []);
  if (other !== undefined) throw new Error(other);
  if (entries.some(({ isEncrypted }) => isEncrypted)) throw new Error(PASSWORD);
}

/** A file that is no longer as it was saved. */
export class DamagedFile extends Error {
  constructor(cause?: unknown) {
    super('it is damaged, since a part of it is not as it was saved: copy or download the file again', { cause });
  }
}

/**
 * The parts of a zip file by their paths. Throws a DamagedFile if one has another checksum than it was saved with: what
 * can be read of it may be another number.
 */
export function unzipped(bytes: Uint8Array): Record<string, Uint8Array> {
  const { entries, isWhole } = folderOf(bytes);
  let parts: Record<string, Uint8Array>;
  try {
    parts = unzipSync(bytes);
  } catch (error) {
    throw entries.length > 0 ? new DamagedFile(error) : error;
  }
  const isSame = ({ path, isRenamed, checksum }: ZipEntry): boolean =>
    !isRenamed && checksumOf(parts[path] ?? NOTHING) === checksum;
  if (!isWhole || !entries.every(isSame)) throw new DamagedFile();
  return parts;
}

const NOTHING = new Uint8Array();

/** A part as the folder at the end of a zip file lists it. */
interface ZipEntry {
  readonly path: string;
  readonly checksum: number;
  readonly isEncrypted: boolean;
  /** Whether it has another name where its content begins. */
  readonly isRenamed: boolean;
}

/** Where a zip file's structures have what, after their marks (PKWARE's APPNOTE.TXT, 4.3). */
const [END_MARK, ENTRY_MARK, END_SIZE, ENTRY_SIZE] = [0x06054b50, 0x02014b50, 22, 46];
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
    const content = view.getUint32(at + 42, true);
    const path = bytes.subarray(at + ENTRY_SIZE, at + ENTRY_SIZE + name);
    entries.push({
      path: strFromU8(path, (flags & 0x800) === 0),
      checksum: view.getUint32(at + 16, true),
      isEncrypted: (flags & 1) === 1,
      isRenamed:
        content !== ELSEWHERE &&
        (bytes[content + 26]! + 256 * bytes[content + 27]! !== name ||
          path.some((byte, index) => bytes[content + 30 + index] !== byte)),
    });
    at += ENTRY_SIZE + name + extra + comment;
  }
  return { entries, isWhole: isElsewhere || entries.length === count };
}

const CHECKSUMS = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

/** CRC-32, as zip files have it. */
function checksumOf(content: Uint8Array): number {
  let sum = -1;
  for (const byte of content) sum = CHECKSUMS[(sum ^ byte) & 0xff]! ^ (sum >>> 8);
  return ~sum >>> 0;
}

/** Whether a text stands in the file as such files write the names in their folders. */
function holds(bytes: Uint8Array, name: string): boolean {
  const wanted = Uint8Array.from(Array.from(name).flatMap((letter) => [letter.charCodeAt(0), 0]));
  for (let at = bytes.indexOf(wanted[0]!); at >= 0; at = bytes.indexOf(wanted[0]!, at + 1))
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return true;
  return false;
}
