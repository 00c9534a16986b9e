import { useState } from 'preact/hooks';
import { useLoaded, useWorkbookEvent } from './hooks';
import { useLate } from './use-late';
import { type ComponentType, render } from 'preact';
import type { Host } from '../app/host';
import { RecalculationMonitor } from '../app/recalculation-monitor';
import type { Session } from '../app/session';
import { SeenQuotes } from '../app/workbook/seen-quotes';
import { CellsTab } from './cells/cells-tab';
import { Announcer } from './components/announcer';
import { Icon, ErrorBoundary } from './components/elements';
import { keepFocus } from './components/keep-focus';
import { Tabs } from './components/tabs';
import { FunctionsTab } from './functions/functions-tab';
import { SearchBox } from './search/search-box';
import { SettingsTab } from './settings/settings-tab';
import { isSetUp, SessionContext, useSession, type WantedFormula, WantedFormulaContext } from './session';
import { english, type Language, LANGUAGES, loadLanguage } from './texts/language';
import { LanguageProvider, openingLanguage, useTexts } from './texts/use-texts';
// First: what the tabs say of their own parts counts before it.
import './styles/fluent.css';
import './styles/controls.css';
import './styles/pane.css';

/** Renders the pane into `root`, for Excel and the workbench. Returns an unmount function. */
export function mountPane(root: HTMLElement, session: Session, languages = LANGUAGES): () => void {
  const pane = addPane(root);
  const stopTheme = followTheme(pane, session.host);
  const stopKeeping = keepFocus(pane);
  // Started now, so that they also see what is calculated before their tab is shown.
  session.part(RecalculationMonitor);
  session.part(SeenQuotes);
  void Promise.all([openingLanguage(session.host, languages), session.ready]).then(([opening]) => {
    if (!pane.isConnected) return;
    render(
      <LanguageProvider host={session.host} languages={languages} opening={opening}>
        <SessionContext.Provider value={session}>
          <Pane />
        </SessionContext.Provider>
      </LanguageProvider>,
      pane,
    );
  });
  return () => {
    stopTheme();
    stopKeeping();
    render(null, pane);
    pane.remove();
  };
}

/** Shows a sentence instead of the pane, for a page that was opened outside a spreadsheet. */
export function mountNotice(root: HTMLElement): void {
  const notice = addPane(root);
  const show = ({ code, texts }: Language): void => {
    notice.lang = code;
    render(<p class="md-notice">{texts.shell.notInExcel}</p>, notice);
  };
  show(english());
  void loadLanguage(navigator.language).then(show);
}

/** @internal */
export interface Tab {
  /** Also the key of the tab's name in the shell's texts. */
  readonly id: 'functions' | 'cells' | 'activity' | 'models' | 'settings';
  readonly Content: ComponentType;
}

/** The pane's tabs in order. @internal */
export const TABS: readonly Tab[] = [
  { id: 'functions', Content: FunctionsTab },
  { id: 'cells', Content: CellsTab },
  { id: 'activity', Content: () => <LateTab name="ActivityTab" /> },
  { id: 'models', Content: () => <LateTab name="ModelsTab" /> },
  { id: 'settings', Content: SettingsTab },
];

function LateTab({ name }: { readonly name: 'ActivityTab' | 'ModelsTab' }) {
  const [{ loading }] = useTexts('shell');
  const Content = useLate(true, true)?.[name];
  return Content ? <Content /> : <p class="md-hint md-loading">{loading}</p>;
}

/**
 * The whole pane, for a session that is ready. Without a key, the key's form comes first. When another workbook
 * replaces this one, it gets its own tabs.
 */
function Pane() {
  const session = useSession();
  const [texts] = useTexts('shell');
  const [selected, setSelected] = useState<string>(() => (!isSetUp(session) ? 'settings' : 'functions'));
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set([selected]));
  const [turn, setTurn] = useState(0);
  useWorkbookEvent(session, 'replaced', () => setTurn((before) => before + 1));
  const [wantedFormula, setWantedFormula] = useState<WantedFormula>();
  const select = (id: string): void => {
    setSelected(id);
    setVisited((before) => new Set([...before, id]));
  };
  const items = TABS.map(({ id, Content }) => ({
    id,
    label: texts[id],
    ...(id === 'settings' ? { icon: <Icon name="settings" /> } : {}),
    content: visited.has(id) && (
      <ErrorBoundary key={turn}>
        <Content />
      </ErrorBoundary>
    ),
  }));
  return (
    <Announcer>
      <SearchBox
        key={turn}
        onChoose={({ id, entries }) => {
          setWantedFormula((before) => ({ id, entries, turn: (before?.turn ?? 0) + 1 }));
          select('functions');
        }}
      />
      <LateAlerts key={`alerts ${turn}`} maySet={visited.has('cells')} />
      <WantedFormulaContext.Provider value={wantedFormula}>
        <Tabs label={texts.sections} items={items} selected={selected} onSelect={select} />
      </WantedFormulaContext.Provider>
    </Announcer>
  );
}

/**
 * What has crossed, above every tab.
 * @param maySet whether an alert may be set now, so that the workbook need not have one
 */
function LateAlerts({ maySet }: { readonly maySet: boolean }) {
  const session = useSession();
  const { workbook } = session.host;
  const [tracked, look] = useLoaded(() => workbook.tracked('MD_alert_'), [workbook]);
  useWorkbookEvent(session, 'replaced', look);
  const late = useLate(maySet || (tracked?.size ?? 0) > 0);
  return late ? <late.CrossedAlerts /> : null;
}

function addPane(root: HTMLElement): HTMLElement {
  const pane = document.createElement('div');
  pane.className = 'md-pane';
  root.append(pane);
  return pane;
}

/**
 * Applies the host's light or dark theme to the element, now and whenever it changes; without a theme, the element
 * follows the system. Returns a function that stops it.
 */
function followTheme(element: HTMLElement, host: Pick<Host, 'isDark' | 'onThemeChange'>): () => void {
  const use = (): void => {
    const { isDark } = host;
    if (isDark === undefined) delete element.dataset.theme;
    else element.dataset.theme = isDark ? 'dark' : 'light';
  };
  use();
  return host.onThemeChange(use);
}
