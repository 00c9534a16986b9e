import type { Store } from '../../src/gateway/nodes/store';

type Client = Parameters<Parameters<Store['ask']>[0]>[0];

/** A node's connection to a store in this process, which a test can cut or slow down. */
export interface StoreConnection extends Pick<Store, 'ask' | 'key' | 'publish' | 'subscribe' | 'isUp'> {
  isAway: boolean;
  /** Nothing is answered any more, as for a process that is frozen or was killed. */
  isSilent: boolean;
  /** Says of each message to this node whether it is lost. */
  loses: (message: string) => boolean;
}

/** What nodes share, in this process: the lease, texts and channels, as Valkey and Redis have them. */
export class SharedStore {
  readonly #texts = new Map<string, { readonly text: string; until: number }>();
  readonly #channels = new Map<string, Set<(message: string) => void>>();
  /** Long texts that are refused, as by a store that is full. */
  isFull = false;

  constructor(private readonly now: () => number) {}

  /** Everything that is kept, by key. */
  get kept(): ReadonlyMap<string, string> {
    return new Map([...this.#texts].filter(([key]) => this.#read(key) !== null).map(([key, { text }]) => [key, text]));
  }

  /** As a store that is started again without its data. */
  forget(): void {
    this.#texts.clear();
  }

  connect(): StoreConnection {
    const client = {
      get: (key: string) => Promise.resolve(this.#read(key)),
      set: (key: string, text: string, { EX }: { EX: number }) =>
        this.isFull ? Promise.reject(new Error('OOM')) : this.#write(key, text, EX * 1_000),
      del: (key: string) => Promise.resolve(Number(this.#texts.delete(key))),
      eval: (_: string, { keys: [key], arguments: words }: { keys: [string]; arguments: string[] }) =>
        Promise.resolve(words.length === 1 ? this.#giveUp(key, words[0]!) : this.#take(key, words)),
    };
    const silence = new Promise<never>(() => undefined);
    const connection: StoreConnection = {
      isUp: true,
      isAway: false,
      isSilent: false,
      loses: () => false,
      key: (name) => name,
      ask: (question) => (connection.isSilent ? silence : question(client as unknown as Client)),
      publish: (channel, message) => {
        if (connection.isSilent) return silence;
        const hearing = [...(this.#channels.get(channel) ?? [])];
        for (const hear of hearing) hear(message);
        return Promise.resolve(hearing.length);
      },
      subscribe: (channel, listener) => {
        const hearing = this.#channels.get(channel) ?? new Set();
        hearing.add((message) => {
          queueMicrotask(() => {
            if (!connection.isSilent && !connection.loses(message)) listener(message);
          });
        });
        this.#channels.set(channel, hearing);
        return Promise.resolve();
      },
    };
    return connection;
  }

  #read(key: string): string | null {
    const kept = this.#texts.get(key);
    return kept !== undefined && this.now() < kept.until ? kept.text : null;
  }

  #write(key: string, text: string, ms: number): Promise<'OK'> {
    this.#texts.set(key, { text, until: this.now() + ms });
    return Promise.resolve('OK');
  }

  /** What the scripts of an election do. */
  #take(key: string, [id = '', leaseMs = '', known = '']: readonly string[]): [string, number] {
    const held = this.#read(key);
    if (held !== null && held.split(' ')[1] !== id) return [held, this.#texts.get(key)!.until - this.now()];
    const lease = held ?? `${Math.max(this.now(), Number(known) + 1)} ${id}`;
    void this.#write(key, lease, Number(leaseMs));
    return [lease, Number(leaseMs)];
  }

  #giveUp(key: string, lease: string): number {
    return this.#read(key) === lease ? Number(this.#texts.delete(key)) : 0;
  }
}
