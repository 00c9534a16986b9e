import { keepRefreshing } from '../app/refresh/auto-refresh';
import { LostResults } from '../app/refresh/lost-results';
import type { Session } from '../app/session';
import { LazyFunction } from '../functions/evaluate/lazy-function';
import { TRAITS } from '../functions/generated/function-traits';
import { FUNCTIONS } from '../functions/generated/lazy-functions';
import { followWorkbookSettings } from '../app/workbook-settings';
import type { Features } from './features';
import { followOtherWorkbooks } from './follow-other-workbooks';
import { formatWhereNeeded } from './format-where-needed';
import { refreshMetadata } from './refresh-metadata';
import { startWithTheWorkbook } from './start-with-the-workbook';

/** How long one look takes, as long as the page is not busy. */
const LOOK_MS = 200;
const LOOKS = 25;
const SLOWED_MS = 800;
const SLOWED = 'Excel slows the add-in while the pane is closed: open the pane for quick recalculations';

/** Starts what no cell waits for, once the settings are known. */
export function afterStart(session: Session, features: Features): void {
  // Before the early results are handed on.
  session.part(LostResults).start(
    new Set(FUNCTIONS.flatMap((one) => (one instanceof LazyFunction && one.isStream ? one.id : []))),
    session.cells.early?.map(([call]) => call),
  );
  formatWhereNeeded(session, features);
  followWorkbookSettings(session);
  followOtherWorkbooks(session);
  startWithTheWorkbook(session);
  keepRefreshing(session, TRAITS);
  void noteSlowTimers(session);
  // Excel reads the file again within a day, whatever becomes of this.
  void refreshMetadata(session.host.storage).catch(() => undefined);
}

/**
 * Says so if Excel slows the page's timers while nobody sees it, which delays results.
 *
 * @internal
 */
export async function noteSlowTimers(session: Pick<Session, 'note'>): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const start = performance.now();
    await new Promise((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
    if (performance.now() - start > SLOWED_MS && document.hidden) session.note(SLOWED);
  }
}
