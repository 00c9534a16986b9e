import { LostResults } from '../../src/app/refresh/lost-results';
import { Session } from '../../src/app/session';
import { mountPane } from '../../src/taskpane/mount';
import { LANGUAGES } from '../../src/taskpane/texts/languages';
import { createMemoryHost } from '../support/memory-host';
import { pseudo } from './pseudo-language';

/**
 * A page around the pane as a spreadsheet would be, for the browser tests; they reach what it is made of through
 * `paneTest`.
 */
const query = new URLSearchParams(location.search);
const memory = createMemoryHost({
  apiKey: query.get('apiKey') ?? '',
  serviceAddress: query.get('serviceAddress') ?? '',
});
for (const [name, value] of query) if (name.startsWith('md.')) memory.stored.set(name, value);
const themeListeners = new Set<() => void>();
let isDark = { dark: true, light: false }[query.get('hostTheme') ?? ''];
const host = Object.defineProperties(memory, {
  language: { value: query.get('language') },
  theme: { get: () => ({ isDark }) },
  onThemeChange: {
    value: (listener: () => void) => {
      themeListeners.add(listener);
      return () => themeListeners.delete(listener);
    },
  },
});
const session = new Session(host, { retryMs: 1 });
memory.workbook.session = session;
const root = document.getElementById('pane') ?? document.body;
const unmount = mountPane(root, session, { ...LANGUAGES, pseudo: () => Promise.resolve(pseudo) });

const setTheme = (wanted: boolean | undefined): void => {
  isDark = wanted;
  themeListeners.forEach((listener) => {
    listener();
  });
};

const paneTest = { host, session, unmount, setTheme, stuck: session.part(LostResults) };
Object.assign(window, { paneTest });

declare global {
  interface Window {
    paneTest: typeof paneTest;
  }
}
