import type { Session } from '../app/session';
import { LazyFunction } from '../functions/evaluate/lazy-function';
import { FUNCTIONS } from '../functions/generated/lazy-functions';

/** How long no cell must have been evaluated. */
const QUIET_MS = 200;
const SLOWED_MS = 800;
const SLOWED = 'Excel slows the add-in while the pane is closed: open the pane for quick recalculations';

/**
 * Loads the remaining code, one file after the other, while the page is idle. From then on, a new version on the web
 * server cannot break a workbook that stays open. The first formula that needs a file that could not be loaded tries
 * again.
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

/**
 * All code that is loaded late for cells, the ribbon and the workbook. The pane's code is loaded when the pane is first
 * visible.
 */
const MISSING: readonly (() => Promise<unknown>)[] = [
  ...FUNCTIONS.filter((one) => one instanceof LazyFunction).map((one) => () => one.ready()),
  () => import(/* webpackChunkName: "tick-reading" */ '../api/ticks/ticks'),
  () => import(/* webpackChunkName: "advice" */ '../api/symbol-finder'),
  () => import(/* webpackChunkName: "operations" */ '../api/operations'),
  () => import(/* webpackChunkName: "live" */ '../functions/evaluate/stream'),
  () => import(/* webpackChunkName: "refresh" */ '../app/refresh/refresh'),
  () => import(/* webpackChunkName: "refresh" */ '../app/refresh/auto-refresh'),
  () => import(/* webpackChunkName: "refresh" */ '../functions/generated/function-traits'),
  () => import(/* webpackChunkName: "last-values" */ '../app/last-values'),
  () => import(/* webpackChunkName: "workbook" */ './workbook/workbook'),
];

/** Waits until the page is idle. Resolves to how long it took, in ms. */
const idle = (): Promise<number> => {
  const start = performance.now();
  return new Promise((resolve) => {
    setTimeout(() => {
      resolve(performance.now() - start);
    }, QUIET_MS);
  });
};
