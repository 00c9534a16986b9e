import { a1, type Block } from '../../core/sheet';
import { portionsOf } from '../../app/workbook/block-contents';
import { isSetSupported } from '../features';

type BatchFunction<T> = (context: Excel.RequestContext) => Promise<T>;

/** Runs a batch in Excel. Waits while the user edits a cell; rejects with a sentence for the user. */
export async function inExcel<T>(batch: BatchFunction<T>): Promise<T> {
  try {
    return await Excel.run({ delayForCellEdit: true }, batch);
  } catch (error) {
    throw readableError(error);
  }
}

/**
 * The same as one undo step, if this Excel can group an add-in's changes. It refuses groups with many formulas, among
 * others (office-js #6491, #6255, #6711): the batch then runs once more without one, so it must be repeatable.
 */
export const asOneUndo = <T>(batch: BatchFunction<T>): Promise<T> =>
  isSetSupported('ExcelApi', '1.20')
    ? Excel.run({ delayForCellEdit: true, mergeUndoGroup: true }, batch).catch(() => inExcel(batch))
    : inExcel(batch);

/** Acts on so many at a time, each time in one message. Returns what was asked for, answered. */
export async function inMessages<T, Asked>(
  context: Excel.RequestContext,
  all: readonly T[],
  perMessage: number,
  act: (one: T) => Asked,
): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (let start = 0; start < all.length; start += perMessage) {
    for (const one of all.slice(start, start + perMessage)) asked.push(act(one));
    await context.sync();
  }
  return asked;
}

/** The block's range. Untracked, because tracking would be too expensive for thousands of ranges. */
export const rangeOf = (context: Excel.RequestContext, block: Block): Excel.Range =>
  untracked(context.workbook.worksheets.getItem(block.sheet).getRange(a1(block)));

export function untracked(range: Excel.Range): Excel.Range {
  range.untrack();
  return range;
}

/** The properties that must be loaded for `blockOf`. */
export const PLACE = 'rowIndex,columnIndex,rowCount,columnCount,worksheet/name';

export const blockOf = ({ worksheet, rowIndex, columnIndex, rowCount, columnCount }: Excel.Range): Block => ({
  sheet: worksheet.name,
  row: rowIndex,
  column: columnIndex,
  rows: rowCount,
  columns: columnCount,
});

/** This many ordinary formulas, and ranges, stay far below the 5 MB of a message. */
const [CELLS_PER_MESSAGE, RANGES_PER_MESSAGE] = [30_000, 3_000];

/**
 * Loads properties of blocks of any size in as few messages as Excel allows: if an answer is too large, the next
 * messages ask for half as much.
 */
export async function loadInPieces<Whole extends Block>(
  context: Excel.RequestContext,
  blocks: readonly Whole[],
  properties: string,
  take: (range: Excel.Range, piece: Whole) => void | Promise<void>,
): Promise<void> {
  let waiting = blocks;
  let maxCells = CELLS_PER_MESSAGE;
  while (waiting.length > 0) {
    const [batch, ...rest] = portionsOf(
      waiting.flatMap((block) => slicesOf(block, maxCells)),
      ({ rows, columns }) => rows * columns,
      maxCells,
      RANGES_PER_MESSAGE,
    );
    const ranges = batch!.map((piece) => rangeOf(context, piece).load(properties));
    try {
      await context.sync();
    } catch (error) {
      if (!isTooLarge(error) || maxCells === 1) throw error;
      maxCells = Math.ceil(maxCells / 2);
      continue;
    }
    for (const [index, range] of ranges.entries()) await take(range, batch![index]!);
    waiting = rest.flat();
  }
}

/** A block, divided between rows, and long rows within, so that no piece has more cells. @internal */
export function slicesOf<Whole extends Block>(block: Whole, maxCells: number): Whole[] {
  const columns = Math.min(block.columns, maxCells);
  const rows = Math.max(1, Math.floor(maxCells / columns));
  const pieces: Whole[] = [];
  for (let down = 0; down < block.rows; down += rows)
    for (let across = 0; across < block.columns; across += columns)
      pieces.push({
        ...block,
        row: block.row + down,
        column: block.column + across,
        rows: Math.min(rows, block.rows - down),
        columns: Math.min(columns, block.columns - across),
      });
  return pieces;
}

/** A block, or one row of it. */
interface Piece<Whole extends Block> {
  readonly of: Whole;
  readonly piece: Block;
}

/**
 * The blocks as they may be written and cleared: one with hidden rows is divided into its rows. Beside rows that a filter
 * hides, Excel writes the first row of an array into every row that it shows, and clears no others.
 */
export async function withoutHiddenRows<Whole extends Block>(
  context: Excel.RequestContext,
  blocks: readonly Whole[],
): Promise<Piece<Whole>[]> {
  const high = blocks
    .filter(({ rows }) => rows > 1)
    .map((block) => [block, rangeOf(context, block).load('rowHidden')] as const);
  await context.sync();
  // Null, whatever the types say, if only some rows are hidden.
  const divided = new Set(
    high.filter(([, { rowHidden }]) => (rowHidden as boolean | null) !== false).map(([block]) => block),
  );
  return blocks.flatMap((of) => {
    const { sheet, row, column, columns } = of;
    return divided.has(of)
      ? Array.from({ length: of.rows }, (_, down) => ({
          of,
          piece: { sheet, row: row + down, column, rows: 1, columns },
        }))
      : [{ of, piece: of }];
  });
}

/** Excel's refusal as an Error whose message users understand. */
function readableError(error: unknown): Error {
  const code = refusalOf(error);
  if (typeof code !== 'string') return error instanceof Error ? error : new Error(String(error), { cause: error });
  const sentence = SENTENCES[code] ?? `Excel refused: ${(error as Error).message}`;
  return new Error(sentence, { cause: error });
}

/** Excel's error codes → what the user can do. */
const SENTENCES: Readonly<Record<string, string>> = {
  AccessDenied: 'The sheet is protected, or the workbook is view-only: unprotect it, or choose Edit, then try again',
  ApiNotFound: 'This Excel is too old for that: update Office, or use Excel on the web',
  FilteredRangeConflict: 'A filter hides some of these cells: clear the filter, then try again',
  InsertDeleteConflict: 'Other cells would have to move: make room, then try again',
  InvalidOperationInCellEditMode: 'A cell is being edited: press Enter or Esc, then try again',
  InvalidReference: 'These cells are no longer there',
  // Of a chart that is selected, or of another workbook.
  InvalidSelection:
    'Select one or more cells, then try again; if another workbook is in front, click into this one first',
  ItemNotFound: 'These cells are no longer there: their sheet may have been deleted or renamed',
  MergedRangeConflict: 'Some of these cells are merged: unmerge them, then try again',
  OperationCellsExceedLimit: 'These are more cells than Excel changes at once: choose fewer',
  PivotTableRangeConflict: 'These cells belong to a PivotTable, which only Excel itself changes',
  RangeExceedsLimit: 'These are more cells than Excel changes at once: choose fewer',
  UnsupportedOperation:
    'Excel does not do this with these cells: they may belong to an array formula or a protected view',
};

const TOO_LARGE: ReadonlySet<unknown> = new Set([
  'RequestPayloadSizeLimitExceeded',
  'ResponsePayloadSizeLimitExceeded',
]);

/** Whether a message exceeded Excel's limit; a smaller one may succeed. */
const isTooLarge = (error: unknown): boolean => TOO_LARGE.has(refusalOf(error));

/** Excel’s code of a refusal. */
export const refusalOf = (error: unknown): unknown =>
  error instanceof Error && 'code' in error ? error.code : undefined;
