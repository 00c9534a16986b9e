import { type RefreshReport, type RefreshScope, planRefresh, runRefresh } from './refresh';
import type { FunctionTraits } from '../function-traits';
import type { Session } from '../session';
import { messageOf } from '../../core/basics';

const TITLES: Readonly<Record<RefreshScope, string>> = {
  selection: 'Refresh selection',
  errors: 'Refresh errors',
  all: 'Refresh all',
};

/** A refresh without a progress display, such as from a ribbon button. Its result is noted in the pane's activity. */
export async function refreshAndNote(
  session: Session,
  scope: RefreshScope,
  functions: readonly FunctionTraits[],
  refresh = refreshCells,
): Promise<void> {
  const said = await refresh(session, scope, functions).then(describeReport, (error: unknown) => messageOf(error));
  session.note(`${TITLES[scope]}: ${said}`);
}

async function refreshCells(
  session: Session,
  scope: RefreshScope,
  functions: readonly FunctionTraits[],
): Promise<RefreshReport> {
  const plan = await planRefresh(session, scope, functions);
  return runRefresh(session, plan, () => undefined, new AbortController().signal);
}

function describeReport({ refreshedCount, notRefreshed }: RefreshReport): string {
  const cells = (count: number): string => `${count} ${count === 1 ? 'cell' : 'cells'}`;
  const [first] = notRefreshed;
  const done = cells(refreshedCount);
  return first ? `${done} refreshed; ${notRefreshed.length} not (the first: ${first.reason})` : done;
}
