import type { Client } from '../api/client';
import type { DateSystem } from '../core/calendar/dates';
import { Emitter } from '../core/emitter';
import { Activity } from './activity';
import { CellLog } from './cell-log';
import { createClient, type Environment, REAL_ENVIRONMENT, inForce } from './client-factory';
import type { ConnectionReport } from './connection';
import type { GatewayInfo } from './gateway';
import type { ArchiveStore, Host } from './host';
import { inTime } from './in-time';
import type { LastValues } from './last-values';
import { loadLastValues, loadLate, openBudget } from './late-parts';
import {
  areLastValuesWanted,
  canKeepTheClient,
  changesBetween,
  defaultSettings,
  loadSettings,
  type QuotesFreshSeconds,
  type Settings,
} from './settings';
import { RequestLimit } from './spending';
import { MAX_START_MS, startUp } from './start-up';

export type { Environment } from './client-factory';

/** A part of a session that is created on first use. */
type Part<T> = new (session: Session) => T;

/** One run of the add-in: the host, the settings, the client made from them, and the activity. */
export class Session extends Emitter {
  readonly activity = new Activity();
  readonly cells = new CellLog();
  readonly spending = new RequestLimit(
    () => this.#settings,
    (call) => this.cells.accepts(call),
  );
  /** Resolves once the settings and the workbook's date system are known. */
  readonly ready: Promise<void>;
  /** Resolves once no change of the settings is being saved or taken over. */
  #saving: Promise<unknown>;
  /** The formulas' last values; undefined unless they are to be shown when the service fails. */
  lastValues: LastValues | undefined;
  /** The open workbook's own default area, which counts before the user's; undefined if it has none. */
  areaOfWorkbook: Settings['area'] | undefined;
  #LastValues: typeof LastValues | undefined;
  #settings: Settings;
  #client: Client | undefined;
  #gateway: GatewayInfo | undefined;
  #archive: Promise<ArchiveStore | undefined> | undefined;
  #workbookQuotesFreshSeconds: QuotesFreshSeconds | undefined;
  #dateSystem: DateSystem = '1900';
  readonly #environment: Environment;
  readonly #parts = new Map<Part<unknown>, unknown>();

  constructor(
    readonly host: Host,
    environment: Partial<Environment> = {},
  ) {
    super();
    this.#environment = { ...REAL_ENVIRONMENT, ...environment };
    this.#settings = defaultSettings(host.defaultServiceAddress);
    this.ready = this.#start();
    this.#saving = this.ready;
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** The client for the current settings; undefined until the session is ready. */
  get client(): Client | undefined {
    return this.#client;
  }

  /** How long a quote stays fresh in this workbook, in ms; Infinity: until it is refreshed. */
  get quotesFreshMs(): number {
    return (this.workbookQuotesFreshSeconds ?? this.#settings.quotesFreshSeconds) * 1000 || Infinity;
  }

  /** The open workbook's own setting; undefined if it has none. */
  get workbookQuotesFreshSeconds(): QuotesFreshSeconds | undefined {
    return this.#workbookQuotesFreshSeconds;
  }

  set workbookQuotesFreshSeconds(seconds: QuotesFreshSeconds | undefined) {
    if (seconds === this.#workbookQuotesFreshSeconds) return;
    this.#workbookQuotesFreshSeconds = seconds;
    this.emitChange();
  }

  /** The gateway that serves the add-in; undefined for an ordinary web server. */
  get gateway(): GatewayInfo | undefined {
    return this.#gateway;
  }

  /** Whether a key is set, or none is needed. */
  get isSetUp(): boolean {
    return this.#settings.apiKey !== '' || this.#gateway?.isTokenNeeded === false;
  }

  get dateSystem(): DateSystem {
    return this.#dateSystem;
  }

  /** The session's only instance of the class, created on first use. */
  part<T>(Class: Part<T>): T {
    const existing = this.#parts.get(Class);
    if (existing !== undefined) return existing as T;
    const part = new Class(this);
    this.#parts.set(Class, part);
    return part;
  }

  now(): number {
    return this.#environment.now();
  }

  /** Adds a note to the pane's activity, for what belongs in no cell. */
  note(text: string): void {
    this.activity.note(this.now(), text);
  }

  /**
   * Stores the changes, one save after the other. Starts a new client if they affect requests: waiting cells then start
   * again with it, so that no answer for the old key or address is shown. Throws a SettingsError for an invalid change,
   * and then changes nothing.
   */
  async save(changes: Partial<Settings>): Promise<void> {
    await this.#inTurn(async () => {
      const { checkSettings, storeSettings } = await loadLate();
      const checked = checkSettings(changes);
      await storeSettings(this.host.storage, checked);
      await this.#use(checked);
    });
  }

  /** Later changes are read and stored only once this one has been used. */
  #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const changing = this.#saving.then(change);
    this.#saving = changing.catch(() => undefined);
    return changing;
  }

  async #use(checked: Partial<Settings>): Promise<void> {
    await this.#prepareFor({ ...this.#settings, ...checked });
    const serviceAddress = checked.serviceAddress === '' ? this.host.defaultServiceAddress : checked.serviceAddress;
    const settings = { ...this.#settings, ...checked, ...(serviceAddress === undefined ? {} : { serviceAddress }) };
    if (canKeepTheClient(checked)) this.#apply(settings);
    else this.#replaceClient(settings);
  }

  /** Tests a key and an address without saving them. */
  async testConnection(entered: Pick<Settings, 'apiKey' | 'serviceAddress'>): Promise<ConnectionReport> {
    const { testConnection } = await loadLate();
    return testConnection(entered, (checked) => this.#clientFor({ ...this.#settings, ...checked }));
  }

  /** The store that keeps history on this computer; undefined if there is none, or it cannot be opened. */
  archive(): Promise<ArchiveStore | undefined> {
    return (this.#archive ??= inTime(async () => this.host.openArchive?.(), MAX_START_MS).catch(() => undefined));
  }

  async #start(): Promise<void> {
    const { settings, dateSystem, gateway } = await startUp(this.host, this.#environment.fetch);
    this.#gateway = gateway;
    if ('value' in dateSystem) this.#dateSystem = dateSystem.value;
    else void this.#applyLateDateSystem(dateSystem.late);
    if ('value' in settings) {
      await this.#prepareFor(settings.value);
      this.#replaceClient(settings.value);
      return;
    }
    this.note('The settings could not be read: enter the key again');
    this.#replaceClient(this.#settings);
    void this.#applyLateSettings(settings.late);
  }

  /** Excel answers nothing while the user edits a cell. Cells that were shown before are recalculated. */
  async #applyLateDateSystem(pending: Promise<DateSystem>): Promise<void> {
    try {
      this.#dateSystem = await pending;
      await this.host.recalculate();
    } catch {
      // Nearly every workbook counts from 1900.
    }
  }

  /** Settings that arrive late still count, unless the user has saved new ones meanwhile. */
  async #applyLateSettings(stored: Promise<Settings>): Promise<void> {
    const before = this.#settings;
    try {
      const settings = await stored;
      await this.#prepareFor(settings);
      if (this.#settings !== before) return;
      this.#replaceClient(settings);
      await this.host.recalculate();
    } catch {
      // A note has already been written.
    }
  }

  /**
   * Takes over settings that another workbook stored, or that this workbook has for itself. Stores nothing itself, so
   * that workbooks do not wake each other in turn.
   */
  async takeOver(): Promise<void> {
    if (await this.#inTurn(() => this.#takeOver())) await this.host.recalculate();
  }

  /** Resolves to whether anything has changed. */
  async #takeOver(): Promise<boolean> {
    const stored = await loadSettings(this.host.storage, this.host.defaultServiceAddress);
    const settings = inForce(stored, this.#gateway, this.areaOfWorkbook);
    const changes = changesBetween(this.#settings, settings);
    if (Object.keys(changes).length === 0) return false;
    await this.#prepareFor(settings);
    if (canKeepTheClient(changes)) this.#apply(settings);
    else this.#replaceClient(settings);
    return true;
  }

  #replaceClient(settings: Settings): void {
    const previous = this.#client;
    this.#client = this.#clientFor(settings);
    previous?.close();
    // The last values belong to the old key, address or area.
    this.lastValues = undefined;
    this.#apply(settings);
  }

  #apply(next: Settings): void {
    const settings = inForce(next, this.#gateway, this.areaOfWorkbook);
    this.#settings = settings;
    this.lastValues =
      areLastValuesWanted(settings) && this.#LastValues ? (this.lastValues ?? new this.#LastValues(this)) : undefined;
    this.emitChange();
  }

  async #prepareFor(settings: Settings): Promise<void> {
    if (areLastValuesWanted(settings)) this.#LastValues = (await loadLastValues(this)) ?? this.#LastValues;
    await openBudget(this, settings);
  }

  #clientFor(settings: Settings): Client {
    return createClient(this, this.#environment, settings);
  }
}
