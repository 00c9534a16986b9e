import { isToken } from '../access/token-file';
import type { TokenRecord, TokenShelf } from '../access/token';
import type { Store } from './store';

/** Tokens in the store that the nodes share. A name has one token at a time. */
export class TokenStore implements TokenShelf {
  constructor(private readonly store: Store) {}

  async read(): Promise<readonly TokenRecord[]> {
    const kept = await this.store.ask((client) => client.hGetAll(this.store.key('tokens')));
    return Object.values(kept).flatMap((text) => {
      const parsed: unknown = JSON.parse(text);
      return isToken(parsed) ? [parsed] : [];
    });
  }

  async write(record: TokenRecord): Promise<void> {
    await this.store.ask((client) => client.hSet(this.store.key('tokens'), record.name, JSON.stringify(record)));
  }

  /** Tokens are revoked and never removed, so no token comes back that should not. */
  async putBack(records: readonly TokenRecord[]): Promise<void> {
    for (const record of records)
      await this.store.ask((client) => client.hSetNX(this.store.key('tokens'), record.name, JSON.stringify(record)));
  }
}
