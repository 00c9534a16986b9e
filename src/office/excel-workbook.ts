import type { Workbook } from '../app/workbook';

const missing = (): Promise<never> => Promise.reject(new Error('This spreadsheet cannot do that yet'));

export class ExcelWorkbook implements Workbook {
  readonly listSeparator = ',';
  readonly selection = missing;
  readonly select = missing;
  readonly sheetNames = missing;
  readonly formulas = missing;
  readonly read = missing;
  readonly write = missing;
  readonly clear = missing;
  readonly calculate = missing;
  readonly addSheet = missing;
  readonly track = missing;
  readonly tracked = missing;
  readonly untrack = missing;
  readonly readPart = missing;
  readonly writePart = missing;
  readonly onSelectionChange = () => () => undefined;
}
