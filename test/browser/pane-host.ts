import { RecalculationMonitor } from '../../src/app/recalculation-monitor';
import { Session } from '../../src/app/session';
import { createMemoryHost } from '../support/memory-host';
import { latePseudo, pseudo } from './pseudo-language';
import { LANGUAGES, LATE_TEXTS } from '../../src/taskpane/texts/language';
import { mountPane } from '../../src/taskpane/pane';
import { SnapshotClock } from '../../src/app/workbook/snapshot-schedule';
import { LostResults } from '../../src/app/workbook/lost-results';

/** What is stored when the pane opens, and what its host says. */
export interface HostQuery {
  readonly apiKey: string;
  readonly serviceAddress: string;
  readonly language: string;
  readonly hostTheme: 'light' | 'dark' | '';
  /** What the page around the pane says of its look. */
  readonly theme: 'light' | 'dark' | '';
  /** By stored name. */
  readonly stored: Readonly<Record<string, string>>;
}

LATE_TEXTS.pseudo = () => Promise.resolve(latePseudo);

/** The pane beside a spreadsheet of its own, and what it is made of. */
function openPane({ apiKey, serviceAddress, language, hostTheme, theme, stored }: HostQuery) {
  const memory = createMemoryHost({ apiKey, serviceAddress });
  for (const [name, value] of Object.entries(stored)) memory.stored.set(name, value);
  const themeListeners = new Set<() => void>();
  let isDark = { dark: true, light: false, '': undefined }[hostTheme];
  const host = Object.defineProperties(memory, {
    language: { value: language },
    isDark: { get: () => isDark },
    onThemeChange: {
      value: (listener: () => void) => {
        themeListeners.add(listener);
        return () => themeListeners.delete(listener);
      },
    },
  });
  if (theme === '') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const session = new Session(host, { retryMs: 1 });
  memory.workbook.session = session;
  const root = document.getElementById('pane') ?? document.body;
  const unmount = mountPane(root, session, { ...LANGUAGES, pseudo: () => Promise.resolve(pseudo) });
  const setTheme = (wanted: boolean | undefined): void => {
    isDark = wanted;
    themeListeners.forEach((listener) => listener());
  };
  return {
    host,
    session,
    unmount,
    setTheme,
    stuck: session.part(LostResults),
    recalculations: session.part(RecalculationMonitor),
    snapshotClock: session.part(SnapshotClock),
  };
}

/**
 * The page around the pane, as a spreadsheet would be. Loading the scripts takes far longer than opening the pane, so
 * one page opens many panes, one after the other; tests reach what the open one is made of through `paneTest`.
 */
window.openPane = (query) => (window.paneTest = openPane(query));

declare global {
  interface Window {
    openPane(query: HostQuery): void;
    paneTest: ReturnType<typeof openPane>;
  }
}
