import { Session } from '../../../src/app/session';
import { associateCommands, COMMANDS } from '../../../src/office/ribbon';
import { createMemoryHost } from '../../support/memory-host';
import { cellOf } from '../../../src/core/sheet';
import { type RefreshReport, refreshAndNote } from '../../../src/app/workbook/refresh';

type Action = (press: { completed(): void }) => void;

/** Presses a button of the ribbon; resolves with what the activity says once Excel has heard that it is completed. */
async function press(name: string, refresh: (scope: string) => Promise<RefreshReport>): Promise<readonly string[]> {
  const actions = new Map<string, Action>();
  Object.assign(globalThis, {
    Office: { actions: { associate: (action: string, run: Action) => actions.set(action, run) } },
  });
  const session = new Session(createMemoryHost());
  associateCommands(session, (_, scope) => refreshAndNote(session, scope, () => refresh(scope)));
  await new Promise<void>((resolve) => actions.get(name)!({ completed: resolve }));
  return session.activity.notes.map(({ text }) => text);
}

const report = (refreshedCount: number, ...reasons: string[]): RefreshReport => ({
  refreshedCount,
  notRefreshed: reasons.map((reason, row) => ({ cell: cellOf('Model', row, 0), reason })),
});

describe('a button of the ribbon', () => {
  test.each(Object.entries(COMMANDS))('%s refreshes the scope %s', async (name, scope) => {
    const asked: string[] = [];
    await press(name, (scope) => {
      asked.push(scope);
      return Promise.resolve(report(1));
    });
    expect(asked).toEqual([scope]);
  });

  test('says in the activity how many cells were refreshed', async () => {
    expect(await press('refreshAll', () => Promise.resolve(report(412)))).toEqual(['Refresh all: 412 cells']);
    expect(await press('refreshErrors', () => Promise.resolve(report(1)))).toEqual(['Refresh errors: 1 cell']);
  });

  test('reports in the activity the cells that were not refreshed, and why', async () => {
    expect(
      await press('refreshSelection', () => Promise.resolve(report(3, 'the sheet is protected', 'no key'))),
    ).toEqual(['Refresh selection: 3 cells refreshed; 2 not (the first: the sheet is protected)']);
  });

  test('is completed and reports the reason if the refresh fails', async () => {
    expect(await press('refreshAll', () => Promise.reject(new Error('The sheet is protected')))).toEqual([
      'Refresh all: The sheet is protected',
    ]);
  });

  test('is completed and reports the reason if its code cannot be loaded', async () => {
    const actions = new Map<string, Action>();
    Object.assign(globalThis, {
      Office: { actions: { associate: (action: string, run: Action) => actions.set(action, run) } },
    });
    const session = new Session(createMemoryHost());
    associateCommands(session, () => Promise.reject(new Error('Loading chunk refresh failed')));
    await new Promise<void>((resolve) => actions.get('refreshAll')!({ completed: resolve }));
    expect(session.activity.notes.map(({ text }) => text)).toEqual(['Loading chunk refresh failed']);
  });
});
