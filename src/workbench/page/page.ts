import { RedoCommand, UndoCommand } from '@univerjs/core';
import { CopyCommand, CutCommand, IMessageService } from '@univerjs/preset-sheets-core';
import { followWorkbookSettings } from '../../app/workbook-settings';
import { Session } from '../../app/session';
import { storedName } from '../../app/settings';
import { RecalculationMonitor } from '../../app/recalculation-monitor';
import type { KeyValueStore } from '../../app/host';
import { withoutFormats } from '../../core/cell';
import { CATALOG } from '../../functions/catalog';
import { isStreaming, type StreamingDeclaration } from '../../functions/define';
import { invoke, type Outcome, type Receiver } from '../../functions/evaluate/invoke';
import { FunctionAdapter } from '../engine/adapter';
import { Attachments } from '../engine/attachments';
import { describeFunctions, keepKeysInCell } from '../engine/descriptions';
import { byId, count, onClick, tellUser } from './dialog';
import { Files, connectFiles } from './files';
import { speak } from './engine-language';
import { asTag, english, loadLanguage } from '../../taskpane/texts/language';
import { focusGrid, focusPane, moveBetweenAreas, typeAfterTabs, undoFromBar } from './focus';
import { OpenWorkbook, WorkbookMemory } from './open-workbook';
import { copyLink, openLinks } from './link-dialogs';
import { applyTheme, browserStore, ThemeChoice, workbenchHost } from './host';
import { refuseLines, refuseMoves, refuseParts, tellOfWhatIfTables } from '../engine/fixed-blocks';
import { tellOfCopies } from './copied-sheet';
import { warnOfReferences } from './deleted-sheet';
import { removeResultFormats, showSpillFormats } from '../engine/result-formats';
import { widenForResults } from '../sheet/result-widths';
import {
  copyWhatIsMeant,
  find,
  forgetOtherKeys,
  goToOtherSheets,
  holdEntries,
  pasteWhileCopying,
  pasteWithEnter,
  selectTextOfNameBox,
  useKeysOfExcel,
} from './keys';
import { connectMenus } from './menus';
import { followSelection, sayCells, showMessageOfEntered, showMessages } from './messages';
import { fitRows } from './row-heights';
import { scripting, type Workbench } from './scripting';
import { Spreadsheet } from '../sheet/spreadsheet';
import { UniverWorkbook } from '../sheet/univer-workbook';
import { marksOf } from '../univer-patches/local-numbers';
import { formulaReader } from '../univer-patches/typed-formulas';
import { patchEngine } from '../univer-patches/patches';
import { notAvailable } from '../../core/errors';
import { openStream } from '../../functions/evaluate/stream';
import { changeBehaviour, keptBehaviour } from './behaviour-dialog';
import { DEMO_KEY, SIMULATED_ADDRESS, SimulatedService } from '../service/simulated-service';
import './workbench.css';
import { SANDBOX_META } from './document';
import type { Call } from '../../core/call';
import { Cancellation } from '../../core/cancellation';
import { keepLearned } from '../../app/learned';
import { keepRefreshing } from '../../app/workbook/auto-refresh';
import { refreshWhenOnline } from '../../app/workbook/refresh';
import { keepSchedule } from '../../app/workbook/snapshot-schedule';

declare global {
  interface Window {
    workbench?: Workbench;
  }
}

async function main(): Promise<void> {
  document.body.classList.remove('is-loading');
  // On a Unix it may be "C" or "en-US@posix". The engine asks for it in many places, and would not start.
  Object.defineProperty(navigator, 'language', { value: asTag(navigator.language) });
  const cover = new Cover();
  const serviceOnPort = document.querySelector<HTMLMetaElement>(`meta[name="${SANDBOX_META}"]`)?.content ?? '';
  const sandboxUrl = serviceOnPort || SIMULATED_ADDRESS;
  const service = new SimulatedService(keptBehaviour(localStorage));
  if (serviceOnPort === '') service.start().catch(() => undefined);
  const memory = new WorkbookMemory(localStorage, sessionStorage);
  const storage = browserStore(localStorage);
  await connectToSandbox(storage, sandboxUrl);
  const theme = new ThemeChoice(localStorage);
  const sheet = new Spreadsheet(byId('grid'));
  sheet.drawFrom(cover.removed);
  const attachments = new Attachments(sheet, () => current.noteChange());
  const session = new Session(
    workbenchHost({
      storage,
      sandboxUrl,
      theme,
      workbook: new UniverWorkbook(
        sheet,
        attachments,
        (positions) => adapter.recalculate(positions),
        marksOf(navigator.language),
        formulaReader(navigator.language),
      ),
      recalculate: () => adapter.recalculate(),
    }),
    { fetch: service.fetch },
  );
  const receiver: Receiver<Outcome> = {
    show: (outcome) =>
      session.settings.richValues === 'off' && Array.isArray(outcome) ? withoutFormats(outcome) : outcome,
    release: () => undefined,
  };
  const status = new StatusLine(byId('status'), session.part(RecalculationMonitor));
  sheet.onOpen(() => status.forgetRecalculations());
  fitRows(sheet);
  const adapter = new FunctionAdapter(
    sheet,
    CATALOG,
    (declaration, values, cancellation, position, show, trace) =>
      isStreaming(declaration)
        ? followStream(declaration, session, values, cancellation, sheet.addressOf(position), (outcome) =>
            show(receiver.show(outcome)),
          )
        : invoke(
            declaration,
            session,
            values,
            { isPreview: false, cancellation, address: sheet.addressOf(position), trace },
            receiver,
          ),
    ({ id }, values, position, outcome, trace) => {
      const cancellation = new Cancellation();
      const call: Call = { isPreview: false, cancellation, address: sheet.addressOf(position), trace };
      session.cells.beginCall(call, id, values);
      session.cells.endCall(call, outcome);
    },
    {
      onRound: () => {
        // Tells tests when the cells have their answers.
        document.body.dataset.rounds = String(Number(document.body.dataset.rounds ?? 0) + 1);
      },
      onSettled: () => cover.hasValues(),
    },
  );
  undoFromBar(byId('bar'), sheet);
  typeAfterTabs(byId('grid'));
  useKeysOfExcel(byId('grid'), sheet, session.host.workbook);
  forgetOtherKeys(sheet);
  onClick('find', () => find(sheet, session.host.workbook));
  moveBetweenAreas(document);
  keepKeysInCell(document);
  const showSource = (): void => {
    byId('simulated').hidden = ![sandboxUrl, SIMULATED_ADDRESS].includes(session.settings.serviceAddress);
  };
  session.onChange(showSource);
  onClick('recalculate', () => adapter.recalculate());
  session.host.showPane = collapsible(byId('toggle-pane'));
  connectMenus(byId('bar'));
  // Without Paste: a browser may forbid a button to read what was copied.
  for (const command of [UndoCommand, RedoCommand, CutCommand, CopyCommand])
    onClick(command.id.split('.').at(-1)!, () => {
      focusGrid();
      return sheet.commands.executeCommand(command.id);
    });
  removeResultFormats(sheet);
  widenForResults(sheet);
  const current = new OpenWorkbook(
    { sheet, attachments },
    memory,
    () => void tellUser('Your workbook', 'This browser cannot keep the workbook: download it.'),
  );
  const files = new Files(
    current,
    sheet,
    attachments,
    (sentence) => status.showMessage(sentence),
    (cell) => void session.host.workbook.select(cell),
    () => adapter.isBusy,
    () => adapter.ledger.unanswered,
  );
  warnOfReferences(sheet, attachments);
  tellOfCopies(sheet, attachments);
  const sayUnchanged = (sentence: string): void => void tellUser('Nothing was changed', sentence);
  refuseParts(sheet, attachments, sayUnchanged);
  connectFiles(files, current);
  addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') current.rememberAtOnce();
  });
  showSource();
  const lostWorkbook = await current.restore();
  showSpillFormats(sheet);
  refuseLines(sheet, attachments, sayUnchanged);
  refuseMoves(sheet, attachments, sayUnchanged);
  patchEngine(
    sheet,
    byId('grid'),
    (positions) => adapter.evaluate(positions),
    () => adapter.ledger.isWaiting,
    holdEntries,
  );
  let language = english();
  const say = (sentence: string): string => language.reason(sentence) ?? sentence;
  showMessages(sheet, adapter.ledger, [byId('bar'), byId('pane')], say);
  showMessageOfEntered(sheet);
  pasteWhileCopying(sheet);
  pasteWithEnter(sheet);
  copyWhatIsMeant(sheet);
  goToOtherSheets(sheet);
  selectTextOfNameBox();
  applyTheme(theme, sheet, byId('theme') as HTMLSelectElement);
  keepRefreshing(session);
  refreshWhenOnline(session);
  keepLearned(session);
  keepSchedule(session);
  followWorkbookSettings(session);
  followSelection(sheet, adapter.ledger, session, say, (message) => status.showMessage(message));
  sayCells(sheet, byId('selected'));
  onClick('read', async () => (await import('./sheet-table')).readAsTable(sheet, adapter.ledger, session));
  onClick('sort', async () => {
    await (await import('./sort')).sortSelection({ sheet, attachments }, session);
    focusGrid();
  });
  connectFilter(sheet);
  onClick('copy-link', () => copyLink(sheet));
  const recalculate = (): void => adapter.recalculate();
  onClick('simulated', () => changeBehaviour(service, { session, serviceOnPort, recalculate }));
  await sheet.takesEntries;
  byId('grid').inert = false;
  if (document.activeElement === document.body) focusGrid();
  cover.takesKeys();
  window.workbench = scripting(sheet, adapter, session);
  openLinks(session, files);
  void cover.removed.then(async () => {
    keepForVisitsOffline();
    language = await loadLanguage(session.host.language);
    await speak(sheet, session.host.language).catch(console.info);
    const { HELP } = await import('../../functions/generated/help-texts');
    describeFunctions(sheet, HELP);
    const { mountPane } = await import('../../taskpane/pane');
    mountPane(byId('pane'), session);
  });
  void cover.removed.then(async () => {
    const { joinTables } = await import('./joined-lines');
    const show = (content: string): unknown => sheet.serviceOf(IMessageService).show({ content });
    joinTables({ sheet, attachments }, show);
    tellOfWhatIfTables(sheet, attachments, show);
  });
  if (lostWorkbook !== undefined) await tellUser('Your last workbook', lostWorkbook);
}

/** The engine's own command, which it has once its filters are loaded. */
const TOGGLE_FILTER = 'sheet.command.smart-toggle-filter';

/** The button and, until the engine knows these keys itself, Ctrl+Shift+L. */
function connectFilter(sheet: Spreadsheet): void {
  const toggle = async (): Promise<void> => (await import('./filter')).toggleFilter(sheet);
  onClick('filter', toggle);
  document.addEventListener('keydown', (event) => {
    if (!(event.ctrlKey || event.metaKey) || !event.shiftKey || event.altKey || event.key.toLowerCase() !== 'l') return;
    if (sheet.commands.hasCommand(TOGGLE_FILTER)) return;
    event.preventDefault();
    void toggle();
  });
}

/** Where the page is published. */
function keepForVisitsOffline(): void {
  if (!document.querySelector('link[rel="manifest"]') || !('serviceWorker' in navigator)) return;
  navigator.serviceWorker
    .register('offline.js')
    .catch((error: unknown) => console.info('The page is not kept for visits without a network', error));
}

/**
 * In a narrow window the pane would take half of the grid: it opens when it is asked for. Returns a function that opens
 * it.
 */
function collapsible(button: HTMLElement): () => void {
  const show = (isCollapsed: boolean): void => {
    document.body.classList.toggle('pane-collapsed', isCollapsed);
    button.setAttribute('aria-expanded', String(!isCollapsed));
  };
  show(matchMedia('(width < 900px)').matches);
  button.addEventListener('click', () => {
    show(!document.body.classList.contains('pane-collapsed'));
    // In the page's structure, all of the grid is between the two.
    focusPane();
  });
  return () => show(false);
}

/** A computer with a quarter of the speed has its first values after 3 s. What comes later waits for the pane, 2 s more. */
const MAX_COVERED_MS = 4_500;

/**
 * The grid is covered until it takes keys and its first values arrive, because formulas that depend on them show errors.
 * A slow service is not waited for. What the first values do not need comes once it is removed.
 */
class Cover {
  readonly removed: Promise<void>;
  takesKeys: () => void = () => undefined;
  hasValues: () => void = () => undefined;

  constructor() {
    const keys = new Promise<void>((resolve) => (this.takesKeys = resolve));
    const values = new Promise<void>((resolve) => {
      this.hasValues = resolve;
      setTimeout(resolve, MAX_COVERED_MS);
    });
    this.removed = Promise.all([keys, values]).then(() => document.body.classList.remove('is-opening'));
  }
}

/**
 * Opens a stream for a cell: returns its first value, and shows the later ones. Also settles if it is cancelled before.
 */
const followStream = (
  declaration: StreamingDeclaration,
  session: Session,
  values: readonly unknown[],
  cancellation: Cancellation,
  address: string | undefined,
  show: (outcome: Outcome) => void,
): Promise<Outcome> =>
  new Promise((resolve) => {
    let tell = (outcome: Outcome): void => {
      tell = show;
      resolve(outcome);
    };
    cancellation.add({
      onCancel: () => resolve(notAvailable('Cancelled')),
    });
    openStream(declaration, session, values, { isPreview: false, cancellation, address }, (outcome) => tell(outcome));
  });

const LAST_SANDBOX = 'last-sandbox';

/**
 * Makes everything work at once: stores the sandbox's key on the first visit (a key that was removed later stays
 * removed), and follows the sandbox if it has been started on another port. The settings are read after it.
 */
async function connectToSandbox(storage: KeyValueStore, sandboxUrl: string): Promise<void> {
  const [keyName, addressName] = [storedName('apiKey'), storedName('serviceAddress')];
  const lastSandbox = await storage.getItem(LAST_SANDBOX);
  if (lastSandbox === sandboxUrl) return;
  await storage.setItem(LAST_SANDBOX, sandboxUrl);
  if (lastSandbox === null && (await storage.getItem(keyName)) === null) await storage.setItem(keyName, DEMO_KEY);
  if ((await storage.getItem(addressName)) === lastSandbox) await storage.removeItem(addressName);
}

/**
 * Shows what the last recalculation needed ("412 cells · 6 requests · 0.4 s"), as the pane does, or why the selected cell
 * is an error.
 */
class StatusLine {
  #last = '';
  #openedAt = 0;

  constructor(
    private readonly line: HTMLElement,
    recalculations: RecalculationMonitor,
  ) {
    // Until its script runs, the document says that it is opening.
    line.textContent = '';
    recalculations.onChange(() => {
      const { at, cells, requests, ms, isRunning } = recalculations.last!;
      if (isRunning || at < this.#openedAt) return;
      this.#last = `${count(cells, 'cell')} · ${count(requests, 'request')} · ${(ms / 1000).toFixed(1)}\u00a0s`;
      // A sentence stays until it is taken back.
      if (this.line.title === '') this.#show(this.#last, 'off');
    });
  }

  /** What a workbook needed is not shown of the next one. */
  forgetRecalculations(): void {
    this.#openedAt = Date.now();
    this.#last = '';
    this.showMessage('');
  }

  /** An empty message shows the last recalculation again. */
  showMessage(message: string): void {
    this.#show(message || this.#last, message === '' ? 'off' : 'polite');
    this.line.title = message;
  }

  /** Screen readers announce messages, once. The pane announces what it has refreshed by itself. */
  #show(text: string, ariaLive: 'off' | 'polite'): void {
    if (this.line.textContent !== text) Object.assign(this.line, { ariaLive, textContent: text });
  }
}

main().catch((error: unknown) => {
  byId('status').textContent = 'The workbench could not start: reload the page, and look at the console if it stays so';
  throw error;
});
