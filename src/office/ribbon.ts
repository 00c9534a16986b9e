import type { RefreshReport, RefreshScope } from '../app/refresh';
import type { Session } from '../app/session';

/** Names of the manifest's functions → what they refresh. */
export const COMMANDS: Readonly<Record<string, RefreshScope>> = { refreshSelection: 'selection', refreshErrors: 'errors', refreshAll: 'all' };

/** A press of a button, which Excel shows as running until it is completed. */
interface Press {
  completed(): void;
}

/** Gives the ribbon's buttons what they do. What came of it is said in the pane's activity. */
export function associateCommands(session: Session, refresh: typeof refreshCells = refreshCells): void {
  for (const [name, scope] of Object.entries(COMMANDS)) {
    Office.actions.associate(name, (press: Press) => {
      // Whatever happens: a button that is never completed would block the next one.
      void refresh(session, scope)
        .then(describeReport, (error: unknown) => (error instanceof Error ? error.message : String(error)))
        .then((text) => { session.note(`${TITLES[scope]}: ${text}`); })
        .finally(() => { press.completed(); });
    });
  }
}

const TITLES: Readonly<Record<RefreshScope, string>> = { selection: 'Refresh selection', errors: 'Refresh errors', all: 'Refresh all' };

/** The code of it is loaded at the first press: cells do not wait for it. */
async function refreshCells(session: Session, scope: RefreshScope): Promise<RefreshReport> {
  const { planRefresh, runRefresh } = await import(/* webpackChunkName: "refresh" */ '../app/refresh');
  await session.ready;
  const plan = await planRefresh(session, scope);
  return runRefresh(session, plan, () => undefined, new AbortController().signal);
}

function describeReport({ refreshedCount, notRefreshed }: RefreshReport): string {
  const cells = (count: number): string => `${count} ${count === 1 ? 'cell' : 'cells'}`;
  const [first] = notRefreshed;
  return `${cells(refreshedCount)}${first ? `; not ${cells(notRefreshed.length)}, the first because ${first.reason}` : ''}`;
}
