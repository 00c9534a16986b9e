import type { Block } from '../../core/sheet/a1';
import { blockOf, untracked, PLACE } from './run';

/** Where formulas may be in the workbook, and what surrounds them. */
export interface WorkbookLayout {
  /** The used cells, one block for each sheet that has any, in the order of the sheets. */
  readonly used: readonly Block[];
  readonly tables: readonly Block[];
  readonly protectedSheets: ReadonlySet<string>;
}

export async function readWorkbookLayout(context: Excel.RequestContext): Promise<WorkbookLayout> {
  const sheets = context.workbook.worksheets.load('name,protection/protected');
  const tables = context.workbook.tables.load('name');
  await context.sync();
  const used = sheets.items.map((sheet) => untracked(sheet.getUsedRangeOrNullObject(true)).load(PLACE));
  const tableRanges = tables.items.map((table) => untracked(table.getRange()).load(PLACE));
  await context.sync();
  return {
    used: used.filter((range) => !range.isNullObject).map(blockOf),
    tables: tableRanges.map(blockOf),
    protectedSheets: new Set(sheets.items.filter(({ protection }) => protection.protected).map(({ name }) => name)),
  };
}
