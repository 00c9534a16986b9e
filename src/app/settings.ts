import type { Area } from '../api/operation';
import { AREAS } from '../api/operation';
import type { KeyValueStore } from './host';

export interface Settings {
  /** Empty when none has been entered. */
  readonly apiKey: string;
  /** Without a slash at the end; empty when none is set. */
  readonly serviceAddress: string;
  /** Where MD.QUOTE looks when its formula names no area. */
  readonly area: Area;
}

/** A setting that cannot be used; `field` says which, the message what to enter instead. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(readonly field: keyof Settings, message: string) {
    super(message);
  }
}

const NAMES: Record<keyof Settings, string> = { apiKey: 'md.apiKey', serviceAddress: 'md.serviceAddress', area: 'md.area' };

/** Reads what is stored; what is missing or no longer valid falls back to the default. */
export async function loadSettings(storage: KeyValueStore, defaultServiceAddress: string): Promise<Settings> {
  const [apiKey, serviceAddress, area] = await Promise.all(
    [NAMES.apiKey, NAMES.serviceAddress, NAMES.area].map((name) => storage.getItem(name)));
  return {
    apiKey: apiKey ?? '',
    serviceAddress: serviceAddress ?? defaultServiceAddress,
    area: AREAS.find((known) => known === area) ?? 'currencies',
  };
}

/** Stores the changed settings; an empty text is removed, so that the default holds again. */
export async function storeSettings(storage: KeyValueStore, changes: Partial<Settings>): Promise<void> {
  await Promise.all(Object.entries(changes).map(([field, value]) => {
    const name = NAMES[field as keyof Settings];
    return value === '' ? storage.removeItem(name) : storage.setItem(name, value);
  }));
}

/** The changes in the form in which they are kept. Throws a SettingsError that says what to enter instead. */
export function checkSettings(changes: Partial<Settings>): Partial<Settings> {
  return {
    ...changes,
    ...(changes.apiKey === undefined ? {} : { apiKey: checkKey(changes.apiKey) }),
    ...(changes.serviceAddress === undefined ? {} : { serviceAddress: checkAddress(changes.serviceAddress) }),
  };
}

function checkKey(text: string): string {
  const key = text.trim();
  if (/[^\x21-\x7e]/.test(key)) throw new SettingsError('apiKey', 'The key has a space or a letter that no key has: copy it again');
  return key;
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1', '[::1]'];

function checkAddress(text: string): string {
  const address = text.trim();
  if (address === '') return '';
  const url = parse(address);
  if (!url) throw new SettingsError('serviceAddress', 'This is no web address: enter one such as https://api.example.com');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname));
  if (!isSafe) throw new SettingsError('serviceAddress', 'The key is only sent over https (or http on localhost): begin the address with https://');
  if (url.username || url.password) throw new SettingsError('serviceAddress', 'Leave the user name and password out of the address');
  if (url.search || url.hash) throw new SettingsError('serviceAddress', 'Leave out what follows ? or # in the address');
  return url.origin + url.pathname.replace(/\/+$/, '');
}

function parse(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}
