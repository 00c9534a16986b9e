import { followOtherWorkbooks, startWithTheWorkbook } from '../../../src/office/after-start';
import { SnapshotClock } from '../../../src/app/workbook/snapshot-schedule';
import { Session } from '../../../src/app/session';
import { createMemoryHost, type MemoryHost } from '../../support/memory-host';
import { createTestSession } from '../../support/evaluate';
import { openWorkbook } from '../app/opened-workbook';
import { saveRefreshesOnOpen } from '../../../src/app/workbook-settings';
import { Cancellation } from '../../../src/core/cancellation';
import { useFakeTimers } from '../../support/fake-timers';

interface StorageChange {
  readonly key: string | null;
  readonly oldValue: string | null;
  readonly newValue: string | null;
}
type Listener = (event: StorageChange) => void;

/** As office.js names what OfficeRuntime.storage keeps, in a browser that partitions storage. */
const PREFIX = '_OfficeRuntime_Storage_partition';

/** The storage that the pages of one browser share: whoever writes is not told, all others are. */
class Browser {
  readonly stored = new Map<string, string>();
  eventCount = 0;
  readonly #pages: { readonly host: MemoryHost; readonly hear: Listener }[] = [];

  async open(): Promise<{ session: Session; host: MemoryHost }> {
    const host = createMemoryHost();
    Object.assign(host, {
      storage: {
        getItem: (key: string) => Promise.resolve(this.stored.get(key) ?? null),
        setItem: (key: string, value: string) => {
          this.write(host, key, value);
          return Promise.resolve();
        },
        removeItem: (key: string) => {
          this.write(host, key, null);
          return Promise.resolve();
        },
      },
    });
    const session = new Session(host);
    await session.ready;
    let hear: Listener = () => undefined;
    Object.assign(globalThis, { window: { addEventListener: (_: string, listener: Listener) => (hear = listener) } });
    followOtherWorkbooks(session);
    this.#pages.push({ host, hear });
    return { session, host };
  }

  write(writer: MemoryHost | undefined, key: string, value: string | null): void {
    const oldValue = this.stored.get(key) ?? null;
    if (value === null) this.stored.delete(key);
    else this.stored.set(key, value);
    for (const { host, hear } of this.#pages) {
      if (host === writer) continue;
      this.eventCount++;
      hear({ key: PREFIX + key, oldValue, newValue: value });
    }
  }
}

describe('workbooks that are open at the same time', () => {
  useFakeTimers();

  const later = (): Promise<void> => jest.advanceTimersByTimeAsync(10_000);

  test('take over a new key and new settings, recalculate once, and do not write the settings back', async () => {
    const browser = new Browser();
    const [one, second, third] = [await browser.open(), await browser.open(), await browser.open()];
    await one.session.save({ apiKey: 'a-new-key', area: 'stocks', autoRefreshSeconds: 60 });
    await later();
    for (const { session, host } of [second, third]) {
      expect(session.settings).toMatchObject({ apiKey: 'a-new-key', area: 'stocks', autoRefreshSeconds: 60 });
      expect(host.recalculationCount).toBe(1);
    }
    // Four values, one of which says what the key is for, heard by two: nobody has written anything since.
    expect(browser.eventCount).toBe(8);
  });

  test('take over the removal of a key', async () => {
    const browser = new Browser();
    const [one, other] = [await browser.open(), await browser.open()];
    await one.session.save({ apiKey: 'a-new-key' });
    await later();
    await one.session.save({ apiKey: '' });
    await later();
    expect(other.session.settings.apiKey).toBe('');
  });

  test('ignore entries of Office, entries of other add-ins, and values that have not changed', async () => {
    const browser = new Browser();
    const { session, host } = await browser.open();
    const takeOver = jest.spyOn(session, 'takeOver');
    for (const key of ['_OfficeRuntime_Storage_', 'md', 'telemetry', 'notmd.apiKeys1', 'md.apiKey.backup'])
      browser.write(undefined, key, String(Math.random()));
    browser.stored.set('md.area', 'crypto');
    browser.write(undefined, 'md.area', 'crypto');
    await later();
    expect([takeOver.mock.calls.length, host.recalculationCount]).toEqual([0, 0]);
  });

  test('say so if the changed settings cannot be read', async () => {
    const browser = new Browser();
    const { session, host } = await browser.open();
    host.storage.getItem = () => Promise.reject(new Error('no storage'));
    browser.write(undefined, 'md.area', 'crypto');
    await later();
    expect(session.activity.notes.map(({ text }) => text)).toEqual([
      'The settings of another workbook could not be taken over: close this one and open it again',
    ]);
  });
});

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
  const FORMULA = '=MD.QUOTE("EURUSD")';

  test('is set with the first formula of the add-in, and not before', async () => {
    const changes = installOffice('None');
    const { session, workbook } = await openWorkbook();
    await session.save({ autoRefreshSeconds: 60 });
    startWithTheWorkbook(session);
    await session.part(SnapshotClock).start();
    await settled();
    session.cells.beginCall({ isPreview: true, cancellation: new Cancellation(), address: 'Sheet1!A1' });
    await settled();
    expect(changes).toEqual([]);
    await workbook.enter('A1', [FORMULA]);
    await settled();
    expect(changes).toEqual(['Load']);
  });

  test('is set if values from before are refreshed when it is opened', async () => {
    const changes = installOffice('None');
    const { session, workbook } = await openWorkbook();
    workbook.loadSaved('A1', FORMULA, 1);
    startWithTheWorkbook(session);
    await session.part(SnapshotClock).start();
    await saveRefreshesOnOpen(session, true);
    await settled();
    await saveRefreshesOnOpen(session, false);
    await settled();
    expect(changes).toEqual(['Load', 'None']);
  });

  test.each([
    ['is left unchanged if nothing is refreshed and it does not start', 'None', 0, FORMULA, []],
    ['is set if cells are refreshed automatically', 'None', 60, FORMULA, ['Load']],
    ['is set if they are, and a formula names no function itself', 'None', 60, '=MAP(A2:A3,MD.QUOTE)', ['Load']],
    ['is left unchanged if it is set already', 'Load', 60, FORMULA, []],
    ['is reset in a workbook from a time when cells were refreshed', 'Load', 0, FORMULA, ['None']],
    ['is left unchanged in a workbook without a formula of ours', 'None', 60, '=SUM(1,2)', []],
    ['is reset in a workbook without a formula of ours', 'Load', 60, '', ['None']],
  ] as const)('%s', async (_, kept, autoRefreshSeconds, formula, expected) => {
    const changes = installOffice(kept);
    const session = createTestSession();
    await (session.host as MemoryHost).workbook.enter('A1', [formula]);
    await session.save({ autoRefreshSeconds });
    startWithTheWorkbook(session);
    await session.part(SnapshotClock).start();
    await settled();
    expect(changes).toEqual(expected);
  });

  const FRIDAYS = { rule: { kind: 'weekly', days: [5], minute: 1020, zone: 'Europe/Berlin' }, keep: 3 } as const;

  test('is set while snapshots are scheduled on this computer', async () => {
    const changes = installOffice('None');
    const session = createTestSession();
    await session.ready;
    startWithTheWorkbook(session);
    const clock = session.part(SnapshotClock);
    await clock.set(FRIDAYS);
    await settled();
    expect(changes).toEqual(['Load']);
    await clock.set(undefined);
    await settled();
    expect(changes).toEqual(['Load', 'None']);
  });

  test('is left unchanged in a workbook with a schedule, also if that cannot be read at first', async () => {
    const changes = installOffice('Load');
    const before = createTestSession();
    await before.ready;
    await before.part(SnapshotClock).set(FRIDAYS);
    const session = new Session(before.host);
    await session.ready;
    jest.spyOn(session.host.workbook, 'readPart').mockRejectedValueOnce(new Error('Excel is busy'));
    startWithTheWorkbook(session);
    await session.part(SnapshotClock).start();
    await settled();
    await session.part(SnapshotClock).look();
    await settled();
    expect(changes).toEqual([]);
  });

  test('follows the setting, in the order of its changes', async () => {
    const changes = installOffice('None');
    const session = createTestSession();
    await (session.host as MemoryHost).workbook.enter('A1', [FORMULA]);
    startWithTheWorkbook(session);
    await session.part(SnapshotClock).start();
    await session.save({ autoRefreshSeconds: 60 });
    await settled();
    await session.save({ autoRefreshSeconds: 30 });
    await session.save({ autoRefreshSeconds: 0 });
    await settled();
    expect(changes).toEqual(['Load', 'None']);
  });

  test('is reported as impossible only if the user wants it', async () => {
    installOffice('Load', new Error('not here'));
    const session = createTestSession();
    await (session.host as MemoryHost).workbook.enter('A1', [FORMULA]);
    startWithTheWorkbook(session);
    await session.part(SnapshotClock).start();
    await settled();
    expect(session.activity.notes).toEqual([]);
    installOffice('None', new Error('not here'));
    await session.save({ autoRefreshSeconds: 60 });
    await settled();
    expect(session.activity.notes.map(({ text }) => text)).toEqual([
      'This Excel starts no refresh and no snapshots with the workbook: open the pane after opening it',
    ]);
  });
});
