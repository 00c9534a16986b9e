import type { Session } from '../app/session';

/**
 * Excel loads the page with the first calculation, which a reopened workbook may not need; then no refresh would start.
 * So while cells are refreshed automatically, the page is loaded with the workbook; otherwise not.
 */
export function startWithTheWorkbook(session: Session): void {
  let isWanted = false;
  const follow = (): void => {
    const wants = session.settings.autoRefreshSeconds > 0;
    if (wants === isWanted) return;
    isWanted = wants;
    const { load, none } = Office.StartupBehavior;
    Office.addin.setStartupBehavior(wants ? load : none).catch(() => {
      session.note('This Excel does not start the automatic refresh with the workbook: open the pane after opening it');
    });
  };
  session.onChange(follow);
  follow();
}
