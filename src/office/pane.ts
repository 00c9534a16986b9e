import type { Session } from '../app/session';
import { ExcelHost } from './host/excel-host';
import * as theme from './host/theme';
import { paneRoot } from './pane-root';

/** Mounts the pane. */
export async function showPane(session: Session): Promise<void> {
  if (session.host instanceof ExcelHost) session.host.watchedTheme = theme;
  await withPaneCode(({ mountPane }, root) => {
    mountPane(root, session);
  });
}

/** Tells a user who opened the page in a browser that it belongs in Excel. */
export async function showNotice(): Promise<void> {
  await withPaneCode(({ mountNotice }, root) => {
    mountNotice(root);
  });
}

type PaneCode = typeof import('../taskpane/mount');

async function withPaneCode(mount: (code: PaneCode, root: HTMLElement) => void): Promise<void> {
  const root = await paneRoot();
  mount(await import(/* webpackChunkName: "pane" */ '../taskpane/mount'), root);
}
