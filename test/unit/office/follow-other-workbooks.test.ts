import { Session } from '../../../src/app/session';
import { followOtherWorkbooks } from '../../../src/office/follow-other-workbooks';
import { createMemoryHost, type MemoryHost } from '../../support/memory-host';

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
    Object.assign(globalThis, {
      window: {
        addEventListener: (_: string, listener: Listener) => {
          hear = listener;
        },
      },
    });
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
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  const later = (): Promise<void> => jest.advanceTimersByTimeAsync(10_000);

  test('take over a new key and new settings, recalculate once, and do not write them back', async () => {
    const browser = new Browser();
    const [one, second, third] = [await browser.open(), await browser.open(), await browser.open()];
    await one.session.save({ apiKey: 'a-new-key', area: 'stocks', autoRefreshSeconds: 60 });
    await later();
    for (const { session, host } of [second, third]) {
      expect(session.settings).toMatchObject({ apiKey: 'a-new-key', area: 'stocks', autoRefreshSeconds: 60 });
      expect(host.recalculationCount).toBe(1);
    }
    // Three values, heard by two: nobody has written anything since.
    expect(browser.eventCount).toBe(6);
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

  test('ignore entries of Office, entries of others, and values that have not changed', async () => {
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
