import type { Archive } from '../../api/archive';
import type { Settings } from '../settings';

/** Digits of the hash that distinguishes accounts. */
const LENGTH = 16;

/**
 * The account's part of an archive, by key and address of the service. The key itself is written nowhere: names begin
 * with part of a hash, from which it cannot be recovered.
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
