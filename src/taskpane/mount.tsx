// First: what the tabs say of their own parts counts before it.
import './styles/fluent.css';
import './styles/controls.css';
import './styles/pane.css';
import { render } from 'preact';
import { recalculationMonitorOf } from '../app/recalculation-monitor';
import type { Session } from '../app/session';
import { keepFocus } from './components/keep-focus';
import { LanguageProvider, openingLanguage } from './language-provider';
import { Pane } from './pane';
import { english, LANGUAGES, loadLanguage } from './texts/languages';
import type { Language } from './texts/language';
import type { Host } from '../app/host';

/** Renders the pane into `root`, for Excel and the workbench. Returns an unmount function. */
export function mountPane(root: HTMLElement, session: Session, languages = LANGUAGES): () => void {
  const pane = addPane(root);
  const stopTheme = followTheme(pane, session.host);
  const stopKeeping = keepFocus(pane);
  // Started now, so that it also sees a recalculation that runs before its tab is shown.
  recalculationMonitorOf(session);
  void Promise.all([openingLanguage(session.host, languages), session.ready]).then(([opening]) => {
    if (!pane.isConnected) return;
    render(
      <LanguageProvider host={session.host} languages={languages} opening={opening}>
        <Pane session={session} />
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
export function mountNotice(root: HTMLElement, text?: string): () => void {
  const notice = addPane(root);
  const show = ({ code, texts }: Language): void => {
    notice.lang = code;
    render(<p class="md-notice">{text ?? texts.shell.notInExcel}</p>, notice);
  };
  show(english());
  void loadLanguage(navigator.language).then(show);
  return () => {
    notice.remove();
  };
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
function followTheme(element: HTMLElement, host: Pick<Host, 'theme' | 'onThemeChange'>): () => void {
  const use = (): void => {
    const { isDark } = host.theme;
    if (isDark === undefined) delete element.dataset.theme;
    else element.dataset.theme = isDark ? 'dark' : 'light';
  };
  use();
  return host.onThemeChange(use);
}
