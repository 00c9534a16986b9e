import type { OpenIdConnect } from '../api/gateway-config';
import { isRecord } from '../core/basics';
import type { DateSystem } from '../core/calendar/dates';
import { inTime } from '../core/long-work';
import type { Host } from './host';
import { type Settings, loadSettings } from './settings';
import type { SessionSignIn } from './sign-in';

/** Upper bound for each start-up step: cells wait for it. */
export const MAX_START_MS = 10_000;
const MAX_DATE_SYSTEM_MS = 2_000;
/** How long cells wait for a gateway that they do not need, because the user entered a key and an address. */
const MAX_BESIDE_KEY_MS = 500;

/** A value that arrived in time; otherwise its promise, which may still settle. */
interface InTime<T> {
  readonly value?: T;
  readonly late?: Promise<T>;
}

/** The information that a session gets from its host before the first cell. */
interface StartUp {
  readonly settings: InTime<Settings>;
  readonly dateSystem: InTime<DateSystem>;
  readonly gateway: GatewayInfo | undefined;
}

/** Starts all steps at once; the gateway's answer may take a little longer. Never rejects. */
export async function startUp(host: Host, ask: typeof fetch, onSignIn: OnSignIn): Promise<StartUp> {
  const pending = askForGateway(host, ask, onSignIn).catch(() => undefined);
  const [settings, dateSystem] = await Promise.all([
    timely(async () => loadSettings(host.storage, host.defaultServiceAddress), MAX_START_MS),
    timely(async () => host.dateSystem(), MAX_DATE_SYSTEM_MS),
  ]);
  const hasKey = settings.value?.apiKey && settings.value.serviceAddress;
  const gateway = await inTime(() => pending, hasKey ? MAX_BESIDE_KEY_MS : MAX_START_MS).catch(() => undefined);
  return { settings, dateSystem, gateway };
}

function timely<T>(ask: () => Promise<T>, timeoutMs: number): Promise<InTime<T>> {
  const late = ask();
  return inTime(() => late, timeoutMs).then(
    (value) => ({ value }),
    () => ({ late }),
  );
}

/** Called after every change of the sign-in, with whether known answers may still be shown. */
type OnSignIn = (keepsAnswers: boolean) => void;

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
 */
async function askForGateway(host: Host, ask: typeof fetch, onSignIn: OnSignIn): Promise<GatewayInfo | undefined> {
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
