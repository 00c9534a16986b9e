import type { ArchiveStore, Host } from '../../src/app/host';
import type { DateSystem } from '../../src/core/calendar/dates';
import { MemoryWorkbook } from './memory-workbook';

export interface MemoryHostOptions {
  /** Already stored when the session starts; empty for a user who has entered none. */
  readonly apiKey?: string;
  /** Where the host says the service is; empty for a host that offers none. */
  readonly serviceAddress?: string;
  readonly dateSystem?: DateSystem;
  /** Keeps history; a host without one keeps none. */
  readonly archive?: ArchiveStore;
}

export interface MemoryHost extends Host {
  readonly workbook: MemoryWorkbook;
  /** What is stored, by its stored name. */
  readonly stored: Map<string, string>;
  /** How often a recalculation was asked for. */
  readonly recalculationCount: number;
}

export const TEST_KEY = 'test-key-0123456789';
export const TEST_ADDRESS = 'https://service.test';

/** A spreadsheet without a spreadsheet: it keeps settings in memory and has a workbook that counts days one way. */
export function createMemoryHost(options: MemoryHostOptions = {}): MemoryHost {
  const { apiKey = TEST_KEY, serviceAddress = TEST_ADDRESS, dateSystem = '1900', archive } = options;
  const stored = new Map(apiKey === '' ? [] : [['md.apiKey', apiKey]]);
  let recalculationCount = 0;
  return {
    name: 'Workbench',
    opensWithValues: true,
    stored,
    get recalculationCount() {
      return recalculationCount;
    },
    storage: {
      getItem: (key) => Promise.resolve(stored.get(key) ?? null),
      setItem: (key, value) => Promise.resolve(void stored.set(key, value)),
      removeItem: (key) => Promise.resolve(void stored.delete(key)),
    },
    defaultServiceAddress: serviceAddress,
    workbook: new MemoryWorkbook(),
    isHidden: () => false,
    workbookId: () => 'Book1',
    ...(archive === undefined ? {} : { openArchive: () => Promise.resolve(archive) }),
    language: 'en-US',
    isDark: undefined,
    onThemeChange: () => () => undefined,
    dateSystem: () => Promise.resolve(dateSystem),
    recalculate() {
      recalculationCount++;
      return Promise.resolve();
    },
  };
}
