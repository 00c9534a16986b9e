/** What tests call in the add-in's frame: its own code, in a bundle of their own. */
export { DiskArchive } from '../../src/app/archive';
export { freeze } from '../../src/app/workbook/freeze';
export { frozenBlocks } from '../../src/app/workbook/frozen';
export { thaw } from '../../src/app/workbook/thaw';
export { Session } from '../../src/app/session';
export { ExcelHost } from '../../src/office/host';
export { ExcelWorkbook } from '../../src/office/workbook/workbook';
