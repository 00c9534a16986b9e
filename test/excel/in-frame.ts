/** What tests call in the add-in's frame: its own code, in a bundle of their own. */
export { DiskArchive } from '../../src/app/archive';
export { Alerts } from '../../src/app/workbook/alerts';
export { freeze, thaw } from '../../src/app/workbook/freeze';
export { frozenBlocks } from '../../src/app/workbook/freeze';
export { Session } from '../../src/app/session';
export { ExcelHost } from '../../src/office/host';
export { ExcelWorkbook } from '../../src/office/workbook/workbook';
