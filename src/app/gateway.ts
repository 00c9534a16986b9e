import { isRecord } from '../core/is-record';

/** What stands between the add-in and the service, where the add-in comes from there too: it has the key. */
export interface GatewayInfo {
  /** Takes the place of the service address. */
  readonly address: string;
  /** Whether everybody has a personal token to enter. */
  readonly isTokenNeeded: boolean;
  /** Sentences of whoever runs it. */
  readonly notices: readonly string[];
  /** Characters that a list of symbols may have; undefined where it does not say. */
  readonly longestList: number | undefined;
}

/**
 * What the configuration of the server that the page comes from says of it. Undefined where it is no gateway's; another server is never
 * meant.
 */
export async function readGateway(page: string, given: Response, ask: typeof fetch): Promise<GatewayInfo | undefined> {
  const config = await jsonOf(given);
  if (!isRecord(config) || typeof config.serviceAddress !== 'string') return undefined;
  const address = new URL(config.serviceAddress, page);
  if (address.origin !== new URL(page).origin) return undefined;
  const description = await ask(`${address.href}/openapi.json`).then(jsonOf, () => undefined);
  return {
    address: address.href,
    isTokenNeeded: config.signIn === 'token',
    notices: Array.isArray(config.notices) ? config.notices.map(String) : [],
    longestList: longestListIn(description),
  };
}

const jsonOf = async (answer: Response): Promise<unknown> =>
  answer.ok ? answer.json().catch(() => undefined) : undefined;

function longestListIn(description: unknown): number | undefined {
  let found = description;
  for (const name of ['paths', '/currencies/quotes', 'get', 'parameters'])
    found = isRecord(found) ? found[name] : undefined;
  const list: unknown = Array.isArray(found) ? found.find((one) => isRecord(one) && one.name === 'symbols') : undefined;
  const length = isRecord(list) && isRecord(list.schema) ? list.schema.maxLength : undefined;
  return typeof length === 'number' && length > 0 ? length : undefined;
}
