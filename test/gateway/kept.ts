import type { EmulatedExcel } from '../excel/emulator/emulated-excel';

/** Begins to note where a token must never be; the result is everything that was noted and is stored. */
export function watchWhatIsKept(excel: EmulatedExcel): () => Promise<string> {
  const { page } = excel;
  const addresses: string[] = [];
  page.context().on('request', (request) => addresses.push(request.url()));
  page.on('console', (message) => addresses.push(message.text()));
  excel.heard = [];
  return async () => [await storedIn(excel), ...addresses, ...excel.heard!].join('\n');
}

/** What the add-in's page keeps in the browser, in all places that there are. */
const storedIn = ({ pane }: EmulatedExcel): Promise<string> =>
  pane.evaluate(async () => {
    const done = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(new Error(request.error?.message));
      });
    const databases: unknown[] = [];
    for (const { name } of await indexedDB.databases()) {
      const database = await done(indexedDB.open(name!));
      for (const store of database.objectStoreNames)
        databases.push(name, store, await done(database.transaction(store).objectStore(store).getAll()));
      database.close();
    }
    const caches = await window.caches.keys();
    return JSON.stringify([localStorage, sessionStorage, document.cookie, window.name, databases, caches]);
  });
