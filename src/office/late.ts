// The code that no cell waits for: refresh, freeze, history, the ribbon and the workbook. It is the script workbook.js.
export { DiskArchive } from '../app/archive';
export { refreshAndNote } from '../app/workbook/refresh';
export { afterStart } from './after-start';
export { ExcelWorkbook } from './workbook/workbook';
