import type { Archive } from '../api/archive';
import type { DateSystem } from '../core/calendar/dates';
import type { Workbook } from './workbook';

/** What the product asks of a spreadsheet. Excel is one host, the workbench another; functions and pane know only this. */
export interface Host {
  readonly name: 'Excel' | 'Workbench';
  /** Keeps the key and the settings for this user on this computer: never in the workbook. */
  readonly storage: KeyValueStore;
  /** The service address until one is saved; empty where there is none to offer. */
  readonly defaultServiceAddress: string;
  /** The address of the add-in's page, where its server may be a gateway; absent where it is none. */
  readonly page?: string;
  /** How the open workbook counts days. */
  dateSystem(): Promise<DateSystem>;
  /** Asks the spreadsheet to calculate the MD cells again, error cells included. */
  recalculate(): Promise<void>;
  readonly workbook: Workbook;
  /** Whether nobody can see the workbook now, as far as the host tells. */
  isHidden?(): boolean;
  /** What tells this workbook from others on this computer; empty where that is not known. */
  workbookId?(): string;
  /** Opens what keeps history on this computer; absent where there is no room for it. */
  openArchive?(): Promise<ArchiveStore>;
  /** How the user reads: a language such as "de-DE". */
  readonly language: string;
  readonly theme: Theme;
  /** Calls back when the user has chosen another theme. Returns what takes the listener off again. */
  onThemeChange(listener: () => void): () => void;
}

/** Keeps large records for longer than a session, for every account that this computer has seen. */
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

/** The host's own colours, as far as it tells them. */
export interface Theme {
  /** Undefined: as the system is. */
  readonly isDark: boolean | undefined;
}
