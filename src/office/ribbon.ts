import type { Session } from '../app/session';
import { messageOf } from '../core/basics';
import type { RefreshScope } from '../app/workbook/refresh';

/** Function names in the manifest → what they refresh. @internal */
export const COMMANDS: Readonly<Record<string, RefreshScope>> = {
  refreshSelection: 'selection',
  refreshErrors: 'errors',
  refreshAll: 'all',
};

/** A click on a button, which Excel shows as running until it is completed. */
interface Press {
  completed(): void;
}

/** Associates the ribbon's buttons. The result of a refresh is noted in the pane's activity. */
export function associateCommands(session: Session): void {
  for (const [name, scope] of Object.entries(COMMANDS)) {
    Office.actions.associate(name, (press: Press) => {
      void refreshCells(session, scope)
        .catch((error: unknown) => session.note(messageOf(error)))
        // In any case: a button that is never completed would block the next one.
        .finally(() => press.completed());
    });
  }
}

/** The code is loaded at the first click: cells do not wait for it. */
async function refreshCells(session: Session, scope: RefreshScope): Promise<void> {
  const [{ refreshAndNote }] = await Promise.all([import('./late'), session.ready]);
  await refreshAndNote(session, scope);
}
