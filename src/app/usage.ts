import type { Client } from '../api/client';
import { isRecord } from '../core/is-record';

/** The requests of one period, an hour or a day. */
export interface UsagePeriod {
  /** Its start, in milliseconds since 1970. */
  readonly at: number;
  readonly requests: number;
}

/**
 * The account's usage hour by hour, oldest first. The service keys the periods by Unix time. Source: GET
 * /account/usage.
 */
export async function readUsage(client: Client, signal: AbortSignal): Promise<readonly UsagePeriod[]> {
  const { body } = await client.send('GET /account/usage', {}, signal);
  if (!isRecord(body)) return [];
  return Object.entries(body)
    .map(([seconds, period]) => ({
      at: Number(seconds) * 1000,
      requests: isRecord(period) ? Number(period.requests) : NaN,
    }))
    .filter(({ at, requests }) => Number.isFinite(at) && Number.isFinite(requests))
    .sort((one, other) => one.at - other.at);
}
