import type { Session } from '../app/session';
import { mountNotice, mountPane } from '../taskpane/pane';
import { ExcelHost } from './host';
import * as theme from './theme';

/** The script pane.js: loaded when the pane is first seen. */

export function showPane(session: Session, root: HTMLElement): void {
  if (session.host instanceof ExcelHost) session.host.watchedTheme = theme;
  // Where Excel has no shared runtime, nothing runs while the pane is closed, and there is no Office.addin.
  session.host.showPane = () =>
    void (Office.addin as typeof Office.addin | undefined)?.showAsTaskpane().catch(() => undefined);
  mountPane(root, session);
}

/** Tells a user who opened the page in a browser that it belongs in Excel. */
export { mountNotice as showNotice };
