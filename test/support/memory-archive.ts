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
    recordNames: (from, to) => Promise.resolve([...records.keys()].filter((name) => name >= from && name <= to).sort()),
    readRecord: (name) => Promise.resolve(records.get(name)),
    writeRecord: (name, record) => Promise.resolve(void records.set(name, structuredClone(record))),
    removeRecord: (name) => Promise.resolve(void records.delete(name)),
    sizeInBytes: () => Promise.resolve(records.size),
    removeAll() {
      records.clear();
      return Promise.resolve();
    },
  };
}
