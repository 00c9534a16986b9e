import { refreshWhenWanted } from '../app/refresh/refresh-when-wanted';
import { LostResults } from '../app/refresh/lost-results';
import type { Session } from '../app/session';
import { LazyFunction } from '../functions/evaluate/lazy-function';
import { FUNCTIONS } from '../functions/generated/lazy-functions';
import { followWorkbookSettings } from '../app/workbook-settings';
import type { Features } from './features';
import { followOtherWorkbooks } from './follow-other-workbooks';
import { formatWhereNeeded } from './format-where-needed';
import { loadWhenIdle } from './load-when-idle';
import { refreshMetadata } from './refresh-metadata';
import { loadTraits } from './ribbon';
import { startWithTheWorkbook } from './start-with-the-workbook';

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
  refreshWhenWanted(session, loadTraits);
  void loadWhenIdle(session);
  // Excel reads the file again within a day, whatever becomes of this.
  void refreshMetadata(session.host.storage).catch(() => undefined);
}
