import { ThemeService } from '@univerjs/core';
import type { Theme } from '../../app/host';
import type { Spreadsheet } from '../sheet/spreadsheet';
import { Emitter } from '../../core/basics';

const CHOICES = ['system', 'light', 'dark'] as const;
type ThemeSetting = (typeof CHOICES)[number];

const STORED_AS = 'md-workbench:theme';

/** Light or dark, as the user chooses or as the system is, for page, pane and grid. Remembered between visits. */
export class ThemeChoice extends Emitter implements Theme {
  readonly #system = matchMedia('(prefers-color-scheme: dark)');
  readonly #storage: Storage;
  #choice: ThemeSetting;

  constructor(storage: Storage) {
    super();
    this.#storage = storage;
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
    this.#storage.setItem(STORED_AS, choice);
    this.emitChange();
  }
}

/** Applies the theme to the page and the grid, now and whenever it changes, and offers the choice in `select`. */
export function applyTheme(theme: ThemeChoice, sheet: Spreadsheet, select: HTMLSelectElement): void {
  const apply = (): void => {
    document.documentElement.dataset.theme = theme.isDark ? 'dark' : 'light';
    sheet.get(ThemeService).setDarkMode(theme.isDark);
  };
  select.value = theme.choice;
  select.addEventListener('change', () => {
    theme.choice = select.value as ThemeSetting;
  });
  theme.onChange(apply);
  apply();
}
