import type { Session } from '../app/session';
import { LazyFunction } from '../functions/evaluate/lazy-function';
import { FUNCTIONS } from '../functions/generated/lazy-functions';

/** So long no cell has been evaluated. */
const QUIET_MS = 200;
const SLOWED_MS = 800;
const SLOWED = 'Excel slows the add-in while the pane is closed: open the pane for quick recalculations';

/**
 * Loads the code that is still missing, one file after the other, while nothing else is to do: from then on a new version on the web server
 * takes nothing from a workbook that stays open. What cannot be loaded now is asked for again by the first formula that needs it.
 */
export async function loadWhenIdle(session: Pick<Session, 'activity' | 'note'>): Promise<void> {
  const { activity } = session;
  for (const load of MISSING) {
    let cells: number;
    do {
      cells = activity.cells;
      if ((await idle()) > SLOWED_MS && document.hidden) session.note(SLOWED);
    } while (activity.cells !== cells);
    await load().catch(() => undefined);
  }
}

/** Everything that loads late for cells, for the ribbon and for the workbook; the pane's code is loaded when somebody sees the pane. */
const MISSING: readonly (() => Promise<unknown>)[] = [
  ...FUNCTIONS.filter((one) => one instanceof LazyFunction).map((one) => () => one.ready()),
  () => import(/* webpackChunkName: "tick-reading" */ '../api/ticks/ticks'),
  () => import(/* webpackChunkName: "advice" */ '../api/symbol-finder'),
  () => import(/* webpackChunkName: "operations" */ '../api/operations'),
  () => import(/* webpackChunkName: "live" */ '../functions/evaluate/stream'),
  () => import(/* webpackChunkName: "refresh" */ '../app/refresh/refresh'),
  () => import(/* webpackChunkName: "refresh" */ '../app/refresh/auto-refresh'),
  () => import(/* webpackChunkName: "refresh" */ '../functions/traits'),
  () => import(/* webpackChunkName: "last-values" */ '../app/last-values'),
  () => import(/* webpackChunkName: "workbook" */ './workbook/workbook'),
];

/** Resolves to how long it took, in ms. */
const idle = (): Promise<number> => {
  const start = performance.now();
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(performance.now() - start);
    }, QUIET_MS);
  });
};
