import type { Session } from './session';

/** Loads the automatic refresh once an interval is set, so that no cell waits for its code before. */
export function refreshWhenWanted(session: Session): void {
  const off = session.onChange(begin);
  begin();

  function begin(): void {
    if (session.settings.autoRefreshSeconds === 0) return;
    off();
    import(/* webpackChunkName: "refresh" */ './auto-refresh').then(
      ({ keepRefreshing }) => { keepRefreshing(session); },
      () => { session.note('The automatic refresh could not be loaded: check the connection, then close the workbook and open it again'); });
  }
}
