import type { GatewayInfo } from './gateway';
import type { Host } from './host';

/** Asks the server that the page comes from whether it is a gateway; undefined where it is none, which costs one small request. */
export async function askForGateway({ page }: Host, ask: typeof fetch): Promise<GatewayInfo | undefined> {
  if (page === undefined) return undefined;
  const config = await ask(new URL('config.json', page).href);
  if (!config.ok) return undefined;
  const { readGateway } = await import(/* webpackChunkName: "gateway" */ './gateway');
  return readGateway(page, config, ask);
}
