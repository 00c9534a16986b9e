import type { Client } from '../api/client';
import { createPassage } from '../api/passage';
import { isRecord } from '../core/basics';

/** What the gateway tells a user. */
export interface GatewayStatus {
  /** The user's name; empty if the gateway asks nobody for a name. */
  readonly person: string;
  /** The greatest age of a quote that it hands out, in seconds; undefined if not stated. */
  readonly quotesFreshSeconds: number | undefined;
  /** The company's requests to the service today, and how many there may be; undefined if unknown. */
  readonly quota: { readonly used: number; readonly of: number } | undefined;
  /** The operator's messages. */
  readonly notices: readonly string[];
}

/** Undefined if the gateway does not know the user, or does not answer. Source: GET /me of the gateway. */
export async function readGatewayStatus(client: Client): Promise<GatewayStatus | undefined> {
  try {
    const reply = await client.lookup('passage', createPassage).ask({ path: '/me', isFree: true });
    const body: unknown = reply.status === 200 ? JSON.parse(reply.body) : undefined;
    return isRecord(body) ? statusIn(body) : undefined;
  } catch {
    return undefined;
  }
}

function statusIn({ person, quotesFreshSeconds, quota, notices }: Readonly<Record<string, unknown>>): GatewayStatus {
  const isQuota = isRecord(quota) && typeof quota.used === 'number' && typeof quota.of === 'number';
  return {
    person: typeof person === 'string' ? person : '',
    quotesFreshSeconds: typeof quotesFreshSeconds === 'number' ? quotesFreshSeconds : undefined,
    quota: isQuota ? { used: Number(quota.used), of: Number(quota.of) } : undefined,
    notices: Array.isArray(notices) ? notices.map(String) : [],
  };
}
