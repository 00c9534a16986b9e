import { isRecord, messageOf, recordIn } from '../core/basics';
import type { Client } from '../api/client';
import type { Session } from './session';
import { ServiceError } from '../api/service-error';
import type { Settings } from './settings';
import { usagePeriodsIn } from '../api/interface/records';
import { checkSettings } from './settings-check';

export type EnteredConnection = Pick<Settings, 'apiKey' | 'serviceAddress'>;

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

/** Tests a key and an address that are not saved, with the account's usage: the cheapest request that needs the key. */
export async function testConnection(
  entered: EnteredConnection,
  session: Pick<Session, 'clientFor'>,
): Promise<ConnectionReport> {
  try {
    const hours = await readUsage(session.clientFor(checkSettings(entered)), new AbortController().signal);
    return { state: 'accepted', usage: recentUsage(hours) };
  } catch (error) {
    const status = error instanceof ServiceError ? error.status : undefined;
    return { state: stateOf(error), status, message: messageOf(error) };
  }
}

function stateOf(error: unknown): Exclude<ConnectionReport['state'], 'accepted'> {
  if (!(error instanceof ServiceError)) return 'failed';
  if (error.kind === 'network') return 'unreachable';
  return error.status === 401 || error.status === 403 || error.kind === 'no-key' ? 'refused' : 'failed';
}

const recentUsage = (all: readonly HourUsage[]): RecentUsage | undefined =>
  all.length === 0 ? undefined : { requests: all.reduce((sum, { requests }) => sum + requests, 0), hours: all.length };

export interface HourUsage {
  /** Its start, in milliseconds since 1970. */
  readonly at: number;
  readonly requests: number;
}

/** The account's usage by the hour, as the service counts by default, oldest first. Source: GET /account/usage. */
export async function readUsage(client: Client, signal: AbortSignal): Promise<readonly HourUsage[]> {
  const { body } = await client.send('GET /account/usage', {}, signal);
  return (usagePeriodsIn(body) ?? []).flatMap(({ start, counts: { requests } }) =>
    typeof requests === 'number' ? [{ at: start * 1000, requests }] : [],
  );
}

export interface GatewayStatus {
  /** The user's name; empty if the gateway asks nobody for a name. */
  readonly person: string;
  /** The maximum age of a quote that it serves, in seconds; undefined if not stated. */
  readonly quotesFreshSeconds: number | undefined;
  /** The company's requests to the service today, and how many there may be; undefined if unknown. */
  readonly quota: { readonly used: number; readonly of: number } | undefined;
  /** The operator's messages; undefined if it says why it refuses. */
  readonly notices: readonly string[] | undefined;
  /** A sentence that says why a known user gets no answers, such as a barred one. */
  readonly refusal?: string;
}

/** Undefined if the gateway does not know the user, or does not answer. Source: GET /me of the gateway. */
export async function readGatewayStatus(client: Client): Promise<GatewayStatus | undefined> {
  try {
    const reply = await client.transport.pass({ path: '/me', isFree: true }, new AbortController().signal);
    const body = recordIn(reply.body);
    if (!body) return undefined;
    if (reply.status === 403 && typeof body.detail === 'string')
      return { person: '', quotesFreshSeconds: undefined, quota: undefined, notices: undefined, refusal: body.detail };
    return reply.status === 200 ? statusIn(body) : undefined;
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
