import type { KeyValueStore } from '../../app/host';

/**
 * Stores texts for this user on this computer, outside the workbook. Browsers that partition storage by site provide a
 * partition key, with which all names are prefixed, as Microsoft recommends.
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

/** The types declare a string, but the partition key is undefined without partitions. */
const partitioned = (key: string): string => `${(Office.context.partitionKey as string | undefined) ?? ''}${key}`;
