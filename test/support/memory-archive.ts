import type { ArchiveStore } from '../../src/app/host';

export interface MemoryArchive extends ArchiveStore {
  /** What is kept, by its name. */
  readonly records: Map<string, unknown>;
}

/** An archive that a test can look into, and spoil. */
export function createMemoryArchive(): MemoryArchive {
  const records = new Map<string, unknown>();
  return {
    records,
    names: (from, to) => Promise.resolve([...records.keys()].filter((name) => name >= from && name <= to).sort()),
    read: (name) => Promise.resolve(records.get(name)),
    write: (name, record) => Promise.resolve(void records.set(name, structuredClone(record))),
    remove: (name) => Promise.resolve(void records.delete(name)),
    size: () => Promise.resolve(records.size),
    clear() {
      records.clear();
      return Promise.resolve();
    },
  };
}
