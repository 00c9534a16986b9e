import { Client, type ClientOptions } from '../api/client';
import type { Activity } from './activity';
import type { CellLog } from './cell-log';
import type { GatewayInfo } from './gateway';
import { archiveOf, type StartingSession } from './late-parts';
import type { Settings } from './settings';

/** A session's connections to the outside, which tests replace. */
export type Environment = Pick<ClientOptions, 'fetch' | 'now' | 'pace' | 'timeoutMs' | 'retryMs' | 'findsSymbols'>;

export const REAL_ENVIRONMENT: Environment = { fetch: (input, init) => fetch(input, init), now: () => Date.now() };

/** The parts of a session that its client needs. */
interface ClientOwner extends StartingSession {
  readonly gateway: GatewayInfo | undefined;
  readonly activity: Activity;
  readonly cells: CellLog;
  readonly quotesFreshMs: number;
}

/** The gateway's address replaces any address that was entered before, and the workbook's area the user's. */
export const inForce = (settings: Settings, gateway: GatewayInfo | undefined, area = settings.area): Settings => ({
  ...settings,
  area,
  ...(gateway && { serviceAddress: gateway.address }),
});

/** Creates the client for a session's cells, with the given settings. */
export function createClient(session: ClientOwner, environment: Environment, entered: Settings): Client {
  const { gateway } = session;
  const settings = inForce(entered, gateway);
  return new Client({
    findsSymbols: true,
    ...environment,
    // A key that was entered for the service itself is not sent to the gateway.
    apiKey: gateway?.isTokenNeeded === false ? '' : settings.apiKey,
    address: settings.serviceAddress,
    isGateway: gateway !== undefined,
    maxListLength: gateway?.maxListLength,
    wireNames: settings.wireNames,
    observer: session.activity,
    notBefore: (call) => session.cells.notBefore(call),
    spending: session.spending,
    archive: () => archiveOf(session, settings),
    quotesFreshMs: () => session.quotesFreshMs,
  });
}
