import type { Host, KeyValueStore, Theme } from '../app/host';
import type { Workbook } from '../app/workbook';
import type { DateSystem } from '../core/dates';
import { askDateSystem } from './excel-dates';
import { ExcelStorage } from './excel-storage';
import { officeTheme, watchTheme } from './excel-theme';
import { LazyWorkbook } from './lazy-workbook';

/** Excel, as the product knows it. Everything waits for Office, which comes up after the functions are associated. */
export class ExcelHost implements Host {
  readonly name = 'Excel';
  readonly defaultServiceAddress = '';
  readonly storage: KeyValueStore;
  readonly workbook: Workbook;

  constructor(private readonly officeReady: Promise<unknown>) {
    this.storage = new ExcelStorage(officeReady);
    this.workbook = new LazyWorkbook(async () => {
      await officeReady;
      const { ExcelWorkbook } = await import(/* webpackChunkName: "workbook" */ './excel-workbook');
      return ExcelWorkbook.open();
    });
  }

  get language(): string {
    return Office.context.displayLanguage;
  }

  get theme(): Theme {
    return officeTheme();
  }

  onThemeChange(listener: () => void): () => void {
    return watchTheme(listener);
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
