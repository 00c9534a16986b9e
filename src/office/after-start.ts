import type { Session } from '../app/session';
import { followWorkbookSettings } from '../app/workbook-settings';
import { followOtherWorkbooks } from './follow-other-workbooks';
import { loadWhenIdle } from './load-when-idle';
import { startWithTheWorkbook } from './start-with-the-workbook';

/** What no cell waits for, begun when the settings are known. */
export function afterStart(session: Session): void {
  followWorkbookSettings(session);
  followOtherWorkbooks(session);
  startWithTheWorkbook(session);
  void loadWhenIdle(session);
}
