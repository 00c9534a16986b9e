import type { Client } from '../api/client';
import { ServiceError } from '../api/service-error';
import type { Settings } from './settings';
import { checkSettings } from './settings-check';
import { hourUsagesIn } from './usage';
import { messageOf } from '../core/basics';

/** A key and an address, not saved yet. */
export type EnteredConnection = Pick<Settings, 'apiKey' | 'serviceAddress'>;

/** The account's requests in the last hours. */
interface RecentUsage {
  readonly requests: number;
  readonly hours: number;
}

/** The result of a test. The message is the sentence that a cell would show. */
export type ConnectionReport =
  | { readonly state: 'accepted'; readonly usage: RecentUsage | undefined }
  | {
      readonly state: 'refused' | 'unreachable' | 'failed';
      readonly message: string;
      readonly status?: number | undefined;
    };

/** Requests the account's usage, the cheapest request that needs the key, and reports the result. */
export async function testConnection(
  entered: EnteredConnection,
  clientFor: (checked: Partial<EnteredConnection>) => Client,
): Promise<ConnectionReport> {
  try {
    const { body } = await clientFor(checkSettings(entered)).send(
      'GET /account/usage',
      {},
      new AbortController().signal,
    );
    return { state: 'accepted', usage: recentUsage(body) };
  } catch (error) {
    const status = error instanceof ServiceError ? error.status : undefined;
    return { state: stateOf(error), status, message: messageOf(error) };
  }
}

function stateOf(error: unknown): Exclude<ConnectionReport['state'], 'accepted'> {
  if (!(error instanceof ServiceError)) return 'failed';
  if (error.kind === 'network' || error.kind === 'timeout') return 'unreachable';
  return error.status === 401 || error.status === 403 || error.kind === 'no-key' ? 'refused' : 'failed';
}

/** By default the service counts by the hour. */
function recentUsage(body: unknown): RecentUsage | undefined {
  const counts = hourUsagesIn(body).map(({ requests }) => requests);
  return counts.length === 0
    ? undefined
    : { requests: counts.reduce((sum, count) => sum + count, 0), hours: counts.length };
}
