import { getNumfmtParseValueFilter, type ICellData, isTextFormat, ObjectMatrix } from '@univerjs/core';
import { ISheetClipboardService, PREDEFINED_HOOK_NAME_PASTE } from '@univerjs/preset-sheets-core';
import type { Spreadsheet } from '../sheet/spreadsheet';

/** A cell in a text: in quotes, if it has tabs, line ends or quotes itself, and what follows it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|\r|$)/gy;

interface PastedCells {
  readonly cellMatrix: ObjectMatrix<ICellData>;
}

interface PasteTarget {
  readonly unitId: string;
  readonly subUnitId: string;
  readonly pastedRange: { readonly rows: readonly number[]; readonly cols: readonly number[] };
}

/** What the engine's clipboard keeps to itself. */
interface TextPasting {
  legacyPaste(html: string | undefined, text: string | undefined, files: unknown): Promise<boolean>;
  _pastePlainText(text: string, pasteType: string): Promise<boolean>;
  _pasteHTML(html: string, pasteType: string): Promise<boolean>;
  /** @param source the cells of the grid that were copied; undefined of what comes from elsewhere */
  _pasteUSM(data: PastedCells, target: PasteTarget, pasteType: string, source?: object): boolean;
}

/**
 * Mends: the engine cuts blanks off a pasted text before it divides it, so that a table whose first cell is blank has
 * its first row in the wrong columns. It also reads the text as HTML, keeps half of each Windows line end, and divides
 * cells with several lines. From its menu, and as values, it pastes all of the table into one cell. What comes from
 * elsewhere, as text or as HTML, means here what it means when it is typed; as values, a date had no format.
 *
 * Can go when test/browser/workbench-workbook.test.ts, "has its own cell for each part" and "means what it means when it
 * is typed", passes without it.
 *
 * @param read what a text that is typed into a cell of a number format is read as
 */
export function readPastedTables(
  sheet: Spreadsheet,
  read: (text: string, pattern: string) => string | undefined,
): void {
  const clipboard = sheet.serviceOf(ISheetClipboardService) as unknown as TextPasting;
  const paste = clipboard.legacyPaste.bind(clipboard);
  clipboard.legacyPaste = (html, text, files) => paste(html || !text ? html : htmlOf(text), text, files);
  clipboard._pastePlainText = (text, pasteType) => clipboard._pasteHTML(htmlOf(text), pasteType);
  const pasteCells = clipboard._pasteUSM.bind(clipboard);
  clipboard._pasteUSM = (data, target, pasteType, source) => {
    if (source) return pasteCells(data, target, pasteType, source);
    const areValues = pasteType === PREDEFINED_HOOK_NAME_PASTE.SPECIAL_PASTE_VALUE;
    const { rows, cols } = target.pastedRange;
    const worksheet = sheet.sheetOf({ unitId: target.unitId, sheetId: target.subUnitId });
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
}

function htmlOf(text: string): string {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.replace(/[\r\n]+$/, '').matchAll(CELL)) {
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
