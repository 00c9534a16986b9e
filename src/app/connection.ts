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

/** Usage is an object keyed by Unix time; each value counts the requests of one hour. */
function describeUsage(body: unknown): string {
  if (!isRecord(body)) return '';
  const periods = Object.values(body).filter(isRecord);
  const requests = periods.map((period) => period.requests).filter((count) => typeof count === 'number');
  if (requests.length === 0) return '';
  return ` ${requests.reduce((sum, count) => sum + count, 0)} requests in the last ${requests.length} hours.`;
}
