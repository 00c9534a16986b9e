import { BooleanNumber, type IWorkbookData, VerticalAlign, type Worksheet } from '@univerjs/core';
import { read, type WorkBook, write } from '@e965/xlsx';
import type { Attachments, SavedAttachments } from '../engine/attachments';
import { FONT } from '../sheet/sample-styles';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { FileColors } from './colors';
import { fileToSheet } from './file-to-sheet';
import { unsupportedIn } from './unsupported';
import { FormulasFromFile } from './formulas-from-file';
import { FormulasToFile } from './formulas-to-file';
import { type FileName, namesToFile, OF_NAMES, ownFromFile, trackedFromFile } from './names';
import { Package } from './package';
import { pageNames, readPage, withPage } from './pages';
import { addParts, readParts } from './parts';
import { repeatedNames } from './repeated-names';
import { sheetToFile } from './sheet-to-file';
import { columnStyles, styleIndexes, stylesFromFile } from './styles-from-file';
import { StylesToFile, withStyles } from './styles-to-file';
import { validTables } from './valid-tables';
import { blocksFrom, tablesFrom } from './tables';
import { addTables } from './tables-to-file';
import { readView, sheetPaths, withView } from './views';

const [STYLES, THEME] = ['xl/styles.xml', 'xl/theme/theme1.xml'];
const NAMES_RESOURCE = 'SHEET_DEFINED_NAME_PLUGIN';
const [VERY_HIDDEN, IS_VERY_HIDDEN] = [2, 'isVeryHidden'] as const;
/**
 * The first bytes of a zip file, and therefore of every .xlsx file. The library would also read texts or pictures as
 * workbooks.
 */
const ZIP_MARK = [0x50, 0x4b, 0x03, 0x04];

/** The open workbook as an .xlsx file. */
export function workbookToFile(sheet: Spreadsheet, attachments: Attachments): Uint8Array {
  const worksheets = sheet.workbook.getSheets();
  const styles = new StylesToFile(worksheets[0]?.getDefaultCellStyleInternal() ?? FONT);
  const tables = validTables(sheet, attachments);
  const { structured = {}, countsFrom1904 = false } = attachments.file;
  const writing = { styles, formulas: new FormulasToFile(tables, structured), countsFrom1904 };
  const written = worksheets.map((worksheet) => sheetToFile(sheet, worksheet, writing));
  const book: WorkBook & { Workbook: { Names: FileName[] } } = {
    SheetNames: worksheets.map((worksheet) => worksheet.getName()),
    Sheets: Object.fromEntries(worksheets.map((worksheet, index) => [worksheet.getName(), written[index]!.file])),
    Workbook: {
      Names: [...namesToFile(sheet, attachments.tracked, writing.formulas), ...worksheets.flatMap(pageNames)],
      ...(countsFrom1904 && { WBProps: { date1904: true } }),
      Sheets: worksheets.map((worksheet) => ({ Hidden: hiddenInFile(worksheet) })),
    },
  };
  const files = new Package(
    new Uint8Array(write(book, { type: 'array', bookType: 'xlsx', bookSST: true, compression: true }) as ArrayBuffer),
  );
  files.write(STYLES, styles.write());
  worksheets.forEach((worksheet, index) => {
    const path = `xl/worksheets/sheet${index + 1}.xml`;
    files.write(path, withPage(withView(withStyles(files.text(path), written[index]!.styles), worksheet), worksheet));
  });
  addTables(files, tables, book.SheetNames);
  addParts(files, Object.values(attachments.save().parts));
  return files.bytes();
}

/** A sheet that only a macro can unhide stays so, as long as the user does not show it. */
function hiddenInFile(worksheet: Worksheet): 0 | 1 | 2 {
  if (worksheet.isSheetHidden() !== BooleanNumber.TRUE) return 0;
  return worksheet.getConfig().custom?.[IS_VERY_HIDDEN] === true ? VERY_HIDDEN : 1;
}

export interface OpenedFile {
  readonly data: Partial<IWorkbookData>;
  /** What the file contains and the workbook does not, in words. */
  readonly unsupported: readonly string[];
  readonly countsFrom1904: boolean;
}

/** An .xlsx file → a workbook to open. Throws an Error whose message completes "The file cannot be opened: …". */
export function workbookFromFile(bytes: Uint8Array, name: string): OpenedFile {
  if (ZIP_MARK.some((byte, index) => bytes[index] !== byte)) throw new Error('it is not an Excel workbook (.xlsx)');
  const book = readBook(bytes);
  const countsFrom1904 = book.Workbook?.WBProps?.date1904 === true;
  const files = new Package(bytes);
  const formats = files.xml(STYLES);
  const styles = stylesFromFile(formats, new FileColors(files.xml(THEME)));
  const paths = sheetPaths(files);
  const documents = paths.map((path) => files.xml(path));
  const tables = tablesFrom(
    files,
    book.SheetNames.map((sheetName, index) => ({ name: sheetName, path: paths[index] ?? '' })),
  );
  const names: FileName[] = book.Workbook?.Names ?? [];
  const formulas = new FormulasFromFile(tables, repeatedNames(names, book.SheetNames));
  const sheets = book.SheetNames.map((sheetName, index) => {
    const xml = documents[index] ?? files.xml('');
    const [indexes, ofColumns] = [styleIndexes(xml), columnStyles(xml)];
    const hidden = book.Workbook?.Sheets?.[index]?.Hidden ?? 0;
    const id = `sheet-${index + 1}`;
    const data = fileToSheet(book.Sheets[sheetName] ?? {}, {
      name: sheetName,
      id,
      isHidden: hidden > 0,
      countsFrom1904,
      styleOf: (address) => styles[indexes.get(address) ?? NaN],
      styleOfColumn: (column) => styles[ofColumns.get(column) ?? NaN],
      typed: (formula, row) => formulas.read(formula, { sheetId: id, sheet: sheetName, row }),
    });
    const page = readPage(xml, names, index);
    return {
      ...data,
      ...readView(xml),
      ...page,
      ...(hidden === VERY_HIDDEN && { custom: { ...page.custom, [IS_VERY_HIDDEN]: true } }),
      defaultStyle: { ...FONT, vt: VerticalAlign.BOTTOM, ...styles[0] },
    };
  });
  const own = ownFromFile(names, sheets, (formula) => formulas.read(formula, OF_NAMES));
  const custom: SavedAttachments = {
    parts: readParts(files),
    tracked: trackedFromFile(names, sheets),
    file: {
      tables: tables.map(({ saved }) => saved),
      tableBlocks: blocksFrom(tables, sheets),
      structured: formulas.structured,
      countsFrom1904,
    },
  };
  const data = {
    id: crypto.randomUUID(),
    name,
    sheetOrder: sheets.map(({ id }) => id ?? ''),
    sheets: Object.fromEntries(sheets.map((sheet) => [sheet.id ?? '', sheet] as const)),
    resources: [{ name: NAMES_RESOURCE, data: JSON.stringify(own) }],
    custom,
  };
  return { data, unsupported: unsupportedIn(files, documents, formats), countsFrom1904 };
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
