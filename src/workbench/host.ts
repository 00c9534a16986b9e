import type { Host, KeyValueStore } from '../app/host';
import { UniverWorkbook } from './univer-workbook';

const PREFIX = 'md-workbench:';

/** The browser's storage for this origin, under a prefix of our own. */
export function browserStore(storage: Storage): KeyValueStore {
  return {
    getItem: (key) => Promise.resolve(storage.getItem(PREFIX + key)),
    setItem: (key, value) => {
      storage.setItem(PREFIX + key, value);
      return Promise.resolve();
    },
    removeItem: (key) => {
      storage.removeItem(PREFIX + key);
      return Promise.resolve();
    },
  };
}

/** The workbench as a spreadsheet that hosts the product. */
export const workbenchHost = (storage: KeyValueStore, sandboxUrl: string, recalculate: () => void): Host => ({
  name: 'Workbench',
  storage,
  defaultServiceAddress: sandboxUrl,
  workbook: new UniverWorkbook(),
  language: navigator.language,
  theme: { isDark: undefined },
  onThemeChange: () => () => undefined,
  dateSystem: () => Promise.resolve('1900'),
  recalculate: () => {
    recalculate();
    return Promise.resolve();
  },
});
