import type { DateSystem } from '../core/calendar/dates';
import { type GatewayInfo, readGateway } from './gateway';
import type { Host } from './host';
import { inTime } from './in-time';
import { loadSettings, type Settings } from './settings';

/** Upper bound for each start-up step: cells wait for it. */
export const MAX_START_MS = 10_000;
const MAX_DATE_SYSTEM_MS = 2_000;
/** How long cells wait for a gateway that they do not need, because the user entered a key and an address. */
const MAX_BESIDE_KEY_MS = 500;

/** A value that arrived in time; otherwise its promise, which may still resolve or reject. */
type InTime<T> = { readonly value: T } | { readonly late: Promise<T> };

/** What a session learns from its host before the first cell. */
interface StartUp {
  readonly settings: InTime<Settings>;
  readonly dateSystem: InTime<DateSystem>;
  readonly gateway: GatewayInfo | undefined;
}

/** Starts all steps at once; the answer about the gateway may take a moment longer. Never rejects. */
export async function startUp(host: Host, ask: typeof fetch): Promise<StartUp> {
  const pending = askForGateway(host, ask).catch(() => undefined);
  const [settings, dateSystem] = await Promise.all([
    timely(async () => loadSettings(host.storage, host.defaultServiceAddress), MAX_START_MS),
    timely(async () => host.dateSystem(), MAX_DATE_SYSTEM_MS),
  ]);
  const hasKey = 'value' in settings && settings.value.apiKey && settings.value.serviceAddress;
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

/** Asks the page's server whether it is a gateway, at the cost of one small request; undefined if it is not. */
async function askForGateway({ page }: Host, ask: typeof fetch): Promise<GatewayInfo | undefined> {
  if (page === undefined) return undefined;
  const config = await ask(new URL('config.json', page).href);
  if (!config.ok) return undefined;
  return readGateway(page, config, ask);
}
