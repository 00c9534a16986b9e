import type { Block } from '../../core/sheet';
import type { CellContent, CellValue, CellWriting, WrittenBlock } from '../../app/host';
import { inMessages, loadInPieces, rangeOf, withoutHiddenRows } from './run';
import { jsonBytes } from '../excel-message';
import { portionsOf } from '../../app/workbook/block-contents';
import { withRegisteredNames } from '../../app/workbook/formulas';

const PROPERTIES = 'formulas,values,numberFormat';

/** A cell as a data type; older clients lack the property. */
interface WithDataTypes {
  readonly valuesAsJson?: readonly (readonly { readonly numberFormat?: string }[])[];
}

/** The cells of blocks anywhere, each row by row. Some versions of Excel claim to have data types but do not. */
export const readCells = (context: Excel.RequestContext, blocks: readonly Block[]): Promise<CellContent[][][]> =>
  readWith(context, blocks, `${PROPERTIES},valuesAsJson`).catch(() => readWith(context, blocks, PROPERTIES));

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
        const ownFormat = String(numberFormat[row]?.[column]);
        const format = lookOf(ownFormat, valuesAsJson?.[row]?.[column]?.numberFormat);
        contents[piece.row - whole.row + row]![piece.column - whole.column + column] = {
          formula: formulaIn(formulas[row]?.[column], value),
          value,
          format,
          ...(ownFormat === format ? {} : { ownFormat }),
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

/** Null leaves a cell unchanged. */
type WrittenValue = string | number | boolean | null;

/** For small blocks, wherever they are. */
const BLOCKS_PER_MESSAGE = 3_000;

/**
 * Writes rows from each block's first cell, or clears it; small blocks are then calculated together. A hole leaves its
 * cell unchanged, and so does each omitted property.
 */
export async function writeParts(context: Excel.RequestContext, all: readonly WrittenBlock[]): Promise<void> {
  const parts = all.filter(({ chart }) => chart === undefined);
  // Few insert a chart: it comes with what is written at a click.
  for (const { block, chart } of all) if (chart) await (await import('./charts')).drawChart(context, block, chart);
  await clearBlocks(
    context,
    parts.filter(({ cells }) => cells === undefined).map(({ block }) => block),
  );
  const messages = portionsOf(parts.flatMap(piecesOf), ({ bytes }) => bytes, BYTES_PER_MESSAGE, BLOCKS_PER_MESSAGE);
  for (const message of messages) await writeMessage(context, message, messages.length > 1);
  for (const { block, widths = [] } of parts)
    // On a protected sheet, formulas may be allowed and column widths not.
    if (widths.length > 0) await widenColumns(context, block, widths).catch(() => undefined);
}

async function clearBlocks(context: Excel.RequestContext, blocks: readonly Block[]): Promise<void> {
  if (blocks.length === 0) return;
  await inMessages(context, await withoutHiddenRows(context, blocks), BLOCKS_PER_MESSAGE, ({ piece }) =>
    rangeOf(context, piece).clear('Contents'),
  );
}

async function writeMessage(
  context: Excel.RequestContext,
  parts: readonly WritingPart[],
  isLong: boolean,
): Promise<void> {
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

/** The rows of a block that belong to another block within it. */
const cut = <T>(rows: readonly (readonly T[])[], from: Block, inner: Block): T[][] =>
  rows
    .slice(inner.row - from.row, inner.row - from.row + inner.rows)
    .map((row) => row.slice(inner.column - from.column, inner.column - from.column + inner.columns));

interface WritingPart extends Block {
  readonly contents: WrittenValue[][];
  readonly formats: WrittenValue[][];
  bytes: number;
}

/** As many rows together as a message takes. */
function piecesOf({ block, cells = [] }: WrittenBlock): WritingPart[] {
  const columns = cells.reduce((widest, row) => Math.max(widest, row.length), 0);
  if (columns === 0) return [];
  const pieces: (WritingPart & { rows: number })[] = [];
  for (const [down, row] of cells.entries()) {
    const line = Array.from({ length: columns }, (_, column) => row[column]);
    const [contents, formats] = [line.map(contentOf), line.map(formatOf)];
    const bytes = jsonBytes([contents, formats]);
    let piece = pieces.at(-1);
    if (!piece || piece.bytes + bytes > BYTES_PER_MESSAGE) {
      piece = { ...block, row: block.row + down, rows: 0, columns, contents: [], formats: [], bytes: 0 };
      pieces.push(piece);
    }
    piece.contents.push(contents);
    piece.formats.push(formats);
    piece.rows += 1;
    piece.bytes += bytes;
  }
  return pieces;
}

const contentOf = (cell: CellWriting | undefined): WrittenValue => {
  if (cell?.formula !== undefined) return cell.formula;
  return typeof cell?.value === 'string' ? literal(cell.value) : (cell?.value ?? null);
};

const formatOf = (cell: CellWriting | undefined): WrittenValue => cell?.format ?? null;

/** Texts that Excel converts to booleans, in its most common languages. */
const BOOLEANS: ReadonlySet<string> = new Set(
  `TRUE FALSE WAHR FALSCH VRAI FAUX VERDADERO VERDADEIRO FALSO VERO WAAR ONWAAR SANT FALSKT SAND FALSK USANN PRAWDA
   FAŁSZ ИСТИНА ЛОЖЬ DOĞRU YANLIŞ`.split(/\s+/),
);
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

/** Width of a character in the default font, and a cell's padding, in points, Excel's unit. */
const [CHARACTER_POINTS, PADDING_POINTS] = [5.25, 3.75];

/** Makes columns of the usual width wide enough for their contents. A width that the user has chosen stays. */
async function widenColumns(context: Excel.RequestContext, block: Block, characters: readonly number[]): Promise<void> {
  const columns = characters.map((count, index) => ({
    points: count * CHARACTER_POINTS + PADDING_POINTS,
    format: rangeOf(context, { ...block, rows: 1, column: block.column + index, columns: 1 }).format.load(
      'columnWidth,useStandardWidth',
    ),
  }));
  await context.sync();
  for (const { points, format } of columns)
    if (format.useStandardWidth && format.columnWidth < points) format.columnWidth = points;
  await context.sync();
}
