import { Client } from '../api/client';
import type { ClientOptions } from '../api/client';
import type { DateSystem } from '../core/dates';
import { Activity } from './activity';
import { CellLog } from './cell-log';
import type { ConnectionReport } from './connection';
import { testConnection } from './connection';
import type { Host } from './host';
import { inTime } from './in-time';
import type { LastValues } from './last-values';
import type { Settings } from './settings';
import { canKeepTheClient, checkSettings, defaultSettings, loadSettings, storeSettings } from './settings';

/** What a session takes from the world outside, so that tests can give it another. */
export type Environment = Pick<ClientOptions, 'fetch' | 'now' | 'pace' | 'timeoutMs' | 'retryMs'>;

const REAL: Environment = { fetch: (input, init) => fetch(input, init), now: () => Date.now() };

/** No step of the start takes longer, whatever does not answer: cells wait for it. */
const LONGEST_START_MS = 10_000;

/** One run of the add-in: the host, the settings, the client that follows from them, and the activity. */
export class Session {
  readonly activity = new Activity();
  readonly cells = new CellLog();
  /** Fulfilled once the settings and the workbook's date system are known. */
  readonly ready: Promise<void>;
  /** Fulfilled once no change of the settings is on its way. */
  #saving: Promise<void>;
  /** What formulas showed last; undefined unless it is to be shown when the service fails. */
  lastValues: LastValues | undefined;
  #LastValues: typeof LastValues | undefined;
  #settings: Settings;
  #client: Client | undefined;
  #dateSystem: DateSystem = '1900';
  readonly #environment: Environment;
  readonly #listeners = new Set<() => void>();

  constructor(readonly host: Host, environment: Partial<Environment> = {}) {
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
    const checked = checkSettings(changes);
    const saving = this.#saving.then(() => this.#save(checked));
    this.#saving = saving.catch(() => undefined);
    await saving;
  }

  async #save(checked: Partial<Settings>): Promise<void> {
    await storeSettings(this.host.storage, checked);
    await this.#loadLastValues({ ...this.#settings, ...checked });
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
      const { apiKey = '', serviceAddress = '' } = checkSettings(given);
      return await testConnection(this.#clientFor({ ...this.#settings, apiKey, serviceAddress }));
    } catch (error) {
      return { state: 'failed', message: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Calls back when the settings have changed. Returns what takes the listener off again. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async #start(): Promise<void> {
    const { storage, defaultServiceAddress } = this.host;
    const stored = (async () => loadSettings(storage, defaultServiceAddress))();
    const [settings, dateSystem] = await Promise.allSettled([
      inTime(() => stored, LONGEST_START_MS), inTime(() => this.host.dateSystem(), LONGEST_START_MS),
    ]);
    if (dateSystem.status === 'fulfilled') this.#dateSystem = dateSystem.value;
    if (settings.status === 'fulfilled') {
      await this.#loadLastValues(settings.value);
      this.#use(settings.value);
      return;
    }
    this.note('The settings could not be read: enter the key again');
    this.#use(this.#settings);
    void this.#useLate(stored);
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

  #use(settings: Settings): void {
    const previous = this.#client;
    this.#client = this.#clientFor(settings);
    previous?.close();
    // Values of another key, address or area are none of this one.
    this.lastValues = undefined;
    this.#look(settings);
  }

  #look(settings: Settings): void {
    this.#settings = settings;
    this.lastValues = areLastValuesWanted(settings) && this.#LastValues ? this.lastValues ?? new this.#LastValues(this) : undefined;
    for (const listener of this.#listeners) listener();
  }

  /** Before the settings are used: a cell that is asked for under them must find its last value kept. */
  async #loadLastValues(settings: Settings): Promise<void> {
    if (!areLastValuesWanted(settings)) return;
    try {
      const { LastValues } = await inTime(() => import(/* webpackChunkName: "last-values" */ './last-values'), LONGEST_START_MS);
      this.#LastValues = LastValues;
    } catch {
      this.note('The code of last values could not be loaded: failures are shown as errors until the settings are saved again');
    }
  }

  #clientFor({ apiKey, serviceAddress, wireNames }: Settings): Client {
    return new Client({ ...this.#environment, apiKey, address: serviceAddress, wireNames, traffic: this.activity });
  }
}

/** Without number formats no value could be marked. */
const areLastValuesWanted = ({ onFailure, richValues }: Settings): boolean => onFailure === 'last-value' && richValues !== 'off';
