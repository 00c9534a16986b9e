import type { GatewayInfo } from './gateway';
import type { Host } from './host';

/** Asks the page's server whether it is a gateway, at the cost of one small request; undefined if it is not. */
export async function askForGateway({ page }: Host, ask: typeof fetch): Promise<GatewayInfo | undefined> {
  if (page === undefined) return undefined;
  const config = await ask(new URL('config.json', page).href);
  if (!config.ok) return undefined;
  const { readGateway } = await import(/* webpackChunkName: "gateway" */ './gateway');
  return readGateway(page, config, ask);
}
