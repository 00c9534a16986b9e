import { a1, type Block } from '../../core/sheet/a1';
import { readableError } from './refusal';
import { isSetSupported } from '../features';

/** Runs a batch in Excel. Waits while the user edits a cell; rejects with a sentence for the user. */
export const inExcel = <T>(batch: BatchFunction<T>): Promise<T> => converse(batch, { delayForCellEdit: true });

type BatchFunction<T> = (context: Excel.RequestContext) => Promise<T>;

/** The same as one undo step, if this Excel can group an add-in's changes. */
export const asOneUndo = <T>(batch: BatchFunction<T>): Promise<T> =>
  converse(batch, {
    delayForCellEdit: true,
    ...(isSetSupported('ExcelApi', '1.20') && { mergeUndoGroup: true }),
  });

async function converse<T>(batch: BatchFunction<T>, options: Excel.RunOptions): Promise<T> {
  try {
    return await Excel.run(options, batch);
  } catch (error) {
    throw readableError(error);
  }
}

/** Throws if this Excel is too old. */
export function requireApi(version: string, task: string): void {
  if (!isSetSupported('ExcelApi', version))
    throw new Error(`This Excel is too old to ${task}: update Office, or use Excel on the web`);
}

/** The block's range. Untracked, because tracking would be too expensive for thousands of ranges. */
export function rangeOf(context: Excel.RequestContext, block: Block): Excel.Range {
  return untracked(context.workbook.worksheets.getItem(block.sheet).getRange(a1(block)));
}

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
