import type { IWorkbookData } from '@univerjs/core';

/** Increased when the stored data changes its format: older data is then ignored. */
const VERSION = 1;
const [DATABASE, STORE, KEY] = ['md-workbench', 'workbook', 'open'];

const NOT_KEPT = 'The browser keeps nothing';

/** The open workbook, as stored between visits. */
interface RememberedWorkbook {
  readonly data: Partial<IWorkbookData>;
  readonly isUnsaved: boolean;
}

/** Keeps one workbook in the browser's database. */
export class WorkbookMemory {
  readonly #factory: IDBFactory;
  #database: Promise<IDBDatabase> | undefined;

  constructor(factory: IDBFactory) {
    this.#factory = factory;
  }

  /** Undefined if nothing is stored. Rejects if the data cannot be used. */
  async read(): Promise<RememberedWorkbook | undefined> {
    const kept: unknown = await this.#run('readonly', (store) => store.get(KEY));
    if (kept === undefined) return undefined;
    if (isRemembered(kept)) return kept;
    throw new TypeError('The remembered workbook is of another version');
  }

  async write(remembered: RememberedWorkbook): Promise<void> {
    await this.#run('readwrite', (store) => store.put({ version: VERSION, ...remembered }, KEY));
  }

  /** The database stays open and commits at once: a page that is closing waits for neither. */
  async #run(mode: IDBTransactionMode, act: (store: IDBObjectStore) => IDBRequest): Promise<unknown> {
    this.#database ??= this.#open();
    const transaction = (await this.#database).transaction(STORE, mode);
    const ended = endOf(transaction);
    const answer = answerOf(act(transaction.objectStore(STORE)));
    transaction.commit();
    return (await Promise.all([answer, ended]))[0];
  }

  async #open(): Promise<IDBDatabase> {
    try {
      const request = this.#factory.open(DATABASE);
      request.onupgradeneeded = () => {
        request.result.createObjectStore(STORE);
      };
      const database = await answerOf(request);
      database.onclose = () => {
        this.#database = undefined;
      };
      return database;
    } catch (error) {
      this.#database = undefined;
      throw error;
    }
  }
}

/** A full disk is told when the transaction ends, not by the request. */
const endOf = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => {
      resolve();
    };
    transaction.onabort = () => {
      reject(transaction.error ?? new Error(NOT_KEPT));
    };
  });

const answerOf = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => {
      resolve(request.result);
    };
    request.onerror = () => {
      reject(request.error ?? new Error(NOT_KEPT));
    };
  });

function isRemembered(kept: unknown): kept is RememberedWorkbook {
  const { version, data } = kept as { version?: unknown; data?: Partial<IWorkbookData> };
  const sheets = data?.sheets;
  return (
    version === VERSION &&
    !!sheets &&
    Array.isArray(data.sheetOrder) &&
    data.sheetOrder.length > 0 &&
    data.sheetOrder.every((id) => typeof sheets[id]?.name === 'string')
  );
}
