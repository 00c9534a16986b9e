import { insist, loadCode, UPDATED, whyMissing } from '../app/missing-code';
import { Session } from '../app/session';
import { LazyFunction } from '../functions/evaluate/lazy-function';
import { Features, isSetSupported, lookAtDataTypes } from './features';
import { FUNCTIONS } from '../functions/generated/lazy-functions';
import { associateCommands } from './ribbon';
import { cellFunction } from './cell-function';
import { streamFunction } from './stream-function';
import { Delivery } from './delivery';
import { ExcelHost } from './host';

const WITHOUT_PROPERTIES = 'Too many quotes at once: set Properties to “Always”';

/**
 * The add-in's entry, for cells and pane. Functions are associated first and at once: Excel calls them as soon as
 * Office is up, and calls before the association fail.
 */
if (typeof Office === 'undefined') {
  void openPane(({ showNotice }, root) => showNotice(root));
} else {
  const officeReady = Office.onReady();
  const features = new Features(isSetSupported);
  const session = new Session(new ExcelHost(officeReady, () => features.prove(lookAtDataTypes).catch(() => undefined)));
  const delivery = new Delivery({
    expectedMs: () => session.client?.expectedMs ?? 0,
    mustWait: () => features.properties === 'on',
    onTrim: () => session.note(WITHOUT_PROPERTIES),
  });
  session.onChange(() => {
    ({ richValues: features.richValues, properties: features.properties } = session.settings);
  });
  for (const declaration of FUNCTIONS) {
    CustomFunctions.associate(
      declaration.id,
      declaration instanceof LazyFunction && declaration.isStream
        ? streamFunction(declaration, session, features)
        : cellFunction(declaration, session, features, delivery),
    );
  }

  associateCommands(session);

  void officeReady.then((info) => {
    // Null in a plain browser, whatever the types say.
    if (info.host as Office.HostType | null) {
      // Cells come first: the rest is loaded once their settings are known.
      insist(session, async () => {
        session.cells.early = [];
        await session.ready;
        const { afterStart } = await loadCode(() => import('./late'));
        afterStart(session, features);
      });
      return whenVisible(info).then(() => openPane(({ showPane }, root) => showPane(session, root)));
    }
    return openPane(({ showNotice }, root) => showNotice(root));
  });
}

const NOT_LOADED = 'The pane could not be loaded: close the workbook and open it again.';

interface OfficeInfo {
  readonly host: unknown;
  /** Exists in a shared runtime: whether Office opened the page for cells only, or as a task pane. */
  readonly addin?: { readonly visibilityMode?: string } | null;
}

/** Loads the pane's code, which cells do not need; if that fails, the page says what is missing. */
async function openPane(open: (code: typeof import('./pane'), root: HTMLElement) => void): Promise<void> {
  const root = await paneRoot();
  try {
    open(await import('./pane'), root);
  } catch (error) {
    // The pane's texts are in the missing code.
    root.textContent = (await whyMissing(error)) === 'gone' ? `${UPDATED}.` : NOT_LOADED;
  }
}

/** Waits for the body: the entry runs in the page's head. */
async function paneRoot(): Promise<HTMLElement> {
  if (document.readyState === 'loading') await eventOf(document, 'DOMContentLoaded');
  return document.getElementById('pane') ?? document.body;
}

/**
 * Resolves once the pane is visible. For cells alone the page runs hidden, and the pane's code is not even loaded.
 * Listens from the start, so that a pane opened while code is loading is not missed.
 */
const whenVisible = ({ addin }: OfficeInfo): Promise<void> =>
  addin?.visibilityMode === 'Hidden' ? becomesVisible() : Promise.resolve();

/**
 * Office tells when the page becomes a task pane. If it cannot, or does not, focus decides: mounting an invisible pane
 * costs less than leaving a visible one empty.
 */
async function becomesVisible(): Promise<void> {
  const said = new Promise<void>((resolve, reject) => {
    Office.addin
      .onVisibilityModeChanged(({ visibilityMode }) => {
        // Older clients lack the enumeration; its values are these strings.
        if ((visibilityMode as string) === 'Taskpane') resolve();
      })
      .catch(reject);
  }).catch(() => undefined);
  await Promise.race([said, eventOf(window, 'focus')]);
}

/** A function declaration, since the entry above calls it before constants down here are defined. */
function eventOf(target: EventTarget, type: string): Promise<Event> {
  return new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
}
