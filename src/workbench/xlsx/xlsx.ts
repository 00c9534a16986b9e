import { BooleanNumber, type IWorkbookData } from '@univerjs/core';
import { read, type WorkBook, write } from '@e965/xlsx';
import type { Attachments, SavedAttachments } from '../engine/attachments';
import { FONT } from '../sheet/sample-styles';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { FileColors } from './colors';
import { fileToSheet } from './file-to-sheet';
import { leftBehind } from './left-behind';
import { type FileName, namesToFile, ownFromFile, trackedFromFile } from './names';
import { Package } from './package';
import { pageNames, readPage, withPage } from './pages';
import { addParts, readParts } from './parts';
import { sheetToFile } from './sheet-to-file';
import { withAddresses } from './structured-references';
import { styleIndexes, stylesFromFile } from './styles-from-file';
import { StylesToFile } from './styles-to-file';
import { tablesFrom } from './tables';
import { readView, sheetPaths, withView } from './views';

const [STYLES, THEME] = ['xl/styles.xml', 'xl/theme/theme1.xml'];
const NAMES_RESOURCE = 'SHEET_DEFINED_NAME_PLUGIN';
/**
 * The first bytes of a zip file, and therefore of every .xlsx file. The library would also read texts or pictures as
 * workbooks.
 */
const ZIP_MARK = [0x50, 0x4b, 0x03, 0x04];

/** The open workbook as an .xlsx file. */
export function workbookToFile(sheet: Spreadsheet, attachments: Attachments): Uint8Array {
  const worksheets = sheet.workbook.getSheets();
  const styles = new StylesToFile();
  const book: WorkBook & { Workbook: { Names: FileName[] } } = {
    SheetNames: worksheets.map((worksheet) => worksheet.getName()),
    Sheets: Object.fromEntries(
      worksheets.map((worksheet) => [worksheet.getName(), sheetToFile(sheet, worksheet, styles)]),
    ),
    Workbook: {
      Names: [...namesToFile(sheet, attachments.tracked), ...worksheets.flatMap(pageNames)],
      Sheets: worksheets.map((worksheet) => ({ Hidden: worksheet.isSheetHidden() === BooleanNumber.TRUE ? 1 : 0 })),
    },
  };
  const files = new Package(
    new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', compression: true }) as ArrayBuffer),
  );
  files.write(STYLES, styles.write(files.text(STYLES)));
  worksheets.forEach((worksheet, index) => {
    const path = `xl/worksheets/sheet${index + 1}.xml`;
    files.write(path, withPage(withView(files.text(path), worksheet), worksheet));
  });
  addParts(files, Object.values(attachments.save().parts));
  return files.bytes();
}

export interface OpenedFile {
  readonly data: Partial<IWorkbookData>;
  /** What the file contains and the workbook does not, in words. */
  readonly leftBehind: readonly string[];
}

/** An .xlsx file → a workbook to open. Throws an Error whose message completes "The file cannot be opened: …". */
export function workbookFromFile(bytes: Uint8Array, name: string): OpenedFile {
  if (ZIP_MARK.some((byte, index) => bytes[index] !== byte)) throw new Error('it is not an Excel workbook (.xlsx)');
  const book = readBook(bytes);
  if (book.Workbook?.WBProps?.date1904) throw new Error('it counts days from 1904, which only Excel does');
  const files = new Package(bytes);
  const styles = stylesFromFile(files.xml(STYLES), new FileColors(files.xml(THEME)));
  const paths = sheetPaths(files);
  const documents = paths.map((path) => files.xml(path));
  const tables = tablesFrom(
    files,
    book.SheetNames.map((sheetName, index) => ({ name: sheetName, path: paths[index] ?? '' })),
  );
  const names: FileName[] = book.Workbook?.Names ?? [];
  const sheets = book.SheetNames.map((sheetName, index) => {
    const xml = documents[index] ?? files.xml('');
    const indexes = styleIndexes(xml);
    const isHidden = (book.Workbook?.Sheets?.[index]?.Hidden ?? 0) > 0;
    const data = fileToSheet(
      book.Sheets[sheetName] ?? {},
      sheetName,
      `sheet-${index + 1}`,
      isHidden,
      (address) => styles[indexes.get(address) ?? NaN],
      (formula, row) => withAddresses(formula, tables, sheetName, row),
    );
    return { ...data, ...readView(xml), ...readPage(xml, names, index), defaultStyle: { ...FONT, ...styles[0] } };
  });
  const custom: SavedAttachments = { parts: readParts(files), tracked: trackedFromFile(names, sheets) };
  const data = {
    id: crypto.randomUUID(),
    name,
    sheetOrder: sheets.map(({ id }) => id ?? ''),
    sheets: Object.fromEntries(sheets.map((sheet) => [sheet.id ?? '', sheet] as const)),
    resources: [{ name: NAMES_RESOURCE, data: JSON.stringify(ownFromFile(names, sheets)) }],
    custom,
  };
  return { data, leftBehind: leftBehind(files, documents) };
}

function readBook(bytes: Uint8Array): WorkBook {
  let book: WorkBook;
  try {
    book = read(bytes, { type: 'array', cellNF: true, cellStyles: true, cellHTML: false, cellText: false, xlfn: true });
  } catch (error) {
    throw new Error('it is damaged, or not an Excel workbook (.xlsx)', { cause: error });
  }
  if (book.SheetNames.length === 0) throw new Error('it has no sheets');
  return book;
}
