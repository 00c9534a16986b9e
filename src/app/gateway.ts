import { isRecord } from '../core/basics';

/** A gateway between the add-in and the service that also serves the add-in. It holds the key. */
export interface GatewayInfo {
  /** Replaces the service address. */
  readonly address: string;
  /** Whether each user must enter a personal token. */
  readonly isTokenNeeded: boolean;
  /** The operator's messages to users. */
  readonly notices: readonly string[];
  /** The service's maximum length of a list of symbols, in characters; undefined if not stated. */
  readonly maxListLength: number | undefined;
}

/**
 * Reads the gateway's description from the configuration of the page's server. Undefined if that server is not a
 * gateway. Other servers are never asked.
 */
export async function readGateway(
  page: string,
  response: Response,
  ask: typeof fetch,
): Promise<GatewayInfo | undefined> {
  const config = await jsonOf(response);
  if (!isRecord(config) || typeof config.serviceAddress !== 'string') return undefined;
  const address = new URL(config.serviceAddress, page);
  if (address.origin !== new URL(page).origin) return undefined;
  const description = await ask(`${address.href}/openapi.json`).then(jsonOf, () => undefined);
  return {
    address: address.href,
    isTokenNeeded: config.signIn === 'token',
    notices: Array.isArray(config.notices) ? config.notices.map(String) : [],
    maxListLength: maxListLengthIn(description),
  };
}

const jsonOf = async (answer: Response): Promise<unknown> =>
  answer.ok ? answer.json().catch(() => undefined) : undefined;

function maxListLengthIn(description: unknown): number | undefined {
  let node = description;
  for (const name of ['paths', '/currencies/quotes', 'get', 'parameters'])
    node = isRecord(node) ? node[name] : undefined;
  const list: unknown = Array.isArray(node) ? node.find((one) => isRecord(one) && one.name === 'symbols') : undefined;
  const length = isRecord(list) && isRecord(list.schema) ? list.schema.maxLength : undefined;
  return typeof length === 'number' && length > 0 ? length : undefined;
}
