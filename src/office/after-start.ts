import type { Session } from '../app/session';
import { followWorkbookSettings } from '../app/workbook-settings';
import { followOtherWorkbooks } from './follow-other-workbooks';
import { loadWhenIdle } from './load-when-idle';
import { startWithTheWorkbook } from './start-with-the-workbook';

/** Starts what no cell waits for, once the settings are known. */
export function afterStart(session: Session): void {
  followWorkbookSettings(session);
  followOtherWorkbooks(session);
  startWithTheWorkbook(session);
  void loadWhenIdle(session);
}
