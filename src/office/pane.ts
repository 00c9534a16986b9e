import type { Session } from '../app/session';

export interface OfficeInfo {
  readonly host: unknown;
  /** Present in a shared runtime: whether Office opened the page for cells alone, or as a task pane. */
  readonly addin?: { readonly visibilityMode?: string } | null;
}

/**
 * Mounts the pane once somebody can see it. The page also runs hidden, for cells alone; there the pane's code is not
 * even loaded, so that cells never wait for it.
 */
export async function showPaneWhenSeen(session: Session, info: OfficeInfo): Promise<void> {
  if (info.addin?.visibilityMode === 'Hidden') await becomesVisible();
  const { mountPane } = await import(/* webpackChunkName: "pane" */ '../taskpane/mount');
  mountPane(await paneRoot(), session);
}

/** Says that the page belongs into Excel, to whoever opened it in a browser. */
export async function showNotice(): Promise<void> {
  const { mountNotice } = await import(/* webpackChunkName: "pane" */ '../taskpane/mount');
  mountNotice(await paneRoot());
}

/** The entry runs in the page's head, before there is a body. */
async function paneRoot(): Promise<HTMLElement> {
  if (document.readyState === 'loading') {
    await new Promise((resolve) => { document.addEventListener('DOMContentLoaded', resolve, { once: true }); });
  }
  return document.getElementById('pane') ?? document.body;
}

async function becomesVisible(): Promise<void> {
  await new Promise<void>((resolve) => {
    Office.addin.onVisibilityModeChanged(({ visibilityMode }) => {
      // The enumeration is missing in older clients; its values are these texts.
      if ((visibilityMode as string) === 'Taskpane') resolve();
    }).catch(() => { resolve(); });
  });
}
