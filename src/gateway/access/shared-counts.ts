import { createClient, ErrorReply } from '@redis/client';
import { RateLimiterRedis } from 'rate-limiter-flexible';
import { SECONDS_PER_DAY } from '../../core/calendar/dates';
import { inTime } from '../../core/waiting';
import { StartError, withCode } from '../errors';

/** @param isFirst whether these are the counts of the whole day, not only of the last moments */
type OnOthers = (key: string, amount: number, isFirst: boolean) => void;

interface Count {
  unsent: number;
  isSending: boolean;
  /** Sent since the last sum from the store; some of it may have arrived without an answer. */
  own: number;
  sum?: number;
  readonly onOthers: (amount: number, isFirst: boolean) => void;
}

/** Nobody waits for the store: each node decides by its own counts, and learns the others' counts a moment later. */
export class SharedCounts {
  readonly #client: ReturnType<typeof createClient>;
  readonly #limiter: RateLimiterRedis;
  #day = '';
  readonly #counts = new Map<string, Count>();
  readonly #errors = new Map<StoreProblem, number>();
  /** An error before the first connection becomes the sentence with which the gateway does not start. */
  #isOpen = false;
  #isAwayTold = false;
  readonly #lastErrors = new Map<StoreProblem, unknown>();

  private constructor(
    url: string,
    tenant: string,
    password: string | undefined,
    private readonly say: (text: string) => void,
  ) {
    this.#client = createClient({
      url: Object.assign(new URL(url), password !== undefined && { password: encodeURIComponent(password) }).href,
      disableOfflineQueue: true,
      pingInterval: 1_000,
      socket: { socketTimeout: 3_000, connectTimeout: 2_000, reconnectStrategy: () => 250 },
    });
    this.#client.on('error', (error: unknown) => this.#note(error));
    this.#client.on('ready', () => {
      this.#tellAway(false);
      for (const [key, count] of this.#counts) void this.#send(key, count);
    });
    this.#limiter = new RateLimiterRedis({
      storeClient: this.#client,
      useRedisPackage: true,
      keyPrefix: `md:${tenant}`,
      // The store only counts; each node itself decides who has reached a limit.
      points: 1e12,
      duration: 2 * SECONDS_PER_DAY,
    });
  }

  /** Throws a StartError. @param say called when the store is lost and back, and for the first refusal of each kind */
  static async openStore(
    url: string,
    tenant: string,
    { password, say = () => undefined }: { password?: string | undefined; say?: (text: string) => void } = {},
  ): Promise<SharedCounts> {
    const shown = shownUrl(url);
    let store: SharedCounts;
    try {
      if (!/^(?:redis|rediss|valkey|valkeys):\/\/[^\s]+$/.test(url)) throw new TypeError();
      // The only path that the library accepts is the number of a database.
      store = new SharedCounts(url.replace(/^valkey/, 'redis'), tenant, password, say);
    } catch {
      throw new StartError(`--store: "${shown}" is not an address such as redis://localhost:6379`);
    }
    try {
      await inTime(() => store.#client.connect(), OPENING_MS);
      await inTime(() => store.#addToStore('start', 1), OPENING_MS);
      store.#isOpen = true;
      return store;
    } catch (error) {
      if (store.errors.size === 0) store.#note(error);
      store.closeStore();
      // The library retries for ever, whatever the server answers.
      const problem = [...store.errors.keys()].find((one) => one !== 'away') ?? 'away';
      throw new StartError(
        problem === 'away'
          ? withCode(`--store: no Valkey or Redis answers at ${shown}`, store.#lastErrors.get(problem))
          : `--store: ${shown} ${sentenceOf(problem, store.#lastErrors.get(problem))}`,
      );
    }
  }

  get errors(): ReadonlyMap<StoreProblem, number> {
    return this.#errors;
  }

  /** Sums one kind of count by person and group. Additions while a sum is being sent go with the next one. */
  counterOf(kind: string, onOthers: OnOthers): (key: string, amount: number) => void {
    return (key, amount) => {
      const day = new Date().toISOString().slice(0, 10);
      if (day !== this.#day) this.#counts.clear();
      this.#day = day;
      const name = `${kind}:${day}:${key}`;
      const count = this.#counts.get(name) ?? {
        unsent: 0,
        own: 0,
        isSending: false,
        onOthers: (others, isFirst) => onOthers(key, others, isFirst),
      };
      this.#counts.set(name, count);
      count.unsent += amount;
      void this.#send(name, count);
    };
  }

  /** An unanswered addition may have arrived, so it is not sent again; a refused one goes with the next. */
  async #send(key: string, count: Count): Promise<void> {
    if (count.isSending) return;
    count.isSending = true;
    while (this.#client.isReady && count.unsent > 0) {
      const amount = count.unsent;
      count.unsent = 0;
      count.own += amount;
      try {
        const sum = await this.#addToStore(key, amount);
        const [others, isFirst] = [sum - (count.sum ?? 0) - count.own, count.sum === undefined];
        [count.sum, count.own] = [sum, 0];
        if (others > 0 && this.#counts.get(key) === count) count.onOthers(others, isFirst);
      } catch (error) {
        // This is already noted.
        if (error instanceof ErrorReply) [count.unsent, count.own] = [count.unsent + amount, count.own - amount];
        break;
      }
    }
    count.isSending = false;
  }

  async #addToStore(key: string, amount: number): Promise<number> {
    try {
      return (await this.#limiter.penalty(key, amount)).consumedPoints;
    } catch (error) {
      this.#note(error);
      throw error;
    }
  }

  closeStore(): void {
    this.#isOpen = false;
    try {
      this.#client.destroy();
    } catch {
      // There was no connection.
    }
  }

  #note(error: unknown): void {
    const problem = problemIn(error);
    const count = this.#errors.get(problem) ?? 0;
    this.#errors.set(problem, count + 1);
    this.#lastErrors.set(problem, error);
    if (problem === 'away') this.#tellAway(true);
    else if (count === 0 && this.#isOpen) this.say(`The store ${sentenceOf(problem, error)}`);
  }

  #tellAway(isAway: boolean): void {
    if (isAway === this.#isAwayTold || !this.#isOpen) return;
    this.#isAwayTold = isAway;
    this.say(
      isAway ? 'The store does not answer: until it does, each node counts for itself' : 'The store answers again',
    );
  }
}

/** An address without user, password and query, which may hold an "@" or a "/" where somebody forgot to encode it. */
export const shownUrl = (url: string): string => url.replace(/^([^:/]*:?\/*).*@/s, '$1').replace(/\?.*$/s, '');

/** The first word of a store's error, without the prefix of scripts, and its meaning. */
const REFUSALS = {
  full: [
    /\bOOM\b/,
    'is full and keeps nothing more: give it more memory (maxmemory), or remove what is not of the gateway',
  ],
  'cannot save': [
    /\bMISCONF\b/,
    'cannot save to its disk and keeps nothing more: make room there, or give it rights to its folder',
  ],
  password: [
    /\b(?:NOAUTH|WRONGPASS)\b/,
    'refuses the password: name the right one with --store-password-file or MD_STORE_PASSWORD',
  ],
  rights: [/\bNOPERM\b/, 'does not give its user the rights that the gateway needs: deploy/store.acl has them'],
} as const;

type StoreProblem = 'away' | 'refused' | keyof typeof REFUSALS;

function problemIn(error: unknown): StoreProblem {
  const said = error instanceof Error ? error.message : '';
  const all = Object.entries(REFUSALS) as [keyof typeof REFUSALS, readonly [RegExp, string]][];
  return all.find(([, [word]]) => word.test(said))?.[0] ?? (error instanceof ErrorReply ? 'refused' : 'away');
}

/** A cluster, a replica, a wrong database and much else refuse in words of their own. */
const sentenceOf = (problem: Exclude<StoreProblem, 'away'>, error: unknown): string =>
  problem === 'refused' ? `does not count: it says "${(error as Error).message}"` : REFUSALS[problem][1];

const OPENING_MS = 3_000;
