import { refreshWhenWanted } from '../app/refresh-when-wanted';
import { Session } from '../app/session';
import { withoutFormats } from '../core/cell';
import { CATALOG } from '../functions/catalog';
import { isStreaming } from '../functions/define';
import { invoke } from '../functions/invoke';
import type { Outcome, Receiver } from '../functions/invoke';
import { mountPane } from '../taskpane/mount';
import { FunctionAdapter } from './adapter';
import { Attachments } from './attachments';
import { describeFunctions } from './descriptions';
import { tell } from './dialog';
import { SANDBOX_META } from './document';
import { connectFiles } from './file-buttons';
import { Files } from './files';
import { welcome } from './first-visit';
import { follow } from './follow';
import { browserStore, workbenchHost } from './host';
import { takeBackFormats } from './lent-formats';
import { WorkbookMemory } from './memory';
import { showMessages } from './messages';
import { OpenWorkbook } from './open-workbook';
import { restore } from './restore';
import { scripting } from './scripting';
import type { Workbench } from './scripting';
import { followSelection } from './selected-message';
import { showSpillFormats } from './spill-formats';
import { Spreadsheet } from './spreadsheet';
import { StatusLine } from './status-line';
import { applyTheme, ThemeChoice } from './theme';
import { UniverWorkbook } from './univer-workbook';
import './workbench.css';

declare global {
  interface Window {
    workbench?: Workbench;
  }
}

const element = (id: string): HTMLElement => {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element "${id}"`);
  return found;
};

function collapsible(button: HTMLElement): void {
  button.addEventListener('click', () => {
    const isCollapsed = document.body.classList.toggle('pane-collapsed');
    button.setAttribute('aria-expanded', String(!isCollapsed));
  });
}

async function main(): Promise<void> {
  const sandboxUrl = document.querySelector<HTMLMetaElement>(`meta[name="${SANDBOX_META}"]`)?.content ?? '';
  const theme = new ThemeChoice(localStorage);
  const sheet = new Spreadsheet(element('grid'));
  const attachments = new Attachments(sheet, () => { current.noteChange(); });
  const session = new Session(workbenchHost({
    storage: browserStore(localStorage), sandboxUrl, theme,
    workbook: new UniverWorkbook(sheet, attachments, (places) => { adapter.recalculate(places); }),
    recalculate: () => { adapter.recalculate(); },
  }));
  const dressed: Receiver<Outcome> = {
    show: (outcome) => (session.settings.richValues === 'off' && Array.isArray(outcome) ? withoutFormats(outcome) : outcome),
    release: () => undefined,
  };
  const memory = new WorkbookMemory(indexedDB);
  const status = new StatusLine(element('status'), session.activity);
  const adapter = new FunctionAdapter(sheet, CATALOG,
    (declaration, values, cancellation, place, show) => (isStreaming(declaration)
      ? follow(declaration, session, values, cancellation, (outcome) => { show(dressed.show(outcome)); })
      : invoke(declaration, session, values, { isPreview: false, cancellation, address: sheet.addressOf(place) }, dressed)),
    (round) => { status.showRound(round); });
  element('recalculate').addEventListener('click', () => { adapter.recalculate(); });
  collapsible(element('toggle-pane'));
  const current = new OpenWorkbook({ sheet, attachments, isFormatLent: takeBackFormats(sheet) }, memory);
  connectFiles({
    startNew: element('new'), open: element('open'), download: element('download'), reset: element('reset'),
    input: element('file') as HTMLInputElement, name: element('workbook-name'),
  }, new Files(current, sheet, attachments), current);
  addEventListener('visibilitychange', () => { void current.remember(); });
  await welcome(session);
  const complaint = await restore(current, memory);
  showSpillFormats(sheet);
  showMessages(sheet, adapter.ledger);
  describeFunctions(sheet, CATALOG);
  applyTheme(theme, sheet, element('theme') as HTMLSelectElement);
  mountPane(element('pane'), session);
  refreshWhenWanted(session);
  followSelection(sheet, adapter.ledger, (message) => { status.showMessage(message); });
  window.workbench = scripting(sheet, adapter, session);
  if (complaint !== undefined) await tell('Your last workbook', complaint);
}

main().catch((error: unknown) => {
  element('status').textContent = 'The workbench could not start: reload the page, and look at the console if it stays so';
  throw error;
});
