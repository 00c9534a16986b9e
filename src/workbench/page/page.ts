import { keepRefreshing } from '../../app/refresh/auto-refresh';
import { followWorkbookSettings } from '../../app/workbook-settings';
import { Session } from '../../app/session';
import { withoutFormats } from '../../core/cell';
import { CATALOG } from '../../functions/catalog';
import { TRAITS } from '../../functions/generated/function-traits';
import { HELP } from '../../functions/generated/help-texts';
import { isStreaming } from '../../functions/define';
import { invoke } from '../../functions/evaluate/invoke';
import type { Outcome, Receiver } from '../../functions/evaluate/outcome';
import { mountPane } from '../../taskpane/mount';
import { FunctionAdapter } from '../engine/adapter';
import { Attachments } from '../engine/attachments';
import { describeFunctions, keepKeysInCell } from '../engine/descriptions';
import { tellUser } from './dialog';
import { SANDBOX_META } from '../sheet/document';
import { connectFiles } from './file-buttons';
import { Files } from './files';
import { openFormulaInLink } from './formula-in-link';
import { connectToSandbox } from './connect-to-sandbox';
import { followStream } from './follow-stream';
import { browserStore, workbenchHost } from '../host';
import { removeResultFormats } from '../engine/result-formats';
import { WorkbookMemory } from '../sheet/memory';
import { showMessages } from './messages';
import { OpenWorkbook } from './open-workbook';
import { endTabDrags } from './end-tab-drags';
import { restore } from './restore-workbook';
import { scripting, type Workbench } from './scripting';
import { followSelection } from './selected-message';
import { showSpillFormats } from '../engine/spill-formats';
import { followNames } from '../sheet/changed-names';
import { leaveDeletedSheets } from '../sheet/deleted-sheets';
import { compareCellsThemselves } from '../engine/comparisons';
import { readImplicitIntersections } from '../engine/implicit-intersection';
import { hideCutNumbers } from '../engine/narrow-columns';
import { readSpillReferences } from '../engine/spill-references';
import { Spreadsheet } from '../sheet/spreadsheet';
import { StatusLine } from './status-line';
import { moveBetweenAreas } from './move-between-areas';
import { watchOtherTabs } from './other-tabs';
import { applyTheme, ThemeChoice } from './theme';
import { UniverWorkbook } from '../sheet/univer-workbook';
import './workbench.css';

declare global {
  interface Window {
    workbench?: Workbench;
  }
}

const element = (id: string): HTMLElement => {
  const node = document.getElementById(id);
  if (!node) throw new Error(`The page has no element "${id}"`);
  return node;
};

function collapsible(button: HTMLElement): void {
  button.addEventListener('click', () => {
    const isCollapsed = document.body.classList.toggle('pane-collapsed');
    button.setAttribute('aria-expanded', String(!isCollapsed));
  });
}

/**
 * The grid is covered until its first values arrive, because formulas that depend on them show errors. A slow service
 * is not waited for.
 */
const uncover = (): void => {
  document.body.classList.remove('is-opening');
};
const MAX_COVERED_MS = 3_000;

async function main(): Promise<void> {
  document.body.classList.remove('is-loading');
  setTimeout(uncover, MAX_COVERED_MS);
  const sandboxUrl = document.querySelector<HTMLMetaElement>(`meta[name="${SANDBOX_META}"]`)?.content ?? '';
  const theme = new ThemeChoice(localStorage);
  const sheet = new Spreadsheet(element('grid'));
  const attachments = new Attachments(sheet, () => {
    current.noteChange();
  });
  const session = new Session(
    workbenchHost({
      storage: browserStore(localStorage),
      sandboxUrl,
      theme,
      workbook: new UniverWorkbook(sheet, attachments, (positions) => {
        adapter.recalculate(positions);
      }),
      recalculate: () => {
        adapter.recalculate();
      },
    }),
  );
  const receiver: Receiver<Outcome> = {
    show: (outcome) =>
      session.settings.richValues === 'off' && Array.isArray(outcome) ? withoutFormats(outcome) : outcome,
    release: () => undefined,
  };
  const memory = new WorkbookMemory(indexedDB);
  const status = new StatusLine(element('status'), session.activity);
  const adapter = new FunctionAdapter(
    sheet,
    CATALOG,
    (declaration, values, cancellation, position, show) =>
      isStreaming(declaration)
        ? followStream(declaration, session, values, cancellation, sheet.addressOf(position), (outcome) => {
            show(receiver.show(outcome));
          })
        : invoke(
            declaration,
            session,
            values,
            { isPreview: false, cancellation, address: sheet.addressOf(position), trace: {} },
            receiver,
          ),
    {
      onRound: (round) => {
        status.showRound(round);
        // Tells tests when the cells have their answers.
        document.body.dataset.rounds = String(Number(document.body.dataset.rounds ?? 0) + 1);
      },
      onSettled: uncover,
    },
  );
  moveBetweenAreas(document, { bar: element('bar'), grid: element('grid'), pane: element('pane') });
  keepKeysInCell(document);
  endTabDrags(element('grid'));
  watchOtherTabs((isOpen) => {
    element('other-tab').hidden = !isOpen;
  });
  const showSource = (): void => {
    element('simulated').hidden = session.settings.serviceAddress !== sandboxUrl;
  };
  session.onChange(showSource);
  element('recalculate').addEventListener('click', () => {
    adapter.recalculate();
  });
  collapsible(element('toggle-pane'));
  const current = new OpenWorkbook({ sheet, attachments, isResultFormat: removeResultFormats(sheet) }, memory, () => {
    void tellUser('Your workbook', 'This browser cannot keep the workbook: download it.');
  });
  connectFiles(
    {
      startNew: element('new'),
      open: element('open'),
      download: element('download'),
      reset: element('reset'),
      input: element('file') as HTMLInputElement,
      name: element('workbook-name'),
    },
    new Files(current, sheet, attachments),
    current,
  );
  addEventListener('visibilitychange', () => {
    void current.remember();
  });
  await connectToSandbox(session);
  showSource();
  const lostWorkbook = await restore(current, memory);
  showSpillFormats(sheet);
  hideCutNumbers();
  followNames(sheet, (positions) => {
    adapter.recalculate(positions);
  });
  leaveDeletedSheets(sheet);
  compareCellsThemselves();
  readImplicitIntersections(sheet);
  readSpillReferences(sheet);
  showMessages(sheet, adapter.ledger);
  describeFunctions(sheet, HELP);
  applyTheme(theme, sheet, element('theme') as HTMLSelectElement);
  mountPane(element('pane'), session);
  keepRefreshing(session, TRAITS);
  followWorkbookSettings(session);
  followSelection(sheet, adapter.ledger, session, (message) => {
    status.showMessage(message);
  });
  await openFormulaInLink(session.host.workbook);
  window.workbench = scripting(sheet, adapter, session);
  if (lostWorkbook !== undefined) await tellUser('Your last workbook', lostWorkbook);
}

main().catch((error: unknown) => {
  element('status').textContent =
    'The workbench could not start: reload the page, and look at the console if it stays so';
  throw error;
});
