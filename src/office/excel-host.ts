import type { Host, KeyValueStore } from '../app/host';
import type { DateSystem } from '../core/dates';
import { askDateSystem } from './excel-dates';
import { ExcelStorage } from './excel-storage';
import { ExcelWorkbook } from './excel-workbook';

/** Excel, as the product knows it. Everything waits for Office, which comes up after the functions are associated. */
export class ExcelHost implements Host {
  readonly name = 'Excel';
  readonly defaultServiceAddress = '';
  readonly storage: KeyValueStore;
  readonly workbook = new ExcelWorkbook();
  readonly language = 'en-US';
  readonly theme = { isDark: undefined };

  constructor(private readonly officeReady: Promise<unknown>) {
    this.storage = new ExcelStorage(officeReady);
  }

  onThemeChange(): () => void {
    return () => undefined;
  }

  async dateSystem(): Promise<DateSystem> {
    await this.officeReady;
    return askDateSystem();
  }

  async recalculate(): Promise<void> {
    await this.officeReady;
    await Excel.run({ delayForCellEdit: true }, async (context) => {
      context.workbook.application.calculate(Excel.CalculationType.full);
      await context.sync();
    });
  }
}
