import type { Archive } from '../../api/lookup/lookup';
import { inTime, TooLateError } from '../../core/waiting';
import type { Settings } from '../settings';

/** Digits of the hash that distinguishes accounts. */
const LENGTH = 16;
/** Cells wait for the disk. One that takes longer is not waited for again. */
const MAX_WAIT_MS = 10_000;

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
  let isStuck = false;
  const prompt = <T>(work: () => Promise<T>): Promise<T> => {
    if (isStuck) return Promise.reject(new Error('The disk does not answer'));
    return inTime(work, MAX_WAIT_MS).catch((error: unknown) => {
      isStuck ||= error instanceof TooLateError;
      throw error;
    });
  };
  return {
    names: async (from, to) =>
      (await prompt(() => store.names(account + from, account + to))).map((name) => name.slice(account.length)),
    read: (name) => prompt(() => store.read(account + name)),
    write: (name, record) => prompt(() => store.write(account + name, record)),
    remove: (name) => prompt(() => store.remove(account + name)),
  };
}
