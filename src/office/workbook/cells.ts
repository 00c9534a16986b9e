import type { Block } from '../../core/sheet';
import { isSetSupported } from '../features';
import type { CellContent, CellValue, CellWriting, WrittenBlock } from '../../app/host';
import { loadInPieces, rangeOf, withoutHiddenRows } from './run';
import { jsonBytes } from '../to-excel';
import { cut } from '../../app/workbook/block-contents';
import { withRegisteredNames } from '../../app/workbook/formulas';

const PROPERTIES = 'formulas,values,numberFormat';

/** A cell as a data type; older clients lack the property. */
interface WithDataTypes {
  readonly valuesAsJson?: readonly (readonly { readonly numberFormat?: string }[])[];
}

/** The cells of blocks anywhere, each row by row. */
export async function readCells(context: Excel.RequestContext, blocks: readonly Block[]): Promise<CellContent[][][]> {
  if (!isSetSupported('ExcelApi', '1.16')) return readWith(context, blocks, PROPERTIES);
  try {
    return await readWith(context, blocks, `${PROPERTIES},valuesAsJson`);
  } catch {
    // Some versions of Excel claim to have data types but do not.
    return readWith(context, blocks, PROPERTIES);
  }
}

async function readWith(
  context: Excel.RequestContext,
  blocks: readonly Block[],
  properties: string,
): Promise<CellContent[][][]> {
  const read = blocks.map((block) => ({
    ...block,
    whole: block,
    contents: Array.from({ length: block.rows }, (): CellContent[] => []),
  }));
  await loadInPieces(context, read, properties, (range, { whole, contents, ...piece }) => {
    const { formulas, values, numberFormat } = range;
    const { valuesAsJson } = range as WithDataTypes;
    for (let row = 0; row < piece.rows; row += 1) {
      for (let column = 0; column < piece.columns; column += 1) {
        const value = values[row]?.[column] as CellValue;
        contents[piece.row - whole.row + row]![piece.column - whole.column + column] = {
          formula: formulaIn(formulas[row]?.[column], value),
          value,
          format: lookOf(String(numberFormat[row]?.[column]), valuesAsJson?.[row]?.[column]?.numberFormat),
        };
      }
    }
  });
  return read.map(({ contents }) => contents);
}

/** Excel returns only the cell's own format. The value's format is shown if the cell has none. */
const lookOf = (own: string, ofValue: string | undefined): string => (own === 'General' ? (ofValue ?? own) : own);

/** For a constant Excel returns the constant as its formula, even for a text that begins with "=". */
const formulaIn = (content: unknown, value: unknown): string =>
  typeof content === 'string' && content.startsWith('=') && content !== value ? withRegisteredNames(content) : '';

/** Of a message's 5 MB; the overhead around the cells is small. */
const BYTES_PER_MESSAGE = 2_000_000;

type WritingRow = readonly (CellWriting | undefined)[];
/** Null leaves a cell unchanged. */
type WrittenValue = string | number | boolean | null;

/** Writes rows from the block's first cell. A hole leaves its cell unchanged, and so does each omitted property. */
export async function writeCells(
  context: Excel.RequestContext,
  block: Block,
  rows: readonly WritingRow[],
): Promise<void> {
  const columns = rows.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (columns === 0) return;
  const pieces = piecesOf(rows, columns);
  let { row } = block;
  for (const { contents, formats } of pieces) {
    await writeParts(
      context,
      [{ ...block, row, rows: contents.length, columns, contents, formats }],
      pieces.length > 1,
    );
    row += contents.length;
  }
}

/** Writes many small blocks, which are then calculated together. */
export const writeBlocks = (context: Excel.RequestContext, parts: readonly WrittenBlock[]): Promise<void> =>
  writeParts(
    context,
    parts.map(({ block, cells }) => ({
      ...block,
      contents: cells.map((row) => row.map(contentOf)),
      formats: cells.map((row) => row.map(formatOf)),
    })),
  );

/** For small blocks, wherever they are. */
const BLOCKS_PER_MESSAGE = 3_000;

async function writeParts(context: Excel.RequestContext, parts: readonly WritingPart[], isLong = false): Promise<void> {
  const present = parts.map((part) => rangeOf(context, part).load('numberFormat'));
  const typed = parts.map((part, index) => ({ ...part, present: present[index]! }));
  const pieces = await withoutHiddenRows(context, typed);
  for (let start = 0; start < pieces.length; start += BLOCKS_PER_MESSAGE) {
    // Otherwise the first cells would be calculated before the last ones arrive.
    context.application.suspendApiCalculationUntilNextSync();
    if (isLong) context.application.suspendScreenUpdatingUntilNextSync();
    for (const { of, piece } of pieces.slice(start, start + BLOCKS_PER_MESSAGE)) {
      const range = rangeOf(context, piece);
      const contents = cut(of.contents, of, piece);
      const formats = formatsBeside(contents, cut(of.formats, of, piece), cut(of.present.numberFormat, of, piece));
      if (hasAny(formats)) range.numberFormat = formats;
      if (hasAny(contents)) range.formulas = contents;
    }
    await context.sync();
  }
}

const [TEXT_FORMAT, GENERAL_FORMAT] = ['@', 'General'];

/** In a cell of text format Excel would take a formula or a number for a text: it gets another format. */
const formatsBeside = (
  contents: readonly (readonly WrittenValue[])[],
  formats: readonly (readonly WrittenValue[])[],
  present: readonly (readonly unknown[])[],
): WrittenValue[][] =>
  formats.map((row, down) =>
    row.map((format, across) => {
      const content = contents[down]![across];
      const isText = content === null || (typeof content === 'string' && !content.startsWith('='));
      return !isText && (format ?? present[down]![across]) === TEXT_FORMAT ? GENERAL_FORMAT : format;
    }),
  );

interface WritingPart extends Block, WritingPiece {}

interface WritingPiece {
  readonly contents: WrittenValue[][];
  readonly formats: WrittenValue[][];
}

function piecesOf(rows: readonly WritingRow[], columns: number): WritingPiece[] {
  const pieces: WritingPiece[] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const row of rows) {
    const cells = Array.from({ length: columns }, (_, column) => row[column]);
    const [contents, formats] = [cells.map(contentOf), cells.map(formatOf)];
    bytes += jsonBytes([contents, formats]);
    if (bytes > BYTES_PER_MESSAGE) {
      pieces.push({ contents: [], formats: [] });
      bytes = jsonBytes([contents, formats]);
    }
    pieces.at(-1)?.contents.push(contents);
    pieces.at(-1)?.formats.push(formats);
  }
  return pieces;
}

const contentOf = (cell: CellWriting | undefined): WrittenValue => {
  if (cell?.formula !== undefined) return cell.formula;
  return typeof cell?.value === 'string' ? literal(cell.value) : (cell?.value ?? null);
};

const formatOf = (cell: CellWriting | undefined): WrittenValue => cell?.format ?? null;

/** Texts that Excel converts to booleans, in its most common languages. */
const BOOLEANS = new Set([
  'TRUE',
  'FALSE',
  'WAHR',
  'FALSCH',
  'VRAI',
  'FAUX',
  'VERDADERO',
  'VERDADEIRO',
  'FALSO',
  'VERO',
  'WAAR',
  'ONWAAR',
  'SANT',
  'FALSKT',
  'SAND',
  'FALSK',
  'USANN',
  'PRAWDA',
  'FAŁSZ',
  'ИСТИНА',
  'ЛОЖЬ',
  'DOĞRU',
  'YANLIŞ',
]);
const ERROR = /^#(?:N\/A|VALUE!|REF!|DIV\/0!|NUM!|NAME\?|NULL!)$/;

/**
 * A text as it must be entered to stay unchanged: an apostrophe keeps Excel from reading it as a formula, a number or a
 * date.
 */
function literal(text: string): string {
  const isPlain =
    text === '' || ERROR.test(text) || (/^\p{L}/u.test(text) && !/\d/.test(text) && !BOOLEANS.has(text.toUpperCase()));
  return isPlain ? text : `'${text}`;
}

const hasAny = (rows: readonly (readonly WrittenValue[])[]): boolean =>
  rows.some((row) => row.some((content) => content !== null));
