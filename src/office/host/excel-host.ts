import type { ArchiveKind, ArchiveStore, Host, KeyValueStore, Theme, Workbook } from '../../app/host';
import type { DateSystem } from '../../core/calendar/dates';
import { askDateSystem } from './dates';
import { ExcelStorage } from './storage';
import { LazyWorkbook } from '../workbook/lazy-workbook';

type ThemeWatch = typeof import('./theme');

/** Excel as the product's host. Everything waits for Office, which starts after the functions are associated. */
export class ExcelHost implements Host {
  readonly name = 'Excel';
  readonly defaultServiceAddress = '';
  readonly page = location.href;
  readonly storage: KeyValueStore;
  readonly workbook: Workbook;

  /** @param onReady called once Excel can be asked; cells wait for its promise, but not for long */
  constructor(
    private readonly officeReady: Promise<unknown>,
    private readonly onReady: () => Promise<unknown> = () => Promise.resolve(),
  ) {
    this.storage = new ExcelStorage(officeReady);
    this.workbook = new LazyWorkbook(async () => {
      await officeReady;
      const { ExcelWorkbook } = await import('../late');
      return ExcelWorkbook.open();
    });
  }

  /**
   * On the desktop a page is hidden whenever its pane is closed, which says nothing about the workbook. Only browsers
   * tell.
   */
  isHidden(): boolean {
    return String(Office.context.platform) === 'OfficeOnline' && document.hidden;
  }

  workbookId(): string {
    return Office.context.document.url;
  }

  async openArchive(kind?: ArchiveKind): Promise<ArchiveStore> {
    const { DiskArchive } = await import('../late');
    return DiskArchive.open(kind);
  }

  get language(): string {
    return Office.context.displayLanguage;
  }

  /** Set by the pane, whose code watches Office's colours: cells do not need it. */
  watchedTheme: ThemeWatch | undefined;

  get theme(): Theme {
    return this.watchedTheme?.officeTheme() ?? { isDark: undefined };
  }

  onThemeChange(listener: () => void): () => void {
    return this.watchedTheme?.watchTheme(listener) ?? (() => undefined);
  }

  async dateSystem(): Promise<DateSystem> {
    await this.officeReady;
    const [dateSystem] = await Promise.all([askDateSystem(), this.onReady()]);
    return dateSystem;
  }

  async recalculate(): Promise<void> {
    await this.officeReady;
    await Excel.run({ delayForCellEdit: true }, async (context) => {
      context.workbook.application.calculate(Excel.CalculationType.full);
      await context.sync();
    });
  }
}
