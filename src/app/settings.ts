import { type AddedOperation, type Area, AREAS, type WireNames } from '../api/interface/operation';
import { recordIn } from '../core/basics';
import type { KeyValueStore } from './host';
import { symbolListLength } from '../api/interface/quote-rows';
import type { Learned } from '../api/transport/concurrency-limit';

/** Whether values have number formats: if the spreadsheet supports them, or never. */
export const RICH_VALUES = ['auto', 'off'] as const;
/**
 * Properties of single quotes, such as =A1.asOf: never, for as many quotes as Excel can take at once, or for all, even
 * if some have to wait.
 */
export const PROPERTIES = ['off', 'auto', 'on'] as const;
/** How long a quote may stay fresh, in seconds; 0: until it is refreshed. */
export const QUOTES_FRESH_SECONDS = [15, 60, 300, 900, 3600, 0] as const;
export type QuotesFreshSeconds = (typeof QUOTES_FRESH_SECONDS)[number];
/** The display when the service fails: the error, or the cell's last value of this session with a mark. */
export const ON_FAILURE = ['error', 'last-value'] as const;

export interface Settings {
  /** Empty if none is entered. */
  readonly apiKey: string;
  /** The address that the key was entered for: it is sent to no other origin. Empty for the page's gateway. */
  readonly keyAddress: string;
  /** Without a slash at the end; empty if none is set. */
  readonly serviceAddress: string;
  /** Where MD.QUOTE looks up symbols if its formula names no area. For workbooks without a setting of their own. */
  readonly area: Area;
  readonly richValues: (typeof RICH_VALUES)[number];
  readonly properties: (typeof PROPERTIES)[number];
  /** For workbooks without a setting of their own. */
  readonly quotesFreshSeconds: QuotesFreshSeconds;
  readonly onFailure: (typeof ON_FAILURE)[number];
  /** How services differ from the table of operations, by address. */
  readonly profiles: Readonly<Record<string, ServiceProfile>>;
  /** Facts that sessions have learned about services, by address. The user does not set them. */
  readonly learned: Readonly<Record<string, Learned>> | undefined;
  /** Seconds between automatic refreshes; 0: never. */
  readonly autoRefreshSeconds: number;
  /** A formula that needs more requests than this waits until the user allows it in the pane; 0: no formula waits. */
  readonly maxRequests: number;
  /** The most requests that may be out at the same time; 0: as many as the service answers quickly. */
  readonly requestsAtOnce: number;
  /** Whether the automatic refresh continues while nobody sees the workbook or all of its markets are closed. */
  readonly refreshesAlways: boolean;
  /** Requests per workbook and day, after which it sends no more until the next day; 0: no limit. */
  readonly dailyBudget: number;
}

/** How a service differs from the table of operations. */
export interface ServiceProfile {
  readonly names: WireNames;
  readonly added: readonly AddedOperation[];
  /** The keys of the names, and ids of added operations, that the user has switched off. */
  readonly off: readonly string[];
}

/** The part of the service's profile that is in force. */
export function profileOf({ profiles, serviceAddress }: Settings): Omit<ServiceProfile, 'off'> {
  const { names, added = [], off = [] }: Partial<ServiceProfile> = profiles[serviceAddress] ?? {};
  const inForce = { ...names, ...Object.fromEntries(off.map((key) => [key, undefined])) };
  return { names: inForce as WireNames, added: added.filter(({ id }) => !off.includes(id)) };
}

/**
 * The maximum length of a list of symbols in one request, in characters: by the service's profile, or as stated by a
 * gateway, which accepts longer lists than the service.
 */
export const maxListLengthOf = (
  {
    settings,
    gateway,
  }: { readonly settings: Settings; readonly gateway: { readonly maxListLength: number | undefined } | undefined },
  area: string = settings.area,
): number => gateway?.maxListLength ?? symbolListLength(`GET /${area}/quotes`, profileOf(settings).names);

/** The workbook's own settings, so that it shows the same values to everybody who opens it. */
export interface WorkbookSettings {
  readonly quotesFreshSeconds: QuotesFreshSeconds | undefined;
  readonly area: Area | undefined;
  /** Whether its saved values are requested again when it is opened. */
  readonly refreshesOnOpen?: boolean | undefined;
}

/**
 * The effect of changing a setting. `answers`: other answers. `client`: another client for the same answers. `shown`:
 * another display of them. `limit`: another limit of requests. `later`: none before the next calculation.
 */
type EffectOfChange = 'answers' | 'client' | 'shown' | 'limit' | 'later';

/** The stored value; undefined if it is none. */
type Reader<Value> = (stored: string) => Value | undefined;

const text: Reader<string> = (stored) => stored;

const oneOf =
  <Value extends string | number>(allowed: readonly Value[]): Reader<Value> =>
  (stored) =>
    allowed.find((one) => String(one) === stored);

const numberThat =
  (isAllowed: (number: number) => boolean): Reader<number> =>
  (stored) =>
    isAllowed(Number(stored)) ? Number(stored) : undefined;

const count = numberThat((number) => Number.isSafeInteger(number) && number >= 0);

export const byAddress = <Value>(stored: string | null): Readonly<Record<string, Value>> =>
  (recordIn(stored ?? '') ?? {}) as Readonly<Record<string, Value>>;

const [MIN_REFRESH_SECONDS, MAX_REFRESH_SECONDS] = [5, 86_400];

const refreshInterval = numberThat(
  (seconds) => seconds === 0 || (seconds >= MIN_REFRESH_SECONDS && seconds <= MAX_REFRESH_SECONDS),
);

/** Of each setting: its default, how it is read, and what changing it does. */
const SETTINGS: {
  readonly [Field in keyof Settings]: readonly [Settings[Field], Reader<Settings[Field]>, EffectOfChange];
} = {
  apiKey: ['', text, 'answers'],
  // Stored only if it differs from the service's.
  keyAddress: ['', text, 'later'],
  serviceAddress: ['', text, 'answers'],
  area: ['currencies', oneOf(AREAS), 'answers'],
  richValues: ['auto', oneOf(RICH_VALUES), 'shown'],
  properties: ['off', oneOf(PROPERTIES), 'shown'],
  quotesFreshSeconds: [15, oneOf(QUOTES_FRESH_SECONDS), 'later'],
  onFailure: ['error', oneOf(ON_FAILURE), 'shown'],
  profiles: [{}, byAddress, 'answers'],
  learned: [undefined, byAddress, 'later'],
  autoRefreshSeconds: [0, refreshInterval, 'later'],
  maxRequests: [100, count, 'limit'],
  requestsAtOnce: [0, count, 'client'],
  refreshesAlways: [false, (stored) => stored === 'true', 'later'],
  dailyBudget: [0, count, 'limit'],
};

const FIELDS = Object.keys(SETTINGS) as (keyof Settings)[];

const effectsOf = (changes: Partial<Settings>) =>
  (Object.keys(changes) as (keyof Settings)[]).map((field) => ({ field, effect: SETTINGS[field][2] }));

export const canKeepTheClient = (changes: Partial<Settings>): boolean =>
  effectsOf(changes).every(({ effect }) => effect !== 'answers' && effect !== 'client');

/** Whether cells change once they are calculated again, which may send requests. */
export const concernsCells = (before: Settings, changes: Partial<Settings>): boolean =>
  effectsOf(changes).some(({ field, effect }) =>
    effect === 'limit'
      ? allowsMore(Number(before[field]), Number(changes[field]))
      : effect === 'answers' || effect === 'shown',
  );

/** A stopped formula can continue only if the limit rises. 0 means no limit. */
const allowsMore = (before: number, after: number): boolean => (after || Infinity) > (before || Infinity);

/** Values are marked by their number formats, so without these there are no last values. */
export const areLastValuesWanted = ({ onFailure, richValues }: Settings): boolean =>
  onFailure === 'last-value' && richValues !== 'off';

export const changesBetween = (before: Settings, after: Settings): Partial<Settings> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Settings]),
    ),
  );

export const defaultSettings = (serviceAddress: string): Settings => ({
  ...(Object.fromEntries(FIELDS.map((field) => [field, SETTINGS[field][0]])) as unknown as Settings),
  keyAddress: serviceAddress,
  serviceAddress,
});

/** Whether a key that was entered for one address may be sent to another. */
export const isSameOrigin = (one: string, other: string): boolean => originOf(one) === originOf(other);

const originOf = (address: string): string => urlOf(address)?.origin ?? address;

/** "api.example.com": the only part of a value's source that everybody who opens the workbook may see. */
export const hostOf = ({ serviceAddress }: Settings): string => urlOf(serviceAddress)?.host ?? '';

const urlOf = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

export const storedName = (field: string): string => `md.${field}`;

/**
 * Reads the stored settings. A missing or invalid setting has its default. The key is read before and after the others:
 * another workbook removes the old key while it stores a new one with its address.
 */
export async function loadSettings(storage: KeyValueStore, defaultServiceAddress: string): Promise<Settings> {
  const stored = (field: keyof Settings) => storage.getItem(storedName(field));
  const [texts, keyAfter] = await Promise.all([Promise.all(FIELDS.map(stored)), stored('apiKey')]);
  const read = FIELDS.map((field, index) => [field, texts[index] ? SETTINGS[field][1](texts[index]) : undefined]);
  const known = Object.fromEntries(read.filter(([, value]) => value !== undefined)) as Partial<Settings>;
  const isKeyUnchanged = keyAfter === (known.apiKey ?? null);
  return {
    ...defaultSettings(known.serviceAddress ?? defaultServiceAddress),
    ...known,
    ...(!isKeyUnchanged && { apiKey: '' }),
  };
}

/**
 * Stores the changed settings. Empty ones are removed, so that their default applies again. While the address changes,
 * no key is stored: another workbook that reads meanwhile never finds the key with an address that it was not entered
 * for.
 */
export async function storeSettings(storage: KeyValueStore, changes: Partial<Settings>): Promise<void> {
  const { apiKey, ...others } = changes;
  if (apiKey !== undefined && others.serviceAddress !== undefined) await storage.removeItem(storedName('apiKey'));
  await Promise.all(Object.entries(others).map(([field, value]) => storeSetting(storage, field, value)));
  if (apiKey !== undefined) await storeSetting(storage, 'apiKey', apiKey);
}

function storeSetting(storage: KeyValueStore, field: string, value: unknown): Promise<void> {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const name = storedName(field);
  return text === '' || text === '{}' ? storage.removeItem(name) : storage.setItem(name, text);
}
