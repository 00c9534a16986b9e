import { createClient } from '@redis/client';
import { StartError, withCode } from '../errors';
import { MS_PER_MINUTE } from '../../core/calendar/dates';
import { inTime } from '../../core/waiting';

/** What a gateway's nodes share: a Valkey or Redis server. Every call settles soon, whatever happens to the server. */
export class Store {
  readonly #commands: ReturnType<typeof createClient>;
  /** A connection that hears messages sends no commands. */
  readonly #messages: ReturnType<typeof createClient>;
  #isUp = true;
  /** Since when every command has failed. */
  #silentSince: number | undefined;
  /** What goes wrong before is the sentence with which the gateway does not start. */
  #isOpen = false;
  /** Whether the operator knows that it is away. */
  #isAwayTold = false;
  #lastError: unknown;
  readonly #errors = new Map<StoreProblem, number>();
  readonly #database: number;

  private constructor(
    url: string,
    readonly prefix: string,
    password: string | undefined,
    private readonly say: (text: string) => void,
  ) {
    const options = {
      url: password === undefined ? url : withPassword(url, password),
      disableOfflineQueue: true,
      pingInterval: 1_000,
      socket: { socketTimeout: 3_000, connectTimeout: 2_000, reconnectStrategy: () => 250 },
    };
    this.#database = Number(new URL(url).pathname.slice(1));
    this.#commands = createClient(options);
    this.#messages = createClient({ ...options, disableOfflineQueue: false });
    for (const client of [this.#commands, this.#messages]) {
      client.on('error', (error: unknown) => {
        this.#note(error);
      });
    }
  }

  /**
   * Throws a StartError if the store cannot be reached.
   *
   * @param say told when the store is away and when it answers again, and when it refuses something, once for each kind
   *   of refusal
   */
  static async open(
    url: string,
    tenant: string,
    { password, say = () => undefined }: { password?: string | undefined; say?: (text: string) => void } = {},
  ): Promise<Store> {
    const noAddress = (): StartError =>
      new StartError(`--store: "${shownUrl(url)}" is not an address such as redis://localhost:6379`);
    if (!/^(?:redis|rediss|valkey|valkeys):\/\/[^\s]+$/.test(url) || !URL.canParse(url)) throw noAddress();
    let store: Store;
    try {
      store = new Store(url.replace(/^valkey/, 'redis'), `md:${tenant}`, password, say);
    } catch {
      // The library takes no path but the number of a database.
      throw noAddress();
    }
    try {
      await inTime(() => Promise.all([store.#commands.connect(), store.#messages.connect()]), 3_000);
      await inTime(() => store.#commands.ping(), COMMAND_MS);
      store.#isOpen = true;
    } catch {
      store.close();
      // The library tries again and again, whatever the store says.
      const problem = [...store.errors.keys()].find((one) => one !== 'away') ?? 'away';
      throw new StartError(
        problem === 'away'
          ? withCode(`--store: no Valkey or Redis answers at ${shownUrl(url)}`, store.#lastError)
          : `--store: ${shownUrl(url)} ${SENTENCES[problem]}`,
      );
    }
    return store;
  }

  /** How often the store has failed, by kind. */
  get errors(): ReadonlyMap<StoreProblem, number> {
    return this.#errors;
  }

  /** Whether it answered the last call. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** Whether it is gone for sure: its connection is closed, or it has been silent for long. */
  get isAway(): boolean {
    if (!this.#commands.isReady || !this.#messages.isReady) return true;
    return this.#silentSince !== undefined && performance.now() > this.#silentSince + SILENCE_MS;
  }

  /** For libraries that use the store directly. */
  get client(): unknown {
    return this.#commands;
  }

  key(name: string): string {
    return `${this.prefix}:${name}`;
  }

  /** Sends a command to the store. Rejects if it does not answer in time. */
  async ask<T>(question: (client: ReturnType<typeof createClient>) => Promise<T>, ms = COMMAND_MS): Promise<T> {
    try {
      const answer = await inTime(() => question(this.#commands), ms);
      this.#isUp = true;
      this.#silentSince = undefined;
      this.#tellAway();
      return answer;
    } catch (error) {
      const problem = this.#note(error);
      throw problem === 'away' ? error : new StartError(`--store: the store ${SENTENCES[problem]}`);
    }
  }

  #note(error: unknown): StoreProblem {
    this.#isUp = false;
    const problem = problemIn(error);
    this.#silentSince = problem === 'away' ? (this.#silentSince ?? performance.now()) : undefined;
    const count = this.#errors.get(problem) ?? 0;
    this.#errors.set(problem, count + 1);
    this.#lastError = error;
    if (problem !== 'away' && count === 0 && this.#isOpen) this.say(`The store ${SENTENCES[problem]}`);
    this.#tellAway();
    return problem;
  }

  /** Nobody else would say so: the nodes answer on, at the cost of more requests. */
  #tellAway(): void {
    const { isAway } = this;
    if (isAway === this.#isAwayTold || !this.#isOpen) return;
    this.#isAwayTold = isAway;
    this.say(
      isAway
        ? 'The store does not answer: until it does, each node asks the service for itself'
        : 'The store answers again',
    );
  }

  /** Sends a message to whoever hears the channel. Resolves to how many that are; rejects if the store is away. */
  publish(channel: string, message: string): Promise<number> {
    return this.ask((client) => client.publish(this.#channel(channel), message));
  }

  async subscribe(channel: string, listener: (message: string) => void): Promise<void> {
    await this.#messages.subscribe(this.#channel(channel), listener);
  }

  /** Messages reach every database of a server, so the channels of two firms need names of their own. */
  #channel(name: string): string {
    return this.#database === 0 ? this.key(name) : this.key(`${name}:${this.#database}`);
  }

  close(): void {
    this.#isOpen = false;
    for (const client of [this.#commands, this.#messages]) {
      try {
        client.destroy();
      } catch {
        // It was not connected.
      }
    }
  }
}

/** A store's address without user and password, which may hold an "@" or a "/" where somebody forgot to encode it. */
export const shownUrl = (url: string): string => url.replace(/^([^:/]*:?\/*).*@/s, '$1').replace(/\?.*$/s, '');

function withPassword(url: string, password: string): string {
  const address = new URL(url);
  address.password = encodeURIComponent(password);
  return address.href;
}

/** How a store may fail: it does not answer, or it answers and refuses. */
type StoreProblem = 'away' | 'full' | 'cannot save' | 'replica' | 'password' | 'rights' | 'other data' | 'no database';

/** What a store that answers says, in the first word of its error; scripts put more before it. */
const BY_WORD: readonly (readonly [RegExp, StoreProblem])[] = [
  [/\bOOM\b/, 'full'],
  [/\bMISCONF\b/, 'cannot save'],
  [/\bREADONLY\b/, 'replica'],
  [/\b(?:NOAUTH|WRONGPASS)\b/, 'password'],
  [/\bNOPERM\b/, 'rights'],
  [/\bWRONGTYPE\b/, 'other data'],
  [/\bDB index\b/, 'no database'],
];

const SENTENCES: Readonly<Record<Exclude<StoreProblem, 'away'>, string>> = {
  full: 'is full and keeps nothing more: give it more memory (maxmemory), or remove what is not of the gateway',
  'cannot save': 'cannot save to its disk and keeps nothing more: make room there, or give it rights to its folder',
  replica: 'is a replica and keeps nothing: name the primary',
  password: 'refuses the password: name the right one with --store-password-file or MD_STORE_PASSWORD',
  rights: 'does not give its user the rights that the gateway needs: deploy/store.acl has them',
  'other data': "has something else under the gateway's names: choose another --tenant",
  'no database': 'has no database of that number: leave it out, or name another',
};

const problemIn = (error: unknown): StoreProblem =>
  BY_WORD.find(([word]) => error instanceof Error && word.test(error.message))?.[1] ?? 'away';

const COMMAND_MS = 800;
/** A store that has not answered for so long, after it first did not in time, is away. */
const SILENCE_MS = 1_000;

/** Clocks that are further apart than this are told: last days of tokens and days of counts depend on them. */
const MAX_APART_MS = 5_000;

/** Compares this computer's clock with that of the store, which all nodes share. */
export class ClockWatch {
  /** By how much this computer is ahead, in milliseconds. */
  offsetMs = 0;
  #isTold = false;
  readonly #timer: ReturnType<typeof setInterval>;

  /** @param say told once when the clocks are apart */
  constructor(
    private readonly store: Store,
    private readonly say: (text: string) => void,
  ) {
    this.#timer = setInterval(() => void this.look(), MS_PER_MINUTE);
    this.#timer.unref();
  }

  async look(): Promise<void> {
    try {
      const before = Date.now();
      const [seconds, microseconds] = await this.store.ask((client) => client.sendCommand<[string, string]>(['TIME']));
      // The store has read its clock at some moment in between.
      this.offsetMs = (before + Date.now()) / 2 - (Number(seconds) * 1000 + Number(microseconds) / 1000);
    } catch {
      // The store is away; its clock can wait.
      return;
    }
    const isApart = Math.abs(this.offsetMs) > MAX_APART_MS;
    if (isApart && !this.#isTold) {
      const seconds = Math.round(Math.abs(this.offsetMs) / 1000);
      const way = this.offsetMs > 0 ? 'ahead of' : 'behind';
      this.say(
        `The clock of this computer is ${seconds} s ${way} that of the store: set both by a time server, or tokens ` +
          'end, and days of counts begin, at the wrong time',
      );
    }
    this.#isTold = isApart;
  }

  stop(): void {
    clearInterval(this.#timer);
  }
}
