import { refreshWhenWanted } from '../app/refresh/refresh-when-wanted';
import type { Session } from '../app/session';
import { followWorkbookSettings } from '../app/workbook-settings';
import type { Features } from './features';
import { followOtherWorkbooks } from './follow-other-workbooks';
import { formatWhereNeeded } from './format-where-needed';
import { loadWhenIdle } from './load-when-idle';
import { loadTraits } from './ribbon';
import { startWithTheWorkbook } from './start-with-the-workbook';

/** Starts what no cell waits for, once the settings are known. */
export function afterStart(session: Session, features: Features): void {
  formatWhereNeeded(session, features);
  followWorkbookSettings(session);
  followOtherWorkbooks(session);
  startWithTheWorkbook(session);
  refreshWhenWanted(session, loadTraits);
  void loadWhenIdle(session);
}
