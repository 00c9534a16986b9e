import type { Session } from '../app/session';

/**
 * Excel loads the page with the first calculation, which a reopened workbook may not need; then no refresh would start.
 * So while cells are refreshed automatically, the page is loaded with the workbook; otherwise not. The workbook keeps
 * this choice, which may be out of date; it is changed only if it differs.
 */
export function startWithTheWorkbook(session: Session): void {
  let isWanted: boolean | undefined;
  let turn = Promise.resolve();
  const follow = (): void => {
    const wants = session.settings.autoRefreshSeconds > 0;
    if (wants === isWanted) return;
    isWanted = wants;
    turn = turn
      .then(() => keep(wants))
      .catch(() => {
        if (wants)
          session.note(
            'This Excel does not start the automatic refresh with the workbook: open the pane after opening it',
          );
      });
  };
  session.onChange(follow);
  follow();
}

async function keep(isWanted: boolean): Promise<void> {
  const { load, none } = Office.StartupBehavior;
  const behavior = isWanted ? load : none;
  if ((await Office.addin.getStartupBehavior()) !== behavior) await Office.addin.setStartupBehavior(behavior);
}
