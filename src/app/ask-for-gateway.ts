import type { GatewayInfo } from './gateway';
import type { Host } from './host';
import { inTime } from './in-time';

/**
 * Asks the page's server whether it is a gateway, at the cost of one small request; undefined if it is not. Rejects if
 * the server does not answer in time.
 */
export async function askForGateway(
  { page }: Host,
  ask: typeof fetch,
  longestMs: Promise<number>,
): Promise<GatewayInfo | undefined> {
  if (page === undefined) return undefined;
  const asked = ask(new URL('config.json', page).href);
  asked.catch(() => undefined);
  const config = await inTime(() => asked, await longestMs);
  if (!config.ok) return undefined;
  const { readGateway } = await import(/* webpackChunkName: "gateway" */ './gateway');
  return readGateway(page, config, ask);
}
