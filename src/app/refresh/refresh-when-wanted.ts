import type { LoadTraits } from '../function-traits';
import type { Session } from '../session';

/** Loads the automatic refresh once an interval is set, so that no cell waits for its code. */
export function refreshWhenWanted(session: Session, loadTraits: LoadTraits): void {
  const off = session.onChange(begin);
  begin();

  function begin(): void {
    if (session.settings.autoRefreshSeconds === 0) return;
    off();
    Promise.all([import(/* webpackChunkName: "refresh" */ './auto-refresh'), loadTraits()]).then(
      ([{ keepRefreshing }, functions]) => {
        keepRefreshing(session, functions);
      },
      () => {
        session.note('The automatic refresh could not be loaded: close the workbook and open it again');
      },
    );
  }
}
