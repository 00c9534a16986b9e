import type { ArchiveKind, ArchiveStore, Culture, Host, KeyValueStore, Workbook } from '../app/host';
import type { DateSystem } from '../core/calendar/dates';
import { UPDATED, whyMissing } from '../app/missing-code';
import type { SessionSignIn } from '../app/sign-in';

type ThemeWatch = typeof import('./theme');

/** Excel as the product's host. Everything waits for Office, which starts after the functions are associated. */
export class ExcelHost implements Host {
  readonly name = 'Excel';
  readonly opensWithValues = true;
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
    this.workbook = lazyWorkbook(async () => {
      await officeReady;
      const { ExcelWorkbook } = await import('./late');
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
    const { DiskArchive } = await import('./late');
    return DiskArchive.openArchive(kind);
  }

  openSignIn(...parts: Parameters<NonNullable<Host['openSignIn']>>): Promise<SessionSignIn> {
    return import('./sign-in').then(({ openSignIn }) => openSignIn(this, ...parts));
  }

  get language(): string {
    return Office.context.displayLanguage;
  }

  /** Set by the pane, whose code watches Office's colours: cells do not need it. */
  watchedTheme: ThemeWatch | undefined;

  get isDark(): boolean | undefined {
    return this.watchedTheme?.isOfficeDark();
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

/**
 * Stores texts for this user on this computer, outside the workbook. Browsers that partition storage by site provide a
 * partition key, with which all names are prefixed, as Microsoft recommends.
 * @internal
 */
export class ExcelStorage implements KeyValueStore {
  constructor(private readonly officeReady: Promise<unknown>) {}

  readonly getItem = async (key: string) => (await this.#store()).getItem(partitioned(key));
  readonly setItem = async (key: string, value: string) => (await this.#store()).setItem(partitioned(key), value);
  readonly removeItem = async (key: string) => (await this.#store()).removeItem(partitioned(key));

  async #store(): Promise<KeyValueStore | Storage> {
    await this.officeReady;
    return (typeof OfficeRuntime === 'undefined' ? undefined : OfficeRuntime.storage) ?? localStorage;
  }
}

declare const OfficeRuntime: { readonly storage?: KeyValueStore } | undefined;

/** The types declare a string, but the partition key is undefined without partitions. */
const partitioned = (key: string): string => `${(Office.context.partitionKey as string | undefined) ?? ''}${key}`;

const YEAR_2000_IN_1904 = 35_064;

const ASK_AGAIN_MS = 30_000;

/**
 * The open workbook's date system. No property tells it, so the workbook evaluates DATE(2000,1,1). While the user edits
 * a cell there is no answer. If Excel refuses, as it may for a moment, it is asked again: dates of 1904 would be four
 * years wrong.
 */
const askDateSystem = (): Promise<DateSystem> =>
  serialOfYear2000().then(
    (serial) => (serial === YEAR_2000_IN_1904 ? '1904' : '1900'),
    () => new Promise((resolve) => setTimeout(() => resolve(askDateSystem()), ASK_AGAIN_MS)),
  );

async function serialOfYear2000(): Promise<number> {
  // Waits instead of failing while the user edits a cell.
  return Excel.run({ delayForCellEdit: true }, async (context) => {
    const date = context.workbook.functions.date(2000, 1, 1);
    date.load('value');
    await context.sync();
    return date.value;
  });
}

const NOT_LOADED = 'Part of MD could not be loaded: check the connection, then try again';

/**
 * Replaces the workbook until it is first used, so that cells do not wait for its code.
 * @param load opens the workbook; rejects if its code cannot be loaded, and may then be called again
 * @internal
 */
export function lazyWorkbook(load: () => Promise<Workbook>): Workbook {
  let opening: Promise<Workbook> | undefined;
  let opened: Workbook | undefined;
  const open = (): Promise<Workbook> =>
    (opening ??= load().then(
      (workbook) => (opened = workbook),
      async (error: unknown) => {
        opening = undefined;
        throw new Error((await whyMissing(error)) === 'gone' ? UPDATED : NOT_LOADED, { cause: error });
      },
    ));
  // Optional ones too: the proxy below would have a method of that name.
  const own: { [Name in keyof Required<Culture> | 'on']: Workbook[Name] } = {
    /** Derived from the workbook's language until Excel has said more. */
    get listSeparator() {
      return opened?.listSeparator ?? separatorIn(Office.context.contentLanguage);
    },
    /** Not known until Excel has said it: the workbook's language does not decide how its user types numbers. */
    get numberMarks() {
      return opened?.numberMarks;
    },
    readFormula: undefined,
    on(event, listener) {
      let [isWanted, stop]: [boolean, (() => void) | undefined] = [true, undefined];
      open().then(
        (workbook) => {
          if (isWanted) stop = workbook.on(event, listener);
        },
        () => undefined,
      );
      return () => {
        isWanted = false;
        stop?.();
      };
    },
  };
  // Every other method returns a promise. `await` reads `then` of the workbook, which must be undefined.
  return new Proxy(own as Workbook, {
    get: (_, name): unknown =>
      name in own || name === 'then'
        ? Reflect.get(own, name)
        : async (...args: unknown[]) => {
            const workbook = (await open()) as unknown as Record<string | symbol, (...all: unknown[]) => unknown>;
            return workbook[name]!(...args);
          },
  });
}

const separatorIn = (language: string): ',' | ';' =>
  new Intl.NumberFormat(language).format(0.5).includes(',') ? ';' : ',';
