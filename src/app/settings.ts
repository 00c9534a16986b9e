import { type Area, AREAS, type WireNames } from '../api/interface/operation';
import { isRecord } from '../core/is-record';
import type { KeyValueStore } from './host';

/** Number formats of values: where the spreadsheet knows them, or never. */
export const RICH_VALUES = ['auto', 'off'] as const;
/** Properties of single quotes, such as =A1.asOf: never, for as many quotes as fit at once, or for all even if some wait for it. */
export const PROPERTIES = ['off', 'auto', 'on'] as const;
/** How long a quote may stay fresh, in seconds; 0: until it is refreshed. */
export const QUOTES_FRESH_SECONDS = [15, 60, 300, 900, 3600, 0] as const;
export type QuotesFreshSeconds = (typeof QUOTES_FRESH_SECONDS)[number];
/** What a cell shows when the service fails: the error, or its last value of this session with a mark. */
export const ON_FAILURE = ['error', 'last-value'] as const;

export interface Settings {
  /** Empty when none has been entered. */
  readonly apiKey: string;
  /** Without a slash at the end; empty when none is set. */
  readonly serviceAddress: string;
  /** Where MD.QUOTE looks when its formula names no area. */
  readonly area: Area;
  readonly richValues: (typeof RICH_VALUES)[number];
  readonly properties: (typeof PROPERTIES)[number];
  /** In workbooks that do not say it themselves. */
  readonly quotesFreshSeconds: QuotesFreshSeconds;
  readonly onFailure: (typeof ON_FAILURE)[number];
  /** The service's own names of parameters, where they differ from the table of operations. */
  readonly wireNames: WireNames;
  /** Every cell of MD is refreshed every so many seconds; 0: only when asked for. */
  readonly autoRefreshSeconds: number;
  /** A formula that would ask for more requests waits until it is allowed in the pane; 0: none does. */
  readonly mostRequests: number;
  /** The automatic refresh goes on while nobody sees the workbook or all of its markets are closed. */
  readonly refreshesAlways: boolean;
  /** Requests of one workbook in a day, after which it asks no more until the next; 0: as many as it takes. */
  readonly dailyBudget: number;
}

/** What may be wrong with a key or an address. The pane has a sentence for each, which says what to enter instead. */
export type SettingsProblem =
  'noKey' | 'noSuchKey' | 'noAddress' | 'noWebAddress' | 'notSecure' | 'noLocalIp' | 'hasUser' | 'hasQuery';

/** A key or an address that cannot be used. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError';

  constructor(
    readonly field: 'apiKey' | 'serviceAddress',
    readonly problem: SettingsProblem,
  ) {
    super(`${field}: ${problem}`);
  }
}

const NAMES: Record<keyof Settings, string> = {
  apiKey: 'md.apiKey',
  serviceAddress: 'md.serviceAddress',
  area: 'md.area',
  richValues: 'md.richValues',
  properties: 'md.properties',
  quotesFreshSeconds: 'md.quotesFreshSeconds',
  onFailure: 'md.onFailure',
  wireNames: 'md.wireNames',
  autoRefreshSeconds: 'md.autoRefreshSeconds',
  mostRequests: 'md.mostRequests',
  refreshesAlways: 'md.refreshesAlways',
  dailyBudget: 'md.dailyBudget',
};

/** What changes no answer, so that nothing has to be asked again. */
const BESIDE_THE_CLIENT: ReadonlySet<string> = new Set<keyof Settings>([
  'richValues',
  'properties',
  'quotesFreshSeconds',
  'onFailure',
  'autoRefreshSeconds',
  'mostRequests',
  'refreshesAlways',
  'dailyBudget',
]);

export const canKeepTheClient = (changes: Partial<Settings>): boolean =>
  Object.keys(changes).every((field) => BESIDE_THE_CLIENT.has(field));

export const [SHORTEST_REFRESH_SECONDS, LONGEST_REFRESH_SECONDS] = [5, 86_400];

export const isRefreshInterval = (seconds: number): boolean =>
  seconds === 0 || (seconds >= SHORTEST_REFRESH_SECONDS && seconds <= LONGEST_REFRESH_SECONDS);

export const defaultSettings = (serviceAddress: string): Settings => ({
  apiKey: '',
  serviceAddress,
  area: 'currencies',
  richValues: 'auto',
  properties: 'off',
  quotesFreshSeconds: 15,
  onFailure: 'error',
  wireNames: {},
  autoRefreshSeconds: 0,
  mostRequests: 100,
  refreshesAlways: false,
  dailyBudget: 0,
});

/** Reads what is stored; what is missing or no longer valid falls back to the default. */
export async function loadSettings(storage: KeyValueStore, defaultServiceAddress: string): Promise<Settings> {
  const stored = Object.fromEntries(
    await Promise.all(
      Object.entries(NAMES).map(async ([field, name]) => [field, await storage.getItem(name)] as const),
    ),
  ) as Record<keyof Settings, string | null>;
  const standard = defaultSettings(defaultServiceAddress);
  return {
    apiKey: stored.apiKey ?? standard.apiKey,
    serviceAddress: stored.serviceAddress ?? standard.serviceAddress,
    area: knownOf(AREAS, stored.area, standard.area),
    richValues: knownOf(RICH_VALUES, stored.richValues, standard.richValues),
    properties: knownOf(PROPERTIES, stored.properties, standard.properties),
    quotesFreshSeconds: knownOf(QUOTES_FRESH_SECONDS, stored.quotesFreshSeconds, standard.quotesFreshSeconds),
    onFailure: knownOf(ON_FAILURE, stored.onFailure, standard.onFailure),
    wireNames: readWireNames(stored.wireNames),
    autoRefreshSeconds: isRefreshInterval(Number(stored.autoRefreshSeconds))
      ? Number(stored.autoRefreshSeconds)
      : standard.autoRefreshSeconds,
    mostRequests: countOr(stored.mostRequests, standard.mostRequests),
    refreshesAlways: stored.refreshesAlways === 'true',
    dailyBudget: countOr(stored.dailyBudget, standard.dailyBudget),
  };
}

function countOr(stored: string | null, standard: number): number {
  const count = Number(stored ?? NaN);
  return Number.isSafeInteger(count) && count >= 0 ? count : standard;
}

/** The known value that is stored as that text, else the standard. */
export const knownOf = <Value extends string | number>(
  known: readonly Value[],
  stored: string | null,
  standard: Value,
): Value => known.find((one) => String(one) === stored) ?? standard;

function readWireNames(stored: string | null): WireNames {
  try {
    const names: unknown = JSON.parse(stored ?? '{}');
    return isRecord(names)
      ? Object.fromEntries(
          Object.entries(names).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
        )
      : {};
  } catch {
    return {};
  }
}

/** Stores the changed settings; what is empty is removed, so that the default holds again. */
export async function storeSettings(storage: KeyValueStore, changes: Partial<Settings>): Promise<void> {
  await Promise.all(
    Object.entries(changes).map(([field, value]) => {
      const name = NAMES[field as keyof Settings];
      const text = typeof value === 'string' ? value : JSON.stringify(value);
      return text === '' || text === '{}' ? storage.removeItem(name) : storage.setItem(name, text);
    }),
  );
}
