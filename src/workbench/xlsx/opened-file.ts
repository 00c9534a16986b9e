import { strFromU8, strToU8 } from 'fflate';
import {
  BooleanNumber,
  type IObjectArrayPrimitiveType,
  type IRowData,
  type IWorkbookData,
  type IWorksheetData,
  VerticalAlign,
} from '@univerjs/core';
import { type FileFacts, FIXED, FIXED_ARRAY, type SavedAttachments, type SavedBlock } from '../engine/attachments';
import type { IAutoFilter } from '@univerjs/sheets-filter';
import { FILTERS, resourceOfNames } from '../sheet/spreadsheet';
import { isConstantArray, isSeveralCells } from './array-operands';
import { CellReader, readTexts } from './cells';
import { type FileName, FormulasFromFile, OF_NAMES, replacedNames } from './formulas';
import { IS_VERY_HIDDEN, readColumns, readMerges, readRowSize, readTab, readView } from './layout';
import { ownFromFile, namesFromFile, trackedFromFile } from './names';
import { child, isOn, PackageReader } from './package';
import { readStyles } from './styles';
import { isReadInPart, readFilter } from './filters';
import { blocksFrom, type SheetTable, tablesFrom } from './tables';
import { checkFile, DAMAGED, DamagedFile, unzipped } from './file-kind';
import { childrenOf, type ElementText } from './xml-text';
import { type Unsupported, unsupportedIn } from './unsupported';
import { FONT } from '../sheet/new-sheet';
import { blockOfEngineRange, engineRangeOf } from '../engine/cell-position';
import { a1, type Block, MAX_COLUMNS, MAX_ROWS, parseA1 } from '../../core/sheet';
import { Pauses } from '../../core/pauses';

/** The minimum size of a sheet, and what it has at least beyond its data. */
const [MIN_ROWS, MIN_COLUMNS, ROWS_BEYOND, COLUMNS_BEYOND] = [200, 26, 50, 5];

export interface OpenedFile {
  readonly data: Partial<IWorkbookData>;
  /** By the ids of the sheets. */
  readonly sheetsInFile: ReadonlyMap<string, SheetInFile>;
  /** What the file contains and the workbook does not, in words. */
  readonly unsupported: readonly Unsupported[];
  readonly countsFrom1904: boolean;
  /** Whether Excel is to calculate it when it opens it: a program that cannot calculate writes 0 for each result. */
  readonly isToBeCalculated: boolean;
}

/** An .xlsx file → a workbook to open. Throws an Error whose message completes "The file cannot be opened: …". */
export async function workbookFromFile(bytes: Uint8Array, name: string, reading: FileReading): Promise<OpenedFile> {
  checkFile(bytes);
  const read = await readWorkbook(bytes, name, reading);
  const custom = read.data.custom as SavedAttachments;
  return { ...read, data: { ...read.data, custom: { ...custom, file: { ...custom.file, package: base64Of(bytes) } } } };
}

export interface SheetInFile {
  readonly path: string;
  /** What formulas and the cells that they fill show in the file, by address. */
  readonly results: ReadonlyMap<string, string | number | boolean | null>;
  /** The blocks of several cells that one formula fills. */
  readonly arrays: readonly Block[];
  /** Merged cells as the sheet has them → as the file has them, which may reach beyond the sheet. */
  readonly merges: ReadonlyMap<string, string>;
  /** The same for its filter, if it has one. */
  readonly filters: ReadonlyMap<string, string>;
}

export interface FileReading {
  /** Ends it. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: (part: number) => void;
  /** Whether the engine can calculate a function; each if omitted. */
  readonly isFunction?: (name: string) => boolean;
}

interface ReadWorkbook extends OpenedFile {
  readonly tables: readonly SheetTable[];
  readonly names: readonly FileName[];
}

/** @param source a file, or its parts as they are now */
export async function readWorkbook(
  source: Uint8Array | PackageReader,
  name: string,
  { signal, onProgress = () => undefined, isFunction = () => true }: FileReading = {},
): Promise<ReadWorkbook> {
  const file = await readFile(source);
  const { parts, countsFrom1904, styles, texts, names, sheets: inFile } = file;
  if (inFile.length === 0) throw new Error('it has no sheets');
  const tables = tablesFrom(parts, inFile);
  const namesWith = (isSo: (formula: string) => boolean): ((name: string) => boolean) | undefined => {
    const found = new Set(names.filter(({ formula }) => isSo(formula)).map((one) => one.name.toUpperCase()));
    return found.size > 0 ? (name) => found.has(name.toUpperCase()) : undefined;
  };
  const formulas = new FormulasFromFile(
    tables,
    replacedNames(
      names,
      inFile.map((sheet) => sheet.name),
    ),
    namesWith(isSeveralCells),
    namesWith(isConstantArray),
  );
  const namesInFile = new Set(names.map((one) => one.name.toUpperCase()));
  const isKept = (formula: string, result: unknown): boolean =>
    !(file.isToBeCalculated && Number(result) === 0) &&
    hasUnknownCall(formula, (called) => isFunction(called) || namesInFile.has(called));
  const filters: Record<string, IAutoFilter> = {};
  const sheetsInFile = new Map<string, SheetInFile>();
  const fixed: Record<string, SavedBlock> = {};
  const total = inFile.reduce((sum, { rows }) => sum + rows.length, 0);
  let done = 0;
  // A row may have 16,000 cells.
  const pauses = new Pauses(1);
  const afterRow = async (end: number): Promise<void> => {
    if (!pauses.isDue) return;
    onProgress((done + end) / total);
    await pauses.take();
    signal?.throwIfAborted();
  };
  const sheets: (Partial<IWorksheetData> & { readonly id: string; readonly name: string })[] = [];
  for (const [index, { name: sheetName, xml, rows, state, path }] of inFile.entries()) {
    const id = `sheet-${index + 1}`;
    const typed = (formula: string, row: number, column: number, isArray: boolean): string =>
      formulas.readFormula(formula, { sheetId: id, sheet: sheetName, row, column }, isArray);
    const columns = readColumns(xml, styles);
    const cells = new CellReader({ styles, columns, texts, countsFrom1904, typed, isKept });
    const grid = await readGrid(rows, cells, columns, afterRow);
    done += rows.length;
    for (const { block, isArray } of cells.fixed)
      fixed[`${isArray ? FIXED_ARRAY : FIXED}${id} ${a1(block)}`] = { sheetId: id, range: engineRangeOf(block) };
    const merges = readMerges(xml, grid);
    const asWritten = filterOf(xml, sheetName, tables);
    const filter = readFilter(asWritten, grid);
    if (filter) filters[id] = filter;
    const block = filter && [[a1(blockOfEngineRange('', filter.ref)), asWritten!.getAttribute('ref')!] as const];
    sheetsInFile.set(id, { path, results: cells.results, arrays: cells.arrays, merges, filters: new Map(block) });
    sheets.push({
      id,
      name: sheetName,
      hidden: state === undefined ? BooleanNumber.FALSE : BooleanNumber.TRUE,
      ...grid,
      mergeData: [...merges.keys()].map((shown) => engineRangeOf(parseA1(shown, '')!)),
      ...readView(xml),
      ...readTab(xml),
      ...(state === 'veryHidden' && { custom: { [IS_VERY_HIDDEN]: true } }),
      defaultStyle: { ...FONT, vt: VerticalAlign.BOTTOM, ...styles[0] },
    });
  }
  const shown = [sheets[file.activeTab], ...sheets].find((one) => one?.hidden === BooleanNumber.FALSE);
  const own = ownFromFile(names, sheets, (formula) => formulas.readFormula(formula, OF_NAMES));
  const custom: SavedAttachments = {
    parts: parts.customParts(),
    tracked: trackedFromFile(names, sheets),
    file: {
      tables: tables.map(({ name, columns, headerRows, totalsRows }) => ({ name, columns, headerRows, totalsRows })),
      tableBlocks: { ...blocksFrom(tables, sheets), ...fixed },
      structured: formulas.structured,
      countsFrom1904,
      repetition: file.repetition,
    },
  };
  const data = {
    id: crypto.randomUUID(),
    name,
    sheetOrder: sheets.map(({ id }) => id),
    sheets: Object.fromEntries(sheets.map((sheet) => [sheet.id, sheet] as const)),
    resources: [resourceOfNames(own), { name: FILTERS, data: JSON.stringify(filters) }],
    custom: { ...custom, shown: shown?.id },
  };
  const areInPart = inFile.some(({ xml, name: sheet }) => filtersOf(xml, sheet, tables).some(isReadInPart));
  return {
    data,
    unsupported: [...file.unsupported, ...(areInPart ? [FILTERED_OTHERWISE] : [])],
    countsFrom1904,
    isToBeCalculated: file.isToBeCalculated,
    sheetsInFile,
    names,
    tables,
  };
}

/** Whether a formula calls what is no function. A name of its own, of LET or of a LAMBDA, is none and can be called, too. */
const hasUnknownCall = (formula: string, isKnown: (name: string) => boolean): boolean => {
  const isUnknown = (text: string): boolean =>
    [...text.matchAll(CALLED)].some(([, name]) => !isKnown(name!.toUpperCase()));
  return isUnknown(formula) && !/\b(?:LET|LAMBDA)\(/i.test(formula) && isUnknown(formula.replaceAll(NO_CALLS, ''));
};

const CALLED = /([\p{L}_\\][\p{L}\d_.]*)\(/gu;
/** Texts, names of sheets and columns of tables. */
const NO_CALLS = /"[^"]*"|'[^']*'|\[[^\]]*\]/g;

const FILTERED_OTHERWISE: Unsupported = { name: 'filters by colour, rank or period', kind: 'without effect' };

/** The filters of a sheet and of its tables. */
const filtersOf = (xml: ElementText, sheet: string, tables: readonly SheetTable[]): ElementText[] =>
  [child(xml, 'autoFilter'), ...tables.filter(({ block }) => block.sheet === sheet).map(({ filter }) => filter)].filter(
    (filter) => filter !== undefined,
  );

/** The engine has one filter for each sheet: the sheet's own, or the first of a table that hides rows. */
const filterOf = (xml: ElementText, sheet: string, tables: readonly SheetTable[]): ElementText | undefined =>
  child(xml, 'autoFilter') ?? filtersOf(xml, sheet, tables).find((filter) => filter.children.length > 0);

/** The parts of a file, each read once. */
async function readFile(source: Uint8Array | PackageReader) {
  try {
    const parts = source instanceof PackageReader ? source : new PackageReader(await unzipped(source));
    const [workbook, relations] = [parts.xmlOf(parts.workbook), parts.relationsOf(parts.workbook)];
    if (workbook.name !== 'workbook') throw new Error('it has no workbook');
    const part = (kind: string): ElementText => parts.xmlOf(relations.find((one) => one.kind === kind)?.path ?? '');
    const [styles, texts] = [part('styles'), part('sharedStrings')];
    const sheets = parts.sheets().map((sheet) => ({ ...sheet, ...parts.sheetParts(sheet.path) }));
    return {
      parts,
      sheets,
      activeTab: Number(child(child(workbook, 'bookViews'), 'workbookView')?.getAttribute('activeTab') ?? 0),
      countsFrom1904: isOn(child(workbook, 'workbookPr')?.getAttribute('date1904')),
      styles: readStyles(styles, part('theme')),
      repetition: repetitionOf(child(workbook, 'calcPr')),
      isToBeCalculated: isOn(child(workbook, 'calcPr')?.getAttribute('fullCalcOnLoad')),
      texts: readTexts(texts),
      names: namesFromFile(workbook),
      unsupported: unsupportedIn(parts, { workbook, sheets, styles, texts }),
    };
  } catch (error) {
    if (error instanceof DamagedFile) throw error;
    throw new Error(DAMAGED, { cause: error });
  }
}

const repetitionOf = (calculation: ElementText | undefined): FileFacts['repetition'] =>
  isOn(calculation?.getAttribute('iterate'))
    ? {
        times: Number(calculation?.getAttribute('iterateCount') ?? 100),
        change: Number(calculation?.getAttribute('iterateDelta') ?? 0.001),
      }
    : undefined;

type SheetGrid = Pick<IWorksheetData, 'cellData' | 'rowCount' | 'columnCount' | 'rowData' | 'columnData'>;

/**
 * Cells, and the sizes of rows and columns.
 *
 * @param afterRow called with the place in the text that is reached
 */
async function readGrid(
  rows: string,
  cells: CellReader,
  columnData: SheetGrid['columnData'],
  afterRow: (end: number) => Promise<void>,
): Promise<SheetGrid> {
  const rowData: IObjectArrayPrimitiveType<Partial<IRowData>> = {};
  for (const own of childrenOf(rows, 0, true)) {
    if (own.name !== 'row') continue;
    const row = cells.readRow(own);
    const size = readRowSize(own);
    if (size) rowData[row] = size;
    await afterRow(own.end);
  }
  const rowCount = Math.min(MAX_ROWS, Math.max(MIN_ROWS, cells.rows + ROWS_BEYOND));
  const columnCount = Math.min(MAX_COLUMNS, Math.max(MIN_COLUMNS, cells.columns + COLUMNS_BEYOND));
  return { cellData: cells.cellData, rowCount, columnCount, rowData, columnData };
}

/** The bytes of an opened file as they are kept in the workbook, and back. */
const base64Of = (bytes: Uint8Array): string => btoa(strFromU8(bytes, true));
export const bytesOf = (base64: string): Uint8Array => strToU8(atob(base64), true);
