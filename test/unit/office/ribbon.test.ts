import { associateCommands } from '../../../src/office/ribbon';
import { type Opened, openWorkbook } from '../app/opened-workbook';

type Action = (press: { completed(): void }) => void;

/** Presses a button of the ribbon; resolves with what the activity says once Excel has heard that it is completed. */
async function press(name: string, { session }: Opened): Promise<string | undefined> {
  const actions = new Map<string, Action>();
  Object.assign(globalThis, {
    Office: { actions: { associate: (action: string, run: Action) => actions.set(action, run) } },
  });
  associateCommands(session);
  await new Promise<void>((resolve) => actions.get(name)!({ completed: resolve }));
  return session.activity.notes[0]?.text;
}

describe('a button of the ribbon', () => {
  test.each([
    ['refreshSelection', 'Refresh selection: 1 cell'],
    [
      'refreshErrors',
      'Refresh errors: 0 cells refreshed; 1 not (the first: "BAD" has no quote in currencies: search for it in the MD pane, or name another area)',
    ],
    [
      'refreshAll',
      'Refresh all: 2 cells refreshed; 1 not (the first: "BAD" has no quote in currencies: search for it in the MD pane, or name another area)',
    ],
  ])('%s says in the activity how many cells were refreshed, and why others were not', async (name, said) => {
    const opened = await openWorkbook();
    await opened.workbook.enter('A1', ['=MD.QUOTE("EURUSD")'], ['=MD.QUOTE("GBPUSD")'], ['=MD.QUOTE("BAD")']);
    expect(await press(name, opened)).toBe(said);
  });

  test('is completed and reports the reason if the refresh fails', async () => {
    const opened = await openWorkbook();
    jest.spyOn(opened.workbook, 'formulas').mockRejectedValue(new Error('The sheet is protected'));
    expect(await press('refreshAll', opened)).toBe('Refresh all: The sheet is protected');
  });

  test('is completed and reports the reason if its code cannot be loaded', async () => {
    jest.doMock('../../../src/office/late', () => {
      throw new Error('Loading chunk refresh failed');
    });
    expect(await press('refreshAll', await openWorkbook())).toBe('Loading chunk refresh failed');
    jest.dontMock('../../../src/office/late');
  });
});
