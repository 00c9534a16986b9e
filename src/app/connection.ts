import type { Client } from '../api/client';
import { ServiceError } from '../api/service-error';
import { isRecord } from '../core/records';

export interface ConnectionReport {
  readonly state: 'accepted' | 'refused' | 'unreachable' | 'failed';
  /** One sentence for the reader. */
  readonly message: string;
}

/** Asks the service for the account's usage, the cheapest question that needs the key, and says what came back. */
export async function testConnection(client: Client): Promise<ConnectionReport> {
  try {
    const { body } = await client.send('GET /account/usage', {}, new AbortController().signal);
    return { state: 'accepted', message: `The service accepted the key.${describeUsage(body)}` };
  } catch (error) {
    return { state: stateOf(error), message: error instanceof Error ? error.message : String(error) };
  }
}

function stateOf(error: unknown): ConnectionReport['state'] {
  if (!(error instanceof ServiceError)) return 'failed';
  if (error.kind === 'network' || error.kind === 'timeout') return 'unreachable';
  return error.status === 401 || error.status === 403 || error.kind === 'no-key' ? 'refused' : 'failed';
}

/** Usage is an object keyed by Unix time; each value counts the requests of one period, an hour unless asked otherwise. */
function describeUsage(body: unknown): string {
  if (!isRecord(body)) return '';
  const counts = Object.values(body).map((period) => (isRecord(period) ? period.requests : undefined))
    .filter((count) => typeof count === 'number');
  if (counts.length === 0) return '';
  const sum = counts.reduce((total, count) => total + count, 0);
  return ` Requests in the last ${counts.length === 1 ? 'hour' : `${counts.length} hours`}: ${sum}.`;
}
