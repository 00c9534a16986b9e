import type { Archive } from '../api/archive';
import type { DateSystem } from '../core/calendar/dates';
import type { Workbook } from './workbook';

/**
 * What the product needs from a spreadsheet. Excel is one host, the workbench another; functions and pane know only
 * this.
 */
export interface Host {
  readonly name: 'Excel' | 'Workbench';
  /** Stores the key and the settings for this user on this computer, never in the workbook. */
  readonly storage: KeyValueStore;
  /** The service address until the user saves one; empty if there is none to offer. */
  readonly defaultServiceAddress: string;
  /** The address of the add-in's page if its server may be a gateway. */
  readonly page?: string;
  /** The open workbook's date system. */
  dateSystem(): Promise<DateSystem>;
  /** Asks the spreadsheet to recalculate all MD cells, including those with errors. */
  recalculate(): Promise<void>;
  readonly workbook: Workbook;
  /** Whether nobody can see the workbook now, as far as the host knows. */
  isHidden?(): boolean;
  /** Distinguishes this workbook from others on this computer; empty if not known. */
  workbookId?(): string;
  /** Opens a store on this computer, the one for history unless said; absent if the host has no room for it. */
  openArchive?(kind?: ArchiveKind): Promise<ArchiveStore>;
  /** The user's language, such as "de-DE". */
  readonly language: string;
  readonly theme: Theme;
  /** Calls the listener when the user has chosen another theme. Returns an unsubscribe function. */
  onThemeChange(listener: () => void): () => void;
}

/** History can be asked for again, and users delete it. Formulas that Freeze took out of cells cannot. */
export type ArchiveKind = 'history' | 'formulas';

/** Keeps large records beyond a session, for every account used on this computer. */
export interface ArchiveStore extends Archive {
  /** In bytes. */
  size(): Promise<number>;
  clear(): Promise<void>;
}

/** A promise-based store of texts. */
export interface KeyValueStore {
  getItem(key: string): Promise<string | null>;
  setItem(key: string, value: string): Promise<void>;
  removeItem(key: string): Promise<void>;
}

/** The host's own colours, as far as it reveals them. */
export interface Theme {
  /** Undefined: follow the system. */
  readonly isDark: boolean | undefined;
}
