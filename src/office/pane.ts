import type { Session } from '../app/session';

export interface OfficeInfo {
  readonly host: unknown;
  /** Present in a shared runtime: whether Office opened the page for cells alone, or as a task pane. */
  readonly addin?: { readonly visibilityMode?: string } | null;
}

const NOT_LOADED = 'The pane could not be loaded. Check the connection, then close the workbook and open it again.';

/**
 * Mounts the pane once somebody can see it. The page also runs hidden, for cells alone; there the pane's code is not
 * even loaded, so that cells never wait for it.
 */
export async function showPaneWhenSeen(session: Session, info: OfficeInfo): Promise<void> {
  if (info.addin?.visibilityMode === 'Hidden') await becomesVisible();
  await withPaneCode(({ mountPane }, root) => { mountPane(root, session); });
}

/** Says that the page belongs into Excel, to whoever opened it in a browser. */
export async function showNotice(): Promise<void> {
  await withPaneCode(({ mountNotice }, root) => { mountNotice(root); });
}

type PaneCode = typeof import('../taskpane/mount');

async function withPaneCode(mount: (code: PaneCode, root: HTMLElement) => void): Promise<void> {
  const root = await paneRoot();
  try {
    mount(await import(/* webpackChunkName: "pane" */ '../taskpane/mount'), root);
  } catch {
    // The words of the pane are in the code that is missing.
    root.textContent = NOT_LOADED;
  }
}

/** The entry runs in the page's head, before there is a body. */
async function paneRoot(): Promise<HTMLElement> {
  if (document.readyState === 'loading') {
    await new Promise((resolve) => { document.addEventListener('DOMContentLoaded', resolve, { once: true }); });
  }
  return document.getElementById('pane') ?? document.body;
}

/**
 * Office says when the page becomes a task pane. Where it cannot tell, or forgets to, the focus does: a pane that is
 * mounted unseen costs less than one that stays empty.
 */
async function becomesVisible(): Promise<void> {
  const said = new Promise<void>((resolve, reject) => {
    Office.addin.onVisibilityModeChanged(({ visibilityMode }) => {
      // The enumeration is missing in older clients; its values are these texts.
      if ((visibilityMode as string) === 'Taskpane') resolve();
    }).catch(reject);
  }).catch(() => undefined);
  const entered = new Promise<void>((resolve) => { window.addEventListener('focus', () => { resolve(); }, { once: true }); });
  await Promise.race([said, entered]);
}
