import { Client, type ClientOptions } from '../api/client';
import type { DateSystem } from '../core/calendar/dates';
import { Activity } from './activity';
import { CellLog } from './cell-log';
import type { ConnectionReport } from './connection';
import { askForGateway } from './ask-for-gateway';
import type { GatewayInfo } from './gateway';
import type { ArchiveStore, Host } from './host';
import { inTime } from './in-time';
import type { LastValues } from './last-values';
import {
  canKeepTheClient,
  defaultSettings,
  loadSettings,
  type QuotesFreshSeconds,
  type Settings,
  storeSettings,
} from './settings';
import { archiveOf, openBudget } from './open-late';
import { RequestLimit } from './spending';

/** What a session takes from the world outside, so that tests can give it another. */
export type Environment = Pick<ClientOptions, 'fetch' | 'now' | 'pace' | 'timeoutMs' | 'retryMs' | 'findsSymbols'>;

const REAL: Environment = { fetch: (input, init) => fetch(input, init), now: () => Date.now() };

/** No step of the start takes longer, whatever does not answer: cells wait for it. */
const LONGEST_START_MS = 10_000;
const LONGEST_DATE_SYSTEM_MS = 2_000;
/** A server that keeps the page waiting for longer is no gateway. */
const LONGEST_GATEWAY_MS = 2_000;

/** One run of the add-in: the host, the settings, the client that follows from them, and the activity. */
export class Session {
  readonly activity = new Activity();
  readonly cells = new CellLog();
  readonly spending = new RequestLimit(
    () => this.#settings,
    (call) => this.cells.accepts(call),
  );
  /** Fulfilled once the settings and the workbook's date system are known. */
  readonly ready: Promise<void>;
  /** Fulfilled once no change of the settings is on its way. */
  #saving: Promise<void>;
  /** What formulas showed last; undefined unless it is to be shown when the service fails. */
  lastValues: LastValues | undefined;
  #LastValues: typeof LastValues | undefined;
  #settings: Settings;
  #client: Client | undefined;
  #gateway: GatewayInfo | undefined;
  #archive: Promise<ArchiveStore | undefined> | undefined;
  #workbookQuotesFreshSeconds: QuotesFreshSeconds | undefined;
  #dateSystem: DateSystem = '1900';
  readonly #environment: Environment;
  readonly #listeners = new Set<() => void>();

  constructor(
    readonly host: Host,
    environment: Partial<Environment> = {},
  ) {
    this.#environment = { ...REAL, ...environment };
    this.#settings = defaultSettings(host.defaultServiceAddress);
    this.ready = this.#start();
    this.#saving = this.ready;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** The client under the current settings; undefined until the session is ready. */
  get client(): Client | undefined {
    return this.#client;
  }

  /** How long a quote stays fresh in this workbook; Infinity until it is refreshed. */
  get quotesFreshMs(): number {
    return (this.workbookQuotesFreshSeconds ?? this.#settings.quotesFreshSeconds) * 1000 || Infinity;
  }

  /** What the open workbook itself says; undefined where it says nothing. */
  get workbookQuotesFreshSeconds(): QuotesFreshSeconds | undefined {
    return this.#workbookQuotesFreshSeconds;
  }

  set workbookQuotesFreshSeconds(seconds: QuotesFreshSeconds | undefined) {
    if (seconds === this.#workbookQuotesFreshSeconds) return;
    this.#workbookQuotesFreshSeconds = seconds;
    for (const listener of this.#listeners) listener();
  }

  /** The gateway that the add-in comes from; undefined where it comes from an ordinary server. */
  get gateway(): GatewayInfo | undefined {
    return this.#gateway;
  }

  /** Whether there is a key, or none is needed. */
  get isSetUp(): boolean {
    return this.#settings.apiKey !== '' || this.#gateway?.isTokenNeeded === false;
  }

  get dateSystem(): DateSystem {
    return this.#dateSystem;
  }

  now(): number {
    return this.#environment.now();
  }

  /** Says something in the pane's activity that belongs in no cell. */
  note(text: string): void {
    this.activity.note(this.now(), text);
  }

  /**
   * Stores the changes, after those that are on their way. Starts a new client where they change what is asked: cells on their way begin
   * again under it, so that no answer of the old key or address is shown. Throws a SettingsError when a change cannot be used, and then
   * changes nothing.
   */
  async save(changes: Partial<Settings>): Promise<void> {
    const saving = this.#saving.then(async () => this.#save((await settingsCheck()).checkSettings(changes)));
    this.#saving = saving.catch(() => undefined);
    await saving;
  }

  async #save(checked: Partial<Settings>): Promise<void> {
    await storeSettings(this.host.storage, checked);
    await this.#loadLastValues({ ...this.#settings, ...checked });
    await openBudget(this, { ...this.#settings, ...checked });
    const serviceAddress = checked.serviceAddress === '' ? this.host.defaultServiceAddress : checked.serviceAddress;
    const settings = { ...this.#settings, ...checked, ...(serviceAddress === undefined ? {} : { serviceAddress }) };
    if (canKeepTheClient(checked)) this.#look(settings);
    else this.#use(settings);
  }

  /** Forgets the key, here and in the storage. */
  removeKey(): Promise<void> {
    return this.save({ apiKey: '' });
  }

  /** Tries a key and an address without saving them. */
  async testConnection(given: Pick<Settings, 'apiKey' | 'serviceAddress'>): Promise<ConnectionReport> {
    try {
      const { apiKey = '', serviceAddress = '' } = (await settingsCheck()).checkSettings(given);
      const { testConnection } = await import(/* webpackChunkName: "pane-settings" */ './connection');
      return await testConnection(this.#clientFor({ ...this.#settings, apiKey, serviceAddress }));
    } catch (error) {
      return { state: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** What keeps history on this computer; undefined where there is none, or it cannot be opened. */
  archive(): Promise<ArchiveStore | undefined> {
    return (this.#archive ??= inTime(async () => this.host.openArchive?.(), LONGEST_START_MS).catch(() => undefined));
  }

  /** Calls back when the settings have changed. Returns what takes the listener off again. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #start(): Promise<void> {
    const { storage, defaultServiceAddress } = this.host;
    const stored = (async () => loadSettings(storage, defaultServiceAddress))();
    const asked = (async () => this.host.dateSystem())();
    const [settings, dateSystem, gateway] = await Promise.allSettled([
      inTime(() => stored, LONGEST_START_MS),
      inTime(() => asked, LONGEST_DATE_SYSTEM_MS),
      inTime(() => askForGateway(this.host, this.#environment.fetch), LONGEST_GATEWAY_MS),
    ]);
    if (gateway.status === 'fulfilled') this.#gateway = gateway.value;
    for (const notice of this.#gateway?.notices ?? []) this.note(notice);
    if (dateSystem.status === 'fulfilled') this.#dateSystem = dateSystem.value;
    else void this.#useLateDateSystem(asked);
    if (settings.status === 'fulfilled') {
      await this.#loadLastValues(settings.value);
      await openBudget(this, settings.value);
      this.#use(settings.value);
      return;
    }
    this.note('The settings could not be read: enter the key again');
    this.#use(this.#settings);
    void this.#useLate(stored);
  }

  /** An Excel in which somebody types says nothing until that is over. What cells have shown before is shown again as it should be. */
  async #useLateDateSystem(asked: Promise<DateSystem>): Promise<void> {
    try {
      this.#dateSystem = await asked;
      await this.host.recalculate();
    } catch {
      // Nearly every workbook counts from 1900.
    }
  }

  /** A storage that was only slow is still heard, unless the user has been quicker. */
  async #useLate(stored: Promise<Settings>): Promise<void> {
    const before = this.#settings;
    try {
      const settings = await stored;
      await this.#loadLastValues(settings);
      if (this.#settings !== before) return;
      this.#use(settings);
      await this.host.recalculate();
    } catch {
      // It has been said that the settings could not be read.
    }
  }

  /** Takes over what another workbook has stored. Stores nothing itself, so that no workbook wakes the others in turn. */
  async takeOver(): Promise<void> {
    await this.#saving;
    const settings = await loadSettings(this.host.storage, this.host.defaultServiceAddress);
    const changed = (Object.keys(settings) as (keyof Settings)[]).filter(
      (field) => JSON.stringify(settings[field]) !== JSON.stringify(this.#settings[field]),
    );
    if (changed.length === 0) return;
    await this.#loadLastValues(settings);
    if (canKeepTheClient(Object.fromEntries(changed.map((field) => [field, settings[field]])))) this.#look(settings);
    else this.#use(settings);
    await this.host.recalculate();
  }

  #use(settings: Settings): void {
    const previous = this.#client;
    this.#client = this.#clientFor(settings);
    previous?.close();
    // Values of another key, address or area are none of this one.
    this.lastValues = undefined;
    this.#look(settings);
  }

  #look(given: Settings): void {
    const settings = this.#throughGateway(given);
    this.#settings = settings;
    this.lastValues =
      areLastValuesWanted(settings) && this.#LastValues ? (this.lastValues ?? new this.#LastValues(this)) : undefined;
    for (const listener of this.#listeners) listener();
  }

  /** Before the settings are used: a cell that is asked for under them must find its last value kept. */
  async #loadLastValues(settings: Settings): Promise<void> {
    if (!areLastValuesWanted(settings)) return;
    try {
      const { LastValues } = await inTime(
        () => import(/* webpackChunkName: "last-values" */ './last-values'),
        LONGEST_START_MS,
      );
      this.#LastValues = LastValues;
    } catch {
      this.note(
        'The code of last values could not be loaded: failures are shown as errors until the settings are saved again',
      );
    }
  }

  /** A gateway takes the place of whatever address was entered before. */
  #throughGateway(settings: Settings): Settings {
    return this.#gateway ? { ...settings, serviceAddress: this.#gateway.address } : settings;
  }

  #clientFor(given: Settings): Client {
    const settings = this.#throughGateway(given);
    const { serviceAddress, wireNames } = settings;
    const gateway = this.#gateway;
    // One that was entered for the service itself is not the gateway's business.
    const apiKey = gateway?.isTokenNeeded === false ? '' : settings.apiKey;
    return new Client({
      findsSymbols: true,
      ...this.#environment,
      apiKey,
      address: serviceAddress,
      isGateway: gateway !== undefined,
      longestList: gateway?.longestList,
      wireNames,
      observer: this.activity,
      notBefore: (call) => this.cells.notBefore(call),
      spending: this.spending,
      archive: () => archiveOf(this, settings),
      quotesFreshMs: () => this.quotesFreshMs,
    });
  }
}

/** Only who has the pane open changes settings: cells do not wait for the code. */
const settingsCheck = (): Promise<typeof import('./settings-check')> =>
  import(/* webpackChunkName: "pane-settings" */ './settings-check');

/** Without number formats no value could be marked. */
const areLastValuesWanted = ({ onFailure, richValues }: Settings): boolean =>
  onFailure === 'last-value' && richValues !== 'off';
