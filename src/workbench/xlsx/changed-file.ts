import {
  BooleanNumber,
  type ICellData,
  type IColumnData,
  type IObjectArrayPrimitiveType,
  type IRange,
  type IRowData,
  type IStyleData,
  isNullCell,
  type ITextDecoration,
  type Nullable,
  ObjectMatrix,
  type Worksheet,
} from '@univerjs/core';
import { ErrorType, IFunctionService } from '@univerjs/preset-sheets-core';
import type { IAutoFilter } from '@univerjs/sheets-filter';
import { callsMd } from '../../app/workbook/formulas';
import { Pauses } from '../../core/pauses';
import {
  a1,
  type Block,
  cellOf,
  cellsIn,
  MAX_COLUMNS,
  MAX_ROWS,
  parseA1,
  quoteSheet,
  SHEET_NAME,
} from '../../core/sheet';
import type { Attachments, SavedAttachments } from '../engine/attachments';
import { arraySizeOf, formatAt, formulaAt, GENERAL, isErrorCode, ownLook, valueAt } from '../engine/cell-contents';
import type { Unanswered } from '../engine/call-ledger';
import { blockOfEngineRange, type CellPosition, engineRangeOf, positionKey } from '../engine/cell-position';
import { rewritten } from '../engine/operands';
import { spillsOn } from '../engine/spills';
import { FILTERS, NAMES, type Spreadsheet } from '../sheet/spreadsheet';
import { FONT } from '../sheet/new-sheet';
import { dynamicBlockOf, plainValue, valueXml } from './cells';
import { ChangedParts } from './changed-parts';
import { dayShift } from './days-from-1904';
import { emptyPackage } from './empty-package';
import { unzipped } from './file-kind';
import { criteriaOf, FILTER_NAME, openFilters, writeFilter } from './filters';
import { type FileName, FormulasToFile, isReadable } from './formulas';
import {
  blocksInFile,
  mergesOf,
  mergesXml,
  newSheetXml,
  pageNames,
  paneXml,
  PIXELS_PER_CHARACTER,
  POINTS_PER_PIXEL,
  stateOf,
  tabXml,
  viewOf,
} from './layout';
import { type LineEdit, referenceAfter, resizing, takesBack } from '../engine/line-edits';
import { isOnlyOfFile, ownToFile, trackedToFile } from './names';
import { bytesOf, type FileReading, readWorkbook, type SheetInFile } from './opened-file';
import { attributes, escaped, PackageReader } from './package';
import { referringTo, referringToCells, reshape, type SheetNow } from './reshaped-file';
import { type CellChange, type LineLook, SheetText } from './sheet-text';
import { withColumns } from '../engine/structured-references';
import { type TableNow, tablesNow, writeTables } from './tables';
import { cellsToKeep } from './unanswered';
import { notCopied } from './unsupported';

/** A download. */
interface WrittenFile {
  readonly bytes: Uint8Array;
  /** Of its name. */
  readonly extension: string;
  /** What of the opened file could not be corrected, in words. */
  readonly uncorrected: readonly string[];
  /** The names of the tables that have become ordinary cells, although their cells are still there. */
  readonly lostTables: readonly string[];
  /** How many formulas have no value in it, as in the opened file, although they show one here. */
  readonly valueless: number;
  /** How many cells have the value of the opened file, as the service gave no answer since. */
  readonly kept: number;
}

/**
 * The opened file with the sheets, rows, columns, cells, looks, filters, tables and names that were changed since,
 * written into the text of its parts: whatever the workbench does not know stays as it was, byte for byte. A new workbook
 * is written into a file without sheets in the same way.
 */
export async function writtenFile(
  sheet: Spreadsheet,
  attachments: Attachments,
  { signal, onProgress = () => undefined }: FileReading = {},
  unanswered: readonly Unanswered[] = [],
): Promise<WrittenFile> {
  const {
    package: original,
    structured = {},
    countsFrom1904 = false,
    areColumnsChanged,
    moves,
    calculated,
  } = attachments.file;
  const opened = original === undefined ? emptyPackage() : bytesOf(original);
  const worksheets = sheet.workbook.getSheets();
  const parts = new ChangedParts(opened, await unzipped(opened), worksheets[0]?.getDefaultCellStyleInternal() ?? FONT);
  const isOfFile = (worksheet: Worksheet): boolean => original !== undefined && OF_FILE.test(worksheet.getSheetId());
  const namesBefore = parts.sheets().map(({ name }) => name);
  const edits = lineEdits(moves ?? [], namesBefore);
  const uncorrected = reshape(
    parts,
    worksheets.map((one) => sheetNow(one, isOfFile(one))),
    edits,
  );
  const reading: FileReading = { signal, onProgress: (part) => onProgress(part / 2) };
  const [cut, sorted] = [/move-range (.*)$/, /keep-answers (.*)$/].map((pattern) =>
    referringToCells(parts, movedCells(moves ?? [], pattern, namesBefore, edits)),
  ) as [string[], string[]];
  // Of sorted cells, Excel leaves all else where it is.
  uncorrected.push(...cut, ...sorted.filter((kind) => kind === 'comments' || kind === 'links'));
  let read = await readWorkbook(parts, '', reading);
  const tables = tablesNow(sheet, attachments, read.tables, Object.values(read.data.sheets!));
  if (tables.some(({ change }) => change !== 'none')) {
    writeTables(
      parts,
      parts.sheets().map(({ path }) => path),
      tables,
    );
    read = await readWorkbook(parts, '', reading);
  }
  const lostTables = tables
    .filter(({ table, change }) => change === 'gone' && attachments.tables.some(({ name }) => name === table.name))
    .map(({ table }) => table.name);
  const left = tables.flatMap(({ table, change }) => (change === 'gone' ? [] : [table]));
  const changedTables = tables.filter(({ names }) => names.size > 0);
  const renamed =
    changedTables.length === 0
      ? structured
      : Object.fromEntries(
          Object.entries(structured).map(([sheetId, formulas]) => [
            sheetId,
            [
              ...formulas,
              ...formulas.map((one) =>
                changedTables.reduce((now, { table, names }) => withColumns(now, table.name, names), one),
              ),
            ],
          ]),
        );
  const inFile = Object.values(read.data.sheets!);
  const filters = openFilters(sheet);
  const filtersBefore = JSON.parse(read.data.resources!.find(({ name }) => name === FILTERS)!.data) as typeof filters;
  const writer: Writer = {
    sheet,
    parts,
    formulas: new FormulasToFile(left, renamed, parts.links, (name) =>
      sheet.serviceOf(IFunctionService).hasExecutor(name),
    ),
    countsFrom1904,
    pauses: new Pauses(1),
    valueless: [],
    toKeep: await cellsToKeep(
      sheet,
      unanswered,
      worksheets.flatMap((worksheet, index) => {
        const { id, cellData = {} } = inFile[index]!;
        const [before, source] = [new ObjectMatrix(cellData), read.sheetsInFile.get(id!)!];
        return isOfFile(worksheet) ? { worksheet, before, inFile: source } : [];
      }),
    ),
    kept: [],
    isCompared: calculated !== undefined,
  };
  const filterNames: FileName[] = [];
  const refiltered = new Set<number>();
  let [isFormulaGone, isContentNew] = [false, false];
  for (const [index, worksheet] of worksheets.entries()) {
    const [before, sheetId, isNew] = [inFile[index]!, worksheet.getSheetId(), !isOfFile(worksheet)];
    const source = read.sheetsInFile.get(before.id!)!;
    const own = isNew ? [] : edits.filter((edit) => edit.sheet === namesBefore[indexInFile(sheetId)]);
    const isOnSheet = ({ table }: TableNow): boolean => table.block.sheet === worksheet.getName();
    const changes = await changesOf(
      writer,
      worksheet,
      isNew,
      new ObjectMatrix(before.cellData ?? {}),
      source,
      calculatedAfter(calculated?.[sheetId] ?? {}, own),
      Object.assign({}, ...tables.filter(isOnSheet).map(({ headings }) => headings)) as TableNow['headings'],
    );
    signal?.throwIfAborted();
    onProgress((1 + (index + 1) / worksheets.length) / 2);
    isFormulaGone ||= changes.some(({ isFormulaGone: isGone }) => isGone);
    isContentNew ||= !isNew && changes.some(({ formula, value }) => formula !== undefined || value !== undefined);
    const changed = new SheetText(parts.textOf(source.path));
    // A chart, or a module of old macros.
    if (changes.length > 0 && !changed.text.includes('sheetData'))
      throw new Error(`the sheet "${worksheet.getName()}" of the opened file has no cells: empty it again`);
    if (source.path === '') continue;
    const inFileOf = blocksInFile(worksheet, source.filters);
    const whole = (filter: IAutoFilter | undefined): IAutoFilter | undefined =>
      filter && { ...filter, ref: engineRangeOf(inFileOf(filter.ref)) };
    const filter = { before: whole(filtersBefore[before.id!]), now: whole(filters[sheetId]) };
    const isRefiltered = !isEqual(criteriaOf(filter.before), criteriaOf(filter.now));
    if (isRefiltered) {
      const onSheet = left.filter(({ block }) => block.sheet === worksheet.getName());
      const names = writeFilter(parts, changed, worksheet, { ...filter, tables: onSheet });
      if (names) refiltered.add(index);
      filterNames.push(...(names ?? []).map((name) => ({ ...name, sheet: index })));
    }
    const config = worksheet.getConfig();
    const heights = changedLines(
      writer,
      worksheet,
      hiding(before.rowData, filter.before),
      hiding(config.rowData, filter.now),
      MAX_ROWS,
      ({ h }, row) => {
        const pixels = isNew ? worksheet.getRowManager().getRowHeight(row) : h;
        return pixels && pixels * POINTS_PER_PIXEL;
      },
    );
    await changed.writeCells(changes, heights, writer.pauses);
    const merges = mergesOf(worksheet, source.merges);
    if (!isEqual([...source.merges.values()].sort(), merges.toSorted()))
      changed.replaceElement('mergeCells', mergesXml(merges));
    const areWritten = areColumnsChanged === true || own.some(({ areRows }) => !areRows) || isNew;
    // Results widen columns. Those of the file stay as they are written, but new results would be signs there.
    const filled = new Set(changes.filter(({ value }) => value !== undefined).map(({ column }) => column));
    if (areWritten || filled.size > 0) {
      const columns = changedLines(
        writer,
        worksheet,
        before.columnData ?? {},
        config.columnData,
        MAX_COLUMNS,
        ({ w }, column) => (w ?? worksheet.getColumnWidth(column)) / PIXELS_PER_CHARACTER,
      );
      changed.writeColumns(new Map([...columns].filter(([column]) => areWritten || filled.has(column))));
    }
    const isFrozenElse = !isEqual(before.freeze ?? null, frozenIn(worksheet));
    if (isFrozenElse || !isEqual(viewOf(before), viewOf(config)))
      changed.writeView(viewOf(config), isFrozenElse ? paneXml(worksheet) : undefined);
    if (tabXml(before) !== tabXml(config)) changed.writeTab(tabXml(config));
    if (writer.pauses.isDue) await writer.pauses.take();
    parts.setText(source.path, changed.whole);
  }
  const shown = worksheets.indexOf(sheet.workbook.getActiveSheet());
  if (inFile[shown]?.id !== read.data.custom?.shown) parts.showSheet(shown);
  if (isFormulaGone) parts.removeCalculationOrder();
  if (isContentNew && attachments.fixedBlocks.some(({ isArray }) => !isArray)) parts.calculateWhatIfTables();
  const readNames = JSON.parse(read.data.resources!.find(({ name }) => name === NAMES)!.data) as Record<
    string,
    Spreadsheet['definedNames'][number]
  >;
  const asRead = ownToFile(Object.values(readNames), read.data.sheetOrder!, writer.formulas);
  writeNames(parts, read.names, asRead, refiltered, [
    ...ownToFile(sheet.definedNames, sheet.workbook.getSheetOrders(), writer.formulas),
    ...trackedToFile(attachments.tracked),
    ...worksheets.flatMap((one, index) => (isOfFile(one) ? [] : pageNames(one, index))),
    ...filterNames,
  ]);
  parts.writeDocuments(read.data.custom as SavedAttachments, attachments.save());
  return {
    bytes: await parts.bytes(),
    extension: parts.extension,
    uncorrected: [...new Set(uncorrected)],
    lostTables,
    valueless: writer.valueless.length,
    kept: writer.kept.length,
  };
}

/** What of the opened file beside cells and names refers to a sheet of the workbook, in words. */
export async function referencesInFile(original: string, sheetId: string): Promise<string[]> {
  const parts = new PackageReader(await unzipped(bytesOf(original)));
  return OF_FILE.test(sheetId) ? referringTo(parts, indexInFile(sheetId)) : [];
}

/** What of the opened file a copy of a sheet lacks, in words. */
export async function missingInCopy(original: string, sheetId: string): Promise<string[]> {
  const parts = new PackageReader(await unzipped(bytesOf(original)));
  const path = parts.sheets()[indexInFile(sheetId)]?.path ?? '';
  return path === '' ? [] : notCopied(parts, path);
}

/** @param sheets the names of the opened file's sheets */
function lineEdits(moves: readonly string[], sheets: readonly string[]): LineEdit[] {
  const edits: LineEdit[] = [];
  const add = (edit: LineEdit): void => {
    if (takesBack(edit, edits.at(-1))) edits.pop();
    else edits.push(edit);
  };
  for (const move of moves) {
    const [, kind = '', params = ''] = /^\S*\.(\S+) (.*)$/.exec(move) ?? [];
    const {
      subUnitId,
      range,
      sourceRange = range,
      targetRange,
      resized,
      headerRows = 0,
    } = JSON.parse(params) as MoveParams;
    // Those of a new sheet are written as they are now.
    const sheet = sheets[indexInFile(subUnitId)];
    if (sheet === undefined || !sourceRange) continue;
    if (resized) {
      const [from, to] = [sourceRange, resized].map((one) => blockOfEngineRange('', one)) as [Block, Block];
      add(resizing(sheet, { from, to, headerRows }));
      continue;
    }
    const areRows = kind.includes('row');
    const [first, last] = areRows
      ? [sourceRange.startRow, sourceRange.endRow]
      : [sourceRange.startColumn, sourceRange.endColumn];
    const to = targetRange && { to: areRows ? targetRange.startRow : targetRange.startColumn };
    add({ sheet, areRows, first, count: last - first + 1, areDeleted: kind.startsWith('remove'), ...to });
  }
  return edits;
}

/**
 * From where cells were cut, pushed away or sorted, and not put back: cells of sheets as the opened file calls them.
 *
 * @param pattern of the moves that are meant
 * @param edits what happened to their rows and columns, before or afterwards
 */
function movedCells(
  moves: readonly string[],
  pattern: RegExp,
  sheets: readonly string[],
  edits: readonly LineEdit[],
): Block[] {
  const places: { readonly from: string; readonly to: string }[] = [];
  const place = (sheetId: string, range: IRange): string => JSON.stringify(blockOfEngineRange(sheetId, range));
  for (const move of moves) {
    const [, params = ''] = pattern.exec(move) ?? [];
    if (params === '') continue;
    const { from, to, fromRange, toRange } = JSON.parse(params) as MovedRange;
    const own = { from: place(from.subUnitId, fromRange), to: place(to.subUnitId, toRange) };
    const last = places.at(-1);
    if (last?.from === own.to && last.to === own.from) places.pop();
    else places.push(own);
  }
  return places.flatMap(({ from }) => {
    const block = JSON.parse(from) as Block;
    const sheet = sheets[indexInFile(block.sheet)] ?? '';
    const after = edits
      .filter((one) => one.sheet === sheet)
      .reduce((now, edit) => referenceAfter(now, edit), a1(block));
    return [{ ...block, sheet }, parseA1(after, sheet) ?? []].flat();
  });
}

/** Cells that were moved, as the engine says it. */
interface MovedRange {
  readonly from: { readonly subUnitId: string };
  readonly to: { readonly subUnitId: string };
  readonly fromRange: IRange;
  readonly toRange: IRange;
}

/** Of rows and columns that came, went or were dragged, as the engine says it. */
interface MoveParams {
  readonly subUnitId: string;
  readonly range?: IRange;
  readonly sourceRange?: IRange;
  readonly targetRange?: IRange;
  /** Of a table, which had other cells before. */
  readonly resized?: IRange;
  readonly headerRows?: number;
}

/** As the reader of files calls the sheets of one. */
const OF_FILE = /^sheet-(\d+)$/;
const indexInFile = (sheetId: string): number => Number(OF_FILE.exec(sheetId)?.[1] ?? 0) - 1;

const sheetNow = (worksheet: Worksheet, isOfFile: boolean): SheetNow => {
  const name = worksheet.getName();
  if (!SHEET_NAME.test(name)) throw new Error(`Excel allows no sheet named "${name}": rename it`);
  const before = isOfFile ? indexInFile(worksheet.getSheetId()) : undefined;
  return { before, name, state: stateOf(worksheet), xml: isOfFile ? '' : newSheetXml(worksheet) };
};

/** What the engine made of formulas, by where they are now. */
function calculatedAfter(
  calculated: Readonly<Record<string, Shown>>,
  edits: readonly LineEdit[],
): Readonly<Record<string, Shown>> {
  if (edits.length === 0) return calculated;
  return Object.fromEntries(
    Object.entries(calculated).map(([address, value]) => [
      edits.reduce((now, edit) => referenceAfter(now, edit), address),
      value,
    ]),
  );
}

interface Writer {
  readonly sheet: Spreadsheet;
  readonly parts: ChangedParts;
  readonly formulas: FormulasToFile;
  readonly countsFrom1904: boolean;
  readonly pauses: Pauses;
  readonly valueless: CellPosition[];
  /** The keys of cells that keep the value of the opened file unless they are edited. */
  readonly toKeep: ReadonlySet<string>;
  readonly kept: CellPosition[];
  /** Whether it is known what the engine made of the file's formulas: a change may come before. */
  readonly isCompared: boolean;
}

/** What a cell shows: null for nothing. */
export type Shown = string | number | boolean | null;

/** The cells that are not as the file has them. A calculated value counts only if it is another than after opening. */
async function changesOf(
  writer: Writer,
  worksheet: Worksheet,
  isNew: boolean,
  before: ObjectMatrix<ICellData>,
  { results }: SheetInFile,
  calculated: Readonly<Record<string, Shown>>,
  headings: TableNow['headings'],
): Promise<CellChange[]> {
  const { sheet, formulas, parts, countsFrom1904, pauses } = writer;
  const [unitId, sheetId] = [sheet.workbook.getUnitId(), worksheet.getSheetId()];
  const all = new ObjectMatrix<true>({});
  const add = (row: number, column: number): void => all.setValue(row, column, true);
  before.forValue(add);
  worksheet.getCellMatrix().forValue(add);
  for (const { row, column } of Object.keys(headings).map((address) => parseA1(address, '')!)) add(row, column);
  new ObjectMatrix(sheet.formulas.getArrayFormulaCellData()[unitId]?.[sheetId] ?? {}).forValue(add);
  // What else they fill would be in their way in the file.
  const outgrown = new Set(
    spillsOn(sheet, { unitId, sheetId })
      .filter(
        ({ position, block }) =>
          valueAt(sheet, position) !== ErrorType.CONNECT &&
          cellsIn(block)
            .flat()
            .some((one) => !results.has(a1(one)) && !(a1(one) in calculated)),
      )
      .map(({ position: { row, column } }) => a1(cellOf('', row, column))),
  );
  const countsOf = (name: string): readonly [number, number] | undefined => {
    const { minParams = -1, maxParams = -1 } = sheet.serviceOf(IFunctionService).getExecutor(name) ?? {};
    return minParams < 0 || maxParams < 0 || callsMd(`${name}(`) ? undefined : [minParams, maxParams];
  };
  const changes: CellChange[] = [];
  let isWaiting = false;
  /** Whether a cell has something of its own now that a result fills in the file, and would fill again. */
  let isInTheWay = false;
  worksheet.getCellMatrix().forValue((row, column, cell) => {
    isWaiting ||= cell?.v === ErrorType.CONNECT;
    isInTheWay ||= !isNullCell(cell) && !before.getValue(row, column)?.f && results.has(a1(cellOf('', row, column)));
  });
  /** While a value is on its way, the file keeps the last one, also where a result fills other cells. */
  const isOnItsWay = (value: Shown, address: string): boolean =>
    value === ErrorType.CONNECT || (isWaiting && value === null && results.has(address));
  const compare = (row: number, column: number): void => {
    const position: CellPosition = { unitId, sheetId, row, column };
    const [was, raw] = [before.getValue(row, column), worksheet.getCellRaw(row, column)];
    const address = a1(cellOf('', row, column));
    const styleOf = (cell: Nullable<ICellData>): IStyleData =>
      worksheet.getComposedCellStyleByCellData(row, column, cell);
    const heading = headings[address];
    const [written, formulaBefore] = [heading === undefined ? formulaAt(sheet, position) : '', was?.f ?? ''];
    const result = valueAt(sheet, position);
    // Excel would say that the file is damaged: there it is the text that somebody has typed.
    const isText = isErrorCode(result) && written !== formulaBefore && !isReadable(written, countsOf);
    const [formula, value] = isText ? ['', written] : [written, heading ?? result];
    const isOtherBlock = (): boolean =>
      isInTheWay && formula !== '' && !arraySizeOf(raw) && dynamicBlockOf(sheet, position, formula) !== undefined;
    const isFormulaNew = !isSameFormula(formula, formulaBefore) || outgrown.has(address) || isOtherBlock();
    const inFile: Shown = results.has(address) ? results.get(address)! : plainValue(was ?? {});
    const shownBefore = address in calculated ? calculated[address]! : inFile;
    // Of a function that the engine does not know, the file has the value.
    const isUnknown = !writer.isCompared && value === ErrorType.NAME && inFile !== null;
    const isSame = [value, inFileOf(value)].some((one) => isSameResult(one, shownBefore));
    const isKept = !isSame && writer.toKeep.has(positionKey(position));
    const isValueNew = isFormulaNew || !(isUnknown || isOnItsWay(value, address) || isKept || isSame);
    if (isKept && !isValueNew) writer.kept.push(position);
    if (formula !== '' && !isValueNew && inFile === null && (value ?? '') !== '') writer.valueless.push(position);
    const isLookNew = isNew || !isEqual(lookOf(sheet, raw), lookOf(sheet, was));
    if (!isFormulaNew && !isValueNew && !isLookNew) return;
    if (row >= MAX_ROWS || column >= MAX_COLUMNS) {
      if ((value ?? '') === '' && formula === '') return;
      throw new Error(`Excel has no cell ${address}: empty it, or delete rows or columns before it`);
    }
    const [style, shown] = [styleOf(raw), formatAt(sheet, position)];
    const { n = style.n } = ownLook(sheet, raw);
    // As Excel does when a formula is entered, it gets the format of its result.
    const isEntered = isNew || isFormulaNew || (isValueNew && !results.has(address));
    const format = isEntered ? shown : (n?.pattern ?? GENERAL);
    const isStyleNew = isLookNew || format !== (n?.pattern ?? GENERAL);
    if (isNew && value === null && formula === '' && Object.keys(lookOf(sheet, raw)).length === 0) return;
    const spill = isFormulaNew && formula !== '' ? dynamicBlockOf(sheet, position, formula) : undefined;
    const text =
      formula === '' ? '' : escaped(formulas.writeFormula(formula, { ...position, sheet: worksheet.getName() }));
    const array = spill === undefined ? '' : attributes({ t: 'array', ref: spill });
    changes.push({
      row,
      column,
      style: isStyleNew
        ? (index) =>
            parts.styles.indexOf({ ...style, n: { pattern: format } }, isNew ? undefined : [index, styleOf(was)])
        : undefined,
      formula: !isFormulaNew ? undefined : text === '' ? '' : `<f${array}>${text}</f>`,
      value: isValueNew
        ? valueXml(countsFrom1904 && typeof value === 'number' ? value - dayShift(shown) : value)
        : undefined,
      dynamicMark: spill === undefined ? undefined : parts.dynamicMark,
      isFormulaGone: isFormulaNew && formulaBefore !== '' && formula === '',
    });
  };
  for (const row of Object.keys(all.getMatrix()).map(Number)) {
    for (const column of Object.keys(all.getMatrix()[row] ?? {})) compare(row, Number(column));
    if (pauses.isDue) await pauses.take();
  }
  return changes;
}

/** A sheet that is renamed there and back loses quotes in the engine that its name does not need. */
const isSameFormula = (one: string, other: string): boolean =>
  one === other || (other.includes("'") && withoutOwnQuotes(one) === withoutOwnQuotes(other));

const withoutOwnQuotes = (formula: string): string =>
  rewritten(formula, (words, { type, text }, index) => {
    const sheet = type.startsWith('range') ? /^'((?:[^']|'')+)'!/.exec(text) : null;
    if (sheet) words[index] = quoteSheet(sheet[1]!.replaceAll("''", "'")) + text.slice(sheet[0].length - 1);
  });

type Lines = IObjectArrayPrimitiveType<Partial<IRowData & IColumnData>>;

/** Rows as they are drawn while a filter hides some. */
const hiding = (rows: Lines = {}, filter: Nullable<IAutoFilter>): Lines => ({
  ...rows,
  ...Object.fromEntries(
    (filter?.cachedFilteredOut ?? []).map((row) => [row, { ...rows[row], hd: BooleanNumber.TRUE }]),
  ),
});

/**
 * Rows or columns whose size, visibility or look is another.
 *
 * @param max how many of them a sheet has: others that came have pushed those behind it off
 */
function changedLines(
  { sheet, parts }: Writer,
  worksheet: Worksheet,
  before: Lines,
  now: Lines,
  max: number,
  sizeOf: (line: Lines[number], index: number) => number | undefined,
): Map<number, LineLook> {
  const at = (lines: Lines, index: number) => ({
    size: lines[index] && sizeOf(lines[index], index),
    isHidden: lines[index]?.hd === BooleanNumber.TRUE,
    look: lookOf(sheet, { s: lines[index]?.s }),
  });
  const changed = new Map<number, LineLook>();
  for (const index of [...new Set([...Object.keys(before), ...Object.keys(now)])].map(Number)) {
    if (index >= max) continue;
    const [was, { look, ...is }] = [at(before, index), at(now, index)];
    if (isEqual(was, { look, ...is })) continue;
    const whole = (own: IStyleData): IStyleData => ({ ...worksheet.getDefaultCellStyleInternal(), ...own });
    const style = (place: number): number => parts.styles.indexOf(whole(look), [place, whole(was.look)]);
    changed.set(index, { ...is, style: isEqual(was.look, look) ? undefined : style });
  }
  return changed;
}

/** As a file has it, which does not know all errors. */
export const inFileOf = (value: Shown): Shown =>
  typeof value === 'string' && isErrorCode(value) ? valueXml(value).text : value;

/** Results of two programs may differ in their last digits. */
export function isSameResult(one: Shown, other: Shown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return one === other || Math.abs(one - other) <= 1e-12 * Math.max(Math.abs(one), Math.abs(other));
  return (one ?? '') === (other ?? '');
}

/** How a cell looks, without a number format that came with its formula's result. */
function lookOf(sheet: Spreadsheet, cell: Nullable<ICellData>): IStyleData {
  const { n, ul, st, ...look } = ownLook(sheet, cell);
  // Undo gives lines a colour, which no file has.
  const plain = ({ s, t }: ITextDecoration): ITextDecoration => (t === undefined ? { s } : { s, t });
  return {
    ...look,
    ...(ul && { ul: plain(ul) }),
    ...(st && { st: plain(st) }),
    ...(n && n.pattern !== GENERAL && { n }),
  };
}

/** Equal but for the order of names and for what is not there. */
const isEqual = (one: unknown, other: unknown): boolean => canonical(one) === canonical(other);

const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, one: unknown) =>
    one !== null && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(
          Object.entries(one)
            .filter(([, field]) => field !== undefined && field !== null)
            .sort(([name], [next]) => (name < next ? -1 : 1)),
        )
      : one,
  );

function frozenIn(worksheet: Worksheet): unknown {
  const { xSplit, ySplit, startColumn, startRow } = worksheet.getFreeze();
  return xSplit > 0 || ySplit > 0 ? { xSplit, ySplit, startColumn, startRow } : null;
}

/**
 * The user's names and the tracked blocks: those that the file has stay as they are written there.
 *
 * @param refiltered the sheets with another filter, or without it
 */
function writeNames(
  parts: ChangedParts,
  before: readonly FileName[],
  asRead: readonly FileName[],
  refiltered: ReadonlySet<number>,
  now: readonly FileName[],
): void {
  const keyOf = ({ name, sheet }: FileName): string => `${name.toUpperCase()} ${sheet ?? ''}`;
  const normal = (formula: string): string =>
    formula
      .replace(/^=|\$|'/g, '')
      .replaceAll(' ', '')
      .toUpperCase();
  const known = new Map([...before, ...asRead].map((one) => [keyOf(one), one]));
  const kept = new Set(now.map(keyOf));
  const isOfFilter = ({ name, sheet }: FileName): boolean => name === FILTER_NAME && refiltered.has(sheet ?? -1);
  const isGone = (one: FileName): boolean => isOfFilter(one) || (!isOnlyOfFile(one) && !kept.has(keyOf(one)));
  const changed = now.filter((one) => {
    const old = known.get(keyOf(one));
    return old === undefined || isOfFilter(one) || normal(old.formula) !== normal(one.formula);
  });
  const replaced = new Set([...before.filter(isGone), ...changed].map(keyOf));
  if (replaced.size > 0) parts.changeNames((name, sheet) => replaced.has(keyOf({ name, formula: '', sheet })), changed);
}
