import { AREAS } from '../api/interface/operation';
import { recordIn } from '../core/basics';
import type { KeyValueStore } from './host';
import {
  defaultSettings,
  isRefreshInterval,
  ON_FAILURE,
  PROPERTIES,
  QUOTES_FRESH_SECONDS,
  RICH_VALUES,
  type Settings,
} from './settings';

export const storedName = (field: string): string => `md.${field}`;

/**
 * Reads the stored settings. A missing or invalid setting has its default. The key is read before and after the others:
 * another workbook removes the old key while it stores a new one with its address.
 */
export async function loadSettings(storage: KeyValueStore, defaultServiceAddress: string): Promise<Settings> {
  const standard = defaultSettings(defaultServiceAddress);
  const read = async (field: string) => [field, await storage.getItem(storedName(field))] as const;
  const fields = Object.keys(standard);
  const entries = await Promise.all([...fields, 'apiKey' satisfies keyof Settings].map(read));
  const stored = Object.fromEntries(entries.slice(0, fields.length)) as Record<keyof Settings, string | null>;
  const isKeyUnchanged = entries.at(-1)![1] === stored.apiKey;
  const serviceAddress = stored.serviceAddress ?? standard.serviceAddress;
  return {
    apiKey: (isKeyUnchanged ? stored.apiKey : null) ?? standard.apiKey,
    // Stored only if it differs.
    keyAddress: stored.keyAddress ?? serviceAddress,
    serviceAddress,
    area: fromStored(AREAS, stored.area, standard.area),
    richValues: fromStored(RICH_VALUES, stored.richValues, standard.richValues),
    properties: fromStored(PROPERTIES, stored.properties, standard.properties),
    quotesFreshSeconds: fromStored(QUOTES_FRESH_SECONDS, stored.quotesFreshSeconds, standard.quotesFreshSeconds),
    onFailure: fromStored(ON_FAILURE, stored.onFailure, standard.onFailure),
    profiles: byAddress(stored.profiles),
    learned: stored.learned ? byAddress(stored.learned) : undefined,
    autoRefreshSeconds: isRefreshInterval(Number(stored.autoRefreshSeconds))
      ? Number(stored.autoRefreshSeconds)
      : standard.autoRefreshSeconds,
    maxRequests: countOr(stored.maxRequests, standard.maxRequests),
    requestsAtOnce: countOr(stored.requestsAtOnce, standard.requestsAtOnce),
    refreshesAlways: stored.refreshesAlways === 'true',
    dailyBudget: countOr(stored.dailyBudget, standard.dailyBudget),
  };
}

function countOr(stored: string | null, standard: number): number {
  const count = Number(stored ?? NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : standard;
}

/** The known value that is stored as that text, or the default. */
const fromStored = <Value extends string | number>(
  allowed: readonly Value[],
  stored: string | null,
  standard: Value,
): Value => allowed.find((one) => String(one) === stored) ?? standard;

export const byAddress = <Value>(stored: string | null): Readonly<Record<string, Value>> =>
  (recordIn(stored ?? '') ?? {}) as Readonly<Record<string, Value>>;

/**
 * Stores the changed settings. Empty ones are removed, so that their default applies again. While the address changes,
 * no key is stored: another workbook that reads meanwhile never finds the key with an address that it was not entered
 * for.
 */
export async function storeSettings(storage: KeyValueStore, changes: Partial<Settings>): Promise<void> {
  const { apiKey, ...others } = changes;
  if (apiKey !== undefined && others.serviceAddress !== undefined) await storage.removeItem(storedName('apiKey'));
  await Promise.all(Object.entries(others).map(([field, value]) => storeSetting(storage, field, value)));
  if (apiKey !== undefined) await storeSetting(storage, 'apiKey', apiKey);
}

function storeSetting(storage: KeyValueStore, field: string, value: unknown): Promise<void> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const name = storedName(field);
  return text === '' || text === '{}' ? storage.removeItem(name) : storage.setItem(name, text);
}
