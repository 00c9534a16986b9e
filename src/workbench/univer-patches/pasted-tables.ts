/** A cell in a text: in quotes, if it has tabs, line ends or quotes itself, and what follows it. */
const CELL = /(?:"((?:[^"]|"")*)"|([^\t\r\n]*))(\t|\r?\n|\r|$)/gy;

/** What the engine's clipboard keeps to itself. */
interface TextPasting {
  legacyPaste(html: string | undefined, text: string | undefined, files: unknown): Promise<boolean>;
  _pastePlainText(text: string, pasteType: string): Promise<boolean>;
  _pasteHTML(html: string, pasteType: string): Promise<boolean>;
}

const isTable = (text: string | undefined): text is string => text !== undefined && /[\t\r\n]/.test(text);

/**
 * Mends: the engine cuts blanks off a pasted text before it divides it, so that a table whose first cell is blank has
 * its first row in the wrong columns. It also reads the text as HTML, keeps half of each Windows line end, and divides
 * cells with several lines. From its menu, and as values, it pastes all of the table into one cell. What is a formula
 * when it is typed is one here.
 *
 * Can go when test/browser/workbench-workbook.test.ts, "has its own cell for each part", passes without it.
 */
export function readPastedTables(clipboard: TextPasting, formulaOf: (text: string) => string | undefined): void {
  const tableOf = (text: string): string => htmlOf(text, (cell) => formulaOf(cell) ?? cell);
  const paste = clipboard.legacyPaste.bind(clipboard);
  clipboard.legacyPaste = (html, text, files) => paste(html || !isTable(text) ? html : tableOf(text), text, files);
  const pasteText = clipboard._pastePlainText.bind(clipboard);
  clipboard._pastePlainText = (text, pasteType) =>
    isTable(text) ? clipboard._pasteHTML(tableOf(text), pasteType) : pasteText(formulaOf(text) ?? text, pasteType);
}

function htmlOf(text: string, read: (cell: string) => string): string {
  const rows: string[][] = [[]];
  for (const [, quoted, plain = '', end] of text.replace(/[\r\n]+$/, '').matchAll(CELL)) {
    rows.at(-1)!.push(read(quoted?.replaceAll('""', '"') ?? plain));
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
