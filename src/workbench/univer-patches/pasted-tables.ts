import { getNumfmtParseValueFilter, type ICellData, type IRange, isTextFormat, ObjectMatrix } from '@univerjs/core';
import { COPY_TYPE, ISheetClipboardService, PREDEFINED_HOOK_NAME_PASTE } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** A cell in a text: in quotes, if it has tabs, line ends or quotes itself, and what follows it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|\r|$)/gy;

/** Between two paragraphs or items, which the engine joins to one word. */
const NEXT_BLOCK = /<\/(?:p|div|li|h[1-6])>\s*<(?:p|div|li|h[1-6])\b[^>]*>/gi;

interface PastedCells {
  readonly cellMatrix: ObjectMatrix<ICellData>;
}

interface PasteTarget {
  readonly unitId: string;
  readonly subUnitId: string;
  readonly pastedRange: { readonly rows: readonly number[]; readonly cols: readonly number[] };
}

interface CopiedCells {
  readonly copyId: string;
  readonly plain: string;
}

/** What the engine's clipboard keeps to itself. */
interface TextPasting extends Pick<ISheetClipboardService, 'copyContentCache' | 'pasteByCopyId'> {
  generateCopyContent(...range: readonly unknown[]): CopiedCells | null;
  legacyPaste(html: string | undefined, text: string | undefined, files: unknown): Promise<boolean>;
  _pastePlainText(text: string, pasteType: string): Promise<boolean>;
  _pasteHTML(html: string, pasteType: string): Promise<boolean>;
  /** @param source the cells of the grid that were copied; undefined of what comes from elsewhere */
  _pasteUSM(data: PastedCells, target: PasteTarget, pasteType: string, source?: object): boolean;
  _getPastedRange(cells: ObjectMatrix<ICellData>): PasteTarget | null;
  _getPastingTarget(): { readonly selection?: { readonly range: IRange } | null };
}

/**
 * Mends: the engine cuts blanks off a pasted text before it divides it, so that a table whose first cell is blank has
 * its first row in the wrong columns. It also reads the text as HTML, keeps half of each Windows line end, and divides
 * cells with several lines; and lines of a page or a letter it pastes as one word into one cell. From its menu, and as values, it pastes all of the table into one cell. What comes from
 * elsewhere, as text or as HTML, means here what it means when it is typed; as values, a date had no format. Values that
 * were copied here are pasted with all their digits. And a row of several cells that is pasted over one column is in its
 * first row alone, and a single cell is not pasted into merged ones.
 *
 * Can go when test/browser/workbench-workbook.test.ts, "has its own cell for each part", "means what it means when it is
 * typed" and "is in every row of the column", passes without it.
 *
 * @param readerOf what reads texts that are entered together, each for a cell of a number format
 */
export function readPastedTables(
  sheet: Spreadsheet,
  readerOf: (texts: readonly string[]) => (text: string, pattern: string) => string | undefined,
): void {
  const clipboard = sheet.serviceOf(ISheetClipboardService) as unknown as TextPasting;
  const paste = clipboard.legacyPaste.bind(clipboard);
  const copy = clipboard.generateCopyContent.bind(clipboard);
  let copied: CopiedCells | null;
  clipboard.generateCopyContent = (...range) => (copied = copy(...range));
  clipboard.legacyPaste = (html, text, files) => {
    // With Ctrl+Shift+V a browser gives the text alone, which has fewer digits than the cells.
    if (!html && text && copied && withoutLastEnds(text) === withoutLastEnds(copied.plain)) {
      const { copyType } = clipboard.copyContentCache().get(copied.copyId) ?? {};
      if (copyType === COPY_TYPE.COPY)
        return clipboard.pasteByCopyId(copied.copyId, PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_VALUE);
    }
    const isTable = html && (!text || !/[\t\r\n]/.test(text.trim()) || /<t[dhr]\b/i.test(html));
    return paste(isTable || !text ? html?.replaceAll(NEXT_BLOCK, '<br>') : htmlOf(text), text, files);
  };
  clipboard._pastePlainText = (text, pasteType) => clipboard._pasteHTML(htmlOf(text), pasteType);
  const pasteCells = clipboard._pasteUSM.bind(clipboard);
  clipboard._pasteUSM = (data, target, pasteType, source) => {
    if (source) return pasteCells(data, target, pasteType, source);
    const areValues = pasteType === PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_VALUE;
    const { rows, cols } = target.pastedRange;
    const worksheet = sheet.sheetOf({ unitId: target.unitId, sheetId: target.subUnitId });
    const texts: string[] = [];
    data.cellMatrix.forValue((_row, _column, { v }) => {
      if (typeof v === 'string') texts.push(v.trim());
    });
    const read = readerOf(texts);
    const cellMatrix = new ObjectMatrix<ICellData>();
    data.cellMatrix.forValue((row, column, cell) => {
      const pattern = worksheet?.getCellStyle(rows[row]!, cols[column]!)?.n?.pattern ?? '';
      const text = typeof cell.v === 'string' && !isTextFormat(pattern) ? cell.v.trim() : '';
      const v = read(text, pattern) ?? (getNumfmtParseValueFilter(text) ? text : undefined);
      // The looks of single letters, or a link, would make a text of a number.
      const look = areValues ? {} : v === undefined ? cell : { ...cell, p: null };
      cellMatrix.setValue(row, column, { ...look, v: v ?? cell.v });
    });
    return pasteCells(
      { ...data, cellMatrix },
      target,
      areValues ? PREDEFINED_HOOK_NAME_PASTE.DEFAULT_PASTE : pasteType,
      source,
    );
  };
  const targetFor = clipboard._getPastedRange.bind(clipboard);
  clipboard._getPastedRange = (cells) => {
    const given = clipboard._getPastingTarget();
    const range = given.selection && widened(given.selection.range, cells.getDataRange());
    clipboard._getPastingTarget = () => ({ ...given, ...(range && { selection: { ...given.selection, range } }) });
    try {
      const target = targetFor(cells);
      return target && intoMergedCells(sheet, cells, target);
    } finally {
      delete (clipboard as Partial<TextPasting>)._getPastingTarget;
    }
  };
}

/** More would be a whole column over a whole row, which nobody means. */
const MAX_FILLED = 100_000;

/** As in Excel: one column takes rows of several cells, and one row columns of several, as often as they fit. */
function widened(range: IRange, copied: IRange): IRange {
  const [[rows, columns], [height, width]] = [copied, range].map((one) => [
    one.endRow - one.startRow + 1,
    one.endColumn - one.startColumn + 1,
  ]) as [[number, number], [number, number]];
  if (Math.max(height, rows) * Math.max(width, columns) > MAX_FILLED) return range;
  if (width === 1 && height > 1 && height % rows === 0) return { ...range, endColumn: range.startColumn + columns - 1 };
  if (height === 1 && width > 1 && width % columns === 0) return { ...range, endRow: range.startRow + rows - 1 };
  return range;
}

/** As in Excel: merged cells take a single one, and stay merged. */
function intoMergedCells(sheet: Spreadsheet, cells: ObjectMatrix<ICellData>, target: PasteTarget): PasteTarget {
  const { unitId, subUnitId, pastedRange } = target;
  const [row, column] = [pastedRange.rows[0]!, pastedRange.cols[0]!];
  const merged = sheet.sheetOf({ unitId, sheetId: subUnitId })?.getMergedCell(row, column);
  if (!merged || pastedRange.rows.length > 1 || pastedRange.cols.length > 1) return target;
  const [rows, cols] = [span(merged.startRow, merged.endRow), span(merged.startColumn, merged.endColumn)];
  Object.assign(cells.getValue(0, 0)!, { rowSpan: rows.length, colSpan: cols.length });
  return { ...target, pastedRange: { rows, cols } };
}

const span = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);

const withoutLastEnds = (text: string): string => text.replaceAll('\r\n', '\n').replace(/[\r\n]+$/, '');

function htmlOf(text: string): string {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of withoutLastEnds(text).matchAll(CELL)) {
    rows.at(-1)!.push(quoted?.replaceAll('""', '"') ?? plain);
    if (end === '') break;
    if (end !== '\t') rows.push([]);
  }
  const lines = rows.map((row) => `<tr>${row.map((cell) => `<td>${escaped(cell)}</td>`).join('')}</tr>`);
  return `<table>${lines.join('')}</table>`;
}

const escaped = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/\r?\n|\r/g, '<br>');
