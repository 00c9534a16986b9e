import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb';
import type { Archive } from '../api/lookup/long-read';
import { inTime, TooLateError } from '../core/waiting';
import type { Settings } from './settings';
import type { ArchiveKind, ArchiveStore } from './host';
import { MS_PER_HOUR } from '../core/calendar/dates';

const VERSION = 1;

const DATABASES: Readonly<Record<ArchiveKind, string>> = {
  history: 'md-archive',
  formulas: 'md-formulas',
  snapshots: 'md-snapshots',
};

const MAX_BYTES: Readonly<Record<ArchiveKind, number>> = {
  /** Enough for nine months of an index with ten thousand ticks a day. */
  history: 200_000_000,
  /** Enough for a hundred thousand formulas. */
  formulas: 30_000_000,
  /** Separate from formulas, because a few large snapshots would take all of their room. */
  snapshots: 60_000_000,
};

/** The share left after clearing, which makes room for many writes at once. */
const LEFT_AFTER_CLEARING = 0.9;

/**
 * Reading a record moves it to the end of the queue only if its last use is at least this old: reads should not cost a
 * write.
 */
const USE_COUNTS_FOR_MS = MS_PER_HOUR;

const BYTES_OF_ENTRY = 200;

interface ArchiveEntry {
  readonly name: string;
  readonly bytes: number;
  readonly usedAt: number;
}

interface Schema extends DBSchema {
  records: { key: string; value: unknown };
  entries: { key: string; value: ArchiveEntry };
}

type Database = IDBPDatabase<Schema>;

/**
 * Records in the browser's database, limited in size: the least recently used go first. A database that is not ours, or
 * cannot be opened, is deleted and created again.
 */
export class DiskArchive implements ArchiveStore {
  #bytes: number;

  private constructor(
    private readonly database: Database,
    entries: readonly ArchiveEntry[],
    private readonly now: () => number,
    private readonly maxBytes: number,
  ) {
    this.#bytes = sumOf(entries);
  }

  static async openArchive(
    kind: ArchiveKind = 'history',
    now: () => number = Date.now,
    maxBytes = MAX_BYTES[kind],
  ): Promise<DiskArchive> {
    const { database, entries } = await openOwn(kind).catch(async () => {
      await deleteDB(DATABASES[kind]);
      return openOwn(kind);
    });
    return new DiskArchive(database, entries, now, maxBytes);
  }

  recordNames(from: string, to: string): Promise<readonly string[]> {
    return this.database.getAllKeys('records', IDBKeyRange.bound(from, to));
  }

  async readRecord(name: string): Promise<unknown> {
    const [record, entry] = await Promise.all([this.database.get('records', name), this.database.get('entries', name)]);
    if (entry && this.now() - entry.usedAt > USE_COUNTS_FOR_MS)
      await this.database.put('entries', { ...entry, usedAt: this.now() });
    return record;
  }

  async writeRecord(name: string, record: unknown): Promise<void> {
    const bytes = bytesOf(record) + BYTES_OF_ENTRY;
    const change = this.database.transaction(['records', 'entries'], 'readwrite');
    const [records, entries] = [change.objectStore('records'), change.objectStore('entries')];
    const before = await entries.get(name);
    await Promise.all([records.put(record, name), entries.put({ name, bytes, usedAt: this.now() }), change.done]);
    this.#bytes += bytes - (before?.bytes ?? 0);
    if (this.#bytes > this.maxBytes) await this.#makeRoom();
  }

  async removeRecord(name: string): Promise<void> {
    const change = this.database.transaction(['records', 'entries'], 'readwrite');
    const entries = change.objectStore('entries');
    const before = await entries.get(name);
    await Promise.all([change.objectStore('records').delete(name), entries.delete(name), change.done]);
    this.#bytes -= before?.bytes ?? 0;
  }

  async sizeInBytes(): Promise<number> {
    this.#bytes = sumOf(await this.database.getAll('entries'));
    return this.#bytes;
  }

  async removeAll(): Promise<void> {
    const change = this.database.transaction(['records', 'entries'], 'readwrite');
    await Promise.all([change.objectStore('records').clear(), change.objectStore('entries').clear(), change.done]);
    this.#bytes = 0;
  }

  /** Other tabs may have written too, so the entries decide what exists. */
  async #makeRoom(): Promise<void> {
    const entries = await this.database.getAll('entries');
    entries.sort((one, other) => one.usedAt - other.usedAt);
    this.#bytes = sumOf(entries);
    for (const { name } of entries) {
      if (this.#bytes <= this.maxBytes * LEFT_AFTER_CLEARING) return;
      await this.removeRecord(name);
    }
  }
}

async function openOwn(
  kind: ArchiveKind,
): Promise<{ readonly database: Database; readonly entries: readonly ArchiveEntry[] }> {
  const database = await openDB<Schema>(DATABASES[kind], VERSION, {
    upgrade(fresh) {
      for (const name of Array.from(fresh.objectStoreNames)) fresh.deleteObjectStore(name);
      fresh.createObjectStore('records');
      fresh.createObjectStore('entries', { keyPath: 'name' });
    },
    // Another tab wants to delete the database, and must not wait for this one.
    blocking(_, __, event) {
      (event.target as IDBDatabase).close();
    },
  });
  try {
    const entries = await database.getAll('entries');
    const names = new Set(entries.filter(isEntry).map(({ name }) => name));
    // A record that no entry weighs would never make room.
    const isOurs =
      names.size === entries.length && (await database.getAllKeys('records')).every((key) => names.has(key));
    if (isOurs) return { database, entries };
    throw new TypeError('The database is not the one of this archive');
  } catch (error) {
    database.close();
    throw error;
  }
}

const isEntry = ({ name, bytes, usedAt }: ArchiveEntry): boolean =>
  typeof name === 'string' && Number.isFinite(bytes) && Number.isFinite(usedAt);

const sumOf = (entries: readonly ArchiveEntry[]): number => entries.reduce((sum, { bytes }) => sum + bytes, 0);

/** Numbers make up most of a record's size. */
function bytesOf(record: unknown): number {
  const parts: readonly unknown[] = typeof record === 'object' && record !== null ? Object.values(record) : [record];
  return parts.reduce<number>(
    (sum, part) => sum + (ArrayBuffer.isView(part) ? part.byteLength : String(part).length),
    0,
  );
}

/** In hexadecimal digits. */
export async function sha256(bytes: BufferSource): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', bytes);
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Digits of the hash that distinguishes accounts. */
const HASH_LENGTH = 16;

/** Cells wait for the disk for this long. If a disk takes longer, they never wait for it again. */
const MAX_WAIT_MS = 10_000;

/**
 * The account's part of an archive, by key and address of the service. The key itself is written nowhere: names begin
 * with part of a hash, from which it cannot be recovered.
 */
export async function accountArchive(
  store: Archive,
  { serviceAddress, apiKey }: Pick<Settings, 'serviceAddress' | 'apiKey'>,
): Promise<Archive> {
  const digits = await sha256(new TextEncoder().encode(`${serviceAddress}\n${apiKey}`));
  const account = `${digits.slice(0, HASH_LENGTH)} `;
  let isStuck = false;
  const prompt = <T>(work: () => Promise<T>): Promise<T> => {
    if (isStuck) return Promise.reject(new Error('The disk does not answer'));
    return inTime(work, MAX_WAIT_MS).catch((error: unknown) => {
      isStuck ||= error instanceof TooLateError;
      throw error;
    });
  };
  return {
    recordNames: async (from, to) =>
      (await prompt(() => store.recordNames(account + from, account + to))).map((name) => name.slice(account.length)),
    readRecord: (name) => prompt(() => store.readRecord(account + name)),
    writeRecord: (name, record) => prompt(() => store.writeRecord(account + name, record)),
    removeRecord: (name) => prompt(() => store.removeRecord(account + name)),
  };
}
