import type { Client } from '../api/client';
import { usagePeriodsIn } from '../api/interface/records';

/** The requests of one hour. */
export interface HourUsage {
  /** Its start, in milliseconds since 1970. */
  readonly at: number;
  readonly requests: number;
}

/**
 * The account's usage hour by hour, oldest first. Source: GET /account/usage.
 */
export async function readUsage(client: Client, signal: AbortSignal): Promise<readonly HourUsage[]> {
  const { body } = await client.send('GET /account/usage', {}, signal);
  return hourUsagesIn(body);
}

/** The hours that the body of that operation counts. */
export const hourUsagesIn = (body: unknown): readonly HourUsage[] =>
  (usagePeriodsIn(body) ?? []).flatMap(({ start, counts: { requests } }) =>
    typeof requests === 'number' ? [{ at: start * 1000, requests }] : [],
  );
