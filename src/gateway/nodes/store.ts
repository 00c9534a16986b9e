import { createClient } from '@redis/client';
import { StartError } from '../start-error';

/** What a gateway's nodes share: a Valkey or Redis server. Every call settles soon, whatever happens to the server. */
export class Store {
  readonly #commands: ReturnType<typeof createClient>;
  readonly #news: ReturnType<typeof createClient>;
  #isUp = true;

  private constructor(
    url: string,
    readonly prefix: string,
  ) {
    const options = {
      url,
      disableOfflineQueue: true,
      pingInterval: 1_000,
      socket: { socketTimeout: 3_000, connectTimeout: 2_000, reconnectStrategy: () => 250 },
    };
    this.#commands = createClient(options);
    this.#news = createClient({ ...options, disableOfflineQueue: false });
    for (const client of [this.#commands, this.#news]) {
      client.on('error', () => {
        this.#isUp = false;
      });
    }
  }

  /** Throws a StartError if the store cannot be reached. */
  static async open(url: string, tenant: string): Promise<Store> {
    if (!/^(?:redis|rediss|valkey|valkeys):\/\/[^\s]+$/.test(url) || !URL.canParse(url))
      throw new StartError(`--store: "${shownUrl(url)}" is not an address such as redis://localhost:6379`);
    const store = new Store(url.replace(/^valkey/, 'redis'), `md:${tenant}`);
    try {
      await inTime(Promise.all([store.#commands.connect(), store.#news.connect()]), 3_000);
      await inTime(store.#commands.ping(), COMMAND_MS);
    } catch {
      store.close();
      throw new StartError(`--store: no Valkey or Redis answers at ${shownUrl(url)}`);
    }
    return store;
  }

  /** Whether it answered the last call. */
  get isUp(): boolean {
    return this.#isUp;
  }

  /** For libraries that use the store directly. */
  get client(): unknown {
    return this.#commands;
  }

  key(name: string): string {
    return `${this.prefix}:${name}`;
  }

  /** Sends a command to the store. Rejects if it does not answer in time. */
  async ask<T>(question: (client: ReturnType<typeof createClient>) => Promise<T>): Promise<T> {
    try {
      const answer = await inTime(question(this.#commands), COMMAND_MS);
      this.#isUp = true;
      return answer;
    } catch (error) {
      this.#isUp = false;
      throw error;
    }
  }

  /** Sends a message to all nodes; it is lost while the store is away. */
  publish(channel: string, message: string): void {
    this.ask((client) => client.publish(this.key(channel), message)).catch(() => undefined);
  }

  async subscribe(channel: string, listener: (message: string) => void): Promise<void> {
    await this.#news.subscribe(this.key(channel), listener);
  }

  close(): void {
    for (const client of [this.#commands, this.#news]) {
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

const COMMAND_MS = 800;

async function inTime<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  work.catch(() => undefined);
  try {
    return await Promise.race([
      work,
      new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new Error('The store does not answer'));
        }, ms);
      }),
    ]);
  } finally {
    clearTimeout(timer);
  }
}
