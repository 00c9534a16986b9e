import { isToken, type StoredTokens, type TokenRecord, type TokenStorage } from '../access/token';
import { StartError } from '../start-error';
import type { Store } from './store';

/** Writes a record if the stored one is still what was read; empty for none. */
const PUT = `if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[3])
return 1`;

/** Tokens in the store that the nodes share. A name has one token at a time. */
export class TokenStore implements TokenStorage {
  /** What was stored under each name when it was read last, also what could not be understood. */
  #read: ReadonlyMap<string, string> = new Map();

  constructor(private readonly store: Store) {}

  async read(): Promise<StoredTokens> {
    this.#read = new Map(Object.entries(await this.store.ask((client) => client.hGetAll(this.#key))));
    const read = [...this.#read].map(([name, text]) => [name, recordIn(name, text)] as const);
    return {
      records: read.flatMap(([, record]) => record ?? []),
      unreadable: read.flatMap(([name, record]) => (record ? [] : [name])),
    };
  }

  async write(record: TokenRecord): Promise<void> {
    if (!(await this.#put(record)))
      throw new StartError(`${record.name}: somebody else has just changed this token: look at it and try again`);
  }

  /** What somebody else has changed since it was read is left for the next reading. */
  async putBack(records: readonly TokenRecord[]): Promise<void> {
    for (const record of records) await this.#put(record);
  }

  get #key(): string {
    return this.store.key('tokens');
  }

  async #put(record: TokenRecord): Promise<boolean> {
    const { name } = record;
    const words = { keys: [this.#key], arguments: [name, this.#read.get(name) ?? '', JSON.stringify(record)] };
    return (await this.store.ask((client) => client.eval(PUT, words))) === 1;
  }
}

function recordIn(name: string, text: string): TokenRecord | undefined {
  try {
    const parsed: unknown = JSON.parse(text);
    return isToken(parsed) && parsed.name === name ? parsed : undefined;
  } catch {
    return undefined;
  }
}
