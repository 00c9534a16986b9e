import { ThemeService } from '@univerjs/core';
import type { Host, KeyValueStore, Workbook } from '../../app/host';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { asAsync } from '../sheet/univer-workbook';
import { SIMULATED_ADDRESS } from '../service/simulated-service';
import { Emitter } from '../../core/basics';

/** The workbench's parts that make it a host of the product. */
interface HostParts {
  readonly storage: KeyValueStore;
  readonly sandboxUrl: string;
  readonly workbook: Workbook;
  readonly theme: ThemeChoice;
  readonly recalculate: () => void;
}

export const workbenchHost = ({ storage, sandboxUrl, workbook, theme, recalculate }: HostParts): Host => ({
  name: 'Workbench',
  undoesRecords: true,
  storage,
  defaultServiceAddress: sandboxUrl,
  freeServiceAddress: SIMULATED_ADDRESS,
  workbook,
  // A language in the page's address shows the product in that language.
  language: new URLSearchParams(location.search).get('lang') ?? navigator.language,
  get isDark() {
    return theme.isDark;
  },
  onThemeChange: (listener) => theme.onChange(listener),
  dateSystem: () => Promise.resolve('1900'),
  recalculate: asAsync(recalculate),
  isHidden: () => document.hidden,
  workbookId: () => document.title.replace(/^• /, ''),
  async openArchive(kind) {
    const { DiskArchive } = await import('../../app/archive');
    return DiskArchive.openArchive(kind);
  },
});

const PREFIX = 'md-workbench:';

/** The browser's storage for this origin, with our own prefix. */
export const browserStore = (storage: Storage): KeyValueStore => ({
  getItem: asAsync((key) => storage.getItem(PREFIX + key)),
  setItem: asAsync((key, value) => storage.setItem(PREFIX + key, value)),
  removeItem: asAsync((key) => storage.removeItem(PREFIX + key)),
});

const CHOICES = ['system', 'light', 'dark'] as const;
type ThemeSetting = (typeof CHOICES)[number];

const STORED_AS = `${PREFIX}theme`;

/** Light or dark, as the user chooses or as the system is, for page, pane and grid. Remembered between visits. */
export class ThemeChoice extends Emitter {
  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  #choice: ThemeSetting;

  constructor(private readonly storage: Storage) {
    super();
    this.#choice = CHOICES.find((choice) => choice === storage.getItem(STORED_AS)) ?? 'system';
    this.#system.addEventListener('change', () => {
      if (this.#choice === 'system') this.emitChange();
    });
  }

  get isDark(): boolean {
    return this.#choice === 'system' ? this.#system.matches : this.#choice === 'dark';
  }

  get choice(): ThemeSetting {
    return this.#choice;
  }

  set choice(choice: ThemeSetting) {
    this.#choice = choice;
    this.storage.setItem(STORED_AS, choice);
    this.emitChange();
  }
}

/** Applies the theme to the page and the grid, now and whenever it changes, and offers the choice in `select`. */
export function applyTheme(theme: ThemeChoice, sheet: Spreadsheet, select: HTMLSelectElement): void {
  const apply = (): void => {
    document.documentElement.dataset.theme = theme.isDark ? 'dark' : 'light';
    sheet.serviceOf(ThemeService).setDarkMode(theme.isDark);
  };
  select.value = theme.choice;
  select.addEventListener('change', () => {
    theme.choice = select.value as ThemeSetting;
  });
  theme.onChange(apply);
  apply();
}
