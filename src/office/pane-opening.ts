import { UPDATED, whyMissing } from '../app/missing-code';
import { paneRoot } from './pane-root';

const NOT_LOADED = 'The pane could not be loaded: close the workbook and open it again.';

interface OfficeInfo {
  readonly host: unknown;
  /** Exists in a shared runtime: whether Office opened the page for cells only, or as a task pane. */
  readonly addin?: { readonly visibilityMode?: string } | null;
}

/** Loads the code that opens the pane, which cells do not need; if that fails, the page says what is missing. */
export async function openPane(open: (code: typeof import('./pane')) => Promise<void>): Promise<void> {
  try {
    await open(await import(/* webpackChunkName: "opening" */ './pane'));
  } catch (error) {
    // The pane's texts are in the missing code.
    (await paneRoot()).textContent = (await whyMissing(error)) === 'gone' ? `${UPDATED}.` : NOT_LOADED;
  }
}

/**
 * Resolves once the pane is visible. For cells alone the page runs hidden, and the pane's code is not even loaded.
 * Listens from the start, so that a pane opened while code is loading is not missed.
 */
export const whenVisible = ({ addin }: OfficeInfo): Promise<void> =>
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
  const entered = new Promise<void>((resolve) => {
    window.addEventListener(
      'focus',
      () => {
        resolve();
      },
      { once: true },
    );
  });
  await Promise.race([said, entered]);
}
