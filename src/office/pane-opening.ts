import { UPDATED, whyMissing } from '../app/missing-code';
import { paneRoot } from './pane-root';

const NOT_LOADED = 'The pane could not be loaded. Check the connection, then close the workbook and open it again.';

export interface OfficeInfo {
  readonly host: unknown;
  /** Present in a shared runtime: whether Office opened the page for cells alone, or as a task pane. */
  readonly addin?: { readonly visibilityMode?: string } | null;
}

/** Loads what opens the pane, for cells do not need it, and says in the page what is missing where that fails. */
export async function openPane(open: (code: typeof import('./pane')) => Promise<void>): Promise<void> {
  try {
    await open(await import(/* webpackChunkName: "opening" */ './pane'));
  } catch (error) {
    // The words of the pane are in the code that is missing.
    (await paneRoot()).textContent = (await whyMissing(error)) === 'gone' ? `${UPDATED}.` : NOT_LOADED;
  }
}

/**
 * Resolves once somebody can see the pane. The page also runs hidden, for cells alone; there the pane's code is not even
 * loaded. Listened for at once: who opens the pane while code is loaded must not be missed.
 */
export const seen = ({ addin }: OfficeInfo): Promise<void> =>
  addin?.visibilityMode === 'Hidden' ? becomesVisible() : Promise.resolve();

/**
 * Office says when the page becomes a task pane. Where it cannot tell, or forgets to, the focus does: a pane that is
 * mounted unseen costs less than one that stays empty.
 */
async function becomesVisible(): Promise<void> {
  const said = new Promise<void>((resolve, reject) => {
    Office.addin
      .onVisibilityModeChanged(({ visibilityMode }) => {
        // The enumeration is missing in older clients; its values are these texts.
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
