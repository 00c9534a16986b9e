import type { KeyValueStore } from '../../app/host';
import { inTime } from '../../app/in-time';

const STORED_AS = 'md.language';
const MAX_READ_MS = 5_000;

/** The language that the user has chosen for the pane; empty for the spreadsheet's own. */
export const readChosenLanguage = async (storage: KeyValueStore): Promise<string> =>
  (await inTime(() => storage.getItem(STORED_AS), MAX_READ_MS).catch(() => null)) ?? '';

export const storeChosenLanguage = (storage: KeyValueStore, code: string): Promise<void> =>
  code === '' ? storage.removeItem(STORED_AS) : storage.setItem(STORED_AS, code);
