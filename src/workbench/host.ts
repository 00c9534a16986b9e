import type { Host, KeyValueStore, Workbook } from '../app/host';
import type { ThemeChoice } from './page/theme';
import { asAsync } from './sheet/univer-workbook';

const PREFIX = 'md-workbench:';

/** The browser's storage for this origin, with our own prefix. */
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
  storage,
  defaultServiceAddress: sandboxUrl,
  workbook,
  // A language in the page's address shows the product in that language.
  language: new URLSearchParams(location.search).get('lang') ?? navigator.language,
  theme,
  onThemeChange: (listener) => theme.onChange(listener),
  dateSystem: () => Promise.resolve('1900'),
  recalculate: asAsync(recalculate),
  isHidden: () => document.hidden,
  workbookId: () => document.title.replace(/^• /, ''),
  async openArchive(kind) {
    const { DiskArchive } = await import('../app/archive/disk-archive');
    return DiskArchive.open(kind);
  },
});
