import type { Archive } from '../../api/archive';
import type { Settings } from '../settings';

/** Digits of the hash that tell accounts apart. */
const LENGTH = 16;

/**
 * The part of an archive that belongs to the account of a key at one address of the service. The key itself is not written anywhere: names
 * begin with a piece of a hash, from which it cannot be got back.
 */
export async function accountArchive(
  store: Archive,
  { serviceAddress, apiKey }: Pick<Settings, 'serviceAddress' | 'apiKey'>,
): Promise<Archive> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${serviceAddress}\n${apiKey}`));
  const digits = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
  const account = `${digits.slice(0, LENGTH)} `;
  return {
    names: async (from, to) =>
      (await store.names(account + from, account + to)).map((name) => name.slice(account.length)),
    read: (name) => store.read(account + name),
    write: (name, record) => store.write(account + name, record),
    remove: (name) => store.remove(account + name),
  };
}
