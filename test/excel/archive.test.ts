import type { EmulatedExcel } from './emulator/emulated-excel';
import { useOffice } from './opened';
import { loadCode } from './workbook-code';

declare const window: Window & { mdInFrame: typeof import('./in-frame') };

const DATABASE = 'md-archive';

describe('history on this computer, in the database of a browser', () => {
  const office = useOffice();

  async function open(): Promise<EmulatedExcel> {
    const excel = await office.open();
    await loadCode(excel);
    return excel;
  }

  test('is read back unchanged, even by the next session', async () => {
    const excel = await open();
    const found = await excel.pane.evaluate(async () => {
      const { DiskArchive } = window.mdInFrame;
      const first = await DiskArchive.open();
      await first.write('SPX 2026-11-20', { numbers: Float64Array.of(1, 2, 3) });
      const next = await DiskArchive.open();
      const record = (await next.read('SPX 2026-11-20')) as { numbers: Float64Array };
      return { names: await next.names('SPX', 'SPY'), numbers: [...record.numbers], size: await next.size() };
    });
    expect(found).toEqual({ names: ['SPX 2026-11-20'], numbers: [1, 2, 3], size: 224 });
  });

  test('stays below its size limit: the history that was unused for the longest time is removed first', async () => {
    const excel = await open();
    const left = await excel.pane.evaluate(async () => {
      const HOUR = 3_600_000;
      let now = 0;
      const archive = await window.mdInFrame.DiskArchive.open('history', () => now, 5_000);
      const day = { numbers: new Float64Array(100) };
      for (const name of ['a', 'b', 'c', 'd']) {
        now += HOUR;
        await archive.write(name, day);
      }
      now += 2 * HOUR;
      await archive.read('a');
      await archive.write('e', day);
      await archive.write('f', day);
      return { names: await archive.names('', '~'), size: await archive.size() };
    });
    expect(left).toEqual({ names: ['a', 'd', 'e', 'f'], size: 4_000 });
  });

  test('takes at most 200 MB', async () => {
    const excel = await open();
    const sizes = await excel.pane.evaluate(async () => {
      const { DiskArchive } = window.mdInFrame;
      await DiskArchive.open();
      // As if there were so much: the entries say what each record weighs.
      await new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('md-archive');
        opening.onerror = () => {
          reject(new Error('The database did not open'));
        };
        opening.onsuccess = () => {
          const change = opening.result.transaction(['records', 'entries'], 'readwrite');
          for (let index = 0; index < 20; index++) {
            const name = `day ${String(index).padStart(2, '0')}`;
            change.objectStore('records').put({ index }, name);
            change.objectStore('entries').put({ name, bytes: 9_999_000, usedAt: index });
          }
          change.oncomplete = () => {
            opening.result.close();
            resolve();
          };
        };
      });
      const archive = await DiskArchive.open();
      const full = await archive.size();
      await archive.write('day 20', { numbers: new Float64Array(10_000) });
      return { full, after: await archive.size(), names: await archive.names('', '~') };
    });
    expect(sizes.full).toBe(199_980_000);
    expect(sizes.after).toBeLessThanOrEqual(180_000_000);
    expect(sizes.names).toEqual(Array.from({ length: 18 }, (_, index) => `day ${String(index + 3).padStart(2, '0')}`));
  });

  test.each([
    ['of another program', { version: 1, stores: ['photos'], entry: undefined }],
    ['of a later version', { version: 9, stores: ['records', 'entries'], entry: undefined }],
    [
      'whose entries cannot be read',
      { version: 1, stores: ['records', 'entries'], entry: { name: 'a', bytes: 'many' } },
    ],
  ])('starts with a new database if there is one %s', async (_, foreign) => {
    const excel = await open();
    const found = await excel.pane.evaluate(
      async ([database, { version, stores, entry }]) => {
        await new Promise<void>((resolve, reject) => {
          const opening = indexedDB.open(database, version);
          opening.onupgradeneeded = () => {
            for (const name of stores)
              opening.result.createObjectStore(name, name === 'entries' ? { keyPath: 'name' } : {});
          };
          opening.onerror = () => {
            reject(new Error('The database did not open'));
          };
          opening.onsuccess = () => {
            const change = opening.result.transaction(stores, 'readwrite');
            if (stores.includes('records')) change.objectStore('records').put('not ours', 'a');
            if (entry) change.objectStore('entries').put(entry);
            change.oncomplete = () => {
              opening.result.close();
              resolve();
            };
          };
        });
        const archive = await window.mdInFrame.DiskArchive.open();
        await archive.write('b', { numbers: Float64Array.of(1) });
        return { names: await archive.names('', '~'), size: await archive.size() };
      },
      [DATABASE, foreign] as const,
    );
    expect(found).toEqual({ names: ['b'], size: 208 });
  });
});
