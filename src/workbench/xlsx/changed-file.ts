import {
  BooleanNumber,
  type ICellData,
  type IObjectArrayPrimitiveType,
  type IRange,
  type IStyleData,
  type IWorkbookData,
  type Nullable,
  ObjectMatrix,
  type Worksheet,
} from '@univerjs/core';
import { a1, cellOf, cellsIn, parseA1 } from '../../core/sheet';
import type { Attachments, SavedAttachments, SavedName } from '../engine/attachments';
import { formatAt, formulaAt, GENERAL, keptResultFormat, valueAt } from '../engine/cell-contents';
import { blockOfEngineRange, type CellPosition } from '../engine/cell-position';
import { spillsOn } from '../engine/spills';
import { FILTERS, type Spreadsheet } from '../sheet/spreadsheet';
import { FONT } from '../sheet/new-sheet';
import { dynamicBlockOf, plainValue, valueXml } from './cells';
import { dayShift } from './days-from-1904';
import { openFilters } from './filters';
import { type FileName, FormulasToFile } from './formulas';
import {
  mergesXml,
  pageNames,
  pageXml,
  PIXELS_PER_CHARACTER,
  POINTS_PER_PIXEL,
  propertiesXml,
  viewXml,
} from './layout';
import { type LineEdit, referenceAfter } from './line-edits';
import { isOurs, namesToFile } from './names';
import { stateOf } from './new-file';
import { attributes, escaped, MAIN } from './package';
import { reshapedFile, type ReshapedFile, type SheetNow } from './reshaped-file';
import { StylesToFile } from './styles';
import { validTables } from './tables';
import { ChangedParts } from './changed-parts';
import { bytesOf, readWorkbook, type SheetInFile } from './opened-file';
import { type CellChange, type LineSize, SheetText } from './sheet-text';

/**
 * The opened file with the sheets, rows, columns, cells, formats, widths, merged cells and names that were changed since,
 * written into the text of its parts: whatever the workbench does not know stays as it was, byte for byte. Undefined for
 * a new workbook, and where rows or columns were dragged, or filters or tables changed: then no part can be kept as it is.
 */
export async function changedFile(sheet: Spreadsheet, attachments: Attachments): Promise<ReshapedFile | undefined> {
  const original = attachments.file.package;
  const opened = original === undefined ? undefined : bytesOf(original);
  const edits = opened && lineEdits(attachments, (await readWorkbook(opened, '')).data.sheets!);
  if (!opened || !edits) return undefined;
  const worksheets = sheet.workbook.getSheets();
  const reshaped = reshapedFile(opened, worksheets.map(sheetNow), edits);
  if (!reshaped) return undefined;
  const { bytes, uncorrected } = reshaped;
  const read = await readWorkbook(bytes, '');
  const inFile = Object.values(read.data.sheets!);
  const saved = read.data.custom as SavedAttachments;
  const tables = validTables(sheet, attachments);
  const filters = openFilters(sheet);
  const filtersBefore = JSON.parse(read.data.resources!.find(({ name }) => name === FILTERS)!.data) as FiltersById;
  const isSameShape =
    worksheets.every((one, index) =>
      isEqual(criteriaOf(filters[one.getSheetId()]), criteriaOf(filtersBefore[inFile[index]!.id!])),
    ) &&
    isEqual(
      tables.map(({ name, columns, block }) => [name, columns, a1(block)]),
      saved.file!.tables!.map(({ name, columns }) => [
        name,
        columns.map((column) => column.name),
        blockIn(saved.file!.tableBlocks![name]),
      ]),
    );
  if (!isSameShape) return undefined;
  const parts = new ChangedParts(bytes);
  const writer: Writer = {
    sheet,
    parts,
    styles: new StylesToFile(worksheets[0]?.getDefaultCellStyleInternal() ?? FONT),
    formulas: new FormulasToFile(tables, attachments.file.structured ?? {}),
    countsFrom1904: attachments.file.countsFrom1904 ?? false,
  };
  let isFormulaGone = false;
  for (const [index, worksheet] of worksheets.entries()) {
    const before = inFile[index]!;
    const source = read.sheetsInFile.get(before.id!)!;
    const own = edits.filter((edit) => edit.sheetId === worksheet.getSheetId());
    const changes = changesOf(
      writer,
      worksheet,
      new ObjectMatrix(before.cellData ?? {}),
      source,
      calculatedAfter(attachments.file.calculated?.[worksheet.getSheetId()] ?? {}, own),
    );
    isFormulaGone ||= changes.some(({ isFormulaGone: isGone }) => isGone);
    const changed = new SheetText(parts.text(source.path));
    changed.writeCells(
      [...changes, ...alone(changed, changes, writer, worksheet)],
      newSizes(before.rowData, worksheet.getConfig().rowData, ({ h }) => h && h * POINTS_PER_PIXEL),
    );
    if (!isEqual(before.mergeData ?? [], worksheet.getMergeData()))
      changed.replace('mergeCells', mergesXml(worksheet, source.merges));
    if (attachments.file.areColumnsChanged === true || own.length > 0 || !isOfFile(worksheet))
      changed.writeColumns(
        newSizes(
          before.columnData,
          worksheet.getConfig().columnData,
          ({ w }, column) => (w ?? worksheet.getColumnWidth(column)) / PIXELS_PER_CHARACTER,
        ),
      );
    if (!isEqual(before.freeze ?? null, frozenIn(worksheet)))
      changed.replace('sheetViews', viewXml(worksheet).replace(/<sheetFormatPr.*$/, ''));
    parts.setText(source.path, changed.text);
  }
  if (isFormulaGone) parts.removeCalculationOrder();
  parts.writeStyles(writer.styles);
  writeNames(parts, read.names, [
    ...namesToFile(sheet, attachments.tracked, writer.formulas),
    ...worksheets.flatMap((one, index) => (isOfFile(one) ? [] : pageNames(one, index, worksheets))),
  ]);
  parts.writeDocuments(read.data.custom as SavedAttachments, attachments.save());
  return { bytes: parts.bytes(), uncorrected };
}

/** Undefined where some were dragged to another place: references to them follow in another way. */
function lineEdits(
  { file: { moves = [] } }: Attachments,
  sheets: NonNullable<IWorkbookData['sheets']>,
): (LineEdit & { readonly sheetId: string })[] | undefined {
  const edits: (LineEdit & { readonly sheetId: string })[] = [];
  for (const move of moves) {
    const [, kind, params] = /^\S*\.(insert-row|remove-rows|insert-col|remove-col) (.*)$/.exec(move) ?? [];
    if (kind === undefined) return undefined;
    const { subUnitId: sheetId, range } = JSON.parse(params!) as { subUnitId: string; range: IRange };
    const areRows = kind.includes('row');
    const [first, last] = areRows ? [range.startRow, range.endRow] : [range.startColumn, range.endColumn];
    const sheet = sheets[sheetId]?.name;
    // Those of a new sheet are written as they are now.
    if (sheet !== undefined)
      edits.push({ sheetId, sheet, areRows, first, count: last - first + 1, areDeleted: kind.startsWith('remove') });
  }
  return edits;
}

/** As the reader of files calls the sheets of one. */
const OF_FILE = /^sheet-(\d+)$/;
const isOfFile = (worksheet: Worksheet): boolean => OF_FILE.test(worksheet.getSheetId());

const sheetNow = (worksheet: Worksheet): SheetNow => ({
  before: isOfFile(worksheet) ? Number(OF_FILE.exec(worksheet.getSheetId())![1]) - 1 : undefined,
  name: worksheet.getName(),
  state: stateOf(worksheet),
  xml: `<worksheet ${MAIN}>${propertiesXml(worksheet)}<sheetData/>${pageXml(worksheet)}</worksheet>`,
});

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

/** "A1:C9", of one block of the sheet. */
function blockIn(saved: SavedName | undefined): string {
  const [one] = [saved ?? []].flat();
  return one?.range ? a1(blockOfEngineRange('', one.range)) : '';
}

/** What the opened file has and a file of our own making has not, in words. */
export const leftOut = async ({ file }: Attachments): Promise<readonly string[]> =>
  file.package === undefined ? [] : (await readWorkbook(bytesOf(file.package), '')).unsupported.map(({ name }) => name);

interface Writer {
  readonly sheet: Spreadsheet;
  readonly parts: ChangedParts;
  readonly styles: StylesToFile;
  readonly formulas: FormulasToFile;
  readonly countsFrom1904: boolean;
}

/** What a cell shows: null for nothing. */
export type Shown = string | number | boolean | null;

/** The cells that are not as the file has them. A calculated value counts only if it is another than after opening. */
function changesOf(
  writer: Writer,
  worksheet: Worksheet,
  before: ObjectMatrix<ICellData>,
  { results }: SheetInFile,
  calculated: Readonly<Record<string, Shown>>,
): CellChange[] {
  const { sheet, styles, formulas, parts, countsFrom1904 } = writer;
  const [unitId, sheetId] = [sheet.workbook.getUnitId(), worksheet.getSheetId()];
  const all = new ObjectMatrix<true>({});
  const add = (row: number, column: number): void => {
    all.setValue(row, column, true);
  };
  before.forValue(add);
  worksheet.getCellMatrix().forValue(add);
  new ObjectMatrix(sheet.formulas.getArrayFormulaCellData()[unitId]?.[sheetId] ?? {}).forValue(add);
  // What else they fill would be in their way in the file.
  const outgrown = new Set(
    spillsOn(sheet, { unitId, sheetId })
      .filter(({ block }) =>
        cellsIn(block)
          .flat()
          .some((one) => !results.has(a1(one)) && !(a1(one) in calculated)),
      )
      .map(({ position: { row, column } }) => a1(cellOf('', row, column))),
  );
  const changes: CellChange[] = [];
  all.forValue((row, column) => {
    const position: CellPosition = { unitId, sheetId, row, column };
    const [was, raw] = [before.getValue(row, column), worksheet.getCellRaw(row, column)];
    const address = a1(cellOf('', row, column));
    const [formula, formulaBefore] = [formulaAt(sheet, position), was?.f ?? ''];
    const value = valueAt(sheet, position);
    const isFormulaNew = formula !== formulaBefore || outgrown.has(address);
    const inFile: Shown = results.has(address) ? results.get(address)! : plainValue(was ?? {});
    const shownBefore = address in calculated ? calculated[address]! : inFile;
    const isValueNew = isFormulaNew || !isSameResult(value, shownBefore);
    const isStyleNew = !isEqual(lookOf(sheet, raw), lookOf(sheet, was));
    if (!isFormulaNew && !isValueNew && !isStyleNew) return;
    const format = formatAt(sheet, position);
    const look = worksheet.getComposedCellStyleByCellData(row, column, raw);
    const spill = isFormulaNew && formula !== '' ? dynamicBlockOf(sheet, position, formula) : undefined;
    const text = formula === '' ? '' : escaped(formulas.write(formula, { ...position, sheet: worksheet.getName() }));
    const array = spill === undefined ? '' : attributes({ t: 'array', ref: spill });
    changes.push({
      row,
      column,
      style: isStyleNew ? parts.styleOf(styles, styles.indexOf(look, format)) : undefined,
      formula: !isFormulaNew ? undefined : text === '' ? '' : `<f${array}>${text}</f>`,
      value: isValueNew
        ? valueXml(countsFrom1904 && typeof value === 'number' ? value - dayShift(format) : value)
        : undefined,
      dynamicMark: spill === undefined ? undefined : parts.dynamicMark,
      isFormulaGone: isFormulaNew && formulaBefore !== '' && formula === '',
    });
  });
  return changes;
}

/** Cells that share the formula of a changed one: each gets its own. */
function alone(
  text: SheetText,
  changes: readonly CellChange[],
  { sheet, formulas }: Writer,
  worksheet: Worksheet,
): CellChange[] {
  const [unitId, sheetId] = [sheet.workbook.getUnitId(), worksheet.getSheetId()];
  const byAddress = new Map(changes.map((change) => [a1(cellOf('', change.row, change.column)), change]));
  const changed = [...byAddress].filter(([, { formula }]) => formula !== undefined).map(([address]) => address);
  return text.sharersOf(new Set(changed)).map((address) => {
    const { row, column } = parseA1(address, '')!;
    const position = { unitId, sheetId, row, column };
    const own = formulas.write(formulaAt(sheet, position), { ...position, sheet: worksheet.getName() });
    const kept = { style: undefined, value: undefined, dynamicMark: undefined, isFormulaGone: false };
    return { ...kept, ...byAddress.get(address), row, column, formula: `<f>${escaped(own)}</f>` };
  });
}

/** Rows whose height or visibility was changed, or columns whose width was. */
function newSizes<Line extends { readonly hd?: BooleanNumber }>(
  before: IObjectArrayPrimitiveType<Line> | undefined,
  now: IObjectArrayPrimitiveType<Line>,
  sizeOf: (line: Line, index: number) => number | undefined,
): Map<number, LineSize> {
  const at = (lines: IObjectArrayPrimitiveType<Line> | undefined, index: number): LineSize => ({
    size: lines?.[index] && sizeOf(lines[index], index),
    isHidden: lines?.[index]?.hd === BooleanNumber.TRUE,
  });
  return new Map(
    [...new Set([...Object.keys(before ?? {}), ...Object.keys(now)])]
      .map(Number)
      .filter((index) => !isEqual(at(before, index), at(now, index)))
      .map((index) => [index, at(now, index)]),
  );
}

/** Results of two programs may differ in their last digits. */
export function isSameResult(one: Shown, other: Shown): boolean {
  if (typeof one === 'number' && typeof other === 'number')
    return one === other || Math.abs(one - other) <= 1e-12 * Math.max(Math.abs(one), Math.abs(other));
  return (one ?? '') === (other ?? '');
}

/** How a cell looks, without a number format that came with its formula's result. */
function lookOf(sheet: Spreadsheet, cell: Nullable<ICellData>): IStyleData {
  const { n, ...look } = sheet.workbook.getStyles().getStyleByCell(cell) ?? {};
  const hasOwn = n && n.pattern !== GENERAL && keptResultFormat(cell) === undefined;
  return hasOwn ? { ...look, n } : look;
}

type FiltersById = ReturnType<typeof openFilters>;

/** What a filter asks for, without the rows that it hides. */
const criteriaOf = (filter: FiltersById[string] | undefined): unknown =>
  filter && [
    [filter.ref.startRow, filter.ref.endRow, filter.ref.startColumn, filter.ref.endColumn],
    filter.filterColumns ?? [],
  ];

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

/** The user's names and the tracked blocks: those that the file has stay as they are written there. */
function writeNames(parts: ChangedParts, before: readonly FileName[], now: readonly FileName[]): void {
  const keyOf = ({ name, sheet }: FileName): string => `${name.toUpperCase()} ${sheet ?? ''}`;
  const normal = (formula: string): string =>
    formula
      .replace(/^=|\$|'/g, '')
      .replaceAll(' ', '')
      .toUpperCase();
  const known = new Map(before.map((one) => [keyOf(one), one]));
  const kept = new Set(now.map(keyOf));
  const isGone = (one: FileName): boolean => !/^_xlnm\./i.test(one.name) && !kept.has(keyOf(one));
  const gone = before.filter(isGone);
  const changed = now.filter((one) => {
    const old = known.get(keyOf(one));
    if (old === undefined) return true;
    // Of others' hidden names only the file knows what they mean.
    return (old.isHidden !== true || isOurs(old)) && normal(old.formula) !== normal(one.formula);
  });
  if (gone.length > 0 || changed.length > 0) parts.changeNames([...gone, ...changed], changed);
}
