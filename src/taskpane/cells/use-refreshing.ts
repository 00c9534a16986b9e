import { type RefreshPlan, type RefreshReport, runRefresh } from '../../app/refresh/refresh';
import type { Session } from '../../app/session';
import { type Task, useTask } from './use-task';

export interface RefreshTask {
  readonly task: Task<RefreshReport>;
  readonly refresh: (plan: RefreshPlan) => void;
}

/** Refreshes as planned, as a task of the pane. */
export function useRefreshing(session: Session, onDone: () => void): RefreshTask {
  const task = useTask<RefreshReport>();
  return {
    task,
    refresh: (plan) => {
      void task.start({
        label: ({ texts }) => texts.cells.refreshing,
        run: (onProgress, signal) => runRefresh(session, plan, onProgress, signal).finally(onDone),
        describe: ({ refreshedCount }, language) =>
          language.fill(language.texts.cells.refreshed, { count: refreshedCount }),
      });
    },
  };
}
