import type { KeyValueStore } from '../../app/host';

/**
 * Keeps texts for this user on this computer, outside the workbook. Browsers that partition storage by site give the
 * key of the partition; the names carry it, as Microsoft asks.
 */
export class ExcelStorage implements KeyValueStore {
  constructor(private readonly officeReady: Promise<unknown>) {}

  async getItem(key: string): Promise<string | null> {
    await this.officeReady;
    const storage = officeStorage();
    return storage ? storage.getItem(partitioned(key)) : localStorage.getItem(partitioned(key));
  }

  async setItem(key: string, value: string): Promise<void> {
    await this.officeReady;
    const storage = officeStorage();
    if (storage) await storage.setItem(partitioned(key), value);
    else localStorage.setItem(partitioned(key), value);
  }

  async removeItem(key: string): Promise<void> {
    await this.officeReady;
    const storage = officeStorage();
    if (storage) await storage.removeItem(partitioned(key));
    else localStorage.removeItem(partitioned(key));
  }
}

declare const OfficeRuntime: { readonly storage?: KeyValueStore } | undefined;

const officeStorage = (): KeyValueStore | undefined =>
  typeof OfficeRuntime === 'undefined' ? undefined : OfficeRuntime.storage;

/** The types call the partition key a string; it is undefined where nothing is partitioned. */
const partitioned = (key: string): string => `${(Office.context.partitionKey as string | undefined) ?? ''}${key}`;
