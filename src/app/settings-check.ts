import type { Settings } from './settings';

/** The possible problems with a key or an address. For each the pane has a sentence that says what to enter instead. */
type SettingsProblem =
  | 'noKey'
  | 'otherKey'
  | 'noSuchKey'
  | 'noAddress'
  | 'noWebAddress'
  | 'notSecure'
  | 'noLocalIp'
  | 'hasUser'
  | 'hasQuery';

export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(
    readonly field: 'apiKey' | 'serviceAddress',
    readonly problem: SettingsProblem,
  ) {
    super(`${field}: ${problem}`);
  }
}

/** The changes in the form in which they are stored. Throws a SettingsError for an invalid key or address. */
export function checkSettings(changes: Partial<Settings>): Partial<Settings> {
  return {
    ...changes,
    ...(changes.apiKey === undefined ? {} : { apiKey: checkKey(changes.apiKey) }),
    ...(changes.serviceAddress === undefined ? {} : { serviceAddress: checkAddress(changes.serviceAddress) }),
  };
}

function checkKey(text: string): string {
  const key = text.trim();
  if (/[^\x21-\x7e]/.test(key)) throw new SettingsError('apiKey', 'noSuchKey');
  return key;
}

const LOCAL_HOSTS = ['localhost', '127.0.0.1'];
/** The page's Content-Security-Policy cannot list it, so every request would be blocked. */
const LOCAL_IPV6 = '[::1]';

function checkAddress(text: string): string {
  const address = text.trim();
  if (address === '') return '';
  if (!URL.canParse(address)) throw new SettingsError('serviceAddress', 'noWebAddress');
  const url = new URL(address);
  if (url.protocol === 'http:' && url.hostname === LOCAL_IPV6) throw new SettingsError('serviceAddress', 'noLocalIp');
  const isSafe = url.protocol === 'https:' || (url.protocol === 'http:' && LOCAL_HOSTS.includes(url.hostname));
  if (!isSafe) throw new SettingsError('serviceAddress', 'notSecure');
  if (url.username || url.password) throw new SettingsError('serviceAddress', 'hasUser');
  if (url.search || url.hash) throw new SettingsError('serviceAddress', 'hasQuery');
  return url.origin + url.pathname.replace(/\/+$/, '');
}
