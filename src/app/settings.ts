import type { Area, WireNames } from '../api/operation';
import { AREAS } from '../api/operation';
import { isRecord } from '../core/records';
import type { KeyValueStore } from './host';

/** Number formats and properties of values: where the spreadsheet knows them, in every cell even if some wait for it, or never. */
export const RICH_VALUES = ['auto', 'on', 'off'] as const;
/** What a cell shows when the service fails: the error, or its last value of this session with a mark. */
export const ON_FAILURE = ['error', 'last-value'] as const;

export interface Settings {
  /** Empty when none has been entered. */
  readonly apiKey: string;
  /** Without a slash at the end; empty when none is set. */
  readonly serviceAddress: string;
  /** Where MD.QUOTE looks when its formula names no area. */
  readonly area: Area;
  readonly richValues: (typeof RICH_VALUES)[number];
  readonly onFailure: (typeof ON_FAILURE)[number];
  /** The service's own names of parameters, where they differ from the table of operations. */
  readonly wireNames: WireNames;
  /** Every cell of MD is refreshed every so many seconds; 0: only when asked for. */
  readonly autoRefreshSeconds: number;
}

/** What may be wrong with a key or an address. The pane has a sentence for each, which says what to enter instead. */
export type SettingsProblem = 'noKey' | 'noSuchKey' | 'noAddress' | 'noWebAddress' | 'notSecure' | 'hasUser' | 'hasQuery';

/** A key or an address that cannot be used. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly field: 'apiKey' | 'serviceAddress', readonly problem: SettingsProblem) {
    super(`${field}: ${problem}`);
  }
}

const NAMES: Record<keyof Settings, string> = {
  apiKey: 'md.apiKey', serviceAddress: 'md.serviceAddress', area: 'md.area',
  richValues: 'md.richValues', onFailure: 'md.onFailure', wireNames: 'md.wireNames', autoRefreshSeconds: 'md.autoRefreshSeconds',
};

/** What changes no answer, so that nothing has to be asked again. */
const BESIDE_THE_CLIENT: ReadonlySet<string> = new Set<keyof Settings>(['richValues', 'onFailure', 'autoRefreshSeconds']);

export const canKeepTheClient = (changes: Partial<Settings>): boolean => Object.keys(changes).every((field) => BESIDE_THE_CLIENT.has(field));

const [SHORTEST_REFRESH_SECONDS, LONGEST_REFRESH_SECONDS] = [5, 86_400];

export const defaultSettings = (serviceAddress: string): Settings =>
  ({ apiKey: '', serviceAddress, area: 'currencies', richValues: 'auto', onFailure: 'error', wireNames: {}, autoRefreshSeconds: 0 });

/** Reads what is stored; what is missing or no longer valid falls back to the default. */
export async function loadSettings(storage: KeyValueStore, defaultServiceAddress: string): Promise<Settings> {
  const stored = Object.fromEntries(await Promise.all(
    Object.entries(NAMES).map(async ([field, name]) => [field, await storage.getItem(name)] as const))) as Record<keyof Settings, string | null>;
  const standard = defaultSettings(defaultServiceAddress);
  return {
    apiKey: stored.apiKey ?? standard.apiKey,
    serviceAddress: stored.serviceAddress ?? standard.serviceAddress,
    area: AREAS.find((known) => known === stored.area) ?? standard.area,
    richValues: RICH_VALUES.find((known) => known === stored.richValues) ?? standard.richValues,
    onFailure: ON_FAILURE.find((known) => known === stored.onFailure) ?? standard.onFailure,
    wireNames: readWireNames(stored.wireNames),
    autoRefreshSeconds: isRefreshInterval(Number(stored.autoRefreshSeconds)) ? Number(stored.autoRefreshSeconds) : standard.autoRefreshSeconds,
  };
}

function readWireNames(stored: string | null): WireNames {
  try {
    const names: unknown = JSON.parse(stored ?? '{}');
    return isRecord(names) ? Object.fromEntries(Object.entries(names).filter((entry): entry is [string, string] => typeof entry[1] === 'string')) : {};
  } catch {
    return {};
  }
}

/** Stores the changed settings; what is empty is removed, so that the default holds again. */
export async function storeSettings(storage: KeyValueStore, changes: Partial<Settings>): Promise<void> {
  await Promise.all(Object.entries(changes).map(([field, value]) => {
    const name = NAMES[field as keyof Settings];
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return text === '' || text === '{}' ? storage.removeItem(name) : storage.setItem(name, text);
  }));
}

/** The changes in the form in which they are kept. Throws a SettingsError for a key or an address that cannot be used. */
export function checkSettings(changes: Partial<Settings>): Partial<Settings> {
  return {
    ...changes,
    ...(changes.apiKey === undefined ? {} : { apiKey: checkKey(changes.apiKey) }),
    ...(changes.serviceAddress === undefined ? {} : { serviceAddress: checkAddress(changes.serviceAddress) }),
    ...(changes.autoRefreshSeconds === undefined ? {} : { autoRefreshSeconds: checkRefreshInterval(changes.autoRefreshSeconds) }),
  };
}

const isRefreshInterval = (seconds: number): boolean => seconds === 0 || (seconds >= SHORTEST_REFRESH_SECONDS && seconds <= LONGEST_REFRESH_SECONDS);

function checkRefreshInterval(seconds: number): number {
  if (isRefreshInterval(seconds)) return seconds;
  throw new RangeError(`autoRefreshSeconds: ${seconds}; give ${SHORTEST_REFRESH_SECONDS} to ${LONGEST_REFRESH_SECONDS}, or 0 for never`);
}

function checkKey(text: string): string {
  const key = text.trim();
  if (/[^\x21-\x7e]/.test(key)) throw new SettingsError('apiKey', 'noSuchKey');
  return key;
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

function checkAddress(text: string): string {
  const address = text.trim();
  if (address === '') return '';
  const url = parse(address);
  if (!url) throw new SettingsError('serviceAddress', 'noWebAddress');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname));
  if (!isSafe) throw new SettingsError('serviceAddress', 'notSecure');
  if (url.username || url.password) throw new SettingsError('serviceAddress', 'hasUser');
  if (url.search || url.hash) throw new SettingsError('serviceAddress', 'hasQuery');
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
