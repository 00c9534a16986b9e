import { startWithTheWorkbook } from '../../../src/office/start-with-the-workbook';
import { createTestSession } from '../../support/evaluate';

/** What the document keeps, and every change of it. */
function installOffice(kept: 'None' | 'Load', refusal?: Error): string[] {
  const changes: string[] = [];
  let behavior: string = kept;
  Object.assign(globalThis, {
    Office: {
      StartupBehavior: { none: 'None', load: 'Load' },
      addin: {
        getStartupBehavior: () => Promise.resolve(behavior),
        setStartupBehavior: (wanted: string) => {
          if (refusal) return Promise.reject(refusal);
          behavior = wanted;
          changes.push(wanted);
          return Promise.resolve();
        },
      },
    },
  });
  return changes;
}

const settled = (): Promise<void> => new Promise(setImmediate);

describe('how the add-in starts with a workbook', () => {
  test.each([
    ['is left unchanged if nothing is refreshed and it does not start', 'None', 0, []],
    ['is set if cells are refreshed automatically', 'None', 60, ['Load']],
    ['is left unchanged if it is set already', 'Load', 60, []],
    ['is reset in a workbook from a time when cells were refreshed', 'Load', 0, ['None']],
  ] as const)('%s', async (_, kept, autoRefreshSeconds, expected) => {
    const changes = installOffice(kept);
    const session = createTestSession();
    await session.save({ autoRefreshSeconds });
    startWithTheWorkbook(session);
    await settled();
    expect(changes).toEqual(expected);
  });

  test('follows the setting, in the order of its changes', async () => {
    const changes = installOffice('None');
    const session = createTestSession();
    startWithTheWorkbook(session);
    await session.save({ autoRefreshSeconds: 60 });
    await session.save({ autoRefreshSeconds: 30 });
    await session.save({ autoRefreshSeconds: 0 });
    await settled();
    expect(changes).toEqual(['Load', 'None']);
  });

  test('is reported as impossible only if the user wants it', async () => {
    installOffice('Load', new Error('not here'));
    const session = createTestSession();
    startWithTheWorkbook(session);
    await settled();
    expect(session.activity.notes).toEqual([]);
    installOffice('None', new Error('not here'));
    await session.save({ autoRefreshSeconds: 60 });
    await settled();
    expect(session.activity.notes.map(({ text }) => text)).toEqual([
      'This Excel does not start the automatic refresh with the workbook: open the pane after opening it',
    ]);
  });
});
