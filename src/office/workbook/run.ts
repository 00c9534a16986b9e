import { a1, type Block } from '../../core/sheet/a1';
import { refusal } from './refusal';
import { isSetSupported } from '../features';

/** One conversation with Excel. Waits while the user types into a cell; rejects with a sentence for the reader. */
export const inExcel = <T>(batch: Batch<T>): Promise<T> => converse(batch, { delayForCellEdit: true });

type Batch<T> = (context: Excel.RequestContext) => Promise<T>;

/** The same, undone at once by an Excel that groups what an add-in does. */
export const asOneUndo = <T>(batch: Batch<T>): Promise<T> =>
  converse(batch, {
    delayForCellEdit: true,
    ...(isSetSupported('ExcelApi', '1.20') && { mergeUndoGroup: true }),
  });

async function converse<T>(batch: Batch<T>, options: Excel.RunOptions): Promise<T> {
  try {
    return await Excel.run(options, batch);
  } catch (error) {
    throw refusal(error);
  }
}

/** Throws where this Excel is too old. */
export function requireApi(version: string, task: string): void {
  if (!isSetSupported('ExcelApi', version))
    throw new Error(`This Excel is too old to ${task}: update Office, or use Excel on the web`);
}

/** The cells of the block. Excel keeps no track of them afterwards, which thousands of ranges would not be worth. */
export function rangeOf(context: Excel.RequestContext, block: Block): Excel.Range {
  return passing(context.workbook.worksheets.getItem(block.sheet).getRange(a1(block)));
}

export function passing(range: Excel.Range): Excel.Range {
  range.untrack();
  return range;
}

/** What `blockOf` needs to have been loaded. */
export const PLACE = 'rowIndex,columnIndex,rowCount,columnCount,worksheet/name';

export const blockOf = ({ worksheet, rowIndex, columnIndex, rowCount, columnCount }: Excel.Range): Block => ({
  sheet: worksheet.name,
  row: rowIndex,
  column: columnIndex,
  rows: rowCount,
  columns: columnCount,
});
