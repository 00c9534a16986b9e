import type { OpenIdConnect } from '../api/gateway-config';
import { isRecord } from '../core/basics';
import type { Host } from './host';
import type { SessionSignIn } from './sign-in';

/** A gateway between the add-in and the service that also serves the add-in. It holds the key. */
export interface GatewayInfo {
  /** Replaces the service address. */
  readonly address: string;
  /** Whether each user must enter a personal token. */
  readonly isTokenNeeded: boolean;
  /** The sign-in that replaces the token; undefined if the gateway has none, or if its code could not be loaded. */
  readonly signIn?: SessionSignIn | undefined;
  /** The operator's messages to users. */
  readonly notices: readonly string[];
  /** The service's maximum length of a list of symbols, in characters; undefined if not stated. */
  readonly maxListLength: number | undefined;
}

/**
 * Asks the page's server whether it is a gateway, at the cost of one small request, and then for its description.
 * Undefined if it is not one. Other servers are never asked.
 * @param onSignIn called after every change of the sign-in, with whether known answers may still be shown
 */
export async function askForGateway(
  host: Host,
  ask: typeof fetch,
  onSignIn: (keepsAnswers: boolean) => void,
): Promise<GatewayInfo | undefined> {
  const { page } = host;
  if (page === undefined) return undefined;
  const config = await jsonOf(await ask(new URL('config.json', page).href));
  if (!isRecord(config) || typeof config.serviceAddress !== 'string') return undefined;
  const address = new URL(config.serviceAddress, page);
  if (address.origin !== new URL(page).origin) return undefined;
  const about = config.openIdConnect as OpenIdConnect | undefined;
  // Without its code, cells and pane ask for a token.
  const signIn = about && host.openSignIn?.(about, ask, onSignIn).catch(() => undefined);
  const description = await ask(`${address.href}/openapi.json`).then(jsonOf, () => undefined);
  return {
    address: address.href,
    isTokenNeeded: config.signIn !== 'none',
    signIn: await signIn,
    notices: Array.isArray(config.notices) ? config.notices.map(String) : [],
    maxListLength: maxListLengthIn(description),
  };
}

const jsonOf = async (answer: Response): Promise<unknown> =>
  answer.ok ? answer.json().catch(() => undefined) : undefined;

/** The part of the description that states the length; any field may be missing. */
interface ListsDescribed {
  readonly paths?: Record<
    string,
    { get?: { parameters?: ({ name?: unknown; schema?: { maxLength?: number } } | null)[] } }
  >;
}

function maxListLengthIn(description: unknown): number | undefined {
  const parameters = (description as ListsDescribed | undefined)?.paths?.['/currencies/quotes']?.get?.parameters;
  const length = parameters?.find((one) => one?.name === 'symbols')?.schema?.maxLength;
  return length! > 0 ? length : undefined;
}
