import type { Archive } from '../api/lookup/long-read';
import { Client, type ClientOptions } from '../api/client';
import type { Learned } from '../api/transport/concurrency-limit';
import type { DateSystem } from '../core/calendar/dates';
import { Activity } from './activity';
import { CellLog } from './cell-log';
import type { ArchiveStore, Host } from './host';
import { inTime, Queue } from '../core/waiting';
import type { LastValues } from './last-values';
import {
  areLastValuesWanted,
  canKeepTheClient,
  changesBetween,
  concernsCells,
  defaultSettings,
  isSameOrigin,
  profileOf,
  type Settings,
  type WorkbookSettings,
  loadSettings,
  storeSettings,
} from './settings';
import { Spending } from '../api/spending';
import { Emitter, type MaybePromise } from '../core/basics';
import { askForGateway, type GatewayInfo } from './page-gateway';

/** A session's connections to the outside, which tests replace. */
export type Environment = Pick<ClientOptions, 'fetch' | 'now' | 'pace' | 'timeoutMs' | 'retryMs' | 'findsSymbols'>;

const REAL_ENVIRONMENT: Environment = { fetch: (input, init) => fetch(input, init), now: () => Date.now() };

/** Upper bound for each step of the start: cells wait for it. */
const MAX_START_MS = 10_000;
const MAX_DATE_SYSTEM_MS = 2_000;
/** How long cells wait for a gateway that they do not need, because the user entered a key and an address. */
const MAX_BESIDE_KEY_MS = 500;

/** A part of a session that is created on first use. */
type Part<T> = new (session: Session) => T;

/** One run of the add-in: the host, the settings, the client made from them, and the activity. */
export class Session extends Emitter {
  readonly activity = new Activity();
  readonly cells = new CellLog();
  readonly spending = new Spending(
    () => (this.hasFreeRequests ? { maxRequests: 0 } : this.#settings),
    (call) => this.cells.accepts(call),
  );
  /** Resolves once the settings and the workbook's date system are known. */
  readonly ready: Promise<void>;
  /** Facts that this and earlier sessions have learned about services, by address. */
  readonly learned: Record<string, Learned> = {};
  /** Changes of the settings: each is read and stored only once the one before it has been used. */
  readonly #changes: Queue;
  /** The settings in force: {@link #inForce}. */
  #settings: Settings;
  /** The settings that were read or saved last, even if the workbook or the gateway overrides some of them. */
  #own: Settings;
  #ofWorkbook: WorkbookSettings = { quotesFreshSeconds: undefined, area: undefined };
  #client: Client | undefined;
  #LastValues: typeof LastValues | undefined;
  #lastValues: LastValues | undefined;
  #gateway: GatewayInfo | undefined;
  #archive: Promise<ArchiveStore | undefined> | undefined;
  #dateSystem: DateSystem = '1900';
  readonly #environment: Environment;
  readonly #parts = new Map<Part<unknown>, unknown>();

  constructor(
    readonly host: Host,
    environment: Partial<Environment> = {},
  ) {
    super();
    this.#environment = { ...REAL_ENVIRONMENT, ...environment };
    this.#settings = this.#own = defaultSettings(host.defaultServiceAddress);
    this.ready = this.#start();
    this.#changes = new Queue(this.ready);
  }

  get settings(): Settings {
    return this.#settings;
  }

  /** Whether requests to this service cost nothing, so that their limit does not apply. */
  get hasFreeRequests(): boolean {
    return this.#settings.serviceAddress === this.host.freeServiceAddress;
  }

  /** The client for the current settings; undefined until the session is ready. */
  get client(): Client | undefined {
    return this.#client;
  }

  /** The formulas' last values; undefined unless they are to be shown when the service fails. */
  get lastValues(): LastValues | undefined {
    return this.#lastValues;
  }

  /** How long a quote stays fresh in this workbook, in ms; Infinity: until it is refreshed. */
  get quotesFreshMs(): number {
    return (this.#ofWorkbook.quotesFreshSeconds ?? this.#settings.quotesFreshSeconds) * 1000 || Infinity;
  }

  /** What the open workbook sets for itself. */
  get ofWorkbook(): WorkbookSettings {
    return this.#ofWorkbook;
  }

  /** The gateway that serves the add-in; undefined for an ordinary web server. */
  get gateway(): GatewayInfo | undefined {
    return this.#gateway;
  }

  get dateSystem(): DateSystem {
    return this.#dateSystem;
  }

  /** The session's only instance of the class, created on first use. */
  part<T>(Class: Part<T>): T {
    if (!this.#parts.has(Class)) this.#parts.set(Class, new Class(this));
    return this.#parts.get(Class) as T;
  }

  now(): number {
    return this.#environment.now();
  }

  /** Adds a note to the pane's activity, for messages that do not belong in a cell. */
  note(text: string): void {
    this.activity.note(this.now(), text);
  }

  /**
   * Stores the changes, one save after the other. Starts a new client if they affect requests: waiting cells then start
   * again with it, so that no answer for the old key or address is shown. A key among the changes belongs to the
   * address that is then in force. Throws a SettingsError for an invalid change, and then changes nothing.
   * @param isStored false for changes that could not be stored: they apply until the workbook is closed
   */
  save(changes: Partial<Settings>, isStored = true): Promise<void> {
    return this.#changes.run(async () => {
      const { checkSettings } = await loadLate();
      const checked = checkSettings(changes);
      // Another workbook may have stored a key for the address that changes.
      const isKeyLeft = checked.serviceAddress !== undefined && checked.apiKey === undefined;
      const { apiKey, keyAddress } = isStored && isKeyLeft ? await this.#readStored() : this.#own;
      const own = apiKey === this.#own.apiKey ? this.#own : { ...this.#own, apiKey, keyAddress };
      // An empty address stands for the host's own.
      const given = checked.serviceAddress === '' ? { serviceAddress: this.host.defaultServiceAddress } : {};
      const entered = this.#enter(own, { ...checked, ...given });
      // A key that is stored together with an address needs no address of its own.
      const needsNone = checked.serviceAddress !== undefined && entered.keyAddress === entered.serviceAddress;
      if (isStored)
        await storeSettings(this.host.storage, {
          ...checked,
          keyAddress: needsNone || entered.apiKey === '' ? '' : entered.keyAddress,
        });
      await this.#prepareFor(entered);
      this.#use(entered);
    });
  }

  /**
   * Takes over settings that another workbook stored, or that this workbook has for itself. Stores nothing itself, so
   * that workbooks do not wake each other in turn.
   */
  async takeOver(read: () => MaybePromise<Settings> = () => this.#readStored()): Promise<void> {
    if (await this.#takeOver(read)) await this.host.recalculate();
  }

  /** A known key stays with its address: only the user who enters a key decides which address it is for. */
  async #readStored(): Promise<Settings> {
    const stored = await loadSettings(this.host.storage, this.host.defaultServiceAddress);
    return stored.apiKey === this.#own.apiKey ? { ...stored, keyAddress: this.#own.keyAddress } : stored;
  }

  /** Returns whether values in cells may depend on the change. */
  #takeOver(read: () => MaybePromise<Settings>): Promise<boolean> {
    return this.#changes.run(async () => {
      const stored = await read();
      const changes = changesBetween(this.#settings, this.#inForce(stored));
      if (Object.keys(changes).length === 0) return false;
      const before = this.#settings;
      await this.#prepareFor(stored);
      this.#use(stored);
      return concernsCells(before, changes);
    });
  }

  /**
   * Takes over what the open workbook sets for itself.
   * @param isStored whether the workbook already contains them, so that its saved values need not be calculated again
   */
  async useOfWorkbook(
    { quotesFreshSeconds, refreshesOnOpen, area }: WorkbookSettings,
    isStored = false,
  ): Promise<void> {
    if (
      quotesFreshSeconds !== this.#ofWorkbook.quotesFreshSeconds ||
      refreshesOnOpen !== this.#ofWorkbook.refreshesOnOpen
    ) {
      this.#ofWorkbook = { ...this.#ofWorkbook, quotesFreshSeconds, refreshesOnOpen };
      this.emitChange();
    }
    // The user's settings must be loaded first: they apply again when the workbook's own settings are gone.
    await this.ready;
    if (area === this.#ofWorkbook.area) return;
    this.#ofWorkbook = { ...this.#ofWorkbook, area };
    if ((await this.#takeOver(() => this.#own)) && !(isStored && this.cells.isUntouched)) await this.host.recalculate();
  }

  /** Starts a new client, because the service has changed, or the user. */
  forgetAnswers(): void {
    this.#use(this.#own, true);
  }

  /** A client for changes that are not saved. */
  clientFor(changes: Partial<Settings>): Client {
    return this.#createClient(this.#inForce(this.#enter(this.#settings, changes)));
  }

  /** The store that keeps history on this computer; undefined if there is none, or it cannot be opened. */
  archive(): Promise<ArchiveStore | undefined> {
    return (this.#archive ??= inTime(async () => this.host.openArchive?.(), MAX_START_MS).catch(() => undefined));
  }

  /** Starts all steps at once; the gateway's answer may take a little longer. */
  async #start(): Promise<void> {
    const { storage, defaultServiceAddress } = this.host;
    const onSignIn = (keepsAnswers: boolean): void => {
      if (keepsAnswers) this.emitChange();
      else this.forgetAnswers();
    };
    const gateway = askForGateway(this.host, this.#environment.fetch, onSignIn).catch(() => undefined);
    const [settings, dateSystem] = await Promise.all([
      timely(async () => loadSettings(storage, defaultServiceAddress), MAX_START_MS),
      timely(async () => this.host.dateSystem(), MAX_DATE_SYSTEM_MS),
    ]);
    const hasKey = settings.value?.apiKey && settings.value.serviceAddress;
    const patienceMs = hasKey ? MAX_BESIDE_KEY_MS : MAX_START_MS;
    this.#gateway = await inTime(() => gateway, patienceMs).catch(() => undefined);
    this.#dateSystem = dateSystem.value ?? '1900';
    const known = settings.value ?? this.#own;
    await this.#prepareFor(known);
    this.#use(known);
    if (!settings.value) this.note('The settings could not be read: enter the key again');
    const ignore = (): void => undefined;
    // Unless the user has saved others meanwhile.
    settings.late?.then((late) => this.takeOver(() => (this.#own === known ? late : this.#own))).catch(ignore);
    // Excel does not answer while the user edits a cell. Nearly every workbook counts from 1900.
    dateSystem.late?.then((system) => this.#useDateSystem(system)).catch(ignore);
  }

  async #useDateSystem(system: DateSystem): Promise<void> {
    if (system === this.#dateSystem) return;
    this.#dateSystem = system;
    await this.host.recalculate();
  }

  #enter(before: Settings, changes: Partial<Settings>): Settings {
    const entered = { ...before, ...changes };
    if (changes.apiKey === undefined) return entered;
    return { ...entered, keyAddress: this.#gateway?.address ?? entered.serviceAddress };
  }

  /**
   * The settings that apply out of those that were read or entered. The workbook's own area comes before the user's,
   * the gateway's address before any other. A key that was entered for another address is left out.
   */
  #inForce(settings: Settings): Settings {
    const serviceAddress = this.#gateway?.address ?? settings.serviceAddress;
    return {
      ...settings,
      area: this.#ofWorkbook.area ?? settings.area,
      serviceAddress,
      apiKey: isSameOrigin(settings.keyAddress || (this.#gateway?.address ?? ''), serviceAddress)
        ? settings.apiKey
        : '',
    };
  }

  /**
   * Applies settings. Starts a new client unless they change no answer.
   * @param isNewClient whether to start one in any case
   */
  #use(entered: Settings, isNewClient = false): void {
    const settings = this.#inForce(entered);
    if (isNewClient || !this.#client || !canKeepTheClient(changesBetween(this.#settings, settings))) {
      const previous = this.#client;
      this.#client = this.#createClient(settings);
      previous?.close();
      // The last values belong to the old key, address or area.
      this.#lastValues = undefined;
    }
    this.#own = entered;
    this.#settings = settings;
    this.#lastValues =
      areLastValuesWanted(settings) && this.#LastValues ? (this.#lastValues ?? new this.#LastValues(this)) : undefined;
    this.emitChange();
  }

  /** Loads the code that only these settings need before they are used, so that the first cell does not wait for it. */
  async #prepareFor(settings: Settings): Promise<void> {
    const wantsBudget = settings.dailyBudget !== 0 && !this.spending.budget;
    if (!wantsBudget && !areLastValuesWanted(settings)) return;
    try {
      const { LastValues, DailyBudget } = await inTime(loadLate, MAX_START_MS);
      this.#LastValues = LastValues;
      if (wantsBudget) this.spending.budget = await DailyBudget.open(this);
    } catch {
      this.note('Part of MD could not be loaded: check the connection, then save the settings again');
    }
  }

  /** @param settings as they are to be in force */
  #createClient(settings: Settings): Client {
    const { gateway } = this;
    return new Client({
      findsSymbols: true,
      ...this.#environment,
      ...(settings.apiKey === '' && gateway?.signIn && { fetch: gateway.signIn.begin() }),
      // A key that was entered for the service itself is not sent to the gateway.
      apiKey: gateway?.isTokenNeeded === false ? '' : settings.apiKey,
      address: settings.serviceAddress,
      isGateway: gateway !== undefined,
      maxListLength: gateway?.maxListLength,
      requestsAtOnce: settings.requestsAtOnce || undefined,
      learned: (this.learned[settings.serviceAddress] ??= { ...settings.learned?.[settings.serviceAddress] }),
      wireNames: profileOf(settings).names,
      observer: this.activity,
      notBefore: (call) => this.cells.notBefore(call),
      spending: this.spending,
      archive: () => this.#archiveOf(settings),
      quotesFreshMs: () => this.quotesFreshMs,
    });
  }

  /** The part of the host's archive for the account in the settings. */
  async #archiveOf(settings: Settings): Promise<Archive | undefined> {
    const [store, { accountArchive }] = await Promise.all([this.archive(), loadLate()]);
    return store && accountArchive(store, settings);
  }
}

/** Code that no cell waits for, unless the settings need it. */
const loadLate = (): Promise<typeof import('./late')> => import('./late');

/** A value that arrived in time; otherwise its promise, which may still settle. */
async function timely<T>(ask: () => Promise<T>, timeoutMs: number): Promise<{ value?: T; late?: Promise<T> }> {
  const late = ask();
  return inTime(() => late, timeoutMs).then(
    (value) => ({ value }),
    () => ({ late }),
  );
}
