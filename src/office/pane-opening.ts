import { UPDATED, whyMissing } from '../app/missing-code';

const NOT_LOADED = 'The pane could not be loaded: close the workbook and open it again.';

interface OfficeInfo {
  readonly host: unknown;
  /** Exists in a shared runtime: whether Office opened the page for cells only, or as a task pane. */
  readonly addin?: { readonly visibilityMode?: string } | null;
}

/** Loads the pane's code, which cells do not need; if that fails, the page says what is missing. */
export async function openPane(open: (code: typeof import('./pane'), root: HTMLElement) => void): Promise<void> {
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
  if (document.readyState === 'loading') {
    await new Promise((resolve) => {
      document.addEventListener('DOMContentLoaded', resolve, { once: true });
    });
  }
  return document.getElementById('pane') ?? document.body;
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
