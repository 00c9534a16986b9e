import { useState, useLayoutEffect, useRef } from 'preact/hooks';
import { useLoaded, useWorkbookEvent, useHeight } from './hooks';
import { useLate } from './use-late';
import { type ComponentType, render, type ComponentChildren, type TargetedKeyboardEvent } from 'preact';
import type { Host } from '../app/host';
import { RecalculationMonitor } from '../app/recalculation-monitor';
import type { Session } from '../app/session';
import { SeenQuotes } from '../app/workbook/seen-quotes';
import { CellsTab } from './cells/cells-tab';
import { Announcer } from './components/announcer';
import { Icon, ErrorBoundary } from './components/elements';
import { FunctionsTab } from './functions/functions-tab';
import { SearchBox } from './search/search-box';
import { SettingsTab } from './settings/settings-tab';
import { type PaneSection, PLACES, PlacesContext } from './places';
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
  /** Shown instead of the name, which is then only read by screen readers. */
  readonly icon?: 'settings';
}

/** The pane's tabs in order. @internal */
export const TABS: readonly Tab[] = [
  { id: 'functions', Content: FunctionsTab },
  { id: 'cells', Content: CellsTab },
  { id: 'activity', Content: () => <LateTab name="ActivityTab" /> },
  { id: 'models', Content: () => <LateTab name="ModelsTab" /> },
  { id: 'settings', Content: SettingsTab, icon: 'settings' },
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
  const [selected, setSelected] = useState<string>(() => (!isSetUp(session) ? 'settings' : 'functions'));
  const [visited, setVisited] = useState<ReadonlySet<string>>(() => new Set([selected]));
  const [turn, setTurn] = useState(0);
  useWorkbookEvent(session, 'replaced', () => setTurn((before) => before + 1));
  const [wantedFormula, setWantedFormula] = useState<WantedFormula>();
  const select = (id: string): void => {
    setSelected(id);
    setVisited((before) => new Set([...before, id]));
  };
  const [wanted, setWanted] = useState<{ readonly place: PaneSection }>();
  const go = (place: PaneSection): void => {
    setWanted({ place });
    select(PLACES[place]);
  };
  return (
    <PlacesContext.Provider value={{ wanted, go }}>
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
          <Tabs selected={selected} onSelect={select}>
            {({ id, Content }) =>
              visited.has(id) && (
                <ErrorBoundary key={turn}>
                  <Content />
                </ErrorBoundary>
              )
            }
          </Tabs>
        </WantedFormulaContext.Provider>
      </Announcer>
    </PlacesContext.Provider>
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

const FOCUSABLE = 'a[href], button, input, select, textarea, summary';

/** A place in the page: an element, and the number of the child that was there. */
interface AncestorPlace {
  readonly parent: Element;
  readonly index: number;
}

/**
 * Moves the focus to a neighbour when the focused element is removed, such as the button of a row that its action
 * deletes. Otherwise it falls back to the page, and screen readers start again at its top. Returns a function that
 * stops it.
 */
function keepFocus(root: HTMLElement): () => void {
  let focused: Element | undefined;
  let places: readonly AncestorPlace[] = [];
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    focused = target;
    places = placesOf(target, root);
  };
  const forget = (): void => {
    // While an element is being removed, it is still in the page.
    queueMicrotask(() => {
      if (focused?.isConnected === true && document.activeElement !== focused) focused = undefined;
    });
  };
  const observer = new MutationObserver(() => {
    if (focused === undefined || focused.isConnected) return;
    focused = undefined;
    if (document.activeElement === null || document.activeElement === document.body) neighbourIn(places)?.focus();
  });
  root.addEventListener('focusin', remember);
  root.addEventListener('focusout', forget);
  observer.observe(root, { childList: true, subtree: true });
  return () => {
    observer.disconnect();
    root.removeEventListener('focusin', remember);
    root.removeEventListener('focusout', forget);
  };
}

function placesOf(element: Element, root: Element): AncestorPlace[] {
  const places: AncestorPlace[] = [];
  for (let child = element; child !== root && child.parentElement; child = child.parentElement)
    places.push({ parent: child.parentElement, index: [...child.parentElement.children].indexOf(child) });
  return places;
}

/** The first control at the nearest remaining position, or else around it. */
function neighbourIn(places: readonly AncestorPlace[]): HTMLElement | undefined {
  for (const { parent, index } of places) {
    if (!parent.isConnected) continue;
    const found = firstIn(parent.children[Math.min(index, parent.children.length - 1)]) ?? firstIn(parent);
    if (found) return found;
  }
  return undefined;
}

const firstIn = (element: Element | undefined): HTMLElement | undefined =>
  element &&
  [element, ...element.querySelectorAll(FOCUSABLE)].find(
    (one): one is HTMLElement =>
      one instanceof HTMLElement && one.matches(FOCUSABLE) && one.tabIndex >= 0 && one.checkVisibility(),
  );

interface TabsProps {
  readonly selected: string;
  readonly onSelect: (id: string) => void;
  /** What a tab shows. */
  readonly children: (tab: Tab) => ComponentChildren;
}

/**
 * Tabs by the WAI-ARIA pattern: one stop for the Tab key; arrows, Home and End select. Hidden panels keep their state.
 */
function Tabs({ selected, onSelect, children }: TabsProps) {
  const [texts] = useTexts('shell');
  const list = useRef<HTMLDivElement>(null);
  useHeight(list, '--md-tabs-height');
  // One tab is scrolled with all others: what was chosen would begin somewhere in its middle.
  useLayoutEffect(() => {
    for (let one: HTMLElement | null = list.current; one; one = one.parentElement) one.scrollTop = 0;
  }, [selected]);
  const choose = (event: TargetedKeyboardEvent<HTMLDivElement>): void => {
    const [current, last] = [TABS.findIndex(({ id }) => id === selected), TABS.length - 1];
    const index = { ArrowRight: current + 1, ArrowLeft: current - 1, Home: 0, End: last }[event.key];
    if (index === undefined) return;
    event.preventDefault();
    // Behind the last one comes the first.
    const { id } = TABS.at(index > last ? 0 : index)!;
    onSelect(id);
    document.getElementById(`md-tab-${id}`)?.focus();
  };
  return (
    <>
      <div class="md-tabs" role="tablist" aria-label={texts.sections} ref={list} onKeyDown={choose}>
        {TABS.map(({ id, icon }) => (
          <button
            key={id}
            type="button"
            role="tab"
            id={`md-tab-${id}`}
            class="md-tab"
            title={icon ? texts[id] : undefined}
            aria-selected={id === selected}
            aria-controls={`md-panel-${id}`}
            tabIndex={id === selected ? 0 : -1}
            onClick={() => onSelect(id)}
          >
            {icon && <Icon name={icon} />}
            <span class={icon ? 'md-unseen' : undefined}>{texts[id]}</span>
          </button>
        ))}
      </div>
      {TABS.map((tab) => (
        <div
          key={tab.id}
          id={`md-panel-${tab.id}`}
          class="md-panel"
          role="tabpanel"
          aria-labelledby={`md-tab-${tab.id}`}
          hidden={tab.id !== selected}
        >
          {children(tab)}
        </div>
      ))}
    </>
  );
}
